import json
import re
import subprocess
import sys
import warnings
from html.parser import HTMLParser

import pytest
from tests.report._human import HUMAN
from tests.report._meta import audit, correlations, metrics, simulation
from tests.report._results import RESULTS, beside_baseline, of_all_pairs, of_odd_names, of_two
from tests.report._studies import hybrids, verdicts

import tertium
from tertium.api.score import score
from tertium.core.errors import DataWarning
from tertium.core.testset import TestSet
from tertium.report import drawing
from tertium.report.page import html_table, result_page
from tertium.report.table import Table

pytestmark = pytest.mark.slow

TESTSET = TestSet.of(
    references=[["the cat sat on the mat", "it was a dark and stormy night"]],
    systems={
        "<b>&": ["the cat sat on a mat", "it was dark and stormy"],
        "runs": [["the cat", "a night"], ["cat sat on the mat", "it was night"]],
    },
    document_ids=("x", "y"),
)


@pytest.fixture(autouse=True)
def small_library(monkeypatch):
    """Stand in for the library that draws; tests/browser has the real one."""
    monkeypatch.setattr(drawing, "script", lambda: "/* the library */")


class Wellformed(HTMLParser):
    """Checks that tags are closed in the order they were opened."""

    VOID = frozenset({"meta", "br"})

    def __init__(self, text):
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def drawn(text):
    """Specifications of the charts in a page."""
    found = re.search(r"^const specifications = (.*);$", text, re.MULTILINE)
    return json.loads(found[1]) if found else []


def headings(text):
    return re.findall(r"<h2>(.*?)</h2>", text)


def test_a_page_of_scores_is_whole_and_loads_nothing():
    text = result_page(score(TESTSET, "bleu(eff=true),ter", confidence=True, trials=50))
    Wellformed(text)
    assert not re.search(r"src=|href=|@import|url\(", text)
    assert "&lt;b&gt;&amp;" in text
    assert "<b>" not in text
    assert headings(text) == ["Scores"]
    assert "2 segments in 2 documents, 2 systems, 1 reference." in text
    assert [chart["title"]["subtitle"] for chart in map(titled, drawn(text))] == [
        "higher is better",
        "lower is better",
    ]


def titled(chart):
    return next(layer for layer in [chart, *chart["layer"]] if "title" in layer)


def test_a_page_without_intervals_or_spread():
    same = TestSet.of(references=[["a b c d"]], systems={"x": ["a b c d"], "y": ["a b c d"]})
    Wellformed(result_page(score(same, "bleu")))


@pytest.mark.parametrize("result", RESULTS)
def test_a_page_of_every_comparison_is_whole(result):
    text = result_page(RESULTS[result]())
    Wellformed(text)
    assert not re.search(r"src=|href=|@import|url\(", text)
    charts_of = re.findall(r'id="chart-(\d+)"', text)
    assert [int(number) for number in charts_of] == list(range(1, len(drawn(text)) + 1))
    assert text.count("/* the library */") == 1


@pytest.mark.parametrize("result", HUMAN)
def test_a_page_of_human_judgments_is_whole(result):
    text = result_page(HUMAN[result]())
    Wellformed(text)
    assert not re.search(r"src=|href=|@import|url\(", text)
    assert headings(text)


@pytest.mark.slow
def test_sections_follow_the_order_of_the_panels():
    assert headings(result_page(beside_baseline())) == [
        "Verdicts",
        "Scores",
        "Differences",
        "Null distributions",
        "How it was computed",
    ]
    assert headings(result_page(of_all_pairs())) == [
        "Verdicts",
        "Scores",
        "Differences",
        "All pairs",
        "Training runs",
        "Null distributions",
        "How it was computed",
    ]


def test_names_cannot_become_part_of_the_page():
    text = result_page(of_odd_names())
    assert text.count("</script>") == 2
    assert "</script><b>" not in text
    assert any("</script><b>&_%" in json.dumps(chart) for chart in drawn(text))


def test_charts_take_the_colours_and_the_width_of_the_page():
    specifications = drawn(result_page(beside_baseline()))
    assert not any("config" in chart for chart in specifications)
    assert specifications[0]["width"] == "container"
    assert {chart["width"] for chart in specifications[4:]} == {250}


@pytest.mark.parametrize(
    ("module", "package"), [("altair", "altair"), ("vl_convert", "vl-convert-python")]
)
def test_without_the_chart_packages_a_page_has_no_charts(module, package, monkeypatch):
    text = result_page(of_all_pairs())
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.warns(DataWarning) as told:
        without = result_page(of_all_pairs())
    assert [str(one.message) for one in told] == [
        f"The report has no charts. A chart needs the package {package!r}, which is not installed."
        " Install it with: pip install 'tertium[charts]'"
    ]
    Wellformed(without)
    assert without.count("<table>") == text.count("<table>")
    assert without.count("<script>") == 0
    assert without.count("tertium[charts]") == 1
    assert (
        f'<p class="soft">No charts: A chart needs the package &#x27;{package}&#x27;, which is'
        " not installed. Install it with: pip install &#x27;tertium[charts]&#x27;</p>"
    ) in without
    assert "No charts" not in text
    # A section that has nothing but charts goes with them.
    assert "Null distributions" in text
    assert "Null distributions" not in without


ABOUT_CHARTS = re.compile("dashed|coloured|darker|points are|bars|chart|drawn", re.IGNORECASE)


@pytest.mark.parametrize("made", [of_all_pairs, hybrids])
def test_text_explains_charts_that_are_there(made):
    assert ABOUT_CHARTS.search(words(result_page(made())))


@pytest.mark.parametrize(
    "made",
    [of_all_pairs, hybrids, verdicts, correlations, metrics, simulation, audit, *HUMAN.values()],
)
def test_no_text_explains_a_chart_that_is_not_there(made, monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        without = words(result_page(made()))
    said = [line for line in without.splitlines() if ABOUT_CHARTS.search(line)]
    assert [line for line in said if not line.startswith("No charts: ")] == []


def test_a_report_without_charts_is_reported_on_the_terminal(tmp_path):
    """Where the extra is not installed."""
    code = (
        "import sys; sys.modules.update(altair=None, vl_convert=None);"
        "from tertium.cli.main import main; main()"
    )
    tertium.write_result(of_two(), tmp_path / "result.json")
    arguments = ["compare", tmp_path / "result.json", "--report", tmp_path / "page.html"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stderr == (
        "warning: The report has no charts. A chart needs the package 'altair', which is not"
        " installed. Install it with: pip install 'tertium[charts]'\n"
    )
    assert "<h1>Comparison of systems</h1>" in (tmp_path / "page.html").read_text()


def words(page: str) -> str:
    """Text of a page, a line for each element."""
    page = re.sub(r"<(style|script|title)>.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"(?:<[^>]*>\s*)+", "\n", page)


def test_a_table_has_sentences_notes_emphasis_and_superscripts():
    table = Table(
        header=["system", "BLEU"],
        rows=[["<a>", "42.1"]],
        sentences=["It is < that."],
        notes=["BLEU  nrefs:1|case:mixed", "Lower is better."],
        emphasis=frozenset({(0, 1)}),
        raised={(0, 1): "b"},
    )
    assert html_table(table) == (
        '<div class="wide"><table><thead><tr><th>system</th><th class="number">BLEU</th></tr>'
        '</thead><tbody><tr><td>&lt;a&gt;</td><td class="number best">42.1<sup>b</sup></td></tr>'
        "</tbody></table></div><p>It is &lt; that.</p>"
        '<div class="soft notes"><p><code>BLEU  nrefs:1|case:mixed</code></p>'
        "<p>Lower is better.</p></div>\n"
    )
