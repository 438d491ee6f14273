"""What to cite."""

from collections.abc import Sequence
from pathlib import Path

from tertium.api.score import metric, metric_names
from tertium.core.version import VERSION

_TERTIUM = f"""@software{{tertium,
  author  = {{{{The tertium developers}}}},
  title   = {{tertium: machine translation evaluation}},
  version = {{{VERSION}}},
  year    = {{2026}}
}}"""


def citations(metrics: Sequence[str] = ()) -> list[str]:
    """BibTeX entries of tertium and of the papers that define some metrics, by default all."""
    keys = [key for name in metrics or metric_names() for key in metric(name).citations]
    papers = _papers()
    return [_TERTIUM, *(papers[key] for key in dict.fromkeys(keys))]


def _papers() -> dict[str, str]:
    """All entries of `papers.bib` by key; an empty line separates them."""
    entries = Path(__file__).with_name("papers.bib").read_text(encoding="utf-8").strip()
    return {
        entry[entry.index("{") + 1 : entry.index(",")]: entry for entry in entries.split("\n\n")
    }
