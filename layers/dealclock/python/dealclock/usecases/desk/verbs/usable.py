"""`/deal usable`: whether a Holder may sell under the shelf on a day."""

from dataclasses import dataclass

from dealclock.engine import usable as engine
from dealclock.render.desk import usable
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError, hint_for
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import day_of, holder_of, parted
from dealclock.usecases.typed_day import DayWords


@dataclass(frozen=True, slots=True)
class Usable:
    """The day of the sale, and the Holder by the name the facts give it."""

    on: DayWords | None
    holder: str | None


def _read(typed: TypedWords) -> Usable:
    parts = parted(typed, "on", "holder")
    holder = holder_of(parts.get("holder", ()))
    if "holder" in parts and holder is None:
        raise UnreadableCommandError("Name the Holder as recorded: usable holder NAME.")
    return Usable(day_of(parts, "on", typed), holder)


def _answer(ask: DeskRequest) -> Reply:
    given: Usable = ask.given
    read = (ask.read(given.on),) if given.on else ()
    as_of = read[0].day if read else None
    view = ask.view(as_of=as_of)
    context = ask.query({}, as_of).in_force().context()
    found = tuple(engine.usable(view.assessment, context, given.holder))
    named = {f.holder for f in ask.deal.log.facts if f.holder}
    unknown = given.holder is not None and given.holder not in named
    notes = (_unknown(given.holder or "", sorted(named)),) if unknown else ()
    return Reply(usable.usable(view, found, given.holder, notes), as_of=as_of, read=read)


def _unknown(holder: str, named: list[str]) -> str:
    known = f"they name {', '.join(named)}" if named else "none is recorded"
    return f"No Holder is named {holder!r}; {known}.{hint_for(holder, named)}"


VERB = Verb(
    "usable",
    "usable [DEAL] [on DATE] [holder NAME]",
    "whether a Holder may sell under the shelf: effective, not suspended, Questionnaire "
    "returned, notice given",
    Of.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("usable", "usable on 2005-02-01 holder fund-a"),
)
