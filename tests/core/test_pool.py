import _thread
import os
import threading

import pytest

from tertium.core.executor import Executor
from tertium.core.pool import Stopped, TimedOut, Workers, check_stop, elsewhere


def test_results_come_in_order():
    with Workers() as workers:
        assert list(workers.in_order([lambda i: i * i] * 3, 1000)) == [i * i for i in range(1000)]


def test_only_so_many_results_are_held_however_many_there_are():
    begun = 0

    def call(number):
        nonlocal begun
        begun += 1
        return number

    with Workers() as workers:
        for number in workers.in_order([call] * 2, 10**9):
            assert begun - number <= 2 * 16
            if number == 2000:
                break


def test_a_worker_that_hangs_holds_nobody_up():
    free = threading.Event()

    def call(number):
        if number == 1:
            free.wait()
        if number == 0:
            raise ValueError("number 0")

    with pytest.raises(ValueError, match="number 0"), Workers() as workers:
        list(workers.in_order([call] * 2, 100))
    free.set()


@pytest.mark.usefixtures("hears_interruptions")
@pytest.mark.parametrize("jobs", [1, 3])
def test_an_interruption_reaches_the_caller_and_stops_the_workers(jobs):
    stopped = threading.Event()

    def call(number):
        if number == 5:
            _thread.interrupt_main()
        if number > 5:
            while True:
                try:
                    check_stop()
                except Stopped:
                    stopped.set()
                    raise

    with pytest.raises(KeyboardInterrupt):
        Executor(jobs).map(call, 10**9)
    assert jobs == 1 or stopped.wait(60)


def test_it_works_in_a_thread_that_is_not_the_main_one():
    found = []
    thread = threading.Thread(target=lambda: found.extend(Executor(2).map(str, 50)))
    thread.start()
    thread.join()
    assert found == [str(number) for number in range(50)]


def test_more_workers_than_the_system_has_threads_for(monkeypatch):
    def start(*arguments):
        if left.pop():
            return _thread.start_new_thread(*arguments)
        raise RuntimeError("can't start new thread")

    left = [False, True, True]
    monkeypatch.setattr("tertium.core.pool.start_new_thread", start)
    assert Executor(1000).map(str, 100) == [str(number) for number in range(100)]


def test_a_function_elsewhere_gives_its_result_its_error_or_is_left():
    assert elsewhere(lambda: threading.get_ident()) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        elsewhere(lambda: 1 // 0)
    free = threading.Event()
    with pytest.raises(TimedOut):
        elsewhere(free.wait, 0.01)
    free.set()


@pytest.mark.slow
def test_a_worker_process_that_dies_is_reported():
    with pytest.raises(Exception, match=r"A worker process ended unexpectedly \(exit code 7\)\."):
        Executor(2, engine="processes").map(lambda _: os._exit(7), 4)
