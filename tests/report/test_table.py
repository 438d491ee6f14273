import io
import re

import pytest

from tertium.core.errors import UsageError
from tertium.core.formatting import FORMATS
from tertium.report.table import Table, flat_table
from tertium.report.table_formats import render
from tertium.report.terminal import show

NAN = float("nan")

TABLE = Table(
    header=["system", "BLEU"],
    rows=[["a_b", "42.1"], ["größe | x", "3.0"], ["中文", "nan"]],
    notes=["BLEU  nrefs:1|case:mixed", "Lower is better."],
    emphasis=frozenset({(0, 1)}),
    caption="50 % & more",
)


def test_plain():
    assert render(TABLE, "table") == (
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
    assert render(TABLE, "tsv").splitlines()[1] == "a_b\t42.1"
    assert render(TABLE, "csv").splitlines()[2] == "größe | x,3.0"


def test_markdown():
    assert render(TABLE, "markdown").splitlines() == [
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
    lines = render(TABLE, "latex").splitlines()
    assert r"\begin{tabular}{lr}" in lines
    assert r"a\_b & \textbf{42.1} \\" in lines
    assert r"größe \textbar{} x & 3.0 \\" in lines
    assert r"\caption{50 \% \& more}" in lines


def test_an_unknown_format_is_refused():
    with pytest.raises(UsageError, match="No output format named 'xml'"):
        render(TABLE, "xml")


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
    assert out.getvalue() == render(TABLE, "table") + "\n"


SAID = Table(
    header=["system", "BLEU"],
    rows=[["a", "42.1"], ["b", "7.0"]],
    sentences=["a is better. " * 8 + "End."],
    notes=["One note. " * 9 + "End.", "BLEU  " + "x" * 90],
    emphasis=frozenset({(0, 1)}),
    raised={(0, 1): "bc", (1, 1): ""},
)


def test_superscripts_leave_numbers_in_line():
    assert render(SAID, "table").splitlines()[2:4] == ["a       42.1 bc", "b        7.0"]
    assert render(SAID, "tsv").splitlines()[1:] == ["a\t42.1 bc", "b\t7.0"]
    assert render(SAID, "csv").splitlines()[1:] == ["a,42.1 bc", "b,7.0"]
    assert "| a | **42.1**<sup>bc</sup> |" in render(SAID, "markdown")
    assert "| b | 7.0 |" in render(SAID, "markdown")
    assert r"a & \textbf{42.1}$^{bc}$ \\" in render(SAID, "latex")


def test_what_is_undefined_stays_in_line_with_superscripts():
    table = Table(["x", "interval"], [["a", "[0, 1]"], ["b", "–"]], raised={(0, 1): "*"})
    assert render(table, "table").splitlines()[2:] == ["a  [0, 1] *", "b       –"]


def test_sentences_are_wrapped_and_signatures_are_not():
    _, sentences, notes = render(SAID, "table").split("\n\n")
    assert [line[:2] for line in sentences.splitlines()] == ["- ", "  "]
    assert max(map(len, sentences.splitlines())) <= 80
    assert notes.splitlines()[-1] == "BLEU  " + "x" * 90
    assert len(notes.splitlines()) == 3
    assert f"- {SAID.sentences[0]}" in render(SAID, "markdown")
    assert f"% {SAID.sentences[0]}" in render(SAID, "latex")


def test_several_tables_follow_each_other():
    out = io.StringIO()
    show([TABLE, SAID], dict, "table", out)
    assert out.getvalue() == f"{render(TABLE, 'table')}\n\n{render(SAID, 'table')}\n"


@pytest.mark.parametrize("name", ["tsv", "csv"])
def test_a_spreadsheet_gets_one_table_of_full_numbers(name):
    rows = [{"metric": "bleu", "p": 0.1 + 0.2, "won": True}, {"metric": "x", "p": NAN, "won": None}]
    out = io.StringIO()
    show([TABLE, SAID], dict, name, out, flat=lambda: flat_table(rows))
    assert [re.split("[\t,]", line) for line in out.getvalue().splitlines()] == [
        ["metric", "p", "won"],
        ["bleu", "0.30000000000000004", "true"],
        ["x", "", ""],
    ]
    assert flat_table([]).rows == []


def test_a_wide_table_is_broken_to_fit_a_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    wide = Table(
        header=["system", *(f"{n:06d}" for n in range(9))],
        rows=[["first", *(f"{n / 10:.4f}" for n in range(9))]],
        emphasis=frozenset({(0, 9)}),
        raised={(0, 1): "a"},
    )
    out = Terminal()
    show(wide, dict, "table", out)
    text = re.sub(r"\x1b\[[\d;]*m", "", out.getvalue())
    assert text.count("first") == text.count("system") == 3
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 40
    assert all(f"{n / 10:.4f}" in text for n in range(9))


def test_a_terminal_tells_sentences_from_notes(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = Terminal()
    show([SAID, TABLE], dict, "table", out)
    assert "\n- a is better." in out.getvalue()
    assert "\x1b[2mOne note." in out.getvalue()


def test_problems_stand_out_too():
    table = Table(["who", "verdict"], [["a", "fails"]], warned=frozenset({(0, 1)}))
    assert "| a | **fails** |" in render(table, "markdown")
    assert r"\textbf{fails}" in render(table, "latex")


def test_wide_tables_spare_columns_before_lines_get_too_long():
    rows = [["a" * 50, "1,000", "2,000", "3,000"]]
    table = Table(
        ["system", "segments of it", "judged", "wins"], rows, notes=["Note."], spare=[[2], [1]]
    )
    assert render(table, "table").splitlines() == [
        f"{'system':50}  segments of it   wins",
        f"{'-' * 50}  --------------  -----",
        f"{'a' * 50}           1,000  3,000",
        "",
        'Not shown at this width: judged (see format="csv").',
        "Note.",
    ]
    assert "judged" in render(table, "csv")


def test_tables_of_many_numbers_are_broken_beside_their_heads():
    header = ["system", "rank", *map(str, range(1, 21))]
    rows = [["a", "1", *["0.1234"] * 20], ["b", "2", *["0.5678"] * 20]]
    text = render(Table(header, rows, heads=2), "table")
    blocks = text.split("\n\n")
    assert max(map(len, text.splitlines())) <= 80
    assert all(block.split()[:2] == ["system", "rank"] for block in blocks)
    assert sum(block.count("0.1234") for block in blocks) == 20


def test_no_name_ends_a_comment_of_latex():
    name = "a\n\\input{/etc/passwd}\r\\end{document}"
    lines = render(
        Table(["system"], [[name]], [f"{name} is better."], [name]), "latex"
    ).splitlines()
    assert [line for line in lines if "passwd" in line] == [
        r"% a\n\input{/etc/passwd}\r\end{document} is better.",
        r"% a\n\input{/etc/passwd}\r\end{document}",
        r"a\textbackslash{}n\textbackslash{}input\{/etc/passwd\}\textbackslash{}r"
        r"\textbackslash{}end\{document\} \\",
    ]


def test_no_row_of_latex_is_an_argument_of_the_one_before():
    lines = render(Table(["system"], [["a"], ["[2cm] b"], ["*c"]]), "latex").splitlines()
    assert r"{}[2cm] b \\" in lines
    assert r"{}*c \\" in lines


@pytest.mark.parametrize("name", ["csv", "tsv"])
def test_no_text_is_a_formula_of_a_spreadsheet(name):
    texts = ["=1+1", "@SUM(A1)", "+cmd|x", "-2+3+cmd|' /C calc'!A0", "-system", "\t=1"]
    numbers = ["-1.5", "+0.4 [-0.1, 0.9]", "-1e-05", "-inf", "-", "-0.3 *", "–", ""]
    rows = render(Table(["cell"], [[cell] for cell in [*texts, *numbers]]), name).split("\n")[1:]
    cells = [row.strip('"') for row in rows]
    assert cells[: len(texts)] == [*(f"'{text}" for text in texts[:-1]), r"\t=1"]
    assert cells[len(texts) :] == numbers


def test_markdown_has_no_html_links_or_further_cells():
    table = Table(
        ["a|b"],
        [["<img src=x onerror=alert(1)>"], ["[x](javascript:alert(1))"], [r"c\|d"], ["`*e*"]],
        ["<b> & more"],
        ["<i>", "name`  signature`<b>`"],
    )
    assert render(table, "markdown").splitlines() == [
        r"| a\|b |",
        "| --- |",
        "| &lt;img src=x onerror=alert(1)&gt; |",
        r"| [x]\(javascript:alert(1)) |",
        r"| c\\\|d |",
        r"| \`\*e\* |",
        "",
        "- &lt;b&gt; &amp; more",
        "- &lt;i&gt;",
        r"- name\`: `signature'<b>'`",
    ]
