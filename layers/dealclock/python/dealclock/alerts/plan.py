"""Planning: which alerts are due in a slot of a day, each with its named reasons.

A pure function of the assessment, the policy and the ledger of earlier runs. At most one alert a
run for each instance, its gravest reason first.

    morning     everything
    payments    the same, should the morning have been missed
    midday and  the same, should the earlier runs of the day have been missed,
    afternoon   and a last call for everything else that is due today
    at once     only what a fact just recorded opened, moved, met or ended

And the next morning on which a deal will have something to send, if nothing new is recorded.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date

from dealclock.alerts.alert import Alert, AlertHistory, SentAlert
from dealclock.alerts.responses import filter_reasons
from dealclock.alerts.slots import LAST_CALLS, Slot
from dealclock.alerts.topics import Topic, is_last_call_day, list_topics
from dealclock.days.calendars import Calendar, calendar
from dealclock.days.counting import business_days_after
from dealclock.engine.assessment import Assessment
from dealclock.people.policy import FIELDS, PRESSING, AlertMoment, Policy, Reason
from dealclock.records import record

NEWS = frozenset(
    {
        Reason.OPENED,
        Reason.MOVED,
        Reason.FIRST,
        Reason.CONFIRMED,
        Reason.RESOLVED,
        Reason.CLOSED,
    }
)
"""What a fact may bring about that does not wait for the next slot."""

_LATELY = 5  # Business Days
# Sent if the instance, or what lapsed, was alerted on before; or while it is recent.
_PASSING = frozenset({Reason.CLOSED, Reason.RESOLVED, Reason.RATE_STEP})
# Reasons ahead of a day: the first alert with one of these is called the first notice.
_AHEAD = frozenset({Reason.REMINDER, Reason.RATE_STEP, Reason.PAYMENT_STEP})
# Sent again on the very day a date has moved, regardless of earlier alerts.
_NOW = frozenset({Reason.DUE_TODAY, Reason.MISSED})


def plan_alerts(
    assessment: Assessment, policy: Policy, ledger: AlertHistory, slot: Slot = "morning"
) -> tuple[Alert, ...]:
    """The alerts due in a slot of the assessment's day; escalations are planned elsewhere.

    Gravest first, then in the agreement's order of provisions. Planned again with the ledger of
    the same earlier runs, the same alerts result, with the same ids. Lead times count back from
    the adverse end of readings where the assessment compared them.
    """
    if slot == "escalation":
        return ()
    closed_days = calendar(assessment.readings["business-day"])
    found = list(list_topics(assessment, policy, closed_days))
    alerts: list[Alert] = []
    for topic in found:
        reasons = _due_reasons(topic, assessment, ledger, closed_days)
        if reasons and _of_slot(topic, reasons, ledger, slot):
            alerts.append(_alert(topic, reasons, assessment, ledger))
    alerts += _list_retractions(found, assessment, ledger)
    if slot in LAST_CALLS:
        planned = {a.instance for a in alerts}
        for topic in found:
            if topic.instance not in planned and _calls(topic, policy, closed_days, assessment):
                alerts.append(_alert(topic, (Reason.LAST_CALL,), assessment, ledger, slot))
    return tuple(sorted(alerts, key=lambda a: PRESSING.index(a.reason)))


def _of_slot(topic: Topic, reasons: Sequence[Reason], ledger: AlertHistory, slot: Slot) -> bool:
    if slot == "at once":
        never_told = not ledger.of(topic.instance)
        return not NEWS.isdisjoint(reasons) or (never_told and not _NOW.isdisjoint(reasons))
    return True


def _due_reasons(
    topic: Topic, assessment: Assessment, ledger: AlertHistory, days: Calendar
) -> tuple[Reason, ...]:
    heard = ledger.since_last_end(topic.instance)
    ended = bool(heard) and heard[-1].ended
    if topic.state != "open" and ended:
        return (_ending_reason(topic),) if _ended_again(topic, ledger) else ()
    if topic.state == "met" and heard:
        return (Reason.CONFIRMED,)
    since = () if ended else heard
    due = set(_due(topic.moments, since, assessment.as_of))
    if not heard and not ledger.of(topic.lapsed):
        due -= {r for r in due & _PASSING if not _is_recent(r, topic, assessment, days)}
    if topic.state == "open":
        due |= _changed(topic, ledger, assessment.as_of)
        if due and not heard and due <= _AHEAD:
            due.add(Reason.FIRST)
        revision, last = _revision(topic, ledger), _last_day(since)
        due = filter_reasons(due, ledger.handled, topic.instance, revision, assessment.as_of, last)
    if Reason.DUE_TODAY in due:
        due.discard(Reason.REMINDER)
    return tuple(sorted(due, key=PRESSING.index))


def _due(
    moments: Sequence[AlertMoment], heard: Sequence[SentAlert], as_of: date
) -> Iterator[Reason]:
    """The reasons whose moments have come and were not alerted on yet."""
    for moment in moments:
        said = [s for s in heard if moment.reason in s.reasons] if moment.once else heard
        if _has_come(moment, as_of) and moment.day > _last_day(said):
            yield moment.reason


def _last_day(heard: Sequence[SentAlert]) -> date:
    return max((s.day for s in heard), default=date.min)


def _has_come(moment: AlertMoment, as_of: date) -> bool:
    """Whether its day is here; a fleeting one counts on that day only."""
    return moment.day == as_of or (moment.day < as_of and not moment.fleeting)


def _is_recent(reason: Reason, topic: Topic, assessment: Assessment, days: Calendar) -> bool:
    return any(
        assessment.as_of <= business_days_after(m.day, _LATELY, days).result
        for m in topic.moments
        if m.reason is reason and m.day <= assessment.as_of
    )


def _changed(topic: Topic, ledger: AlertHistory, as_of: date) -> set[Reason]:
    """Whether the item was reopened or its date moved, with its present reason if that cannot
    wait.
    """
    again = _again(topic, ledger)
    if not again and not _moved(topic, ledger):
        return set()
    news = Reason.OPENED if again else Reason.MOVED
    return {news} | {m.reason for m in topic.moments if m.reason in _NOW and _has_come(m, as_of)}


def _moved(topic: Topic, ledger: AlertHistory) -> bool:
    """Whether the future date differs from the one last announced."""
    spoken = ledger.of(topic.instance)
    if topic.state != "open" or topic.due is None:
        return False
    return bool(spoken) and spoken[-1].due != topic.due


def _ending_reason(topic: Topic) -> Reason:
    """The reason that reports the item's end."""
    if topic.state == "met":
        return Reason.CONFIRMED
    return Reason.RESOLVED if topic.kind == "default" else Reason.CLOSED


def _ended_otherwise(topic: Topic, ledger: AlertHistory) -> bool:
    """Whether the item's end was reported with another day than the actual one."""
    spoken = ledger.of(topic.instance)
    reported = spoken[-1].ended_on if spoken and spoken[-1].ended else None
    return (
        topic.state != "open"
        and None not in (reported, topic.ended_on)
        and reported != topic.ended_on
    )


def _ended_again(topic: Topic, ledger: AlertHistory) -> bool:
    """Whether to report its end again: it was on another day, or some people were not notified
    because it was not true when their delivery was due."""
    spoken = ledger.of(topic.instance)
    unheard = bool(spoken) and spoken[-1].ended and spoken[-1].taken_back
    return (topic.state != "open" and unheard) or _ended_otherwise(topic, ledger)


def _again(topic: Topic, ledger: AlertHistory) -> bool:
    """Whether it was reopened after its end was reported, or some people were not notified
    because it was not true when their delivery was due."""
    spoken = ledger.of(topic.instance)
    if topic.state != "open" or not spoken:
        return False
    return spoken[-1].ended or (spoken[-1].taken_back and not _moved(topic, ledger))


def _revision(topic: Topic, ledger: AlertHistory) -> int:
    """How often the item's date had moved, or it was reopened, when last announced; this time
    included.
    """
    spoken = ledger.of(topic.instance)
    again = _moved(topic, ledger) or _again(topic, ledger) or _ended_again(topic, ledger)
    return (spoken[-1].revision if spoken else 0) + again


def _calls(topic: Topic, policy: Policy, days: Calendar, assessment: Assessment) -> bool:
    if topic.state != "open" or topic.due is None:
        return False
    return is_last_call_day(topic.due, policy.for_kind(topic.kind), days, assessment.as_of)


def _alert(
    topic: Topic,
    reasons: tuple[Reason, ...],
    assessment: Assessment,
    ledger: AlertHistory,
    step: str = "",
) -> Alert:
    spoken = ledger.of(topic.instance)
    repeated = _moved(topic, ledger) or _again(topic, ledger) or not spoken
    ahead = bool(topic.due and topic.due >= assessment.as_of) and topic.state == "open"
    return Alert(
        deal=assessment.deal,
        instance=topic.instance,
        kind=topic.kind,
        clause=topic.clause,
        title=topic.title,
        reasons=reasons,
        day=assessment.as_of,
        due=topic.due,
        revision=_revision(topic, ledger),
        moved_from=_moved_from(topic, ledger),
        calendar=not step and ahead and repeated,
        step=step,
        ended_on=topic.ended_on,
    )


def _moved_from(topic: Topic, ledger: AlertHistory) -> date | None:
    """The date, or the day of its end, that was last announced, if it has changed."""
    last = ledger.of(topic.instance)[-1:]
    if _moved(topic, ledger):
        return last[0].due
    return last[0].ended_on if _ended_otherwise(topic, ledger) else None


def _list_retractions(
    found: Sequence[Topic], assessment: Assessment, ledger: AlertHistory
) -> Iterator[Alert]:
    """Items that were alerted on and no longer arise, because their event was retracted. Past dates
    are left out, unless they were called overdue: they had run their course.
    """
    there = {topic.instance for topic in found}
    for instance in dict.fromkeys(s.instance for s in ledger.sent if s.instance not in there):
        last = ledger.of(instance)[-1]
        reported = last.ended and not last.taken_back
        if reported or last.kind == "rate schedule" or last.kind not in FIELDS:
            continue
        missed = any(Reason.MISSED in s.reasons for s in ledger.of(instance))
        if last.due is not None and last.due < assessment.as_of and not missed:
            continue
        yield Alert(
            deal=assessment.deal,
            instance=last.instance,
            kind=last.kind,
            clause=last.clause,
            title=last.title,
            reasons=(Reason.CLOSED,),
            day=assessment.as_of,
            due=last.due,
            revision=last.revision + last.ended,
        )


LONGEST_SLEEP = 20  # Business Days; a deal is looked at again at the latest then


@record
class NextWord:
    """The next day to check a deal, and what the check would send.

    `alerts` are those of the whole day; `digests` says whether anyone would have a digest, checked
    only where there is no alert. With neither, the longest interval between checks has passed.
    """

    day: date
    alerts: tuple[Alert, ...] = ()
    digests: bool = False


def find_next_word(
    today: date,
    said: AlertHistory,
    policy: Policy,
    calendar: Calendar,
    assessed: Callable[[date], Assessment],
    digests: Callable[[Assessment], bool] = lambda _: False,
) -> NextWord:
    """The first Business Day after `today` on which `plan_alerts` would return an alert in any
    slot, or on which `digests` says that someone has a digest of the deal.

    `said` is everything sent up to and including `today`; `assessed` gives the assessment of a
    later day on the events known now. At most LONGEST_SLEEP Business Days ahead.
    """
    day = today
    for _ in range(LONGEST_SLEEP):
        day = business_days_after(day, 1, calendar).result
        # The afternoon sends everything that no earlier slot of the day has sent.
        then = assessed(day)
        if alerts := plan_alerts(then, policy, said, "afternoon"):
            return NextWord(day, alerts)
        if digests(then):
            return NextWord(day, digests=True)
    return NextWord(day)
