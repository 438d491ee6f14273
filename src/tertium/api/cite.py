"""What to cite."""

from collections.abc import Sequence
from pathlib import Path

from tertium.api.score import metric, metric_names
from tertium.core import plugins
from tertium.core.version import VERSION

_TERTIUM = f"""@software{{tertium,
  author  = {{{{The tertium developers}}}},
  title   = {{tertium: machine translation evaluation}},
  version = {{{VERSION}}},
  year    = {{2026}}
}}"""


def citations(names: Sequence[str] = ()) -> list[str]:
    """BibTeX entries of tertium and of the papers that define metrics and tests, by default all."""
    everything = [*metric_names(), *plugins.names("significance")]
    keys = [key for name in names or everything for key in _keys(name)]
    papers = _papers()
    return [_TERTIUM, *(papers[key] for key in dict.fromkeys(keys))]


def _keys(name: str) -> tuple[str, ...]:
    if name in plugins.names("significance"):
        keys: tuple[str, ...] = plugins.load("significance", name).TEST.citations
        return keys
    return metric(name).citations


def _papers() -> dict[str, str]:
    """All entries of `papers.bib` by key; an empty line separates them."""
    entries = Path(__file__).with_name("papers.bib").read_text(encoding="utf-8").strip()
    return {
        entry[entry.index("{") + 1 : entry.index(",")]: entry for entry in entries.split("\n\n")
    }
