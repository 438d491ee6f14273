"""Simulate a campaign: annotators rate the true quality of its outputs, and tests judge systems.

The first system is better by a given difference, and the others are equal. Within documents that
one annotator judges, the qualities of a system move together, so that differences correlate by
about 0.39, as in the ESA judgments of WMT23.
"""

import warnings
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from tertium.campaign.decisions import CONFIDENCE_LEVEL, needed_systems
from tertium.campaign.items import PlannedScreen, systems_of
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.tasks import load_task
from tertium.core.arrays import Floats
from tertium.core.errors import TertiumError
from tertium.human.annotator_model import KINDS, Annotator, simulated_annotators
from tertium.human.quality_control import quality_control
from tertium.human.rank import default_test, rank_by_comparisons, rank_by_scores
from tertium.human.ratings import Ratings
from tertium.human.settings import RankSettings, RelativeRankSettings
from tertium.inference.corrections import corrected
from tertium.inference.sequential import capital_paths
from tertium.inference.streams import pair_stream

# Mean and standard deviation of the quality of segments, and of each output around it.
_MEAN, _DIFFICULTY, _OUTPUT = 65.0, 12.0, 10.0

# Standard deviation of what the outputs of a system share within a document.
_DOCUMENT = 10.0

# Quality that a degraded output loses, and quality of a reference.
_DEGRADATION, _REFERENCE = 35.0, 95.0

# From this rating on, an annotator answers yes; ratings that are closer than this are tied.
_YES, _TIE = 60.0, 4.0


class Outcome(NamedTuple):
    """What one simulated campaign found."""

    found: bool
    wrong: bool
    judged: int
    unmasked: tuple[bool, ...]


class Simulation:
    """The items of a campaign as arrays, one row for each output on a screen.

    Args:
        screens: All items of the campaign.
        drawn: Places of segments in the order drawn, if the campaign ends when pairs are decided.
        systems: Names of the systems.
        asked: Settings of the campaign.
        counts: Number of annotators of each kind.
    """

    def __init__(
        self,
        screens: Sequence[PlannedScreen],
        drawn: Sequence[int],
        systems: Sequence[str],
        asked: CampaignSettings,
        counts: Mapping[str, int],
    ) -> None:
        self._systems, self._asked, self._counts = tuple(systems), asked, counts
        self._relative = load_task(asked.task).relative
        rows = [
            (number, screen, kind, system)
            for number, screen in enumerate(screens)
            for kind, system in screen.outputs
        ]
        self._screen = np.array([number for number, *_ in rows])
        places = sorted({screen.place for screen in screens})
        index = {place: number for number, place in enumerate(places)}
        self._place = np.array([index[screen.place] for _, screen, *_ in rows])
        self._kind = np.array([kind for *_, kind, _ in rows])
        self._names = [system for *_, system in rows]
        # A shared output is no better than others: it cannot set its systems apart.
        self._shared = np.array([len(systems_of(name)) > 1 for name in self._names])
        numbers = {name: number for number, name in enumerate(systems)}
        self._system = np.array([numbers.get(systems_of(name)[0], 0) for name in self._names])
        named = {screen.annotator for screen in screens} - {None}
        people = len(named) or sum(counts.values())
        order = {owner: number for number, owner in enumerate(sorted(named, key=str))}
        self._people = people
        self._owner = np.array(
            [
                order[screen.annotator] if screen.annotator is not None else screen.hit % people
                for _, screen, *_ in rows
            ]
        )
        documents: dict[str, int] = {}
        of_place = {index[screen.place]: screen.document for screen in screens}
        self._document = np.array(
            [documents.setdefault(of_place[n], len(documents)) for n in range(len(places))]
        )
        self._hits = [str(screen.hit) for _, screen, *_ in rows]
        self._ids = [f"{place}" for place in places]
        self._weights = np.array([screen.weight for _, screen, *_ in rows])
        self._drawn = [index[place] for place in drawn if place in index]

    def play(self, difference: float, random: np.random.Generator) -> Outcome:
        """Simulate one campaign."""
        people = self._annotators(random)
        quality = self._quality(difference, random)
        rated = np.zeros(len(self._place))
        for number, person in enumerate(people):
            own = self._owner == number
            rated[own] = person.rate_all(quality[own], random)
        if self._asked.until == "decided":
            return self._decided(rated, bool(difference), people)
        return self._ranked(rated, bool(difference), people)

    def _annotators(self, random: np.random.Generator) -> list[Annotator]:
        """Annotators of the given kinds in random order; shares of kinds if there are others."""
        total = sum(self._counts.values())
        if total == self._people:
            made = simulated_annotators(self._counts, random)
            return [made[n] for n in random.permutation(total)]
        kinds = list(self._counts)
        shares = np.array(list(self._counts.values())) / total
        drawn = random.choice(len(kinds), self._people, p=shares)
        return [KINDS[kinds[kind]](f"{n}", random) for n, kind in enumerate(drawn)]

    def _quality(self, difference: float, random: np.random.Generator) -> Floats:
        """True quality of each row; the first system is better."""
        size = (len(self._systems), len(self._document))
        true = random.normal(_MEAN, _DIFFICULTY, size[1]) + random.normal(0, _OUTPUT, size)
        if self._asked.context:
            shared = random.normal(0, _DOCUMENT, (size[0], int(self._document.max()) + 1))
            true += shared[:, self._document]
        quality = true[self._system, self._place]
        quality += difference * ((self._system == 0) & ~self._shared)
        quality = np.where(self._kind == "reference", _REFERENCE, quality)
        quality = np.where(self._kind == "bad_reference", quality - _DEGRADATION, quality)
        return np.clip(quality, 0, 100)

    def _decided(self, rated: Floats, better: bool, people: Sequence[Annotator]) -> Outcome:
        """Test all pairs after every segment; decided systems are not judged any more."""
        values = np.full((len(self._systems), len(self._ids)), np.nan)
        for row in np.flatnonzero(self._kind == "system"):
            for name in systems_of(self._names[row]):
                values[self._systems.index(name), self._place[row]] = rated[row]
        ordered = values[:, self._drawn]
        weights = np.ones(len(self._ids))
        weights[self._place] = self._weights
        documents = None
        if self._asked.context:
            documents = [str(self._document[place]) for place in self._drawn]
        pairs = list(combinations(range(len(values)), 2))
        streams = [
            pair_stream(
                ordered[one],
                ordered[other],
                scale=(0, 100),
                weights=weights[self._drawn],
                documents=documents,
            )
            for one, other in pairs
        ]
        differences = np.array([stream.differences * stream.weights for stream in streams])
        paths = capital_paths(differences)
        verdicts: dict[frozenset[str], tuple[int, int]] = {}
        length = differences.shape[1]
        needed_until = {name: length for name in self._systems}
        for moment in range(length):
            if len(verdicts) == len(pairs):
                break
            adjusted = corrected(paths.p[:, moment].tolist(), "holm")
            for number, (one, other) in enumerate(pairs):
                key = frozenset((self._systems[one], self._systems[other]))
                if key not in verdicts and adjusted[number] <= 1 - CONFIDENCE_LEVEL:
                    first = paths.first[number, : moment + 1].max()
                    ahead = first > paths.second[number, : moment + 1].max()
                    verdicts[key] = (one, other) if ahead else (other, one)
                    needed = needed_systems(self._systems, verdicts)
                    for name in self._systems:
                        if name not in needed:
                            needed_until[name] = min(needed_until[name], moment + 1)
        judged = self._judged(needed_until, documents)
        beaten = {worse for best, worse in verdicts.values() if best == 0}
        found = better and len(beaten) == len(self._systems) - 1
        wrong = any(not better or best != 0 for best, _ in verdicts.values())
        return Outcome(found, wrong, judged, self._unmasked(rated, people))

    def _judged(self, needed_until: Mapping[str, int], documents: Sequence[str] | None) -> int:
        """Number of outputs judged, if systems are needed until some segment or document."""
        units = self._drawn if documents is None else list(dict.fromkeys(documents))
        moments = {unit: number for number, unit in enumerate(units)}
        count = 0
        for row, place in enumerate(self._place.tolist()):
            unit = place if documents is None else str(self._document[place])
            limit = max(needed_until.get(name, 0) for name in systems_of(self._names[row]))
            count += moments[unit] < limit
        return count

    def _ranked(self, rated: Floats, better: bool, people: Sequence[Annotator]) -> Outcome:
        """Rank the systems at the planned end."""
        ratings = self._ratings(rated)
        unmasked = self._unmasked(rated, people)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if self._relative:
                    ranking = rank_by_comparisons(ratings, RelativeRankSettings(trials=200))
                else:
                    test = default_test(ratings)
                    if self._asked.design == "paired" and test == "rank-sum":
                        test = "signed-rank"
                    ranking = rank_by_scores(ratings, RankSettings(test=test, trials=0))
        except TertiumError:  # nobody passes quality control
            return Outcome(False, False, len(rated), unmasked)
        clusters: dict[int, list[str]] = {}
        for one in ranking.systems:
            clusters.setdefault(one.cluster, []).append(one.system)
        first = clusters[min(clusters)]
        found = better and first == [self._systems[0]]
        # The true clusters: the better system, and all others.
        wrong = len(clusters) > 1 + found
        return Outcome(found, wrong, len(rated), unmasked)

    def _unmasked(self, rated: Floats, people: Sequence[Annotator]) -> tuple[bool, ...]:
        """Whether each careless annotator fails quality control."""
        if not any(person.careless for person in people):
            return ()
        try:
            found = quality_control(self._ratings(rated)).passed
        except TertiumError:
            return ()
        return tuple(str(n) not in found for n, person in enumerate(people) if person.careless)

    def _ratings(self, rated: Floats) -> Ratings:
        """The answers, as the campaign exports them."""
        columns: dict[str, Any] = {
            "annotator": [str(owner) for owner in self._owner.tolist()],
            "system": self._names,
            "segment": [self._ids[place] for place in self._place.tolist()],
            "document": [f"d{self._document[place]}" for place in self._place.tolist()],
            "task": [self._asked.task] * len(rated),
            "kind": self._kind.tolist(),
            "batch": self._hits,
            "weight": self._weights,
        }
        if self._relative:
            columns["batch"] = [
                f"{hit}:{n}" for hit, n in zip(self._hits, self._screen, strict=True)
            ]
            columns["value"] = self._ranks(rated)
            return Ratings.of(columns)
        columns["scale"] = [self._asked.answer] * len(rated)
        columns["value"] = _answers(rated, self._asked.answer)
        return Ratings.of(columns)

    def _ranks(self, rated: Floats) -> Floats:
        """Ranks within each screen; close ratings are tied, if ties are allowed."""
        ranks = np.ones(len(rated))
        for screen in np.unique(self._screen):
            own = np.flatnonzero(self._screen == screen)
            if self._asked.no_ties:
                ranks[own[np.argsort(-rated[own], kind="stable")]] = 1 + np.arange(len(own))
            else:
                ranks[own] = 1 + (rated[own][None, :] > rated[own][:, None] + _TIE).sum(axis=1)
        return ranks


def _answers(rated: Floats, answer: str) -> Floats:
    """Ratings from 0 to 100 in the form of the answer."""
    if answer == "yes-no":
        return (rated >= _YES).astype(np.float64)
    return 1 + np.round(rated / 25) if answer == "five-point" else rated
