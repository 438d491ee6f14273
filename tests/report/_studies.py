"""Results of super-sampling and of accuracy studies, computed once."""

from functools import cache

from tests.report._human import example

import tertium
from tertium.core.testset import TestSet
from tertium.examples import folder
from tertium.meta.accuracy.results import AccuracyStudy
from tertium.meta.supersample.results import SuperSample


@cache
def outputs() -> TestSet:
    """Five systems of the example data, with one run each."""
    systems = folder() / "systems"
    return tertium.read(
        {
            "baseline": systems / "baseline.1.txt",
            **{
                name: systems / f"{name}.txt"
                for name in ("distilled", "finetuned", "large", "pivot")
            },
        },
        references=folder() / "reference.A.en.txt",
    )


@cache
def hybrids() -> SuperSample:
    """Two metrics on 300 hybrids; lower values of one of them are better."""
    return tertium.supersample(
        outputs(), example(), "bleu,ter", task="adequacy", hybrids=300, trials=3
    )


@cache
def verdicts() -> AccuracyStudy:
    """Two metrics with two tests, at two levels."""
    return tertium.accuracy(
        outputs(),
        "bleu,ter",
        ratings=example(),
        task="adequacy",
        test="bootstrap,paired-bootstrap",
        confidence_levels=(0.95, 0.99),
        trials=200,
    )


STUDIES = {"super-sample": hybrids, "accuracy": verdicts}
