"""Blocks of one panel, to look into."""

from typing import Any

from tertium.core import plugins
from tertium.core.results import Result


def blocks(panel: str, result: Result) -> Any:
    """Section of a panel for a result; None if the panel has no section for it."""
    section = plugins.load("report.panels", panel).section(result)
    return None if section is None else list(section.blocks)


def rows_of(drawn: Any, layer: int) -> list[dict[str, Any]]:
    """Data of one layer of a chart, wherever its specification keeps them."""
    specification = drawn.to_dict()
    data = specification["layer"][layer].get("data", specification.get("data"))
    rows: list[dict[str, Any]] = data.get("values") or specification["datasets"][data["name"]]
    return rows
