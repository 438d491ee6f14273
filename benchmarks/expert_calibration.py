"""Coverage of the confidence intervals of `tertium human agreement --experts`.

Annotators are fixed: each has a bias and a noise of their own, those of experts are smaller. Every
replicate draws new segments. The true agreement is that on a very large number of segments. Counted
are 95 % intervals that contain the true agreement of one expert and of non-experts, the true
differences, and how often the limits of the number of non-experts that equal one expert contain the
true number.

    python -m benchmarks.expert_calibration [REPLICATES]
"""

import sys
from typing import Any

import numpy as np

import tertium
from tertium.core.formatting import plain_table
from tertium.human.expert_agreement import ExpertAgreement
from tertium.human.ratings import Ratings
from tertium.inference.binomial import clopper_pearson

# Answers, number of segments, non-experts, judgments of an output by them, experts.
CASES = (
    ("scores", 100, 8, 8, 3),
    ("scores", 300, 8, 8, 3),
    ("scores", 100, 20, 5, 2),
    ("scores", 300, 20, 5, 2),
    ("yes-no", 100, 8, 8, 3),
    ("yes-no", 300, 20, 5, 2),
)
LARGE = 20_000
HEADER = ("answers", "segments", "non-experts", "of", "experts", "number", "covered", "99 % limits")


def judgments(case: tuple[str, int, int, int, int], segments: int, seed: int) -> list[Ratings]:
    """Judgments of non-experts and of experts on new segments."""
    answers, _, non_experts, times, experts = case
    annotators, random = np.random.default_rng(11), np.random.default_rng(seed)
    quality = random.normal(50, 8, segments)
    made = []
    for size, per_output, spread, noises in (
        (non_experts, times, 4.0, (10.0, 20.0)),
        (experts, experts, 2.0, (6.0, 8.0)),
    ):
        biases, noise = annotators.normal(0, spread, size), annotators.uniform(*noises, size)
        judged = random.random((segments, size)).argsort(axis=1)[:, :per_output]
        values = (
            quality[:, None] + biases[judged] + noise[judged] * random.normal(size=judged.shape)
        )
        values = np.where(values > 50, 1.0, 0.0) if answers == "yes-no" else np.clip(values, 0, 100)
        columns: dict[str, Any] = {
            "annotator": [f"{size}-{number}" for number in judged.ravel()],
            "system": ["a"] * judged.size,
            "segment": [str(number) for number in np.repeat(np.arange(segments), per_output)],
            "value": values.ravel(),
            "scale": ["yes-no" if answers == "yes-no" else "slider"] * judged.size,
        }
        made.append(Ratings.of(columns))
    return made


def measured(case: tuple[str, int, int, int, int], segments: int, seed: int) -> ExpertAgreement:
    """Agreement on new segments."""
    crowd, experts = judgments(case, segments, seed)
    found = tertium.agreement(
        crowd,
        experts=experts,
        trials=1 if segments == LARGE else 400,
        orders=40,
        seed=seed,
    ).experts
    assert found is not None
    return found


def covered(found: ExpertAgreement, truth: ExpertAgreement) -> dict[str, bool]:
    """Which intervals contain the true numbers."""
    middle = len(found.steps) // 2
    contained = {
        "one expert": found.expert_interval.low <= truth.expert <= found.expert_interval.high
    }
    for place in (0, middle, -1):
        step, true = found.steps[place], truth.steps[place]
        name = f"{true.non_experts}"
        contained[name] = step.interval.low <= true.agreement <= step.interval.high
        limits = step.difference_interval
        contained[f"{name} minus expert"] = limits.low <= true.difference <= limits.high
    number = truth.equal or np.inf
    contained["number that equals"] = (
        (found.at_least or np.inf) <= number <= (found.at_most or np.inf)
    )
    return contained


def rows(replicates: int) -> list[list[str]]:
    """One row for each case and number."""
    made = []
    for case in CASES:
        truth = measured(case, LARGE, 2**40)
        found = [covered(measured(case, case[1], seed), truth) for seed in range(replicates)]
        for name in found[0]:
            count = sum(one[name] for one in found)
            low, high = clopper_pearson(count, replicates, 0.99)
            share = f"{100 * count / replicates:.1f} %"
            limits = f"[{100 * low:.1f}, {100 * high:.1f}] %"
            shown = f"{name} ({truth.equal})" if name == "number that equals" else name
            made.append([*map(str, case), shown, share, limits])
    return made


if __name__ == "__main__":
    print(plain_table(HEADER, rows(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)))
