"""Tables of rankings."""

import math
from dataclasses import replace
from itertools import product

import pytest
from tests.report._human import errors, example, of_errors, preferences, ranking, relative

import tertium
from tertium.core.errors import DataError, DataWarning, UsageError
from tertium.core.plain import FORMATS
from tertium.human.ratings import Ratings, Words
from tertium.human.standardization import Scale
from tertium.inference.clusters import clusters as clustered
from tertium.inference.verdicts import PValues
from tertium.report.judgments import judged_by
from tertium.report.rank import ranking_notes, ranking_table, ranking_tables


def notes(result):
    return " ".join(ranking_notes(result))


def test_a_row_for_each_system_from_the_best():
    table = ranking_table(ranking())
    assert table.header == [
        "cluster",
        "ranks",
        "system",
        "z [95 %]",
        "raw",
        "segments",
        "judged",
        "wins",
    ]
    first, last = table.rows[0], table.rows[-1]
    assert [first[0], first[1], first[2], *first[4:]] == [
        "1",
        "1-2",
        "large",
        "89.8",
        "200",
        "350",
        "3",
    ]
    assert first[3].startswith("0.531 [")
    assert last[:3] == ["4", "5-5", "pivot"]
    assert table.emphasis == {(0, 2), (1, 2)}
    assert table.sentences == ["large and distilled are best; the judgments do not separate them."]


def test_human_translations_are_marked():
    table = ranking_table(ranking())
    assert table.raised == {(1, 2): "R"}
    assert table.notes == ["R: a human translation."]
    assert not ranking_table(tertium.rank(example(), task="fluency", trials=0)).notes


def test_errors_that_have_no_category():
    """As ESA marks them, beside a score for each output."""
    rows = [
        (system, value, severity)
        for system in "ab"
        for value, severity in ((50.0, ""), (math.nan, "minor"))
    ]
    ratings = Ratings.of(
        {
            "system": [row[0] for row in rows],
            "segment": ["1"] * 4,
            "task": ["esa"] * 4,
            "value": [row[1] for row in rows],
            "severity": [row[2] for row in rows],
        }
    )
    result = tertium.rank(ratings, trials=0)
    assert [row[0] for row in ranking_tables(result)[-1].rows] == ["minor", "penalty"]
    assert (
        "Human judgments of esa. 4 rows hold 2 judgments that count. Left out: 2 for marked errors."
        in notes(result)
    )


def test_of_one_cluster_nobody_is_best():
    ratings = errors().where(errors().segment.is_("1"))
    table = ranking_table(tertium.rank(ratings, trials=0))
    assert {row[0] for row in table.rows} == {"1"}
    assert table.emphasis == frozenset()


def test_systems_without_an_interval_are_named():
    """Of a system with two judgments some samples have none."""
    rows = [*(("a", str(n), 50.0 + n) for n in range(20)), ("b", "0", 39.0), ("b", "1", 41.0)]
    names = ("system", "segment", "value")
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    result = tertium.rank(Ratings.of(columns), trials=50, scale="raw")
    table = ranking_table(result)
    assert table.header[3] == "mean [95 %]"
    assert (table.rows[0][3][:7], table.rows[1][3]) == ("59.50 [", "40.00")
    assert "No interval: b; some samples hold none of their few judgments." in notes(result)


def test_lines_fit_a_terminal():
    result = replace(ranking(), ranking=tertium.rank(example(), task="adequacy").ranking)
    for table in ranking_tables(result):
        lines = table.render("table").splitlines()
        assert max(len(line) for line in lines if not line.startswith("rank  ")) <= 80


def test_notes_say_what_was_done():
    assert ranking_notes(ranking())[:-1] == [
        "z: mean over segments of judgments, in standard deviations from the mean of their"
        " annotator; raw: of judgments as they were given.",
        "Brackets: 95 % intervals from 50 bootstrap samples of segments and annotators,"
        " seed 12345.",
        "Pairs: Wilcoxon rank-sum tests on scores of segments, one-sided; wins and clusters at"
        " p <= 0.05. P-values are not corrected for many comparisons, as WMT's are not.",
        "A cluster begins where all systems above are better than all below. Ranks are those that"
        " wins and losses leave open.",
        "A p-value is not the probability that systems are equally good, and a small one does not"
        " make a difference large or important.",
        "Human judgments of adequacy. 1,836 of 3,600 judgments count. Left out: 1,200 of other"
        " tasks; 360 by annotators who did not pass quality control; 204 of control items.",
        "10 of 12 annotators are trusted; not: a05, a11.",
        "Warning: The 200 segments are of 20 documents, and segments of one document are not"
        " independent: --unit document tests whole documents.",
    ]
    assert ranking_notes(ranking())[-1] == f"rank  {ranking().signature}"


def test_settings_are_told():
    result = tertium.rank(
        example(),
        task="adequacy",
        quality=False,
        scale="raw",
        unit="judgment",
        average="judgments",
        alternative="two-sided",
        clusters="wmt",
        trials=0,
    )
    table = ranking_table(result)
    assert table.header[3:5] == ["mean", "segments"]
    said = notes(result)
    assert "mean: mean of judgments as they were given; higher is better." in said
    assert "rank-sum tests on single judgments, two-sided;" in said
    assert "by the rule of WMT" in said
    assert "Brackets" not in said
    assert "trusted" not in said


def test_annotators_and_rows_left_out_are_named():
    left_out = replace(
        ranking(),
        left_out=tuple(Scale(name, "", "adequacy", 5, 50.0, 0.0) for name in ("b", "a")),
        data=replace(ranking().data, dropped={"No value.": 3}),
    )
    said = ranking_notes(left_out)
    assert "Left out, for they always gave the same value: a, b." in said
    assert "Not read: 3 rows (No value)." in said


def test_one_best_system_and_none():
    best = tertium.rank(example(), task="adequacy", trials=0, clusters="wmt", level=0.8)
    assert ranking_table(best).sentences == [
        "large is significantly better than all other systems."
    ]
    assert ranking_table(of_errors()).sentences == [
        "The judgments do not separate any two systems."
    ]


def test_relative_judgments():
    table = ranking_table(relative())
    assert table.rows[0] == ["1", "1-2", "a", "0.875", "7", "0", "1"]
    assert notes(relative()).startswith(
        "Score: Expected Wins, the mean probability to be preferred to another system. 12"
        " comparisons, 0 of them ties: left out. Ranks: where a system is in 95 % of 50 runs"
    )
    assert "Human judgments of ranking. All 12 judgments count." in ranking_notes(relative())
    half = tertium.rank(preferences(), ties="half", trials=5)
    assert "0 of them ties: half a win each." in notes(half)
    skill = tertium.rank(preferences(), method="trueskill", trials=5)
    assert "TrueSkill. 12 comparisons, 0 of them ties. Ranks" in notes(skill)


def test_errors_per_output():
    *_, table = ranking_tables(of_errors())
    assert table.rows == [
        ["Accuracy/Omission, Major", "–", "1.000"],
        ["Style, Minor", "–", "0.500"],
        ["Fluency/Punctuation, Minor", "0.500", "–"],
        ["penalty", "0.050", "5.500"],
    ]
    assert (
        "Human judgments of mqm. 5 rows hold 4 judgments that count. Left out: 1 for further errors"
        " of the same output." in table.notes
    )
    assert [one.score for one in of_errors().systems] == [-0.05, -5.5]
    assert math.isnan(of_errors().systems[0].low)
    assert len(errors()) == 5


def test_every_format():
    for name in set(FORMATS) - {"json"}:
        for table in ranking_tables(ranking()):
            assert table.render(name)


def judged_once(systems, *, annotators, segments=1):
    """Every annotator judges every system on every segment, a little differently."""
    cells = list(product(range(segments), range(annotators), systems))
    return Ratings.of(
        {
            "annotator": [f"j{annotator}" for _, annotator, _ in cells],
            "segment": [str(segment) for segment, _, _ in cells],
            "system": [system for _, _, system in cells],
            "value": [50.0 + 7 * place % 31 for place, _ in enumerate(cells)],
        }
    )


def test_one_segment_has_no_interval():
    result = tertium.rank(judged_once("ab", annotators=3), scale="raw", trials=50)
    assert all(math.isnan(one.low) and math.isnan(one.high) for one in result.systems)
    names = ", ".join(one.system for one in result.systems)
    assert (
        f"No interval: {names}; one segment does not tell how others would be judged."
        in ranking_notes(result)
    )
    two = tertium.rank(judged_once("ab", annotators=3, segments=2), scale="raw", trials=50)
    assert all(one.low < one.high for one in two.systems)


def test_where_annotators_are_not_known_segments_alone_are_resampled(reference_data):
    """Means of segments, as WMT publishes them."""
    path = "stats/da-wmt/input/wmt22-toen.de-en.seg-scores.csv.gz"
    ratings = tertium.read_ratings(reference_data / path)
    said = notes(tertium.rank(ratings, trials=5))
    assert "5 bootstrap samples of segments, seed" in said
    assert "Human judgments of adequacy, de-en. All 21,006 judgments count." in said
    with pytest.raises(UsageError, match="Single judgments cannot be tested: only means"):
        tertium.rank(ratings, unit="judgment", trials=0)
    for refused in (tertium.quality, tertium.agreement):
        with pytest.raises(DataError, match="Who made the judgments is not known"):
            refused(ratings)


def test_judgments_without_annotators_among_others():
    ratings = judged_once("ab", annotators=3, segments=4)
    names = ["" if name == "j2" else name for name in ratings.annotator.to_list()]
    ratings = replace(ratings, annotator=Words.of(names))
    with pytest.warns(DataWarning, match="8 judgments without an annotator left out"):
        assert len(tertium.quality(ratings).control.annotators) == 2
    assert "|scale:raw|" in tertium.rank(ratings, trials=0).signature
    with pytest.raises(UsageError, match="who made these is not known"):
        tertium.rank(ratings, trials=0, scale="standardized")


def test_lines_of_twelve_systems_fit_a_terminal(reference_data):
    path = "stats/da-wmt/input/wmt22-toen.cs-en.seg-scores.csv.gz"
    result = tertium.rank(tertium.read_ratings(reference_data / path), trials=5)
    lines = [
        line for table in ranking_tables(result) for line in table.render("table").splitlines()
    ]
    assert max(len(line) for line in lines if not line.startswith("rank  ")) <= 80
    assert "Too wide for here, but in --format csv: segments, judged." in lines


def with_p(systems, matrix, clusters="all-pairs", level=0.95):
    """A ranking of systems by these p-values."""
    values = {system: 90.0 - 10 * place for place, system in enumerate(systems)}
    ratings = Ratings.of(
        {
            "system": [system for system in systems for _ in range(2)],
            "segment": ["1", "2"] * len(systems),
            "languages": ["de-en"] * 2 * len(systems),
            "value": [values[system] + n for system in systems for n in range(2)],
        }
    )
    result = tertium.rank(ratings, trials=0, scale="raw")
    assert result.ranking is not None
    p_values = PValues(tuple(systems), tuple(tuple(row) for row in matrix))
    beats = p_values.beats(level)
    numbers = clustered(beats, clusters)
    ranked = tuple(
        replace(one, cluster=number)
        for one, number in zip(result.ranking.systems, numbers, strict=True)
    )
    settings = replace(result.ranking.settings, clusters=clusters, level=level)
    ranking = replace(result.ranking, systems=ranked, p_values=p_values, settings=settings)
    return replace(result, ranking=ranking)


NAN = math.nan


@pytest.mark.parametrize(
    ("matrix", "said"),
    [
        (
            [[NAN, 0.3, 0.01], [0.7, NAN, 0.02], [0.99, 0.98, NAN]],
            ["a and b are best; the judgments do not separate them."],
        ),
        (
            [[NAN, 0.3, 0.012], [0.7, NAN, 0.2], [0.988, 0.8, NAN]],
            [
                "a is significantly better than c (p = 0.0120); the other 2 pairs are not"
                " separated. The systems form one cluster, for no group of them is better than all"
                " others."
            ],
        ),
        (
            [[NAN, 0.3, 0.2], [0.7, NAN, 0.2], [0.8, 0.8, NAN]],
            ["The judgments do not separate any two systems."],
        ),
        (
            [[NAN, 0.01, 0.01], [0.99, NAN, 0.8], [0.99, 0.2, NAN]],
            ["a is significantly better than all other systems."],
        ),
        (  # tests on ranks may go against the means
            [[NAN, 0.01, 0.01], [0.99, NAN, 0.96], [0.99, 0.04, NAN]],
            [
                "a is significantly better than all other systems.",
                "Within cluster 2: c is significantly better than b (p = 0.0400).",
            ],
        ),
    ],
)
def test_sentences_are_true_of_the_tests(matrix, said):
    assert ranking_table(with_p("abc", matrix)).sentences == said


def test_pairs_that_are_significant_within_the_first_cluster():
    """It was said that the judgments do not rank them."""
    matrix = [
        [NAN, 0.2, 0.01, 0.01],
        [0.8, NAN, 0.3, 0.01],
        [0.99, 0.7, NAN, 0.01],
        [0.99, 0.99, 0.99, NAN],
    ]
    assert ranking_table(with_p("abcd", matrix)).sentences == [
        "a, b and c are in the first cluster: each of them is significantly better than every"
        " system below.",
        "Within cluster 1: a is significantly better than c (p = 0.0100); the other 2 pairs are not"
        " separated.",
    ]
    matrix[1][3], matrix[0][2] = 0.2, 0.2
    matrix[2][3] = 0.01  # the last above wins as often as there are systems below
    assert ranking_table(with_p("abcd", matrix, "wmt")).sentences[0] == (
        "a, b and c are in the first cluster by the rule of WMT."
    )


def test_many_pairs_are_counted():
    names = "abcdefg"
    matrix = [[NAN if i == j else 0.01 if i < j else 0.99 for j in range(7)] for i in range(7)]
    matrix[0][1] = matrix[1][2] = matrix[2][3] = 0.5
    matrix[3][4] = matrix[4][5] = matrix[5][6] = 0.5
    (said,) = ranking_table(with_p(names, matrix)).sentences
    assert said.startswith("15 of 21 pairs differ significantly; the matrix shows which. The")


def test_relative_rankings_speak_of_runs():
    assert ranking_table(relative()).sentences == [
        "a and b rank highest; their ranges of ranks overlap."
    ]


def test_the_language_pair_is_shown():
    result = with_p("abc", [[NAN, 0.3, 0.2], [0.7, NAN, 0.2], [0.8, 0.8, NAN]])
    assert ranking_table(result).caption.endswith("ranked by human judgments of adequacy, de-en.")
    assert "Human judgments of adequacy, de-en. All 6 judgments count." in notes(result)
    assert "|languages:de-en|" in result.signature
    assert result.to_dict()["data"]["languages"] == "de-en"
    assert "adequacy, de-en" in judged_by(result.data)
