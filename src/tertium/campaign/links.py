"""Links: who may open which page.

The token of a link is a message authentication code of its holder under the secret of the campaign,
so that links can be printed again, while the database has only their digests. A new generation
makes the links of earlier ones invalid.
"""

import base64
import hashlib
import hmac
from typing import NamedTuple
from urllib.parse import quote

from tertium.campaign.prolific import study_query

# What a browser that has opened a link may be.
ROLES = ("annotator", "organiser", "viewer", "pool")

# Kinds of links; the address of a study on Prolific makes annotators of its participants.
LINKS = (*ROLES, "prolific")

# Length of the secret of a campaign: that of the digest, as RFC 2104 recommends.
SECRET_BYTES = 32


class Link(NamedTuple):
    """A private link.

    Attributes:
        role: "annotator", "organiser", "viewer", "pool" or "prolific".
        annotator: Name of the annotator; "" for other roles.
        token: The part of the address that grants access.
        campaign: Name of the campaign.
    """

    role: str
    annotator: str
    token: str
    campaign: str = ""

    def url(self, base: str) -> str:
        """The address to send; the token stays in the browser, out of logs and Referer headers.

        The study's address on Prolific has the token in its path, and places for parameters.
        """
        if self.role == "prolific":
            place = f"{base.rstrip('/')}/prolific/{quote(self.campaign)}/{self.token}"
            return f"{place}?{study_query()}"
        return f"{base.rstrip('/')}/enter#{self.token}"


def token(secret: bytes, role: str, annotator: int, generation: int) -> str:
    """Make the token of a link.

    Args:
        secret: The secret of the campaign.
        role: One of `LINKS`.
        annotator: Id of the annotator; 0 for other roles.
        generation: Number of the link, which grows if a new link is made.
    """
    holder = f"{role}:{annotator}:{generation}".encode()
    code = hmac.new(secret, holder, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(code).rstrip(b"=").decode()


def token_hash(token: str) -> str:
    """Digest of a token, as the database holds it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
