"""Warnings and notes as data: kind, place and count.

A notice is stored in result files and worded when it is shown. A reader in Python sees keywords, a
reader of the command line flags, and forty systems give one sentence instead of forty. To add a
notice, write a frozen dataclass in the `notices.py` of your package; there is no list to edit:

    from dataclasses import dataclass

    from tertium.core import wording
    from tertium.core.notices import Notice

    @dataclass(frozen=True)
    class FewTrials(Notice):
        '''Too few trials for the p-value that significance needs.'''

        trials: int
        needed: float

        def sentence(self) -> str:
            '''Name the smallest p-value, and the option.'''
            return (
                f"{self.trials:,} trials cannot give a p-value below {1 / (self.trials + 1):.2g};"
                f" significance needs {self.needed:.2g}. Increase {wording.option('trials')}."
            )

Results annotate `warnings: tuple[Notice, ...]` and hold `FewTrials(99, 0.005)`. A result file has
`{"notice": "few-trials", "trials": 99, "needed": 0.005}`; the tag is the name of the class with
hyphens. Fields have the types that `core/records.py` restores: text, numbers, tuples, mappings,
other records. `defects` is honoured as for every record.

To show notices call `sentences(notices)`: each sentence once, in order of first appearance. A
class whose notices read better together defines `combined`; it gets all notices of its class.

For notices that are not part of a result, call `warn(notice)`, which issues a `DataWarning`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Self

from tertium.core.errors import DataWarning


class Notice:
    """Base of all notices, which are frozen dataclasses.

    Attributes:
        notice: Its name in result files, which follows from the name of the class.
    """

    notice: ClassVar[str] = ""

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.notice = _hyphenated(cls.__name__)

    def sentence(self) -> str:
        """Return the sentence for the reader, with advice."""
        raise NotImplementedError

    @classmethod
    def combined(cls, notices: Sequence[Self]) -> list[str]:
        """Word several notices of this class; each on its own, unless a class can do better."""
        return [notice.sentence() for notice in notices]

    def __str__(self) -> str:
        return self.sentence()


def sentences(notices: Iterable[Notice]) -> list[str]:
    """Word notices: those of one class together, each sentence once."""
    by_class: dict[type[Notice], list[Notice]] = {}
    for notice in notices:
        by_class.setdefault(type(notice), []).append(notice)
    worded = (text for kind, same in by_class.items() for text in kind.combined(same))
    return list(dict.fromkeys(worded))


def warn(notice: Notice, stacklevel: int = 1) -> None:
    """Issue a warning for a notice that is not part of a result.

    Args:
        notice: The notice.
        stacklevel: How many callers above the caller of `warn` the warning is attributed to.
    """
    import warnings

    warnings.warn(DataWarning(notice), stacklevel=stacklevel + 1)


def known(base: type[Notice]) -> dict[str, type[Notice]]:
    """Classes of notices below `base`, by their names in result files."""
    _load_all()
    return {kind.notice: kind for kind in _below(base) if kind.sentence is not Notice.sentence}


def _below(base: type[Notice]) -> Iterator[type[Notice]]:
    yield base
    for kind in base.__subclasses__():
        yield from _below(kind)


def _load_all() -> None:
    """Import the notices of all packages: a result file can contain any of them."""
    from importlib import import_module
    from pathlib import Path

    for module in sorted(Path(__file__).parents[1].glob("*/*notices.py")):
        import_module(f"tertium.{module.parent.name}.{module.stem}")


def _hyphenated(name: str) -> str:
    """Turn the name of a class into that of a notice: "FewTrials" into "few-trials"."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]
