"""How an email is answered without Slack: by the page behind its personal link.

The last lines of the email; they also say where a reply by email goes, which records nothing.
"""

from dataclasses import dataclass, replace

from dealclock.access.links import HIDDEN
from dealclock.messages.why import TITLE

_ANCHORS = (("acknowledge", "Acknowledge"), ("done", "It is done"), ("snooze", "Snooze"))


@dataclass(frozen=True, slots=True)
class ReplyWays:
    """The personal link of one reader, which works for `days` days, and where replies go.

    `link` is "" where there is no page; `answers` whether its reader may answer the alert there.
    `replies_to` is an address, "" for nowhere.
    """

    replies_to: str = ""
    link: str = ""
    days: int = 0
    answers: bool = False

    def hidden(self) -> "ReplyWays":
        """The same without the secret: what the archive keeps."""
        return replace(self, link=HIDDEN) if self.link else self

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """Each section of the page by the words on its button and its address."""
        named = (*(_ANCHORS if self.answers else ()), ("why", TITLE))
        return tuple((says, f"{self.link}#{name}") for name, says in named) if self.link else ()


def describe_ways(answering: ReplyWays) -> str:
    """What is said of the link and of replies, without the link itself."""
    said = []
    if answering.link:
        said.append(
            f"The link is yours alone and works for {answering.days} days. Do not forward this "
            "email."
        )
    where = (
        f"Replies go to {answering.replies_to}; they are" if answering.replies_to else "Replies are"
    )
    said.append(f"{where} not recorded in Dealclock.")
    if answering.answers:
        said.append("Use the link to acknowledge or add a note.")
    return " ".join(said)


def text(answering: ReplyWays) -> str:
    """The lines for an email's text."""
    does = f"Acknowledge, snooze, mark as done, or {TITLE}" if answering.answers else TITLE
    link = f"{does} {answering.link}\n" if answering.link else ""
    return f"{link}{describe_ways(answering)}\n"
