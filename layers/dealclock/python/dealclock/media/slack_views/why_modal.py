"""*Why this date?* in a modal: the answer of `/deal explain`, and the same as text to be copied.

Slack has no button that copies, so the text stands in one block of its own at the end.
"""

from collections.abc import Iterator

from dealclock.media import plain, slack
from dealclock.media.slack_views import parts
from dealclock.media.slack_views.parts import Block
from dealclock.messages.message import Message, flat
from dealclock.messages.why import TITLE

NAME = "alert:why"
_FENCE = "```"
_MORE_MOST = 120  # the line that says how many lines were left out


def modal(message: Message) -> Block:
    """The modal; what does not fit is counted, with the command that shows all."""
    text = "\n".join(_to_copy(message))
    return parts.modal(
        NAME,
        TITLE,
        [
            *slack.ephemeral(message)["blocks"],
            parts.header("Copy"),
            {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}},
        ],
    )


def _to_copy(message: Message) -> Iterator[str]:
    """The plain text inside a fence, within what one block holds."""
    lines = [_harmless(line) for line in plain.as_text(message).splitlines()]
    room = slack.SECTION_MOST - 2 * len(_FENCE) - 2 - _MORE_MOST
    yield _FENCE
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield slack.more_lines(len(lines) - number, message.more).replace("`", "")
            break
        yield line
    yield _FENCE


def _harmless(line: str) -> str:
    """The line as a fence shows it: nothing in it is a link, a mention or the fence's end."""
    escaped = flat(line).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace("`", "'")
