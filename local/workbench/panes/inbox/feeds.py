"""A person's calendar feed, requested and then read from the deployed `web` as calendars do."""

from __future__ import annotations

import http.client
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from dealclock.cli import clock
from dealclock.desk.calendar_feed import make
from dealclock.errors import NotFoundError
from dealclock.jobs.services import Services
from local.workbench.panes.inbox.months import Entry, read
from local.workbench.play import BY
from local.workbench.workbench import Workbench

_SECONDS = 30


class Feeds:
    """The feeds requested here, by person: an address is shown only once."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._urls: dict[tuple[str, str], str] = {}

    def ask(self, person: str) -> None:
        """Give a person a feed of the deal at a new address; the old one ends.

        Raises NotFoundError for a person not on the deal, or one who may not read
        it.
        """
        store, deal = self._workbench.connection.store, self._deal
        stored = store.deals.get(deal)
        found = stored and next((p for p in stored.team.people if p.id == person), None)
        if not stored or not found:
            raise NotFoundError(f"{person!r} is not on the deal.")
        web = self._workbench.connection.output("WebAddress")
        address, _ = make(found, [stored], Services(store, clock.now), web, BY, new_address=True)
        self._urls[deal, person] = address

    def addresses(self) -> Mapping[str, str]:
        """The address of each person's feed of this deal."""
        deal = self._deal
        return {person: url for (of, person), url in self._urls.items() if of == deal}

    def entries(self, person: str) -> Sequence[Entry]:
        """What the feed holds now. Raises NotFoundError."""
        url = self.addresses().get(person)
        if url is None:
            raise NotFoundError("that feed was not requested here; request it first.")
        status, content = _get(url)
        if status != http.client.OK:
            raise NotFoundError(f"the feed answers {status}: it ended, or was revoked.")
        return read(content)

    @property
    def _deal(self) -> str:
        return self._workbench.play.now().scenario.deal


def _get(url: str) -> tuple[int, bytes]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_SECONDS)
    try:
        connection.request("GET", parts.path)
        response = connection.getresponse()
        return response.status, response.read()
    except OSError as problem:
        raise NotFoundError(f"the function web does not answer: {problem}") from problem
    finally:
        connection.close()
