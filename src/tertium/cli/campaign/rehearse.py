"""Simulate the answers to a campaign."""

from typing import Any

import click

from tertium.cli._campaign import campaign_argument
from tertium.cli._results import format_option
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._work import jobs_option, quiet_option


@click.command(
    cls=SettingsCommand,
    settings=[
        "tertium.campaign.settings:RehearseSettings",
        "tertium.campaign.settings:CostSettings",
    ],
    # A simulation needs no assumptions of the plan, and one annotator judges each HIT.
    without=["deviation", "power", "confidence_level", "assignments"],
)
@campaign_argument
@quiet_option
@jobs_option
@format_option
def command(name: str, output_format: str, jobs: int | None, **options: Any) -> None:
    """Simulate the answers to a campaign.

    Simulated annotators judge all items. One system is better than the others by some difference,
    and the others are equal. Shows how often the better system is found, how often a verdict is
    wrong, and what that costs. The campaign is not changed.

    \b
    Examples:
      tertium campaign rehearse news24
      tertium campaign rehearse news24 --simulate good=8,noisy=2,careless=2 --hourly-wage 15
    """
    from tertium.api.rehearse_campaign import rehearse_campaign
    from tertium.report.presentation import show_result

    result = rehearse_campaign(name, jobs=jobs, **given_settings(options))
    show_result(result, output_format)
