"""What a server serves: campaigns, addresses and limits, in one object."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from starlette.requests import Request

from tertium.api.open_campaign import Campaign
from tertium.web.addresses import Addresses
from tertium.web.limits import Limits
from tertium.web.looks import Looks
from tertium.web.monitor import Monitor


@dataclass
class Site:
    """What a server serves.

    Attributes:
        opened: The campaigns.
        addresses: The addresses of the server.
        limits: Limits on requests and connections.
        clock: Seconds since 1970.
        stopping: Whether the server is about to stop; live connections then end.
    """

    opened: Sequence[Campaign]
    addresses: Addresses = field(default_factory=Addresses)
    limits: Limits = field(default_factory=Limits)
    clock: Callable[[], float] = time.time
    stopping: bool = False

    @cached_property
    def campaigns(self) -> dict[str, Campaign]:
        """The campaigns by name."""
        return {campaign.name: campaign for campaign in self.opened}

    @cached_property
    def monitors(self) -> dict[str, Monitor]:
        """What dashboards show, by the name of the campaign."""
        return {name: Monitor(campaign) for name, campaign in self.campaigns.items()}

    @cached_property
    def looks(self) -> dict[str, Looks]:
        """Looks at campaigns that end when pairs of systems are decided, by name."""
        return {name: Looks(campaign) for name, campaign in self.campaigns.items()}

    @property
    def any_campaign(self) -> Campaign:
        """Some campaign, for work that must take equally long whether a campaign exists or not."""
        return self.opened[0]

    @property
    def cookie(self) -> str:
        """Name of the session cookie.

        Browsers share cookies between the ports of a host, so it names the port. The prefix makes
        browsers refuse a cookie that another host of the same domain sets.
        """
        if self.addresses.secure:
            return "__Host-tertium_session"
        return f"tertium_session_{self.addresses.port}"


def site_of(request: Request) -> Site:
    """Return the site of a request."""
    site: Site = request.app.state.site
    return site
