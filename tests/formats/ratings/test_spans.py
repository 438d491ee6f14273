"""Positions of errors: every format keeps them, and so do conversions to tertium's own formats."""

import csv
import gzip
import io
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.command import run
from tests.formats.ratings._table import cells
from tests.human._data import table

import tertium
from tertium.core import plugins
from tertium.human.errors import error_profile
from tertium.human.ratings import Ratings

# A text, and a part of it that is marked.
MARKS = {
    "latin": ("The cat sat.", "cat"),
    "whole text": ("Yes.", "Yes."),
    "emoji": ("a😀b 👍🏽c", "👍🏽c"),
    "emoji before and inside": ("😀😀 👩‍🚀👩‍🚀 ja", "👩‍🚀👩‍🚀"),
    "beyond the basic plane": ("𠮷野家で𩸽を", "で𩸽"),
    "combining marks": ("re\u0301sume\u0301 a\u0323\u0308b", "me\u0301"),
    "a combining mark alone": ("nai\u0308ve", "\u0308"),
    "Devanagari": ("नमस्ते दुनिया, क्षत्रिय", "क्षत्रि"),
    "Arabic": ("مَرْحَبًا بِالعالَمِ 🌍 سلام", "🌍 سلام"),
}

FORMATS = ("appraise", "pearmut", "google-mqm")

SPAN = ("span_start", "span_end", "side")


def units(text: str) -> int:
    """Length in JavaScript: two for each character beyond U+FFFF."""
    return len(text.encode("utf-16-le")) // 2


def place(text: str, marked: str) -> tuple[int, int]:
    start = text.index(marked)
    return start, start + len(marked)


def numbered(text: str, marked: str) -> dict[str, Any]:
    """First and last unit, as programs in the browser number them."""
    start = units(text[: text.index(marked)])
    return {"start_i": start, "end_i": start + units(marked) - 1, "severity": "minor"}


def marked_text(text: str, start: int, end: int) -> str:
    return f"{text[:start]}<v>{text[start:end]}</v>{text[end:]}"


def appraise_row(*row: Any) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(row)
    return line.getvalue()


def appraise_file(marks: Sequence[tuple[str, str]]) -> str:
    return "".join(
        appraise_row(
            *("ann", "A", number, "TGT", "eng", "deu", 50, "d", "False"),
            *(json.dumps([numbered(text, marked)]), 1.5, 2.5),
        )
        for number, (text, marked) in enumerate(marks)
    )


def pearmut_file(marks: Sequence[tuple[str, str]]) -> str:
    return "".join(
        json.dumps(
            {
                "user_id": "ann",
                "item_i": number,
                "item": [{"item_id": str(number), "src": "Ja.", "tgt": {"A": text}}],
                "annotation": [{"A": {"score": 50, "error_spans": [numbered(text, marked)]}}],
            }
        )
        + "\n"
        for number, (text, marked) in enumerate(marks)
    )


HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"


def mqm_file(marks: Sequence[tuple[str, str]]) -> str:
    return HEADER + "".join(
        f"A\td\t{number}\t{number}\tann\tJa.\t{marked_text(text, *place(text, marked))}\tStyle"
        "\tMinor\n"
        for number, (text, marked) in enumerate(marks)
    )


FILES = {"appraise": appraise_file, "pearmut": pearmut_file, "google-mqm": mqm_file}


def read(name: str, text: str, origin: str = "x.tsv") -> Ratings:
    ratings: Ratings = plugins.load("formats.ratings", name).read(text.encode(), origin)
    return ratings


def errors(ratings: Ratings) -> Ratings:
    return ratings.where(~ratings.severity.is_(""))


def assert_kept_by_conversion(ratings: Ratings, folder: Path) -> None:
    """Written as CSV, read, written as JSONL and read again, the judgments are the same."""
    for name in ("one.csv", "two.jsonl"):
        tertium.convert(ratings, folder / name)
        again = tertium.read_ratings(folder / name)
        assert again == ratings
        assert np.array_equal(again.span_start, ratings.span_start, equal_nan=True)
        assert np.array_equal(again.span_end, ratings.span_end, equal_nan=True)
        ratings = again


@pytest.mark.parametrize("script", MARKS)
@pytest.mark.parametrize("name", FORMATS)
def test_spans_in_any_script(name, script, tmp_path):
    text, marked = MARKS[script]
    ratings = read(name, FILES[name]([(text, marked)]))
    start, end = place(text, marked)
    if name == "appraise":  # the file has no texts, so these are UTF-16 units
        start, end = units(text[:start]), units(text[:end])
    assert cells(errors(ratings), *SPAN) == [(start, end, "output")]
    assert not ratings.dropped
    assert_kept_by_conversion(ratings, tmp_path)


@pytest.mark.parametrize("comment", ['Zu "frei", ja', "one\ntwo", "one\r\ntwo\r", "مرحبا 😀", "NA"])
def test_conversion_keeps_comments(comment, tmp_path):
    entry = json.loads(pearmut_file([MARKS["emoji"]])) | {"comment": comment}
    ratings = read("pearmut", json.dumps(entry))
    assert ratings.comment.to_list() == [comment, ""]
    assert_kept_by_conversion(ratings, tmp_path)


@pytest.mark.parametrize("name", FORMATS)
def test_convert_on_the_command_line_keeps_every_span(name, tmp_path):
    given = tmp_path / "given"
    given.write_text(FILES[name](list(MARKS.values())), encoding="utf-8")
    for output in ("out.csv", "out.jsonl"):
        run("convert", given, "-o", tmp_path / output)
        assert tertium.read_ratings(tmp_path / output) == tertium.read_ratings(given)
    found = errors(tertium.read_ratings(tmp_path / "out.csv"))
    assert np.isfinite(found.span_start).sum() == len(MARKS)


@pytest.mark.parametrize("name", FORMATS)
def test_errors_that_differ_by_their_spans_are_two(name):
    """And equal errors are two as well: an output may have several equal errors."""
    text = "one one one"
    first = errors(read(name, FILES[name]([(text, "one")])))
    other = errors(read(name, FILES[name]([(f"x{text}", "one")])))
    for second in (other, first):
        (rate,) = error_profile(Ratings.of_files([first, second]))
        assert rate.errors == 2


ORIGINS = {"ESA-1": "esa", "ESA-2": "esa", "ESAAI-1": "esa", "MQM-1": "mqm"}


@pytest.mark.parametrize("protocol", ORIGINS)
def test_no_span_of_the_campaigns_of_wmt23_is_lost(reference_data, protocol, tmp_path):
    """The published judgments of Appraise campaigns, as Appraise exports them."""
    rows = [
        row
        for row in table(reference_data / "wmt23/esa/judgments.en-de.csv.gz")
        if row["protocol"] == protocol and row["type"] == "TGT" and row["kept"] == "1"
    ]
    outputs = Outputs(reference_data)
    text, missing = "", 0
    expected: Counter[tuple[Any, ...]] = Counter()
    for row in rows:
        marked = []
        for span in json.loads(row["spans"]):
            first, last = span["start"], span["end"]
            marked.append({"start_i": first, "end_i": last, "severity": span["severity"]})
            marked[-1]["error_type"] = span.get("type")
            if first == "missing":
                missing += 1
                continue
            expected[row["segment"], row["system"], first, last + 1] += 1
            if protocol != "ESAAI-1":
                # Annotators mark characters of the output, whose last one has the number
                # length - 1. Spans that a program filled in may lie outside.
                assert last < units(outputs[row["system"]][int(row["segment"])].strip())
        text += appraise_row(
            *(row["annotator"], row["system"], row["segment"], "TGT", "eng", "deu"),
            *(row["score"] or 0, row["document"], "False", json.dumps(marked)),
            *(row["start"], row["end"]),
        )
    ratings = read("appraise", text)
    assert ratings.task.names == (ORIGINS[protocol],)
    assert ratings.dropped == ()
    found = errors(ratings)
    spans = Counter(cells(found, "segment", "system", "span_start", "span_end"))
    assert sum(expected.values()) > 700
    assert {key: n for key, n in spans.items() if key[2] == key[2]} == expected
    assert np.isnan(found.span_start).sum() == missing > 0
    assert_kept_by_conversion(ratings, tmp_path)


def test_no_span_of_the_mqm_of_wmt23_is_lost(reference_data, tmp_path):
    """Tags at the places that mt-metrics-eval gives: 18,235 in outputs, 1,334 in sources."""
    outputs = Outputs(reference_data)
    sources = lines(reference_data / "wmt23/sources/en-de.txt.gz")
    seen: Counter[str] = Counter()
    rows, expected = [], []
    for line in lines(reference_data / "wmt23/human-scores/en-de.mqm.merged.seg.rating.gz"):
        system, _, rated = line.partition("\t")
        segment = seen[system]
        seen[system] += 1
        for error in [] if rated == "None" else json.loads(rated)["errors"]:
            source, output = sources[segment], outputs[system][segment]
            where = error["start"], error["end"]
            if error["is_source_error"]:
                source = marked_text(source, *where)
            else:
                output = marked_text(output, *where)
            side = "source" if error["is_source_error"] else "output"
            expected.append((system, str(segment), *where, side))
            of_segment = (system, "d", segment, segment, "r", source, output)
            rows.append("\t".join(map(str, (*of_segment, error["category"], error["severity"]))))
    ratings = read("google-mqm", HEADER + "\n".join(rows) + "\n")
    assert len(ratings) == len(expected) == 18_235 + 1_334
    assert Counter(side for *_, side in expected) == {"output": 18_235, "source": 1_334}
    assert cells(ratings, "system", "segment", *SPAN) == expected
    assert_kept_by_conversion(ratings, tmp_path)


def lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().removesuffix("\n").split("\n")


class Outputs(dict[str, list[str]]):
    """Outputs of WMT23, by system."""

    def __init__(self, reference_data: Path) -> None:
        self.folder = reference_data / "wmt23/system-outputs/en-de"

    def __missing__(self, system: str) -> list[str]:
        self[system] = lines(self.folder / f"{system}.txt.gz")
        return self[system]
