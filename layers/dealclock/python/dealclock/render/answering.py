"""How a mail may be answered: by its personal link, or by a reply. The last lines of the mail."""

from dataclasses import dataclass, replace

from dealclock.access.links import HIDDEN


@dataclass(frozen=True, slots=True)
class Answering:
    """The ways open to one reader: `link` is "" where there is none.

    `days` is for how long the link works. `reply` says whether a reply is filed.
    """

    link: str
    days: int
    reply: bool

    def hidden(self) -> "Answering":
        """The same without the secret: what the archive keeps."""
        return replace(self, link=HIDDEN if self.link else "")


def told(answering: Answering) -> list[str]:
    """What is said of the ways, without the link itself."""
    lines = []
    if answering.link:
        lines.append(
            f"The link is yours alone and works once, within {answering.days} days; it asks you to "
            "confirm. Do not forward this mail."
        )
    if answering.reply:
        lines.append(
            "A reply to this mail is filed with the deal, as text alone, and its owner is told."
        )
    return lines


def text(answering: Answering) -> str:
    """The lines for a mail's text."""
    link = [f"Acknowledge: {answering.link}"] if answering.link else []
    return "".join(f"{line}\n" for line in (*link, *told(answering)))
