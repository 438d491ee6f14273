"""What to cite."""

from collections.abc import Sequence

from tertium.api.score import metric, metric_names
from tertium.core.version import VERSION

_TERTIUM = f"""@software{{tertium,
  author  = {{{{The tertium developers}}}},
  title   = {{tertium: machine translation evaluation}},
  version = {{{VERSION}}},
  year    = {{2026}}
}}"""

_PAPERS = {
    "papineni-2002": """@inproceedings{papineni-2002,
  author    = {Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing},
  title     = {{BLEU}: a Method for Automatic Evaluation of Machine Translation},
  booktitle = {Proceedings of the 40th Annual Meeting of the ACL},
  pages     = {311--318},
  year      = {2002}
}""",
    "popovic-2015": """@inproceedings{popovic-2015,
  author    = {Popovi{\\'c}, Maja},
  title     = {chr{F}: character n-gram {F}-score for automatic {MT} evaluation},
  booktitle = {Proceedings of the Tenth Workshop on Statistical Machine Translation},
  pages     = {392--395},
  year      = {2015}
}""",
    "popovic-2017": """@inproceedings{popovic-2017,
  author    = {Popovi{\\'c}, Maja},
  title     = {chr{F}++: words helping character n-grams},
  booktitle = {Proceedings of the Second Conference on Machine Translation},
  pages     = {612--618},
  year      = {2017}
}""",
    "post-2018": """@inproceedings{post-2018,
  author    = {Post, Matt},
  title     = {A Call for Clarity in Reporting {BLEU} Scores},
  booktitle = {Proceedings of the Third Conference on Machine Translation},
  pages     = {186--191},
  year      = {2018}
}""",
    "snover-2006": """@inproceedings{snover-2006,
  author    = {Snover, Matthew and Dorr, Bonnie and Schwartz, Richard and Micciulla, Linnea and
               Makhoul, John},
  title     = {A Study of Translation Edit Rate with Targeted Human Annotation},
  booktitle = {Proceedings of the 7th Conference of the AMTA},
  pages     = {223--231},
  year      = {2006}
}""",
}


def citations(metrics: Sequence[str] = ()) -> list[str]:
    """BibTeX entries of tertium and of the papers that define some metrics, by default all."""
    keys = [key for name in metrics or metric_names() for key in metric(name).citations]
    return [_TERTIUM, *(_PAPERS[key] for key in dict.fromkeys(keys))]
