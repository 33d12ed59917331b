"""`timeline`: the dated events around a deal with its own events and obligations, in order."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from dealclock.answers.ask import Answer, Slash, answer, resting_on
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.heading import heading
from dealclock.answers.typed_words import TypedWords, day, no_such_deal, parted
from dealclock.engine import timeline as dates
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.engine.timeline import FigureCheck, TimelineItem
from dealclock.errors import RefusedError
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed
from dealclock.messages.view import DealView

DAYS_BACK = 90
"""Days before the deal's own that `/deal timeline` shows unless a first day is given."""


def _read(typed: TypedWords) -> Mapping[str, object]:
    """The days typed; `since` is None for all."""
    parts = parted(typed, "since", "until")
    others = [word for word in parts[""] if word.lower() != "all"]
    if others:
        raise no_such_deal(others[0], typed.visible)
    days = {mark: day(parts[mark], typed, mark) for mark in ("since", "until") if mark in parts}
    return {"since": None, **days} if parts[""] else days


def _figure(exact: Fraction | Decimal | None, check: FigureCheck) -> str | None:
    """A figure with as many places as it has, up to two or those of the stated one if it has more.

    Rounded to that many where it has more.
    """
    if exact is None:
        return None
    unit, value = check.precision, Fraction(exact)
    most = 2 if unit is None else max(2, len(str(unit.denominator)) - 1)
    found = (words.places(value, places) for places in range(1, most + 1))
    short = next((each for each in found if Fraction(each) == value), words.places(value, most))
    return short.removesuffix(".0")


@answer(
    example="agreements/infocrossing-2004 --as-of 2004-11-20 --since 2004-06-01",
    keys={
        TimelineItem: (
            "instance when first_day last_day what origin source external",
            ("fiscal_quarter", lambda item: item.quarter),
            "inconsistent check why",
        ),
        # A figure computed again, rounded for people and exact, and the stated one. They are
        # compared to one unit of the stated figure's last place; that, the difference and whether
        # they agree are None if nothing is stated.
        FigureCheck: (
            "says=description how",
            ("computed", lambda check: _figure(check.computed, check)),
            ("exact", lambda check: str(check.computed)),
            ("stated", lambda check: _figure(check.stated, check)),
            ("compared_to", lambda check: _figure(check.precision, check)),
            "consistent",
            ("difference", lambda check: _figure(check.difference, check)),
        ),
    },
    slash=Slash(
        "timeline [DEAL] [since DATE] [until DATE] [all]",
        examples=("timeline", "timeline since 2004-06-30 until 2004-12-31"),
        read=_read,
    ),
)
def timeline(
    look: Look,
    since: Annotated[date | None, "first day to show"] = None,
    until: Annotated[date | None, "last day to show"] = None,
) -> Answer:
    """Every event and date that may fall from `since` to `until`, both included, in order, each
    with its source; and the inconsistencies in all documents.

    Those are listed with the whole timeline, and counted with a part of it. Raises RefusedError
    if the first day is after the last.
    """
    first, last = since or date.min, until or date.max
    if first > last:
        raise RefusedError(f"since {first} is after until {last}; give the earlier date first.")
    assessment = assess(look, compare=False)
    found = dates.timeline(look.in_force, look.known.all, assessment)
    moments = [m for m in found if m.last_day >= first and m.first_day <= last]
    wrong = look.in_force.inconsistencies
    body = {
        **heading(look),
        "moments": moments,
        "inconsistencies": [{"clause": each.clause, "what": each.what} for each in wrong],
        "readings": assessment.readings,
        "since": since,
        "until": until,
    }

    def say(view: DealView) -> Message:
        past = [m for m in moments if m.first_day < look.as_of]
        ahead = [m for m in moments if m.first_day >= look.as_of]
        own = [m for m in moments if m.origin != "timeline"]
        mixed = not all(m.why.hypothetical for m in own)  # otherwise the banner covers all of it
        title = "Inconsistencies in the documents"
        inconsistencies = listed(
            title, (f"{words.clause(each.clause)}: {each.what}" for each in wrong)
        )
        if since is not None:
            counted = f"{title}: {len(wrong)}; the timeline without a first day lists them."
            inconsistencies = Section(lines=(counted,) if wrong else ())
        sections = (
            Section(title="So far", lines=tuple(_lines(past, mixed=mixed))),
            Section(title="Today and ahead", lines=tuple(_lines(ahead, mixed=mixed))),
            inconsistencies,
            Section(lines=("For information only; nothing is computed from these dates.",)),
        )
        span = f" since {view.near(since)}" if since else ""
        span += f" through {view.near(until)}" if until else ""
        headline = f"{words.number(len(moments), 'date')}{span}, {len(ahead)} today or ahead"
        return compose(
            view,
            headline,
            sections,
            resting_on(moments),
            more="/deal timeline since DATE",
            banners=terms_used(look),
        )

    return Answer(body, say)


def _lines(moments: Iterable[TimelineItem], *, mixed: bool) -> Iterator[str]:
    for m in moments:
        when = words.approximate_period(m.first_day, m.last_day)
        yield f"• {when}: {m.what} ({'; '.join(_from(m, mixed=mixed))})"
        if check := m.check:
            computed = f"{_figure(check.computed, check)}{_agrees(check)}"
            yield f"    Check: {check.description}: {check.how} = {computed}"
        if m.inconsistent:
            yield f"    Inconsistent: {m.inconsistent}"


def _agrees(check: FigureCheck) -> str:
    """Whether a figure agrees with the stated one, and the precision of the comparison."""
    if check.consistent is None:
        return ""
    stated, unit = _figure(check.stated, check), _figure(check.precision, check)
    agrees = "consistent" if check.consistent else "not consistent"
    return f", stated as {stated}, compared to the nearest {unit}: {agrees}"


def _from(m: TimelineItem, *, mixed: bool) -> Iterator[str]:
    if m.origin == "timeline":
        yield m.source
    else:
        yield m.origin if m.origin != "fact" else "event"
        yield from [m.instance] if m.instance else []
    yield from ["not in the deal's files"] if m.external else []
    yield from [m.quarter] if m.quarter else []
    yield from ["sample data"] if mixed and m.why.hypothetical else []
