"""What holds for every panel of a page, found by its file."""

from pathlib import Path

import pytest
from tests.report._instances import ALL

from tertium.core import plugins
from tertium.report import page, presentation
from tertium.report.drawing import alt
from tertium.report.section import Block, Drawing, Section

NAMES = plugins.names("report.panels")


def panel(name):
    return plugins.load("report.panels", name)


def served(name):
    """Results that a panel serves."""
    return [made() for made in ALL.values() if made().result in panel(name).RESULTS]


@pytest.mark.parametrize("name", NAMES)
def test_it_has_a_summary_and_a_test_file(name):
    assert plugins.summary("report.panels", name)
    tests = Path(__file__).parent.parent / "report" / "panels"
    assert (tests / f"test_{plugins.identifier(name)}.py").exists()


def test_all_panels_have_different_places():
    places = [panel(name).ORDER for name in NAMES]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("name", NAMES)
def test_it_serves_results_that_exist(name):
    named = {one.replace(" ", "-") for one in panel(name).RESULTS}
    assert named <= set(plugins.names(presentation.FOLDER))
    assert panel(name).RESULTS


@pytest.mark.parametrize("name", NAMES)
def test_it_gives_sections_of_blocks(name):
    sections = [panel(name).section(result) for result in served(name)]
    made = [section for section in sections if section is not None]
    assert made, "no instance has anything to show in this panel"
    for section in made:
        assert isinstance(section, Section)
        assert section.heading
        assert section.blocks
        for block in section.blocks:
            assert isinstance(block, Block)
            assert block


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_its_charts_are_charts(name):
    for result in served(name):
        section = panel(name).section(result)
        for block in [] if section is None else section.blocks:
            if isinstance(block, Drawing):
                charts = block.draw()
                assert charts
                assert all(isinstance(chart, alt().TopLevelMixin) for chart in charts)


@pytest.mark.parametrize("instance", ALL)
def test_a_page_has_the_sections_of_the_panels_that_serve_the_result(instance):
    result = ALL[instance]()
    serving = [name for name in NAMES if result.result in panel(name).RESULTS]
    sections = [panel(name).section(result) for name in serving]
    headings = {section.heading for section in sections if section is not None}
    assert {section.heading for section in page.sections(result)} == headings
