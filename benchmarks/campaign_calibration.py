"""How often campaigns of equal systems name a winner, from the design to the ranking.

Every replicate designs a campaign of two equal systems, lets simulated annotators judge all items
(each with a scale, a bias and a noise of their own; segments differ in difficulty), and ranks the
systems with quality control and z-scores. Two one-sided tests at 5 % name a winner in 10 % of the
replicates if their type I error rate is the nominal one.

    python -m benchmarks.campaign_calibration [REPLICATES]
"""

import sys
from typing import Any

import numpy as np

from tertium.campaign.design import make_design
from tertium.campaign.settings import CampaignSettings
from tertium.core.formatting import plain_table
from tertium.core.testset import TestSet
from tertium.human.rank import rank_by_scores
from tertium.human.ratings import Ratings
from tertium.human.settings import RankSettings
from tertium.inference.binomial import clopper_pearson

SEGMENTS, ANNOTATORS, JUDGMENTS = 140, 4, 280
DESIGNS = (("independent", "rank-sum"), ("paired", "rank-sum"), ("paired", "signed-rank"))
ANSWERS = ("slider", "five-point", "yes-no")

HEADER = ("design", "test", "answer", "winners", "of", "share", "99 % limits")


def winner(design: str, test: str, answer: str, seed: int) -> bool:
    """Whether a campaign of two equal systems names a winner."""
    random = np.random.default_rng(seed)
    texts = {
        name: [f"{name} output {n} with several words in it" for n in range(SEGMENTS)]
        for name in ("a", "b")
    }
    testset = TestSet.of(
        systems=texts,
        source=[f"source {n}" for n in range(SEGMENTS)],
        references=[[f"reference {n} with some words" for n in range(SEGMENTS)]],
    )
    settings = CampaignSettings(design=design, judgments=JUDGMENTS, hit_size=60, seed=seed)
    made = make_design(testset, settings, ANNOTATORS)
    difficulty = random.normal(65, 12, SEGMENTS)
    quality = {name: difficulty + random.normal(0, 10, SEGMENTS) for name in texts}
    scales, biases = random.uniform(0.6, 1.2, ANNOTATORS), random.normal(0, 12, ANNOTATORS)
    columns: dict[str, list[Any]] = {}
    for number, hit in enumerate(made.hits):
        assert hit.annotator is not None
        for item in hit.items:
            (shown,) = item.outputs
            true = {"reference": 95.0, "bad_reference": 25.0}.get(shown.kind)
            true = quality[shown.system][item.segment] if true is None else true
            scale, bias = scales[hit.annotator], biases[hit.annotator]
            # Annotators differ less in what they accept than in how they use a scale.
            leaning = bias / 3 if answer == "yes-no" else (scale - 1) * true + bias
            noisy = true + leaning + random.normal(0, 8)
            row = {
                "annotator": f"a{hit.annotator}",
                "system": shown.system,
                "segment": str(item.segment),
                "kind": shown.kind,
                "batch": str(number),
                "scale": answer if answer != "five-point" else "ldc",
                "value": _answered(noisy, answer),
            }
            for name, value in row.items():
                columns.setdefault(name, []).append(value)
    ranked = rank_by_scores(Ratings.of(columns), RankSettings(test=test, trials=0))
    return ranked.systems[0].wins > 0


def _answered(value: float, answer: str) -> float:
    slider = min(100.0, max(0.0, round(value)))
    if answer == "five-point":
        return 1.0 + min(4, slider // 20)
    return slider if answer == "slider" else float(slider >= 55)


def rows(replicates: int) -> list[list[str]]:
    """One row for each design, test and way to answer."""
    made = []
    for design, test in DESIGNS:
        for answer in ANSWERS:
            found = sum(winner(design, test, answer, seed) for seed in range(replicates))
            low, high = clopper_pearson(found, replicates, 0.99)
            share = f"{100 * found / replicates:.1f} %"
            limits = f"[{100 * low:.1f}, {100 * high:.1f}] %"
            made.append([design, test, answer, str(found), str(replicates), share, limits])
    return made


if __name__ == "__main__":
    print(plain_table(HEADER, rows(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)))
