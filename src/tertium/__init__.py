"""Which translation system is better, and how sure can we be?

Verbs: `read`, `score`, `compare`, `plot`, `verify`, `calibrate`, `coverage`, `plan`, `check`,
`convert`; for human judgments `read_ratings`, `rank`, `quality`, `agreement`, `gold`; for metrics
`read_scores`, `score_table`, `correlate`, `compare_metrics`, `supersample`, `accuracy`, `simulate`,
`audit`, `tune`. One-liners: `bleu` and every other metric, as
`tertium.bleu(hypotheses, references)`.
Everything is loaded when first used.
"""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tertium.api.accuracy import accuracy as accuracy
    from tertium.api.agreement import agreement as agreement
    from tertium.api.audit import audit as audit
    from tertium.api.calibrate import calibrate as calibrate
    from tertium.api.check import check as check
    from tertium.api.compare import compare as compare
    from tertium.api.convert import convert as convert
    from tertium.api.correlate import compare_metrics as compare_metrics
    from tertium.api.correlate import correlate as correlate
    from tertium.api.coverage import coverage as coverage
    from tertium.api.describe import describe as describe
    from tertium.api.gold import gold as gold
    from tertium.api.plan import plan as plan
    from tertium.api.quality import quality as quality
    from tertium.api.rank import rank as rank
    from tertium.api.ratings import read_ratings as read_ratings
    from tertium.api.read import read as read
    from tertium.api.results import read_result as read_result
    from tertium.api.results import write_result as write_result
    from tertium.api.score import score as score
    from tertium.api.score_table import read_scores as read_scores
    from tertium.api.score_table import score_table as score_table
    from tertium.api.simulate import simulate as simulate
    from tertium.api.supersample import supersample as supersample
    from tertium.api.tune import tune as tune
    from tertium.api.tune import write_parameters as write_parameters
    from tertium.api.verify import verify as verify
    from tertium.core.testset import TestSet as TestSet
    from tertium.report.charts import plot as plot
    from tertium.text.resources import point_at as point_at

_HOMES = {
    "read": "tertium.api.read",
    "check": "tertium.api.check",
    "calibrate": "tertium.api.calibrate",
    "compare": "tertium.api.compare",
    "convert": "tertium.api.convert",
    "coverage": "tertium.api.coverage",
    "describe": "tertium.api.describe",
    "score": "tertium.api.score",
    "accuracy": "tertium.api.accuracy",
    "supersample": "tertium.api.supersample",
    "agreement": "tertium.api.agreement",
    "gold": "tertium.api.gold",
    "quality": "tertium.api.quality",
    "rank": "tertium.api.rank",
    "read_ratings": "tertium.api.ratings",
    "plan": "tertium.api.plan",
    "read_scores": "tertium.api.score_table",
    "score_table": "tertium.api.score_table",
    "correlate": "tertium.api.correlate",
    "compare_metrics": "tertium.api.correlate",
    "simulate": "tertium.api.simulate",
    "audit": "tertium.api.audit",
    "read_result": "tertium.api.results",
    "write_result": "tertium.api.results",
    "tune": "tertium.api.tune",
    "write_parameters": "tertium.api.tune",
    "verify": "tertium.api.verify",
    "plot": "tertium.report.charts",
    "TestSet": "tertium.core.testset",
    "point_at": "tertium.text.resources",
    "TertiumError": "tertium.core.errors",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from tertium.core.version import VERSION

        return VERSION
    if name in _HOMES:
        found = getattr(import_module(_HOMES[name]), name)
    else:
        from tertium.core import plugins

        if name not in plugins.names("metrics"):
            raise AttributeError(f"module 'tertium' has no attribute {name!r}")
        from tertium.api.score import score_lists

        found = partial(score_lists, name)
    globals()[name] = found  # so that the next time Python finds it by itself
    return found


def __dir__() -> list[str]:
    from tertium.core import plugins

    return sorted([*_HOMES, *plugins.names("metrics"), "__version__"])
