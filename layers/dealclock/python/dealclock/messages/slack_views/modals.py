"""Modals: *Why this date?*, the forms that snooze and hand over, an answer without a channel.

*Why this date?* is the answer of `/deal why`, and the same as text to copy: Slack has no copy
button, so the text is in its own block at the end.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.messages import plain, slack, words
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


SNOOZE = "alert:snooze"
UNTIL = "until"
_SNOOZE_TITLE = "Snooze"


def snooze_form(code_name: str, title: str, due: date | None, ref: str) -> Block:
    """The form; `ref` is the delivery under which it was opened."""
    bound = f"Due {words.day(due)}; a snooze cannot go past that." if due else ""
    blocks = [
        parts.strong(f"{code_name}: {title}"),
        parts.field(UNTIL, "Snooze until", parts.day(None), hint=f"A Business Day. {bound}"),
    ]
    return parts.modal(SNOOZE, _SNOOZE_TITLE, blocks, submit="Snooze", metadata=ref)


DECLINE = "alert:decline"
TO, NOTE = "to", "note"


def decline_form(code_name: str, title: str, people: Sequence[tuple[str, str]], ref: str) -> Block:
    """The form that hands the item to one of these people, by id and name, the first chosen."""
    choices = [parts.option(id_, name) for id_, name in people[: parts.OPTIONS_MOST]]
    who = parts.select(choices, people[0][0] if people else "")
    blocks = [
        parts.strong(f"{code_name}: {title}"),
        parts.field(TO, "Who owns it", who, hint="That person is notified, and owns it from now."),
        parts.field(NOTE, "Reason", parts.typed("", 500), optional=True),
    ]
    return parts.modal(DECLINE, "Not mine", blocks, submit="Hand over", metadata=ref)


def done(name: str, message: Message) -> Block:
    """What was done, in place of the form of that name."""
    return parts.modal(
        name,
        _SNOOZE_TITLE if name == SNOOZE else "Not mine",
        [parts.lines(line for line in plain.as_text(message).splitlines() if line)],
    )


ANSWER = "answer"


def answer(message: Message, title: str) -> Block:
    """The same blocks as the answer to a command."""
    return parts.modal(ANSWER, title, slack.render_ephemeral(message)["blocks"])
