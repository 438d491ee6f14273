"""What pages show beside the texts of items: suggested errors, questions, media files."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tertium.campaign.items import Item
from tertium.campaign.machine_judges import EXTRA_DAMAGED
from tertium.campaign.media import Media
from tertium.campaign.prefill import Prefill
from tertium.campaign.questions import TextQuestion
from tertium.core.stored_json import stored_json
from tertium.human.factors import PREFILL, condition_of


@dataclass(frozen=True)
class Extras:
    """What is shown beside the texts of the items of a new campaign.

    Attributes:
        prefill: Suggested errors; None if there are none.
        questions: Comprehension questions.
        media: Audio, video or image files; None if there are none.
        segment_ids: Ids of all segments.
        document_ids: The document of each segment; none if there are no documents.
    """

    prefill: Prefill | None
    questions: Sequence[TextQuestion]
    media: Media | None
    segment_ids: Sequence[str]
    document_ids: Sequence[str]

    def of_item(self, item: Item, condition: str) -> str | None:
        """What the page of an item gets, as JSON; right answers are not part of it."""
        shown: dict[str, Any] = {}
        if self.prefill is not None and condition_of(condition, PREFILL) == PREFILL:
            shown["suggestions"] = self.prefill.of_item(item)
        if self.questions:
            shown["questions"] = self._questions[self.segment_ids[item.segment]]
        if self.media is not None:
            shown["media"] = [self.media.files[place].for_page() for place in self._places(item)]
        return json.dumps(shown, ensure_ascii=False) if shown else None

    def _places(self, item: Item) -> Sequence[int]:
        """Segments of an item: one, or all of a document."""
        if item.level == "segment":
            return [item.segment]
        return self._documents[self.document_ids[item.segment]]

    @cached_property
    def _documents(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for place, document in enumerate(self.document_ids):
            found.setdefault(document, []).append(place)
        return found

    @cached_property
    def _questions(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        found: dict[str, list[Mapping[str, Any]]] = {}
        for one in self.questions:
            found.setdefault(one.segment, []).append(one.for_page())
        return found


def media_of(extra: str) -> Sequence[str]:
    """Names of the media files of an item, from what its page gets."""
    found = stored_json(extra, dict, EXTRA_DAMAGED).get("media", [])
    return [one["file"] for one in found]
