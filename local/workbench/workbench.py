"""What every pane of the workbench is given."""

from __future__ import annotations

from dataclasses import dataclass

from dealclock.cli.connection import Connection
from local.running import Running
from local.slack.interactions import App
from local.workbench.next_event import Hints
from local.workbench.play import Play


@dataclass(frozen=True)
class Workbench:
    """The running stack, the library's way to its table, the app as Slack reaches it, the play.

    `hints` tell what comes next in it.
    """

    local: Running
    connection: Connection
    app: App
    play: Play
    hints: Hints
