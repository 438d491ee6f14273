"""Human verdicts on all pairs of systems of a test set."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tertium.core.judgments import Judgments
from tertium.human import ranking
from tertium.human.gold import GoldStandard
from tertium.human.join import HumanScores, Joined
from tertium.human.matching import match_names
from tertium.human.settings import RESAMPLED, RankSettings
from tertium.inference.verdicts import PValues
from tertium.meta.accuracy.settings import AccuracySettings


@dataclass(frozen=True)
class HumanVerdicts:
    """Human verdicts on the systems of a test set, and where they come from.

    Attributes:
        gold: The verdicts on all pairs of systems.
        judgments: The human judgments; None if verdicts were given.
        joined: How the judgments were joined with the outputs.
        without: Outputs without a verdict.
        unknown: Systems with a verdict that are not among the outputs.
    """

    gold: GoldStandard
    judgments: Judgments | None = None
    joined: Joined | None = None
    without: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def verdicts_from_scores(human: HumanScores, settings: AccuracySettings) -> HumanVerdicts:
    """Verdicts by one-sided tests of human scores, as in `tertium human rank`.

    They are rank-sum tests; approximate randomization if segments have unequal weights.
    """
    if len(human.systems) < 2:  # the study refuses a single system with any gold standard
        single = GoldStandard(PValues(human.systems, ((math.nan,),)), {}, "")
        return HumanVerdicts(single, human.data, human.joined)
    ranked = ranking.rank(
        human.ratings,
        RankSettings(
            scale=human.judged.scale,
            level=settings.human_level,
            test=RESAMPLED if human.judged.weighted else RankSettings.test,
            trials=settings.trials if human.judged.weighted else 0,
            seed=settings.seed if human.judged.weighted else RankSettings.seed,
        ),
    )
    source = f"{ranked.signature}|judgments:{human.data.digest}"
    return HumanVerdicts(GoldStandard(ranked.p_values, {}, source), human.data, human.joined)


def verdicts_from_gold(
    gold: GoldStandard, outputs: Sequence[str], rename: Mapping[str, str]
) -> HumanVerdicts:
    """Verdicts on the systems that are among the outputs, by the names of the outputs.

    Args:
        gold: The verdicts on all pairs of systems.
        outputs: Names of the outputs.
        rename: Names of outputs, by those in the gold standard.
    """
    systems = gold.p_values.systems
    names = match_names(outputs, systems, rename)
    kept = tuple(name for name in systems if name in names)

    def restricted(p_values: PValues) -> PValues:
        return PValues(tuple(names[name] for name in kept), p_values.ordered(kept).matrix)

    at_levels = {
        confidence_level: restricted(p_values)
        for confidence_level, p_values in gold.at_levels.items()
    }
    return HumanVerdicts(
        GoldStandard(restricted(gold.p_values), at_levels, gold.source),
        without=tuple(sorted(set(outputs) - set(names.values()))),
        unknown=tuple(sorted(set(systems) - names.keys())),
    )
