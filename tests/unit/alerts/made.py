"""Assessments made by hand: one obligation, window or duty of a kind, on a day."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import cache

from dealclock.alerts.alert import Alert, AlertHistory, SentAlert, sent_alert
from dealclock.alerts.plan import plan_alerts
from dealclock.alerts.slots import SCHEDULED, Slot
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Accrual, Obligation, Status, UndatedDuty, Window
from dealclock.engine.why import Why
from dealclock.people.policy import Policy
from tests.unit.alerts.playing import at, seen
from tests.unit.engine.deals import log

NOTHING = Why((), hypothetical=False)


@cache
def _empty() -> Assessment:
    whole = seen(log(), date(2004, 6, 30))
    return replace(whole, obligations=(), windows=(), defaults=(), duties=())


def assessed(
    day: date,
    *parts: Obligation | Window | UndatedDuty,
    slot: Slot = "morning",
    known_at: datetime | None = None,
) -> Assessment:
    """An assessment that holds just these, as of a day."""
    return replace(
        _empty(),
        as_of=day,
        known_at=known_at or at(day, slot),
        accrual=Accrual.none(day),
        obligations=tuple(p for p in parts if isinstance(p, Obligation)),
        windows=tuple(p for p in parts if isinstance(p, Window)),
        duties=tuple(p for p in parts if isinstance(p, UndatedDuty)),
    )


def owed(
    kind: str,
    opens: date,
    due: date,
    as_of: date,
    met_on: date | None = None,
    safe: date | None = None,
    act_by: datetime | None = None,
) -> Obligation:
    """An obligation of a kind, as it stands on a day."""
    if met_on is not None and met_on <= as_of:
        status = Status.MET if met_on <= due else Status.MET_LATE
    elif as_of > due:
        status = Status.MISSED
    else:
        status = Status.DUE_TODAY if as_of == due else Status.UPCOMING
    return Obligation(
        id="it",
        instance="it",
        kind=kind,
        clause="1",
        title="It",
        owed_by="company",
        action="Do it.",
        opens=opens,
        due=due,
        closes=None,
        status=status,
        done_on=met_on,
        why=NOTHING.with_steps(()),
        safe=safe,
        safe_together=safe,
        channel="fax" if act_by else None,
        act_by=act_by,
    )


def open_window(
    kind: str, opens: date, closes: date, as_of: date, ended_on: date | None = None
) -> Window:
    """A window of a kind, as it stands on a day."""
    ended = ended_on if ended_on is not None and ended_on <= as_of else None
    if ended is not None or as_of > closes:
        status = Status.CLOSED
    else:
        status = Status.UPCOMING if as_of < opens else Status.OPEN
    return Window(
        id="it",
        instance="it",
        kind=kind,
        clause="1",
        title="It",
        owed_by="company",
        action="Do it.",
        opens=opens,
        closes=closes,
        status=status,
        done_on=ended,
        why=NOTHING.with_steps(()),
    )


def duty(opens: date, target: date | None, as_of: date, done_on: date | None = None) -> UndatedDuty:
    """An undated duty with the day its team aims at, as it stands on a day."""
    return UndatedDuty(
        id="it",
        instance="it",
        clause="1",
        title="It",
        owed_by="company",
        action="Do it.",
        standard="promptly",
        opens=opens,
        done_on=done_on if done_on is not None and done_on <= as_of else None,
        target=target,
        why=NOTHING.with_steps(()),
    )


def days(first: str, last: str) -> Iterator[date]:
    """Monday to Friday from a day to another, both included."""
    day = date.fromisoformat(first)
    while day <= date.fromisoformat(last):
        if day.weekday() < 5:
            yield day
        day += timedelta(days=1)


def played(
    first: str,
    last: str,
    part: Callable[[date], Obligation | Window | UndatedDuty | None],
    policy: Policy | None = None,
    said: list[SentAlert] | None = None,
    skip: tuple[str, ...] = (),
) -> Iterator[tuple[Slot, Alert]]:
    """What every slot from a day to another says of it."""
    heard = [] if said is None else said
    for day in days(first, last):
        for slot in SCHEDULED:
            if f"{day} {slot}" in skip or day.isoformat() in skip:
                continue
            found = part(day)
            now = assessed(day, *([found] if found else []), slot=slot)
            for alert in plan_alerts(
                now, policy or Policy(), AlertHistory.before(now.known_at, heard), slot
            ):
                heard.append(sent_alert(alert, now.known_at))
                yield slot, alert


def list_alerts(*args: object, **how: object) -> list[str]:
    """What is said, as "2004-07-08 morning: reminder", in order."""
    return [
        f"{alert.day} {slot}: {', '.join(alert.reasons)}"
        for slot, alert in played(*args, **how)  # type: ignore[arg-type]
    ]
