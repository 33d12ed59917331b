"""One click on [Acknowledge]: it answers for everything the person was shown, and nothing more."""

from collections.abc import Sequence
from dataclasses import replace

from dealclock.store import StoredDelivery
from dealclock.usecases.desk.respond import (
    AlertOutdatedError,
    NoSuchObligation,
    NotOpen,
    ResponseRequest,
    ResponseResult,
    respond,
)
from dealclock.usecases.services import Services

_SETTLED = (NotOpen, NoSuchObligation, AlertOutdatedError)


def acknowledge_post(
    stored: StoredDelivery, asked: ResponseRequest, services: Services, by: str
) -> Sequence[ResponseResult]:
    """Acknowledge each alert that the delivery said, as it was announced; at least one.

    What was added or moved since is not covered, and what is over by now needs no answer. Done
    twice, the second time changes nothing. Raises what `respond` raises where nothing is left.
    """
    shown = dict.fromkeys((alert.instance, alert.revision) for alert in stored.alerts)
    acted: list[ResponseResult] = []
    refused: Exception | None = None
    for instance, revision in shown:
        try:
            each = replace(asked, instance=instance, revision=revision)
            acted.append(respond(each, services, by))
        except _SETTLED as why:
            refused = refused or why
    if not acted and refused is not None:
        raise refused
    return acted
