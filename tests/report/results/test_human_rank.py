"""Tables of rankings."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from tests.report._human import (
    answers,
    errors,
    example,
    of_answers,
    of_errors,
    preferences,
    ranking,
    relative,
)

import tertium
from tertium.core.errors import DataError, DataWarning, UsageError
from tertium.core.formatting import FORMATS
from tertium.human.columns import Words, joined
from tertium.human.ratings import Ratings
from tertium.human.standardization import Scale
from tertium.inference.clusters import clusters as clustered
from tertium.inference.verdicts import PValues
from tertium.report import presentation
from tertium.report.judgments import judged_by
from tertium.report.ranking.notes import ranking_notes
from tertium.report.ranking.summary import separated_within_clusters
from tertium.report.results.human_rank import ranking_table
from tertium.report.table_formats import render
from tertium.report.wording import P_VALUE


def notes(result):
    return " ".join(ranking_notes(result))


def verdicts(result):
    return [*presentation.summary(result), *separated_within_clusters(result.ranking)]


def test_a_row_for_each_system_from_the_best():
    table = ranking_table(ranking())
    assert table.header == [
        "cluster",
        "ranks",
        "system",
        "z [95 % CI]",
        "raw",
        "segments",
        "judgments",
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
    assert presentation.summary(ranking()) == [
        "large and distilled are best; the judgments do not separate them."
    ]


def test_human_translations_are_marked():
    table = ranking_table(ranking())
    assert table.raised == {(1, 2): "R"}
    assert table.notes == ["R: human translation."]
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
    assert [row[0] for row in presentation.tables(result)[-1].rows] == ["minor", "penalty"]
    assert (
        "Human judgments of esa: 2 judgments used, from 4 rows; excluded: 2 for marked errors."
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
    assert table.header[3] == "mean [95 % CI]"
    assert (table.rows[0][3][:7], table.rows[1][3]) == ("59.50 [", "40.00")
    assert "No CI for b: some resamples contain none of their judgments." in notes(result)


def test_lines_fit_a_terminal():
    result = replace(ranking(), ranking=tertium.rank(example(), task="adequacy").ranking)
    for table in presentation.tables(result):
        lines = render(table, "table").splitlines()
        assert max(len(line) for line in lines if not line.startswith("rank  ")) <= 80


def test_notes_say_what_was_done():
    assert ranking_notes(ranking())[:-1] == [
        "z: mean over segments of the standardized scores (z-scores per annotator); raw: mean score"
        " as given.",
        "95 % CI: percentile bootstrap, 50 resamples of segments and annotators, seed 12345.",
        "Wins and clusters: p <= 0.05 (Wilcoxon rank-sum tests on segment scores, one-sided; not"
        " corrected for multiple comparisons, as at WMT).",
        "Cluster: all of its systems are significantly better than all systems of the clusters"
        " below. Ranks: the range consistent with wins and losses.",
        P_VALUE,
        "Human judgments of adequacy: 1,836 of 3,600 judgments used; excluded: 1,200 of other"
        " tasks, 360 by annotators who did not pass quality control, 204 of control items.",
        "10 of 12 annotators passed quality control; a05 and a11 failed.",
        "Warning: The 200 segments belong to 20 documents, and segments of one document are not"
        ' independent. Test whole documents: level="document".',
    ]
    assert ranking_notes(ranking())[-1] == f"rank  {ranking().signature}"


def test_settings_are_reported():
    result = tertium.rank(
        example(),
        task="adequacy",
        quality=False,
        scale="raw",
        level="judgment",
        average="judgments",
        alternative="two-sided",
        clusters="wmt",
        trials=0,
    )
    table = ranking_table(result)
    assert table.header[3:5] == ["mean", "segments"]
    said = notes(result)
    assert "mean: mean over judgments of the scores as given; higher is better." in said
    assert "rank-sum tests on single judgments, two-sided;" in said
    assert "by the rule of WMT" in said
    assert "CI" not in said
    assert "passed quality control" not in said


def test_annotators_and_rows_left_out_are_named():
    left_out = replace(
        ranking(),
        left_out=tuple(Scale(name, "", "adequacy", 5, 50.0, 0.0) for name in ("b", "a")),
        data=replace(ranking().data, dropped={"No value.": 3}),
    )
    said = ranking_notes(left_out)
    assert "Excluded because all of their scores are equal: a, b." in said
    assert "Not read: 3 rows (No value)." in said


def test_one_best_system_and_none():
    best = tertium.rank(example(), task="adequacy", trials=0, clusters="wmt", confidence_level=0.8)
    assert presentation.summary(best) == ["large is significantly better than all other systems."]
    assert presentation.summary(of_errors()) == ["The judgments do not separate any two systems."]


def test_relative_judgments():
    table = ranking_table(relative())
    assert table.rows[0] == ["1", "1-2", "a", "0.875", "7", "0", "1"]
    assert notes(relative()).startswith(
        "score: Expected Wins, the mean probability of being preferred to another system. 12"
        " comparisons, including 0 ties. ranks: the range of ranks of a system in 95 % of 50"
    )
    assert "Human judgments of ranking: all 12 judgments used." in ranking_notes(relative())
    judged = relative().relative
    assert judged is not None
    tied = replace(relative(), relative=replace(judged, ties=3))
    assert "12 comparisons, including 3 ties (left out)." in notes(tied)
    skill = tertium.rank(preferences(), method="trueskill", trials=5)
    assert "TrueSkill. 12 comparisons, including 0 ties. ranks" in notes(skill)


def test_errors_per_output():
    *_, table = presentation.tables(of_errors())
    assert table.rows == [
        ["Accuracy/Omission, Major", "–", "1.000"],
        ["Style, Minor", "–", "0.500"],
        ["Fluency/Punctuation, Minor", "0.500", "–"],
        ["penalty", "0.050", "5.500"],
    ]
    assert (
        "Human judgments of mqm: 4 judgments used, from 5 rows; excluded: 1 for further errors of"
        " the same output." in table.notes
    )
    assert [one.score for one in of_errors().systems] == [-0.05, -5.5]
    assert not of_errors().systems[0].interval.is_defined
    assert len(errors()) == 5


def test_every_format():
    for name in set(FORMATS) - {"json"}:
        for table in presentation.tables(ranking()):
            assert render(table, name)


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
    assert not any(one.interval.is_defined for one in result.systems)
    names = ", ".join(one.system for one in result.systems)
    assert f"No CI for {names}: only one segment was judged." in ranking_notes(result)
    two = tertium.rank(judged_once("ab", annotators=3, segments=2), scale="raw", trials=50)
    assert all(one.interval.low < one.interval.high for one in two.systems)


def test_where_annotators_are_not_known_segments_alone_are_resampled(reference_data):
    """Means of segments, as WMT publishes them."""
    path = "stats/da-wmt/input/wmt22-toen.de-en.seg-scores.csv.gz"
    ratings = tertium.read_ratings(reference_data / path)
    said = notes(tertium.rank(ratings, trials=5))
    assert "5 resamples of segments, seed" in said
    assert "Human judgments of adequacy, de-en: all 21,006 judgments used." in said
    with pytest.raises(UsageError, match="Single judgments cannot be tested: the file holds means"):
        tertium.rank(ratings, level="judgment", trials=0)
    for refused in (tertium.quality, tertium.agreement):
        with pytest.raises(DataError, match="The judgments do not name their annotators"):
            refused(ratings)


def test_judgments_without_annotators_among_others():
    ratings = judged_once("ab", annotators=3, segments=4)
    names = ["" if name == "j2" else name for name in ratings.annotator.to_list()]
    ratings = replace(ratings, annotator=Words.of(names))
    with pytest.warns(DataWarning, match="8 judgments without an annotator excluded"):
        assert len(tertium.quality(ratings).control.annotators) == 2
    assert "|scale:raw|" in tertium.rank(ratings, trials=0).signature
    with pytest.raises(UsageError, match="some judgments name no annotator"):
        tertium.rank(ratings, trials=0, scale="standardized")


def test_lines_of_twelve_systems_fit_a_terminal(reference_data):
    path = "stats/da-wmt/input/wmt22-toen.cs-en.seg-scores.csv.gz"
    result = tertium.rank(tertium.read_ratings(reference_data / path), trials=5)
    lines = [
        line
        for table in presentation.tables(result)
        for line in render(table, "table").splitlines()
    ]
    assert max(len(line) for line in lines if not line.startswith("rank  ")) <= 80
    assert 'Not shown at this width: segments, judgments (see format="csv").' in lines


def with_p(systems, matrix, clusters="all-pairs", confidence_level=0.95):
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
    beats = p_values.beats(confidence_level)
    numbers = clustered(beats, clusters)
    ranked = tuple(
        replace(one, cluster=number)
        for one, number in zip(result.ranking.systems, numbers, strict=True)
    )
    settings = replace(
        result.ranking.settings, clusters=clusters, confidence_level=confidence_level
    )
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
                " separated. The systems form one cluster: no group of them is significantly"
                " better than all others."
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
    assert verdicts(with_p("abc", matrix)) == said


def test_pairs_that_are_significant_within_the_first_cluster():
    """The message used to claim that the judgments do not rank them."""
    matrix = [
        [NAN, 0.2, 0.01, 0.01],
        [0.8, NAN, 0.3, 0.01],
        [0.99, 0.7, NAN, 0.01],
        [0.99, 0.99, 0.99, NAN],
    ]
    assert verdicts(with_p("abcd", matrix)) == [
        "a, b and c are in the first cluster: each of them is significantly better than every"
        " system below.",
        "Within cluster 1: a is significantly better than c (p = 0.0100); the other 2 pairs are not"
        " separated.",
    ]
    matrix[1][3], matrix[0][2] = 0.2, 0.2
    matrix[2][3] = 0.01  # the last above wins as often as there are systems below
    assert verdicts(with_p("abcd", matrix, "wmt"))[0] == (
        "a, b and c are in the first cluster by the rule of WMT."
    )


def test_many_pairs_are_counted():
    names = "abcdefg"
    matrix = [[NAN if i == j else 0.01 if i < j else 0.99 for j in range(7)] for i in range(7)]
    matrix[0][1] = matrix[1][2] = matrix[2][3] = 0.5
    matrix[3][4] = matrix[4][5] = matrix[5][6] = 0.5
    (said,) = verdicts(with_p(names, matrix))
    assert said.startswith("15 of 21 pairs differ significantly. The systems form one cluster")


def test_relative_rankings_mention_resampled_runs():
    assert presentation.summary(relative()) == [
        "a and b rank highest; their ranges of ranks overlap."
    ]


def test_the_language_pair_is_shown():
    result = with_p("abc", [[NAN, 0.3, 0.2], [0.7, NAN, 0.2], [0.8, 0.8, NAN]])
    assert ranking_table(result).caption.endswith("ranked by human judgments of adequacy, de-en.")
    assert "Human judgments of adequacy, de-en: all 6 judgments used." in notes(result)
    assert "|languages:de-en|" in result.signature
    assert result.to_dict()["data"]["languages"] == "de-en"
    assert "adequacy, de-en" in judged_by(result.data)


def test_shares_of_yes():
    table = ranking_table(of_answers())
    assert table.header[3:] == ["share of yes [95 % CI]", "segments", "judgments", "wins"]
    assert table.rows[0][3] == "0.929 [0.891, 0.957]"
    assert (
        "share of yes: mean over segments of the answers, with 1 for yes and 0 for no. 95 % CI:"
        " Clopper-Pearson limits of the share, for these annotators. Judgments of one segment are"
        " not independent, so the limits use the effective number of judgments (Korn and Graubard"
        " 1998). Wins and clusters: p <= 0.05"
    ) in notes(of_answers())


def test_limits_of_one_answer_per_segment_are_exact():
    of_systems = answers().where(answers().kind.is_("system"))
    first = of_systems.where(np.unique(joined(of_systems.system, of_systems.item).codes, True)[1])
    result = tertium.rank(first, task="adequacy", quality=False)
    assert (
        "no. 95 % CI: exact (Clopper-Pearson) limits of the share, for these annotators. Wins"
    ) in notes(result)
    assert "CI" not in notes(tertium.rank(first, task="adequacy", quality=False, trials=0))
