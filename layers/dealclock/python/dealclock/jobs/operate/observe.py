"""What every function does around its work: the correlation id on each line of its log, metrics,
and how near it came to its time limit.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from time import monotonic
from typing import Any, TypeAlias

from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit

from dealclock.correlation import CORRELATION
from dealclock.errors import TooNewError
from dealclock.jobs.operate.failures import without_data

NEAR = 0.8
"""The part of its time that a function may take before an operator hears of it."""

_ID = re.compile(r"[A-Za-z0-9-]{8,64}")

Handler: TypeAlias = Callable[[Any, Any], Any]


def observed(
    logger: Logger, metrics: Metrics, within: float | None = None
) -> Callable[[Handler], Handler]:
    """A decorator of a function's handler. `within`: seconds, if not those of its time limit.

    Its correlation id is that of the schedule's event, `execution`, otherwise of the request. Of
    an event nothing is logged.
    """

    def around(handler: Handler) -> Handler:
        @wraps(handler)
        def run(event: Any, context: Any) -> Any:
            began = monotonic()
            most = within or context.get_remaining_time_in_millis() / 1000
            execution = str(event.get("execution")) if isinstance(event, dict) else ""
            try:
                known = _ID.fullmatch(execution) and event.get("scheduled_time")
                with correlated(logger, execution if known else context.aws_request_id):
                    return handler(event, context)
            finally:
                if monotonic() - began >= NEAR * most:
                    metrics.add_metric("NearTimeLimit", MetricUnit.Count, 1)
                    logger.warning("near the time limit", extra={"seconds": most})
                if metrics.metric_set:
                    metrics.flush_metrics()

        injected: Handler = logger.inject_lambda_context(log_event=False)(run)
        return injected

    return around


@contextmanager
def correlated(logger: Logger, correlation: str) -> Iterator[None]:
    """Work under a correlation id: on each line of the log, and in what it queues and stores."""
    before = CORRELATION.set(correlation)
    try:
        with logger.append_context_keys(correlation_id=correlation):
            yield
    finally:
        CORRELATION.reset(before)


@contextmanager
def one_work(
    logger: Logger, metrics: Metrics, correlation: str | None = None, **named: str
) -> Iterator[None]:
    """One message or event of a call, under its correlation id, or that of the call.

    If it fails, that is counted, logged with `named` and without its data, and raised. What only a
    newer release can read is no failure: it is left in its queue for the one being deployed, and
    if it stays, its dead letter is the alarm.
    """
    with correlated(logger, correlation or CORRELATION.get()):
        try:
            yield
        except Exception as error:  # noqa: BLE001 - its text must not reach the log
            failed = without_data(error)
            if not isinstance(error, TooNewError):
                metrics.add_metric("Failed", MetricUnit.Count, 1)
            logger.error("failed", extra={**named, "cause": str(failed)})
            raise failed from None
