import threading

import pytest

from tertium.core.errors import ParameterError
from tertium.core.executor import Executor, active, use


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_every_item_is_worked_on_once(jobs):
    seen = [0] * 103

    def work(begin, end):
        for i in range(begin, end):
            seen[i] += 1

    Executor(jobs).spread(103, 10, work)
    assert seen == [1] * 103


def test_nothing_to_do_is_done():
    Executor().spread(0, 10, lambda begin, end: pytest.fail("no work was expected"))


@pytest.mark.parametrize("jobs", [1, 3])
def test_progress_adds_up_to_one(jobs):
    shares: list[float] = []
    Executor(jobs, shares.append).spread(95, 10, lambda begin, end: None)
    assert len(shares) == 10
    assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_error_in_a_part_is_raised(jobs):
    def work(begin, end):
        if begin == 20:
            raise ValueError("part 20")

    with pytest.raises(ValueError, match="part 20"):
        Executor(jobs).spread(100, 10, work)


def test_an_interruption_ends_the_work_early():
    done = []

    def work(begin, end):
        done.append(begin)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Executor(1).spread(1000, 10, work)
    assert done == [0]


def test_several_jobs_work_at_the_same_time():
    together = threading.Barrier(2, timeout=30)

    def work(begin, end):
        together.wait()

    Executor(2).spread(2, 1, work)


def test_jobs_must_be_positive():
    with pytest.raises(ParameterError, match="jobs must be at least 1"):
        Executor(0)


def test_the_executor_in_use_is_given_back():
    before = active()
    with use(Executor(3)) as chosen:
        assert active() is chosen
    assert active() is before


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_a_part_spreads_is_done_where_it_is(jobs):
    def part(number):
        here = threading.get_ident()
        return active().map(lambda inner: (number, inner, threading.get_ident() == here), 4)

    executor = Executor(jobs)
    with use(executor):
        found = executor.map(part, 5)
        assert active() is executor
    assert found == [[(number, inner, True) for inner in range(4)] for number in range(5)]
