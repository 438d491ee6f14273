"""Word of how far work has come."""

import math

import pytest

from tertium.core.progress import part_of, phase


@pytest.mark.parametrize("steps", [1, 2, 3, math.inf])
def test_a_phase_takes_its_share_however_many_steps_there_are(steps):
    shares: list[float] = []
    with phase(shares.append, 0.4, steps) as step:
        for _ in range(4):
            step(0.5)
    assert shares[0] == pytest.approx(0.4 * 0.5 / steps)
    assert min(shares) >= 0
    assert sum(shares) == pytest.approx(0.4)


def test_progress_is_optional():
    with phase(None, 0.4, 2) as step:
        step(1)
    assert part_of(None, 0.4) is None


def test_a_part_of_a_whole():
    shares: list[float] = []
    part = part_of(shares.append, 0.25)
    assert part is not None
    part(0.5)
    assert shares == [0.125]
