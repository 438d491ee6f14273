"""Files that are not UTF-8."""

import pytest
from tests.checks._found import ENGLISH, OUTPUT, write
from tests.command import run

import tertium
from tertium.core.errors import DataWarning, FormatError

MESSAGE = "out.txt:2: Invalid UTF-8: byte 0xe9 at offset 52 of the file."
HINT = "Convert the file to UTF-8, for example: iconv -f LATIN1 -t UTF-8."


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    latin = "\n".join([OUTPUT[0], OUTPUT[1].replace("Despite", "Désp"), *OUTPUT[2:]])
    write(tmp_path, {"ref.txt": ENGLISH, "out.txt": latin.encode("latin-1")})
    monkeypatch.chdir(tmp_path)


def test_reading_stops():
    with pytest.raises(FormatError) as caught:
        tertium.read("out.txt", references="ref.txt")
    assert str(caught.value) == f"{MESSAGE} {HINT}"


def test_score_stops_and_tells_how_to_go_on():
    assert run("score", "-r", "ref.txt", "out.txt") == (
        1,
        "",
        f"error: {MESSAGE}\n{HINT}\nTo continue anyway: --allow invalid-utf8. Bytes that cannot"
        " be decoded become U+FFFD.\n",
    )


def test_check_lists_it_and_goes_on(tmp_path):
    write(tmp_path, {"b.txt": b"\xff\n" * 6})
    assert run("check", "-r", "ref.txt", "out.txt", "b.txt") == (
        1,
        f"error: {MESSAGE} {HINT} [invalid-utf8]\n"
        "warning: b.txt: Invalid UTF-8 in 6 places was replaced by U+FFFD. [left-out]\n"
        "\n1 error and 1 warning. Ignore a check with --allow CHECK.\n",
        "",
    )


def test_allowed_it_is_replaced_and_reported():
    with pytest.warns(DataWarning) as caught:
        testset = tertium.read("out.txt", references="ref.txt", allow=["invalid-utf8"])
    assert [str(one.message) for one in caught] == [
        "out.txt: Invalid UTF-8 in 1 place was replaced by U+FFFD. [left-out]"
    ]
    assert testset.outputs["out"][0][1].startswith("D\ufffdsp")


def test_allowed_it_is_replaced_in_every_format_and_in_standard_input(tmp_path):
    write(
        tmp_path, {"a.tsv": b"ref\tsystem:a\n\xff\tb\n", "b.jsonl": b'{"ref": "a", "mt": "\xff"}\n'}
    )
    for name in ("a.tsv", "b.jsonl"):
        result = run("check", name, "--allow", "invalid-utf8,left-out")
        assert result.code == 0, result
    result = run("score", "-r", "ref.txt", "-", "--allow", "invalid-utf8", stdin=b"\xff\n" * 6)
    assert result.code == 0
