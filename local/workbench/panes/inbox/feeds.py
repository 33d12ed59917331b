"""A person's calendar feed, asked for and then read from the deployed `web` as a calendar does."""

from __future__ import annotations

import http.client
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from dealclock.cli import clock
from dealclock.errors import DealclockError
from dealclock.usecases.desk.calendar_feed import make
from dealclock.usecases.services import Services
from local.workbench.panes.inbox.months import Entry, read
from local.workbench.play import BY
from local.workbench.workbench import Workbench

_SECONDS = 30


class NoSuchFeed(DealclockError):
    """A feed that was not asked for here, or does not answer."""


class Feeds:
    """The feeds asked for here, each under the id of its person: an address is told only once."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._urls: dict[tuple[str, str], str] = {}

    def ask(self, person: str) -> None:
        """Let a person have a feed of the deal, at an address of its own, the old one ended.

        Raises NoSuchFeed for who is not on the deal, NoFeedError for who may not read it.
        """
        store, deal = self._workbench.connection.store, self._deal
        stored = store.deals.get(deal)
        found = stored and next((p for p in stored.team.people if p.id == person), None)
        if not stored or not found:
            raise NoSuchFeed(f"{person!r} is nobody on the deal.")
        web = self._workbench.connection.output("WebAddress")
        made = make(found, [stored], Services(store, clock.now), web, BY, new_address=True)
        self._urls[deal, person] = made.url

    def asked(self) -> Mapping[str, str]:
        """The address of each person's feed of this deal."""
        deal = self._deal
        return {person: url for (of, person), url in self._urls.items() if of == deal}

    def entries(self, person: str) -> Sequence[Entry]:
        """What the feed holds now. Raises NoSuchFeed."""
        url = self.asked().get(person)
        if url is None:
            raise NoSuchFeed("that feed was not asked for here; ask for it first.")
        status, content = _get(url)
        if status != http.client.OK:
            raise NoSuchFeed(f"the feed is answered {status}: it ended, or was taken back.")
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
        raise NoSuchFeed(f"the function web does not answer: {problem}") from problem
    finally:
        connection.close()
