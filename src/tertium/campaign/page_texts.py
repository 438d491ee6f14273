"""Texts that pages show to annotators, for work that another program shows."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tertium.campaign.description import Description
from tertium.campaign.scale import POINTS
from tertium.core.plugins import ROOT

_FOLDER = Path(ROOT) / "web" / "messages"


@cache
def page_texts(language: str) -> Mapping[str, str]:
    """All texts of the pages in a language, by their keys."""
    found: dict[str, str] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def question_text(description: Description) -> str:
    """The question of the page, in the language of the campaign."""
    settings = description.settings
    key = f"question.{settings.task}.{description.context}.{settings.answer}"
    return page_texts(settings.interface)[key]


def anchors(description: Description) -> dict[str, str]:
    """Anchors of a five-point scale, the best first; none for other answers."""
    scale, language = description.scale, description.settings.interface
    if scale is None:
        return {}
    return {str(point): scale.anchor(point, language) for point in reversed(POINTS)}
