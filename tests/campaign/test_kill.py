"""The server is killed while annotators answer; `tests/campaign/kill.py` has the full size."""

import pytest
from tests.campaign.kill import kill_while_answering
from tests.databases import postgres_server  # noqa: F401


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_acknowledged_judgment_is_lost_or_stored_twice(kind, tmp_path, request):
    url = "" if kind == "sqlite" else request.getfixturevalue("postgres_server").new_url()
    found = kill_while_answering(tmp_path / "news24", url, annotators=8, kills=3, per_kill=40)
    assert found.acknowledged >= 120
    assert found.lost == set()
    assert found.doubled == set()
    assert found.defects == []
    assert found.stored >= found.acknowledged
