"""Files that look like tables, JSON or XML are not scored as plain text."""

import json
from pathlib import Path

import pytest
from tests.checks._found import ENGLISH, OUTPUT
from tests.command import run

import tertium
from tertium import formats
from tertium.core import files
from tertium.core.errors import FormatError

KNOWN = (
    "Known names: segment, document, languages, source, reference and, for an output, mt, hyp,"
    " hypothesis, translation, prediction or output."
)
NO_KEY = f"but no key holds a source, reference or output. {KNOWN}"
TABLE = "Test sets are tables separated by tabs (TSV), or JSON Lines: convert it."
XML = (
    "The file looks like XML, but neither like WMT XML (<dataset>) nor like SGML (<srcset>,"
    " <refset>, <tstset>)."
)
JSON = (
    "The file looks like JSON, but not like JSON Lines, which have one object in each line. Convert"
    " it, for example with: jq -c '.[]'."
)


def jsonl(key: str, lines: list[str]) -> str:
    return "".join(json.dumps({"id": i, key: line}) + "\n" for i, line in enumerate(lines))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            jsonl("text", OUTPUT),
            f"The file looks like JSON Lines with the keys id, text, {NO_KEY}",
        ),
        ('{"a": 1}', f"The file looks like JSON Lines with the key a, {NO_KEY}"),
        ('{"a": "cut o', f"The file looks like JSON Lines with the key a, {NO_KEY}"),
        (json.dumps([{"mt": "a"}, {"mt": "b"}]), JSON),
        (json.dumps([{"mt": "a"}, {"mt": "b"}], indent=2), JSON),
        (json.dumps({"text": ["a", "b"]}, indent=1), JSON),
        (json.dumps(["a", "b"]), JSON),
        ('["a", "b"]\n["c", "d"]\n', JSON),
        (
            "source\ttarget\nja\tyes\nnein\tno\n",
            "The file looks like TSV with the columns source, target, but the column target is"
            f" unknown. {KNOWN}",
        ),
        (
            "Segment\tDocument\n1\ta\n",
            "The file looks like TSV with the columns Segment, Document, but no column holds a"
            f" source, reference or output. {KNOWN}",
        ),
        (
            "".join(f"{i}\t{line}\n" for i, line in enumerate(OUTPUT * 2)),
            "The file looks like TSV without a header: every line has 2 columns. Choose one of"
            " them, for example with: cut -f2.",
        ),
        (
            'source,reference,mt\n"Ja, ja.",Yes.,Yes.\nNein.,"No, no.",No.\n',
            f"The file looks like a table with the columns source, reference, mt, separated by"
            f" commas. {TABLE}",
        ),
        (
            '"src";"hyp"\nJa, ja.;Yes.\nNein.;No.\n',
            "The file looks like a table with the columns src, hyp, separated by semicolons."
            f" {TABLE}",
        ),
        ('<?xml version="1.0"?>\n<tmx version="1.4">\n<body>\n', XML),
        ("<!DOCTYPE html>\n<html>\n", XML),
        ('<doc docid="x">\n<seg id="1">Yes.</seg>\n</doc>\n', XML),
    ],
)
@pytest.mark.parametrize("role", ["systems", "references", "source"])
def test_what_looks_like_more_than_text_is_refused_by_name(text, message, role, tmp_path):
    path = tmp_path / "x.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        tertium.read(**{role: path})
    assert caught.value.message == f"{path}: {message}"
    assert caught.value.hint == (
        "Or set a format with input_format: jsonl, mt-metrics-eval, sgml, text, tsv, wmt-xml."
    )
    named = tertium.read(**{role: path}, input_format="text", allow=["empty-lines"])
    assert len(named) == len(files.lines_of(text))


@pytest.mark.parametrize(
    "text",
    [
        "{count} items\n{name}: hello\n",
        '{"a": b} is a set.\nIt has one member.\nNo more.\n',
        "[Applause] Thank you.\n[Laughter]\n",
        "[1] The first.\n[2] The second.\n",
        "Hello\tworld.\nNo tab here.\nNor here.\n",
        "".join(f"{i}.\tone\n" for i in range(20)) + "And no tab.\n",
        "Source, reference and output.\nThey are texts, all of them.\n",
        "source, reference\nThese are two words.\n",
        "Translation; source\nNo table at all.\n",
        "<b>Bold</b> words\n<i>and others</i>\n",
        "<s>\nA line.\n",
        "<unk> <unk> a\n<unk>\n",
        '"Yes, yes", he said.\n"No."\n',
        "source\n",
        "a, b, c\nd, e, f\ng, h, i\n",
    ],
)
def test_plain_text_with_such_characters_is_plain_text(text, tmp_path):
    path = tmp_path / "x"
    path.write_text(text, encoding="utf-8")
    read = tertium.read(path, allow=["tokenized", "html-entities"])
    assert list(read.outputs["x"][0]) == files.lines_of(text)


def test_the_texts_of_the_reference_data_are_plain_text(reference_data):
    found = [
        *reference_data.glob("metrics/*/inputs/*"),
        *reference_data.glob("wmt23/system-outputs/*/*"),
        *reference_data.glob("wmt23/sources/*"),
    ]
    texts = [
        path for path in found if Path(path.name).stem.endswith(".txt") or path.suffix == ".txt"
    ]
    assert len(texts) > 10
    for path in texts:
        assert formats.sniff("testset", files.read_bytes(path)) == "text", path


@pytest.mark.parametrize("key", ["translation", "hypothesis", "prediction", "output", "mt", "hyp"])
def test_json_lines_of_translations_are_scored_as_what_they_say(key, tmp_path):
    (tmp_path / "ref").write_text("".join(f"{line}\n" for line in ENGLISH))
    (tmp_path / "plain").write_text("".join(f"{line}\n" for line in OUTPUT))
    (tmp_path / "lines").write_text(jsonl(key, OUTPUT))
    systems = [str(tmp_path / name) for name in ("plain", "lines")]
    found = run(
        "score",
        "-r",
        str(tmp_path / "ref"),
        *systems,
        "--format",
        "json",
        "--allow",
        "identical-systems",
    )
    scores = [one["score"] for one in json.loads(found.stdout)["scores"]]
    assert scores[0] == scores[1] > 20


def test_translations_by_language_are_no_outputs(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"translation": {"de": "Ja.", "en": "Yes."}}\n')
    with pytest.raises(FormatError) as caught:
        tertium.read(path)
    assert str(caught.value) == f"{path}:1: Expected text as translation, found dict."
