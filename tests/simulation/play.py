"""One random history from a seed: the same seed plays the same history."""

import random
from datetime import date, datetime, time, timedelta

from dealclock.alerts.slots import SCHEDULED, ZONE, instant
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.desk.respond import ResponseAct
from tests.simulation import deal
from tests.simulation.effects import Fault
from tests.simulation.history import History

ACTS: tuple[ResponseAct, ...] = ("acknowledge", "acknowledge", "seen", "snooze", "done")
STARTS = (  # a first day, and how many facts were recorded by then
    (date(2004, 6, 30), 0),
    (date(2004, 7, 8), 0),
    (date(2004, 10, 26), 1),
    (date(2004, 11, 22), 1),
    (date(2004, 12, 8), 2),
    (date(2004, 12, 22), 2),
)
THROTTLED: tuple[tuple[str, ...], ...] = (
    (),  # all of them
    ("chat.postMessage",),
    ("chat.update",),
    ("conversations.members",),
    ("conversations.history", "conversations.replies"),
)
DAYS = 7
LEAVER = next(p.email for p in deal.team().people if p.id == "tom")


def play(seed: int, days: int = DAYS, *, steady: bool = False) -> History:
    """A history of N days, with everything that may go wrong, and then two quiet days.

    `steady`: the workers and the watchdog run all the time, as they do in AWS, and what goes wrong
    is that Slack throttles for long and that slots are missed: so what is late is late by these.
    """
    chance = random.Random(seed)
    start, recorded = chance.choice(STARTS)
    # Clocks and lags have a chance of their own, so that all else is as it is without them.
    history = History(datetime.combine(start, time(7), ZONE), chance=random.Random(f"lag {seed}"))
    for _ in range(recorded):
        history.record(0)
    leaves, down, slow = _leaves(seed, days), _down(seed, days), random.Random(f"slow {seed}")
    for day in range(days):
        if steady:
            _steady_day(history, chance, slow)
            if day < days - 1:  # the quiet days come next, and none is left out between
                history.next_day()
            continue
        if day == leaves:
            history.post.gone.add(LEAVER)
        if day in down:
            _befalls(history, chance)
        else:
            _day(history, chance, slow)
        history.next_day()
    if chance.random() < 0.3:
        history.record(chance.randrange(8), lost=True)
    history.settle()
    return history


def _leaves(seed: int, days: int) -> int | None:
    """In every sixth history the day from which the mails of one reader come back.

    Of a chance of its own, so that the rest of each history is as it is without.
    """
    chance = random.Random(f"leaves {seed}")
    return chance.randrange(days) if chance.random() < 1 / 6 else None


def _down(seed: int, days: int) -> range:
    """In every eighth history one to three days on which nothing runs, the watchdog neither.

    Of a chance of its own, as above.
    """
    chance = random.Random(f"down {seed}")
    first = chance.randrange(days)
    return (
        range(first, first + chance.choice((1, 1, 2, 3))) if chance.random() < 1 / 8 else range(0)
    )


def _throttles(history: History, slow: random.Random) -> None:
    """Now and then Slack asks to wait for hours: in all, or for some of its methods."""
    if slow.random() < 0.05:
        history.slack.busy_until = history.now + timedelta(minutes=slow.randrange(20, 600))
        history.slack.busy = frozenset(slow.choice(THROTTLED))
        history.effects.injected["throttled for long"] += 1


def _day(history: History, chance: random.Random, slow: random.Random) -> None:
    _befalls(history, chance)
    closed = FEDERAL_RESERVE.closed_because(history.today)
    for slot in SCHEDULED:
        _goes_wrong(history, chance)
        _throttles(history, slow)
        lost = chance.random() < 0.08
        if not lost and history.today.weekday() < 5:
            history.sweep(slot)
            if chance.random() < 0.1:
                history.sweep(slot)
        elif lost and slow.random() < 0.5:
            history.effects.injected["slot missed, and the watchdog runs"] += 1
            history.now = max(history.now, instant(history.today, slot) + timedelta(minutes=35))
            history.watch()
        _work(history, chance)
        _befalls(history, chance)
        _work(history, chance)
        if closed:
            return


def _steady_day(history: History, chance: random.Random, slow: random.Random) -> None:
    evening = datetime.combine(history.today, time(23, 45), ZONE)
    ends = [*(instant(history.today, slot) for slot in SCHEDULED), evening]
    _befalls(history, chance)
    _run(history, ends[0], watching=False)
    for slot, until in zip(SCHEDULED, ends[1:], strict=True):
        for _ in range(3):
            _throttles(history, slow)
        missed = history.today.weekday() < 5 and slow.random() < 0.1
        history.now = max(history.now, instant(history.today, slot))
        if missed:
            history.effects.injected["slot missed, and the watchdog runs"] += 1
        elif history.today.weekday() < 5:
            history.sweep(slot)
        _befalls(history, chance)
        _run(history, until, watching=missed)


def _run(history: History, until: datetime, *, watching: bool) -> None:
    """Workers and the watchdog at work, until there is nothing left to do or the time has come."""
    quarter = timedelta(minutes=15)
    looks = history.now + quarter
    while history.now < until:
        history.work_off()
        history.tell_of_mail()
        if history.now >= looks:
            history.watch()
            watching, looks = watching and history.now < until - 3 * quarter, looks + quarter
        elif not (history.queue or watching):
            history.now = until
        coming = [waiting.at for waiting in history.queue if waiting.at > history.now]
        history.now = max(history.now, min([until, looks, *coming]))


def _goes_wrong(history: History, chance: random.Random) -> None:
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 4))):
        history.effects.fault(chance.randrange(40), chance.choice(tuple(Fault)))
    if chance.random() < 0.15:
        sending = chance.choice(("chat.postMessage", "chat.update", "send_email"))
        history.effects.named[sending] = chance.choice(tuple(Fault))
    if chance.random() < 0.04:
        history.slack.busy_until = history.now + timedelta(minutes=chance.randrange(1, 90))
        history.slack.busy = frozenset()
    if chance.random() < 0.05:
        history.purge()
    if history.slack.cause and chance.random() < 0.5:
        history.slack.cause = None
    elif chance.random() < 0.02:
        history.slack.cause = chance.choice(("token_revoked", "channel_not_found"))


def _work(history: History, chance: random.Random) -> None:
    for _ in range(chance.randrange(40)):
        if history.chance.random() < 0.05:
            history.comes_twice(history.chance.randrange(50), history.chance.choice((0, 1, 5)))
        if chance.random() < 0.08:
            history.receive_twice(chance.randrange(50))
        if not history.receive(chance.randrange(50)):
            break
    if chance.random() < 0.1:
        history.post.lose_events()
    elif chance.random() < 0.7:
        history.tell_of_mail()
    if chance.random() < 0.5:
        history.watch()
    history.wait(chance.choice((1, 5, 60, 400, 1200)))


def _befalls(history: History, chance: random.Random) -> None:
    if chance.random() < 0.06:
        history.record(chance.randrange(8), lost=chance.random() < 0.25)
    if chance.random() < 0.03:
        which, days = chance.randrange(8), chance.randrange(-3, 4)
        history.correct(which, days, lost=chance.random() < 0.25)
    if chance.random() < 0.02:
        history.retract(chance.randrange(8), lost=chance.random() < 0.25)
    if chance.random() < 0.08:
        who, which, days = chance.randrange(8), chance.randrange(20), chance.randrange(1, 4)
        history.act(chance.choice(ACTS), who, which, days)
