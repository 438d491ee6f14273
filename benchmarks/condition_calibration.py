"""How often `tertium human compare-conditions` finds a condition that has no effect.

Every replicate designs a campaign of two systems, draws the condition of each screen as campaigns
do (`--reference-share 0.5`), and lets simulated annotators judge: each has a scale, a bias and a
noise of their own, segments differ in difficulty, and outputs in their overlap with the reference.
Without an effect, tests at 5 % should reject 5 % of the time; with a planted effect, the share of
rejections is the power.

    python -m benchmarks.condition_calibration [REPLICATES]
"""

import sys
from typing import Any

import numpy as np

from tertium.campaign.conditions import draw_conditions
from tertium.campaign.design import make_design
from tertium.campaign.settings import CampaignSettings
from tertium.core.formatting import plain_table
from tertium.core.testset import TestSet
from tertium.human.conditions import compare_conditions
from tertium.human.ratings import Ratings
from tertium.human.settings import ConditionSettings
from tertium.inference.binomial import clopper_pearson

SEGMENTS, ANNOTATORS = 140, 4
SETTINGS = ConditionSettings(trials=400)

HEADER = ("design", "judgments", "effect", "number", "rejected", "of", "share", "99 % limits")

# Design, number of outputs to judge (280 are all of them), effect in points, effect of the overlap.
CASES = (
    ("independent", 140, 0.0, 0.0),
    ("independent", 280, 0.0, 0.0),
    ("independent", 560, 0.0, 0.0),
    ("paired", 280, 0.0, 0.0),
    ("independent", 560, 3.0, 0.2),
)


def p_values(
    design: str, judgments: int, effect: float, follow: float, seed: int
) -> dict[str, float]:
    """P-values of the means and of the overlap of one campaign."""
    random = np.random.default_rng(seed)
    testset, overlap = _texts(random)
    settings = CampaignSettings(
        design=design,
        judgments=judgments,
        hit_size=20,
        show="both",
        reference_share=0.5,
        seed=seed,
    )
    made = make_design(testset, settings, ANNOTATORS)
    drawn = draw_conditions([hit.items for hit in made.hits], settings, prefilled=False)
    difficulty = random.normal(60, 12, SEGMENTS)
    quality = {name: difficulty + random.normal(0, 10, SEGMENTS) for name in overlap}
    scales, biases = random.uniform(0.6, 1.2, ANNOTATORS), random.normal(0, 12, ANNOTATORS)
    columns: dict[str, list[Any]] = {}
    for number, (hit, conditions) in enumerate(zip(made.hits, drawn, strict=True)):
        assert hit.annotator is not None
        for item, condition in zip(hit.items, conditions, strict=True):
            (shown,) = item.outputs
            if shown.kind not in ("system", "repeat"):
                continue
            value = quality[shown.system][item.segment]
            if condition == "reference":
                value += effect + follow * (overlap[shown.system][item.segment] - 50)
            value = value * scales[hit.annotator] + biases[hit.annotator] + random.normal(0, 8)
            row = {
                "annotator": f"a{hit.annotator}",
                "system": shown.system,
                "segment": str(item.segment + 1),
                "kind": shown.kind,
                "batch": str(number),
                "condition": condition,
                "value": min(100.0, max(0.0, round(value))),
            }
            for name, cell in row.items():
                columns.setdefault(name, []).append(cell)
    found = compare_conditions(Ratings.of(columns), None, SETTINGS, testset=testset)
    slope, correlation = found.overlap
    return {"mean": found.shifts[0].p, "slope": slope.p, "correlation": correlation.p}


def _texts(random: np.random.Generator) -> tuple[TestSet, dict[str, Any]]:
    """Outputs that keep 20 to 80 % of the words of the reference, and these shares."""
    references = [[f"word{n}x{place}" for place in range(12)] for n in range(SEGMENTS)]
    outputs, kept = {}, {}
    for name in ("a", "b"):
        shares = random.uniform(0.2, 0.8, SEGMENTS)
        keep = random.random((SEGMENTS, 12)) < shares[:, None]
        # The last word tells the outputs of a segment apart.
        outputs[name] = [
            " ".join(word if own else f"{name}{word}" for word, own in zip(words, row, strict=True))
            + f" {name}"
            for words, row in zip(references, keep, strict=True)
        ]
        kept[name] = 100 * keep.mean(axis=1)
    texts = [" ".join(words) for words in references]
    return TestSet.of(systems=outputs, source=texts, references=[texts]), kept


def rows(replicates: int) -> list[list[str]]:
    """One row for each design and number."""
    made = []
    for design, judgments, effect, follow in CASES:
        found = [p_values(design, judgments, effect, follow, seed) for seed in range(replicates)]
        for number in found[0]:
            rejected = sum(one[number] <= 0.05 for one in found)
            low, high = clopper_pearson(rejected, replicates, 0.99)
            share = f"{100 * rejected / replicates:.1f} %"
            limits = f"[{100 * low:.1f}, {100 * high:.1f}] %"
            planted = f"{effect:g} and {follow:g}" if effect else "none"
            case = [design, str(judgments), planted, number, str(rejected), str(replicates)]
            made.append([*case, share, limits])
    return made


if __name__ == "__main__":
    print(plain_table(HEADER, rows(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)))
