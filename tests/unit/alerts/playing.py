"""Mornings played by hand: planning day after day, with what was said kept as the ledger."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import cache

from dealclock.alerts.alert import Alert, AlertHistory, SentAlert, sent_alert
from dealclock.alerts.plan import plan_alerts
from dealclock.alerts.slots import SCHEDULED, Slot, instant
from dealclock.days.calendars import calendar
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.people.acts import Act
from dealclock.people.policy import FIELDS, Policy, Reason, ReminderRules
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import history, sample_terms

DAYS = (date(2004, 6, 30), date(2004, 12, 31), date(2004, 12, 31))


def at(day: date, slot: Slot = "morning") -> datetime:
    """The instant of a day's sweep."""
    return instant(day, slot)


def seen(log: FactLog, day: date, slot: Slot = "morning", terms: Terms | None = None) -> Assessment:
    """A deal as a day's sweep sees it, by default the sample."""
    return assess(Look(terms or sample_terms(), log, day, at(day, slot)), compare=False)


def recorded(
    instance: str,
    day: date,
    due: date | None,
    revision: int,
    reasons: tuple[Reason, ...],
    known_at: datetime,
    step: str = "",
    kind: str = "",
) -> SentAlert:
    """The record of an alert that a run planned."""
    alert = Alert("granite", instance, kind, "", "", reasons, day, due, revision, step=step)
    return sent_alert(alert, known_at)


def played(
    log: FactLog,
    first: str,
    last: str,
    policy: Policy | None = None,
    skip: tuple[str, ...] = (),
    said: list[SentAlert] | None = None,
    slots: Iterable[Slot] = tuple(SCHEDULED),
    done: Sequence[Act] = (),
    terms: Terms | None = None,
) -> Iterator[tuple[Slot, Alert]]:
    """Every alert from a day to another, both included; the days of `skip` are lost mornings."""
    ledger = [] if said is None else said
    day = date.fromisoformat(first)
    while day <= date.fromisoformat(last):
        if day.weekday() < 5 and day.isoformat() not in skip:
            for slot in slots:
                before = AlertHistory.before(at(day, slot), ledger, done)
                found = seen(log, day, slot, terms)
                for alert in plan_alerts(found, policy or Policy(), before, slot):
                    ledger.append(sent_alert(alert, at(day, slot)))
                    yield slot, alert
        day += timedelta(days=1)


@cache
def whole(name: str) -> Sequence[tuple[Slot, Alert]]:
    """Every alert of one of the sample's histories under the default policy, planned once in a run
    of the tests: that takes seconds.
    """
    return tuple(played(history(name), "2004-06-30", "2005-03-15"))


def list_alerts(log: FactLog, first: str, last: str, instance: str, **how: object) -> list[str]:
    """What is said of one instance, as "2004-07-08 reminder", in order."""
    return [
        f"{alert.day} {', '.join(alert.reasons)}"
        for _, alert in played(log, first, last, **how)  # type: ignore[arg-type]
        if alert.instance == instance
    ]


def given_by(policy: Policy) -> Iterator[tuple[str, Reason]]:
    """Every kind, as the policy calls it, with each reason that the policy gives for it.

    A default and a target are not led up to: they only begin, and end or have their last day.
    """
    for kind, field in FIELDS.items():
        rules = getattr(policy, field)
        assert isinstance(rules, ReminderRules)
        ahead = rules.lead_up_to(kind, *DAYS, calendar("federal-reserve"))
        led = {moment.reason for moment in ahead}
        if field == "target":
            led = {Reason.REMINDER if each is Reason.DUE_TODAY else each for each in led}
        if rules.last_call:
            led.add(Reason.LAST_CALL)
        if rules.when_ended:
            led.add(Reason.RESOLVED if field == "default" else Reason.CLOSED)
        yield from ((field, reason) for reason in led)
    yield from (("deadline", Reason.MISSED), ("notice", Reason.MISSED))
    if policy.weekly_statement:
        yield "default", Reason.STATEMENT
