"""A verb of `/deal`: its help, its scope, how it is parsed and answered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import partial
from typing import Any, get_args

from dealclock.answers.ask import Question
from dealclock.answers.typed_words import TypedWords, UnreadableCommandError, parsed_days
from dealclock.channels import Sharer
from dealclock.days.typed_day import DayWords, ParsedDay
from dealclock.desk.actor import Actor
from dealclock.errors import RefusedError
from dealclock.jobs.deal_day import approvals_of, deal_now, handled, look_at
from dealclock.jobs.gate import Asker, Members
from dealclock.jobs.plan.assess_deal import assess_as_of, closed_days, deal_view
from dealclock.jobs.services import Services
from dealclock.messages import outside
from dealclock.messages.message import Message
from dealclock.messages.view import DealView, View
from dealclock.people.acts import Act
from dealclock.people.outside import Recipient, facts_shown_outside, shown_outside
from dealclock.people.people import Action, Person, Role, permits
from dealclock.records import record
from dealclock.store import DirectoryEntry, StoredDeal


class Scope(StrEnum):
    """The deals a verb is about."""

    NOTHING = "nothing"  # no deal is read
    ALL = "all"  # all the asker may see, none read and none named
    DEAL = "deal"  # one: named, or the channel's own
    DEALS = "deals"  # one when named or in its channel, else all the asker may see, none read


NO_DEAL = (Scope.NOTHING, Scope.ALL)
"""The scopes of verbs that take no deal."""

Opener = Callable[[str, Mapping[str, Any]], str]
"""Opens a form for the user of the trigger; returns why it failed, "" on success."""


@record
class Desk:
    """The services a verb may use.

    `members` decides who may use the desk; None admits everyone on a deal's list. `open` opens a
    form for the user; `web` is the base URL of personal links, ending with a slash; `sharer` posts
    an answer in a deal's channel. `of_files`: no stack, so there are no approvals.
    """

    services: Services
    members: Members | None = None
    open: Opener | None = None
    web: str = ""
    sharer: Sharer | None = None
    of_files: bool = False


@record
class DeskRequest:
    """A request to a verb: the parsed arguments, the deals, the user and the time.

    `given` is the result of the verb's `read`. Access to the deals was checked. `shared`: others
    read the answer too.
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
    shared: bool = False

    @property
    def deal(self) -> StoredDeal:
        """The one deal of the request."""
        (deal,) = self.deals
        return deal

    @property
    def person(self) -> Person | None:
        """The user's person on the one deal; None for a user who is not on its team."""
        return self.deal.team.access.of_slack(self.user)

    @property
    def actor(self) -> Actor:
        """The user as the person who acts on the one deal; refuses one who is not on its list."""
        if self.person is None:
            raise UnreadableCommandError("Only people on the deal's own list can do that.")
        self._refuse_outside(self.deal)
        return Actor(self.deal, self.person.id, self.services, self.user)

    @property
    def services(self) -> Services:
        """The services of the use cases, with the clock fixed at the request's time."""
        return self.desk.services.at(self.now)

    @property
    def today(self) -> date:
        """The one deal's own day."""
        return deal_now(self.deal, self.now)[0]

    def read(self, when: DayWords, *, behind: bool = False) -> ParsedDay:
        """The date that was typed, by the deal's own day and its Business Days.

        Raises RefusedError.
        """
        return when.on(self.today, closed_days(self.deal), behind=behind)

    def _approvals(self, deal: StoredDeal) -> tuple[Act, ...] | None:
        return None if self.desk.of_files else approvals_of(deal, self.desk.services.store)

    def look(self, as_of: date | None = None) -> DealView:
        """The deal as of its day, or another, on all events known by now.

        Raises RefusedError outside the deal's team.
        """
        deal = self.deal
        self._refuse_outside(deal)
        store = None if self.desk.of_files else self.desk.services.store
        to_lead = not self.shared and self.person is not None and self.person.role == "lead"
        return look_at(deal, self.now, self._approvals(deal), as_of, store, to_lead=to_lead)

    def view(
        self,
        deal: StoredDeal | None = None,
        as_of: date | None = None,
        *,
        compare: bool = True,
        together: bool = False,
    ) -> View:
        """A deal assessed as of a day, by default its own, on all events known by now.

        `compare` adds what other readings would change; `together` adds the range over all their
        combinations. Raises RefusedError outside the deal's team.
        """
        deal = deal or self.deal
        self._refuse_outside(deal)
        approvals = self._approvals(deal)
        return view_now(deal, self.services, approvals, as_of, compare=compare, together=together)

    def shown_outside(self, to: Recipient) -> Message:
        """What a person outside the team is shown: recorded releases, nothing computed."""
        today, known_at = deal_now(self.deal, self.now)
        # Always read, so that the response time does not reveal whether there are releases.
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
        """Whether the user is outside the deal's team."""
        return self.asker is not None and self.asker.audience(listed) == "outside"

    def _refuse_outside(self, deal: StoredDeal) -> None:
        """Raise RefusedError if the user may not see computed results."""
        if self.recipient(deal) is not None:
            raise RefusedError("this is for the deal's team alone.")

    def recipient(self, deal: StoredDeal) -> Recipient | None:
        """The recipient the user represents outside the deal's team; None inside.

        Raises RefusedError for a user who may not read the deal.
        """
        if self.asker is None:
            return None
        listed = next((entry for entry in self.visible if entry.id == deal.meta.id), None)
        if listed is not None and not self.is_outside(listed):
            return None
        person = listed.people.of_slack(self.user) if listed else None
        if person is None or person.audience == "inside":
            raise RefusedError("this deal is not yours to read.")
        return Recipient(person.stands_for, person.holder)


def view_now(
    deal: StoredDeal,
    services: Services,
    approvals: tuple[Act, ...] | None,
    as_of: date | None = None,
    *,
    compare: bool = True,
    together: bool = False,
) -> View:
    """A deal assessed as of a day, by default its own, on all events known by now."""
    today, known_at = deal_now(deal, services.now())
    return deal_view(
        deal,
        assess_as_of(deal, as_of or today, known_at, compare=compare, together=together),
        today=today,
        handled=handled(deal, known_at, services.store),
        approvals=approvals,
        closing=deal.meta.closing,
    )


@record
class Reply:
    """A verb's answer, and what is archived with it.

    `about` is the instance it covers, `as_of` the day if it is not the deal's own; `read` are the
    typed dates, which the answer repeats. `modal` is a form to open for the user. `archived`
    replaces `message` in the archive if `message` holds a secret. `read_as` is the command that
    other words were read as, "" if none was needed.
    """

    message: Message
    about: str = ""
    as_of: date | None = None
    read: Sequence[ParsedDay] = ()
    modal: Mapping[str, Any] | None = None
    archived: Message | None = None
    read_as: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """One subcommand.

    `usage` is its line of help, which begins with its name. `read` parses the words into the
    arguments of `answer`, which is `answer_question` for a question; both raise
    UnreadableCommandError. `action` is the right the user needs
    on the deals. `shareable`: the answer is the deal's, not the user's own, so `share` may post it.
    `examples` work in the channel of the sample deal; "{deal}" is its name.
    """

    usage: str
    scope: Scope
    read: Callable[[TypedWords], Any]
    answer: Callable[[DeskRequest], Reply]
    action: Action = Action.READ
    shareable: bool = False
    examples: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The first word of its usage."""
        return self.usage.split(maxsplit=1)[0]

    @property
    def inside(self) -> bool:
        """Whether only the issuer's people and its counsel may use it, by its `action`."""
        return not any(permits(role, self.action, "outside") for role in get_args(Role))


Stored = Callable[[DeskRequest], Mapping[str, object]]
"""Gives the values of a question that its words leave out."""


def answer_question(question: Question[...], stored: Stored | None, request: DeskRequest) -> Reply:
    """The answer to a question as `/deal` asks it: its typed days by the deal's calendar, the deal
    as of the day that they give, the question's own function, and its message.

    Raises what `Question.answered` does.
    """
    given = {**(stored(request) if stored else {}), **request.given}
    question.check_given(given)
    days = parsed_days(given, request.today, closed_days(request.deal))
    given |= {name: parsed.day for name, parsed in days.items()}
    as_of = days["on"].day if "on" in days else None
    given.pop("on", None)
    look = request.look(as_of)
    found = question.answered(look, given)
    read = tuple(dict.fromkeys(days.values()))
    return Reply(found.say(look), about=found.about, as_of=as_of, read=read)


def verb_of(question: Question[...], stored: Stored | None = None) -> Verb:
    """The command of a question that has one; `answer_question` answers it."""
    slash = question.slash
    if slash is None:
        raise TypeError(f"{question.name} is not asked in Slack")
    return Verb(
        slash.usage,
        Scope.DEAL,
        question.read_words,
        partial(answer_question, question, stored),
        shareable=True,
        examples=slash.examples,
    )
