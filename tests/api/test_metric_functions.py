"""Functions of the metrics: `tertium.bleu(hypotheses, references)` and its like."""

import inspect
import pickle

import pytest

import tertium
from tertium.core import plugins
from tertium.core.errors import AlignmentError, DataError, ParameterError, TertiumError
from tertium.metrics import metric_class

OUTPUTS = ["the cat sat on a mat", "it was a dark and stormy night"]
REFERENCES = ["the cat sat on the mat", "it was a dark stormy night"]
METRICS = plugins.names("metrics")


def test_one_liners_give_a_score_that_prints_and_is_a_number():
    # sacrebleu.corpus_bleu(OUTPUTS, [REFERENCES]).score with sacreBLEU 2.6.0
    score = tertium.bleu(OUTPUTS, [REFERENCES])
    assert score.value == float(score) == pytest.approx(51.13591498978437)
    assert str(score) == (
        "BLEU = 51.14  nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    )
    assert repr(score) == "Score(system: BLEU = 51.1)"


def test_one_liners_take_parameters():
    assert tertium.chrf(OUTPUTS, [REFERENCES], word_order=2).metric.title == "chrF2++"
    with pytest.raises(ParameterError, match="chrf has no parameter 'wordorder'"):
        tertium.chrf(OUTPUTS, [REFERENCES], wordorder=2)  # type: ignore[call-arg]


def test_the_shape_of_references_is_checked_never_guessed():
    assert tertium.bleu(OUTPUTS, REFERENCES).value == tertium.bleu(OUTPUTS, [REFERENCES]).value
    with pytest.raises(AlignmentError, match=r"one list each: \[\[\.\.\.\], \[\.\.\.\]\]\."):
        tertium.bleu(OUTPUTS[:1], REFERENCES)
    with pytest.raises(AlignmentError, match="looks transposed: one list per segment"):
        tertium.bleu(OUTPUTS, [[reference] for reference in REFERENCES])


def test_as_many_references_as_segments_are_looked_at_for_their_order():
    other = ["a cat was sitting on a mat", "the night was dark and stormy"]
    by_segment = [[REFERENCES[0], other[0]], [REFERENCES[1], other[1]]]
    with pytest.raises(DataError, match="matches them much better if they are transposed"):
        tertium.bleu(OUTPUTS, by_segment)
    assert tertium.bleu(OUTPUTS, [REFERENCES, other]).value > 50


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_a_function_with_its_parameters(name):
    function = getattr(tertium, plugins.identifier(name))
    assert function.__name__ == plugins.identifier(name) in dir(tertium)
    assert function.__module__ == "tertium"
    signature = inspect.signature(function)
    assert list(signature.parameters)[:2] == ["hypotheses", "references"]
    for parameter in metric_class(name).parameters():
        assert parameter.name in signature.parameters
        assert f"\n    {parameter.name}: " in function.__doc__
    assert pickle.loads(pickle.dumps(function)) is function


def test_what_a_metric_needs_is_a_keyword_that_must_be_given():
    def required(function):
        given = inspect.signature(function).parameters.values()
        return [parameter.name for parameter in given if parameter.default is parameter.empty]

    assert required(tertium.bleu) == ["hypotheses", "references"]
    assert required(tertium.hter) == ["hypotheses", "post_edits"]
    assert required(tertium.untranslated_rate) == ["hypotheses", "source"]
    assert required(tertium.type_token_ratio) == ["hypotheses"]


def test_a_mistyped_name_is_no_attribute():
    with pytest.raises(AttributeError, match=r"has no attribute 'blue'\. Did you mean 'bleu'"):
        tertium.blue  # type: ignore[attr-defined]  # noqa: B018


def test_messages_name_the_arguments_of_the_function():
    texts = ["the cat sat"]
    with pytest.raises(TertiumError, match=r"^hypotheses: expected a list of strings"):
        tertium.bleu("a.txt", texts)
    with pytest.raises(TertiumError, match=r"^tertium\.hter needs post_edits\."):
        tertium.hter(texts, texts)  # type: ignore[call-arg]
    with pytest.raises(TertiumError, match=r"^tertium\.bleu needs references\."):
        tertium.bleu(texts)  # type: ignore[call-arg]
    with pytest.raises(TertiumError, match="'order' parameter of bleu must be a whole number"):
        tertium.bleu(texts, texts, order=[4])  # type: ignore[arg-type]
    with pytest.raises(TertiumError, match="'params' parameter of bleu must be the name of a file"):
        tertium.bleu(texts, texts, params=3)  # type: ignore[arg-type]
