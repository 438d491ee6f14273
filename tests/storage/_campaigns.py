"""Small campaigns and judgments for tests of the storage."""

import uuid

from tertium.storage import campaigns, judgments, work
from tertium.storage.items import NewHit, NewItem, NewOutput
from tertium.storage.judgments import NewJudgment

NOW = 1_800_000_000.0


def new_item(position, system="a", segment=None, kind="system", **texts):
    segment = str(position) if segment is None else segment
    output = texts.get("output", f"Output of {system} for {segment}, {kind}.")
    shown = [NewOutput(kind, system, output)]
    return NewItem(position, segment, "news", shown, source=texts.get("source", "Quelle"))


def new_hit(annotator=None, outputs=("a1", "a2", "a3")):
    """A HIT with one item for each output: the letter is the system, the rest the segment."""
    items = [new_item(place, one[0], one[1:]) for place, one in enumerate(outputs)]
    return NewHit(annotator, items)


def create(database, name="news", annotators=("ann", "bob"), hits=None):
    """Make a campaign; by default, each annotator has one HIT of three items."""
    if hits is None:
        hits = [new_hit(number) for number in range(len(annotators))]
    with database.writing() as connection:
        return campaigns.create(connection, name, "{}", annotators, hits, 6, NOW)


def create_pool(database, *hits, annotators=("ann", "bob"), name="news"):
    """Make a campaign for a pool; a HIT is given by its outputs, as in "a1 a2 b1"."""
    made = [new_hit(None, outputs.split()) for outputs in hits]
    return create(database, name, annotators, made)


def annotator_ids(database, campaign):
    with database.reading() as connection:
        return {one.name: one.id for one in campaigns.annotators(connection, campaign)}


def upcoming(database, campaign, annotator, count=10):
    with database.reading() as connection:
        return work.upcoming(connection, campaign, annotator, count, NOW)


def take(database, campaign, annotator, now=NOW, lease=60.0):
    """Outputs of the items that an annotator of a pool judges next."""
    with database.writing() as connection:
        items = work.upcoming(connection, campaign, annotator, 10, now, lease)
    return [item.outputs[0].system + item.segment for item in items]


def judgment(item, annotator, client_id="", value=50, received=NOW, **changes):
    """A judgment of an item (`ItemRow`)."""
    made = NewJudgment(
        client_id=client_id or str(uuid.uuid4()),
        item=item.id,
        annotator=annotator,
        answer=f'{{"value": {value}}}',
        scale="slider",
        output=item.digest,
        shown=received - 3,
        touched=received - 2,
        submitted=received - 1,
        received=received,
        active=1.5,
    )
    return made._replace(**changes)


def record(database, campaign, made):
    return database.submit(lambda connection: judgments.record(connection, campaign, made))


def judge(database, campaign, annotator, count=1, received=NOW):
    """Let an annotator judge the next items."""
    items = upcoming(database, campaign, annotator, count)
    for item in items:
        record(database, campaign, judgment(item, annotator, received=received))
    return items


def current(database, campaign):
    with database.reading() as connection:
        return list(judgments.current(connection, campaign))
