"""Pages in a real browser, without a network: charts are drawn, and nothing goes wrong."""

import json
import re
import shutil
import subprocess
from html import unescape

import pytest
from tests.report._human import HUMAN, agreement, gold, quality, ranking
from tests.report._meta import META
from tests.report._results import RESULTS, example, of_all_pairs, of_odd_names
from tests.report._studies import STUDIES

from tertium.api.score import score
from tertium.report import charts
from tertium.report.page import result_page

pytestmark = pytest.mark.slow

# Properties of the page that a script in it reports when everything is drawn.
LOOK = """<script>
const waiting = setInterval(() => {
  if (document.querySelectorAll(".chart svg").length < document.querySelectorAll(".chart").length)
    return;
  clearInterval(waiting);
  const colour = (selector, name) => {
    const found = document.querySelector(selector);
    return found && getComputedStyle(found)[name]; };
  document.body.dataset.seen = JSON.stringify({
    width: document.documentElement.scrollWidth,
    ink: colour("body", "color"), label: colour("#chart-1 .role-axis-label text", "fill"),
    bold: document.querySelectorAll("b").length,
    loaded: performance.getEntriesByType("resource").map(entry => entry.name),
    tables: [...document.querySelectorAll("table")].filter(t => t.offsetHeight > 20).length,
    cells: [...document.querySelectorAll(".chart")].map(
      chart => chart.querySelectorAll(".mark-rect path").length),
    warned: [...document.querySelectorAll("td.bad")].map(cell => getComputedStyle(cell).color) });
}, 50);
</script>"""


@pytest.fixture(scope="module")
def browser():
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("chromium is not installed (tools/system_packages.sh test)")
    return found


def opened(browser, text, folder, *flags, width=1100):
    """Open a page from a file; return its final document, and the properties it reports."""
    file = folder / "page.html"
    file.write_text(text.replace("</body>\n</html>", f"{LOOK}</body>\n</html>"), encoding="utf-8")
    done = subprocess.run(
        [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={folder / 'profile'}",
            "--enable-logging=stderr",
            f"--window-size={width},1000",
            "--virtual-time-budget=20000",
            *flags,
            "--dump-dom",
            file.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "CONSOLE" not in done.stderr, done.stderr
    seen = re.search(r'data-seen="(.*?)"', done.stdout)
    assert seen is not None, "not all charts were drawn"
    return done.stdout, json.loads(unescape(seen[1]))


def human_page(result):
    return result_page(result)


@pytest.mark.parametrize("name", [*HUMAN, *META, *STUDIES])
def test_pages_of_human_judgments_and_metrics(name, browser, tmp_path):
    text = human_page((HUMAN | META | STUDIES)[name]())
    document, seen = opened(browser, text, tmp_path)
    assert len(re.findall(r'id="chart-\d+"[^>]*><svg', document)) == text.count('id="chart-')
    assert seen["loaded"] == []
    assert seen["tables"] == text.count("<table><thead>") > 0
    assert seen["bold"] == 0


@pytest.mark.parametrize(
    ("result", "cells"),
    [(ranking, [0, 20]), (gold, [20] * 4), (quality, []), (agreement, [])],
)
def test_heatmaps_have_a_cell_for_each_pair_both_ways(result, cells, browser, tmp_path):
    _, seen = opened(browser, human_page(result()), tmp_path)
    assert seen["cells"] == cells


def test_who_cannot_be_trusted_is_shown_in_red(browser, tmp_path):
    _, seen = opened(browser, human_page(quality()), tmp_path)
    assert seen["warned"] == ["rgb(179, 38, 30)"] * 2


@pytest.mark.parametrize("result", [ranking, gold, quality])
def test_judgments_in_a_narrow_window_scroll_down_only(result, browser, tmp_path):
    _, seen = opened(browser, human_page(result()), tmp_path, width=500)
    assert seen["width"] <= 500


@pytest.mark.parametrize("result", RESULTS)
def test_every_chart_of_a_comparison_is_drawn(result, browser, tmp_path):
    text = result_page(RESULTS[result]())
    document, seen = opened(browser, text, tmp_path)
    drawn = re.findall(r'id="chart-\d+"[^>]*><svg', document)
    assert len(drawn) == text.count('id="chart-')
    assert seen["bold"] == 0


def test_every_chart_of_scores_is_drawn(browser, tmp_path):
    scores = score(example("large", "baseline"), "bleu,ter", confidence=True, trials=50)
    document, _ = opened(browser, result_page(scores), tmp_path)
    assert len(re.findall(r'id="chart-\d+"[^>]*><svg', document)) == 2


def test_names_are_text_in_charts_too(browser, tmp_path):
    document, _ = opened(browser, result_page(of_odd_names()), tmp_path)
    assert "&lt;/script&gt;&lt;b&gt;&amp;_%</text>" in document


def test_names_are_text_in_a_chart_of_its_own(browser, tmp_path):
    charts.save(charts.plot(of_odd_names()), tmp_path / "chart.html")
    document, seen = opened(browser, (tmp_path / "chart.html").read_text(), tmp_path)
    assert "&lt;/script&gt;&lt;b&gt;&amp;_%</text>" in document
    assert seen["bold"] == 0


def test_a_narrow_window_scrolls_down_only(browser, tmp_path):
    _, seen = opened(browser, result_page(of_all_pairs()), tmp_path, width=500)
    assert seen["width"] <= 500


@pytest.mark.parametrize(
    ("flags", "ink"),
    [
        ([], "rgb(28, 39, 51)"),
        (["--force-dark-mode", "--blink-settings=preferredColorScheme=0"], "rgb(230, 235, 240)"),
    ],
)
def test_charts_take_the_colours_of_the_page_light_and_dark(flags, ink, browser, tmp_path):
    _, seen = opened(browser, result_page(of_all_pairs()), tmp_path, *flags)
    assert seen["ink"] == seen["label"] == ink
