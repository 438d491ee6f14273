"""What holds for every metric, found by its file."""

import json
import math
import random
import re
import sys
import warnings
from contextlib import suppress

import numpy as np
import pytest
from tests.contracts._layers import LAYERS, layers
from tests.stand_ins import Comet

from tertium.api.score import score
from tertium.core import plugins
from tertium.core.citations import citations
from tertium.core.errors import DataError, DataWarning, ParameterError, UsageError
from tertium.core.spec import Spec
from tertium.core.testset import TestSet
from tertium.metrics import metric

NAMES = plugins.names("metrics")

# Beyond the basic plane, combining characters, an empty output, a line of spaces, an entity.
REFERENCES = [
    "The cat sat on the mat, and it slept.",
    "A 𝒻𝒶𝓃𝒸𝓎 𐍈 word and an emoji 👩‍👩‍👧.",
    "Cafe\u0301 or café, 3.14 and 1,000-2,000?",
    "One",
    "Words, words; words: words! Words & words.",
    "It is not the same thing at all, is it?",
    "Größe über alles, naïve façade.",
    "The quick brown fox jumps over the lazy dog near the river bank.",
]
OUTPUTS = [
    "The cat slept on the mat and it sat.",
    "A fancy 𐍈 word and an emoji 👩‍👩‍👧",
    "Café or cafe\u0301, 3.14 and 1000-2000?",
    "",
    "   ",
    "It isn't the same thing at all, is it?",
    "Groesse ueber alles, naive facade.",
    "The lazy dog near the river bank is jumped over by the quick brown fox.",
]


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


@pytest.fixture
def made(name):
    return metric(name)


@pytest.fixture(autouse=True)
def heavy_packages(monkeypatch):
    """Replace large optional packages by stand-ins."""
    monkeypatch.setitem(sys.modules, "comet", Comet())


def corpus(outputs=OUTPUTS, *references, source=None):
    """A test set with everything that any metric needs; the outputs stand for the source."""
    references = references or (REFERENCES,)
    return TestSet.of(
        references=references,
        systems={"a": outputs},
        source=source or outputs,
        layers=layers(references, {"a": [outputs]}),
    )


def value(made, outputs, references):
    return made.score(made.stats(corpus(outputs, references), "a").sum())


def rows_of(made, outputs, segments):
    """Rows of some outputs, computed without other segments if the metric is separable."""
    if made.separable:
        references, source = ([lines[i] for i in segments] for lines in (REFERENCES, OUTPUTS))
        return made.stats(corpus(outputs, references, source=source), "a").rows
    rows = made.rows(outputs, np.array(segments), corpus())
    return np.asarray(rows).reshape(-1, len(made.columns))


def test_rows_add_up_to_the_corpus_score(made):
    stats = made.stats(corpus(), "a")
    assert stats.rows.shape == (len(OUTPUTS), len(made.columns))
    assert stats.sum() == pytest.approx(stats.rows.sum(axis=0))
    parts = [rows_of(made, OUTPUTS[i:j], range(i, j)) for i, j in ((0, 3), (3, 8))]
    assert np.concatenate(parts).sum(axis=0) == pytest.approx(stats.sum())


def test_separable_rows_depend_on_their_own_segment_only(made):
    alone = made.stats(corpus(OUTPUTS[:1], REFERENCES[:1]), "a").rows[0]
    same = made.stats(corpus(), "a").rows[0] == pytest.approx(alone)
    assert same == made.separable


def test_the_denominator_is_named_if_the_score_is_a_mean(made):
    draw = np.random.default_rng(1)
    weights = draw.multinomial(8, np.full(8, 1 / 8), size=50)

    def is_mean_if_fixed(column):
        rows = draw.uniform(1, 2, (8, len(made.columns)))
        rows[:, column] = 1
        with np.errstate(invalid="ignore"):  # such rows need not be possible
            of_samples, of_units = made.scores(weights @ rows), made.scores(rows)
        return np.ptp(of_samples) > 0 and np.allclose(of_samples, weights @ of_units / 8)

    means = [name for i, name in enumerate(made.columns) if is_mean_if_fixed(i)]
    assert means == ([made.denominator] if made.denominator else [])


def test_the_order_of_segments_does_not_matter(made):
    order = list(range(len(OUTPUTS)))
    random.Random(1).shuffle(order)
    shuffled = value(made, [OUTPUTS[i] for i in order], [REFERENCES[i] for i in order])
    assert shuffled == pytest.approx(value(made, OUTPUTS, REFERENCES))


def test_scores_of_a_block_are_the_scores_of_its_rows(made):
    rows = made.stats(corpus(), "a").rows
    one_by_one = [made.score([float(number) for number in row]) for row in rows]
    assert made.scores(rows) == pytest.approx(one_by_one, nan_ok=True)
    assert made.scores(rows.reshape(2, 4, -1)).shape == (2, 4)


def test_candidates_of_a_segment_have_the_rows_they_would_have_alone(made):
    outputs = [OUTPUTS[0], REFERENCES[7], OUTPUTS[7], OUTPUTS[7], OUTPUTS[2], ""]
    segments = np.array([0, 7, 7, 0, 2, 3])
    if not made.scores_candidates:
        with pytest.raises(UsageError, match="cannot score other texts"):
            made.rows(outputs, segments, corpus())
        return
    width = len(made.columns)
    rows = np.asarray(made.rows(outputs, segments, corpus())).reshape(-1, width)
    for output, segment, row in zip(outputs, segments, rows, strict=True):
        assert row == pytest.approx(rows_of(made, [output], [segment])[0])


def test_a_perfect_output_gets_the_best_score(made):
    long = [line for line in REFERENCES if len(line.split()) > 4]
    if made.best is not None:
        assert value(made, long, long) == pytest.approx(made.best)


def test_the_direction_is_right(made):
    # Half the words, three times over, and one that only the source has.
    spoiled = [" ".join([*line.split()[::2] * 3, "quux"]) for line in REFERENCES]
    better, worse = value(made, OUTPUTS, REFERENCES), value(made, spoiled, REFERENCES)
    perfect = value(made, REFERENCES, REFERENCES)
    if made.higher_is_better is None:
        assert perfect != worse
        return
    sign = 1 if made.higher_is_better else -1
    assert sign * (perfect - worse) > 0
    # What looks at nothing but outputs cannot see that they are not the references.
    assert sign * (perfect - better) > 0 if made.needs else perfect == better


@pytest.mark.parametrize(("output", "reference"), [("", "a b"), ("a b", ""), ("", "")])
def test_nothing_to_compare_has_a_defined_score_or_is_refused(made, output, reference):
    assert defined_or_refused(made, output, reference)


def defined_or_refused(made, output, reference):
    """Whether there is a score; an empty layer may be refused with its place."""
    try:
        return math.isfinite(value(made, [output], [reference]))
    except DataError as refused:
        return bool(set(made.needs) & set(LAYERS)) and refused.where.endswith("segment 1")


def test_an_identical_second_reference_changes_nothing(made):
    twice = corpus(OUTPUTS, REFERENCES, REFERENCES)
    assert made.stats(twice, "a").sum() == pytest.approx(made.stats(corpus(), "a").sum())


def test_a_further_reference_never_lowers_the_score_of_an_identical_output(made):
    both = corpus(OUTPUTS, REFERENCES, OUTPUTS)
    more, less = made.score(made.stats(both, "a").sum()), value(made, OUTPUTS, REFERENCES)
    if made.higher_is_better is not None:
        assert (more >= less) if made.higher_is_better else (more <= less)


def test_a_missing_reference_changes_nothing(made):
    lacking = [None if i == 2 else line for i, line in enumerate(OUTPUTS)]
    some = corpus(OUTPUTS, REFERENCES, lacking)
    rows = made.stats(some, "a").rows
    if made.separable:
        assert rows[2] == pytest.approx(made.stats(corpus(), "a").rows[2])
    whole = [REFERENCES[i] if line is None else line for i, line in enumerate(lacking)]
    rest = [None if i == 2 else line for i, line in enumerate(REFERENCES)]
    turned = corpus(OUTPUTS, rest, whole)
    assert made.stats(turned, "a").rows == pytest.approx(rows)
    assert "nrefs:var" in made.signature(some) or "nrefs" not in made.signature(some)


@pytest.mark.slow
def test_the_number_of_threads_changes_nothing(made):
    big = corpus(OUTPUTS * 700, REFERENCES * 700)
    one, many = (score(big, made, jobs=jobs)[0] for jobs in (1, 5))
    assert one.value == many.value
    assert np.array_equal(one.stats.rows, many.stats.rows)


def test_it_prints_as_its_own_name_and_parses_from_it(made, name):
    assert made.name == name
    assert str(made) == name
    for parameter in made.parameters():
        changed = other(made, parameter)
        if changed is not None:
            assert metric(str(changed)) == changed
            assert hash(metric(str(changed))) == hash(changed)


def other(made: Spec, parameter):
    """The same with another value of a parameter, or None if no value was found."""
    file = parameter.help.startswith("File of")
    for value in (__file__,) if file else ("true", "3", "0.5", *parameter.choices):
        try:
            changed = type(made).of({parameter.name: value})
        except ParameterError:
            continue
        if changed != made:
            return changed
    return None


def test_its_own_signature_parses_back(made):
    for changed in (made, *(other(made, parameter) for parameter in made.parameters())):
        if changed is not None:
            signature = changed.own_signature(corpus())
            assert metric(signature.split("|")[0]) == changed
            assert "|version:tertium-" in signature


def test_a_parameter_that_does_not_exist_is_named(name):
    with pytest.raises(ParameterError, match=f"{re.escape(name)} has no parameter 'nonsense'"):
        metric(f"{name}(nonsense=1)")


def test_every_parameter_is_explained_and_refuses_nonsense(made, name):
    for parameter in made.parameters():
        assert parameter.help.endswith(".")
        if parameter.type.startswith("word") and not parameter.choices:
            continue  # only the named resource defines the valid values
        complaint = f"The '{parameter.name}' parameter of {re.escape(name)} must be"
        with pytest.raises(ParameterError, match=complaint):
            metric(f"{name}({parameter.name}=no such thing)")


def test_an_error_names_what_it_needs(made):
    if "references" in made.needs:
        with pytest.raises(UsageError, match="needs references"):
            score(TestSet.of(systems={"a": ["x"]}), made)
    for need in set(made.needs) & set(LAYERS):
        with pytest.raises(UsageError, match=f"needs the layer '{need}'"):
            score(TestSet.of(references=[["x"]], systems={"a": ["x"]}), made)


def test_without_outputs_it_scores_layers_or_is_refused(made):
    told = TestSet.of(
        references=[REFERENCES],
        source=OUTPUTS,
        layers=layers([REFERENCES], {"a": [OUTPUTS]}),
    )
    if made.scores_candidates:
        with pytest.raises(UsageError, match="needs the outputs of the systems"):
            score(told, made)
    else:
        assert score(told, made)[0].value == value(made, OUTPUTS, REFERENCES)


# Outputs and references that say little, or what no text should have in it.
HOSTILE = {
    "no output has a word": (["", ""], ["a b", "c d e f"]),
    "no reference has a word": (["a b", "c d e"], ["", ""]),
    "nothing at all": ([""], [""]),
    "one word": (["a"], ["a"]),
    "NUL": (["a\0b c", "\0", "x\0"], ["a\0b c", "\0", "y"]),
    "punctuation only": (["...!?", "“”—,", "()"], ["?!...", "“”", "[]"]),
    "carriage returns": (["a\rb", "\r", "x\r\ny"], ["a\rb", "\r", "x y"]),
    "spaces of Unicode": (["   ", "\u3000", "\u2028"], ["a", "\u3000", "\u2029 b"]),
    "half surrogate pairs": (["\ud800 a", "b\udfff"], ["\ud800 a", "b"]),
    "control characters": (["\x1b[31m\x07 a", "\u202e b"], ["\x1b[31m a", "\u202e b"]),
    "combining marks only": (["\u0301" * 50, "\u200d" * 50], ["\u0301" * 49, "\u200d"]),
}


@pytest.mark.parametrize(("outputs", "references"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_has_a_score_or_is_refused_with_a_message(made, outputs, references):
    with suppress(DataError), warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        found = score(corpus(outputs, references), made, confidence=True, trials=10)[0]
        assert math.isfinite(found.value)
        assert not any(map(math.isinf, found.segments))
        assert json.dumps(found.to_dict(segments=True))


def test_it_is_documented_and_can_be_cited(made, name):
    document = plugins.load("metrics", name).__doc__
    assert document
    assert "Reference: " in document
    assert len(citations([name])) > 1


def test_its_result_is_json(made):
    result = score(corpus(), made, confidence=True, trials=10)
    assert json.loads(json.dumps(result.to_dict(segments=True)))
