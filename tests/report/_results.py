"""Comparisons to make tables, charts and pages of: computed once, then read again from JSON."""

import json
from functools import cache

import tertium
from tertium.comparison.comparison_result import Comparison
from tertium.core.testset import TestSet
from tertium.examples import folder

TRIALS = 300


def example(*systems: str) -> TestSet:
    """Systems of the example data, the baseline with its three runs."""
    news = folder()
    files = {name: "baseline.*" if name == "baseline" else name for name in systems}
    return tertium.read(
        [f"{name}={news}/systems/{file}.txt" for name, file in files.items()],
        references=[f"{news}/reference.A.en.txt"],
        documents=f"{news}/documents.tsv",
    )


def again(result: Comparison) -> Comparison:
    """What a result file holds."""
    return Comparison.from_dict(json.loads(json.dumps(result.to_dict())))


@cache
def beside_baseline() -> Comparison:
    """Three systems beside a baseline, two tests."""
    testset = example("pivot", "large", "distilled", "finetuned")
    tests = "approximate-randomization,bootstrap"
    return again(tertium.compare(testset, "bleu,ter", test=tests, trials=TRIALS))


@cache
def of_two() -> Comparison:
    """Two systems, one metric, one test: nothing to correct for."""
    return again(tertium.compare(example("large", "distilled"), "bleu", trials=TRIALS))


@cache
def of_all_pairs() -> Comparison:
    """Every system with every other, without a baseline."""
    testset = example("pivot", "large", "distilled", "finetuned", "baseline")
    return again(tertium.compare(testset, "bleu,ter", all_pairs=True, trials=TRIALS))


@cache
def of_runs() -> Comparison:
    """A system of three runs beside a single one, on the scale from 0 to 1."""
    return again(tertium.compare(example("large", "baseline"), "gleu", trials=TRIALS))


@cache
def of_one_side() -> Comparison:
    """Every system asked to be better than every other."""
    testset = example("pivot", "large", "distilled")
    return again(
        tertium.compare(testset, "bleu", all_pairs=True, alternative="greater", trials=TRIALS)
    )


@cache
def of_odd_names() -> Comparison:
    """Names that HTML, LaTeX and JavaScript could take for their own, and identical outputs."""
    good = ["the cat sat on the mat", "it was a dark and stormy night", "rain fell all day"] * 4
    poor = ["the cat", "it was a night", "rain fell"] * 4
    return again(
        tertium.compare(
            TestSet.of(
                references=[good],
                systems={"</script><b>&_%": poor, "копия": poor, "x" * 80: good},
            ),
            "bleu,length-ratio",
            all_pairs=True,
            trials=TRIALS,
        )
    )


RESULTS = {
    "beside a baseline": beside_baseline,
    "of two": of_two,
    "of all pairs": of_all_pairs,
    "of runs": of_runs,
    "of one side": of_one_side,
    "of odd names": of_odd_names,
}
