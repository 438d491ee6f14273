"""Annotators who answer items of a campaign without a page."""

import json
import time

from tertium.storage import judgments, work
from tertium.storage.judgments import NewJudgment


def answer(campaign, name, part, most=100, seconds=10.0):
    """Answer items; `part` makes the answer to an output from its text and the extra."""
    found = next(one for one in campaign.annotators() if one.name == name)
    for number in range(most):
        with campaign.database.reading() as connection:
            items = work.upcoming(connection, campaign.id, found.id, 1, time.time())
        if not items:
            return
        (item,) = items
        extra = json.loads(item.extra) if item.extra else {}
        given = {"outputs": [part(item.outputs[0].text, extra)]}
        now = time.time()
        judgment = NewJudgment(
            client_id=f"{name}-{number}-{item.id}",
            item=item.id,
            annotator=found.id,
            answer=json.dumps(given),
            scale=campaign.description.scale_name,
            output=item.digest,
            shown=now,
            touched=now,
            submitted=now,
            received=now,
            active=seconds,
        )
        campaign.database.submit(lambda c, j=judgment: judgments.record(c, campaign.id, j))
