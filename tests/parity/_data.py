"""The sets of `data/metrics` in the reference data: inputs and expected values."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.metrics import metric

SETS = ("wmt22-de-en", "multeval-example", "multeval-set1")

# One set is enough for every day.
SOME_SLOW = [SETS[0], *(pytest.param(name, marks=pytest.mark.slow) for name in SETS[1:])]


@cache
def lines(folder: Path, name: str) -> list[str]:
    return gzip.open(folder / "inputs" / f"{name}.txt.gz").read().decode().split("\n")[:-1]


@cache
def expected(folder: Path, name: str) -> Any:
    return json.load(gzip.open(folder / f"{name}.json.gz"))


@cache
def manifest(folder: Path) -> dict[str, Any]:
    return json.loads((folder.parent / "manifest.json").read_text())[folder.name]


@cache
def testset(folder: Path, references: str, segments: int) -> TestSet:
    """All systems against one reference, or "all" of them; the first so many segments."""
    entry = manifest(folder)
    chosen = entry["refs"] if references == "all" else [references]
    return TestSet.of(
        references={name: lines(folder, name)[:segments] for name in chosen},
        systems={name: lines(folder, name)[:segments] for name in entry["systems"]},
    )


def made_for_tokens(folder: Path, name: str, **parameters: str) -> Metric:
    """Give a metric with the tokenizer whose tokens the programs of `other_metrics` were given."""
    tokens = expected(folder, "other_metrics")["tokens"]
    tok = {"sacreBLEU 13a tokens (mixed case)": "13a", "split on white space": "none"}[tokens]
    given = ",".join(f"{key}={value}" for key, value in {"tok": tok, **parameters}.items())
    return metric(f"{name}({given})")
