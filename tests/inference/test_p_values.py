"""P-values of all pairs, and the verdicts they give."""

import math

from tertium.inference.verdicts import PValues, Verdict

NAN = math.nan
P = PValues(("a", "b", "c"), ((NAN, 0.01, 0.05), (0.99, NAN, NAN), (0.95, NAN, NAN)))


def test_a_system_beats_another_at_the_level():
    assert P.beats(0.95) == [[False, True, True], [False] * 3, [False] * 3]
    assert P.beats(0.99) == [[False, True, False], [False] * 3, [False] * 3]


def test_one_verdict_for_each_pair():
    first, second, third = P.verdicts(0.99)
    assert first == Verdict("a", "b", "a", 0.01, 0.99)
    assert second == Verdict("a", "c", None, 0.05, 0.99)
    assert third.better is None
    assert math.isnan(third.p)


def test_the_second_of_a_pair_can_win():
    found = PValues(("a", "b"), ((NAN, 0.98), (0.02, NAN)))
    assert found.verdicts(0.95) == (Verdict("a", "b", "b", 0.02, 0.95),)
