"""Looks at campaigns that end when all pairs of systems are decided, before items are given out."""

import threading
import time

from tertium.api.open_campaign import Campaign

# Seconds between two looks, at least; and the largest share of the time of a processor.
_PAUSE = 1.0
_SHARE = 0.1


class Looks:
    """Tests the systems of a campaign from time to time, so that decided pairs draw no more work.

    Args:
        campaign: The campaign.
    """

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._lock = threading.Lock()
        self._next = 0.0

    def look(self) -> None:
        """Test the systems, unless another request does so, or did so a moment ago."""
        if self._campaign.settings.until != "decided" or not self._lock.acquire(blocking=False):
            return
        try:
            begin = time.monotonic()
            if begin >= self._next:
                self._campaign.decide()
                end = time.monotonic()
                self._next = end + max(_PAUSE, (end - begin) / _SHARE)
        finally:
            self._lock.release()
