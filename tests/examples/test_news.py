"""The example news set: its texts, its truth about errors, and its ratings."""

import csv
import json
import re
import unicodedata
from collections import Counter, defaultdict
from datetime import datetime
from functools import cache
from itertools import pairwise
from math import sqrt
from statistics import mean
from typing import Any

import pytest

from tertium.examples import folder, generate, ratings, systems

TEXTS = ("source.de.txt", "reference.A.en.txt", "reference.B.en.txt", "translations.en.txt")
RUNS = [(system.name, run) for system in systems.SYSTEMS for run in range(1, system.runs + 1)]
SEGMENTS = 200


def output_name(system: str, run: int) -> str:
    return f"systems/{system}.{run}.txt" if system == "baseline" else f"systems/{system}.txt"


OUTPUTS = [output_name(system, run) for system, run in RUNS]
POST_EDITS = [name.replace("systems", "post_edits") for name in OUTPUTS]


def read_lines(name: str) -> list[str]:
    content = (folder() / name).read_bytes().decode("utf-8")
    assert content.endswith("\n")
    return content[:-1].split("\n")


@cache
def edits() -> dict[tuple[str, int], dict[int, list[dict[str, Any]]]]:
    """Edits by system and run, then by segment, in the order of the file."""
    result: dict[tuple[str, int], dict[int, list[dict[str, Any]]]] = {
        key: defaultdict(list) for key in RUNS
    }
    for line in read_lines("errors.jsonl"):
        edit = json.loads(line)
        result[edit["system"], edit["run"]][edit["segment"]].append(edit)
    return result


def errors(system: str, run: int) -> list[dict[str, Any]]:
    all_edits = (edit for group in edits()[system, run].values() for edit in group)
    return [edit for edit in all_edits if edit["type"] != "variant"]


@cache
def rated() -> list[dict[str, str]]:
    with (folder() / "ratings.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def documents() -> dict[str, str]:
    rows = [line.split("\t") for line in read_lines("documents.tsv")[1:]]
    return {segment: document for segment, document, _ in rows}


def words_of(text: str) -> set[str]:
    cores = {systems.peel(word)[1] for word in text.split()}
    return cores | {core[:1].lower() + core[1:] for core in cores}


@pytest.mark.parametrize("name", [*TEXTS, *OUTPUTS, *POST_EDITS])
def test_a_text_has_one_clean_line_per_segment(name: str) -> None:
    lines = read_lines(name)
    assert len(lines) == SEGMENTS
    for line in lines:
        assert line
        assert line == line.strip()
        assert line == unicodedata.normalize("NFC", line)
        assert not re.search(r"[\t\r\u00a0\u200b\ufeff]|  |&\w+;", line)


def test_quotation_marks_are_german_in_the_source_and_straight_in_english() -> None:
    for line in read_lines("source.de.txt"):
        assert '"' not in line
        assert line.count("„") == line.count("“")
    for name in TEXTS[1:]:
        for line in read_lines(name):
            assert not re.search("[„“”‘’]", line)
            assert line.count('"') % 2 == 0


def test_documents_list_every_segment_once_in_twenty_documents_of_eight_to_twelve() -> None:
    header, *rows = read_lines("documents.tsv")
    assert header == "segment\tdocument\tdomain"
    assert [row.split("\t")[0] for row in rows] == [str(n) for n in range(1, SEGMENTS + 1)]
    names = [row.split("\t")[1] for row in rows]
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)
    sizes = Counter(names)
    assert len(sizes) == 20
    assert all(8 <= size <= 12 for size in sizes.values())
    changes = sum(before != after for before, after in pairwise(names))
    assert changes == 19


def test_the_same_figures_stand_in_all_four_texts() -> None:
    def figures(line: str) -> Counter[str]:
        return Counter(re.findall(r"\d", line))

    for number, lines in enumerate(zip(*map(read_lines, TEXTS), strict=True), start=1):
        source, *english = (figures(line) for line in lines)
        assert english[0] == english[1] == english[2], number
        # 21.17 Uhr is 9.17 p.m., so times in the evening differ from the source.
        if "p.m." not in lines[1]:
            assert source == english[0], number


def test_every_word_of_the_lexicon_occurs_in_the_good_translations() -> None:
    header, *rows = read_lines("lexicon.tsv")
    assert header == "english\tgerman\twrong\tinflected\tvariant"
    present = set().union(*(words_of(line) for line in read_lines("translations.en.txt")))
    seen = set()
    for row in rows:
        english, german, *lists = row.split("\t")
        assert english in present
        assert english not in seen
        assert german
        assert len(lists) == 3
        assert lists[0]
        forms = [form for forms in lists for form in forms.split("|")]
        assert english not in forms
        seen.add(english)
    assert len(seen) >= 600


@pytest.mark.slow
def test_the_files_on_disk_are_what_the_generator_makes() -> None:
    assert generate.main(["--check"]) == 0


@pytest.mark.slow
def test_check_finds_a_changed_and_an_absent_file(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (*TEXTS, "documents.tsv", "lexicon.tsv"):
        (tmp_path / name).write_bytes((folder() / name).read_bytes())
    monkeypatch.setattr(generate, "folder", lambda: tmp_path)
    assert generate.main(["--check"]) == 1
    assert not (tmp_path / "errors.jsonl").exists()
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0
    (tmp_path / "ratings.csv").write_text("changed\n", encoding="utf-8")
    capsys.readouterr()
    assert generate.main(["--check"]) == 1
    assert capsys.readouterr().out == "differs: ratings.csv\n"


@pytest.mark.parametrize(("system", "run"), RUNS)
def test_positions_of_the_edits_are_true_of_the_output(system: str, run: int) -> None:
    outputs = read_lines(output_name(system, run))
    for segment, group in edits()[system, run].items():
        words = outputs[segment - 1].split(" ")
        end_before = 0
        for edit in group:
            assert end_before <= edit["start"] <= edit["end"] <= len(words)
            assert " ".join(words[edit["start"] : edit["end"]]) == edit["text"]
            assert (edit["start"] == edit["end"]) == (edit["type"] == "missing")
            assert (edit["correct"] == "") == (edit["type"] == "extra")
            assert edit["text"] != edit["correct"]
            end_before = edit["end"]


@pytest.mark.parametrize(("system", "run"), RUNS)
def test_undoing_all_edits_gives_the_good_translation(system: str, run: int) -> None:
    outputs = read_lines(output_name(system, run))
    for number, good in enumerate(read_lines("translations.en.txt"), start=1):
        words = outputs[number - 1].split(" ")
        for edit in reversed(edits()[system, run][number]):
            words[edit["start"] : edit["end"]] = edit["correct"].split()
        assert " ".join(words) == good


@pytest.mark.parametrize(("system", "run"), RUNS)
def test_undoing_errors_but_not_variants_gives_the_post_edit(system: str, run: int) -> None:
    outputs = read_lines(output_name(system, run))
    post_edits = read_lines(output_name(system, run).replace("systems", "post_edits"))
    for number, post_edit in enumerate(post_edits, start=1):
        words = outputs[number - 1].split(" ")
        for edit in reversed(edits()[system, run][number]):
            if edit["type"] != "variant":
                words[edit["start"] : edit["end"]] = edit["correct"].split()
        assert " ".join(words) == post_edit


@pytest.mark.parametrize(("system", "run"), RUNS)
def test_an_output_keeps_punctuation_and_the_first_capital(system: str, run: int) -> None:
    goods = read_lines("translations.en.txt")
    for good, output in zip(goods, read_lines(output_name(system, run)), strict=True):
        # Hyphens and figures can come and go with the words that contain them.
        marks = re.compile(r'[,;:!?"]\B|\.$|^"')
        assert Counter(marks.findall(output)) == Counter(marks.findall(good))
        first = output.lstrip('"')[0]
        assert first.isupper() or first.isdigit()


@pytest.mark.parametrize(("system", "run"), RUNS)
def test_every_type_of_error_occurs(system: str, run: int) -> None:
    assert {edit["type"] for edit in errors(system, run)} == set(systems.ERROR_TYPES)
    assert {edit["severity"] for edit in errors(system, run)} == {"minor", "major"}


def test_harmless_variants_occur_everywhere_and_have_no_severity() -> None:
    for by_segment in edits().values():
        variants = [e for group in by_segment.values() for e in group if e["type"] == "variant"]
        assert variants
        assert {edit["severity"] for edit in variants} == {"none"}


@pytest.mark.parametrize("system", systems.SYSTEMS, ids=lambda system: system.name)
def test_errors_per_100_words_are_those_of_the_table(system: systems.System) -> None:
    total = sum(len(line.split()) for line in read_lines("translations.en.txt"))
    for run in range(1, system.runs + 1):
        counts = Counter(edit["type"] for edit in errors(system.name, run))
        for kind, rate in zip(systems.ERROR_TYPES, system.rates, strict=True):
            # What is owed at the end, and what no segment had a place for, is left out.
            assert counts[kind] == pytest.approx(rate * total / 100, abs=3)


def test_better_systems_make_fewer_errors() -> None:
    counts = {key: len(errors(*key)) for key in RUNS}
    baselines = [counts["baseline", run] for run in (1, 2, 3)]
    assert counts["large", 1] < counts["distilled", 1] < counts["finetuned", 1] < min(baselines)
    assert max(baselines) < counts["pivot", 1]


def test_runs_of_the_baseline_differ_in_places_but_hardly_in_number() -> None:
    texts = {tuple(read_lines(output_name("baseline", run))) for run in (1, 2, 3)}
    assert len(texts) == 3
    counts = [len(errors("baseline", run)) for run in (1, 2, 3)]
    assert max(counts) - min(counts) <= 7


def test_segments_are_hard_for_different_systems_alike() -> None:
    def per_word(system: str) -> list[float]:
        goods = read_lines("translations.en.txt")
        found = Counter(edit["segment"] for edit in errors(system, 1))
        return [found[n] / len(good.split()) for n, good in enumerate(goods, start=1)]

    def correlation(left: list[float], right: list[float]) -> float:
        left = [value - mean(left) for value in left]
        right = [value - mean(right) for value in right]
        products = sum(x * y for x, y in zip(left, right, strict=True))
        return products / sqrt(sum(x * x for x in left) * sum(y * y for y in right))

    assert correlation(per_word("baseline"), per_word("pivot")) > 0.3


def test_ratings_refer_to_existing_segments_and_systems() -> None:
    names = {system.name for system in systems.SYSTEMS}
    for row in rated():
        assert tuple(row) == ratings.RATING_COLUMNS
        assert documents()[row["segment"]] == row["document"]
        assert row["kind"] in {"system", "repeat", "bad_reference", "reference"}
        assert (row["system"] == "reference.A") == (row["kind"] == "reference")
        assert row["system"] in names | {"reference.A"}
        assert row["run"] == "1"
        assert row["task"] in {"adequacy", "fluency"}
        assert 0 <= int(row["value"]) <= 100


def test_every_output_has_two_ratings_of_adequacy_and_one_of_fluency() -> None:
    raters = defaultdict(set)
    for row in rated():
        if row["kind"] == "system":
            raters[row["task"], row["system"], row["segment"]].add(row["annotator"])
    for system in systems.SYSTEMS:
        for segment in documents():
            assert len(raters["adequacy", system.name, segment]) >= 2
            assert len(raters["fluency", system.name, segment]) >= 1


def test_an_annotator_rates_one_thing_after_another() -> None:
    last_end: dict[str, datetime] = {}
    for row in rated():
        start, end = (datetime.fromisoformat(row[column]) for column in ("start", "end"))
        assert row["start"].endswith("Z")
        assert start < end
        assert (end - start).total_seconds() <= 300
        if row["annotator"] in last_end:
            assert last_end[row["annotator"]] <= start
        last_end[row["annotator"]] = end


def differences(kind: str) -> dict[str, list[int]]:
    """For each annotator, by how much control items are rated below their originals."""
    first: dict[tuple[str, ...], int] = {}
    result = defaultdict(list)
    for row in rated():
        key = (row["annotator"], row["batch"], row["system"], row["segment"])
        if row["kind"] == "system":
            first[key] = int(row["value"])
        elif row["kind"] == kind:
            result[row["annotator"]].append(first[key] - int(row["value"]))
    return result


CARELESS = {annotator.name for annotator in ratings.ANNOTATORS if annotator.careless}


def test_careless_annotators_hardly_notice_spoilt_outputs() -> None:
    noticed = {name: mean(values) for name, values in differences("bad_reference").items()}
    assert len(noticed) == 12
    assert len(CARELESS) == 2
    careful = [value for name, value in noticed.items() if name not in CARELESS]
    assert max(noticed[name] for name in CARELESS) < min(careful) / 2
    assert min(careful) > 15


def test_careless_annotators_do_not_repeat_themselves() -> None:
    apart = {
        name: mean(abs(value) for value in values) for name, values in differences("repeat").items()
    }
    careful = [value for name, value in apart.items() if name not in CARELESS]
    assert min(apart[name] for name in CARELESS) > max(careful)


def test_careful_ratings_put_the_systems_in_the_right_order() -> None:
    values = defaultdict(list)
    for row in rated():
        if row["kind"] in {"system", "reference"} and row["annotator"] not in CARELESS:
            values[row["system"]].append(int(row["value"]))
    means = {system: mean(values[system]) for system in values}
    order = ["reference.A", "large", "distilled", "finetuned", "baseline", "pivot"]
    assert sorted(means, key=lambda system: -means[system]) == order


@pytest.mark.parametrize(
    ("figure", "wrong"),
    [("15", "50"), ("50", "15"), ("3-2", "2-3"), ("8.4", "9.4"), ("117th", "217th")],
)
def test_figures_go_wrong_as_they_do_in_real_life(figure: str, wrong: str) -> None:
    assert wrong in systems.altered_figures(figure)


def test_a_wrong_figure_is_never_the_right_one_and_has_no_leading_zero() -> None:
    for figure in ("10", "20", "2-2", "1.15", "0.4", "2:29:41", "86,450", "24-year-old"):
        for wrong in systems.altered_figures(figure):
            assert wrong != figure
            assert not re.match(r"0\d", wrong)
