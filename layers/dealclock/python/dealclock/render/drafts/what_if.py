"""A memo of a what-if: what is assumed, what would change, by which readings, what was not
checked."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from dealclock import __version__
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED
from dealclock.facts.kinds import KINDS
from dealclock.render import unchecked_sections, words
from dealclock.render.changes import NOTHING, line_of
from dealclock.render.drafts import formal
from dealclock.render.drafts.readings_used import readings_used
from dealclock.render.drafts.sheet import CONFIDENTIAL, Block, Grid, Lines, Pairs, Sheet, SheetPart
from dealclock.render.view import View


def memo(answered: Mapping[str, Any], view: View, history: str) -> Sheet:
    """The memo of an answer of `what-if`; `view` is the deal without the assumption, and `history`
    says which events it was worked out from."""
    moves: Sequence[Mapping[str, Any]] = answered["moves"]
    questions = {question for each in moves for question in each["readings"]}
    gaps = [f"{words.clause(n.clause)}: {n.what}" for n in view.assessment.not_checked]
    not_checked = Lines(tuple(gaps) or (f"{unchecked_sections.NONE_LISTED}.",))
    return Sheet(
        title="What-if memo",
        marks=tuple(_marks(answered, view)),
        parts=(
            SheetPart("Question", (Pairs(tuple(_question(answered, view, history))),)),
            SheetPart("Assumptions", (Lines(tuple(_assumed(answered))),)),
            SheetPart("What would change", (Lines(tuple(_changes(answered))),)),
            SheetPart(
                "Dates and amounts, without and with the assumptions",
                (_before_and_after(answered),),
            ),
            SheetPart("Readings (interpretations)", (readings_used(questions, view),)),
            SheetPart("Not checked", (not_checked,)),
        ),
        foot=(f"Worked out from the deal's files by Dealclock {__version__}.",),
    )


def _marks(answered: Mapping[str, Any], view: View) -> Iterator[str]:
    yield f"{CONFIDENTIAL}. {answered['notice']}"
    yield "HYPOTHETICAL: nothing was recorded."
    sheet = view.terms.indenture
    if sheet and not sheet.reviewed and any(each["what"] == "amount" for each in answered["moves"]):
        yield f"{INDENTURE_NOT_REVIEWED}."


def _question(answered: Mapping[str, Any], view: View, history: str) -> Iterator[tuple[str, str]]:
    about = view.terms.agreement
    asked, looked_at = answered["as_of"], answered["looked_at"]
    yield "Deal", f"{view.team.code_name}: {about.title}, dated as of {formal.day(about.dated)}"
    yield "Question", f"What would change if {words.listed(_events(answered))}?"
    yield "Asked as of", f"{words.iso(asked)}, as that day begins"
    if looked_at != asked:
        yield "Compared as of", f"{words.iso(looked_at)}, with and without the assumptions"
    a = view.assessment
    latest = f", the latest of {words.day(a.facts_as_of)}" if a.facts_as_of else ""
    known = words.instant(a.known_at, about.time_zone)
    yield "Recorded events", f"{history}{latest}; known by {known}"


def _events(answered: Mapping[str, Any]) -> Iterator[str]:
    """Each assumed event as part of the question."""
    for each in answered["supposed"]:
        yield f"on {words.iso(each['on'])} {formal.lowered(KINDS[each['kind']].says.rstrip('.'))}"


def _assumed(answered: Mapping[str, Any]) -> Iterator[str]:
    for each in answered["supposed"]:
        says = KINDS[each["kind"]].says.rstrip(".")
        yield f"{words.iso(each['on'])}: {says} ({each['kind']}, {each['id']})"
    yield "Otherwise only recorded events are counted, and nothing else is assumed to happen."


def _changes(answered: Mapping[str, Any]) -> Iterator[str]:
    for item in answered["items"]:
        yield line_of(item)
    if not answered["items"]:
        yield NOTHING


def _before_and_after(answered: Mapping[str, Any]) -> Block:
    """Each figure that moves, in the order of the changes."""
    titles = {item["instance"]: item["title"] for item in answered["items"]}
    places = {instance: place for place, instance in enumerate(titles)}
    moves = sorted(answered["moves"], key=lambda m: places.get(m["instance"], len(places)))
    rows = tuple(
        (
            f"{titles[each['instance']]} ({each['instance']})"
            if each["instance"] in titles
            else each["instance"],
            words.figure_name(each["what"]),
            _value(each, "from"),
            _value(each, "to"),
        )
        for each in moves
    )
    if not rows:
        return Lines(("No date and no amount changes.",))
    return Grid(("What", "Figure", "Without", "With"), rows)


def _value(move: Mapping[str, Any], end: str) -> str:
    """A figure as people read it: a date, an amount, a number, or how there is none."""
    value, exact = move[end], move[f"{end}_exact"]
    if value is None:
        return "none" if move[f"{end}_is"] == "not at all" else str(move[f"{end}_is"])
    if exact is not None:
        return words.figure(exact)
    try:
        return words.day(date.fromisoformat(value))
    except ValueError:
        return str(value)
