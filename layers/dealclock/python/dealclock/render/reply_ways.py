"""How an email is acknowledged: by its personal link. The last lines of the email."""

from dataclasses import dataclass, replace

from dealclock.access.links import HIDDEN


@dataclass(frozen=True, slots=True)
class ReplyWays:
    """The personal link of one reader, which works for `days` days."""

    link: str
    days: int

    def hidden(self) -> "ReplyWays":
        """The same without the secret: what the archive keeps."""
        return replace(self, link=HIDDEN)


def describe_ways(answering: ReplyWays) -> str:
    """What is said of the link, without the link itself."""
    return (
        f"The link is yours alone and works once, within {answering.days} days; it asks you to "
        "confirm. Do not forward this email. Replies to it are not read."
    )


def text(answering: ReplyWays) -> str:
    """The lines for an email's text."""
    return f"Acknowledge: {answering.link}\n{describe_ways(answering)}\n"
