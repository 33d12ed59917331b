"""An email's body as it may be shown: in a frame without rights, its links next to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import quote, urlsplit

from local.mail import Attachment, Mail

LOCKED_UP: Mapping[str, str] = {
    "Content-Security-Policy": (
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""Headers of every answer with content of an email: nothing in it runs or fetches."""

_IN_TEXT = re.compile(r"""https?://[^\s<>"']+[^\s<>"'.,;:!?)]""")


@dataclass(frozen=True)
class Link:
    """A link of an email: its address and its text."""

    url: str
    says: str


def links(mail: Mail) -> Sequence[Link]:
    """The links of the HTML part, then those only in the text part; each address once."""
    reader = _Links()
    reader.feed(mail.html)
    reader.close()
    found: dict[str, Link] = {}
    for link in filter(_leads_somewhere, reader.found):
        found.setdefault(link.url, link)
    for line in mail.text.splitlines():
        for match in _IN_TEXT.finditer(line):
            before = line[: match.start()].rstrip(" :(<[").lstrip()
            found.setdefault(match.group(), Link(match.group(), before or match.group()))
    return list(found.values())


def download_headers(attachment: Attachment) -> Mapping[str, str]:
    """The headers under which an attachment is saved and never shown."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", attachment.name) or "attachment"
    whole = quote(attachment.name or "attachment", safe="")
    return {
        **LOCKED_UP,
        "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{whole}",
    }


def _leads_somewhere(link: Link) -> bool:
    try:
        return urlsplit(link.url).scheme in ("http", "https")
    except ValueError:
        return False


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Link] = []
        self._url: str | None = None
        self._words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._url, self._words = dict(attrs).get("href"), []

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._url:
            words = " ".join("".join(self._words).split())
            self.found.append(Link(self._url, words or self._url))
            self._url = None

    def handle_data(self, data: str) -> None:
        if self._url is not None:
            self._words.append(data)
