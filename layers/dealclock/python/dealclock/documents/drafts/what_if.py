"""A memo of a what-if: what is assumed, what would change, under which readings, and what was
not checked."""

from collections.abc import Iterator
from datetime import date

from dealclock import __version__
from dealclock.answers.difference import absence
from dealclock.answers.what_if import WhatIf
from dealclock.documents.drafts import formal
from dealclock.documents.drafts.formal import readings_used
from dealclock.documents.letter import Value, fill, in_use
from dealclock.documents.paper import CONFIDENTIAL, Grid, Paper
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED
from dealclock.facts.kinds import what_happened
from dealclock.messages import words
from dealclock.messages.changes import NOTHING, render_lines
from dealclock.messages.view import LEGAL, DealView
from dealclock.terms.neutral_ids import shown_kind


def memo(result: WhatIf, view: DealView) -> Paper:
    """The memo of a result of `what-if`; `view` is the deal without the assumption."""
    questions = {question for each in result.changes.figures for question in each.readings}
    values = {
        **dict(_question(result, view)),
        "assumed": list(_assumed(result, view)),
        "changes": list(render_lines(result.changes)) or [NOTHING],
        "figures": _before_and_after(result),
        "readings": readings_used(questions, view),
        "not_checked": formal.not_checked(view.in_force.not_modelled),
    }
    file = in_use("what-if-memo", view.terms.letters)
    title, certainty, blocks = fill(file, values)
    foot = (
        f"Worked out from the deal's files by Dealclock {__version__}.",
        *formal.own_text(file, view),
    )
    return Paper(title, tuple(_marks(result, view, certainty)), blocks, foot)


def _marks(result: WhatIf, view: DealView, certainty: str) -> Iterator[str]:
    yield f"{CONFIDENTIAL}. {LEGAL}"
    yield certainty
    sheet, moved = view.terms.indenture, {each.what for each in result.changes.figures}
    if sheet and not sheet.reviewed and "amount" in moved:
        yield f"{INDENTURE_NOT_REVIEWED}."


def _question(result: WhatIf, view: DealView) -> Iterator[tuple[str, str]]:
    about = view.terms.agreement
    yield "deal", f"{view.team.code_name}: {about.title}, dated as of {formal.day(about.dated)}"
    yield (
        "events",
        words.listed(
            f"on {words.day(each.on)} {formal.lowered(what_happened(each.kind, view.terms))}"
            for each in result.supposed
        ),
    )
    yield "as_of", f"{words.day(view.as_of)}, {words.day_covered(view.terms)}"
    compared = f"{words.day(result.looked_at)}, with and without the assumptions"
    yield "compared", compared if result.looked_at != view.as_of else ""
    events = view.known.all
    latest = f", through {words.day(events[-1].on)}" if events else ""
    known = words.instant(view.instant, about.time_zone)
    yield "recorded", f"{view.history}{latest}; known by {known}"


def _assumed(result: WhatIf, view: DealView) -> Iterator[str]:
    for each in result.supposed:
        says = what_happened(each.kind, view.terms)
        yield f"{words.day(each.on)}: {says} ({shown_kind(each.kind)}, {each.id})"


def _before_and_after(result: WhatIf) -> Value:
    """Each figure that moves, in the order of the changes."""
    titles = {item.instance: item.title for item in result.changes.items}
    places = {instance: place for place, instance in enumerate(titles)}
    moves = sorted(result.changes.figures, key=lambda m: places.get(m.instance, len(places)))
    rows = tuple(
        (
            f"{titles[each.instance]} ({each.instance})"
            if each.instance in titles
            else each.instance,
            words.figure_name(each.what),
            _value(each.before, absence(each.what, each.before, there=each.existed)),
            _value(each.after, absence(each.what, each.after, there=each.exists)),
        )
        for each in moves
    )
    if not rows:
        return ["No date and no amount changes."]
    return (Grid(("What", "Figure", "Without", "With"), rows),)


def _value(figure: str, why_none: str | None) -> str:
    """A figure in words: a date, an amount, a number, or why there is none."""
    if why_none:
        return "none" if why_none == "not at all" else why_none
    if "/" in figure:
        return words.figure(figure)
    try:
        return words.day(date.fromisoformat(figure))
    except ValueError:
        return figure
