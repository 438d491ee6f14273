"""Citations: the BibTeX entries of members, which define them as `CITATIONS`."""

from collections.abc import Sequence

from tertium.core import plugins
from tertium.core.spec import parse_call
from tertium.core.version import VERSION

_TERTIUM = f"""@software{{tertium,
  author  = {{{{The tertium developers}}}},
  title   = {{tertium: machine translation evaluation}},
  version = {{{VERSION}}},
  year    = {{2026}}
}}"""

# Folders whose members are cited.
_FOLDERS = ("metrics", "significance", "meta.statistics")


def citations(names: Sequence[str] = ()) -> list[str]:
    """BibTeX entries of tertium and of the papers that define metrics, tests and statistics.

    Args:
        names: Metrics, tests and statistics, by name or printed form; by default all.
    """
    everything = [name for folder in _FOLDERS for name in plugins.names(folder)]
    entries = [entry.strip() for name in names or everything for entry in _entries(name)]
    return [_TERTIUM, *dict.fromkeys(entries)]


def _entries(spec: str) -> tuple[str, ...]:
    """Entries of a member; an unknown name is reported as an unknown metric."""
    name, _ = parse_call(spec)
    folder = next((one for one in reversed(_FOLDERS) if name in plugins.names(one)), "metrics")
    entries: tuple[str, ...] = plugins.load(folder, name).CITATIONS
    return entries
