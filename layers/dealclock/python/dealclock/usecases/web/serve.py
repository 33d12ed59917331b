"""Everything that is asked over the web, by the first part of its path.

    GET, POST  /a/SECRET                the acknowledge link of a mail
    GET        /calendar/SECRET.ics     a person's calendar feed

Anything else is answered like a link that does not work.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dealclock.access.links import is_secret
from dealclock.render import pages
from dealclock.store import Store
from dealclock.usecases.messages import AssessQueue
from dealclock.usecases.web import acknowledging, feeding
from dealclock.usecases.web.request import METHODS, Request, read
from dealclock.usecases.web.response import Response

ALLOWED = {"allow": ", ".join(METHODS)}


def serve(
    event: Mapping[str, Any], store: Store, queue: AssessQueue, now: datetime
) -> dict[str, Any]:
    """The answer as a Function URL takes it, with `counted` and `what` for metric and log."""
    request = read(event)
    response = (
        _answered(request, store, queue, now)
        if isinstance(request, Request)
        else _turned_away(request)
    )
    method = request.method if isinstance(request, Request) else "GET"
    return {"answer": response.as_event(method), "counted": response.counted, "what": response.what}


def failed(request_id: str) -> dict[str, Any]:
    """The answer when something went wrong that nobody foresaw."""
    return Response(500, pages.failed(request_id), "WebFailed", "failed").as_event()


def _answered(request: Request, store: Store, queue: AssessQueue, now: datetime) -> Response:
    match request.path.split("/"):
        case ["", "a", secret] if is_secret(secret):
            return _link(secret, request, store, queue, now)
        case ["", "calendar", name] if name.endswith(".ics") and is_secret(name[:-4]):
            if request.method == "POST":
                return _turned_away("method")
            return feeding.read(name[:-4], request.headers, store, now)
        case _:
            return acknowledging.gone("unknown")


def _link(
    secret: str, request: Request, store: Store, queue: AssessQueue, now: datetime
) -> Response:
    if request.method != "POST":
        return acknowledging.opened(secret, store, now)
    if request.from_elsewhere or request.form.get("confirm") != "yes":
        return _turned_away("body")
    return acknowledging.confirmed(secret, store, queue, now)


def _turned_away(wrong: str) -> Response:
    status = {"method": 405, "body": 400}.get(wrong, acknowledging.GONE)
    headers = ALLOWED if wrong == "method" else {}
    page = pages.not_so() if status != acknowledging.GONE else pages.gone()
    return Response(status, page, "WebRefused", wrong, headers=headers)
