"""Times of answers, by the clock of the server."""

from hypothesis import given
from hypothesis import strategies as st

from tertium.web.times import Times, server_times

seconds = st.floats(0, 1e11)


def test_the_difference_of_the_clocks_is_removed():
    times = server_times(Times(100, 103, 110, 8), sent=111, received=5011, earliest=0)
    assert times == Times(5000, 5003, 5010, 8)


def test_an_answer_that_waited_in_the_browser_keeps_its_time():
    times = server_times(Times(100, 103, 110, 8), sent=4110, received=10_000, earliest=0)
    assert times.submitted == 6000


def test_work_takes_no_longer_than_the_item_was_shown():
    assert server_times(Times(100, 103, 110, 8000), 110, 110, 0).active == 10


@given(seconds, seconds, seconds, seconds, seconds, st.floats(1e9, 2e9))
def test_times_are_in_order(shown, touched, submitted, active, sent, received):
    earliest = 1e9
    times = server_times(Times(shown, touched, submitted, active), sent, received, earliest)
    assert earliest <= times.shown <= times.touched <= times.submitted <= received
    assert 0 <= times.active <= times.submitted - times.shown
