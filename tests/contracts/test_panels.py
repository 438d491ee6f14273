"""What holds for every panel of a page, found by its file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.report._human import HUMAN
from tests.report._meta import META
from tests.report._results import RESULTS, example
from tests.report._studies import STUDIES
from tests.report._tuning import TUNED

from tertium.api.score import score
from tertium.core import plugins
from tertium.core.results import Result
from tertium.report import charts
from tertium.report.section import Block, Drawing, Section

NAMES = plugins.names("report.panels")

ALL: dict[str, Callable[[], Result]] = {
    **RESULTS,
    **HUMAN,
    **META,
    **STUDIES,
    **TUNED,
    "scores": lambda: score(example("large"), "bleu"),
}


class Unknown(Result):
    """A kind of result that no panel knows."""


def blocks(section, kind):
    return [block for block in section.blocks if isinstance(block, kind)]


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_it_is_and_has_a_test_file(name):
    assert plugins.summary("report.panels", name)
    tests = Path(__file__).parent.parent / "report" / "panels"
    assert (tests / f"test_{name}.py").exists()


def test_all_have_places_of_their_own():
    places = [plugins.load("report.panels", name).ORDER for name in NAMES]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("name", NAMES)
def test_it_has_nothing_to_say_of_what_it_does_not_know(name):
    assert plugins.load("report.panels", name).section(Unknown()) is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("result", ALL)
def test_it_gives_a_section_of_blocks_or_nothing(name, result):
    section = plugins.load("report.panels", name).section(ALL[result]())
    if section is None:
        return
    assert isinstance(section, Section)
    assert section.heading
    assert section.blocks
    for block in section.blocks:
        assert isinstance(block, Block)
        assert block


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_its_charts_are_charts(name):
    made = [plugins.load("report.panels", name).section(ALL[result]()) for result in ALL]
    sections = [section for section in made if section is not None]
    assert sections
    for section in sections:
        for drawing in blocks(section, Drawing):
            assert isinstance(drawing.draw(), charts.alt().TopLevelMixin)
