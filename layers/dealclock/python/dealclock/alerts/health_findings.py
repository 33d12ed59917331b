"""Findings on what may have gone wrong without a report, from counts and times.

An operator reads a finding, and it may reach a log or an email: it names a deal by its code
name, a Section and a date, and nothing else.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import Literal, TypeVar

from dealclock.alerts.slots import ZONE, Slot, instant, latest_slot
from dealclock.records import record

Name = TypeVar("Name", bound=str)
Check = Literal[
    "sweeps",
    "assessments",
    "unsent",
    "unknown",
    "unacknowledged",
    "dead letters",
    "key",
    "wakes",
    "silent",
    "arithmetic",
    "settings",
]

GRACE = timedelta(minutes=30)
"""By which a slot may be late: longer than its tries and its time limit together, shorter than a
morning. So a slot that is over it is not running."""

WAITS, WAITS_LONG = timedelta(minutes=30), timedelta(hours=2)
"""How long a delivery may wait before it is told, and before it is failing."""


class Severity(IntEnum):
    """How bad a finding is; the number is what `dealclock doctor` ends with."""

    FINE = 0
    WARNING = 1
    FAILING = 2


@record
class Finding:
    """One finding: what is wrong, and what to do about it; `count` findings where they are folded
    to one."""

    check: Check
    severity: Severity
    text: str
    do: str
    count: int = 1


LISTED = 50
"""Findings of a check that are listed one by one; the rest are folded."""


def fold(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, at most LISTED of each check, and one that counts the rest.

    So what is stored and logged stays small, however many deals there are.
    """
    folded: list[Finding] = []
    rest: dict[Check, list[Finding]] = {}
    listed = Counter[Check]()
    for finding in findings:
        listed[finding.check] += 1
        of_many = finding.count > 1 or listed[finding.check] > LISTED
        (rest.setdefault(finding.check, []) if of_many else folded).append(finding)
    for check, more in rest.items():
        count = sum(finding.count for finding in more)
        text = f"{count:,} more findings of the check {check!r}: dealclock doctor lists them all."
        folded.append(Finding(check, worst_severity(more), text, more[0].do, count))
    return folded


@record
class Speech:
    """A delivery, in words that a finding may contain."""

    code_name: str
    clause: str
    day: date
    since: datetime
    """When it was planned; of one that nobody acknowledged, when it was sent."""

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.code_name, self.clause, self.day.isoformat())))


def find_missed_slot(now: datetime, watched_since: datetime) -> tuple[datetime, Slot] | None:
    """The slot that must have completed by now, with its instant: the last one that is over GRACE.

    It also sends what earlier ones should have sent, so none of those has to be made up for. None
    if the stack was not watched, or its schedules were paused, when it was due.
    """
    scheduled, slot = latest_slot(now - GRACE)
    return (scheduled, slot) if scheduled > watched_since else None


def missed_sweep(scheduled: datetime, slot: Slot, *, started: bool) -> Finding:
    """That a slot did not complete; `started`: the watchdog has run it."""
    done = " The watchdog has run it." if started else ""
    by_hand = f"invoke sweep by hand for {scheduled.isoformat()}, slot {slot}"
    return Finding(
        "sweeps",
        Severity.WARNING if started else Severity.FAILING,
        f"The {slot} scheduled check of {scheduled:%Y-%m-%d} did not complete; it was due at "
        f"{scheduled:%H:%M} in New York.{done}",
        "Check the schedules and the sweep log: the next one may not run either."
        if started
        else f"The watchdog runs it within 15 minutes. If it does not: {by_hand}.",
    )


def list_unassessed(now: datetime, wakes: Mapping[str, date]) -> Iterator[Finding]:
    """Deals, by code name, whose day to be assessed has passed.

    A deal to be checked again today sleeps until tonight; `date.min` means the next scheduled
    check.
    """
    last = _last_morning(now)
    today = now.astimezone(ZONE).date()
    for code_name, wake in sorted(wakes.items()):
        if date.min < wake < last or (wake == last and last < today):
            yield Finding(
                "assessments",
                Severity.FAILING,
                f"{code_name} was due for assessment on {wake} and has not been assessed.",
                "Check the assess log and run: dealclock redrive assess. The next scheduled "
                "check will try again.",
            )


def list_changed(code_names: Iterable[str]) -> Iterator[Finding]:
    """Deals changed, queued for assessment, and still not assessed a quarter of an hour later."""
    for code_name in sorted(code_names):
        yield Finding(
            "assessments",
            Severity.WARNING,
            f"{code_name} changed and has not been assessed since, although it was queued again.",
            "Check the assess log and run: dealclock redrive assess. The next scheduled check "
            "will try again.",
        )


def list_paused(code_names: Iterable[str]) -> Iterator[Finding]:
    """Deals saved by a newer release, which this one must not read."""
    for code_name in sorted(code_names):
        yield Finding(
            "assessments",
            Severity.FAILING,
            f"{code_name} is paused: a newer release saved it, and this release cannot read it.",
            "Deploy that release or a later one. Its leads are notified daily. See "
            "docs/operations.md, Upgrading and rolling back.",
        )


def _last_morning(now: datetime) -> date:
    """The last day, Monday to Friday, whose morning sweep should have ended."""
    day = now.astimezone(ZONE).date()
    while day.weekday() >= 5 or instant(day, "morning") + GRACE > now:
        day -= timedelta(days=1)
    return day


def list_unsent(waiting: Sequence[Speech], now: datetime) -> Iterator[Finding]:
    """The delivery that has waited longest, when that is too long."""
    late = [each for each in waiting if now - each.since >= WAITS]
    if late:
        oldest = min(late, key=lambda each: each.since)
        age = now - oldest.since
        yield Finding(
            "unsent",
            Severity.FAILING if age >= WAITS_LONG else Severity.WARNING,
            f"An alert has been waiting {_ago(age)} to be sent: {oldest}. "
            f"{_count(len(late), 'waits', 'wait')} longer than {_ago(WAITS)}.",
            "Check the deliver log: Slack or email may be throttling or failing. Then run: "
            "dealclock redrive deliveries.",
        )


def list_unknown(outcomes: Sequence[Speech], now: datetime) -> Iterator[Finding]:
    """Deliveries whose outcome is unknown and stays so."""
    late = [each for each in outcomes if now - each.since >= WAITS]
    if late:
        oldest = min(late, key=lambda each: each.since)
        yield Finding(
            "unknown",
            Severity.WARNING,
            f"Delivery of {_count(len(late), 'alert', 'alerts')} could not be confirmed; the "
            f"oldest: {oldest}, {_ago(now - oldest.since)} ago.",
            "It is checked again every 15 minutes. If it stays, check the channel or mailbox "
            "and contact the person yourself.",
        )


def list_unacknowledged(unheard: Sequence[Speech], now: datetime) -> Iterator[Finding]:
    """Critical alerts that were sent and not acknowledged by an owner or backup."""
    for each in sorted(unheard, key=lambda each: each.since):
        yield Finding(
            "unacknowledged",
            Severity.FAILING,
            f"No owner or backup has acknowledged {each}, sent {_ago(now - each.since)} ago.",
            "Call the owner or the backup. Run dealclock ping to check their routes.",
        )


def list_dead_letters(counts: Mapping[Name, int]) -> Iterator[Finding]:
    """Messages in the dead-letter queues, by the queue's name for `dealclock redrive`."""
    for queue, count in sorted(counts.items()):
        if count:
            yield Finding(
                "dead letters",
                Severity.FAILING,
                f"{_count(count, 'message', 'messages')} in the dead letters of {queue} will "
                "not be retried automatically.",
                f"Find and fix the cause in the logs, then run: dealclock redrive {queue}.",
            )


def list_key(state: str) -> Iterator[Finding]:
    """The customer key, by its state in KMS, unless it can be used."""
    if state != "Enabled":
        first = "aws kms cancel-key-deletion, then " * (state == "PendingDeletion")
        yield Finding(
            "key",
            Severity.FAILING,
            f"The key that encrypts every deal is {state}: soon nothing can be read or sent.",
            f"At once: {first}aws kms enable-key.",
        )


def list_wrong_wakes(
    wakes: Iterable[tuple[str, date | None, date]], *, repaired: bool
) -> Iterator[Finding]:
    """Deals whose next check is stored too late: the code name, the day stored (None for never),
    and the day due; `repaired`: the next check assesses them.
    """
    for code_name, kept, due in wakes:
        slept = f"until {kept}" if kept else "indefinitely: it was not in the wake index"
        done = "The next scheduled check will assess it" if repaired else "It will be fixed"
        yield Finding(
            "wakes",
            Severity.WARNING,
            f"{code_name} would have slept {slept}, although an alert is due on {due}.",
            f"{done}. If it happens again, report it as a defect.",
        )


def list_silent(deals: Iterable[tuple[str, date, int]], today: date) -> Iterator[Finding]:
    """Deals that may no longer be maintained: the code name, the day of the last event, and how
    many obligations are open.
    """
    for code_name, last, waiting in sorted(deals, key=lambda deal: deal[1]):
        weeks = (today - last).days // 7
        yield Finding(
            "silent",
            Severity.WARNING,
            f"{code_name} has {_count(waiting, 'obligation', 'obligations')} open, "
            f"and no event has been recorded for {weeks} weeks, since {last}.",
            "Ask its lead whether all events are recorded.",
        )


def list_differing(deals: Iterable[tuple[str, date]]) -> Iterator[Finding]:
    """Deals whose figures the second engine computes otherwise: the code name, and of which day."""
    for code_name, day in sorted(deals):
        yield Finding(
            "arithmetic",
            Severity.FAILING,
            f"{code_name}: the two engines differ on a date or an amount as of {day}.",
            "Its leads have both computations. Report it, and compare with the release before.",
        )


def second_engine_failing(code_name: str, since: date) -> Finding:
    """A deal whose figures the second engine could not compute since a day."""
    return Finding(
        "arithmetic",
        Severity.FAILING,
        f"{code_name}: the second engine has failed on its dates and amounts since {since}.",
        "Report the cause, which is in the log of verify. Nothing is computed twice until then.",
    )


def worst_severity(findings: Iterable[Finding]) -> Severity:
    """The gravest severity among the findings; FINE without any."""
    return max((finding.severity for finding in findings), default=Severity.FINE)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _ago(age: timedelta) -> str:
    minutes = int(age.total_seconds() // 60)
    if minutes < 120:
        return f"{minutes} minutes"
    return f"{minutes // 60} hours" if minutes < 48 * 60 else f"{minutes // 1440} days"
