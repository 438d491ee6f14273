"""What a dashboard shows, kept up to date in a thread of its own while somebody watches.

Requests read finished panels, so that no request waits for statistics. Statistics are computed at
most every five seconds, and less often if they take long.
"""

import logging
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tertium.api.open_campaign import Campaign
from tertium.core.errors import TertiumError
from tertium.web import panels

_LOG = logging.getLogger(__name__)

_DEFECT = "The statistics cannot be computed; the error is in the log of the server."

# Seconds between two looks at the database, and between two computations of statistics.
_LOOK = 0.5
STATISTICS = 5.0

# Statistics take at most this share of the time of one processor.
_SHARE = 0.25

# Seconds after which statistics are computed again even if no judgment arrived: the pace changes.
_OLDEST = 60.0


class Monitor:
    """Keeps the panels of the dashboard of one campaign.

    Args:
        campaign: The campaign.
    """

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.panels: Mapping[str, str] = panels.waiting()
        self.computations = 0
        self._watchers = 0
        self._lock = threading.Lock()
        self._updating = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wake = threading.Event()
        self._seen: object = None
        self._counted: object = None
        self._computed = -float("inf")
        self._pause = 0.0

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Keep the panels up to date as long as the block runs."""
        with self._lock:
            self._watchers += 1
            if self._watchers == 1:
                self._thread = threading.Thread(target=self._run, name="dashboard", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._watchers -= 1
            self._wake.set()

    def look_soon(self) -> None:
        """Update the panels at once, since an organiser changed something."""
        self._wake.set()

    def shown(self) -> Mapping[str, str]:
        """Return panels for a new page: the current state, and the latest statistics."""
        self._replace(panels.state(self.campaign))
        return self.panels

    def _run(self) -> None:
        mine = threading.current_thread()
        while self._watchers and self._thread is mine:
            self._wake.clear()
            with self._updating:
                self._update()
            self._wake.wait(_LOOK)

    def _update(self) -> None:
        try:
            seen = panels.version(self.campaign)
            if seen != self._seen:
                self._replace(panels.state(self.campaign))
                self._seen = seen
            now = time.monotonic()
            old = now - self._computed > _OLDEST
            if (seen != self._counted or old) and now - self._computed >= self._pause:
                self._replace(panels.statistics(self.campaign))
                self._counted = seen
                self._computed = now
                self.computations += 1
                self._pause = max(STATISTICS, (time.monotonic() - now) / _SHARE)
            self._replace({"problem": ""})
        except TertiumError as error:
            self._replace({"problem": panels.problem(error.message)})
        except Exception:
            # The thread goes on, since the next judgments may give a result again.
            _LOG.exception("The dashboard of %s failed.", self.campaign.name)
            self._counted, self._computed = self._seen, time.monotonic()
            self._replace({"problem": panels.problem(_DEFECT)})

    def _replace(self, changed: Mapping[str, str]) -> None:
        with self._lock:
            self.panels = {**self.panels, **changed}
