"""An assessment as the JSON that `docs/assessment.md` documents, field by field.

Keys always come in the same order. Money is a decimal string rounded once, half up, from the
exact value that stands beside it as a fraction ("46250/3"); rates are percent a year; dates are
ISO civil days in the deal's zone, instants ISO in UTC.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from fractions import Fraction

from dealclock.days.counting import Count
from dealclock.engine.assessment import (
    Accrual,
    Assessment,
    Default,
    Difference,
    Grounds,
    HandOver,
    Obligation,
    Range,
    RateChange,
    Segment,
    Step,
    UndatedDuty,
    Window,
)
from dealclock.engine.ranges import ends
from dealclock.render import words
from dealclock.render.view import LEGAL

FORMAT = "dealclock-assessment/2"

Json = dict[str, object]


def document(assessment: Assessment) -> Json:
    """The whole assessment, ready for `json.dumps`."""
    return {
        "format": FORMAT,
        "engine": assessment.engine,
        "deal": assessment.deal,
        "as_of": assessment.as_of.isoformat(),
        "known_at": _instant(assessment.known_at),
        "terms": {
            "version": assessment.terms.version,
            "title": assessment.terms.title,
            "effective": assessment.terms.effective.isoformat(),
            "known": assessment.terms.known.isoformat(),
            "kept": dict(assessment.terms.kept),
        },
        "facts_as_of": _day(assessment.facts_as_of),
        "hypothetical": assessment.hypothetical,
        "obligations": [_obligation(o) for o in assessment.obligations],
        "defaults": [_default(d) for d in assessment.defaults],
        "accrual": _accrual(assessment.accrual),
        "windows": [_window(w) for w in assessment.windows],
        "duties": [_duty(d) for d in assessment.duties],
        "readings": dict(assessment.readings),
        "differences": [_difference(d) for d in assessment.differences],
        "ranges": [_range(r) for r in assessment.ranges],
        "not_checked": [{"clause": n.clause, "what": n.what} for n in assessment.not_checked],
        "contradictions": [
            {"says": c.says, "facts": list(c.facts)} for c in assessment.contradictions
        ],
        "unused_facts": list(assessment.unused_facts),
        "notice": LEGAL,
    }


def _obligation(each: Obligation) -> Json:
    return {
        "id": each.id,
        "instance": each.instance,
        "kind": each.kind,
        "clause": each.clause,
        "title": each.title,
        "owed_by": each.owed_by,
        "action": each.action,
        "due": each.due.isoformat(),
        "safe": _day(each.safe),
        "safe_together": _day(each.safe_together),
        "act_by": _moment(each.act_by),
        "channel": each.channel,
        "act_by_trace": trace(each.act_by_trace),
        "methods": [_method(m) for m in each.methods],
        "opens": each.opens.isoformat(),
        "closes": _day(each.closes),
        "status": str(each.status),
        "met_on": _day(each.met_on),
        "amount": None if each.amount is None else words.decimal(each.amount),
        "exact": None if each.amount is None else str(each.amount),
        "record_date": _day(each.record_date),
        **_grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def _method(each: HandOver) -> Json:
    return {
        "id": each.method,
        "last_day": _day(each.last_day),
        "act_by": _moment(each.act_by),
        "needs_acknowledgement": each.acknowledged,
        "count": _count(each.count),
    }


def _duty(each: UndatedDuty) -> Json:
    return {
        "id": each.id,
        "instance": each.instance,
        "clause": each.clause,
        "title": each.title,
        "owed_by": each.owed_by,
        "action": each.action,
        "standard": each.standard,
        "opens": _day(each.opens),
        "done_on": _day(each.done_on),
        "team_target": _day(each.target),
        **_grounds(each.grounds, ()),
        "trace": trace(each.trace),
    }


def _window(each: Window) -> Json:
    return {
        "id": each.id,
        "instance": each.instance,
        "kind": each.kind,
        "clause": each.clause,
        "title": each.title,
        "owed_by": each.owed_by,
        "action": each.action,
        "opens": each.opens.isoformat(),
        "closes": each.closes.isoformat(),
        "status": str(each.status),
        "ended_on": _day(each.ended_on),
        "days_used": each.days_used,
        "limit_days": each.limit_days,
        "limb": each.limb,
        "trading_days": [
            {"day": d.day.isoformat(), "market_shut": d.market_shut} for d in each.trading_days
        ],
        "safe": _between(each.safe),
        "safe_together": _between(each.safe_together),
        **_grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def _between(days: tuple[date, date] | None) -> Json | None:
    return days and {"opens": days[0].isoformat(), "closes": days[1].isoformat()}


def _default(each: Default) -> Json:
    return {
        "id": each.id,
        "instance": each.instance,
        "clause": each.clause,
        "title": each.title,
        "lapsed": each.lapsed,
        "occurred_on": each.occurred_on.isoformat(),
        "accrues_from": each.accrues_from.isoformat(),
        "accrues_to": _day(each.accrues_to),
        "stops_on": _day(each.stops_on),
        "cured_on": _day(each.cured_on),
        "conclusion": str(each.conclusion),
        "concluded_by": each.concluded_by,
        "waived": each.waived,
        **_grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def _accrual(accrual: Accrual) -> Json:
    return {
        "as_of": accrual.as_of.isoformat(),
        "clause": accrual.clause,
        "total": words.decimal(accrual.exact),
        "exact": str(accrual.exact),
        "rate": words.plain_rate(accrual.rate),
        "per_diem": words.decimal(accrual.per_diem),
        "per_diem_exact": str(accrual.per_diem),
        "last_change": _change(accrual.last_change),
        "next_change": _change(accrual.next_change),
        "day_count": accrual.day_count,
        "segments": [_segment(s) for s in accrual.segments],
        **_grounds(accrual.grounds, accrual.notes),
    }


def _segment(segment: Segment) -> Json:
    return {
        "lot": segment.lot,
        "principal": words.decimal(segment.principal),
        "from": segment.start.isoformat(),
        "to_exclusive": segment.to_exclusive.isoformat(),
        "rate": words.plain_rate(segment.rate),
        "days_counted": segment.days_counted,
        "days_actual": segment.days_actual,
        "amount": words.decimal(segment.amount),
        "exact": str(segment.amount),
    }


def _change(change: RateChange | None) -> Json | None:
    if change is None:
        return None
    return {"on": change.on.isoformat(), "rate": words.plain_rate(change.rate)}


def _difference(each: Difference) -> Json:
    here, there = _value(each.here), _value(each.there)
    return {
        "reading": each.reading,
        "choice": each.choice,
        "instance": each.instance,
        "what": each.what,
        "here": here,
        "there": there,
    }


def _range(each: Range) -> Json:
    found = ends(each)
    return {
        "instance": each.instance,
        "what": each.what,
        "depends_on": list(each.readings),
        "least": _value(found.least),
        "least_under": dict(found.least_under),
        "most": _value(found.most),
        "most_under": dict(found.most_under),
        "not_at_all_under": None if found.absent_under is None else dict(found.absent_under),
        "values": [
            {"value": _value(v), "under": dict(choices)} for v, choices in each.values.items()
        ],
        "combinations": each.tried,
        "whole": each.whole,
    }


def _value(figure: str) -> str:
    """A date as it is; an exact amount rounded once."""
    return words.decimal(Fraction(figure)) if "/" in figure else figure


def _grounds(grounds: Grounds, notes: Sequence[str]) -> Json:
    return {
        "facts": list(grounds.facts),
        "hypothetical": grounds.hypothetical,
        "readings": sorted(grounds.readings),
        "notes": list(notes),
    }


def trace(steps: Sequence[Step]) -> list[Json]:
    """A trace: each step with its clause, its day and the count behind it."""
    return [
        {"says": s.says, "clause": s.clause, "day": _day(s.day), "count": _count(s.count)}
        for s in steps
    ]


def _count(count: Count | None) -> Json | None:
    if count is None:
        return None
    return {
        "start": count.start.isoformat(),
        "result": count.result.isoformat(),
        "calendar": count.calendar,
        "days": [
            {"day": d.day.isoformat(), "number": d.number, "closed": d.closed} for d in count.days
        ],
    }


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _moment(moment: datetime | None) -> str | None:
    """A moment at which a channel closes, in the time of the place where it does."""
    return None if moment is None else moment.isoformat(timespec="minutes")


def _instant(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
