"""The deal as of the day a page is asked for: its own, or `?as_of=` another; and its answers.

Another day is answered as on that day: an earlier one on what was known by its end, a later one as
if nothing more happened.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cached_property
from hashlib import sha256
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from dealclock.answers.why import list_instances
from dealclock.desk.answer_command import verb_answer
from dealclock.desk.parse_command import parse_command
from dealclock.desk.verb import Desk, DeskRequest, Scope
from dealclock.desk.verbs.all import VERBS
from dealclock.errors import DealclockError, RefusedError
from dealclock.facts.log import FactLog, end_of
from dealclock.jobs.deal_day import approvals_of, deal_now, handled
from dealclock.jobs.services import Services
from dealclock.messages import words
from dealclock.messages.message import REHEARSAL, Message
from dealclock.messages.view import View
from dealclock.store import DirectoryEntry, Store, StoredDeal
from local.workbench.pages import page
from local.workbench.workbench import Workbench

QUESTIONS: Mapping[str, str] = {name: v.usage for name, v in VERBS.items() if v.shareable}
"""What can be asked here, by name, with its line of help: what only answers, and not a person."""
_IN_PARENTHESES = re.compile(r"(?<=\()[^()]+(?=\))")


@dataclass(frozen=True)
class DealOnDay:
    """The deal as shown, standing on that day. `own` is its own day; `problem` why another day
    cannot be shown.
    """

    deal: StoredDeal
    own: date
    now: datetime
    store: Store
    problem: str = ""

    @property
    def as_of(self) -> date:
        """The day shown."""
        return deal_now(self.deal, self.now)[0]

    @property
    def is_own(self) -> bool:
        """Whether the day is its own."""
        return self.as_of == self.own

    @cached_property
    def key(self) -> str:
        """It changes when anything shown of the deal changes."""
        known_at = deal_now(self.deal, self.now)[1]
        acts = handled(self.deal, known_at, self.store), approvals_of(self.deal, self.store)
        meta, log = self.deal.meta, self.deal.log.facts
        seen = (meta.id, known_at, log, self.deal.team, meta.terms_version, acts)
        return sha256(repr(seen).encode()).hexdigest()[:16]

    @cached_property
    def view(self) -> View:
        """It assessed, comparing readings."""
        return self.request().view()

    @cached_property
    def instances(self) -> frozenset[str]:
        """Everything that has its reasons."""
        return frozenset(list_instances(self.request().view(compare=False).assessment))

    def request(self, verb: str = "", given: object = None) -> DeskRequest:
        """A request to `/deal` by no one in particular."""
        desk = Desk(Services(self.store, lambda: self.now))
        listed = (self.entry,)
        return DeskRequest(verb, given, (self.deal,), listed, "", "", desk, self.now)

    @property
    def entry(self) -> DirectoryEntry:
        """Its entry in the directory of deals."""
        return next(d for d in self.store.deals.directory() if d.id == self.deal.meta.id)

    def to(self, path: str, **asked: object) -> str:
        """The address of another page of the same day; `asked` goes with it."""
        day = {} if self.is_own else {"as_of": self.as_of}
        query = f"?{urlencode({**day, **asked})}" if day or asked else ""
        return f"{quote(path)}{query}"

    def headline(self, answer: Message) -> str:
        """An answer in one line, without the deal's name, which the page shows above it."""
        line = answer.headline.removeprefix(f"{REHEARSAL}: ")
        return words.sentence(line.removeprefix(f"{self.deal.team.code_name}: "))

    def linked(self, line: str) -> Markup:
        """A line of an answer as HTML: an instance in parentheses leads to its reasons."""

        def link(found: re.Match[str]) -> str:
            return "; ".join(self.reasons(Markup(each)) for each in found[0].split("; "))  # noqa: S704 - escaped below

        return Markup(_IN_PARENTHESES.sub(link, str(escape(line))))  # noqa: S704 - escaped here

    def reasons(self, name: str) -> Markup:
        """An instance as a link to its reasons; any other word as it is."""
        if name not in self.instances:
            return escape(name)
        return Markup('<a href="{}">{}</a>').format(self.to("/deal/ask", words=f"why {name}"), name)


@dataclass(frozen=True)
class DealPages:
    """The deal being played, on the days asked for."""

    workbench: Workbench

    @property
    def store(self) -> Store:
        """The repositories of the table."""
        return self.workbench.connection.store

    def at(self, request: Request) -> DealOnDay:
        """The deal as of the day in the request, or its own day where that one is refused."""
        deal = self.store.deals.get(self.workbench.play.now().scenario.deal)
        if deal is None:
            raise RefusedError("the play is starting over; try again in a moment.")
        given, now = request.query_params.get("as_of", ""), datetime.now(UTC)
        own = DealOnDay(deal, deal_now(deal, now)[0], now, self.store)
        if not given:
            return own
        try:
            day = date.fromisoformat(given)
            if day == own.own:
                return own
            found = replace(own, deal=_standing_on(day, deal, own.own))
            _ = found.instances  # which is refused for a day before the deal
        except ValueError:
            return replace(own, problem=f"{given[:20]!r} is not a date; give it as year-month-day.")
        except DealclockError as error:
            return replace(own, problem=str(error))
        return found

    def reply(self, look: DealOnDay, typed: str) -> Message:
        """What `/deal` answers to these words. Raises DealclockError, as a sentence for the reader.

        What is more than a question, such as recording, is refused: it is done in Slack.
        """
        command = parse_command(typed, [look.entry], look.entry)
        verb = command.verb
        if not verb.shareable and verb.scope is not Scope.NOTHING:
            raise RefusedError(f"{verb.name} is not a question; type /deal {verb.name} in Slack.")
        return verb_answer(look.request(verb.name, command.given), command)

    def page(self, request: Request, look: DealOnDay, template: str, /, **shown: Any) -> Response:
        """A page of the deal, with what every one of them shows."""
        return page(request, self.workbench, f"deal/{template}", look=look, **shown)


def _standing_on(day: date, deal: StoredDeal, own: date) -> StoredDeal:
    """The deal on another day, which knows nothing recorded after its own."""
    log, known = deal.log, end_of(own, deal.log.zone)
    facts = tuple(fact for fact in log.facts if log.recorded_at(fact) <= known)
    meta = replace(deal.meta, day=day)
    return replace(deal, meta=meta, log=FactLog(facts, log.zone))
