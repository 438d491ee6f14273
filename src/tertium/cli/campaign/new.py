"""Make a campaign from the files of a test set."""

from typing import Any

import click

from tertium.cli._campaign import campaign_argument
from tertium.cli._people import people_of
from tertium.cli._results import format_option
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._streams import say
from tertium.cli._testset import take_inputs, testset_options
from tertium.core.errors import UsageError

# Settings of a campaign that its plan does not depend on.
_NOT_PLANNED = ("lease", "interface", "most_failed_checks", "tutorial_pass", "prolific_codes")


@click.command(
    cls=SettingsCommand,
    settings=[
        "tertium.campaign.settings:CampaignSettings",
        "tertium.campaign.settings:CostSettings",
    ],
    without=["select_metric"],
)
@campaign_argument
@testset_options
@click.option(
    "--annotators",
    metavar="NUMBER|NAME,...",
    help="Number of annotators, or their names.  [default: 1]",
)
@click.option(
    "--pool", is_flag=True, help="Let whoever has the joining link work, until the work is done."
)
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="PostgreSQL database (postgresql://...); by default an SQLite file in the folder.",
)
@click.option(
    "--tutorial",
    default="",
    metavar="FILE",
    help="Items with feedback that annotators answer before the work (JSONL).",
)
@click.option(
    "--attention-checks",
    default="",
    metavar="FILE",
    help="Items whose right answer is known, mixed with the others (JSONL).",
)
@click.option(
    "--form", default="", metavar="FILE", help="Questions to annotators before the work (TOML)."
)
@click.option(
    "--pilot",
    multiple=True,
    metavar="FILE",
    help="Judgments of a pilot, from which the plan takes the standard deviation (repeatable).",
)
@click.option(
    "--prefill",
    multiple=True,
    metavar="FILE",
    help="Suggest the errors of ratings with spans to annotators who mark errors (repeatable).",
)
@click.option(
    "--questions",
    default="",
    metavar="FILE",
    help="Comprehension questions on segments (JSONL), with --task comprehension.",
)
@click.option(
    "--media",
    default="",
    metavar="DIR",
    help="Show an audio, video or image file of each segment as its source.",
)
@click.option(
    "-m",
    "--metrics",
    "select_metric",
    metavar="METRIC",
    help="Metric of the disagreement of systems (with --select disagreement).  [default: chrf]",
)
@click.option("--dry-run", is_flag=True, help="Show the plan and its costs, and make nothing.")
@format_option
def command(
    name: str,
    annotators: str | None,
    pool: bool,
    database: str,
    tutorial: str,
    attention_checks: str,
    form: str,
    pilot: tuple[str, ...],
    prefill: tuple[str, ...],
    questions: str,
    media: str,
    dry_run: bool,
    output_format: str,
    **options: Any,
) -> None:
    """Make a campaign from a test set.

    Makes a folder with items, links and instructions. Shows the plan: judgments per system, hours,
    cost, the expected width of confidence intervals and the difference that can be detected.

    \b
    Examples:
      tertium campaign new news24 -s src.txt -r ref.txt a.txt b.txt --annotators 6 --judgments 1500
      tertium campaign new news24 -s src.txt a.txt b.txt --annotators ann,bob --hit-size 20
      tertium campaign new news24 -s src.txt a.txt b.txt --pool --dry-run --hourly-wage 15
      tertium campaign new news24 -r ref.txt a.txt b.txt --show reference --answer five-point
      tertium campaign new news24 -s src.txt a.txt b.txt --pool --attention-checks checks.jsonl
      tertium campaign new news24 -s src.txt a.txt b.txt --task post-editing --annotators 4
    """
    from dataclasses import fields
    from pathlib import Path

    from tertium.api.new_campaign import new_campaign
    from tertium.api.plan_campaign import plan_campaign
    from tertium.api.read import read
    from tertium.api.read_ratings import read_ratings
    from tertium.campaign.names import check_campaign
    from tertium.campaign.settings import CostSettings
    from tertium.report.presentation import show_result

    check_campaign(Path(name).name)
    inputs = take_inputs(options)
    given = given_settings(options)
    _check_used(given, annotators, pool)
    testset = read(**inputs)
    costs = {one.name: given.pop(one.name) for one in fields(CostSettings) if one.name in given}
    design = {key: value for key, value in given.items() if key not in _NOT_PLANNED}
    named = people_of(annotators or "1")
    prepared: dict[str, Any] = {
        "tutorial": tutorial,
        "attention_checks": attention_checks,
        "form": form,
        "prefill": read_ratings(prefill) if prefill else None,
        "questions": questions,
        "media": media,
    }
    plan = plan_campaign(
        testset,
        annotators=named,
        pool=pool,
        **prepared,
        pilot=read_ratings(pilot) if pilot else None,
        **design,
        **costs,
    )
    if not dry_run:
        made = new_campaign(
            testset, name, annotators=named, pool=pool, database=database, **prepared, **given
        )
        made.close()
    show_result(plan, output_format)
    if not dry_run:
        say(f"Made the campaign {name}. Next: tertium campaign serve {name}")


def _check_used(given: dict[str, Any], annotators: str | None, pool: bool) -> None:
    """Refuse options that would change nothing."""
    if pool and annotators is not None:
        raise UsageError("--annotators does not apply to a pool, which whoever has the link joins.")
    if "lease" in given and not pool:
        raise UsageError("--lease applies to a pool only.", hint="Add --pool.")
    if "select_metric" in given and given.get("select") != "disagreement":
        raise UsageError("--metrics applies to --select disagreement.")
    for name in ("market_fee", "fee_minimum", "bonus", "bonus_share", "assignments"):
        if name in given and not {"hit_reward", "output_reward"} & given.keys():
            flag = f"--{name.replace('_', '-')}"
            raise UsageError(f"{flag} applies to rewards of a market.", hint="Add --hit-reward.")
