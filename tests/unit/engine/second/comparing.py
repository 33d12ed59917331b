"""The engine's answer and the second engine's on one day, and where they differ."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache

from dealclock.engine.assess import assess, examine
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.second.spelled.answer import Answer, answer
from dealclock.second.story import (
    EXTENDED,
    ISSUED,
    SUSPENDED,
    Delivery,
    Event,
    Limits,
    Story,
)
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import amended, by_day_count, fact, given, log, sample_terms
from tests.unit.engine.second.sample import WHOLE


def as_fact(event: Event) -> Fact:
    """The event as the library hears it."""
    more: dict[str, object] = {}
    if event.kind in (SUSPENDED, EXTENDED):
        received = event.received.isoformat() if event.received else None
        more["given"] = [given("holders", event.method, event.on.isoformat(), received)]
    if event.given:
        more["given"] = [_as_given(each) for each in event.given]
    if event.about:
        more["about"] = event.about
    if event.lot:
        more["lot"] = event.lot
    if event.dollars:
        more["amount"] = event.dollars
    if event.holder:
        more["holder"] = event.holder
    if event.to:
        more["to"] = event.to
    if event.shares is not None:
        more["shares"] = event.shares
    if event.target is not None:
        more["target"] = event.target.isoformat()
    if event.time:
        more["time"] = event.time
    return fact(event.kind, event.on.isoformat(), id=event.id, **more)


def _as_given(delivery: Delivery) -> Mapping[str, object]:
    received = delivery.received.isoformat() if delivery.received else None
    return given(delivery.to, delivery.method, delivery.on.isoformat(), received)


ByLot = Mapping[date, Mapping[str, Fraction]]


def assessed(story: Story, as_of: date) -> Assessment:
    """What the engine says of the story."""
    facts = log(*map(as_fact, story.events))
    terms = sample(story.day_count, story.amended)
    return assess(Look(terms, facts, as_of, readings=story.readings), compare=False)


def paid_by_lot(story: Story, as_of: date) -> ByLot:
    """What the engine has each payment date pay of each lot."""
    facts = log(*map(as_fact, story.events))
    _, found = examine(
        Look(sample(story.day_count, story.amended), facts, as_of, None, story.readings)
    )
    return {bucket.nominal: bucket.by_lot for bucket in found.buckets}


@cache
def sample(count: str, as_amended: tuple[Limits, ...] = ()) -> Terms:
    """The sample's, with every lot that is issued later, and its limits as amended."""
    changes = ({"on": each.since, "to": _changed(each)} for each in as_amended)
    terms = by_day_count(count, amended(*changes) if as_amended else None)
    base, option = terms.securities
    later = (
        option.model_copy(update={"id": lot, "principal": Decimal(whole)})
        for lot, whole in WHOLE.items()
    )
    return terms.model_copy(update={"securities": (base, *later)})


def _changed(limits: Limits) -> dict[str, object]:
    """What an amendment says of the provisions that have these limits."""
    rules = {rule.id: rule for rule in sample_terms().provisions}
    budget = rules["suspension"].model_dump(mode="json", exclude_none=True)
    in_90, in_360 = budget["in_any"]
    return {
        "shelf-filing": {"within": {"count": limits.filing}},
        "effectiveness": {"within": {"count": limits.effectiveness}},
        "cure-window": {"within": {"count": limits.cure}},
        "suspension": {
            "limit_days": limits.in_a_row,
            "extended_days": limits.extended,
            "in_any": [
                {**in_90, "days": limits.in_a_row, "extended_days": limits.extended},
                {**in_360, "days": limits.in_360},
            ],
        },
    }


def compared(story: Story, as_of: date) -> list[str]:
    """What the two answer differently on a day, on which no amendment to come is known."""
    by_then = tuple(each for each in story.amended if each.since and each.since <= as_of)
    story = replace(story, amended=by_then)
    ours = answer(story, as_of)
    found = list(differences(assessed(story, as_of), ours))
    several = any(e.kind == ISSUED for e in story.events)
    for nominal, lots in (paid_by_lot(story, as_of) if several else {}).items():
        if ours.payments.get(nominal) != lots:
            found.append(f"{nominal}: engine {lots}, second {ours.payments.get(nominal)}")
    return found


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
        suspending = ours.state.suspending
        coming = suspending.posted or suspending.extending
        looked_on = (obligation and obligation.status == "excused") or coming
        if looked_on and due > theirs.as_of:
            continue  # the second engine looks on to notices on their way, and beyond their days
        if obligation is None or obligation.due != due:
            yield f"cure-window/{name}: engine {obligation and obligation.due}, second {due}"
    yield from _suspensions(theirs, ours)
    yield from _performed(theirs, ours)
    if theirs.accrual.exact != ours.accrued:
        yield f"accrued: engine {theirs.accrual.exact}, second {ours.accrued}"
    lots: dict[str, Fraction] = {}
    for s in theirs.accrual.segments:
        lots[s.lot] = lots.get(s.lot, Fraction(0)) + s.amount
    if lots != ours.by_lot:
        yield f"by lot: engine {lots}, second {ours.by_lot}"
    if theirs.accrual.rate * 100 != ours.rate:
        yield f"rate: engine {theirs.accrual.rate}, second {ours.rate} basis points"
    yield from _payments(theirs, ours)


def _theirs(assessment: Assessment) -> list[str]:
    """Each default in one line, with the last day to notify the Trustee of it."""
    lines = []
    for d in assessment.defaults:
        notice = assessment.obligation(f"trustee-notice/{d.instance}")
        due = notice.due if notice else None
        lines.append(_line(d.instance, d.occurred_on, d.accrues_from, d.accrues_to, d.done_on, due))
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
    for nominal, lots in ours.payments.items():
        amount = sum(lots.values(), Fraction(0))
        own = paid.pop(f"payment/{nominal}", None)
        to_come = nominal > theirs.as_of
        if to_come and own is None:
            continue
        if (own or Fraction(0)) != amount:
            yield f"payment/{nominal}: engine {own}, second {amount}"
    yield from (f"{instance}: engine {own}, second none" for instance, own in paid.items())


def _suspensions(theirs: Assessment, ours: Answer) -> Iterator[str]:
    """The last day allowed to the suspension of each notice in effect."""
    shown = {w.instance.partition("/")[2]: w.closes for w in theirs.windows if w.id == "suspension"}
    if shown != ours.through:
        yield f"suspensions through: engine {shown}, second {ours.through}"


def _performed(theirs: Assessment, ours: Answer) -> Iterator[str]:
    """What was done late, and what in time, of filing, effectiveness and cures."""
    for name, late in ours.performed.items():
        obligation = theirs.obligation(name)
        status = obligation and obligation.status
        if status != ("met late" if late else "met"):
            yield f"{name}: engine {status}, second {'late' if late else 'in time'}"
