"""Wherever blocks are computed, a result is the same bit for bit."""

import _thread
import json
import os
import re
import sys

import dask
import pytest
from distributed import LocalCluster
from tests.core._words import lines
from threadpoolctl import threadpool_info

from tertium.api.compare import compare
from tertium.core.blas import OneBlasThread
from tertium.core.errors import DataError, MissingComponent, ParameterError, TertiumError
from tertium.core.executor import ENGINES, Executor
from tertium.core.testset import TestSet

JOBS = (1, 2, 3)
TESTS = "approximate-randomization,bootstrap,run-permutation,hierarchical-bootstrap"


@pytest.fixture(scope="module")
def testset():
    """Single runs, several runs, and enough segments for several blocks."""
    return TestSet.of(
        references=[lines(1, 150)],
        systems={
            "one": lines(2, 150),
            "two": [lines(3, 150), lines(4, 150)],
            "three": [lines(5, 150), lines(6, 150), lines(7, 150)],
            "four": lines(8, 150),
        },
    )


def result(testset, **how):
    # RIBES has rows of real numbers, whose sums depend on their order; bleu+1 has an odd name.
    found = compare(testset, "bleu,bleu+1,ribes", test=TESTS, trials=600, baseline="one", **how)
    return json.dumps(found.to_dict())


@pytest.fixture(scope="module")
def on_one_thread(testset):
    return result(testset, jobs=1)


@pytest.mark.parametrize("jobs", JOBS)
def test_threads(testset, on_one_thread, jobs):
    assert result(testset, jobs=jobs) == on_one_thread


@pytest.mark.slow
@pytest.mark.parametrize("jobs", JOBS)
def test_processes(testset, on_one_thread, jobs):
    assert result(testset, jobs=jobs, engine="processes") == on_one_thread


@pytest.fixture(scope="module")
def dask_cluster():
    with LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield f"dask:{cluster.scheduler_address}"


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [*JOBS, None])
def test_dask(testset, on_one_thread, dask_cluster, jobs):
    assert result(testset, jobs=jobs, engine=dask_cluster) == on_one_thread


def process_of(_number):
    return os.getpid()


def fails(number):
    raise DataError(f"Block {number} is wrong.", hint="Fix it.")


@pytest.fixture(params=["processes", "dask"])
def engine(request):
    return "processes" if request.param == "processes" else request.getfixturevalue("dask_cluster")


@pytest.mark.slow
def test_other_processes_do_the_work(engine):
    shares: list[float] = []
    found = Executor(2, shares.append, engine).map(process_of, 20)
    assert len(found) == 20
    assert os.getpid() not in found
    assert sum(shares) == pytest.approx(1)


@pytest.mark.slow
def test_an_error_elsewhere_is_raised_here(engine):
    with pytest.raises(DataError, match=re.escape("Block 0 is wrong. Fix it.")):
        Executor(2, engine=engine).map(fails, 1)


@pytest.mark.usefixtures("hears_interruptions")
@pytest.mark.slow
def test_an_interruption_reaches_the_caller_and_ends_the_workers(engine):
    executor = Executor(2, lambda share: _thread.interrupt_main(), engine)
    workers: list[int] = []

    def take_all():
        with executor.results(process_of, 10**9) as results:
            workers.extend(results)

    with pytest.raises(KeyboardInterrupt):
        take_all()
    assert engine != "processes" or not is_running(workers[0])


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_scheduler_answers():
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "100ms"}),
        pytest.raises(TertiumError, match=r"^No Dask scheduler answers at tcp://127\.0\.0\.1:9\. "),
    ):
        Executor(engine="dask:tcp://127.0.0.1:9").map(process_of, 1)


@pytest.mark.parametrize("address", ["nonsense", "nonsense://127.0.0.1:9", "tcp://no such host:1"])
def test_an_address_that_is_none(address):
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "100ms"}),
        pytest.raises(TertiumError, match=f"^No Dask scheduler answers at {re.escape(address)}. "),
    ):
        Executor(engine=f"dask:{address}").map(process_of, 1)


@pytest.mark.parametrize(
    ("engine", "package", "hint"),
    [
        ("dask:tcp://127.0.0.1:9", "distributed", "pip install 'tertium[dask]'"),
        ("ray:auto", "ray", "pip install ray"),
    ],
)
def test_an_engine_that_is_not_installed(engine, package, hint, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingComponent) as refused:
        Executor(engine=engine).map(process_of, 1)
    name = engine.partition(":")[0]
    assert str(refused.value) == (
        f'engine="{name}" needs the package {package!r}, which is not installed.'
        f" Install it with: {hint}"
    )


@pytest.mark.parametrize("engine", ["thread", "", "threads:4", "processes:host", "dask", "ray:"])
def test_unknown_engines_are_refused(engine):
    with pytest.raises(ParameterError) as refused:
        Executor(engine=engine)
    assert str(refused.value) == (
        f"engine must be one of {', '.join(ENGINES)}. Got {engine!r} instead."
    )


def test_blas_stays_at_one_thread_until_the_last_has_left():
    limit = OneBlasThread()
    before = blas_threads()
    with limit:
        with limit:
            assert blas_threads() <= {1}
        assert blas_threads() <= {1}
    assert blas_threads() == before


def blas_threads():
    return {
        library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"
    }
