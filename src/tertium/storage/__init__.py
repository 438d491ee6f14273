"""Judgments in SQLite or PostgreSQL.

`database.py` opens a database; the other modules hold functions that take one of its connections.
Judgments are added, never changed: a correction is a new version.
"""

from importlib.util import find_spec

from tertium.core.errors import MissingComponent

if find_spec("sqlalchemy") is None:
    raise MissingComponent.extra("A campaign", "SQLAlchemy", "web")
