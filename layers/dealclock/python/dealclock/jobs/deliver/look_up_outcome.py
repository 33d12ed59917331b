"""Looking up the outcome of an earlier attempt that is not known.

In Slack, the channel's recent history is searched for our id. SES reports by itself what it sent,
so its event is waited for. Where neither is possible, the message is sent once more, marked as a
possible duplicate; after that the outcome stays unknown for good, and other routes take over. An
SMS is not repeated: what it says went by another route as well.
"""

from datetime import datetime

from dealclock.alerts.outcome import Later, Lost, Sent
from dealclock.channels import ArrivedAttempt, Attempt, MissingAttempt, UnverifiableAttempt
from dealclock.jobs.services import Services
from dealclock.records import record
from dealclock.store import Claim


@record
class SendAgain:
    """Send it: it certainly did not arrive, or (`repeat`) this cannot be determined."""

    repeat: bool


def wait(until: datetime, now: datetime) -> Later:
    """A wait of one delivery until then, as for news of its outcome; its route is not paused."""
    return Later((until - now).total_seconds(), route=False)


def look_up(claim: Claim, address: str, services: Services) -> Sent | Later | Lost | SendAgain:
    """How the earlier attempt ended, or what is to be done about it; SendAgain without one."""
    if claim.uncertain_since is None or claim.uncertain_until is None:
        return SendAgain(repeat=False)
    now, stored = services.now(), claim.stored
    since, until = claim.uncertain_since, claim.uncertain_until
    if stored.delivery.route.kind == "sms":
        return Lost("cannot_look_up")
    if stored.delivery.route.kind == "email":
        if stored.accepted is not None:
            return Sent(stored.accepted)
        within = services.outlets.mail.events_within
        if within is not None and now < until + within:
            return wait(until + within, now)
        return _repeat_or_give_up(claim, "no_send_event" if within else "cannot_look_up")
    thread = stored.reply_to or stored.delivery.alert.thread
    attempt = Attempt(claim.key.id, address, since, until, stored.looked_to, thread)
    match services.outlets.slack.look_up(attempt):
        case ArrivedAttempt(provider_id=provider_id):
            return Sent(provider_id)
        case MissingAttempt():
            return SendAgain(repeat=False)
        case Later() as later:
            return later
        case UnverifiableAttempt(cause=cause):
            return _repeat_or_give_up(claim, cause)


def _repeat_or_give_up(claim: Claim, cause: str) -> SendAgain | Lost:
    return Lost(cause) if claim.stored.repeated else SendAgain(repeat=True)
