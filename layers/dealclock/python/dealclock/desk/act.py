"""An act in one module: what a person does on a deal, checked first and then done.

    @act("approve [DEAL] WHAT", needs=Action.APPROVE, ...)
    def approve(at: Actor, subject: Annotated[str, "what to approve", "WHAT"]) -> ActPlan: ...

The parameters after the first are the options of the command line, the first of them in its place
if it is needed; `read` gives them from words after `/deal approve`. The function checks everything
and changes nothing: what it returns says what the act comes to, and `write` does it. So a dry run
is the act without its last step.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from importlib import import_module
from typing import Any, Concatenate

from dealclock.answers.ask import Option, options_of
from dealclock.answers.typed_words import Reader, UnreadableCommandError, parsed_days
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.errors import DealclockError, RefusedError
from dealclock.files.source import nearest
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.plan.assess_deal import closed_days
from dealclock.jobs.services import Services
from dealclock.messages import words
from dealclock.messages.message import Message
from dealclock.people.people import Action, People, Person, who_may
from dealclock.store import Store, StoredDeal

_LONGEST_ECHO = 80  # characters of what was given, in the archive


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who acts on a deal: the deal as it is stored, the id the person was named by, and
    the login, for the archive.
    """

    deal: StoredDeal
    named: str
    services: Services
    by: str

    @property
    def now(self) -> datetime:
        """The current instant."""
        return self.services.now()

    @property
    def today(self) -> date:
        """The deal's own day."""
        return deal_now(self.deal, self.now)[0]

    @property
    def store(self) -> Store:
        """The table."""
        return self.services.store

    @property
    def people(self) -> People:
        """The people on the deal's lists today, and the lists."""
        return self.deal.at(self.now).team.access

    @property
    def person(self) -> Person:
        """The person; raises RefusedError for a name that is not on the team."""
        return self.allowed(None)

    def allowed(self, action: Action | None) -> Person:
        """The person, who may do that; raises RefusedError with the people who may."""
        people, name = self.people, self.deal.meta.code_name
        person = people.person(self.named)
        able = who_may(action or Action.READ, people)
        ids = [p.id for p in able]
        if person is None or people.denies(person.id):
            given = ", ".join(ids) or _NO_ONE
            raise RefusedError(
                f"{self.named!r} is not on the team of {name}. Give the id of a person who may do "
                f"that: {given}.{nearest(self.named, ids)}"
            )
        if action and person not in able:
            names = words.listed([f"{p.name} ({p.id})" for p in able] or [_NO_ONE])
            role = f"{'an' if person.role[0] in 'ae' else 'a'} {person.role}"
            raise RefusedError(
                f"{person.name} is {role} of {name} and cannot do that. These people can: {names}."
            )
        return person

    @contextmanager
    def archiving_refusals(self, act: str, subject: object) -> Iterator[None]:
        """Archive that an act was refused, with the person and what it was about."""
        try:
            yield
        except DealclockError:
            given = {"person": self.named, "subject": str(subject)}
            detail = {name: value[:_LONGEST_ECHO] for name, value in given.items()}
            self.store.archive.audit(self.deal.meta.id, f"refused {act}", self.by, self.now, detail)
            raise


_NO_ONE = "no one yet; give a person a role that may"


@dataclass(frozen=True, slots=True)
class ActPlan:
    """What an act comes to, checked and not done yet.

    `message` is the answer to the person. `write` does it, and may return the answer where that
    depends on what was there when it was written. `about` is the item, "" for the whole deal.
    """

    message: Message
    write: Callable[[], Message | None]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """One act. `needs` is the right to begin it; the act may ask for more.

    `usage` and `examples` are its lines of help in Slack, `description` and `example`
    those in a terminal, which does not have it without a description.
    """

    name: str
    usage: str
    needs: Action
    do: Callable[..., ActPlan]
    options: tuple[Option, ...]
    read: Reader
    examples: tuple[str, ...]
    description: str
    example: str

    def __call__(
        self, at: Actor, values: Mapping[str, object], *, dry_run: bool = False
    ) -> ActPlan:
        """Do it with these values, by option, or with `dry_run` only check it; with the answer.

        A refusal is archived, with the first value, which names what it is about. Raises
        RefusedError, and what else the act raises.
        """
        with at.archiving_refusals(self.name, values.get(self.options[0].field) or ""):
            # Reading was allowed at the door, which knows of emergency access.
            at.allowed(None if self.needs is Action.READ else self.needs)
            planned = self.do(at, **values)
            return (
                planned if dry_run else replace(planned, message=planned.write() or planned.message)
            )

    @property
    def verb(self) -> Verb:
        """The act as a command of `/deal`."""
        return Verb(
            self.usage,
            Scope.DEAL,
            self.read,
            self._reply,
            action=self.needs,
            examples=self.examples,
        )

    def _reply(self, request: DeskRequest) -> Reply:
        deal, person, given = request.deal, request.person, request.given
        if person is None:
            raise UnreadableCommandError("Only people on the deal's own list can do that.")
        days = parsed_days(given, request.today, closed_days(deal))
        values = {**given, **{name: typed.day for name, typed in days.items()}}
        done = self(Actor(deal, person.id, request.services, request.user), values)
        return Reply(done.message, about=done.about, read=(*days.values(),))


def act(
    usage: str,
    *,
    needs: Action,
    read: Reader,
    examples: tuple[str, ...],
    description: str = "",
    example: str = "",
) -> Callable[[Callable[Concatenate[Actor, ...], ActPlan]], Act]:
    """The act that a function does, named by the first word of its usage."""

    def made(do: Callable[..., Any]) -> Act:
        name = usage.split(maxsplit=1)[0]
        return Act(name, usage, needs, do, options_of(do), read, examples, description, example)

    return made


def find_act(name: str, module: str = "") -> Act:
    """The act of that name, from the module of this package that has its name, or another's."""
    plain = name.replace("-", "_")
    found: Act = getattr(import_module(f"{__package__}.{module or plain}"), plain)
    return found
