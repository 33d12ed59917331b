"""A message as plain text."""

from dealclock.render import answering as ways
from dealclock.render.answering import Answering
from dealclock.render.told import POSSIBLY_REPEATED, Told, body, flat

# Inbox lists show the first words of a mail, so these fill the place before anything else is said.
QUIET = "Deal information for its team only. Please open this message where nobody reads along."


def answer(told: Told) -> str:
    """The whole message, the answer in its first line: for the one who asked."""
    return "\n".join(body(told)) + "\n"


def letter(told: Told, answering: Answering | None = None) -> str:
    """The whole message behind a first line that gives nothing away: for mail.

    At its end how it may be answered, where that is given.
    """
    first = [flat(told.preview), QUIET, *([POSSIBLY_REPEATED] if told.repeated else [])]
    last = f"\n{ways.text(answering)}" if answering else ""
    return "\n".join(first) + f"\n\n{answer(told)}{last}"
