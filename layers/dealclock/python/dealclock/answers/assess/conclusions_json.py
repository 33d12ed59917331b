"""Obligations, undated duties, windows and defaults, and what was agreed of them, as JSON."""

from collections.abc import Sequence
from datetime import date

from dealclock.answers.json_parts import (
    Json,
    between_or_exact,
    count,
    day,
    grounds,
    head,
    moment,
    paid,
    trace,
)
from dealclock.engine.conclusions import (
    Default,
    HandOver,
    Obligation,
    UncountedEvent,
    UndatedDuty,
    Window,
)
from dealclock.engine.consents.result import Agreement
from dealclock.messages import words


def obligation(each: Obligation) -> Json:
    """What is owed by a day, with how to hand it over."""
    return {
        **head(each),
        "due": each.due.isoformat(),
        "stopped_since": day(each.stopped_since),
        "safe": day(each.safe),
        "safe_together": day(each.safe_together),
        "act_by": moment(each.act_by),
        "channel": each.channel,
        "act_by_trace": trace(each.act_by_trace),
        "methods": [_method(m) for m in each.methods],
        "opens": each.opens.isoformat(),
        "closes": day(each.closes),
        "status": str(each.status),
        "met_on": day(each.met_on),
        **between_or_exact(each.money, "amount", "exact"),
        "paid": paid(each.settlement),
        "record_date": day(each.record_date),
        "not_counted": _not_counted(each.not_counted),
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def _not_counted(events: Sequence[UncountedEvent]) -> list[Json]:
    return [
        {"fact": e.fact, "on": e.on.isoformat(), "why": e.why, "record_about": e.instance}
        for e in events
    ]


def _method(each: HandOver) -> Json:
    return {
        "id": each.method,
        "last_day": day(each.last_day),
        "act_by": moment(each.act_by),
        "needs_acknowledgement": each.acknowledged,
        "count": count(each.count),
    }


def duty(each: UndatedDuty) -> Json:
    """A duty without a date."""
    return {
        "id": each.id,
        "instance": each.instance,
        "clause": each.clause,
        "title": each.title,
        "owed_by": each.owed_by,
        "action": each.action,
        "standard": each.standard,
        "opens": day(each.opens),
        "done_on": day(each.done_on),
        "due": None,
        "why_no_date": f"the measure of {each.clause} is {each.standard!r}; it names no day",
        "team_target": day(each.target),
        "not_counted": _not_counted(each.not_counted),
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def agreement(each: Agreement) -> Json:
    """What was agreed, and whom it binds."""
    part, whole, percent = each.part, each.whole, each.percent
    return {
        "kind": each.kind,
        "instance": each.instance,
        "about": each.about or None,
        "clause": each.clause,
        "agreed_on": each.agreed_on.isoformat(),
        "until": day(each.until),
        "in_force": each.in_force,
        "outcome": str(each.outcome),
        "why": each.why,
        "record_date": day(each.record_date),
        "consenting": None if part is None else words.decimal(part),
        "consenting_exact": None if part is None else str(part),
        "whole": None if whole is None else words.decimal(whole),
        "whole_exact": None if whole is None else str(whole),
        "percent": None if percent is None else words.places(percent, 4),
        "over_percent": None if each.over_percent is None else words.plain_rate(each.over_percent),
        "binds_all": each.binds_all,
        "binds": list(each.binds),
        "accrued": each.accrued,
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def window(each: Window) -> Json:
    """A period with a first and a last day."""
    return {
        **head(each),
        "opens": each.opens.isoformat(),
        "closes": each.closes.isoformat(),
        "status": str(each.status),
        "ended_on": day(each.ended_on),
        "days_used": each.days_used,
        "limit_days": each.limit_days,
        "limb": each.limb,
        "trading_days": [
            {"day": d.day.isoformat(), "market_shut": d.market_shut} for d in each.trading_days
        ],
        "safe": _between(each.safe),
        "safe_together": _between(each.safe_together),
        "not_counted": _not_counted(each.not_counted),
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def _between(days: tuple[date, date] | None) -> Json | None:
    return days and {"opens": days[0].isoformat(), "closes": days[1].isoformat()}


def default(each: Default) -> Json:
    """A Registration Default as computed."""
    return {
        "id": each.id,
        "instance": each.instance,
        "clause": each.clause,
        "title": each.title,
        "lapsed": each.lapsed,
        "occurred_on": each.occurred_on.isoformat(),
        "accrues_from": each.accrues_from.isoformat(),
        "accrues_to": day(each.accrues_to),
        "stops_on": day(each.stops_on),
        "cured_on": day(each.cured_on),
        "conclusion": str(each.conclusion),
        "concluded_by": each.concluded_by,
        "waived": each.waived,
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }
