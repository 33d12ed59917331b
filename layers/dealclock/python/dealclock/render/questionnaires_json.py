"""Questionnaires as JSON: `dealclock-questionnaires/1`."""

from collections.abc import Iterable, Sequence
from datetime import date

from dealclock.engine.conclusions import Obligation, Window
from dealclock.engine.in_force import InForce
from dealclock.engine.questionnaires.entitlement import Questionnaire
from dealclock.engine.questionnaires.filings import FilingDue
from dealclock.engine.questionnaires.mailing import SentNotice
from dealclock.facts.log import EffectiveFact
from dealclock.render.in_force import heading
from dealclock.render.json_parts import Json, day, grounds, moment, money, trace
from dealclock.render.view import LEGAL

FORMAT = "dealclock-questionnaires/1"


def document(
    given: InForce,
    windows: Iterable[Json],
    requests: Iterable[Json],
    holders: Iterable[Json],
    late: Iterable[Json],
) -> Json:
    """Everything about the Questionnaires of a deal as of a day."""
    return {
        **heading(FORMAT, given),
        "windows": list(windows),
        "requests": list(requests),
        "holders": list(holders),
        "late": list(late),
        "notice": LEGAL,
    }


def window(each: Window, sent: Sequence[SentNotice]) -> Json:
    """A window before an intended day, and everything sent for it, each judged by itself."""
    return {
        "instance": each.instance,
        "clause": each.clause,
        "opens": each.opens.isoformat(),
        "closes": each.closes.isoformat(),
        "status": str(each.status),
        "safe": _safe(each.safe),
        "safe_together": _safe(each.safe_together),
        "sent": [_sent(s) for s in sent],
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def _safe(days: tuple[date, date] | None) -> Json | None:
    """The part of a window that is safe; `empty` when no day is, and counsel must be asked."""
    if days is None:
        return None
    first, last = days
    return {"opens": first.isoformat(), "closes": last.isoformat(), "empty": first > last}


def _sent(each: SentNotice) -> Json:
    return {
        "id": each.fact.id,
        "on": each.fact.on.isoformat(),
        "holder": each.fact.fact.holder,
        "judged_by": each.days.target.isoformat(),
        "business_days_before": each.business_days_before,
        "in_window": each.problem is None,
        "problem": each.problem,
    }


def request(
    each: Obligation,
    holder: str | None,
    printed: date | None,
    left: tuple[int, EffectiveFact] | None,
) -> Json:
    """A request, the last day to answer it, and the day the form itself prints."""
    return {
        "instance": each.instance,
        "holder": holder,
        "clause": each.clause,
        "requested_on": each.opens.isoformat(),
        "due": each.due.isoformat(),
        "safe": day(each.safe),
        "printed": day(printed),
        "intended": day(left[1].fact.target) if left else None,
        "business_days_left": left[0] if left else None,
        "status": str(each.status),
        "met_on": day(each.met_on),
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def holder(each: Questionnaire) -> Json:
    """What a Holder's Questionnaire does for it."""
    return {
        "holder": each.holder,
        "request": each.request.id if each.request else None,
        "deadline": day(each.deadline),
        "entitled_by": day(each.entitled_by),
        "delivered_on": day(each.delivered_on),
        "volunteered": each.volunteered,
        "in_initial_filing": each.in_initial_filing,
        "in_time_to_be_named": each.in_time_to_be_named,
        "in_time_for_interest": each.in_time_for_interest,
        **grounds(each.grounds, ()),
        "trace": trace(each.trace),
    }


def late(instance: str, each: FilingDue, owed: Obligation | None) -> Json:
    """A late Questionnaire: whether it obliges the Company to file, by which day, and by which
    moment of its channel that is practicable."""
    waits, excuse = each.late, each.excuse
    return {
        "instance": instance,
        "holder": waits.received.fact.holder,
        "received_on": waits.received.on.isoformat(),
        **money(waits.principal, "principal"),
        **money(waits.together, "together"),
        "obliged": each.by is not None,
        "own_last_day": day(each.own.result) if each.own else None,
        "excused_by": excuse.used_by.id if excuse else None,
        "excused_until": day(excuse.until) if excuse else None,
        "file_by": day(each.by),
        "status": str(owed.status) if owed else None,
        "act_by": moment(owed.act_by) if owed else None,
        "channel": owed.channel if owed else None,
        "act_by_trace": trace(owed.act_by_trace) if owed else [],
        "furnish_by": day(each.furnish.result) if each.furnish else None,
        "named_on": day(waits.named_by.on) if waits.named_by else None,
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }
