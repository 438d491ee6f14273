"""Private links of a campaign, which can be printed again and renewed."""

from typing import Any

from tertium.campaign import links
from tertium.campaign.description import Description
from tertium.campaign.links import Link
from tertium.core.errors import UsageError
from tertium.human.ratings import MACHINE
from tertium.storage import access, campaigns
from tertium.storage.campaigns import AnnotatorRow
from tertium.storage.database import Database


class CampaignLinks:
    """The part of an opened campaign that makes links."""

    name: str
    id: int
    secret: bytes
    database: Database
    description: Description

    def _annotator(self, name: str) -> AnnotatorRow:
        raise NotImplementedError

    def links(self) -> list[Link]:
        """Links of all annotators who may work, of the pool, of the organiser and of viewers."""
        with self.database.reading() as connection:
            row = campaigns.find(connection, self.name)
            found = [self._link(one) for one in campaigns.annotators(connection, self.id)]
            shared = [(role, row.pool_generation) for role in self.description.pool_links]
            shared += [("organiser", row.organiser_generation), ("viewer", row.viewer_generation)]
            for role, generation in shared:
                found.append(Link(role, "", self._token(role, 0, generation), self.name))
            return [
                link
                for link in found
                if access.find_link(connection, links.token_hash(link.token)) is not None
            ]

    def new_link(self, name: str = "", *, role: str = "annotator") -> Link:
        """Make a new link; earlier links and sessions end, and a revoked annotator returns.

        Args:
            name: The annotator.
            role: "annotator", "organiser", "viewer" or "pool"; the study's address on Prolific
                changes with the link of the pool.
        """
        found = self._annotator(name) if role == "annotator" else None
        if found is not None and found.kind == MACHINE:
            raise UsageError(f"{name} is a machine, which has no link: it answers by a file.")
        holder = None if found is None else found.id

        def renew(connection: Any) -> str:
            if found is not None and found.status == "revoked":
                campaigns.set_annotator_status(connection, self.id, found.id, "active")
            generation = campaigns.new_generation(connection, self.id, role, holder)
            renewed = self.description.pool_links if role == "pool" else (role,)
            tokens = {one: self._token(one, holder or 0, generation) for one in renewed}
            for one, token in tokens.items():
                access.set_link(connection, self.id, one, holder, links.token_hash(token))
            return tokens[role]

        return Link(role, name, self.database.submit(renew), self.name)

    def _link(self, annotator: AnnotatorRow) -> Link:
        token = self._token("annotator", annotator.id, annotator.generation)
        return Link("annotator", annotator.name, token, self.name)

    def _token(self, role: str, annotator: int, generation: int) -> str:
        return links.token(self.secret, role, annotator, generation)
