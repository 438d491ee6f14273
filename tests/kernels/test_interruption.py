"""Kernels that take long can be stopped, and the longest one is announced."""

from array import array
from random import Random
from threading import Event

import pytest

import tertium
from tertium.core.errors import DataWarning
from tertium.core.pool import Stopped, Workers, check_stop
from tertium.kernels import Vocabulary, _native, encode_tokens, ter_statistics


class Asked(Exception):
    pass


@pytest.fixture
def ends_when_asked():
    def end():
        raise Asked

    _native.call_regularly(end)
    yield
    _native.call_regularly(check_stop)


def shuffled(words: int, vocabulary: int) -> tuple[str, str]:
    random = Random(1)
    line = [f"w{random.randrange(vocabulary)}" for _ in range(words)]
    return " ".join(line), " ".join(random.sample(line, len(line)))


@pytest.mark.parametrize(
    ("metric", "lines", "words", "options"),
    [
        ("ter", 500, 1_000, {}),
        ("ter", 1, 500, {"variant": "tercom"}),
        ("wer", 1, 20_000, {}),
        ("cder", 1, 60_000, {}),
        ("meteor", 1, 10_000, {"lang": "other", "modules": "exact"}),
    ],
)
def test_long_lines_can_be_interrupted(ends_when_asked, metric, lines, words, options):
    output, reference = shuffled(words, 5_000 if metric == "meteor" else 100)
    with pytest.raises(Asked):
        getattr(tertium, metric)([output] * lines, [[reference] * lines], **options)


def test_a_worker_that_nobody_waits_for_stops_within_a_kernel():
    vocabulary = Vocabulary()
    # Which would take TERCOM minutes.
    texts = [encode_tokens([line], "words", vocabulary) for line in shuffled(1500, 83)]
    begun, stopped = Event(), Event()

    def call(number):
        if number == 0:
            return
        begun.set()
        try:
            ter_statistics(texts[0], array("q", [0]), texts[1:], tercom=True)
        except Stopped:
            stopped.set()
            raise

    with Workers() as workers:
        next(workers.in_order([call] * 2, 2))
        begun.wait()
    assert stopped.wait(60)


def test_a_line_that_tercom_may_take_minutes_for_is_named():
    line = " ".join(map(str, range(1100)))
    with pytest.warns(DataWarning) as told:
        assert tertium.ter(["a", line, line], [["a", line, line]], variant="tercom").value == 0
    assert [str(one.message) for one in told] == [
        "TERCOM's search for shifts has no limit: an output of 1,100 words (segment 2) and 1 other"
        " output can take seconds or minutes. The default variant of ter limits the search."
    ]
