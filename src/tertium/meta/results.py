"""What every result of a meta-evaluation has."""

from collections.abc import Mapping
from typing import Any, Self

from tertium.core.records import from_plain, to_plain
from tertium.core.results import Result, Row


class MetaResult(Result):
    """A dataclass that gives itself as plain data, and is made of them again."""

    @property
    def signature(self) -> str:
        """Everything that decides the numbers."""
        raise NotImplementedError

    def to_dict(self) -> Row:
        """Everything, as what JSON can hold."""
        data: Row = to_plain(self)
        return data | {"signature": self.signature}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], where: str = "") -> Self:
        """Give the result again that `to_dict` gave."""
        return from_plain(cls, data, where)

    def __repr__(self) -> str:
        return str(self)
