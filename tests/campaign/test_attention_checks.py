"""Attention checks: which HIT has which one, where it stands, and who passes."""

from random import Random

import pytest

from tertium.campaign.attention_checks import (
    CheckAnswer,
    CheckTally,
    assign_checks,
    places_of_checks,
    tally,
)
from tertium.campaign.items import Item
from tertium.campaign.notices import FailedChecks


def test_nobody_gets_a_check_twice():
    annotators = [0, 1, 0, 1, 0]
    chosen = assign_checks(annotators, checks=5, per_hit=2, seed=1)
    for annotator in (0, 1):
        own = [
            number
            for hit, one in zip(chosen, annotators, strict=True)
            if one == annotator
            for number in hit
        ]
        assert len(set(own)) == len(own)
    # Three HITs of the first annotator would need six checks; there are five.
    assert [len(hit) for hit in chosen] == [2, 2, 2, 2, 1]
    assert chosen == assign_checks(annotators, 5, 2, 1)
    assert chosen != assign_checks(annotators, 5, 2, 2)


def test_a_pool_has_places():
    assert assign_checks([None, None], 5, 2, 1) == [[None, None]] * 2
    assert assign_checks([None], checks=1, per_hit=3, seed=1) == [[None]]
    assert assign_checks([None, 0], checks=0, per_hit=1, seed=1) == [[], []]


def test_checks_stand_anywhere_but_at_the_beginning():
    items = [Item(segment, ()) for segment in range(10)]
    places = {place for seed in range(200) for place in places_of_checks(items, 2, Random(seed))}
    assert places == set(range(1, 11))


def test_checks_do_not_interrupt_a_document():
    blocks = [1, 1, 1, 2, 2, None, None]
    items = [Item(segment, (), block=block) for segment, block in enumerate(blocks)]
    places = {place for seed in range(200) for place in places_of_checks(items, 1, Random(seed))}
    assert places == {3, 5, 6, 7}
    assert len(places_of_checks(items, 9, Random(1))) == 9


def answer(annotator, position, passed, *, loud=False, attempt=1):
    return CheckAnswer(annotator, "c", loud, 1, position, attempt, passed, "{}", 0.0)


def test_silent_checks_count_the_last_answer_and_loud_ones_the_first():
    found = tally(
        [
            answer("ann", 1, False),
            answer("ann", 1, True, attempt=2),
            answer("ann", 2, False, loud=True),
            answer("ann", 2, True, loud=True, attempt=2),
            answer("ann", 3, True, loud=True),
            answer("bob", 1, False),
        ]
    )
    assert found == {"ann": CheckTally(1, 1, 2, 1), "bob": CheckTally(1, 0, 0, 0)}
    assert (found["ann"].answered, found["ann"].passed) == (3, 2)


@pytest.mark.parametrize(
    ("failed", "allowed", "caution"),
    [(0, 0.5, False), (2, 0.5, False), (3, 0.5, True), (1, 0, True), (4, 1, False)],
)
def test_more_failed_checks_than_allowed_are_a_caution(failed, allowed, caution):
    found = CheckTally(silent=4, silent_passed=4 - failed).cautions(allowed)
    assert found == ((FailedChecks(failed, 4, allowed),) if caution else ())


def test_loud_checks_are_no_reason_for_a_caution():
    assert CheckTally(loud=5, loud_passed=0).cautions(0.5) == ()
    assert CheckTally().cautions(0.0) == ()


def test_the_caution_names_its_numbers():
    assert FailedChecks(3, 4, 0.5).sentence() == (
        "3 of 4 silent attention checks failed, more than the allowed 50 %."
    )
