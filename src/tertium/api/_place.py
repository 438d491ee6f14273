"""A campaign in its database."""

from typing import NamedTuple

from tertium.campaign.description import Description
from tertium.storage.database import Database


class Place(NamedTuple):
    """A campaign in its database: its name, its number, and what it asks."""

    database: Database
    name: str
    id: int
    description: Description
