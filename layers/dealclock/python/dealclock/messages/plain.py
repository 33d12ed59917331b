"""A message as plain text."""

from dealclock.messages import reply_ways as ways
from dealclock.messages.message import POSSIBLY_REPEATED, QUIET, Message, flat, text_lines
from dealclock.messages.reply_ways import ReplyWays


def as_text(message: Message) -> str:
    """The whole message, the answer in its first line: for a reply to a command."""
    return "\n".join(text_lines(message)) + "\n"


def as_mail_text(message: Message, answering: ReplyWays | None = None) -> str:
    """The whole message after first lines that give nothing away: for email.

    It ends with how to respond, if that is given.
    """
    first = [flat(message.preview), f"{QUIET}.", *([POSSIBLY_REPEATED] * message.repeated)]
    first += [answering.role] if answering and answering.role else []
    last = f"\n{ways.text(answering)}" if answering else ""
    return "\n".join(first) + f"\n\n{as_text(message)}{last}"
