"""What another program cannot hold, and what of its results cannot be used: counted, then named."""

import re
from collections import Counter

from tertium.campaign.batches import Batch
from tertium.core import files
from tertium.core.errors import UsageError
from tertium.core.formatting import counted

# The words before those that say more of a thing.
_NOUN = re.compile(r".+?(?= (?:of|to|in|with|that|beside|\()|$)")


class LeftOut:
    """Counts what is left out.

    Args:
        origin: Name of the campaign or file.
        program: Name of the program.

    Attributes:
        program: Name of the program.
    """

    def __init__(self, origin: str, program: str) -> None:
        self._origin = origin
        self.program = program
        self._once: list[str] = []
        self._counts: Counter[str] = Counter()

    def add(self, what: str) -> None:
        """Name a part of the campaign."""
        if what not in self._once:
            self._once.append(what)

    def count(self, what: str) -> None:
        """Count a thing, which is named in the singular; what follows " (" says why."""
        self._counts[what] += 1

    def warn_unheld(self) -> None:
        """Warn of what the program cannot hold."""
        self._warn(f"{self.program} cannot hold")

    def warn_unused(self) -> None:
        """Warn of what is not used."""
        self._warn("Not used")

    def _warn(self, beginning: str) -> None:
        found = [*self._once, *(_numbered(what, count) for what, count in self._counts.items())]
        if found:
            files.warn_unused(f"{self._origin}: {beginning}: {'; '.join(found)}.")


def _numbered(what: str, count: int) -> str:
    """A number of things, as in "3 positions of a gap (why)": the noun comes first."""
    noun = _NOUN.match(what)
    assert noun is not None
    return f"{counted(count, noun[0])}{what[noun.end() :]}"


def add_settings(batch: Batch, left_out: LeftOut) -> None:
    """Name settings that only our server follows."""
    settings = batch.description.settings
    if any("media" in screen.extra for screen in batch.screens):
        raise UsageError(
            f"The sources of the campaign are media files; files for {left_out.program} hold texts"
            " only.",
        )
    if settings.until != "planned":
        left_out.add("the end of the campaign when it is decided")
    if settings.limit is not None:
        left_out.add("the limit of work per annotator")
    if settings.tutorial_pass:
        left_out.add("the share of the tutorial that must be right")
    if any(screen.extra.keys() - {"suggestions"} for screen in batch.screens):
        keys = sorted({key for screen in batch.screens for key in screen.extra} - {"suggestions"})
        left_out.add(f"what pages show beside the texts ({', '.join(keys)})")
