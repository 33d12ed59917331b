"""Everything that is asked over the web, by the first part of its path.

    GET, POST  /a/SECRET                the page of an alert, by its email's link
    GET        /calendar/SECRET.ics     a person's calendar feed

Anything else is answered like a link that does not work.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Literal

from dealclock.desk.web import alert_page, calendar_feed
from dealclock.desk.web.response import NOT_FOUND, WebResponse, link_not_found
from dealclock.jobs.plan.invitations import note_dates
from dealclock.jobs.services import Services
from dealclock.messages import pages
from dealclock.people.links import fingerprint, is_secret
from dealclock.records import record

METHODS = ("GET", "HEAD", "POST")
ALLOWED = {"allow": ", ".join(METHODS)}

Refusal = Literal["method", "host", "path", "body"]
"""What is wrong with something that is not taken for a request."""


@record
class WebRequest:
    """A request; header names are in lower case, `form` is the form that was posted."""

    method: str
    path: str
    headers: Mapping[str, str]
    form: Mapping[str, str]

    @property
    def from_elsewhere(self) -> bool:
        """Whether a browser says that another site sent it."""
        return self.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def serve(request: WebRequest | Refusal, services: Services) -> WebResponse:
    """The answer to one request; to HEAD it has no body."""
    if not isinstance(request, WebRequest):
        return _turned_away(request)
    response = _answered(request, services)
    return replace(response, body="") if request.method == "HEAD" else response


def carry_out(asked: Mapping[str, Any], services: Services) -> dict[str, Any]:
    """Do what the function that answers the web may not: a form of a page, which is checked again
    from its link on, or noting what calendars are sent of a deal. Returns the WebResponse's fields.
    """
    if "dates" in asked:
        note_dates(str(asked["dates"]), services)
        return {}
    return asdict(serve(WebRequest(**asked["page"]), services))


def failed(request_id: str) -> WebResponse:
    """The answer when something went wrong that nobody foresaw."""
    return WebResponse(500, pages.render_error(request_id), "failed")


def _answered(request: WebRequest, services: Services) -> WebResponse:
    match request.path.split("/"):
        case ["", "a", secret] if is_secret(secret):
            return _link(secret, request, services)
        case ["", "calendar", name] if name.endswith(".ics") and is_secret(name[:-4]):
            if request.method == "POST":
                return _turned_away("method")
            return calendar_feed.serve_feed(name[:-4], request.headers, services)
        case _:
            return link_not_found("unknown")


def _link(secret: str, request: WebRequest, services: Services) -> WebResponse:
    if request.method != "POST":
        return alert_page.show(secret, services, head=request.method == "HEAD")
    act = next((each for each in alert_page.ACTS if each == request.form.get("act")), None)
    if request.from_elsewhere or act is None:
        return _turned_away("body")
    if services.elsewhere and services.store.links.get(fingerprint(secret)):
        page = {"method": "POST", "path": request.path, "headers": {}, "form": dict(request.form)}
        return WebResponse(**json.loads(services.elsewhere(json.dumps({"page": page}))))
    return alert_page.submit(secret, act, request.form, services)


def _turned_away(wrong: Refusal) -> WebResponse:
    status = {"method": 405, "body": 400}.get(wrong, NOT_FOUND)
    headers = ALLOWED if wrong == "method" else {}
    page = pages.render_bad_request() if status != NOT_FOUND else pages.render_dead_link()
    return WebResponse(status, page, wrong, headers=headers)
