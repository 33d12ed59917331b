"""Why is nothing happening? What a deal waits for, what is left to send, and what could not be."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import AlertHistory
from dealclock.alerts.delivery import State
from dealclock.alerts.escalation import UnansweredAlert, escalations, unanswered
from dealclock.alerts.responses import AlertResponse, stands
from dealclock.answers.history.message import SentDelivery
from dealclock.engine.assessment import Assessment
from dealclock.facts.log import end_of
from dealclock.store import Run, Store, StoredDeal, StoredDelivery
from dealclock.usecases.plan.assess_deal import NextLook, alert_history, next_look
from dealclock.usecases.plan.escalate import working_time
from local.workbench.quiet import LookedAt, Quiet

LATELY = timedelta(days=10)  # before the deal's day, of what was not sent


def why_quiet(deal: StoredDeal, assessment: Assessment, store: Store) -> Quiet:
    """What a deal waits for on its day.

    `assessment` is of its own day, on what is known by now, and compared readings.
    """
    today, last = assessment.as_of, _last_run(deal.meta.id, assessment.as_of, store)
    known_at = _as_far_as_played(deal, assessment)
    said = alert_history(deal.meta.id, known_at, store)
    look = next_look(assessment, known_at, deal, said, digests=False)
    for_digests = next_look(assessment, known_at, deal, said).word
    looked_at, working = last.known_at if last else known_at, working_time(deal, assessment)
    steps = escalations(assessment, deal.team, said, working, looked_at)
    sent = store.outbox.of_deal(deal.meta.id, today - LATELY)
    older = _older(deal, today - LATELY, store)
    return Quiet(
        last=LookedAt(last.slot, last.known_at, last.planned) if last else None,
        wakes=deal.meta.wake_on if deal.meta.wake_on > date.min else None,
        word=look.word,
        digest_on=for_digests.day if for_digests.digests else None,
        known_on=look.known_on,
        waiting=tuple(_sent(each) for each in (*older, *sent) if not each.is_final),
        unsent=tuple(_sent(e) for e in reversed(sent) if e.is_final and e.state is not State.SENT),
        answered=tuple(_standing(said, today)),
        unanswered=tuple(_gravest(assessment, said, deal)),
        escalates=steps.next_at,
    )


def what_is_next(deal: StoredDeal, assessment: Assessment, store: Store) -> NextLook:
    """What is said or becomes known next, as `why_quiet` tells it: digests do not count."""
    known_at = _as_far_as_played(deal, assessment)
    said = alert_history(deal.meta.id, known_at, store)
    return next_look(assessment, known_at, deal, said, digests=False)


def _as_far_as_played(deal: StoredDeal, assessment: Assessment) -> datetime:
    """The instant up to which all was said, itself included.

    Of a rehearsal that is to be looked at again on its day, that of its last look; before its
    first, the end of the day before.
    """
    today, played = assessment.as_of, deal.meta.known_at
    if not deal.meta.rehearsal or deal.meta.wake_on > today:
        return assessment.known_at
    if played is None:
        return end_of(today - timedelta(days=1), deal.log.zone)
    return played + timedelta(microseconds=1)


def _last_run(deal: str, today: date, store: Store) -> Run | None:
    """The latest look at the deal, of any slot."""
    latest = next(store.runs.before(deal, today + timedelta(days=1)), None)
    if latest is None:
        return None
    return max(store.runs.of_day(deal, latest.as_of), key=lambda run: run.known_at)


def _sent(each: StoredDelivery) -> SentDelivery:
    return SentDelivery(each.delivery, each.state, each.cause)


def _older(deal: StoredDeal, before: date, store: Store) -> Iterator[StoredDelivery]:
    """What the outbox still holds of the days before."""
    for key in store.outbox.unfinished(deal.meta.rehearsal):
        if key.deal == deal.meta.id and key.day < before and (found := store.outbox.get(key)):
            yield found


def _gravest(
    assessment: Assessment, said: AlertHistory, deal: StoredDeal
) -> Iterator[UnansweredAlert]:
    """What nobody answered, once for each instance with its gravest reason."""
    found: dict[str, UnansweredAlert] = {}
    for each in unanswered(assessment, said, deal.team.escalation):
        found.setdefault(each.instance, each)
    yield from found.values()


def _standing(said: AlertHistory, today: date) -> Iterator[AlertResponse]:
    """The answers in force, of each instance as it was announced last."""
    for instance in dict.fromkeys(h.instance for h in said.handled):
        spoken = said.of(instance)
        revision = spoken[-1].revision if spoken else 0
        found = stands(said.handled, instance, revision, today)
        if found is not None:
            yield found
