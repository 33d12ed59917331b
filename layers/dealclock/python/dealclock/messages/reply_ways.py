"""How to respond to an email without Slack: the page behind its personal link.

These are the last lines of the email; they also say where a reply by email goes. A reply records
nothing.
"""

from dataclasses import replace

from dealclock.messages.why import TITLE
from dealclock.people.links import HIDDEN
from dealclock.records import record

_ANCHORS = (("acknowledge", "Acknowledge"), ("done", "It is done"), ("snooze", "Snooze"))
# Never first, and never next to Acknowledge: confirming is a position others may ask for.
_CONCLUDES = (("confirm", "Confirm"), ("dispute", "Dispute"))


@record
class ReplyWays:
    """The personal link of one reader, valid for `days` days, and where replies go.

    `link` is "" if there is no page; `answers` says whether the reader may respond to the
    alert there, `concludes` whether it is of a possible default that the reader may confirm or
    dispute. `replies_to` is an address, "" for none. `role` says in a sentence that the reader
    is the backup, "" for anyone else.
    """

    replies_to: str = ""
    link: str = ""
    days: int = 0
    answers: bool = False
    concludes: bool = False
    role: str = ""

    def hidden(self) -> "ReplyWays":
        """The same without the secret, as the archive stores it."""
        return replace(self, link=HIDDEN) if self.link else self

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """Each section of the page: its address by the words on its button."""
        last = _CONCLUDES if self.concludes else ()
        named = (*(_ANCHORS if self.answers else ()), ("why", TITLE), *last)
        return tuple((says, f"{self.link}#{name}") for name, says in named) if self.link else ()


def describe_ways(answering: ReplyWays) -> str:
    """What the email says about the link and replies, without the link itself."""
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
    more = "confirm, dispute, " if answering.concludes else ""
    does = f"Acknowledge, snooze, mark as done, {more}or {TITLE}" if answering.answers else TITLE
    link = f"{does} {answering.link}\n" if answering.link else ""
    return f"{link}{describe_ways(answering)}\n"
