"""Verdicts on pairs of systems: the outcomes of significance tests in words."""

import math
from dataclasses import dataclass

from tertium.comparison.comparison_result import Tested
from tertium.comparison.settings import CompareSettings
from tertium.core.formatting import counted
from tertium.core.sample import Pair
from tertium.inference.verdicts import Improvement, Verdict, printed, sentence, verdict
from tertium.significance import SCOPES, Test


@dataclass(frozen=True)
class Wording:
    """Words the outcomes of tests.

    Attributes:
        settings: How systems were compared.
        tests: The significance tests; verdicts use the first.
        hypotheses: Number of comparisons that are corrected together.
    """

    settings: CompareSettings
    tests: tuple[Test, ...]
    hypotheses: int

    def verdict(
        self,
        pair: Pair,
        improvement: Improvement,
        found: tuple[Tested, ...],
        *,
        several_runs: bool,
    ) -> str:
        """Say which system of a pair is better.

        With several runs, there is a verdict for these outputs and a verdict for the
        training procedure.

        Args:
            pair: The systems.
            improvement: How much better the first of them is.
            found: The outcomes of the tests.
            several_runs: Whether any of the systems has several training runs.
        """
        first, tested = self.tests[0], found[0]
        judged = self._judged(pair, improvement, tested)
        text = sentence(judged, improvement, self._basis(first, tested, judged), first.alternative)
        if several_runs:
            text = f"For {first.question}, {text} {self._other_scope(pair, improvement, found)}"
        return f"{text} {first.flaw}" if first.flaw else text

    def _judged(self, pair: Pair, improvement: Improvement, tested: Tested) -> Verdict:
        return verdict(
            *pair,
            improvement=improvement.value,
            p=tested.corrected,
            confidence_level=self.settings.confidence_level,
        )

    def _other_scope(self, pair: Pair, improvement: Improvement, found: tuple[Tested, ...]) -> str:
        """Verdict for the scope that the first test does not apply to."""
        other = next(s for s in SCOPES.values() if s.question != self.tests[0].question)
        for test, tested in zip(self.tests, found, strict=True):
            if test.question != other.question:
                continue
            judged = self._judged(pair, improvement, tested)
            basis, more = self._basis(test, tested, judged), improvement.words[0]
            if judged.better is None:
                return f"For {other.question}, there is no significant difference ({basis})."
            loser = pair.other if judged.better == pair.system else pair.system
            return f"For {other.question}, {judged.better} is {more} than {loser} ({basis})."
        return f"Whether this holds for {other.question} was not tested; {other.test} tests it."

    def _basis(self, test: Test, tested: Tested, judged: Verdict) -> str:
        """Name the test, its p-value and, if it is significant, the count of trials."""
        if tested.reason:
            return tested.reason
        sided = [] if test.alternative == "two-sided" else ["one-sided"]
        words = [test.title, *sided, self._p(test, tested)]
        if self.hypotheses > 1 and self.settings.correction != "none":
            method = self.settings.correction.title()
            words.append(f"{method}-corrected for {counted(self.hypotheses, 'comparison')}")
        text = ", ".join(words)
        if judged.better is None:
            return text
        return f"{text}: {test.evidence(tested.count, tested.trials, exact=tested.exact)}"

    def _p(self, test: Test, tested: Tested) -> str:
        """Format the corrected p-value; its upper bound if no trial was counted."""
        if tested.count or tested.exact:
            return f"p = {printed(tested.corrected)}"
        # The p-value reported is (0 + 1) / (B + 1), the smallest that B trials can give.
        below = tested.corrected * (tested.trials + 1) / tested.trials or 1 / tested.trials
        return f"p < {printed(_rounded_up(below))}"


def _rounded_up(p: float) -> float:
    """Round up to the printed digits, so that the bound stays valid."""
    step = min(1e-4, 10.0 ** math.floor(round(math.log10(p), 9)))
    return math.ceil(round(p / step, 6)) * step
