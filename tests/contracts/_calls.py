"""Calls of the verbs that have settings, each with small data."""

import atexit
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tertium
from tertium.human.ratings import Ratings

WORDS = [
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "while",
    "it",
    "rained",
    "and",
    "nobody",
    "came",
    "by",
    "to",
    "see",
    "her",
    "dog",
]
SEGMENTS = [" ".join(WORDS[number % 5 : number % 5 + 6 + number % 4]) for number in range(12)]
OUTPUTS = {
    "a": [text.replace("cat", "dog") for text in SEGMENTS],
    "b": [" ".join(sorted(text.split())) for text in SEGMENTS],
}
SCORES: dict[str, list[Any]] = {
    "system": list("abcde"),
    "human": [1, 2, 3, 4, 5],
    "ter": [5, 2, 3, 1, 2],
    "bleu": [1, 3, 2, 4, 4],
}


def texts() -> tertium.TestSet:
    return tertium.testset(references=SEGMENTS, systems=OUTPUTS)


@cache
def ratings() -> Ratings:
    judged = [
        (annotator, system, str(segment), task)
        for annotator in "xyz"
        for system in OUTPUTS
        for segment in range(1, 13)
        for task in ("adequacy", "fluency")
    ]
    names = ("annotator", "system", "segment", "task")
    columns: dict[str, list[Any]] = dict(
        zip(names, map(list, zip(*judged, strict=True)), strict=True)
    )
    columns["value"] = [(37 * number) % 101 for number, _ in enumerate(judged)]
    return tertium.read_ratings(columns)


def by_annotators(*names: str) -> Ratings:
    return ratings().where(ratings().annotator.is_(*names))


@cache
def campaign() -> Path:
    """Return the folder of a campaign with a few items."""
    directory = TemporaryDirectory()
    atexit.register(directory.cleanup)
    folder = Path(directory.name, "rehearsed")
    outputs = tertium.testset(
        references=SEGMENTS, systems=OUTPUTS, source=[text.upper() for text in SEGMENTS]
    )
    tertium.new_campaign(outputs, folder, annotators=2, hit_size=20).close()
    return folder


TASK: dict[str, Any] = {"task": "adequacy"}

# Verbs with settings, each with its data.
CALLS: dict[str, Callable[..., Any]] = {
    "score": lambda **given: tertium.score(texts(), **given),
    "compare": lambda **given: tertium.compare(texts(), **given),
    "calibrate": lambda **given: tertium.calibrate(texts(), **given),
    "coverage": lambda **given: tertium.coverage(texts(), **given),
    "plan": lambda **given: tertium.plan(texts(), **given),
    "rank": lambda **given: tertium.rank(ratings(), **TASK | given),
    "gold": lambda **given: tertium.gold(ratings(), ratings(), **given),
    "compare_conditions": lambda **given: tertium.compare_conditions(
        ratings(), ratings(), **TASK | given
    ),
    "agreement": lambda **given: tertium.agreement(
        by_annotators("z"), **{"experts": by_annotators("x", "y")} | TASK | given
    ),
    "quality": lambda **given: tertium.quality(ratings(), **given),
    "correlate": lambda **given: tertium.correlate(SCORES, **given),
    "compare_metrics": lambda **given: tertium.compare_metrics(SCORES, **given),
    "supersample": lambda **given: tertium.supersample(texts(), ratings(), **TASK | given),
    "accuracy": lambda **given: tertium.accuracy(texts(), **{"ratings": ratings()} | TASK | given),
    "tune": lambda **given: tertium.tune(texts(), "chrf", ratings(), **TASK | given),
    "simulate": lambda **given: tertium.simulate(**given),
    "rehearse_campaign": lambda **given: tertium.rehearse_campaign(campaign(), **given),
}
