"""What every pane of the workbench gets."""

from __future__ import annotations

from dataclasses import dataclass

from dealclock.cli.connection import Connection
from local.launch import Running
from local.slack.app import App
from local.workbench.next_event import Hints
from local.workbench.play import Play


@dataclass(frozen=True)
class Workbench:
    """The stack, the library's connection to it, the app as Slack reaches it, the play.

    `hints` say what comes next.
    """

    local: Running
    connection: Connection
    app: App
    play: Play
    hints: Hints
