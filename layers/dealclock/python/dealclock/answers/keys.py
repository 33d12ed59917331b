"""The keys of an assessment's JSON, where they are not simply the fields of a record.

`docs/assessment.md` documents them. An entry is explained at `encode.Keys`; the encoder writes any
record that is not here by its fields.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from fractions import Fraction

from dealclock.answers.difference import exact_figure, figure_value
from dealclock.answers.encode import Keys
from dealclock.answers.payments import PAID_KEYS
from dealclock.answers.suspension import LIMITS
from dealclock.answers.true_up import TRUE_UP_KEYS
from dealclock.engine.assessment import ABSENT, Assessment, Difference, Ends, Range, ends
from dealclock.engine.conclusions import (
    Accrual,
    Agreement,
    Default,
    HandOver,
    Obligation,
    RateChange,
    Segment,
    UncountedEvent,
    UndatedDuty,
    Window,
)
from dealclock.engine.payments.owed import InterestOwed
from dealclock.messages import words
from dealclock.records import record
from dealclock.terms.terms import UnmodeledSection


@record
class InterestStanding:
    """What accrued to but excluding the day, and how much of it is unpaid and paid."""

    accrual: Accrual
    owed: InterestOwed


@record
class RangeAndEnds:
    """Every value of a figure over the readings it depends on, and its ends."""

    range: Range
    ends: Ends


def in_utc(instant: datetime) -> datetime:
    """The same instant, in UTC."""
    return instant.astimezone(UTC)


def _why_no_date(duty: UndatedDuty) -> str:
    return f"the measure of {duty.clause} is {duty.standard!r}; it names no day"


def _percent(rate: Fraction | None) -> str | None:
    return None if rate is None else words.places(rate, 4)


def _rate(rate: Fraction | None) -> str | None:
    return None if rate is None else words.plain_rate(rate)


def _days(days: tuple[date, date] | None) -> Mapping[str, date] | None:
    return days and {"opens": days[0], "closes": days[1]}


def _figure(figure: str) -> str:
    """A date unchanged, an exact amount rounded once; `none` for a figure that does not arise."""
    return figure_value(figure) or ABSENT


def _value(figure: str, under: Mapping[str, str]) -> Mapping[str, object]:
    return {"value": _figure(figure), "under": under}


_MATTER = "id instance kind clause title owed_by action"
_BASIS = "why notes trace=why.steps"

KEYS: Keys = {
    **LIMITS,
    Assessment: (
        "engine deal as_of",
        ("known_at", lambda a: in_utc(a.known_at)),
        "terms facts_as_of hypothetical obligations defaults",
        ("accrual", lambda a: InterestStanding(a.accrual, a.owed)),
        "windows duties true_ups budgets agreed readings differences",
        ("ranges", lambda a: [RangeAndEnds(each, ends(each)) for each in a.ranges]),
        "not_checked contradictions unused_facts unused_because",
    ),
    Obligation: (
        f"{_MATTER} due stopped_since safe safe_together act_by channel act_by_trace methods opens",
        "closes status met_on=done_on amount=money paid=settlement",
        f"record_date not_counted {_BASIS}",
    ),
    HandOver: ("id=method last_day act_by needs_acknowledgement=acknowledged count",),
    UncountedEvent: ("fact on why record_about=instance",),
    UndatedDuty: (
        "id instance clause title owed_by action standard opens done_on",
        ("due", lambda _: None),
        ("why_no_date", _why_no_date),
        f"team_target=target not_counted {_BASIS}",
    ),
    Window: (
        f"{_MATTER} opens",
        ("closes", lambda w: w.last_day),
        "status ended_on=done_on days_used limit_days limb trading_days",
        ("safe", lambda w: _days(w.safe)),
        ("safe_together", lambda w: _days(w.safe_together)),
        f"not_counted {_BASIS}",
        (
            "deemed",
            lambda w: {"event": w.deemed, "on": w.closes} if w.deemed else None,
            None,
            True,
        ),
    ),
    Default: (
        "id instance clause title lapsed occurred_on accrues_from accrues_to stops_on",
        f"cured_on=done_on conclusion concluded_by waived {_BASIS}",
    ),
    Agreement: (
        "kind instance",
        ("about", lambda a: a.about or None),
        "clause agreed_on until in_force outcome why=reason record_date consenting=part whole",
        ("percent", lambda a: _percent(a.percent)),
        ("over_percent", lambda a: _rate(a.over_percent)),
        f"binds_all binds accrued {_BASIS}",
        ("not_computed", lambda a: a.not_computed or None),
    ),
    InterestStanding: (
        "as_of=accrual.as_of clause=accrual.clause total|exact=accrual.accrued unpaid=owed.unpaid",
        "paid=owed.paid ahead=owed.ahead not_stated=owed.not_stated",
        ("rate", lambda i: _rate(i.accrual.rate)),
        "rate_is=accrual.per per_diem=accrual.a_day per_period?=accrual.a_period",
        "last_change=accrual.last_change next_change=accrual.next_change",
        "day_count=accrual.day_count segments=accrual.segments",
        "why=accrual.why notes=accrual.notes trace=accrual.why.steps",
    ),
    Segment: (
        "lot",
        ("principal", lambda s: words.decimal(s.principal)),
        "from=start to_exclusive",
        ("rate", lambda s: _rate(s.rate)),
        "days_counted days_actual amount note",
    ),
    RateChange: ("on", ("rate", lambda c: _rate(c.rate))),
    Difference: (
        "reading choice instance what",
        ("here", lambda d: _figure(d.here)),
        ("here_exact", lambda d: exact_figure(d.here), None, True),
        ("there", lambda d: _figure(d.there)),
        ("there_exact", lambda d: exact_figure(d.there), None, True),
    ),
    RangeAndEnds: (
        "instance=range.instance what=range.what depends_on=range.readings",
        ("least", lambda r: _figure(r.ends.least)),
        "least_under=ends.least_under",
        ("most", lambda r: _figure(r.ends.most)),
        "most_under=ends.most_under not_at_all_under=ends.absent_under",
        ("values", lambda r: [_value(*each) for each in r.range.values.items()]),
        "combinations=range.tried whole=range.whole",
    ),
    UnmodeledSection: ("clause what",),
    **PAID_KEYS,
    **TRUE_UP_KEYS,
}
