"""Scores of the reference data, and small tables that are drawn."""

import csv
import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tertium.meta.statistics import Statistic

# Averages as mt-metrics-eval names them.
AVERAGES = {"none": "none", "item": "item", "sys": "system"}


def averages_of(statistic: Statistic) -> tuple[str, ...]:
    """Averages that make sense: a statistic of whole tables has none."""
    return ("none",) if statistic.needs_items else ("none", "system", "item")


def known_answers(folder: Path, name: str) -> Any:
    """Numbers that mt-metrics-eval gave."""
    return json.loads((folder / "stats/mtme" / f"{name}.json").read_text())


def table(scores: list[float | None], systems: int) -> Any:
    """Scores packed by system, None for a missing score."""
    filled = [np.nan if score is None else score for score in scores]
    return np.array(filled, dtype=float).reshape(systems, -1)


@cache
def english_german(folder: Path) -> tuple[Any, dict[str, Any]]:
    """MQM scores of 9 systems on 1,418 segments, and scores of three metrics."""
    packed = (folder / "stats/mtme/input.R1.json.gz").read_bytes()
    data = json.loads(gzip.decompress(packed))
    metrics = {name: np.array(scores, float) for name, scores in data["metrics"].items()}
    return np.array(data["gold"], float), metrics


def rows(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        return list(csv.DictReader(file))


def random_table(random: Any, systems: int, items: int, *, ties: bool = True) -> Any:
    """Scores with few different values, or with as many as there are cells."""
    if ties:
        return random.integers(0, 4, (systems, items)) / 4
    return random.normal(size=(systems, items))


def tables(count: int, systems: int = 5, items: int = 6) -> Any:
    """As many tables of the same size, with ties and missing scores."""
    thousandths = st.integers(-1000, 1000).map(lambda number: number / 1000)
    score = st.one_of(st.integers(-3, 3).map(float), st.just(np.nan), thousandths)
    return st.tuples(st.integers(1, systems), st.integers(1, items)).flatmap(
        lambda shape: st.tuples(
            *(arrays.arrays(np.float64, shape, elements=score) for _ in range(count))
        )
    )
