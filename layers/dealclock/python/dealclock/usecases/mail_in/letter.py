"""A mail's own words, taken apart without trusting any of it: sender, text, what came along.

automatic   a machine's: an absence notice, a bounce, a list. Neither filed nor answered
unanswered  it asks for no answer by a machine. Filed like any other, and never answered
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import getaddresses
from html.parser import HTMLParser

LARGEST = 5_000_000  # bytes that are read of a mail
LONGEST_TEXT = 20_000  # characters that are filed
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
_BY_MACHINES = frozenset({"bulk", "list", "junk", "auto_reply"})
_LISTS = ("List-Id", "List-Unsubscribe", "X-Auto-Response-Suppress")
_ROBOTS = ("X-Autoreply", "X-Autorespond", "X-Loop")


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as far as it can be read. `sender` is "" unless it names exactly one."""

    sender: str
    message_id: str
    text: str
    attachments: int
    automatic: bool
    unanswered: bool


def read(raw: bytes, source: str) -> Letter | None:
    """The mail in `raw`, sent under the envelope's `source`; None for one that cannot be read."""
    try:
        content = BytesParser(_class=EmailMessage, policy=policy.default).parsebytes(raw)
        return _letter(content, source)
    except Exception:  # noqa: BLE001 - whatever a stranger can write must not stop the others
        return None


def _letter(content: EmailMessage, source: str) -> Letter:
    senders = [a.lower() for _, a in getaddresses([str(h) for h in content.get_all("From", [])])]
    named = _MESSAGE_ID.search(str(content.get("Message-ID", "")))
    return Letter(
        sender=senders[0] if len(senders) == 1 else "",
        message_id=named.group() if named else "",
        text=_text(content),
        attachments=sum(p.get_content_disposition() == "attachment" for p in content.walk()),
        automatic=_is_automatic(content, source),
        unanswered=any(name in content for name in _LISTS),
    )


def _is_automatic(content: EmailMessage, source: str) -> bool:
    submitted = str(content.get("Auto-Submitted", "no")).partition(";")[0].strip().lower()
    machine = source.strip("<> ").partition("@")[0].lower() in ("", "mailer-daemon", "postmaster")
    return (
        submitted != "no"
        or str(content.get("Precedence", "")).strip().lower() in _BY_MACHINES
        or content.get_content_type() == "multipart/report"
        or machine
        or any(name in content for name in _ROBOTS)
    )


def _text(content: EmailMessage) -> str:
    body = content.get_body(("plain", "html"))
    if body is None:
        return ""
    try:
        text = str(body.get_content())
    except (LookupError, ValueError):  # a character set nobody knows
        payload = body.get_payload(decode=True)
        text = payload.decode("latin-1") if isinstance(payload, bytes) else ""
    return "\n".join(_plain(text)) if body.get_content_subtype() == "html" else text


def _plain(page: str) -> Iterator[str]:
    reader = _Reader()
    reader.feed(page)
    reader.close()
    yield from (line.strip() for line in "".join(reader.found).splitlines())


class _Reader(HTMLParser):
    """The text of a page, what it quotes and what is not text left out."""

    _LINES = frozenset({"br", "p", "div", "li", "tr", "h1", "h2", "h3"})
    _NOT_READ = frozenset({"style", "script", "head", "title", "blockquote"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - its name
        if tag in self._NOT_READ:
            self._inside.append(tag)
        if tag in self._LINES:
            self.found.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._inside:
            del self._inside[self._inside.index(tag) :]
        if tag in self._LINES:
            self.found.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.found.append(" ".join(data.split("\n")))
