"""Rehearsal of a campaign."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from tertium.campaign.rehearsal import Rehearsal
from tertium.core.formatting import counted
from tertium.report.table import Table, number
from tertium.report.wording import percent


def title(result: Rehearsal) -> str:
    """The heading of a page."""
    return f"Rehearsal of the campaign {result.campaign}"


def data(result: Rehearsal) -> str:
    """What was simulated."""
    return f"Task: {result.task}; {counted(result.systems, 'system')}."


def summary(result: Rehearsal) -> list[str]:
    """What the campaign will show."""
    sentences = []
    true = [one for one in result.outcomes if one.difference]
    likely = [one for one in true if one.found >= 0.8]
    if likely:
        least = min(likely, key=lambda one: one.difference)
        sentences.append(
            f"A system that is better by {least.difference:g} % of the scale is found in"
            f" {percent(round(least.found, 2))} of campaigns."
        )
    elif true:
        sentences.append(
            "None of these differences is found in 80 % of campaigns: ask for more judgments."
        )
    null = [one for one in result.outcomes if not one.difference]
    if null:
        sentences.append(
            f"Equal systems are told apart in {percent(round(null[0].wrong, 2))} of campaigns."
        )
    shares = [one.spared / (one.spared + one.judgments) for one in result.outcomes]
    if max(shares) >= 0.01:
        sentences.append(
            f"Up to {percent(round(max(shares), 2))} of the judgments are spared, because pairs of"
            " systems are decided early."
        )
    return sentences


def tables(result: Rehearsal) -> list[Table]:
    """Power, errors and cost by the true difference."""
    priced = any(not math.isnan(one.cost) for one in result.outcomes)
    header = ["difference", "found", "wrong", "judgments", "spared", "hours"]
    end = (
        "the test that holds however often one looks (alpha 0.05 for all pairs together)"
        if result.until == "decided"
        else "the clusters of `tertium human rank` at the planned end"
    )
    notes = [
        "Difference: by which one system is better than all others, in percent of the scale, where"
        " its output differs; the others are equal.",
        f"Found: share of campaigns that find it better than all others, by {end}. Wrong: share"
        " with a verdict on equal systems or in favour of a worse one.",
        f"{counted(result.settings.trials, 'campaign')} for each difference, with annotators"
        f" {result.settings.simulate}.",
    ]
    unmasked = [one.unmasked for one in result.outcomes if not math.isnan(one.unmasked)]
    if unmasked:
        share = percent(round(sum(unmasked) / len(unmasked), 2))
        notes.append(f"{share} of careless annotators fail quality control.")
    return [
        Table(
            header=[*header, *(["cost"] if priced else [])],
            rows=[
                [
                    f"{one.difference:g} %",
                    number(one.found, ".0%").replace("%", " %"),
                    f"{100 * one.wrong:.0f} %",
                    f"{one.judgments:,.0f}",
                    f"{one.spared:,.0f}",
                    f"{one.hours:.1f}",
                    *([f"{one.cost:,.2f}"] if priced else []),
                ]
                for one in result.outcomes
            ],
            notes=[*notes, f"rehearse  {result.signature}"],
            caption="What the campaign will show.",
        )
    ]


def charts(result: Rehearsal) -> Mapping[str, Callable[[], list[Any]]]:
    """A rehearsal has no charts."""
    return {}
