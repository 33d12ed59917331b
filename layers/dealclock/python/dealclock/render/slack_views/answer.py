"""An answer shown as a form that only shows: where there is no channel to answer in."""

from dealclock.render import slack
from dealclock.render.message import Message
from dealclock.render.slack_views import parts
from dealclock.render.slack_views.parts import Block

NAME = "answer"


def shown(message: Message, title: str) -> Block:
    """The same blocks that a command would be answered with."""
    return parts.modal(NAME, title, slack.ephemeral(message)["blocks"])
