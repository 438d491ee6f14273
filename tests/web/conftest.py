"""Campaigns and applications for tests of pages."""

import shutil

import pytest
from tests import people_files

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
        language_pair="de-en",
    )


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """Make each kind of campaign once, and return its folder."""
    folders = {}

    def make(name, settings):
        key = (name, *sorted(settings.items()))
        if key not in folders:
            given = {"annotators": ("ann", "bob"), "judgments": 28, "hit_size": 20, **settings}
            if given.get("pool"):
                del given["annotators"]
            folder = tmp_path_factory.mktemp("campaigns") / name
            tertium.new_campaign(outputs("alpha", "beta"), folder, **given).close()
            folders[key] = folder
        return folders[key]

    return make


@pytest.fixture
def make_campaign(made, tmp_path):
    """Open copies of campaigns, which are closed after the test."""
    opened = []

    def make(name="news24", **settings):
        shutil.copytree(made(name, settings), tmp_path / name)
        opened.append(tertium.open_campaign(tmp_path / name))
        return opened[-1]

    yield make
    for campaign in opened:
        campaign.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def stored(request, tmp_path, make_campaign):
    """A campaign in either database."""
    if request.param == "sqlite":
        yield make_campaign()
        return
    server = request.getfixturevalue("postgres_server")
    campaign = tertium.new_campaign(
        outputs("alpha", "beta"),
        tmp_path / "news24",
        annotators=["ann", "bob"],
        judgments=28,
        hit_size=20,
        database=server.new_url(),
    )
    yield campaign
    campaign.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def make_people(request, tmp_path):
    """Make campaigns with a tutorial, attention checks and a form, in either database."""
    opened, url = [], ""
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_server").new_url()

    def make(*files, name="news24", contents=None, **settings):
        written = people_files.write(tmp_path, **(contents or {}))
        given = {"annotators": ["ann", "bob"], "judgments": 28, "hit_size": 20, **settings}
        if given.get("pool"):
            del given["annotators"]
        chosen = {one: written[one] for one in files}
        texts = outputs("alpha", "beta")
        opened.append(tertium.new_campaign(texts, tmp_path / name, database=url, **chosen, **given))
        return opened[-1]

    yield make
    for campaign in opened:
        campaign.close()


@pytest.fixture
def campaign(make_campaign):
    return make_campaign()


@pytest.fixture
def app(campaign):
    return make_app([campaign])
