"""Campaigns and applications for tests of pages."""

import pytest

import tertium
from tertium.web.app import make_app

SEGMENTS = 20


def outputs(*systems):
    """Outputs that differ from each other."""
    lines = range(SEGMENTS)
    return tertium.testset(
        systems={
            name: [f"{name.title()} says sentence {line} of the text." for line in lines]
            for name in systems
        },
        source=[f"Satz {line} des Textes." for line in lines],
        references=[f"This is sentence {line} of the text." for line in lines],
    )


@pytest.fixture
def make_campaign(tmp_path):
    """Make campaigns, which are closed after the test."""
    made = []

    def make(name="news24", **settings):
        given = {"annotators": ["ann", "bob"], "judgments": 28, "hit_size": 20, **settings}
        if given.get("pool"):
            del given["annotators"]
        campaign = tertium.new_campaign(outputs("alpha", "beta"), tmp_path / name, **given)
        made.append(campaign)
        return campaign

    yield make
    for campaign in made:
        campaign.close()


@pytest.fixture
def campaign(make_campaign):
    return make_campaign()


@pytest.fixture
def app(campaign):
    return make_app([campaign])
