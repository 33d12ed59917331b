"""A verb of `/deal`: its words for help, the deals it is about, how it is read and answered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any, TypeVar, get_args

from dealclock.access.approval import Approval
from dealclock.access.outside import Recipient, facts_shown_outside, shown_outside
from dealclock.access.people import Action, Role, permits
from dealclock.answers.question import NotAnsweredError, Question
from dealclock.answers.what_if.result import WhatIfQuery, suppose
from dealclock.channels import Sharer
from dealclock.engine.causes import ReadingsChosen
from dealclock.engine.query import Query
from dealclock.facts.log import end_of
from dealclock.messages import outside
from dealclock.messages.message import Message
from dealclock.messages.view import DealView, View
from dealclock.store import DirectoryEntry, StoredDeal
from dealclock.usecases.approvals import approvals_of
from dealclock.usecases.deal_day import deal_now
from dealclock.usecases.deliver.pre_send_check import handled
from dealclock.usecases.desk.typed_day import DayWords, ParsedDay
from dealclock.usecases.gate import Asker, Members
from dealclock.usecases.plan.assess_deal import assess_as_of, closed_days, deal_view
from dealclock.usecases.services import Services

Q = TypeVar("Q")
R = TypeVar("R")


class Of(StrEnum):
    """The deals a verb is about."""

    NOTHING = "nothing"  # no deal is read
    DEAL = "deal"  # one: named, or the channel's own
    DEALS = "deals"  # one when named or in its channel, else all the asker may see, none read


@dataclass(frozen=True, slots=True)
class TypedWords:
    """What was typed beside the verb and the deal's name, to be read by the verb.

    `deal` is the one named or meant; `named` whether it was by its name. `words` are left as typed.
    """

    words: tuple[str, ...]
    deal: DirectoryEntry | None
    named: bool
    visible: Sequence[DirectoryEntry]


Opener = Callable[[str, Mapping[str, Any]], str]
"""Opens a form for the user of the trigger; says why it failed, "" when it did not."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a verb looks things up and what it may set in motion.

    `members` says who may ask at all; without it anyone who is on a deal's list may. `open` opens a
    form for the asker; `web`, ending with a slash, is where personal links lead; `sharer` shows an
    answer in a deal's channel. `of_files`: there is no stack, and files hold no approvals.
    """

    services: Services
    members: Members | None = None
    open: Opener | None = None
    web: str = ""
    sharer: Sharer | None = None
    of_files: bool = False


@dataclass(frozen=True, slots=True)
class DeskRequest:
    """What a verb answers: what it read from the words, the deals, who asks and when.

    `given` is what the verb's own `read` made of the words. Access to the deals was checked.
    """

    verb: str
    given: Any
    deals: tuple[StoredDeal, ...]
    visible: tuple[DirectoryEntry, ...]
    user: str
    channel: str
    desk: Desk
    now: datetime
    asker: Asker | None = None

    @property
    def deal(self) -> StoredDeal:
        """The one deal it is about."""
        (deal,) = self.deals
        return deal

    @property
    def services(self) -> Services:
        """What use cases work with, at the instant of the asking."""
        return self.desk.services.at(self.now)

    @property
    def today(self) -> date:
        """The day the one deal stands on."""
        return deal_now(self.deal, self.now)[0]

    def read(self, when: DayWords, *, behind: bool = False) -> ParsedDay:
        """The day that was typed, on the deal's own day and by its Business Days.

        Raises NoSuchDay or OutsideCalendar.
        """
        return when.on(self.today, closed_days(self.deal), behind=behind)

    def answer(
        self,
        question: Question[Q, R],
        asked: Q,
        as_of: date | None = None,
        chosen: tuple[ReadingsChosen, ...] = (),
    ) -> Message:
        """What a question answers of the deal, in words; see `answered`."""
        return self.answered(question, asked, as_of, chosen)[1]

    def answered(
        self,
        question: Question[Q, R],
        asked: Q,
        as_of: date | None = None,
        chosen: tuple[ReadingsChosen, ...] = (),
    ) -> tuple[R, Message]:
        """What a question answers of the deal, and in words: as of its own day unless another is
        given, on everything known to it by now; `chosen` are its readings over time, where they
        matter.

        Raises NotAnsweredError, also outside the deal's team.
        """
        query = replace(self.query(as_of), chosen=chosen)
        result = question.answer(query, asked)
        return result, question.message(result, self.deal_view(query))

    def deal_view(self, query: Query) -> DealView:
        """What an answer about the one deal begins and ends with."""
        given, deal = query.in_force(), self.deal
        return DealView(
            terms=deal.terms,
            terms_version=deal.meta.terms_version,
            team=deal.team,
            log=deal.log,
            rehearsal=deal.meta.rehearsal,
            as_of=given.as_of,
            known_at=given.known_at,
            readings=given.readings,
            today=self.today,
            approvals=self._approvals(deal),
            closing=deal.meta.closing,
        )

    def _approvals(self, deal: StoredDeal) -> tuple[Approval, ...] | None:
        return None if self.desk.of_files else approvals_of(deal, self.desk.services.store)

    def query(self, as_of: date | None = None) -> Query:
        """The deal on its day, or on another, on everything known to it by now.

        Raises NotAnsweredError outside the deal's team.
        """
        self._refuse_outside(self.deal)
        today, known_at = deal_now(self.deal, self.now)
        return Query(
            terms=self.deal.terms,
            log=self.deal.log,
            as_of=as_of or today,
            known_at=known_at,
            readings=self.deal.team.chosen,
            targets=self.deal.team.targets,
        )

    def view(
        self,
        deal: StoredDeal | None = None,
        as_of: date | None = None,
        *,
        compare: bool = True,
        together: bool = False,
    ) -> View:
        """A deal as of a day, its own unless said, on everything known to it by now.

        Without `compare` what other readings would change is left out; `together` adds what they
        come to over all their combinations. Raises NotAnsweredError outside the deal's team.
        """
        found = deal or self.deal
        self._refuse_outside(found)
        today, known_at = deal_now(found, self.now)
        return deal_view(
            found,
            assess_as_of(found, as_of or today, known_at, compare=compare, together=together),
            today=today,
            handled=handled(found, known_at, self.desk.services.store),
            approvals=self._approvals(found),
            closing=found.meta.closing,
        )

    def shown_outside(self, to: Recipient) -> Message:
        """What someone outside is shown of the one deal: from the record, nothing computed."""
        today, known_at = deal_now(self.deal, self.now)
        # Asked for whether or not there are any, so that the time it takes says nothing of them.
        approvals = self.desk.services.store.responses.approvals(self.deal.meta.id)
        known = facts_shown_outside(self.deal.log, approvals).known(today, known_at)
        return outside.render_outside_view(
            self.deal.meta.code_name,
            shown_outside(known, to),
            to,
            today,
            rehearsal=self.deal.meta.rehearsal,
        )

    def is_outside(self, listed: DirectoryEntry) -> bool:
        """Whether the asker sees a deal from outside its team."""
        return self.asker is not None and self.asker.audience(listed) == "outside"

    def _refuse_outside(self, deal: StoredDeal) -> None:
        """Raise NotAnsweredError where the asker may be shown nothing that is computed."""
        if self.recipient(deal) is not None:
            raise NotAnsweredError("this is for the deal's team alone.")

    def recipient(self, deal: StoredDeal) -> Recipient | None:
        """Whom the asker stands for outside the deal's team; None inside.

        Raises NotAnsweredError for who may read nothing of it at all.
        """
        if self.asker is None:
            return None
        listed = next((each for each in self.visible if each.id == deal.meta.id), None)
        if listed is not None and not self.is_outside(listed):
            return None
        person = listed.people.of_slack(self.user) if listed else None
        if person is None or person.audience == "inside":
            raise NotAnsweredError("this deal is not yours to read.")
        return Recipient.of(person)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the asker is told, and what is archived beside it.

    `about` is the instance it tells of, `as_of` the day where it is not the deal's own; `read` are
    the days it took from the words, which are told back. `modal` is a form to open for the asker.
    `kept` is what the archive keeps where `told` holds a secret.
    """

    told: Message
    about: str = ""
    as_of: date | None = None
    read: tuple[ParsedDay, ...] = ()
    modal: Mapping[str, Any] | None = None
    kept: Message | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """One subcommand.

    `usage` and `says` are its lines of help, on the first screen when `daily`. `read` makes of the
    words what `answer` is given; both raise UnreadableCommandError. `action` is what the asker must
    be allowed to do with the deals.
    `shareable` when its answer is the deal's and not the asker's own, so that `share` may show it.
    `examples` are commands that are answered in the channel of the sample deal; "{deal}" is its
    name.
    """

    name: str
    usage: str
    says: str
    of: Of
    read: Callable[[TypedWords], Any]
    answer: Callable[[DeskRequest], Reply]
    daily: bool = False
    action: Action = Action.READ
    shareable: bool = False
    examples: tuple[str, ...] = ()

    @property
    def inside(self) -> bool:
        """Whether it is for the issuer's people and its counsel only: `action` says so."""
        return not any(permits(role, self.action, "outside") for role in get_args(Role))


def suppose_facts(ask: DeskRequest, facts: Sequence[Mapping[str, object]], as_of: date) -> View:
    """The one deal as of a day, on what is known by now and on these facts.

    Raises NotAnsweredError for facts that cannot be or that contradict what is recorded.
    """
    deal = ask.deal
    _, known_at = deal_now(deal, ask.now)
    recorded, supposed = suppose(ask.query(), WhatIfQuery(fact=tuple(facts)))
    log = replace(recorded, facts=(*recorded.facts, *supposed))
    last = max(as_of, *(f.on for f in supposed))
    assessed = assess_as_of(replace(deal, log=log), as_of, max(known_at, end_of(last, log.zone)))
    return replace(ask.view(compare=False), assessment=assessed, log=log)
