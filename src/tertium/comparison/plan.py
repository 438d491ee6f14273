"""Plan: how large must a study be to detect a difference?

Studies are simulated from the present test set: units are drawn with replacement, as many as the
study has, and tested. A few training runs are too few to draw from, so plans of runs use a t-test.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

from tertium.comparison.mixing import chances, improvement, mixed
from tertium.comparison.plan_result import Plan, PowerAt
from tertium.comparison.settings import PlanSettings
from tertium.core import executor, wording
from tertium.core.arrays import Floats
from tertium.core.errors import UsageError
from tertium.core.formatting import counted, is_or_are
from tertium.core.intervals import Interval
from tertium.core.resampling import STUDIES, generator
from tertium.core.sample import Pair, Sample
from tertium.core.stats import Scorer
from tertium.core.study_sample import StudySample
from tertium.core.version import VERSION
from tertium.inference.binomial import clopper_pearson
from tertium.inference.power import needed_size, size_of, two_sample_power
from tertium.significance import Test, make_tests

# Sizes at which studies are simulated, as multiples of the best guess; and the number of guesses.
_AROUND = (0.6, 0.85, 1.2, 1.7)
_GUESSES = 4

# The present size is simulated too, unless it differs from the guess by more than this factor.
_FAR = 4


# Stands for the size of a difference in hints.
POINTS = wording.Placeholder("POINTS")

# About how many sizes are simulated.
STEPS = len(_AROUND) + 1


def plan_study(collected: StudySample, settings: PlanSettings) -> Plan:
    """Estimate how many segments, documents or runs are needed to detect a difference.

    Args:
        collected: The sample of two systems, and the data it comes from.
        settings: How the study is planned.
    """
    return _Planning(collected, settings).result()


@dataclass(frozen=True)
class _Studies:
    """Simulates studies of a size by their number, each with its own random key."""

    sample: Sample
    pair: Pair
    chances: Floats
    test: Test
    alpha: float
    size: int
    seed: int
    first: int

    def __call__(self, number: int) -> bool:
        """Whether a study detects which system is better."""
        random = generator(self.seed, STUDIES, self.first + number)
        drawn = random.integers(0, self.sample.units, self.size)
        swapped = (random.random(self.size) < self.chances[drawn]).astype(float)
        rows = {name: tuple(run[drawn] for run in self.sample.rows[name]) for name in self.pair}
        study = mixed(replace(self.sample, rows=rows), self.pair, swapped)
        test = replace(self.test, seed=int(random.integers(2**63)))
        ((outcome,),) = test.run(study, [self.pair])
        return outcome.p <= self.alpha and improvement(study, self.pair) > 0


@dataclass(frozen=True)
class _Planning:
    """Computes a plan."""

    collected: StudySample
    settings: PlanSettings

    def result(self) -> Plan:
        if len(self.sample.rows) != 2:
            raise UsageError(
                f"A plan needs two systems, not {len(self.sample.rows)}.",
                hint="Name the two systems whose difference is to be detected.",
            )
        if len(self.sample.metrics) > 1:
            raise UsageError(f"A plan needs one metric, not {len(self.sample.metrics)}.")
        if math.isnan(self.observed):
            raise UsageError(f"{self.metric.title} is undefined for these outputs.")
        return self._in_runs() if self.settings.vary == "runs" else self._in_test_set()

    @property
    def sample(self) -> Sample:
        return self.collected.sample

    @property
    def metric(self) -> Scorer:
        return self.sample.metrics[0]

    @cached_property
    def pair(self) -> Pair:
        """The better system first."""
        one, two = self.sample.systems
        better = improvement(self.sample, Pair(one, two)) >= 0
        return Pair(one, two) if better else Pair(two, one)

    @cached_property
    def observed(self) -> float:
        return improvement(self.sample, self.pair)

    @cached_property
    def difference(self) -> float:
        """The difference to detect."""
        if self.settings.difference is not None:
            return float(self.settings.difference)
        if not self.observed > 0:
            raise UsageError(
                f"{self.pair.system} and {self.pair.other} score the same: there is no difference"
                " to detect.",
                hint=f"Give the difference to detect: {wording.option('difference', POINTS)}.",
            )
        return self.observed

    def deviation(self, sample: Sample) -> float:
        """Standard deviation of the difference from the choice of units (s_sel)."""
        drawn = sample.bootstrap(self.settings.trials, self.settings.seed).systems
        return float(sample.improvements([self.pair], drawn).std(ddof=1))

    def shown(self, value: float) -> str:
        return f"{value:.{2 + self.metric.digits}f} {self.metric.title}"

    def _plan(
        self, vary: str, at_hand: int, sizes: Sequence[PowerAt], needed: float, basis: Sequence[str]
    ) -> Plan:
        ((signature, own_signature),) = self.collected.signatures
        system, other = self.pair
        return Plan(
            tertium=VERSION,
            settings=self.settings,
            data=self.collected.data,
            metric=str(self.metric),
            title=self.metric.title,
            digits=self.metric.digits,
            signature=signature,
            own_signature=own_signature,
            better=system,
            other=other,
            observed=self.observed,
            difference=self.difference,
            vary=vary,
            at_hand=at_hand,
            sizes=tuple(sorted(sizes, key=lambda one: one.size)),
            needed=needed,
            answer=self._answer(vary, at_hand, sizes, needed),
            basis=(
                f"The observed difference is {self.shown(self.observed)}: {system} is better than"
                f" {other}.",
                *basis,
            ),
        )

    def _answer(self, vary: str, at_hand: int, sizes: Sequence[PowerAt], needed: float) -> str:
        difference = f"a difference of {self.shown(self.difference)}"
        detect = f"to detect {difference} with power {self.settings.power:g}"
        if math.isinf(needed):
            return f"{max(one.size for one in sizes):,} {vary} are not enough {detect}."
        if needed > self.settings.limit:
            more = f"More than {self.settings.limit:,} {vary}, about {_rounded(needed):,},"
            return f"{more} are needed {detect}."
        times = f"{needed / at_hand:.2g} times the present {at_hand:,}"
        return f"About {_rounded(needed):,} {vary} ({times}) are needed {detect}."

    # --- More units: simulated studies ----------------------------------------------------------

    def _in_test_set(self) -> Plan:
        settings, sample = self.settings, self.sample
        if sample.units < 2:
            raise UsageError(f"A plan needs at least two {settings.level}s.")
        test, swapped = self._test(), chances(sample, self.pair, self.difference)
        coins = generator(settings.seed, STUDIES, 0).random(sample.units) < swapped
        by_theory = needed_size(
            sample.units,
            self.deviation(mixed(sample, self.pair, coins.astype(float))),
            self.difference,
            power=settings.power,
            alpha=settings.alpha,
        )
        detected, needed = self._simulated(test, swapped, by_theory)
        basis = [
            *self._imposed(swapped),
            f"Power: share of studies in which {test.name} gives p <= {settings.alpha:g}.",
            f"By the normal approximation, about {_rounded(by_theory):,} {settings.level}s are"
            " needed.",
        ]
        sizes = [self._power_at(size, hits) for size, hits in detected.items()]
        return self._plan(f"{settings.level}s", sample.units, sizes, needed, basis)

    def _test(self) -> Test:
        settings = self.settings
        (test,) = make_tests([settings.test], trials=settings.trials)
        reason = test.reason_untestable(self.sample, self.pair)
        if reason:
            raise UsageError(f"{test.name} does not apply to these systems: {reason}.")
        fewest = math.ceil(round(1 / settings.alpha, 9)) - 1
        if test.trials < fewest:
            wanted = f"at least {fewest}, for p <= {settings.alpha:g}"
            raise settings.bad_value("trials", wanted, test.trials)
        return test

    def _simulated(self, test: Test, swapped: Floats, guess: float) -> tuple[dict[int, int], float]:
        """Number of studies of each size that detect the difference; and the needed size."""
        settings, at_hand = self.settings, self.sample.units
        detected: dict[int, int] = {}
        needed = guess
        for _ in range(_GUESSES):
            if guess > settings.limit:
                break
            sizes = {max(2, _rounded(factor * guess)) for factor in _AROUND}
            if guess / _FAR <= at_hand <= guess * _FAR:
                sizes.add(at_hand)
            for size in sorted(sizes - detected.keys()):
                detected[size] = self._detected(test, swapped, size, len(detected))
            replicates = [settings.replicates] * len(detected)
            needed = size_of([*detected], [*detected.values()], replicates, settings.power)
            if min(detected) <= needed <= max(detected):
                break
            if math.isnan(needed):  # all studies detect the difference
                needed = min(detected)
            guess = max(detected) * 2 if math.isinf(needed) else needed
        return detected, needed

    def _detected(self, test: Test, swapped: Floats, size: int, number: int) -> int:
        settings = self.settings
        task = _Studies(
            sample=self.sample.bare,
            pair=self.pair,
            chances=swapped,
            test=test,
            alpha=settings.alpha,
            size=size,
            seed=settings.seed,
            first=1 + number * settings.replicates,
        )
        return sum(executor.active().map(task, settings.replicates))

    def _power_at(self, size: int, detected: int) -> PowerAt:
        replicates = self.settings.replicates
        return PowerAt(
            size, detected / replicates, clopper_pearson(detected, replicates), replicates
        )

    def _imposed(self, swapped: Floats) -> Sequence[str]:
        """How simulated studies get the difference."""
        share, level = f"{100 * swapped.max():.2g} %", self.settings.level
        if not swapped.any():
            return []
        if swapped.all():
            return [f"Simulated studies have this difference: {share} of {level}s are swapped."]
        return [
            f"Simulated studies have this difference: {share} of {level}s on which"
            f" {self.pair.other} is better are swapped."
        ]

    # --- More runs: by theory -------------------------------------------------------------------

    def _in_runs(self) -> Plan:
        """Plan the runs of a permutation test of runs; a t-test has about the same power."""
        settings, difference = self.settings, self.difference
        if settings.test not in (PlanSettings.test, "run-permutation"):
            wanted = "run-permutation, where runs vary"
            raise settings.bad_value("test", wanted, settings.test)
        runs = {name: len(self.sample.rows[name]) for name in self.pair}
        for name, number in runs.items():
            if number < 2:
                raise UsageError(
                    f"{name} has a single run; a plan of runs needs at least two.",
                    hint="Give several: NAME=FILE,FILE,FILE.",
                )
        deviation = self.run_deviation
        fewest = next(n for n in count(2) if 2 / math.comb(2 * n, n) <= settings.alpha)

        def power(size: int) -> float:
            if size < fewest:
                return 0.0
            return two_sample_power(size, deviation, difference, settings.alpha)

        needed = self._needed_runs(0)
        if needed <= settings.limit:
            needed = next(n for n in count(max(fewest, int(needed))) if power(n) >= settings.power)
        at_hand = min(runs.values())
        sizes = {at_hand, fewest, *(max(2, _rounded(factor * needed)) for factor in (*_AROUND, 1))}
        sizes = {size for size in sizes if size <= settings.limit}
        basis = [
            f"Power: of a t-test with s_opt = {self.shown(deviation)}, a rough estimate from"
            f" {' and '.join(map(str, runs.values()))} runs.",
            f"A permutation of fewer than {fewest} runs of each system cannot give"
            f" p <= {settings.alpha:g}.",
            self._elsewhere(),
        ]
        return self._plan(
            "runs",
            at_hand,
            [PowerAt(size, power(size), Interval.undefined(), 0) for size in sizes],
            needed,
            basis,
        )

    @cached_property
    def run_deviation(self) -> float:
        """Standard deviation of runs, pooled over both systems (s_opt)."""
        variances = [self.sample.run_scores(name).var(ddof=1) for name in self.pair]
        return math.sqrt(sum(map(float, variances)) / 2)

    def _needed_runs(self, variance: float) -> float:
        """Number of runs needed by the normal approximation, with an additional variance."""
        settings = self.settings
        # The difference of two runs has the variance of both.
        alone = 2 * self.run_deviation**2
        needed = needed_size(
            1, 1, self.difference, power=settings.power, alpha=settings.alpha
        )  # per unit of variance
        left = 1 / needed - variance
        return alone / left if left > 0 else math.inf

    def _elsewhere(self) -> str:
        """How many runs are needed if the choice of segments varies too."""
        deviation = self.deviation(self.sample)
        needed = self._needed_runs(deviation**2)
        scope = f"To generalize to other {self.settings.level}s (s_sel = {self.shown(deviation)})"
        if math.isinf(needed):
            return f"{scope}, no number of runs is enough."
        runs = math.ceil(needed)
        return f"{scope}, about {counted(runs, 'run')} {is_or_are(runs)} needed."


def _rounded(size: float) -> int:
    """Round a size to two digits, which is its precision; round small sizes up."""
    if size < 100:
        return math.ceil(size)
    return int(round(size, 1 - math.floor(math.log10(size))))
