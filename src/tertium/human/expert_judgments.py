"""Judgments of the same outputs by experts and by non-experts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError
from tertium.core.notices import Notice
from tertium.core.resampling import ORDERS, generator
from tertium.human.annotator_profiles import first_judgments, outputs_of
from tertium.human.columns import Integers, Mask, Words
from tertium.human.comparisons import TASKS as RELATIVE
from tertium.human.comparisons import Comparisons
from tertium.human.errors import Weights
from tertium.human.groups import grouped
from tertium.human.machines import check_machines, machine_names, of_people
from tertium.human.notices import ExpertsAmongNonExperts
from tertium.human.preparation import check_one_scale, choose, of_known_annotators, scored
from tertium.human.ratings import YES_NO, Ratings

# Votes are counted, and scores are averaged.
VOTES, SCORES = "accuracy", "correlation"


class Panel(NamedTuple):
    """Judgments of a group of annotators, at most one of each output by each annotator.

    Attributes:
        output: Number of the output, or of the pair of outputs, of each judgment.
        annotator: Number of its annotator.
        value: Score, or number of the answer.
    """

    output: Integers
    annotator: Integers
    value: Floats

    @property
    def annotators(self) -> int:
        """Number of annotators."""
        return int(self.annotator.max(initial=-1)) + 1

    def where(self, kept: Mask) -> "Panel":
        """Keep the judgments of some outputs, and number outputs and annotators again."""
        numbers = np.cumsum(kept) - 1
        rows = kept[self.output]
        annotator = np.unique(self.annotator[rows], return_inverse=True)[1].astype(np.int64)
        return Panel(numbers[self.output[rows]], annotator, self.value[rows])

    def times(self, outputs: int) -> Integers:
        """How often each output was judged."""
        return np.bincount(self.output, minlength=outputs).astype(np.int64)


@dataclass(frozen=True)
class Panels:
    """Outputs that experts and non-experts judged.

    Attributes:
        crowd: Judgments of the non-experts.
        experts: Judgments of the experts.
        units: Number of the unit of each output, which are resampled.
        unit: "segment", or "document" if documents are known.
        measure: `SCORES` or `VOTES`.
        task: What was judged.
        languages: The language pair.
        warnings: Limitations.
    """

    crowd: Panel
    experts: Panel
    units: Integers
    unit: str
    measure: str
    task: str
    languages: str
    warnings: tuple[Notice, ...]

    @property
    def outputs(self) -> int:
        """Number of outputs."""
        return len(self.units)

    def where(self, kept: Mask) -> "Panels":
        """Keep some outputs."""
        units = np.unique(self.units[kept], return_inverse=True)[1].astype(np.int64)
        crowd, experts = self.crowd.where(kept), self.experts.where(kept)
        return replace(self, crowd=crowd, experts=experts, units=units)


def join_panels(
    crowd: Ratings,
    experts: Ratings,
    *,
    task: str = "",
    languages: str = "",
    machines: Sequence[str] = (),
    weights: Weights | None = None,
) -> Panels:
    """Join judgments of non-experts and of experts; judgments of machines are excluded.

    Args:
        crowd: Judgments of the non-experts.
        experts: Judgments of the experts.
        task: Annotation task, if there are several.
        languages: The language pair, if there are several.
        machines: Names of machine annotators to include.
        weights: Weights of errors, for judgments that mark errors.
    """
    check_machines(machines, [*machine_names(crowd), *machine_names(experts)])
    files = []
    for ratings in (crowd, experts):
        named = [name for name in machines if name in machine_names(ratings)]
        people = of_people(ratings, named, task=task, languages=languages)
        of_task = of_known_annotators(choose(people, task=task, languages=languages))
        files.append(replace(of_task, filters=()))
    tasks = sorted({one.task.names[0] for one in files})
    if len(tasks) > 1:
        raise UsageError(f"The files hold judgments of different tasks: {' and '.join(tasks)}.")
    files[0], warnings = _without_experts(*files)
    votes = tasks[0] in RELATIVE or tasks[0] == "label"
    if not votes:
        files = [_scored(one, weights) for one in files]
        votes = all(one.answer_scales == (YES_NO,) for one in files)
    together = Ratings.concatenated(files)
    item, output, annotator, value = (
        _comparisons(together) if tasks[0] in RELATIVE else _values(together)
    )
    unit, units = _units(item)
    by_expert = annotator.is_(*files[1].annotator.names)
    of_crowd, of_experts = (
        Panel(output[rows], annotator.select(rows).codes, value[rows])
        for rows in (~by_expert, by_expert)
    )
    of_output = np.zeros(int(output.max(initial=-1)) + 1, dtype=np.int64)
    of_output[output] = units
    measure = VOTES if votes else SCORES
    return Panels(
        of_crowd, of_experts, of_output, unit, measure, tasks[0], _languages(files), warnings
    )


def orders(annotators: int, count: int, seed: int) -> list[Integers]:
    """Draw orders of annotators; all of them, if they are no more.

    The rotations of an order follow it, so that every annotator is first equally often.

    Args:
        annotators: Number of annotators.
        count: Number of orders.
        seed: The same seed gives the same orders.
    """
    if annotators <= 20 and factorial(annotators) <= count:
        return [np.array(one, dtype=np.int64) for one in permutations(range(annotators))]
    random = generator(seed, ORDERS, 0)
    drawn: list[Integers] = []
    while len(drawn) < count:
        order = random.permutation(annotators)
        rotations = min(annotators, count - len(drawn))
        drawn += [np.roll(order, places) for places in range(rotations)]
    return drawn


def first_of(panel: Panel, order: Integers, outputs: int, most: int) -> Floats:
    """Values of the first so many annotators of each output (rows), in an order of annotators."""
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    rows = np.lexsort((place[panel.annotator], panel.output))
    times = panel.times(outputs)
    begins = np.cumsum(times) - times
    values: Floats = panel.value[rows[begins[:, None] + np.arange(most)]]
    return values


def _without_experts(
    crowd: Ratings, experts: Ratings
) -> tuple[Ratings, tuple[ExpertsAmongNonExperts, ...]]:
    """Exclude annotators from the crowd who are among the experts."""
    both = sorted({*crowd.annotator.names} & {*experts.annotator.names})
    if not both:
        return crowd, ()
    rest = crowd.where(~crowd.annotator.is_(*both))
    if not len(rest):
        raise DataError(
            "All annotators of the file are among the experts, too.",
            where=crowd.origin,
            hint="If they are different people, give them different names.",
        )
    return rest, (ExpertsAmongNonExperts(tuple(both)),)


def _scored(ratings: Ratings, weights: Weights | None) -> Ratings:
    """Judgments with one score each; standardized ones, if no others are known."""
    check_one_scale(ratings)
    ratings = replace(scored(ratings, weights), filters=())
    if np.isnan(ratings.value).all():
        ratings = replace(ratings, value=ratings.standardized)
    return ratings


def _values(ratings: Ratings) -> tuple[Words, Integers, Words, Floats]:
    """Segment, output, annotator and value of the first judgments of outputs."""
    if ratings.task.names == ("label",) and ratings.holds("category"):
        value = np.where(ratings.category.is_(""), np.nan, ratings.category.codes)
        ratings = replace(ratings, value=value.astype(np.float64))
    rated = ratings.where(~np.isnan(ratings.value))
    rows = first_judgments(rated)
    if not len(rows):
        raise DataError("No judgment of an output has a value.", where=ratings.origin)
    item, annotator = rated.item.select(rows), rated.annotator.select(rows)
    return item, outputs_of(rated, rows).numbers, annotator, rated.value[rows]


def _comparisons(ratings: Ratings) -> tuple[Words, Integers, Words, Floats]:
    """Segment, pair of outputs, annotator and outcome of the first comparisons of pairs."""
    compared = Comparisons.of(ratings)
    swapped = compared.first > compared.second
    low = np.minimum(compared.first, compared.second)
    pair = grouped(compared.item, low, np.maximum(compared.first, compared.second)).numbers
    rows = np.sort(grouped(compared.annotator, pair).first)
    outcome = np.where(swapped, -compared.outcome, compared.outcome).astype(np.float64)
    item, annotator = compared.item.select(rows), compared.annotator.select(rows)
    return item, pair[rows], annotator, outcome[rows]


def _units(item: Words) -> tuple[str, Integers]:
    """Name and number of the unit of each judgment: its document, or its segment."""
    documents = ["\t".join(name.split("\t")[:2]) for name in item.names]
    if any(name.endswith("\t") for name in documents):
        return "segment", item.codes
    codes = np.unique(np.array(documents), return_inverse=True)[1].astype(np.int64)
    return "document", codes[item.codes]


def _languages(files: Sequence[Ratings]) -> str:
    return next((name for one in files for name in one.languages.names if name), "")


def votes_of(values: Floats, answers: Floats) -> Iterator[Floats]:
    """Share of each answer among the most frequent ones of the first 1, 2, ... judgments.

    Several answers that are equally frequent have equal shares, as if one were drawn at random.

    Args:
        values: Outputs (rows) and judgments in their order.
        answers: All answers.
    """
    counts = np.zeros((len(values), len(answers)))
    for column in values.T:
        counts += column[:, None] == answers
        yield top_shares(counts)


def top_shares(counts: Floats) -> Floats:
    """Share of each answer (columns) among the most frequent ones; 0 without any judgment."""
    most = counts.max(axis=1, keepdims=True)
    top = (counts == most) & (most > 0)
    found: Floats = top / np.maximum(top.sum(axis=1, keepdims=True), 1)
    return found
