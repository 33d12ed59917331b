"""An assessment as the JSON that `docs/assessment.md` documents, field by field.

Keys always come in the same order. Money is a decimal string rounded once, half up, from the
exact value that stands beside it as a fraction ("46250/3"); rates are percent a year; dates are
ISO civil days in the deal's zone, instants ISO in UTC.
"""

from datetime import UTC, date, datetime
from fractions import Fraction

from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.figures import Difference, Range
from dealclock.engine.comparing.ranges import ends
from dealclock.engine.conclusions import Default, HandOver, Obligation, UndatedDuty, Window
from dealclock.engine.consents.outcome import Agreed
from dealclock.engine.interest.accrued import Accrual, RateChange, Segment
from dealclock.engine.money import Between, Money, from_text
from dealclock.engine.shares.trued_up import SharesOwed, TrueUp
from dealclock.render import words
from dealclock.render.budgets_json import budget
from dealclock.render.json_parts import count as _count
from dealclock.render.json_parts import day as _day
from dealclock.render.json_parts import grounds as _grounds
from dealclock.render.json_parts import moment as _moment
from dealclock.render.json_parts import trace as _trace
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
        "true_ups": [true_up(t) for t in assessment.true_ups],
        "budgets": [budget(b) for b in assessment.budgets],
        "agreed": [_agreed(a) for a in assessment.agreed],
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
        "stopped_since": _day(each.stopped_since),
        "safe": _day(each.safe),
        "safe_together": _day(each.safe_together),
        "act_by": _moment(each.act_by),
        "channel": each.channel,
        "act_by_trace": _trace(each.act_by_trace),
        "methods": [_method(m) for m in each.methods],
        "opens": each.opens.isoformat(),
        "closes": _day(each.closes),
        "status": str(each.status),
        "met_on": _day(each.met_on),
        **_money(each.money, "amount", "exact"),
        "record_date": _day(each.record_date),
        **_grounds(each.grounds, each.notes),
        "trace": _trace(each.trace),
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
        "due": None,
        "why_no_date": f"the measure of {each.clause} is {each.standard!r}; it names no day",
        "team_target": _day(each.target),
        **_grounds(each.grounds, each.notes),
        "trace": _trace(each.trace),
    }


def _agreed(each: Agreed) -> Json:
    part, whole, percent = each.part, each.whole, each.percent
    return {
        "kind": each.kind,
        "instance": each.instance,
        "about": each.about or None,
        "clause": each.clause,
        "agreed_on": each.agreed_on.isoformat(),
        "until": _day(each.until),
        "in_force": each.in_force,
        "outcome": str(each.outcome),
        "why": each.why,
        "record_date": _day(each.record_date),
        "consenting": None if part is None else words.decimal(part),
        "consenting_exact": None if part is None else str(part),
        "whole": None if whole is None else words.decimal(whole),
        "whole_exact": None if whole is None else str(whole),
        "percent": None if percent is None else words.places(percent, 4),
        "over_percent": None if each.over_percent is None else words.plain_rate(each.over_percent),
        "binds_all": each.binds_all,
        "binds": list(each.binds),
        "accrued": each.accrued,
        **_grounds(each.grounds, each.notes),
        "trace": _trace(each.trace),
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
        "trace": _trace(each.trace),
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
        "trace": _trace(each.trace),
    }


def _accrual(accrual: Accrual) -> Json:
    whole = accrual.a_period is not None
    return {
        "as_of": accrual.as_of.isoformat(),
        "clause": accrual.clause,
        **_money(accrual.accrued, "total", "exact"),
        "rate": words.plain_rate(accrual.rate),
        "rate_is": accrual.per,
        **_money(accrual.a_day, "per_diem", "per_diem_exact"),
        **(_money(accrual.a_period, "per_period", "per_period_exact") if whole else {}),
        "last_change": _change(accrual.last_change),
        "next_change": _change(accrual.next_change),
        "day_count": accrual.day_count,
        "segments": [_segment(s) for s in accrual.segments],
        **_grounds(accrual.grounds, accrual.notes),
        "trace": _trace(accrual.trace),
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
        "note": segment.note,
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
    if "/" not in figure:
        return figure
    least, most = from_text(figure)
    return (
        f"{words.decimal(least)}..{words.decimal(most)}" if ".." in figure else words.decimal(least)
    )


def _money(amount: Money | None, name: str, exact: str) -> Json:
    """An amount rounded once and exactly; while the day count is unset, what it lies between."""
    if isinstance(amount, Between):
        ends = {
            "least": words.decimal(amount.least),
            "least_exact": str(amount.least),
            "least_by": amount.least_by,
            "most": words.decimal(amount.most),
            "most_exact": str(amount.most),
            "most_by": amount.most_by,
        }
        return {name: None, exact: None, f"{name}_between": ends}
    if amount is None:
        return {name: None, exact: None}
    return {name: words.decimal(amount), exact: str(amount)}


def true_up(each: TrueUp) -> Json:
    """A deferral of anti-dilution protection and what each exercise is owed under it."""
    return {
        "id": each.id,
        "instance": each.instance,
        "kind": each.kind,
        "clause": each.clause,
        "title": each.title,
        "owed_by": each.owed_by,
        "action": each.action,
        "cut_off": each.cut_off.isoformat(),
        "deferral": each.deferral,
        "exercises": [
            {
                "instance": e.instance,
                "holder": e.holder,
                "on": e.on.isoformat(),
                "brought": words.plain_shares(e.brought),
                "due_on_exercise": _shares(e.due_on_exercise),
                "owed": [_owed(row) for row in e.owed],
                "total": e.total,
                "issued": words.plain_shares(e.issued),
                "whole": e.whole,
                **_grounds(e.grounds, ()),
            }
            for e in each.exercises
        ],
        **_grounds(each.grounds, each.notes),
        "trace": _trace(each.trace),
    }


def _owed(row: SharesOwed) -> Json:
    return {
        "instance": row.instance,
        "holder": row.holder,
        "exercised_on": row.exercised_on.isoformat(),
        "vested_on": row.vested_on.isoformat(),
        "would_have": _shares(row.would_have),
        "brought": words.plain_shares(row.brought),
        "gap": _shares(row.gap),
        "shares": row.shares,
        "shares_exact": None if row.exact is None else str(row.exact),
        "outstanding": row.outstanding,
        **_grounds(row.grounds, row.notes),
        "trace": _trace(row.trace),
    }


def _shares(exact: Fraction | None) -> str | None:
    return None if exact is None else words.plain_shares(exact)


def _instant(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
