"""Queued messages, and the queues: SQS, first in, first out by deal for assessments."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from dealclock.alerts.slots import Slot
from dealclock.correlation import CORRELATION
from dealclock.errors import TooNewError
from dealclock.facts.fact import Instant
from dealclock.files.source import Model
from dealclock.people.people import SlackUser
from dealclock.people.policy import PRESSING
from dealclock.store import formats

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient


M = TypeVar("M", bound=Model)
M_contra = TypeVar("M_contra", bound=Model, contravariant=True)


# The deal's day goes with the work, and no one asks for it again later. Each message carries
# `format` and `needs`, as everything stored does (store/formats.py): one queued by a newer release
# is read as far as it may be, or refused. `correlation` is what caused the work; older releases
# ignore it.


def body_of(message: Model) -> str:
    """The message in its queued form."""
    marks = {"format": formats.FORMAT, "needs": formats.needs_of_model(message)}
    cause = {"correlation": CORRELATION.get()} if CORRELATION.get() else {}
    return json.dumps({**message.model_dump(mode="json"), **marks, **cause})


def correlation_in(body: str) -> str | None:
    """The correlation id of a queued message; None if it has none, or is not readable."""
    try:
        return str(json.loads(body)["correlation"])
    except (ValueError, KeyError, TypeError):
        return None


def message_in(body: str, model: type[M]) -> M:
    """The message in the body of a queued one; raises TooNewError, or pydantic's
    ValidationError.
    """
    needs = formats.needs_in(body)
    if needs > formats.FORMAT:
        raise TooNewError(f"A queued message ({model.__name__})", needs, formats.FORMAT)
    return formats.load_model(model, body)


class AssessDeal(Model):
    """Assess one deal as of a day, on what was known at an instant, for one slot of a sweep."""

    deal: str
    as_of: date
    known_at: Instant
    slot: Slot
    sweep: str


class CheckDeals(Model):
    """Make the part of the daily check that comes next: the deals from `after`, excluded."""

    after: str


class Deliver(Model):
    """Carry out one delivery. `rank` is the place of its first reason in PRESSING, from 0."""

    deal: str
    day: date
    delivery: str
    rank: int = len(PRESSING)


class MakeFile(Model):
    """Make one file of a deal and send it to the person who requested it, in a direct message.

    `kind` is one of documents/files/kinds.py and `args` are its own, as words. `request` is an
    opaque id of the request: repeated, it makes one file. `tries` counts how often Slack has asked
    to try later.
    """

    kind: str
    deal: str
    user: SlackUser
    args: Mapping[str, str] = {}
    as_of: date
    known_at: Instant
    request: str
    tries: int = 0


def work_in(body: str) -> AssessDeal | CheckDeals:
    """The message of the queue of deals; raises as `message_in` does."""
    try:
        is_deal = "deal" in json.loads(body)
    except ValueError:
        is_deal = True
    return message_in(body, AssessDeal) if is_deal else message_in(body, CheckDeals)


class WorkQueue(Protocol[M_contra]):
    """A queue of deals to assess, in order for each deal, of deliveries, or of files to make."""

    def send(self, message: M_contra, delay: int = 0) -> None:
        """Queue one message, to be seen after `delay` seconds, at most LONGEST_DELAY."""


LONGEST_DELAY = 900  # seconds; SQS allows no more


class SqsQueue:
    """A queue of SQS; that of deals is first in, first out, and queues a deal of a sweep once.

    `client` is called for each message, so that one that sends none needs no client.
    """

    def __init__(self, client: "Callable[[], SQSClient]", url: str) -> None:
        self._client, self._url = client, url

    def send(self, message: Model, delay: int = 0) -> None:
        """Queue one message, to be seen after `delay` seconds, which a deal's does not take."""
        how: dict[str, Any] = {"DelaySeconds": min(delay, LONGEST_DELAY)}
        if isinstance(message, AssessDeal):
            once = f"{message.sweep}-{message.deal}"[:128]
            how = {"MessageGroupId": message.deal, "MessageDeduplicationId": once}
        elif isinstance(message, CheckDeals):
            once = f"daily-check-{message.after}"[:128]
            how = {"MessageGroupId": "daily-check", "MessageDeduplicationId": once}
        self._client().send_message(QueueUrl=self._url, MessageBody=body_of(message), **how)
