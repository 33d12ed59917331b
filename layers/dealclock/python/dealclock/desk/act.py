"""An act in one module: what a person does on a deal, checked first and then done.

    @act("approve [DEAL] WHAT", needs=Action.APPROVE, ...)
    def approve(at: Actor, subject: Annotated[str, "what to approve", "WHAT"]) -> ActPlan: ...

The parameters after the first are the options of the command line, the first of them in its place
if it is needed; `read` gives them from words after `/deal approve`. The function checks everything
and changes nothing: what it returns says what the act comes to, and `write` does it. So a dry run
is the act without its last step.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Concatenate

from dealclock.answers.ask import Option, options_of
from dealclock.answers.typed_words import Reader, TypedWords, nothing, parsed_days
from dealclock.days.typed_day import ParsedDay
from dealclock.desk.actor import Actor
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.jobs.plan.assess_deal import closed_days
from dealclock.messages.form import Field, Preview, Values
from dealclock.messages.message import Message
from dealclock.people.people import Action
from dealclock.records import record


@record
class ActPlan:
    """What an act comes to, checked and not done yet.

    `message` is the answer to the person. `write` does it, and may return the answer where that
    depends on what was there when it was written. `about` is the item, "" for the whole deal.
    `preview` is what the form of an event shows first, with a hash of the fields; None where
    `message` is shown, and for an event that the same form recorded before.
    """

    message: Message
    write: Callable[[], Message | None]
    about: str = ""
    preview: Preview | None = None


Fields = Callable[[Actor, Values], Iterable[Field]]
"""The fields of an act's form, once those before them have these values, with what this person may
choose on this deal; raises RefusedError where there is nothing to do. In their order, their values
are the words of the command."""

Subject = Callable[..., str]
"""What an act is about, for the archive of its refusal; it takes what the act takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActVerb(Verb):
    """One act, which is a command of `/deal` too. `action` is the right to begin it; the act may
    ask for more. A refusal is archived as that of `archived`, about `subject`.

    `description` and `example` are its help in a terminal.
    `queues` are those of the services that it needs. `title` heads its form, which has `fields`.
    """

    do: Callable[..., ActPlan]
    options: tuple[Option, ...]
    archived: str
    subject: Subject
    description: str
    example: str
    queues: str
    title: str
    fields: Fields | None

    def __call__(
        self, at: Actor, values: Mapping[str, object], *, dry_run: bool = False
    ) -> ActPlan:
        """Carry out the act with these values, by option, or with `dry_run` only check it; returns
        the plan with its answer.

        Raises RefusedError, and what else the act raises.
        """
        with at.archiving_refusals(self.archived, self.subject(at, **values)):
            # Reading was allowed at the door, which knows of emergency access.
            at.allowed(None if self.action is Action.READ else self.action)
            plan = self.do(at, **values)
            return plan if dry_run else replace(plan, message=plan.write() or plan.message)

    def typed(
        self, words: str, at: Actor, *, dry_run: bool = False
    ) -> tuple[ActPlan, Sequence[ParsedDay]]:
        """The same with the values in words as they are typed after its name, and the dates among
        them; raises UnreadableCommandError too.
        """
        given = self.read(TypedWords(tuple(words.split()), None, True, ()))
        values, days = _dated(given, at)
        return self(at, values, dry_run=dry_run), days


def _dated(
    given: Mapping[str, object], at: Actor
) -> tuple[Mapping[str, object], Sequence[ParsedDay]]:
    """The values with their dates, as of the deal's own day and by its Business Days."""
    days = parsed_days(given, at.today, closed_days(at.deal))
    return {**given, **{name: each.day for name, each in days.items()}}, (*days.values(),)


def act(
    usage: str,
    *,
    needs: Action,
    read: Reader = nothing,
    examples: tuple[str, ...] = (),
    archived: str = "",
    subject: Subject | None = None,
    description: str = "",
    example: str = "",
    queues: str = "assess",
    title: str = "",
    fields: Fields | None = None,
) -> Callable[[Callable[Concatenate[Actor, ...], ActPlan]], ActVerb]:
    """The act that a function does, named by the first word of its usage.

    It is about the value of its first option where its usage shows that, unless `subject` says
    otherwise. `archived` is its name in the archive, if another.
    """

    def decorate(do: Callable[..., Any]) -> ActVerb:
        options = options_of(do)
        first = options[0]

        def about_first(_: Actor, **values: object) -> str:
            return str(values.get(first.field) or "") if str(first.shown) in usage else ""

        def answer(request: DeskRequest) -> Reply:
            values, days = _dated(request.given, request.actor)
            plan = new_act(request.actor, values)
            return Reply(plan.message, about=plan.about, read=days)

        new_act = ActVerb(
            usage=usage,
            scope=Scope.DEAL,
            read=read,
            answer=answer,
            action=needs,
            examples=examples,
            do=do,
            options=options,
            archived=archived or usage.split(maxsplit=1)[0],
            subject=subject or about_first,
            description=description,
            example=example,
            queues=queues,
            title=title,
            fields=fields,
        )
        return new_act

    return decorate


def find_act(name: str, module: str = "") -> ActVerb:
    """The act of that name, from the module of this package that has its name, or another's."""
    plain = name.replace("-", "_")
    found: ActVerb = getattr(import_module(f"{__package__}.{module or plain}"), plain)
    return found
