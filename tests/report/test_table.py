import io

import pytest

from tertium.core.errors import UsageError
from tertium.core.plain import FORMATS
from tertium.report.table import Table, show

TABLE = Table(
    header=["system", "BLEU"],
    rows=[["a_b", "42.1"], ["größe | x", "3.0"], ["中文", "nan"]],
    notes=["BLEU  nrefs:1|case:mixed", "Lower is better."],
    emphasis=frozenset({(0, 1)}),
    caption="50 % & more",
)


def test_plain():
    assert TABLE.render("table") == (
        "system     BLEU\n"
        "---------  ----\n"
        "a_b        42.1\n"
        "größe | x   3.0\n"
        "中文        nan\n"
        "\n"
        "BLEU  nrefs:1|case:mixed\n"
        "Lower is better."
    )


def test_tsv_and_csv():
    assert TABLE.render("tsv").splitlines()[1] == "a_b\t42.1"
    assert TABLE.render("csv").splitlines()[2] == "größe | x,3.0"


def test_markdown():
    assert TABLE.render("markdown").splitlines() == [
        "| system | BLEU |",
        "| --- | ---: |",
        "| a_b | **42.1** |",
        r"| größe \| x | 3.0 |",
        "| 中文 | nan |",
        "",
        "- BLEU: `nrefs:1|case:mixed`",
        "- Lower is better.",
    ]


def test_latex():
    lines = TABLE.render("latex").splitlines()
    assert r"\begin{tabular}{lr}" in lines
    assert r"a\_b & \textbf{42.1} \\" in lines
    assert r"größe \textbar{} x & 3.0 \\" in lines
    assert r"\caption{50 \% \& more}" in lines


def test_an_unknown_format_is_refused():
    with pytest.raises(UsageError, match="No output format named 'xml'"):
        TABLE.render("xml")


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_table_can_be_shown(name):
    out = io.StringIO()
    show(Table(header=["system"], rows=[]), lambda: {"rows": []}, name, out)
    assert out.getvalue()


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_gets_a_rich_table(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = Terminal()
    show(TABLE, dict, "table", out)
    assert "\x1b[1;32m42.1" in out.getvalue()
    assert "nrefs:1|case:mixed" in out.getvalue()


def test_everything_else_gets_plain_text():
    out = io.StringIO()
    show(TABLE, dict, "table", out)
    assert out.getvalue() == TABLE.render("table") + "\n"
