"""Slack as each person of the deal sees it: channels, the app's messages and Home, forms.

showing.py   the page of one person in one conversation
doing.py     what a person does there, sent to the function as Slack sends it
rooms.py     conversations and what is unread; entries.py messages; dialogs.py forms
pressing.py  where a press of a button goes
manifest.py  the command and the shortcuts the app is installed with
kindly.py    a failure between Slack and the function, in words
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.routing import BaseRoute, Route

from local.workbench.actions import action
from local.workbench.panes.slack.doing import Hands
from local.workbench.panes.slack.showing import Pages
from local.workbench.workbench import Workbench


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """Its pages and what can be done on them."""
    pages, hands = Pages(workbench), Hands(workbench)
    done = {
        "/slack/{person}/views/{view}/click": hands.pressed_in_view,
        "/slack/{person}/views/{view}/choose": hands.chosen,
        "/slack/{person}/views/{view}/submit": hands.handed_in,
        "/slack/{person}/views/{view}/close": hands.closed,
        "/slack/{person}/{room}/say": hands.typed,
        "/slack/{person}/{room}/click": hands.pressed,
        "/slack/{person}/{room}/shortcut": hands.pulled,
    }
    return [
        Route("/slack", pages.first),
        Route("/slack/{person}", pages.of_person),
        Route("/slack/{person}/files/{file}/{name}", pages.file),
        Route("/slack/{person}/{room}", pages.room),
        *(Route(path, action(does), methods=["POST"]) for path, does in done.items()),
    ]
