"""What is shown beside the texts, if that varies at random from screen to screen.

A factor, suggested errors or the reference, is present on a share of the screens. The share is the
same in all HITs, to within one screen, so that annotators have both conditions equally often. A
control item has the condition of its original, with which it is compared.
"""

from collections.abc import Sequence
from random import Random

from tertium.campaign.items import Item
from tertium.campaign.settings import CampaignSettings
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.human.factors import PREFILL, REFERENCE, absent, joined


def check_shares(settings: CampaignSettings, context: str, *, prefilled: bool) -> None:
    """Refuse shares of what the campaign does not show.

    Args:
        settings: Settings of the campaign.
        context: Texts shown beside the outputs.
        prefilled: Whether errors are suggested.
    """
    if settings.prefill_share < 1 and not prefilled:
        raise UsageError(
            f"{wording.option('prefill_share')} is a share of the items with suggested errors.",
            hint=f"Give a file of suggested errors with {wording.option('prefill')}.",
        )
    if settings.reference_share < 1 and context != "both":
        raise UsageError(
            f"{wording.option('reference_share')} hides the reference on some items, where the"
            " source must remain.",
            hint=f"Show both: {wording.option('show', 'both')}.",
        )


def draw_conditions(
    hits: Sequence[Sequence[Item]], settings: CampaignSettings, *, prefilled: bool
) -> list[list[str]]:
    """Draw the condition of each screen of each HIT; "" if nothing varies.

    With suggested errors, every screen has a condition, so that files tell which judgments had
    suggestions. A whole document has none: its segments were shown in several conditions.

    Args:
        hits: The screens of each HIT.
        settings: Settings of the campaign.
        prefilled: Whether errors are suggested.
    """
    shares = {PREFILL: settings.prefill_share} if prefilled else {}
    if settings.reference_share < 1:
        shares[REFERENCE] = settings.reference_share
    randoms = {factor: Random(f"{factor} {settings.seed}") for factor in shares}
    found = []
    for items in hits:
        drawn = [_drawn(items, factor, shares[factor], randoms[factor]) for factor in shares]
        found.append([joined(one) for one in zip(*drawn, strict=True)] or [""] * len(items))
    return found


def _drawn(items: Sequence[Item], factor: str, share: float, random: Random) -> list[str]:
    """Draw on which screens of a HIT a factor is present."""
    judged = [_judged(item) for item in items]
    units = [one for one in dict.fromkeys(judged) if one is not None]
    whole, rest = divmod(share * len(units), 1)
    present = random.sample(units, int(whole) + (random.random() < rest))
    names = dict.fromkeys(units, absent(factor)) | dict.fromkeys(present, factor)
    return [names[one] if one is not None else "" for one in judged]


def _judged(item: Item) -> tuple[int, tuple[str, ...]] | None:
    """What a control item has in common with its original; None for a whole document."""
    if item.level == "document":
        return None
    return item.segment, tuple(sorted(output.system for output in item.outputs))
