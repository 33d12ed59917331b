"""Everything that is asked over the web, by the first part of its path.

    GET, POST  /a/SECRET                the page of an alert, by its email's link
    GET        /calendar/SECRET.ics     a person's calendar feed

Anything else is answered like a link that does not work.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dealclock.access.links import is_secret
from dealclock.media import pages
from dealclock.usecases.desk.web import alert_page, calendar_feed
from dealclock.usecases.desk.web.request import METHODS, WebRequest, read
from dealclock.usecases.desk.web.response import GONE, WebResponse, gone
from dealclock.usecases.services import Services

ALLOWED = {"allow": ", ".join(METHODS)}


@dataclass(frozen=True, slots=True)
class ServedAnswer:
    """An answer as a Function URL takes it, the metric it adds to, and what was asked."""

    answer: dict[str, Any]
    status: int
    counted: str
    what: str


def serve(event: Mapping[str, Any], services: Services) -> ServedAnswer:
    """The answer to one request."""
    request = read(event)
    if not isinstance(request, WebRequest):
        return _served(_turned_away(request), "GET")
    return _served(_answered(request, services), request.method)


def failed(request_id: str) -> ServedAnswer:
    """The answer when something went wrong that nobody foresaw."""
    return _served(WebResponse(500, pages.failed(request_id), "WebFailed", "failed"), "GET")


def _served(response: WebResponse, method: str) -> ServedAnswer:
    answer = response.as_event(method)
    return ServedAnswer(answer, response.status, response.counted, response.what)


def _answered(request: WebRequest, services: Services) -> WebResponse:
    match request.path.split("/"):
        case ["", "a", secret] if is_secret(secret):
            return _link(secret, request, services)
        case ["", "calendar", name] if name.endswith(".ics") and is_secret(name[:-4]):
            if request.method == "POST":
                return _turned_away("method")
            return calendar_feed.read(name[:-4], request.headers, services)
        case _:
            return gone("unknown")


def _link(secret: str, request: WebRequest, services: Services) -> WebResponse:
    if request.method != "POST":
        return alert_page.opened(secret, services, head=request.method == "HEAD")
    act = next((each for each in alert_page.ACTS if each == request.form.get("act")), None)
    if request.from_elsewhere or act is None:
        return _turned_away("body")
    return alert_page.posted(secret, act, request.form, services)


def _turned_away(wrong: str) -> WebResponse:
    status = {"method": 405, "body": 400}.get(wrong, GONE)
    headers = ALLOWED if wrong == "method" else {}
    page = pages.not_so() if status != GONE else pages.gone()
    return WebResponse(status, page, "WebRefused", wrong, headers=headers)
