"""Mechanical Turk: files that go out, and results that come back."""

import csv
import html
import io
import math
import re
import warnings

import pytest
from tests.formats.batches._example import TWO, batch, screen

from tertium.campaign.batches import BatchSettings
from tertium.core.errors import DataError, DataWarning, FormatError, UsageError
from tertium.formats.batches import mturk
from tertium.formats.batches._mturk_page import escaped, filled

# A character beyond the Basic Multilingual Plane, and everything that HTML, CSV or the variables of
# Mechanical Turk could take for their own.
DIFFICULT = "a < b & \"c\" 'd', ${hit_key}\n\U0001f600 \U0001d518 e\u0301 \u0915\u094d \u0639"


def made(work, **settings):
    return mturk.make_files(work, BatchSettings(**settings))


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def results(work, answers=lambda row: {}, **columns):
    """Results of all HITs, as a table."""
    found = []
    for number, row in enumerate(rows(made(work)["hits.csv"]), 1):
        found.append(
            {
                "HITId": f"H{number}",
                "AssignmentId": f"A{number}",
                "WorkerId": "W1",
                "AssignmentStatus": "Submitted",
                "AcceptTime": "Fri Jun 06 18:52:03 PDT 2014",
                "SubmitTime": "Fri Jun 06 18:53:03 PDT 2014",
                "WorkTimeInSeconds": "60",
                "Reward": "$0.05",
                **{f"Input.{name}": value for name, value in row.items()},
                "Answer.answer_1_1": "70",
                "Answer.answer_2_1": "30" if row.get("output_2_1") else "",
                **columns,
                **answers(row),
            }
        )
    return found


def table(found, header=None):
    header = header or list(dict.fromkeys(name for row in found for name in row))
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(header)
    writer.writerows([row.get(name, "") for name in header] for row in found)
    return file.getvalue().encode()


def read(work, found, header=None):
    data = table(found, header)
    assert mturk.sniff(data)
    return mturk.read(data, "Batch_1.csv", work)


def test_a_row_for_each_hit_and_a_variable_for_each_text():
    files = made(batch(*TWO))
    assert list(files) == ["hits.csv", "template.html", "template-crowd.html", "README.md"]
    first, second = rows(files["hits.csv"])
    assert list(first) == ["hit_key", "source_1", "output_1_1", "source_2", "output_2_1"]
    assert (first["output_1_1"], first["output_2_1"]) == ("One.", "Two.")
    assert (second["output_1_1"], second["source_2"], second["output_2_1"]) == ("Three.", "", "")
    for name in ("template.html", "template-crowd.html"):
        assert set(re.findall(r"\$\{(\w+)\}", files[name])) == set(first)


def test_the_files_hold_no_systems_and_no_kinds():
    kinds = [one._replace(kind="bad_reference") for one in TWO[0][0].outputs]
    hit = [TWO[0][0]._replace(outputs=tuple(kinds)), TWO[0][1]]
    files = made(batch(hit, TWO[1]))
    assert files == made(batch(*TWO))
    assert not any(name in text for name in ("s0", "bad_ref") for text in files.values())


def test_only_the_crowd_page_loads_a_script():
    files = made(batch(*TWO))
    assert "http" not in files["template.html"].replace("http://www.w3.org", "")
    assert files["template-crowd.html"].startswith("<script src=")
    assert "<crowd-form" in files["template-crowd.html"]


def test_difficult_texts_come_through():
    work = batch([screen(1, DIFFICULT, source=DIFFICULT, reference=DIFFICULT)], show="both")
    files = made(work)
    (row,) = rows(files["hits.csv"])
    for name in ("source_1", "reference_1", "output_1_1"):
        assert html.unescape(row[name]) == DIFFICULT
        assert not set(row[name]) & set("<>\"'$\n")
        assert max(row[name]) <= "\uffff"
    page = filled(files["template.html"], row)
    assert "${" not in page
    assert all(max(text) <= "\uffff" for text in files.values())


@pytest.mark.parametrize(
    ("text", "written"),
    [("a\r\nb\tc", "a&#10;b&#9;c"), ("a\0b\x1b", "a\ufffdb\ufffd"), ("&amp;", "&amp;amp;")],
)
def test_values_are_escaped(text, written):
    assert escaped(text) == written


def test_an_empty_text_is_no_unused_alternative():
    (row,) = rows(made(batch([screen(1, "")]))["hits.csv"])
    assert row["output_1_1"] == "<i>The text is empty.</i>"


def test_instructions_cannot_bring_variables_or_scripts():
    work = batch(*TWO, instructions="# Do\n\n<script>x</script> ${hit_key} \U0001f600\n")
    page = made(work)["template.html"]
    assert "&lt;script&gt;x" in page
    assert page.count("${hit_key}") == 1
    assert "&#128512;" in page


def test_too_large_pages_are_refused():
    work = batch([screen(number, "long " * 200) for number in range(100)])
    with pytest.raises(UsageError, match="The page of HIT 1 with 100 items has 1") as caught:
        made(work)
    assert "Mechanical Turk allows 64,035." in caught.value.message
    assert caught.value.hint == "Make the campaign again with smaller HITs: hit_size."


def test_rewards_by_the_number_of_outputs():
    work = batch(*TWO, [screen(4, "Four.")])
    files = made(work, hit_reward=0.01, output_reward=0.02)
    assert list(files)[:2] == ["hits-0.03.csv", "hits-0.05.csv"]
    assert [len(rows(files[name])) for name in list(files)[:2]] == [2, 1]
    assert "| Reward for hits-0.05.csv | 0.05 |" in files["README.md"]
    assert "hits.csv" in made(work, hit_reward=0.1)


def test_the_settings_of_the_project():
    text = made(batch(*TWO), assignments=3, country="Germany", hit_reward=0.1)["README.md"]
    assert "| Title | Judge translations (de to en) |" in text
    assert "For people who live in Germany. |" in text
    assert "| Number of assignments per task | 3 |" in text
    assert "| Qualification | Location is Germany |" in text
    assert "may be imprecise" in text


def test_more_than_nine_assignments_have_a_higher_fee():
    with pytest.warns(DataWarning, match="a higher fee for HITs with more than 9 assignments"):
        made(batch(*TWO), assignments=10)


def test_a_reference_comes_with_a_warning():
    warning = "may be imprecise"
    with_reference = batch([screen(1, "One.", reference="Eins")], show="both")
    assert warning in made(with_reference)["template.html"]
    assert warning not in made(batch(*TWO))["template.html"]


@pytest.mark.parametrize("answer", ["slider", "five-point", "yes-no"])
def test_every_form_has_its_fields(answer):
    assert f'"answer": "{answer}"' in made(batch(*TWO, answer=answer))["template.html"]


COMPARED = [screen(1, "One.", "Two."), screen(2, "Three.", "Four.", position=1)]


def test_ranks_are_read():
    work = batch(COMPARED, task="ranking")
    answers = {"answer_1_1": "2", "answer_1_2": "1", "answer_2_1": "1", "answer_2_2": "1"}
    given = {f"Answer.{name}": value for name, value in answers.items()}
    found = read(work, results(work, **given, **{"Answer.comment_2": "Equal."}))
    assert [one.answer for one in found] == [
        {"ranks": [2, 1]},
        {"ranks": [1, 1], "comment": "Equal."},
    ]
    for one, shown in zip(found, work.screens, strict=True):
        work.task.read(one.answer, shown.shown, work.description.question)


@pytest.mark.parametrize(("given", "preferred"), [("0", 0), ("1", 1), ("equal", None)])
def test_preferences_are_read(given, preferred):
    work = batch(COMPARED, task="preference")
    found = read(work, results(work, **{"Answer.answer_1": given, "Answer.answer_2": "x"}))
    assert [one.answer for one in found] == [{"preferred": preferred}, {"preferred": "x"}]


def test_further_sliders_are_refused():
    with pytest.raises(UsageError, match="Further sliders cannot be shown"):
        made(batch(*TWO, sliders="style:0-10"))


def test_a_campaign_without_items_is_refused():
    with pytest.raises(UsageError, match="has no items left to judge"):
        made(batch())


def test_what_the_page_cannot_hold_is_named():
    work = batch([screen(1, "One.", extra={"hints": ["a"]})])
    with pytest.warns(DataWarning, match="no place for hints of items: left out."):
        made(work)
    with pytest.raises(UsageError, match="Audio, video and images cannot be shown"):
        made(batch([screen(1, "One.", extra={"media": ["a.wav"]})]))
    with pytest.warns(DataWarning, match="no place for the borders of documents: left out."):
        made(batch([screen(1, "One.")._replace(block=1)]))


def test_answers_are_read():
    work = batch(*TWO)
    first, second, third = read(work, results(work))
    assert [one.item for one in (first, second, third)] == [1, 2, 3]
    assert [one.answer["outputs"] for one in (first, second, third)] == [
        [{"value": 70}],
        [{"value": 30}],
        [{"value": 70}],
    ]
    assert (first.annotator, first.assignment, first.status) == ("W1", "A1", "Submitted")
    assert (first.submitted - first.shown, first.active, third.active) == (60, 30, 60)
    assert first.shown == 1402105923 + 0
    assert first.market["Reward"] == "$0.05"
    assert not any(name.startswith(("Input.", "Answer.")) for name in first.market)


def test_columns_in_any_order_missing_ones_and_more():
    work = batch(*TWO)
    found = results(work)
    expected = read(work, found)
    header = sorted({name for row in found for name in row}, reverse=True)
    assert read(work, found, header) == expected
    assert read(work, [row | {"Answer.csrf": "x"} for row in found]) == expected
    fewer = [name for name in header if name not in ("AcceptTime", "SubmitTime", "Reward")]
    assert [one.item for one in read(work, found, fewer)] == [1, 2, 3]
    assert math.isnan(read(work, found, fewer)[0].shown)


def test_rows_shorter_than_the_header():
    work = batch(*TWO)
    found = results(work)
    data = table(found).replace(b"Answer.answer_2_1", b"Answer.answer_2_1,Approve,Reject")
    assert mturk.read(data, "x.csv", work) == read(work, found)


def test_a_hit_is_found_by_its_texts_if_its_key_is_missing():
    work = batch(*TWO)
    found = [
        {name: value for name, value in row.items() if not name.endswith("hit_key")}
        for row in results(work)
    ]
    assert [one.item for one in read(work, found)] == [1, 2, 3]
    # Spreadsheets change white space, and decode references.
    found[0]["Input.output_1_1"] = " One. "
    assert [one.item for one in read(work, found)] == [1, 2, 3]


def test_answers_to_empty_alternatives_are_ignored():
    work = batch(*TWO)
    more = {"Answer.answer_2_1": "99", "Answer.answer_1_2": "99", "Answer.answer_9_9": "1"}
    answers = read(work, results(work, **more))
    assert [one.item for one in answers] == [1, 2, 3]


def test_comments_come_back():
    work = batch(*TWO)
    (first, *_) = read(work, results(work, **{"Answer.comment_1_1": " So. "}))
    assert first.answer == {"outputs": [{"value": 70, "comment": "So."}]}


def test_items_without_an_answer_are_named():
    work = batch(*TWO)
    with pytest.warns(DataWarning, match="Batch_1.csv: 1 item without an answer."):
        answers = read(work, results(work, **{"Answer.answer_2_1": ""}))
    assert [one.item for one in answers] == [1, 3]


def test_turkle_has_no_status():
    work = batch(*TWO)
    found = [
        {name: value for name, value in row.items() if name != "AssignmentStatus"}
        for row in results(work)
    ]
    assert {one.status for one in read(work, found)} == {""}


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"WorkerId": ""}, "without a WorkerId (2)"),
        ({"AssignmentId": "a b"}, "whose ids are not those of a market (2)"),
        ({"WorkerId": "W" * 60}, "whose ids are not those of a market (2)"),
        ({"AssignmentStatus": "Lost"}, "whose status is 'Lost' (2)"),
    ],
)
def test_assignments_that_cannot_be_used(columns, reason):
    work = batch(*TWO)
    with pytest.warns(DataWarning) as caught:
        assert read(work, results(work, **columns)) == []
    told = f"Batch_1.csv: 2 assignments not used: {reason}."
    assert str(caught[0].message).startswith(told)


@pytest.mark.parametrize("with_key", [True, False])
def test_results_of_another_campaign_are_refused(with_key):
    found = results(batch([screen(1, "Other.")], campaign="other"))
    if not with_key:
        found = [{k: v for k, v in row.items() if "hit_key" not in k} for row in found]
    with pytest.raises(DataError, match="belongs to no HIT of the campaign news24") as caught:
        read(batch(*TWO), found)
    assert caught.value.where == "Batch_1.csv:2"


def test_other_files_are_not_recognized():
    for head in (b"", b"a,b\n", b"AssignmentId,WorkerId\n", b'{"item": 1}\n'):
        assert not mturk.sniff(head)
    with pytest.raises(FormatError, match="no column AssignmentId"):
        mturk.read(b"a,b\n", "x.csv", batch(*TWO))


def test_impossible_times_are_unknown():
    work = batch(*TWO)
    columns = {"AcceptTime": "today", "SubmitTime": "", "WorkTimeInSeconds": "long"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (first, *_) = read(work, results(work, **columns))
    assert math.isnan(first.shown)
    assert first.active == 0
