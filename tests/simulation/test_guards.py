"""Each guard removed in turn: then a history fails in the way the guard prevents.

A simulation that could not see these failures would prove nothing by seeing none.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dealclock.alerts import plan
from dealclock.alerts.delivery import Route
from dealclock.alerts.digest import SentDigest
from dealclock.alerts.outcome import Later, Refused, Unknown
from dealclock.jobs.deliver import deliver, render_delivery, settle
from dealclock.jobs.deliver.look_up_outcome import SendAgain
from dealclock.jobs.operate import lost_messages, watch
from dealclock.jobs.operate.checks import Check
from dealclock.jobs.plan import digest, plan_deliveries, sweep
from dealclock.jobs.services import Services
from dealclock.messages.message import Message
from dealclock.store import outbox
from dealclock.store.digests import Digests
from dealclock.store.outbox import Outbox
from dealclock.store.write import ALWAYS
from tests.simulation.observer import verdict
from tests.simulation.play import play

MOST = 60  # histories among which one must go wrong
FIRST = {"let_any_message_look_at_once": 50}  # the first of them: it takes two rare things at once


def _plan_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plans a delivery that is there writes over it."""
    monkeypatch.setattr(outbox, "FIRST_TO_PLAN", ALWAYS)


def _send_without_looking_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown outcome is taken for one that never arrived."""
    monkeypatch.setattr(deliver, "look_up", lambda *_: SendAgain(repeat=False))


def _let_any_message_look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait after an unknown outcome is one message's own, and not the delivery's."""
    recorded: Any = Outbox.settle

    def forgotten(claims: Any, claim: Any, outcome: Any, now: Any, **more: Any) -> None:
        if isinstance(outcome, Unknown):
            more["until"] = now
        recorded(claims, claim, outcome, now, **more)

    monkeypatch.setattr(Outbox, "settle", forgotten)


def _repeat_unmarked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repetition does not say that it may be one."""
    mark_message: Callable[..., Message] = render_delivery.mark_message
    monkeypatch.setattr(
        deliver, "mark_message", lambda message, **_: mark_message(message, repeated=False)
    )


def _never_look_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was planned is sent, despite later events."""
    monkeypatch.setattr(deliver, "withdrawal_causes", lambda *_: {})


def _forget_what_was_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that was never queued is taken up by nobody."""
    monkeypatch.setattr(Outbox, "unfinished", lambda *_, **__: ())
    monkeypatch.setattr(lost_messages, "AT_ONCE", 0)
    monkeypatch.setattr(sweep, "AT_ONCE", 0)


def _leave_what_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact whose message was lost is looked at by nobody before the next slot."""
    monkeypatch.setitem(watch.CHECKS, "changes", Check(lambda _: ()))


def _take_throttling_for_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A channel that asks to wait is taken for one that refuses, and nothing takes over."""
    whole: Any = settle.settle

    def refused(claim: Any, outcome: Any, *rest: Any) -> Any:
        throttled = isinstance(outcome, Later) and outcome.route
        return whole(claim, Refused("recipient_removed") if throttled else outcome, *rest)

    monkeypatch.setattr(deliver, "settle", refused)


def _let_nothing_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a route failed for good, nobody is told in its place."""

    def leave(failed: Any, services: Services) -> None:
        services.store.outbox.mark_handed_over(failed.key)

    monkeypatch.setattr(deliver, "fail_over", leave)


def _leave_an_end_as_it_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was told to be met stays so told, though a correction has moved the day."""
    monkeypatch.setattr(plan, "_ended_otherwise", lambda *_: False)


def _forget_the_last_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A digest is compared with nothing, and sent every morning."""
    monkeypatch.setattr(Digests, "last_sent", lambda *_: None)


def _leave_the_week_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """No morning of the week brings the weekly line."""
    monkeypatch.setattr(digest, "_opens_week", lambda *_: False)
    monkeypatch.setattr(SentDigest, "had_line", lambda *_: True)


def _send_digests_by_both_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader's other route is no substitute: it goes along."""
    plan = plan_deliveries.plan_and_queue

    def both(deliveries: Any, *given: Any) -> Any:
        each = [(one, replace(one, route=Route("email", one.route.to))) for one in deliveries]
        return plan([one for pair in each for one in pair], *given)

    monkeypatch.setattr(digest, "plan_and_queue", both)


GUARDS: dict[Callable[[pytest.MonkeyPatch], None], str] = {
    _plan_again: "doubled",
    _send_without_looking_up: "doubled",
    _let_any_message_look_at_once: "doubled",
    _repeat_unmarked: "doubled",
    _never_look_again: "untimely",
    _forget_what_was_left_behind: "unfinished",
    _leave_what_was_recorded: "late",
    _take_throttling_for_refusal: "lost",
    _let_nothing_take_over: "lost",
    _leave_an_end_as_it_was_told: "lost",
    _forget_the_last_digest: "doubled: digest",
    _leave_the_week_out: "lost: the weekly line",
    _send_digests_by_both_routes: "doubled: digest",
}


@pytest.mark.full
@pytest.mark.parametrize(("drop", "wrong"), GUARDS.items(), ids=[g.__name__[1:] for g in GUARDS])
def test_a_dropped_guard_is_detected(
    drop: Callable[[pytest.MonkeyPatch], None], wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(monkeypatch)
    first = FIRST.get(drop.__name__[1:], 0)
    for seed in range(first, first + MOST):
        if any(each.startswith(wrong) for each in verdict(play(seed))):
            return
    pytest.fail(f"{MOST} histories went well without the guard")
