"""Modals: *Why this date?*, an answer where there is no channel.

*Why this date?* is the answer of `/deal why`, and the same as text to copy: Slack has no copy
button, so the text is in its own block at the end.
"""

from collections.abc import Iterator

from dealclock.messages import plain, slack
from dealclock.messages.message import Message, flat
from dealclock.messages.slack_views import parts
from dealclock.messages.slack_views.parts import Block
from dealclock.messages.why import TITLE

WHY = "alert:why"
_FENCE = "```"
_MORE_MOST = 120  # the line that says how many lines were left out


def why(message: Message) -> Block:
    """The modal; what does not fit is counted, with the command that shows all."""
    text = "\n".join(_to_copy(message))
    return parts.modal(
        WHY,
        TITLE,
        [
            *slack.render_ephemeral(message)["blocks"],
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
            yield slack.describe_left_out(len(lines) - number, message.more).replace("`", "")
            break
        yield line
    yield _FENCE


def _harmless(line: str) -> str:
    """The line escaped for a fence: nothing in it is a link, a mention or the fence's end."""
    escaped = flat(line).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace("`", "'")


ANSWER = "answer"


def answer(message: Message, title: str) -> Block:
    """The same blocks as the answer to a command."""
    return parts.modal(ANSWER, title, slack.render_ephemeral(message)["blocks"])
