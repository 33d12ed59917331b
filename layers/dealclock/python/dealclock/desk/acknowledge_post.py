"""Acknowledge all alerts of one message with one click on [Acknowledge]."""

from collections.abc import Sequence
from dataclasses import replace

from dealclock.desk.respond import ResponseRequest, ResponseResult, respond
from dealclock.errors import ConflictError
from dealclock.jobs.services import Services
from dealclock.store import StoredDelivery


def acknowledge_post(
    stored: StoredDelivery, request: ResponseRequest, services: Services, by: str
) -> Sequence[ResponseResult]:
    """Acknowledge each alert in the delivery at the revision that was sent; at least one.

    Alerts added or moved since are not covered, and settled ones are skipped. Idempotent. Raises
    what `respond` raises if none remains.
    """
    shown = dict.fromkeys((alert.instance, alert.revision) for alert in stored.alerts)
    results: list[ResponseResult] = []
    refused: Exception | None = None
    for instance, revision in shown:
        try:
            alert_request = replace(request, instance=instance, revision=revision)
            results.append(respond(alert_request, services, by))
        except ConflictError as error:
            refused = refused or error
    if not results and refused is not None:
        raise refused
    return results
