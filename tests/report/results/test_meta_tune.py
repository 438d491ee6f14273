from dataclasses import replace

import pytest
from tests.report._tuning import of_noise, with_gain

from tertium.core.intervals import Interval
from tertium.meta.tune.results import Gain
from tertium.report import presentation
from tertium.report.results.meta_tune import verdict


def test_parameters_then_correlations():
    parameters, correlations = presentation.tables(with_gain())
    assert parameters.header == ["parameter", "default", "tuned", "in folds"]
    assert [row[:3] for row in parameters.rows] == [
        ["alpha", "0.85", "0.3"],
        ["beta", "0.2", "1"],
        ["gamma", "0.6", "0.9"],
        ["delta", "0.75", "0.4"],
        ["weight of stem", "0.6", "0.2"],
    ]
    assert len(parameters.emphasis) == 5
    assert [row[0] for row in correlations.rows] == ["on all, which were seen", "held out"]
    assert correlations.rows[1][2] == "1.000"
    assert correlations.notes[-2].startswith("tuned  meteor(alpha=0.3,")


def test_a_gain_is_said_with_what_to_beware_of():
    first, *rest = presentation.tables(with_gain())[1].sentences
    gain = with_gain().gain
    assert first == (
        f"Tuning gains {gain.value:.3f} [{gain.interval.low:.3f}, {gain.interval.high:.3f}] in"
        " Pearson's r on segments it has not seen."
    )
    assert rest == [
        "40 segments are few: other ones might well lead to other parameters.",
        "The 40 segments are of 20 documents, and segments of one document are not independent:"
        ' fold_level="document" holds out whole documents.',
        "Tuned on one test set only: other languages, domains and kinds of systems may need other"
        " parameters.",
    ]


def test_on_noise_no_gain_can_be_shown():
    first, *rest = presentation.tables(of_noise())[1].sentences
    assert first.startswith("No gain can be shown: ")
    ended = [f"{one.name} {one.tuned:g}" for one in of_noise().parameters if one.at_end]
    assert ended
    assert rest[0].startswith(f"At the end of the values that are tried: {', '.join(ended)}.")


@pytest.mark.parametrize(
    ("gain", "said"),
    [
        (
            Gain(-0.02, Interval(-0.03, -0.01)),
            "Tuning loses 0.020 [0.010, 0.030] in Pearson's r on segments it has not seen: keep the"
            " parameters that there were.",
        ),
        (
            Gain(0.02, Interval.undefined("folds are too small to be resampled")),
            "The gain in Pearson's r on segments it has not seen is not known: folds are too small"
            " to be resampled.",
        ),
    ],
)
def test_other_verdicts(gain, said):
    assert verdict(replace(with_gain(), gain=gain)) == said


def test_where_nothing_is_better_nothing_changes():
    result = with_gain()
    same = tuple(replace(one, tuned=one.default) for one in result.parameters)
    assert verdict(replace(result, parameters=same)) == (
        "No other parameters agree better with people: they stay as they are."
    )


def test_what_is_known_of_the_data_is_said():
    data = replace(with_gain().data, languages=("de", "en"), missing=1_200)
    settings = replace(with_gain().settings, level="system")
    said = presentation.tables(replace(with_gain(), data=data, settings=settings))[1].sentences
    assert any(one.startswith("Tuned on de-en only: ") for one in said)
    assert "Left out for lack of a human score: 1,200 segments of outputs." in said
    assert any(one.startswith("3 systems are all that is correlated") for one in said)


def test_one_of_a_kind():
    data = replace(with_gain().data, documents=1, missing=1, scores=1)
    parameters, correlations = presentation.tables(replace(with_gain(), data=data))
    assert "The 40 segments are of 1 document, and" in " ".join(correlations.sentences)
    assert "Left out for lack of a human score: 1 segment of outputs." in correlations.sentences
    assert parameters.caption.endswith("tuned to 1 human score.")
