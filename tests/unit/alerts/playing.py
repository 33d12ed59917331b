"""Mornings played by hand: planning day after day, with what was said kept as the ledger."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import Alert, AlertHistory, SentAlert, sent_alert
from dealclock.alerts.plan import plan_alerts
from dealclock.alerts.slots import SCHEDULED, Slot, instant
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.people.policy import Policy
from tests.unit.engine.deals import sample_terms


def at(day: date, slot: Slot = "morning") -> datetime:
    """The instant of a day's sweep."""
    return instant(day, slot)


def seen(log: FactLog, day: date, slot: Slot = "morning") -> Assessment:
    """The sample deal as a day's sweep sees it."""
    return assess(Look(sample_terms(), log, day, at(day, slot)), compare=False)


def played(
    log: FactLog,
    first: str,
    last: str,
    policy: Policy | None = None,
    skip: tuple[str, ...] = (),
    said: list[SentAlert] | None = None,
    slots: Iterable[Slot] = tuple(SCHEDULED),
) -> Iterator[tuple[Slot, Alert]]:
    """Every alert from a day to another, both included; the days of `skip` are lost mornings."""
    ledger = [] if said is None else said
    day = date.fromisoformat(first)
    while day <= date.fromisoformat(last):
        if day.weekday() < 5 and day.isoformat() not in skip:
            for slot in slots:
                before = AlertHistory.before(at(day, slot), ledger)
                for alert in plan_alerts(seen(log, day, slot), policy or Policy(), before, slot):
                    ledger.append(sent_alert(alert, at(day, slot)))
                    yield slot, alert
        day += timedelta(days=1)


def list_alerts(log: FactLog, first: str, last: str, instance: str, **how: object) -> list[str]:
    """What is said of one instance, as "2004-07-08 reminder", in order."""
    return [
        f"{alert.day} {', '.join(alert.reasons)}"
        for _, alert in played(log, first, last, **how)  # type: ignore[arg-type]
        if alert.instance == instance
    ]
