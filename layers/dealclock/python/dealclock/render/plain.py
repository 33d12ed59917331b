"""A message as plain text."""

from dealclock.render import reply_ways as ways
from dealclock.render.message import POSSIBLY_REPEATED, Message, flat, text_lines
from dealclock.render.reply_ways import ReplyWays

# Inbox lists show the first words of a mail, so these fill the place before anything else is said.
QUIET = "Deal information for its team only. Please open this message where nobody reads along."


def as_text(message: Message) -> str:
    """The whole message, the answer in its first line: for the one who asked."""
    return "\n".join(text_lines(message)) + "\n"


def as_mail_text(message: Message, answering: ReplyWays | None = None) -> str:
    """The whole message behind a first line that gives nothing away: for mail.

    At its end how it may be answered, where that is given.
    """
    first = [flat(message.preview), QUIET, *([POSSIBLY_REPEATED] if message.repeated else [])]
    last = f"\n{ways.text(answering)}" if answering else ""
    return "\n".join(first) + f"\n\n{as_text(message)}{last}"
