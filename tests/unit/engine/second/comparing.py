"""The engine's answer and the second engine's on one day, and where they differ."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import by_day_count, fact, given, log
from tests.unit.engine.second.answer import Answer, answer
from tests.unit.engine.second.known import set_aside
from tests.unit.engine.second.story import EXTENDED, SUSPENDED, Event, Story


def as_fact(event: Event) -> Fact:
    """The event as the library hears it."""
    more: dict[str, object] = {}
    if event.kind in (SUSPENDED, EXTENDED):
        more["given"] = [given("holders", event.method, event.on.isoformat())]
    if event.about:
        more["about"] = event.about
    if event.lot:
        more["lot"] = event.lot
    if event.dollars:
        more["amount"] = event.dollars
    return fact(event.kind, event.on.isoformat(), id=event.id, **more)


def assessed(story: Story, as_of: date) -> Assessment:
    """What the engine says of the story."""
    facts = log(*map(as_fact, story.events))
    terms = by_day_count(story.day_count)
    return assess(terms, facts, as_of, None, story.readings, compare=False)


def compared(story: Story, as_of: date) -> tuple[str | None, list[str]]:
    """Why the day is set aside, if it is; and what the two answer differently, if it is not."""
    ours = answer(story, as_of)
    if aside := set_aside(ours.state):
        return aside, []
    return None, list(differences(assessed(story, as_of), ours))


def differences(theirs: Assessment, ours: Answer) -> Iterator[str]:
    """What differs, in words; nothing when they agree to the day and the exact fraction."""
    engine, second = _theirs(theirs), _ours(ours)
    if engine != second:
        yield f"defaults: engine {engine}, second {second}"
    for name, due in ours.cure_due.items():
        obligation = theirs.obligation(f"cure-window/{name}") or theirs.obligation(
            f"cure-window/{name}-excess"
        )
        if obligation is None and name in ours.to_come:
            continue
        looked_on = (obligation and obligation.status == "excused") or ours.state.suspending.posted
        if looked_on and due > theirs.as_of:
            continue  # the second engine looks on to suspensions to come, and beyond their days
        if obligation is None or obligation.due != due:
            yield f"cure-window/{name}: engine {obligation and obligation.due}, second {due}"
    if theirs.accrual.exact != ours.accrued:
        yield f"accrued: engine {theirs.accrual.exact}, second {ours.accrued}"
    if theirs.accrual.rate * 100 != ours.rate:
        yield f"rate: engine {theirs.accrual.rate}, second {ours.rate} basis points"
    yield from _payments(theirs, ours)


def _theirs(assessment: Assessment) -> list[str]:
    """Each default in one line, with the last day to notify the Trustee of it."""
    lines = []
    for d in assessment.defaults:
        notice = assessment.obligation(f"trustee-notice/{d.instance}")
        due = notice.due if notice else None
        lines.append(
            _line(d.instance, d.occurred_on, d.accrues_from, d.accrues_to, d.cured_on, due)
        )
    return sorted(lines)


def _ours(answered: Answer) -> list[str]:
    return sorted(
        _line(d.name, d.occurred_on, d.accrues_from, d.accrues_to, d.cured_on, d.notice_due)
        for d in answered.defaults
    )


def _line(name: str, *days: date | None) -> str:
    """Defaults (iv) go by their clause alone: a suspension's are known by their days.

    A failure by excess goes by the suspension's notice.
    """
    family = name.split("/", 1)[0] if name.startswith("default-iv") else name
    family = family.removesuffix("-excess")
    return " ".join((family, *map(str, days)))


def _payments(theirs: Assessment, ours: Answer) -> Iterator[str]:
    """Those the engine tells of: the second engine always looks to the next date."""
    paid = {o.instance: o.amount for o in theirs.obligations if o.amount is not None}
    for nominal, amount in ours.payments.items():
        own = paid.pop(f"payment/{nominal}", None)
        to_come = nominal > theirs.as_of
        if to_come and own is None:
            continue
        if (own or Fraction(0)) != amount:
            yield f"payment/{nominal}: engine {own}, second {amount}"
    yield from (f"{instance}: engine {own}, second none" for instance, own in paid.items())
