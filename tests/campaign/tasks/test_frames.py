"""Semantic frames: spans, roles, matches and judgments are checked, and kept as they were given."""

import copy

import pytest
from tests.campaign.tasks._example import Example

from tertium.campaign.design import make_design, resolve
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.tasks import AnswerError, Question, Shown, load_task
from tertium.campaign.tasks.frames import ROLES
from tertium.core.errors import UsageError
from tertium.core.testset import TestSet
from tertium.metrics import meant

OUTPUT = "The minister said yesterday that the company sells shares quickly."
REFERENCE = "Yesterday the minister said that the company would sell its shares, which fell."

SHOWN = Shown((OUTPUT,), reference=REFERENCE)
EMOJI = Shown(
    ("\U0001f600 re\u0301ussit. हिन्दी",), source="x", reference="\U0001f469\u200d\U0001f680 שלום"
)


def span(text, words, **more):
    start = text.index(words)
    return {"start": start, "end": start + len(words), **more}


def filler(text, role, words, **more):
    return {"role": role, **span(text, words), **more}


def answer():
    """The worked example of the documentation, judged by a person."""
    return {
        "reference": [
            {
                "predicate": span(REFERENCE, "said"),
                "fillers": [
                    filler(REFERENCE, "when", "Yesterday"),
                    filler(REFERENCE, "who", "the minister"),
                ],
            },
            {
                "predicate": span(REFERENCE, "sell"),
                "fillers": [
                    filler(REFERENCE, "who", "the company"),
                    filler(REFERENCE, "how", "would"),
                    filler(REFERENCE, "what", "its shares"),
                ],
            },
            {
                "predicate": span(REFERENCE, "fell"),
                "fillers": [filler(REFERENCE, "what", "its shares")],
            },
        ],
        "output": [
            {
                "predicate": span(OUTPUT, "said"),
                "match": 1,
                "fillers": [
                    filler(OUTPUT, "who", "The minister", match=2, mark="correct"),
                    filler(OUTPUT, "when", "yesterday", match=1, mark="correct"),
                ],
            },
            {
                "predicate": span(OUTPUT, "sells"),
                "match": 2,
                "fillers": [
                    filler(OUTPUT, "who", "the company", match=1, mark="correct"),
                    filler(OUTPUT, "what", "shares", match=3, mark="partial"),
                    filler(OUTPUT, "how", "quickly", match=0, mark="incorrect"),
                ],
            },
        ],
    }


def without_matches():
    """A frame of the output that the reference lacks, beside one without fillers."""
    text = EMOJI.outputs[0]
    return {
        "reference": [{"predicate": span(EMOJI.reference, "שלום"), "fillers": []}],
        "output": [
            {
                "predicate": span(text, "re\u0301ussit"),
                "match": 0,
                "fillers": [filler(text, "other", "\U0001f600"), filler(text, "how", "हिन्दी")],
            },
        ],
    }


EXAMPLES = [
    Example("frames", SHOWN, answer(), 1),
    Example("frames", SHOWN, {**answer(), "comment": "Hard."}, 1),
    Example("frames", EMOJI, without_matches(), 1),
    Example("frames", SHOWN, {"reference": [], "output": []}, 1),
]


def read(given, shown=SHOWN):
    return load_task("frames").read(given, shown, Question(answer="frames"))


def test_the_text_of_each_span_is_kept():
    stored = read(answer())
    assert [frame["predicate"]["text"] for frame in stored["output"]] == ["said", "sells"]
    assert stored["output"][1]["fillers"][1] == {
        **filler(OUTPUT, "what", "shares", match=3, mark="partial"),
        "text": "shares",
    }
    (frame,) = read(without_matches(), EMOJI)["output"]
    assert frame["predicate"]["text"] == "re\u0301ussit"
    assert [one["text"] for one in frame["fillers"]] == ["\U0001f600", "हिन्दी"]


def test_roles_are_those_of_the_metric():
    assert ROLES == meant._ROLES
    assert [meant.role_of(role) for role in ROLES] == list(ROLES)


def changed(place, value):
    """The example with another value at a place; keys that are None are left out."""
    given = copy.deepcopy(answer())
    *path, last = place
    part = given
    for key in path:
        part = part[key]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return given


SELLS = ("output", 1)
SHARES = (*SELLS, "fillers", 1)


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (("output",), None, "of the form"),
        (("more",), [], "of the form"),
        (("output",), {}, "must be a list"),
        (("output",), [{}] * 101, "at most 100"),
        (SELLS, [], "A frame must be an object"),
        ((*SELLS, "match"), None, "A frame must be an object with predicate and fillers and match"),
        ((*SELLS, "more"), 1, "A frame has an unknown key"),
        (("reference", 0, "match"), 1, "A frame has an unknown key"),
        (("reference", 0, "fillers", 0, "mark"), "correct", "A filler has an unknown key"),
        ((*SELLS, "predicate"), [1, 2], "A predicate must be an object"),
        ((*SELLS, "predicate", "start"), 3.0, "whole numbers"),
        ((*SELLS, "predicate", "start"), True, "whole numbers"),
        ((*SELLS, "predicate", "start"), -1, "in its text"),
        ((*SELLS, "predicate", "end"), len(OUTPUT) + 1, "in its text"),
        ((*SELLS, "predicate", "end"), 0, "in its text"),
        ((*SELLS, "predicate"), {"start": 3, "end": 3}, "not be empty"),
        ((*SELLS, "predicate"), {"start": 3, "end": 4}, "white space"),
        ((*SELLS, "predicate", "text"), "buys", "on another text"),
        ((*SELLS, "predicate"), span(OUTPUT, "said"), "predicates of a text must not overlap"),
        (SHARES, filler(OUTPUT, "what", "sells", match=3, mark="partial"), "must not overlap"),
        (SHARES, filler(OUTPUT, "what", "company", match=3, mark="partial"), "must not overlap"),
        ((*SHARES, "role"), "subject", "The role of a filler must be one of"),
        ((*SHARES, "role"), None, "A filler must be an object"),
        ((*SHARES, "role"), [], "The role of a filler must be one of"),
        ((*SHARES, "mark"), "right", "A mark must be one of"),
        ((*SHARES, "mark"), None, "needs a match and a mark"),
        ((*SHARES, "match"), "3", "match of a filler must be a whole number"),
        ((*SHARES, "match"), 4, "names a filler that the reference lacks"),
        ((*SHARES, "match"), -1, "names a filler that the reference lacks"),
        ((*SHARES, "match"), 1, "Two fillers of the output match the same filler"),
        ((*SHARES, "match"), 0, "A filler without a match is incorrect"),
        ((*SELLS, "match"), 4, "names a frame that the reference lacks"),
        ((*SELLS, "match"), True, "match of a frame must be a whole number"),
        ((*SELLS, "match"), 1, "names a filler that the reference lacks"),
        ((*SELLS, "match"), 0, "without a match are not judged"),
    ],
)
def test_bad_frames_are_refused(place, value, sentence):
    with pytest.raises(AnswerError) as refused:
        read(changed(place, value))
    assert sentence in refused.value.sentence


def test_two_frames_do_not_match_the_same_frame():
    given = answer()
    given["output"][1] = {"predicate": span(OUTPUT, "sells"), "match": 1, "fillers": []}
    with pytest.raises(AnswerError, match="Two frames of the output match the same frame"):
        read(given)


def test_frames_need_the_reference():
    with pytest.raises(AnswerError, match="one output with a reference"):
        read(answer(), SHOWN._replace(reference=None))


# --- Campaigns ------------------------------------------------------------------------------------


def texts(references=1, **rest):
    return TestSet.of(
        systems={
            name: [
                f"Output {n} by {'a and b' if n == 0 and name != 'c' else name}." for n in range(6)
            ]
            for name in "abc"
        },
        references=[[f"Reference {n}." for n in range(6)] for _ in range(references)],
        **rest,
    )


def designed(testset, annotators=2, **options):
    settings = resolve(CampaignSettings(task="frames", hit_size=5, **options))
    return make_design(testset, settings, annotators)


@pytest.mark.parametrize("annotators", [1, 2, 0])
def test_one_annotator_compares_all_outputs_of_a_segment_without_control_items(annotators):
    design = designed(texts(), annotators)
    items = [(hit.annotator, item) for hit in design.hits for item in hit.items]
    assert {output.kind for _, item in items for output in item.outputs} == {"system"}
    assert len(items) == 6 * 3 - 1
    owners = {
        item.segment: {one for one, other in items if other.segment == item.segment}
        for _, item in items
    }
    assert all(len(found) == 1 for found in owners.values())
    for hit in design.hits:
        shown = [item.segment for item in hit.items]
        # The outputs of a segment follow each other.
        assert len(dict.fromkeys(shown)) == sum(
            a != b for a, b in zip([None, *shown], shown, strict=False)
        )


@pytest.mark.parametrize(
    ("testset", "options", "error", "sentence"),
    [
        (texts(2), {}, UsageError, "compared with one reference; the test set has 2"),
        (texts(0), {}, UsageError, "need a reference"),
        (texts(0, source=["x"] * 6), {}, UsageError, "need a reference"),
        (
            texts(document_ids=["x"] * 6),
            {"document_score": True, "context": True},
            UsageError,
            "document_score=True does not apply",
        ),
        (texts(), {"reference_share": 0.5}, UsageError, "reference_share does not apply"),
        (texts(), {"select": "disagreement"}, UsageError, "which MEANT does not use"),
        (texts(), {"until": "decided"}, UsageError, "no numbers on a scale"),
        (texts(), {"systems_per_item": 2}, UsageError, "has 1 output on a screen"),
        (texts(), {"show": "source"}, UsageError, "judged with reference or both"),
    ],
)
def test_campaigns_that_frames_do_not_fit_are_refused(testset, options, error, sentence):
    with pytest.raises(error, match=sentence):
        designed(testset, **options)
