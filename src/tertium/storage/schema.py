"""Tables of the current version of the database.

The files of `migrations` create them. Times are seconds since 1970 (UTC). Tables refer to each
other by `id`, except for texts, which are known by a digest.
"""

import hashlib
from collections.abc import Sequence

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

# Length of the digest of a text: 128 of the 256 bits of SHA-256, in hexadecimal digits.
_DIGEST_LENGTH = 32

# Largest number of a row in both databases.
LARGEST_ID = 2**63 - 1

metadata = MetaData()

# SQLite numbers rows by itself only if the type of the key is INTEGER.
_Id = BigInteger().with_variant(Integer, "sqlite")

schema_version = Table("schema_version", metadata, Column("version", Integer, nullable=False))

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("created", Double, nullable=False),
    Column("settings", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("planned", Integer, nullable=False),
    Column("organiser_generation", Integer, nullable=False),
    Column("pool_generation", Integer, nullable=False),
    Column("viewer_generation", Integer, nullable=False),
    # Pairs of systems that are decided, as JSON; NULL if the campaign has a planned end.
    Column("decided", Text),
)

annotators = Table(
    "annotators",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("campaign", _Id, ForeignKey("campaigns.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("created", Double, nullable=False),
    # "person" or "machine".
    Column("kind", Text, nullable=False),
    # What a market says of the annotator, as JSON; NULL elsewhere.
    Column("market", Text),
    # Digest of the tutorial that the annotator has passed; NULL if there is none.
    Column("tutorial", Text),
    # How often the organiser has let the annotator begin again.
    Column("resets", Integer, nullable=False),
    UniqueConstraint("campaign", "name"),
)

# Answers to the questions before the work, as JSON: kept apart from judgments.
forms = Table(
    "forms",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("annotator", _Id, ForeignKey("annotators.id"), nullable=False),
    Column("answers", Text, nullable=False),
    Column("submitted", Double, nullable=False),
    # When the organiser let the annotator answer again; NULL if the answers count.
    Column("reset", Double),
    Index("forms_by_annotator", "annotator"),
)

# Items whose right answer is known: of the tutorial, and attention checks to draw from.
known_items = Table(
    "known_items",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("campaign", _Id, ForeignKey("campaigns.id"), nullable=False),
    # "tutorial" or "check".
    Column("kind", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    # Texts and right answer, as JSON.
    Column("content", Text, nullable=False),
    UniqueConstraint("campaign", "kind", "number"),
)

# Answers to items of the tutorial, which are no judgments.
tutorial_answers = Table(
    "tutorial_answers",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("campaign", _Id, ForeignKey("campaigns.id"), nullable=False),
    Column("item", _Id, ForeignKey("known_items.id"), nullable=False),
    Column("annotator", _Id, ForeignKey("annotators.id"), nullable=False),
    Column("client_id", Text, nullable=False),
    Column("answer", Text, nullable=False),
    # 1 if the answer was as expected.
    Column("correct", Integer, nullable=False),
    # 0 if the answer must be put right.
    Column("accepted", Integer, nullable=False),
    Column("submitted", Double, nullable=False),
    Column("active", Double, nullable=False),
    # When the organiser let the annotator begin again; NULL if the answer counts.
    Column("reset", Double),
    UniqueConstraint("campaign", "client_id"),
    Index("tutorial_answers_by_annotator", "annotator"),
)

# One row for each valid link: the SHA-256 digest of its token.
links = Table(
    "links",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("campaign", _Id, ForeignKey("campaigns.id"), nullable=False),
    Column("role", Text, nullable=False),
    Column("annotator", _Id, ForeignKey("annotators.id")),
    Index("links_by_owner", "campaign", "role", "annotator"),
    Index("links_by_annotator", "annotator"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Index("sessions_by_end", "expires"),
)

# What a session may do: one row for each campaign whose link the browser has opened.
grants = Table(
    "grants",
    metadata,
    Column("session", Text, ForeignKey("sessions.hash"), primary_key=True),
    Column("campaign", _Id, ForeignKey("campaigns.id"), primary_key=True),
    Column("role", Text, nullable=False),
    Column("annotator", _Id, ForeignKey("annotators.id")),
    Column("generation", Integer, nullable=False),
    Index("grants_by_annotator", "annotator"),
)

texts = Table(
    "texts",
    metadata,
    Column("campaign", _Id, ForeignKey("campaigns.id"), primary_key=True),
    Column("digest", Text, primary_key=True),
    Column("text", Text, nullable=False),
)

# `annotator` holds the HIT now. `leased` is the time of the annotator's last sign of life in a
# pool, and NULL if the HIT is always this annotator's.
hits = Table(
    "hits",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("campaign", _Id, ForeignKey("campaigns.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("annotator", _Id, ForeignKey("annotators.id")),
    Column("leased", Double),
    UniqueConstraint("campaign", "number"),
    Index("hits_by_annotator", "annotator"),
)

# Annotators who hold or held a HIT: who lost it to another annotator may still answer.
assignments = Table(
    "assignments",
    metadata,
    Column("hit", _Id, ForeignKey("hits.id"), primary_key=True),
    Column("annotator", _Id, ForeignKey("annotators.id"), primary_key=True),
    Column("taken", Double, nullable=False),
    Index("assignments_by_annotator", "annotator"),
)

# The segments of the test set in their order, with the texts that pages can show around an item.
segments = Table(
    "segments",
    metadata,
    Column("campaign", _Id, ForeignKey("campaigns.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("segment", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("source", Text),
    Column("reference", Text),
    # Number in the order in which segments were drawn; NULL if there is no such order.
    Column("drawn", Integer),
    Index("segments_by_document", "campaign", "document", "place"),
)

# The outputs of all systems, also of those that are not judged.
translations = Table(
    "translations",
    metadata,
    Column("campaign", _Id, ForeignKey("campaigns.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("system", Text, primary_key=True),
    Column("output", Text, nullable=False),
)

# An item is a screen: one segment, or one whole document, with one or several outputs.
items = Table(
    "items",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("campaign", _Id, ForeignKey("campaigns.id"), nullable=False),
    Column("hit", _Id, ForeignKey("hits.id"), nullable=False),
    Column("position", Integer, nullable=False),
    # "segment" or "document".
    Column("level", Text, nullable=False),
    # Place of the segment, or of the first one of the document, in the test set.
    Column("place", Integer, nullable=False),
    Column("segment", Text, nullable=False),
    Column("document", Text, nullable=False),
    # Number of the document within its HIT, if its segments are judged one after the other.
    Column("block", Integer),
    Column("source", Text),
    Column("reference", Text),
    # Digest of the outputs that are shown; "" if the place waits for an attention check.
    Column("digest", Text, nullable=False),
    # How many segments the segment stands for, if it was drawn with unequal probabilities.
    Column("weight", Double, nullable=False),
    # What the annotator sees beside the texts, if that varies at random.
    Column("condition", Text, nullable=False),
    # More that the page shows, as JSON: suggested spans, questions, a media file.
    Column("extra", Text),
    # The right answer of an attention check, as JSON, which the page must not know.
    Column("expected", Text),
    # When the item became superfluous; NULL if it is to be judged.
    Column("skipped", Double),
    UniqueConstraint("hit", "position"),
    ForeignKeyConstraint(["campaign", "source"], ["texts.campaign", "texts.digest"]),
    ForeignKeyConstraint(["campaign", "reference"], ["texts.campaign", "texts.digest"]),
    Index("items_by_campaign", "campaign", "id"),
)

# The outputs of an item in the order in which they are shown.
outputs = Table(
    "outputs",
    metadata,
    Column("item", _Id, ForeignKey("items.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("campaign", _Id, ForeignKey("campaigns.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("segment", Text, nullable=False),
    Column("output", Text, nullable=False),
    ForeignKeyConstraint(["campaign", "output"], ["texts.campaign", "texts.digest"]),
    Index("outputs_by_system", "campaign", "system", "segment"),
)

judgments = Table(
    "judgments",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("campaign", _Id, ForeignKey("campaigns.id"), nullable=False),
    Column("item", _Id, ForeignKey("items.id"), nullable=False),
    Column("annotator", _Id, ForeignKey("annotators.id"), nullable=False),
    Column("client_id", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("replaces", _Id, ForeignKey("judgments.id")),
    Column("answer", Text, nullable=False),
    Column("scale", Text, nullable=False),
    Column("output", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("shown", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("submitted", Double, nullable=False),
    Column("received", Double, nullable=False),
    Column("active", Double, nullable=False),
    # 0 if the answer does not count: a check that was not passed yet, or an answer before a reset.
    Column("accepted", Integer, nullable=False),
    # Status on a market: "Submitted", "Approved" or "Rejected"; "" elsewhere.
    Column("status", Text, nullable=False),
    # When the organiser reset the answer, so that it does not count; NULL if it was not.
    Column("reset", Double),
    UniqueConstraint("campaign", "client_id"),
    UniqueConstraint("item", "annotator", "version"),
    Index("judgments_by_campaign", "campaign", "id"),
    Index("judgments_by_annotator", "annotator", "id"),
    Index("judgments_by_replaced", "replaces"),
)


def digest(text: str) -> str:
    """Identify a text by the first 32 hexadecimal digits of the SHA-256 of its UTF-8."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:_DIGEST_LENGTH]


def screen_digest(digests: Sequence[str]) -> str:
    """Identify the outputs on a screen by their digests; a single output by its own.

    A place that waits for an attention check has no outputs, and an empty digest.
    """
    return digests[0] if len(digests) == 1 else digest(" ".join(digests)) if digests else ""
