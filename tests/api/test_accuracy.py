"""Verdicts of metrics and tests compared with human verdicts."""

import math

import pytest
from tests.members import names_of_output_tests
from tests.meta._hybrids import ratings, small_set
from tests.parity._data import testset as stored_testset
from tests.report._human import example, ranking
from tests.report._human import gold as gold_result
from tests.report._studies import outputs, verdicts

import tertium
from tertium.api.accuracy import accuracy
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.formats.gold_standards import read_gold_standard
from tertium.inference.verdicts import PValues
from tertium.meta.accuracy.results import AccuracyStudy
from tertium.significance import all_tests

NAN = math.nan


def small(**options):
    options = {
        "metrics": "bleu",
        "test": "bootstrap",
        "confidence_levels": [0.95],
        "trials": 50,
        **options,
    }
    metrics = options.pop("metrics")
    return accuracy(small_set(), metrics, **options)


def human_verdicts(*names, wins=()):
    return PValues(
        names,
        tuple(
            tuple(NAN if a == b else 0.001 if (a, b) in wins else 0.6 for b in names) for a in names
        ),
    )


def test_metric_and_gold_verdicts_are_those_of_compare_and_rank():
    found = verdicts()
    human = tertium.rank(example(), task="adequacy", trials=0).ranking
    assert human is not None
    compared = tertium.compare(
        outputs(),
        "bleu,ter",
        test="bootstrap",
        all_pairs=True,
        alternative="greater",
        correction="none",
        trials=200,
    )
    assert found.systems == human.p_values.systems
    assert repr(found.gold[0].p_values) == repr(human.p_values)  # NaN is not itself
    for metric in compared.metrics:
        tested = next(
            one for one in found.tested if (one.metric, one.test) == (metric.metric, "bootstrap")
        )
        p = {(pair.system, pair.other): pair.tests[0].p for pair in metric.pairs}
        for i, row in enumerate(tested.p_values.systems):
            for j, column in enumerate(tested.p_values.systems):
                if i != j:
                    assert tested.p_values.matrix[i][j] == p[row, column]


def test_the_counts_of_an_independent_program():
    """Verdicts from the p-values by their definition, without our records."""
    found = verdicts()
    for one in found.accuracies:
        alpha = round(1 - one.confidence_level, 12)
        people = next(g for g in found.gold if g.confidence_level == one.confidence_level).p_values
        tested = next(t for t in found.tested if (t.metric, t.test) == (one.metric, one.test))
        right = 0
        for i, a in enumerate(people.systems):
            for j, b in enumerate(people.systems[:i]):
                k, m = (tested.p_values.systems.index(name) for name in (a, b))
                theirs = (people.matrix[i][j] <= alpha) - (people.matrix[j][i] <= alpha)
                ours = tested.p_values.matrix
                right += ((ours[k][m] <= alpha) - (ours[m][k] <= alpha)) == theirs
        assert one.correct == right


def test_there_is_an_accuracy_for_each_level_metric_and_test():
    found = verdicts()
    keys = [(one.confidence_level, one.metric, one.test) for one in found.accuracies]
    assert keys == [
        (level, metric, test)
        for level in (0.95, 0.99)
        for metric in ("bleu", "ter")
        for test in ("bootstrap", "paired-bootstrap")
    ]
    assert [(one.confidence_level, one.test) for one in found.differences] == [
        (level, test) for level in (0.95, 0.99) for test in ("bootstrap", "paired-bootstrap")
    ]
    assert len(found.agreements) == 4


def test_tests_by_default_are_those_that_ask_whether_an_output_is_better():
    found = small(test=None, ratings=ratings())
    assert list(found.tests) == [
        name for name in names_of_output_tests() if "greater" in all_tests()[name].alternatives
    ]


def test_human_verdicts_can_be_given():
    found = small(gold_verdicts=human_verdicts("c", "a", "b", wins=[("a", "b")]))
    assert found.systems == ("c", "a", "b")
    assert found.gold[0].decided == 1
    assert found.judgments is None
    assert found.source == "p-values"
    assert found.without == found.unknown == ()


def test_systems_that_are_not_among_the_outputs_are_left_out():
    found = small(gold_verdicts=human_verdicts("z", "a", "b.7"))
    assert found.systems == ("a", "b")
    assert (found.without, found.unknown) == (("c",), ("z",))
    assert found.accuracies[0].pairs == 1


def test_gold_of_result_files(tmp_path):
    tertium.write_result(gold_result(), tmp_path / "gold.json")
    tertium.write_result(ranking(), tmp_path / "ranking.json")
    by_gold = read_gold_standard(tmp_path / "gold.json")
    assert repr(by_gold.at(0.95)) == repr(gold_result().gold.combined[0].p_values)
    with pytest.raises(UsageError, match=r"no verdicts at the confidence level 0\.99"):
        by_gold.at(0.99)
    by_ranking = read_gold_standard(tmp_path / "ranking.json")
    assert by_ranking.at(0.99).systems == tuple(one.system for one in ranking().systems)
    found = tertium.accuracy(
        outputs(),
        "bleu",
        gold_verdicts=tmp_path / "gold.json",
        confidence_levels=[0.999],
        gold_confidence_level=0.95,
        trials=20,
    )
    assert (found.gold[0].confidence_level, found.gold[0].gold_confidence_level) == (0.999, 0.95)
    assert found.source == gold_result().signature


def test_a_result_without_human_verdicts(tmp_path):
    tertium.write_result(verdicts(), tmp_path / "r.json")
    with pytest.raises(DataError, match="`tertium meta accuracy` has no human verdicts"):
        read_gold_standard(tmp_path / "r.json")


@pytest.mark.parametrize("separator", [",", "\t"])
def test_a_matrix_of_p_values(separator, tmp_path):
    lines = [
        ["", "a", "b", "c"],
        ["b", ".9", "", "0.2"],
        ["a", "-", "0.01", "1e-3"],
        ["c", "0.99", "nan", "–"],
    ]
    file = tmp_path / "p.csv"
    file.write_text("\n".join(separator.join(line) for line in lines) + "\n")
    found = read_gold_standard(file)
    assert found.p_values.systems == ("a", "b", "c")
    assert found.p_values.matrix[0][1:] == (0.01, 0.001)
    assert found.p_values.matrix[1][0] == 0.9
    assert math.isnan(found.p_values.matrix[2][1])
    assert found.at(0.5) == found.p_values


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (",a,b\na,,0.1\n", "Expected a header and one row for each of at least two systems"),
        (",a,b\na,,0.1\nb,0.9\n", r"p.csv:3: Expected 3 cells, as in the header, found 2"),
        (",a,b\na,,0.1\nc,0.9,\n", r"p.csv:3: The system 'c' is not in the header"),
        (",a,b\na,,0.1\na,0.9,\n", r"p.csv:3: The system 'a' occurs twice"),
        (",a,b,b\na,,0.1,.1\nb,0.9,,1\n", "A system occurs twice"),
        (",a,b,c\na,,0.1,.1\nb,0.9,,1\n", "There is no row for 'c'"),
        (",a,b\na,,x\nb,0.9,\n", r"p.csv:2: Expected a p-value .* column 'b', found 'x'"),
        (",a,b\na,,1.5\nb,0.9,\n", "found '1.5'"),
        (",a,b\na,,\nb,,\n", "There is no p-value for 'a' and 'b'"),
    ],
)
def test_a_matrix_that_is_wrong(text, said, tmp_path):
    (tmp_path / "p.csv").write_text(text)
    with pytest.raises((FormatError, DataError), match=said):
        read_gold_standard(tmp_path / "p.csv")


def test_a_two_sided_ranking_is_no_gold(tmp_path):
    two_sided = tertium.rank(example(), task="adequacy", trials=0, alternative="two-sided")
    tertium.write_result(two_sided, tmp_path / "r.json")
    with pytest.raises(DataError, match="does not use one-sided tests"):
        read_gold_standard(tmp_path / "r.json")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "There are neither human judgments nor human verdicts"),
        (
            {"ratings": ratings(), "gold_verdicts": human_verdicts("a", "b")},
            "both human judgments and human",
        ),
        (
            {"ratings": ratings(), "confidence_levels": [1.5]},
            "confidence_levels must be between 0 and 1. Got 1.5",
        ),
        ({"ratings": ratings(), "confidence_levels": []}, "Give confidence_levels"),
        ({"ratings": ratings(), "metrics": "length-ratio"}, "has no direction"),
        ({"ratings": ratings(), "test": "riezler-maxwell"}, "two-sided"),
        ({"ratings": ratings(), "test": "bootstrap(alternative=less)"}, "is not one-sided"),
        ({"ratings": ratings(), "test": "bootstrap,bootstrap(trials=9)"}, "given twice"),
        ({"ratings": ratings([("a", "1", 1.0), ("a", "2", 2.0)])}, "Only one of the systems"),
        ({"gold_verdicts": human_verdicts("a", "x")}, "Only one of the systems was judged, a"),
    ],
)
def test_bad_requests(options, said):
    with pytest.raises(UsageError, match=said):
        small(**options)


def test_the_same_for_any_number_of_workers():
    one, two = (small(ratings=ratings(), jobs=jobs, trials=600).to_dict() for jobs in (1, 2))
    assert one == two


def test_plain_print_and_back():
    found = verdicts()
    assert "correct" in str(found)
    assert "|confidence_levels:0.95/0.95+0.99/0.99|tests:bootstrap(" in found.signature
    assert AccuracyStudy.from_dict(found.to_dict()).to_dict() == found.to_dict()
    assert len(found.to_rows()) == 8


@pytest.mark.slow
def test_the_real_campaign(reference_data):
    texts = stored_testset(reference_data / "metrics/wmt22-de-en", "refA", 1000)
    file = reference_data / "stats/da-wmt/input/wmt22-toen.de-en.seg-scores.csv.gz"
    found = accuracy(texts, "bleu,chrf,ter", ratings=tertium.read_ratings(file), trials=2000)
    assert [one.decided for one in found.gold] == [15, 12, 5]
    assert len(found.accuracies) == 3 * 3 * len(found.tests)  # levels, metrics, tests
    assert {one.pairs for one in found.accuracies} == {28}
