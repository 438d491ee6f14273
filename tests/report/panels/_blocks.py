"""Blocks of one panel, to look into."""

from typing import Any

from tertium.core import plugins
from tertium.core.results import Result


def blocks(panel: str, result: Result) -> Any:
    """What a panel says of a result; None where it has nothing to say."""
    section = plugins.load("report.panels", panel).section(result)
    return None if section is None else list(section.blocks)
