"""Blocks of one panel, to look into."""

from typing import Any

from tertium.core import plugins
from tertium.core.results import Result


def blocks(panel: str, result: Result) -> Any:
    """What a panel says of a result; None where it has nothing to say."""
    section = plugins.load("report.panels", panel).section(result)
    return None if section is None else list(section.blocks)


def rows_of(drawn: Any, layer: int) -> list[dict[str, Any]]:
    """Data of one layer of a chart, wherever its specification keeps them."""
    specification = drawn.to_dict()
    data = specification["layer"][layer].get("data", specification.get("data"))
    rows: list[dict[str, Any]] = data.get("values") or specification["datasets"][data["name"]]
    return rows
