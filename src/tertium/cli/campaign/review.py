"""Review the work of a market: what to approve and reject, and who gets a bonus."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._outputs import OutputFile, force_option
from tertium.cli._streams import say
from tertium.cli._types import Number
from tertium.core.formatting import counted


@click.command(cls=Command)
@campaign_argument
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    required=True,
    metavar="FILE",
    help="File to write: .csv or .jsonl.",
)
@click.option(
    "--bonus",
    type=Number(float, minimum=0, maximum=1000),
    default=0.0,
    metavar="PERCENT",
    help="Bonus of annotators who pass quality control, in percent of the reward.",
)
@click.option(
    "--hit-reward",
    type=Number(float, minimum=0, maximum=10**6),
    metavar="AMOUNT",
    help="Reward of a HIT, if the results do not say.",
)
@force_option
def command(name: str, output: str, bonus: float, hit_reward: float | None) -> None:
    """Approve and reject the work of a market.

    Writes the results back, with what to approve and what to reject, for upload to the market.
    The work of annotators who fail quality control is rejected, with the reason in the column
    Reject; all other work has an x in the column Approve. Quality control needs ten degraded
    outputs that were judged with their originals: the work of annotators who judged fewer is
    approved, and gets no bonus. Assignments that were approved or rejected before stay as they are.

    With `--bonus 20`, annotators who pass get 20 percent of the reward of each assignment. The list
    is written beside the review: reviewed.bonuses.csv beside reviewed.csv.

    \b
    Examples:
      tertium campaign review news24 -o reviewed.csv
      tertium campaign review news24 -o reviewed.csv --bonus 20
    """
    with opened(name) as campaign:
        done = campaign.review(output, bonus=bonus, hit_reward=hit_reward)
    decided = f"; {done.decided:,} decided before" if done.decided else ""
    say(
        f"Wrote {output}: {counted(done.approved, 'assignment')} to approve, {done.rejected:,} to"
        f" reject{decided}."
    )
    if done.bonus_file:
        bonuses = counted(done.bonuses, "bonus", "bonuses")
        say(f"Wrote {done.bonus_file}: {bonuses}, {done.bonus:.2f} in all.")
