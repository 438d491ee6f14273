"""An open database of both kinds."""

import pytest

from tertium.storage.database import open_database


@pytest.fixture
def database(database_url):
    with open_database(database_url, create=True) as opened:
        yield opened
