"""An answer over the web, with headers that keep it from being stored, framed or referred to."""

from collections.abc import Mapping
from dataclasses import field

from dealclock.messages import pages
from dealclock.records import record

NOT_FOUND = 404
_POLICY = (
    f"default-src 'none'; style-src '{pages.STYLE_HASH}'; script-src '{pages.SCRIPT_HASH}'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
GUARDED: Mapping[str, str] = {
    "cache-control": "no-store",
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=63072000",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex, nofollow",
}
PAGE = "text/html; charset=utf-8"
CALENDAR = "text/calendar; charset=utf-8"


@record
class WebResponse:
    """An answer. `what` names the request in the log."""

    status: int
    body: str
    what: str
    content_type: str = PAGE
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def all_headers(self) -> Mapping[str, str]:
        """Every header to send: those that guard any page, its content type, and its own."""
        return {**GUARDED, "content-type": self.content_type, **self.headers}


def link_not_found(what: str) -> WebResponse:
    """The one answer for every link that does not work, for any cause."""
    return WebResponse(NOT_FOUND, pages.render_dead_link(), what)
