"""An answer shown as a form that only shows: where there is no channel to answer in."""

from dealclock.media import slack
from dealclock.media.slack_views import parts
from dealclock.media.slack_views.parts import Block
from dealclock.messages.message import Message

NAME = "answer"


def shown(message: Message, title: str) -> Block:
    """The same blocks that a command would be answered with."""
    return parts.modal(NAME, title, slack.ephemeral(message)["blocks"])
