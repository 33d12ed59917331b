"""Slack as each person of the deal sees it: channels, the app's messages and Home, forms.

pages.py           the page of one person in one conversation
person_actions.py  what a person does there, sent to the function as Slack sends it
rooms.py           conversations and what is unread
entries.py         the messages of a conversation
dialogs.py         open forms
press.py           where a click on a button goes
manifest.py        the command and the shortcuts the app is installed with
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.routing import BaseRoute, Route

from local.workbench.actions import action
from local.workbench.panes.slack.pages import Pages
from local.workbench.panes.slack.person_actions import PersonActions
from local.workbench.workbench import Workbench


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """Its pages and what can be done on them."""
    pages, actions = Pages(workbench), PersonActions(workbench)
    done = {
        "/slack/{person}/views/{view}/click": actions.click_in_form,
        "/slack/{person}/views/{view}/choose": actions.choose,
        "/slack/{person}/views/{view}/submit": actions.submit,
        "/slack/{person}/views/{view}/close": actions.close,
        "/slack/{person}/{room}/say": actions.send,
        "/slack/{person}/{room}/click": actions.click,
        "/slack/{person}/{room}/shortcut": actions.shortcut,
    }
    return [
        Route("/slack", pages.first),
        Route("/slack/{person}", pages.of_person),
        Route("/slack/{person}/files/{file}/{name}", pages.file),
        Route("/slack/{person}/{room}", pages.room),
        *(Route(path, action(does), methods=["POST"]) for path, does in done.items()),
    ]
