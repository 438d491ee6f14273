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
    assert [row[0] for row in correlations.rows] == ["all data", "held-out data"]
    assert correlations.rows[1][2] == "1.000"
    assert correlations.notes[-2].startswith("tuned  meteor(alpha=0.3,")


def warnings_of(result):
    notes = presentation.tables(result)[1].notes
    assert notes == presentation.tables(result, explain=False)[0].notes
    return [note for note in notes if note.startswith("Warning: ")]


def test_the_gain_is_in_the_summary_and_warnings_in_the_notes():
    (first,) = presentation.summary(with_gain())
    held_out, gain = with_gain().held_out, with_gain().gain
    assert first == (
        f"Tuning increases Pearson's r on held-out segments from {held_out.default:.3f} to"
        f" {held_out.tuned:.3f}: gain {gain.value:.3f}, 95 % CI"
        f" [{gain.interval.low:.3f}, {gain.interval.high:.3f}]."
    )
    assert warnings_of(with_gain()) == [
        "Warning: 40 segments are few: other segments may lead to other parameters.",
        "Warning: The 40 segments of 20 documents are not independent. Hold out whole documents:"
        ' fold_level="document".',
        "Warning: The parameters are tuned to one test set only; other languages, domains and kinds"
        " of systems may need other parameters.",
    ]


def test_noise_has_no_significant_gain():
    (first,) = presentation.summary(of_noise())
    assert first.startswith("Tuning has no significant effect on Pearson's r on held-out segments:")
    ended = [f"{one.name} {one.tuned:g}" for one in of_noise().parameters if one.at_end]
    assert ended
    assert any(
        one.endswith(f"may lie beyond: {', '.join(ended)}.") for one in warnings_of(of_noise())
    )


@pytest.mark.parametrize(
    ("gain", "said"),
    [
        (
            Gain(-0.02, Interval(-0.03, -0.01)),
            ": gain -0.020, 95 % CI [-0.030, -0.010]. Keep the default parameters.",
        ),
        (
            Gain(0.02, Interval.undefined("folds are too small to be resampled")),
            "The gain in Pearson's r on held-out segments is unknown: folds are too small to be"
            " resampled.",
        ),
    ],
)
def test_other_verdicts(gain, said):
    assert verdict(replace(with_gain(), gain=gain)).endswith(said)


def test_defaults_stay_if_no_other_parameters_are_better():
    result = with_gain()
    same = tuple(replace(one, tuned=one.default) for one in result.parameters)
    assert verdict(replace(result, parameters=same)) == (
        "No other parameters agree better with human scores; the defaults stay."
    )


def test_notes_describe_the_data():
    data = replace(with_gain().data, languages=("de", "en"), missing=1_200)
    settings = replace(with_gain().settings, level="system")
    result = replace(with_gain(), data=data, settings=settings)
    said = warnings_of(result)
    assert any("are tuned to de-en only; " in one for one in said)
    assert any("The correlation rests on 3 systems only; " in one for one in said)
    notes = presentation.tables(result)[1].notes
    assert "Left out, because there is no human score: 1,200 segments of outputs." in notes


def test_one_of_a_kind():
    data = replace(with_gain().data, documents=1, missing=1, scores=1)
    parameters, correlations = presentation.tables(replace(with_gain(), data=data))
    assert "The 40 segments of 1 document are not" in " ".join(correlations.notes)
    assert "Left out, because there is no human score: 1 segment of outputs." in correlations.notes
    assert parameters.caption.endswith("tuned to 1 human score.")
