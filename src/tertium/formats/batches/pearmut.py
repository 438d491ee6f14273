"""Pearmut: a campaign file, and annotations that come back.

`campaign.json` has the HITs of each annotator as a task, in the protocol DA, ESA, cESA (several
outputs on a screen) or MQM; in a pool, each HIT is a task with a link of its own. Segments of a
document that follow each other are one document of Pearmut. Suggested errors are `error_spans`,
tutorial and form `data_welcome`, attention checks items with `validation`, and the completion codes
of Prolific the tokens of annotators.

Pearmut uses names of systems in addresses within its page, so they have letters, digits, "-" and
"_" only; a degraded output is named `a-bad`, a repeated one `a-repeat`, so that Pearmut's own table
of systems leaves them out. The key `tertium` of each item has the item, kinds and names; Pearmut
copies it into its annotations, where `read` and the ratings format `pearmut` find it.

Spans: Pearmut numbers UTF-16 units without line ends, and the last unit belongs to the span. A gap
becomes its mark [missing], which follows the output. The protocols are those of Zouhar and Kocmi
2026, https://github.com/zouharvi/pearmut.
"""

import json
from collections.abc import Mapping

from tertium.campaign.batches import Batch, BatchAnswer, BatchSettings
from tertium.campaign.incoming import Incoming
from tertium.core.errors import UsageError
from tertium.formats.batches._pearmut_campaigns import incoming
from tertium.formats.batches._pearmut_files import Writer
from tertium.formats.batches._pearmut_results import answers
from tertium.formats.json_lines import begins_with_key
from tertium.formats.ratings import pearmut as ratings

ANNOTATOR = "pearmut-"

_FILE = "campaign.json"


def make_files(batch: Batch, settings: BatchSettings) -> dict[str, str]:
    """Return the campaign file."""
    campaign = Writer(batch).campaign(settings)
    return {_FILE: json.dumps(campaign, ensure_ascii=False, indent=1) + "\n"}


def sniff(head: bytes) -> bool:
    """Whether a file looks like annotations."""
    return ratings.sniff(head)


def read(data: bytes, origin: str, batch: Batch) -> list[BatchAnswer]:
    """Read the answers in annotations."""
    return answers(data, origin, batch)


def sniff_campaign(head: bytes) -> bool:
    """Whether a file looks like a campaign file."""
    return begins_with_key(head, ["campaign_id"]) and begins_with_key(head, ["info", "data"])


def read_campaign(found: Mapping[str, bytes]) -> Incoming:
    """Read a campaign file."""
    if len(found) > 1:
        raise UsageError("A campaign of Pearmut is a single file.")
    ((origin, data),) = found.items()
    return incoming(data, origin)
