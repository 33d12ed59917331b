"""One date or amount explained in a terminal: where it stands, then every step to it."""

from collections.abc import Iterator, Sequence

from dealclock.agreement.versions import ORIGINAL
from dealclock.engine.conclusions import Obligation, UndatedDuty, Window
from dealclock.engine.interest.accrued import Accrual
from dealclock.engine.money import Between
from dealclock.engine.shares.trued_up import SharesOwed
from dealclock.render import (
    amounts,
    handover_times,
    reading,
    report_heading,
    status_lines,
    trace,
    words,
)
from dealclock.render.in_force import amended_by
from dealclock.render.layout import wrapped
from dealclock.render.view import LEGAL, Matter, View


def heading(view: View, history: str, chosen: str, width: int, answer: str = "") -> Iterator[str]:
    """The answer in a line, then the deal, the day and the facts; `chosen` says how the day was,
    where none was given."""
    a = view.assessment
    if answer:
        yield from wrapped(f"{view.team.code_name}: {answer}", width)
    yield from report_heading.of_view(view, history, chosen, width)
    if a.terms.version != ORIGINAL:
        effective = a.terms.effective.isoformat()
        yield from wrapped(amended_by(a.terms.title, a.terms.version, effective), width)
    if a.hypothetical:
        yield from wrapped(
            "HYPOTHETICAL: some of these events are fictional; items based on one are marked.",
            width,
        )


def of_matter(m: Matter, view: View, width: int, others: Sequence[str] = ()) -> Iterator[str]:
    """An obligation, window or default: who owes what, where it stands, and the steps to it.

    `others` are the instances that go by the same id and were not meant.
    """
    yield ""
    yield from wrapped(f"{m.title}, {words.clause(m.clause)} ({m.instance})", width)
    told = [_dates(m), status_lines.status(m, view), f"Owner: {view.owner(m.owed_by)}"]
    if m.action:
        told.append(f"What to do: {m.action}")
    if isinstance(m.part, Obligation | Window) and (safe := reading.safe(view, m.part)):
        told.append(f"Safe under every reading: {safe}")
    if others:
        told.append(f"The only open one of several; the others: {words.listed(others)}")
    told += [words.sentence(note) for note in (*view.banners([m.grounds], in_full=True), *m.notes)]
    for text in told:
        yield from wrapped(text, width, 2, 2)
    yield from _section("Step by step", trace.lines(m.trace), width)
    if isinstance(m.part, Obligation):
        made = list(amounts.of_payment(m.part, view))
        yield from _section("How the amount adds up", made, width)
        yield from _section("In practice", list(handover_times.lines(m.part)), width)
    yield from _section("Readings that matter here", list(reading.used(view, m.instance)), width)
    yield from ("", LEGAL)


def _exactly(accrual: Accrual) -> str:
    known = not isinstance(accrual.accrued, Between)
    return f" (accrued exactly {accrual.exact} dollars)" if known else ""


def of_accrual(view: View, width: int) -> Iterator[str]:
    """Additional Interest: what accrued, and each lot at each rate."""
    accrual = view.assessment.accrual
    yield ""
    yield from wrapped(f"Additional Interest, {words.clause(accrual.clause)}", width)
    told = [
        f"{amounts.figures(view)}{_exactly(accrual)}",
        f"Rate in force: {amounts.rate(view)}",
        f"Next change: {amounts.next_change(view) or 'none'}",
        *view.banners([accrual.grounds], in_full=True),
        *accrual.notes,
    ]
    for text in told:
        yield from wrapped(words.sentence(text), width, 2, 2)
    told_first = [words.step(step) for step in accrual.trace]
    lines = (*told_first, *amounts.segments(view))
    segments = [f"{i}. {line}" for i, line in enumerate(lines, start=1)]
    yield from _section("Step by step", segments, width)
    for d in view.assessment.defaults:
        yield from wrapped(f"{d.instance}: {status_lines.of_default(d)}", width, 2, 2)
    yield from _section("Readings that matter here", list(reading.used(view, "accrual")), width)
    yield from ("", LEGAL)


def _dates(m: Matter) -> str:
    match m.part:
        case Obligation():
            return words.sentence(words.is_due(m.part))
        case Window():
            return f"Opens {words.day(m.part.opens)}, last day {words.day(m.part.closes)}"
        case UndatedDuty():
            return status_lines.undated(m.part)
        case SharesOwed():
            return f"Vested {words.day(m.part.vested_on)}; no date to issue is stated"
        case _:
            return ""


def _section(title: str, lines: list[str], width: int) -> Iterator[str]:
    if lines:
        yield ""
        yield title
        for line in lines:
            indent = 2 + len(line) - len(line.lstrip(" "))
            yield from wrapped(line.strip(), width, indent, 3)
