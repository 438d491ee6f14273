"""Versions of the database schema, one file each, applied in order.

The file `m002_<name>.py` defines `migrate(connection)`, which turns version 1 into version 2. A
file never changes after its release; `storage/schema.py` describes the newest version.
"""

import pkgutil
import re
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from sqlalchemy import Connection


class Migration(NamedTuple):
    """A step from one version to the next."""

    version: int
    migrate: Callable[[Connection], None]


def all_migrations() -> tuple[Migration, ...]:
    """All migrations, the oldest first."""
    found = []
    for module in pkgutil.iter_modules(__path__):
        number = re.fullmatch(r"m([0-9]+)_\w+", module.name)
        if number:
            migrate = import_module(f"{__name__}.{module.name}").migrate
            found.append(Migration(int(number[1]), migrate))
    return tuple(sorted(found, key=lambda migration: migration.version))
