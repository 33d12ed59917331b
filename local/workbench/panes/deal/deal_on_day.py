"""The deal as of the day a page is asked for: its own, or `?as_of=` another.

An earlier day is shown as it was known by its end; a later one as if nothing more happened.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from threading import Lock
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from dealclock.answers.typed_words import TypedWords
from dealclock.answers.why import list_instances
from dealclock.desk.verb import Desk, DeskRequest, Verb
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.errors import DealclockError, RefusedError
from dealclock.facts.log import end_of
from dealclock.jobs.deal_day import approvals_of, handled, own_look
from dealclock.jobs.plan.assess_deal import deal_view
from dealclock.jobs.services import Services
from dealclock.messages import words
from dealclock.messages.message import REHEARSAL, Message
from dealclock.messages.view import View
from dealclock.store import Store, StoredDeal
from local.workbench.pages import page
from local.workbench.workbench import Workbench

TABS = (
    ("Overview", "/deal"),
    ("Obligations", "/deal/obligations"),
    ("Readings", "/deal/readings"),
    ("Events", "/deal/facts"),
    ("Alerts", "/deal/alerts"),
    ("What if", "/deal/what-if"),
)
_KEPT = 12  # assessments, of a few days and with or without all readings


@dataclass(frozen=True)
class DealOnDay:
    """The deal as shown. `own` is its own day; `problem` why another day cannot be shown.

    `key` changes when anything shown of it changes.
    """

    deal: StoredDeal
    own: date
    look: Look
    view: View
    key: str
    problem: str = ""

    @property
    def of_its_own_day(self) -> bool:
        """Whether the day is its own."""
        return self.look.as_of == self.own

    def to(self, path: str, part: str = "", **asked: object) -> str:
        """The address of another page of the same day, or of a part of it; `asked` goes with it."""
        day = {} if self.of_its_own_day else {"as_of": self.look.as_of}
        query = f"?{urlencode({**day, **asked})}" if day or asked else ""
        return f"{quote(path)}{query}{f'#{quote(part)}' if part else ''}"

    def headline(self, answer: Message) -> str:
        """An answer in one line, without the deal's name, which the page shows above it."""
        line = answer.headline.removeprefix(f"{REHEARSAL}: ")
        return words.sentence(line.removeprefix(f"{self.view.team.code_name}: "))

    def linked(self, line: str) -> Markup:
        """A line of an answer as HTML: an instance in parentheses at its end links to its page."""
        before, _, instance = line.removesuffix(")").rpartition("(")
        if not line.endswith(")") or instance not in list_instances(self.view.assessment):
            return escape(line)
        to = self.to(f"/deal/obligations/{instance}")
        return Markup('{}(<a href="{}">{}</a>)').format(before, to, instance)


@dataclass
class DealPages:
    """The deal being played, on the days asked for; assessments are kept until the deal changes."""

    workbench: Workbench
    _kept: OrderedDict[tuple[str, bool], Assessment] = field(default_factory=OrderedDict)
    _alone: Lock = field(default_factory=Lock)

    @property
    def store(self) -> Store:
        """The repositories of the table."""
        return self.workbench.connection.store

    def at(self, request: Request) -> DealOnDay:
        """The deal as of the day in the request, or its own day where that one is refused."""
        deal, given = self._deal(), request.query_params.get("as_of", "")
        own = own_look(deal, datetime.now(UTC))
        if not given:
            return self._look(deal, own, own)
        try:
            return self._look(deal, own, self._moment(given, own, deal))
        except ValueError:
            problem = f"{given[:20]!r} is not a date; give it as year-month-day."
        except DealclockError as error:
            problem = str(error)
        return replace(self._look(deal, own, own), problem=problem)

    def together(self, look: DealOnDay) -> View:
        """The view with the range of each figure over all its readings together."""
        found = self._assessed(look.key, look.deal, look.look, together=True)
        return replace(look.view, assessment=found)

    def reply(self, look: DealOnDay, verb: Verb, given: str) -> Message:
        """What `/deal` answers to a verb and the words after it, on the deal's own day.

        Raises DealclockError, as a sentence for the person who asked.
        """
        deal, now = look.deal, datetime.now(UTC)
        listed = tuple(d for d in self.store.deals.directory() if d.id == deal.meta.id)
        typed = TypedWords(tuple(given.split()), listed[0] if listed else None, True, listed)
        desk = Desk(Services(self.store, lambda: now))
        read = verb.read(typed)
        return verb.answer(DeskRequest(verb.name, read, (deal,), listed, "", "", desk, now)).message

    def page(self, request: Request, look: DealOnDay, template: str, /, **shown: Any) -> Response:
        """A page of the deal, with what every one of them shows."""
        at = self.workbench
        return page(request, at, f"deal/{template}", look=look, tabs=TABS, **shown)

    def _deal(self) -> StoredDeal:
        deal = self.store.deals.get(self.workbench.play.now().scenario.deal)
        if deal is None:
            raise RefusedError("the play is starting over; try again in a moment.")
        return deal

    def _moment(self, given: str, own: Look, deal: StoredDeal) -> Look:
        day = date.fromisoformat(given)
        zone = deal.terms.agreement.time_zone
        return own_look(
            deal, datetime.now(UTC), day, end_of(day, zone) if day < own.as_of else own.instant
        )

    def _look(self, deal: StoredDeal, own: Look, at: Look) -> DealOnDay:
        acts = handled(deal, at.instant, self.store)
        approved = approvals_of(deal, self.store)
        seen = (
            deal.meta.id,
            at.as_of,
            at.instant,
            deal.log.facts,
            deal.team,
            deal.meta.terms_version,
        )
        key = sha256(repr((*seen, acts, approved)).encode()).hexdigest()[:16]
        view = deal_view(
            deal,
            self._assessed(key, deal, at, together=False),
            today=own.as_of,
            handled=acts,
            approvals=approved,
            closing=deal.meta.closing,
        )
        return DealOnDay(deal, own.as_of, at, view, key)

    def _assessed(self, key: str, deal: StoredDeal, at: Look, *, together: bool) -> Assessment:
        """The assessment, computed once."""
        with self._alone:
            found = self._kept.get((key, together))
            if found is None:
                found = self._kept[key, together] = assess(at, deal=deal.meta.id, together=together)
            self._kept.move_to_end((key, together))
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return found
