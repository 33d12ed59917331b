"""Additional Interest in words: what is unpaid, accrued and paid, at what rate, payable when."""

from collections.abc import Iterable, Iterator
from datetime import date
from fractions import Fraction
from itertools import pairwise

from dealclock.engine.assess import UNSET
from dealclock.engine.assessment import ABSENT, TOTAL, UNPAID, ends
from dealclock.engine.conclusions import Obligation, RateChange, Segment, Status
from dealclock.engine.money import Between, Money, from_text, in_text, times
from dealclock.engine.payments.buckets import LATE, LATE_FEE, ON_OPEN_DAY
from dealclock.engine.payments.in_arrears import PROJECTED, PROJECTED_TO_A_DAY
from dealclock.engine.why import Why
from dealclock.messages import words
from dealclock.messages.message import MessageRow, Section, rows
from dealclock.messages.view import View
from dealclock.terms.neutral_ids import shown_choice

_PAYMENT = "payment"


_NONE = words.dollars(Fraction(0))


def describe_unpaid(view: View, *, or_nothing: bool = False) -> str:
    """The unpaid amount, with a note where a payment's amount is not stated.

    With `or_nothing`, also that another reading leaves nothing owed.
    """
    other = f" or {_NONE}" if or_nothing and describe_none_unpaid(view) else ""
    return f"{_describe_unpaid(view)}{other} unpaid{_note_unstated(view)}"


def describe_unpaid_amount(view: View) -> str:
    """The unpaid amount alone, or "nothing", with a note where a payment's amount is not stated."""
    return f"{_describe_unpaid(view)}{_note_unstated(view)}"


def _describe_unpaid(view: View) -> str:
    payments = view.assessment.owed
    return words.amount(payments.unpaid) if payments.unpaid else "nothing"


def _note_unstated(view: View) -> str:
    owed = view.assessment.owed
    return words.before_unstated(e.fact for e in owed.not_stated) if owed.unpaid else ""


def describe_paid(view: View) -> str:
    """The amount paid, as recorded, and which payments state no amount."""
    owed = view.assessment.owed
    if not owed.has_payments:
        return "no payment recorded"
    return ", ".join(
        (*([f"{words.amount(owed.paid)} paid"] if owed.paid else []), *_paid_notes(view))
    )


def _paid_notes(view: View) -> Iterator[str]:
    """What was paid ahead, and the payments that state no amount."""
    owed = view.assessment.owed
    if owed.ahead:
        yield f"{words.amount(owed.ahead)} more than accrued for its payment"
    for payment in owed.not_stated:
        yield f"paid {words.day(payment.on)}, amount not stated ({payment.fact})"


def describe_accrued(view: View) -> str:
    """The amount accrued to date, paid or not."""
    amount = view.assessment.accrual.accrued
    return f"{words.amount(amount)} accrued" if amount else "nothing accrued"


def describe_figures(view: View) -> str:
    """The three figures in a line: unpaid, accrued to date, paid."""
    unknown = isinstance(view.assessment.accrual.accrued, Between)
    text = f"{describe_unpaid(view)} to but excluding {words.day(view.assessment.as_of)}"
    text = f"Indenture not reviewed: {text}" if unknown else text
    return f"{text}; {describe_accrued(view)}; {describe_paid(view)}"


def render_headline(view: View, if_cured: date | None = None) -> list[str]:
    """The answer in a line's parts: what is unpaid, the per diem, and what is overdue or payable,
    when and to whom; then what was paid.

    `if_cured` is the day of an assumed cure.
    """
    a, payments = view.assessment, view.assessment.owed
    projected = ", projected" * (view.today is not None and a.as_of > view.today)
    supposed = f"if all is cured {view.near(if_cured)}: " if if_cured else ""
    day = "" if a.as_of == if_cured else f" as of {view.near(a.as_of)}{projected}"
    other = f" or {_NONE}" if describe_none_unpaid(view) else ""
    unpaid = f"{_describe_unpaid(view)}{other} unpaid{day}{_note_unstated(view)}"
    parts = [f"{supposed}{unpaid}"]
    parts += _overdue(view)
    parts += [describe_per_diem(view)] if a.accrual.rate else []
    parts += _payable_next(view)
    return [*parts, describe_paid(view)] if payments.has_payments else parts


def _overdue(view: View) -> Iterator[str]:
    """Which part is overdue since when, and which was due on a payment that states no amount."""
    for o in _payments(view):
        if o.status is Status.MISSED:
            yield f"{words.amount(amount_still_due(o))} overdue since {view.near(o.due)}"
        elif not o.is_open and _states_no_amount(o):
            yield f"{words.amount(amount_still_due(o))} of it due {view.near(o.due)}"


def _payable_next(view: View) -> Iterator[str]:
    """When, and to whom, what is not overdue, or what accrues from now on, is payable."""
    unpaid, rate = view.assessment.owed.unpaid, view.assessment.accrual.rate
    ahead = [o for o in _payments(view) if o.is_open and o.status is not Status.MISSED]
    first = min(ahead, key=lambda o: o.due, default=None)
    if first is None or not (unpaid or rate):
        return
    rest = "the rest " if any(_overdue(view)) else ""
    ahead_of = f"{view.terms.interest} from now on "
    yield f"{rest if unpaid else ahead_of}payable {view.near(first.due)}"
    if first.record_date:
        yield f"Holders of record {view.near(first.record_date)}"


def describe_none_unpaid(view: View) -> str:
    """The readings that, changed alone, leave nothing owed of an unpaid amount; "" if none does."""
    if not view.assessment.owed.unpaid:
        return ""
    name = _unpaid_name(view)
    found = [
        f"{d.reading} read as {shown_choice(d.reading, d.choice)}"
        for d in view.assessment.differences
        if (d.instance, d.what) == name and (d.there == ABSENT or not any(from_text(d.there)))
    ]
    return " or ".join(dict.fromkeys(found))


def _states_no_amount(o: Obligation) -> bool:
    return o.settlement is not None and bool(o.settlement.not_stated)


def amount_still_due(o: Obligation) -> Money:
    """What is still due on a payment, by the amounts stated, in exact dollars."""
    if o.settlement is None or isinstance(o.settlement.owed, Between):
        return o.money or Fraction(0)
    return o.settlement.short


def name_with_amount(o: Obligation) -> str:
    """The title of an obligation, with what is still due on it if it has an amount."""
    return f"{o.title}, {words.amount(amount_still_due(o))}" if o.money else o.title


def describe_per_diem(view: View) -> str:
    """The interest of one counted day, or of one period."""
    accrual = view.assessment.accrual
    if accrual.a_day is None:
        return f"{words.dollars(accrual.a_period or Fraction(0))} a period"
    return f"{words.amount(accrual.a_day)} a day"


def render_range(view: View) -> tuple[str, ...]:
    """A line's parts: the unpaid amount over all combinations of readings, and as chosen."""
    name = _unpaid_name(view)
    unpaid_range = next((r for r in view.assessment.ranges if (r.instance, r.what) == name), None)
    day = view.near(view.assessment.as_of)
    if unpaid_range is None:
        return (f"{describe_unpaid(view)} as of {day}, under every reading",)
    low, high = (
        words.figure(value) for value in (ends(unpaid_range).least, ends(unpaid_range).most)
    )
    low = words.dollars(Fraction(0)) if ABSENT in unpaid_range.values else low
    suffix = "" if unpaid_range.whole else " at least"
    before = words.before_unstated(e.fact for e in view.assessment.owed.not_stated)
    word = "accrued" if name == TOTAL and view.assessment.owed.cut else "unpaid"
    return (
        f"{low} to {high}{suffix} {word} as of {day} under all readings{before}",
        f"{describe_unpaid(view)} as chosen",
    )


def _unpaid_name(view: View) -> tuple[str, str]:
    """The compared figure: before any payment, all that accrued is unpaid."""
    return UNPAID if view.assessment.owed.has_payments else TOTAL


def describe_most_unpaid(view: View) -> str:
    """The highest unpaid amount under another reading, and that reading; "" if none is
    higher."""
    amount, choice = _find_most_unpaid(view)
    return f"{words.dollars(amount)}, under {choice}" if choice else ""


def most_unpaid(view: View) -> Fraction | None:
    """The highest unpaid amount under any other reading; None if none is higher."""
    amount, choice = _find_most_unpaid(view)
    return amount if choice else None


def _find_most_unpaid(view: View) -> tuple[Fraction, str]:
    """The highest unpaid amount and the choice that gives it; "" for the chosen reading."""
    name = _unpaid_name(view)
    a = view.assessment
    here = a.accrual.accrued if name == TOTAL else a.owed.unpaid
    chosen = from_text(in_text(here))[1]
    totals = [
        (from_text(d.there)[1], d.choice)
        for d in view.assessment.differences
        if (d.instance, d.what) == name and d.there != ABSENT
    ]
    highest = max(totals, default=(chosen, ""))
    return highest if highest[0] > chosen else (chosen, "")


def describe_rate(view: View) -> str:
    """The rate in force and the interest of one counted day."""
    accrual = view.assessment.accrual
    if not accrual.rate:
        return "nothing accrues now"
    text = f"{words.percent(accrual.rate)} {accrual.per}, {describe_per_diem(view)}"
    if accrual.a_day is None:
        return text
    counted = accrual.day_count if accrual.day_count != UNSET else "day count unset"
    return f"{text} ({counted})"


def describe_next_change(view: View) -> str:
    """The next day the rate changes by itself, and the interest of a day from then on."""
    accrual = view.assessment.accrual
    change = accrual.next_change
    if change is None or not accrual.rate:
        return ""
    when = f"from {words.day(change.on)} if nothing is cured"
    if not change.rate:
        return f"nothing accrues {when}: {change.because}"
    return f"{words.rate_of(change)}, {_describe_new_per_diem(change, view)}, {when}"


def describe_new_rate(change: RateChange, view: View) -> str:
    """The rate from a change on and the interest of a day, or a period, from then on."""
    accrual = view.assessment.accrual
    if change.on <= accrual.as_of:
        return f"{words.percent(accrual.rate)} {accrual.per}, {describe_per_diem(view)}"
    if not change.rate or not accrual.rate:
        return f"{words.rate_of(change)} if nothing is cured"
    return f"{words.rate_of(change)}, {_describe_new_per_diem(change, view)}, if nothing is cured"


def _describe_new_per_diem(change: RateChange, view: View) -> str:
    """The interest of a day, or a period, after a change of the rate in force."""
    accrual = view.assessment.accrual
    more = change.rate / accrual.rate
    if accrual.a_day is None:
        return f"{words.dollars((accrual.a_period or Fraction(0)) * more)} a period"
    return f"{words.amount(times(accrual.a_day, more))} a day"


def describe_payment(o: Obligation) -> str:
    """An amount owed and its day; of a payment, what moved that day and its record date."""
    details = [moved] if o.kind == _PAYMENT and (moved := describe_moved(o)) else []
    details += [f"record date {words.day(o.record_date)}"] if o.record_date else []
    text = f"{words.amount(o.money or Fraction(0))} on {words.day(o.due)}"
    return f"{text} ({'; '.join(details)})" if details else text


def describe_moved(o: Obligation) -> str:
    """What moved a payment from its own day to the one on which it is due: "for Sat, Jan 15, 2005,
    a closed day", or by the terms "3 Business Days after Tue, Apr 14, 2026"; "" if nothing did."""
    own = date.fromisoformat(o.instance.partition("/")[2])
    if own == o.due:
        return ""
    for before, step in pairwise(o.why.steps):
        if step.day == o.due and step.text == ON_OPEN_DAY:
            return f"for {words.day(own)}, a closed day"
        if step.day == o.due and before.day == own and step.text.endswith(" it"):
            return f"{step.text.removesuffix('it')}{words.day(own)}"
    return f"for {words.day(own)}"


def describe_part_payment(o: Obligation) -> str:
    """What was paid of a payment that is still open, and what is short; "" if nothing was
    paid."""
    return o.settlement.note if o.settlement and o.settlement.in_part else ""


def render_payment_row(view: View) -> tuple[MessageRow, ...]:
    """The next payment as a row that says whether it is projected."""
    waiting = next_payment(view)
    if waiting is None:
        return ()
    label = "Payment projected" if is_projected(waiting) else "Payment"
    text = "; ".join(filter(None, (describe_payment(waiting), describe_part_payment(waiting))))
    return rows((label, text))


def next_payment(view: View) -> Obligation | None:
    """The first payment still to be made; None if there is none."""
    return next((o for o in _payments(view) if o.is_open), None)


def is_projected(o: Obligation) -> bool:
    """Whether a payment's amount assumes that nothing open is cured before its day."""
    return PROJECTED in o.notes or PROJECTED_TO_A_DAY in o.notes


def render_section(view: View) -> Section:
    """What accrues as one section of a message, with what was not reviewed."""
    figures = rows(
        (
            "Unpaid",
            words.sentence(
                f"{_describe_unpaid(view)}{_note_unstated(view)} to but "
                f"excluding {words.day(view.assessment.as_of)}{_note_split(view)}"
            ),
        ),
        ("Accrued", words.amount(view.assessment.accrual.accrued)),
        ("Paid", _paid_row(view)),
        ("Nothing unpaid if", describe_none_unpaid(view)),
        ("Most unpaid under another reading", describe_most_unpaid(view)),
        ("Rate", describe_rate(view)),
        ("Next change", describe_next_change(view)),
    )
    notes = rows(("Note", "; ".join(view.assessment.accrual.notes)))
    title = words.sentence(view.assessment.accrual.title)
    return Section(rows=(*figures, *render_payment_row(view), *notes), title=title)


def _paid_row(view: View) -> str:
    owed = view.assessment.owed
    stated = [words.amount(owed.paid)] if owed.paid else []
    return words.sentence(", ".join((*stated, *_paid_notes(view))))


def _note_split(view: View) -> str:
    """Why unpaid and paid do not add up to accrued, where the day count causes it; otherwise ""."""
    cut = "; counted in parts split at Interest Payment Dates, as payments are"
    return cut if view.assessment.owed.cut else ""


def list_segments(view: View) -> Iterator[str]:
    """Each lot at each rate: its days, counted and actual, and its amount."""
    return _list_segments(view.assessment.accrual.segments, view)


def list_payment_segments(o: Obligation, view: View) -> Iterator[str]:
    """How a payment's amount adds up: each lot at each rate, then all of it, rounded once."""
    segments = [s for s in o.segments if s.amount]
    yield from _list_segments(segments, view)
    if len(segments) > 1 and o.amount is not None:
        yield f"total {words.dollars(o.amount)}, rounded once"


def _list_segments(segments: Iterable[Segment], view: View) -> Iterator[str]:
    names = view.terms.bases
    convention = view.assessment.accrual.day_count
    for s in segments:
        yield (
            f"{words.day(s.start)} to but excluding {words.day(s.to_exclusive)}: "
            + _describe_segment(s, names.get(s.lot, s.lot), convention)
        )


def list_grounds(view: View) -> list[Why]:
    """What the amounts shown rest on: those accrued, paid and to be paid."""
    owed = view.assessment.owed.why
    return [view.assessment.accrual.why, owed, *(o.why for o in _payments(view))]


def _describe_segment(s: Segment, lot: str, convention: str) -> str:
    days = f"{words.number(s.days_counted, 'day')} counted {convention}, {s.days_actual} actual"
    of = "" if s.note in (LATE, LATE_FEE) else f" of {lot}"
    amount = f"{words.dollars(s.amount)} on {words.dollars(s.principal)}{of}"
    if s.note:
        return f"{amount}, {s.note}"
    return f"{amount} at {words.percent(s.rate)}, {days}"


def _payments(view: View) -> Iterator[Obligation]:
    return (o for o in view.assessment.obligations if o.kind == _PAYMENT)
