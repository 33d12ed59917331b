"""Additional Interest in words: what is unpaid, accrued and paid, at what rate, payable when."""

from collections.abc import Iterable, Iterator
from datetime import date
from fractions import Fraction

from dealclock.engine.comparing.quantities import ABSENT, TOTAL, UNPAID, ends
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.accrued import RateChange, Segment
from dealclock.engine.interest.unset import UNSET
from dealclock.engine.money import Between, Money, from_text, in_text, times
from dealclock.engine.payments.in_arrears import PROJECTED
from dealclock.messages import words
from dealclock.messages.message import MessageRow, Section, rows
from dealclock.messages.view import View

_PAYMENT = "payment"


def unpaid(view: View) -> str:
    """What is unpaid; where a payment's amount is not stated, that it stands before it."""
    return f"{_unpaid(view)} unpaid{_before(view)}"


def unpaid_amount(view: View) -> str:
    """The unpaid amount alone, or "nothing"; and that a payment's amount is not stated."""
    return f"{_unpaid(view)}{_before(view)}"


def _unpaid(view: View) -> str:
    owed = view.assessment.owed
    return words.amount(owed.unpaid) if owed.unpaid else "nothing"


def _before(view: View) -> str:
    owed = view.assessment.owed
    return words.before_unstated(e.fact for e in owed.not_stated) if owed.unpaid else ""


def paid(view: View) -> str:
    """What was paid, as recorded; which payments state no amount."""
    owed = view.assessment.owed
    if not owed.has_payments:
        return "no payment recorded"
    return ", ".join((*([f"{words.amount(owed.paid)} paid"] if owed.paid else []), *_paid(view)))


def _paid(view: View) -> Iterator[str]:
    """What was paid ahead, and the payments that state no amount."""
    owed = view.assessment.owed
    if owed.ahead:
        yield f"{words.amount(owed.ahead)} more than accrued for its payment"
    for each in owed.not_stated:
        yield f"paid {words.day(each.on)}, amount not stated ({each.fact})"


def accrued(view: View) -> str:
    """What accrued to date, paid or not."""
    amount = view.assessment.accrual.accrued
    return f"{words.amount(amount)} accrued" if amount else "nothing accrued"


def figures(view: View) -> str:
    """The three figures in a line: unpaid, accrued to date, paid."""
    unknown = isinstance(view.assessment.accrual.accrued, Between)
    told = f"{unpaid(view)} to but excluding {words.day(view.assessment.as_of)}"
    told = f"Indenture not reviewed: {told}" if unknown else told
    return f"{told}; {accrued(view)}; {paid(view)}"


def headline(view: View, supposed: str = "") -> str:
    """The answer in a line: what is unpaid, payable when and to whom, the per diem; then what
    accrued and was paid. `supposed` follows the day."""
    day = words.day(view.assessment.as_of)
    said = [f"{_unpaid(view)} unpaid as of {day}{supposed}{_before(view)}{_payable(view)}"]
    if view.assessment.accrual.rate:
        said.append(per_diem(view))
    said.append(accrued(view))
    if view.assessment.owed.has_payments:
        said[-1] += f", {paid(view)}"
    return "; ".join(said)


def _payable(view: View) -> str:
    """What of it was due on a payment that states no amount, and what is overdue since when; when
    the rest is payable, and to whom."""
    waiting = sorted((o for o in _payments(view) if o.is_open), key=lambda o: o.due)
    late = [o for o in waiting if o.status is Status.MISSED]
    unstated = [o for o in _payments(view) if not o.is_open and _states_no_amount(o)]
    told = "".join(
        f", {words.amount(still_to_pay(o))} of it due {words.day(o.due)}" for o in unstated
    )
    told += "".join(
        f", {words.amount(still_to_pay(o))} overdue since {words.day(o.due)}" for o in late
    )
    for o in waiting:
        if o not in late:
            whom = f" to Holders of record {words.day(o.record_date)}" if o.record_date else ""
            lead = f", {'the rest ' * bool(late or unstated)}"
            if not view.assessment.owed.unpaid:
                lead = "; interest accruing from now on is "
            return f"{told}{lead}payable {words.day(o.due)}{whom}"
    return told


def _states_no_amount(o: Obligation) -> bool:
    return o.settlement is not None and bool(o.settlement.not_stated)


def still_to_pay(o: Obligation) -> Money:
    """What of a payment is still to be paid, by the amounts stated."""
    if o.settlement is None or isinstance(o.settlement.owed, Between):
        return o.money or Fraction(0)
    return o.settlement.short


def per_diem(view: View) -> str:
    """What one counted day bears, or one period."""
    accrual = view.assessment.accrual
    if accrual.a_day is None:
        return f"{words.dollars(accrual.a_period or Fraction(0))} a period"
    return f"{words.amount(accrual.a_day)} a day"


def under_all(view: View) -> str:
    """What is unpaid over all readings together, and as chosen."""
    name = _unpaid_name(view)
    found = next((r for r in view.assessment.ranges if (r.instance, r.what) == name), None)
    day = words.day(view.assessment.as_of)
    if found is None:
        return f"{unpaid(view)} as of {day}, under every reading"
    low, high = (words.figure(each) for each in (ends(found).least, ends(found).most))
    low = words.dollars(Fraction(0)) if ABSENT in found.values else low
    reach = "" if found.whole else " at least"
    before = words.before_unstated(e.fact for e in view.assessment.owed.not_stated)
    return (
        f"{low} to {high}{reach} unpaid as of {day} under all readings{before}; "
        f"{unpaid(view)} as chosen"
    )


def _unpaid_name(view: View) -> tuple[str, str]:
    """The figure that readings move: while nothing was paid, all that accrued is unpaid."""
    return UNPAID if view.assessment.owed.has_payments else TOTAL


def most(view: View) -> str:
    """What would be unpaid under the reading that makes it most, when another one does."""
    found, choice = _most(view)
    return f"{words.dollars(found)}, under {choice}" if choice else ""


def most_unpaid(view: View) -> Fraction | None:
    """The most that is unpaid under any other reading; None where none makes it more."""
    found, choice = _most(view)
    return found if choice else None


def _most(view: View) -> tuple[Fraction, str]:
    """The most unpaid, and the choice that makes it so; "" for the chosen reading."""
    name = _unpaid_name(view)
    here = from_text(in_text(view.assessment.owed.unpaid))[1]
    totals = [
        (from_text(d.there)[1], d.choice)
        for d in view.assessment.differences
        if (d.instance, d.what) == name and d.there != ABSENT
    ]
    found = max(totals, default=(here, ""))
    return found if found[0] > here else (here, "")


def rate(view: View) -> str:
    """The rate in force and what one counted day bears."""
    accrual = view.assessment.accrual
    if not accrual.rate:
        return "nothing accrues now"
    told = f"{words.percent(accrual.rate)} {accrual.per}, {per_diem(view)}"
    if accrual.a_day is None:
        return told
    counted = accrual.day_count if accrual.day_count != UNSET else "day count unset"
    return f"{told} ({counted})"


def next_change(view: View) -> str:
    """The next day the rate changes by itself, and what a day then bears."""
    accrual = view.assessment.accrual
    change = accrual.next_change
    if change is None or not accrual.rate:
        return ""
    when = f"from {words.day(change.on)} if nothing is cured"
    if not change.rate:
        return f"nothing accrues from then on {when}: {change.because}"
    return f"{words.rate_of(change)}, {_then(change, view)}, {when}"


def new_rate(change: RateChange, view: View) -> str:
    """The rate from a change on and what a day, or a period, then bears."""
    accrual = view.assessment.accrual
    if change.on <= accrual.as_of:
        return f"{words.percent(accrual.rate)} {accrual.per}, {per_diem(view)}"
    if not change.rate or not accrual.rate:
        return f"{words.rate_of(change)} if nothing is cured"
    return f"{words.rate_of(change)}, {_then(change, view)}, if nothing is cured"


def _then(change: RateChange, view: View) -> str:
    """What a day, or a period, bears after a change of the rate in force."""
    accrual = view.assessment.accrual
    more = change.rate / accrual.rate
    if accrual.a_day is None:
        return f"{words.dollars((accrual.a_period or Fraction(0)) * more)} a period"
    return f"{words.amount(times(accrual.a_day, more))} a day"


def payment_of(o: Obligation) -> str:
    """One payment: its amount and day, the Interest Payment Date it is for, its record date."""
    nominal = date.fromisoformat(o.instance.partition("/")[2])
    details = [f"for {words.day(nominal)}, a closed day"] if nominal != o.due else []
    details += [f"record date {words.day(o.record_date)}"] if o.record_date else []
    told = f"{words.amount(o.money or Fraction(0))} on {words.day(o.due)}"
    return f"{told} ({'; '.join(details)})" if details else told


def paid_in_part(o: Obligation) -> str:
    """What was paid of a payment that still waits, and what is short; "" where nothing was."""
    return o.settlement.note if o.settlement and o.settlement.in_part else ""


def payment_row(view: View) -> tuple[MessageRow, ...]:
    """The next payment as a row that says whether it is projected."""
    waiting = next_payment(view)
    if waiting is None:
        return ()
    label = "Payment projected" if is_projected(waiting) else "Payment"
    told = "; ".join(filter(None, (payment_of(waiting), paid_in_part(waiting))))
    return rows((label, told))


def next_payment(view: View) -> Obligation | None:
    """The first payment that is still to be made; None where there is none."""
    return next((o for o in _payments(view) if o.is_open), None)


def is_projected(o: Obligation) -> bool:
    """Whether a payment's amount assumes that nothing open is cured before its day."""
    return PROJECTED in o.notes


def section(
    view: View, title: str = "Additional Interest", *, with_payment: bool = True
) -> Section:
    """The whole of it as one part of a message, with what was not reviewed."""
    found = rows(
        (
            "Unpaid",
            words.sentence(
                f"{_unpaid(view)}{_before(view)} to but excluding {_day(view)}{_cut(view)}"
            ),
        ),
        ("Accrued", words.amount(view.assessment.accrual.accrued)),
        ("Paid", _paid_row(view)),
        ("Most unpaid under another reading", most(view)),
        ("Rate", rate(view)),
        ("Next change", next_change(view)),
    )
    notes = rows(("Note", "; ".join(view.assessment.accrual.notes)))
    coming = payment_row(view) if with_payment else ()
    return Section(rows=(*found, *coming, *notes), title=title)


def _paid_row(view: View) -> str:
    owed = view.assessment.owed
    stated = [words.amount(owed.paid)] if owed.paid else []
    return words.sentence(", ".join((*stated, *_paid(view))))


def _day(view: View) -> str:
    return words.day(view.assessment.as_of)


def _cut(view: View) -> str:
    """Why unpaid and paid do not add up to what accrued, where the day count has it so."""
    cut = "; counted in parts split at Interest Payment Dates, as payments are"
    return cut if view.assessment.owed.cut else ""


def segments(view: View) -> Iterator[str]:
    """Each lot at each rate: its days, counted and actual, and its amount."""
    return _each(view.assessment.accrual.segments, view)


def of_payment(o: Obligation, view: View) -> Iterator[str]:
    """How a payment's amount adds up: each lot at each rate, then all of it, rounded once."""
    segments = [s for s in o.segments if s.amount]
    yield from _each(segments, view)
    if len(segments) > 1 and o.amount is not None:
        yield f"total {words.dollars(o.amount)}, rounded once"


def _each(segments: Iterable[Segment], view: View) -> Iterator[str]:
    lots = {lot.id: lot.name for lot in view.terms.securities}
    convention = view.assessment.accrual.day_count
    for s in segments:
        yield f"{words.day(s.start)} to but excluding {words.day(s.to_exclusive)}: " + _segment(
            s, lots.get(s.lot, s.lot), convention
        )


def grounds(view: View) -> list[Grounds]:
    """What the amounts shown rest on: those accrued, and those paid or to be paid."""
    owed = view.assessment.owed.grounds
    return [view.assessment.accrual.grounds, owed, *(o.grounds for o in _payments(view))]


def _segment(s: Segment, lot: str, convention: str) -> str:
    days = f"{words.number(s.days_counted, 'day')} counted {convention}, {s.days_actual} actual"
    amount = f"{words.dollars(s.amount)} on {words.dollars(s.principal)} of {lot}"
    if s.note:
        return f"{amount}, {s.note}"
    return f"{amount} at {words.percent(s.rate)}, {days}"


def _payments(view: View) -> Iterator[Obligation]:
    return (o for o in view.assessment.obligations if o.kind == _PAYMENT)
