"""What a person does in the pane: type, click, fill in and submit forms, use shortcuts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from dealclock.errors import RefusedError
from local.slack.errors import (
    CommandAnswerRefusedError,
    CommandError,
    CommandFailedError,
    CommandTimeoutError,
    ControlError,
)
from local.workbench.actions import Form, one
from local.workbench.pages import BROWSER
from local.workbench.panes.slack.dialogs import filled_in
from local.workbench.panes.slack.manifest import manifest
from local.workbench.panes.slack.rooms import HOME, channels, of_app
from local.workbench.workbench import Workbench

Does = Callable[[Request, Form], Response | None]


class PersonActions:
    """Every method takes the request and the form of the page the person acted on."""

    def __init__(self, workbench: Workbench) -> None:
        self._slack = workbench.local.slack
        self._app = workbench.app
        self._manifest = manifest()

    def send(self, request: Request, form: Form) -> None:
        """Send a command to the function, or anything else to the conversation."""
        person, channel = request.path_params["person"], self._channel(request)
        text, thread = one(form, "text"), (form.get("thread") or [""])[0]
        if not text:
            raise RefusedError("There is nothing to send yet: type a message or a command.")
        if not text.startswith("/"):
            self._slack.say(self._id(person), channel, _escaped(text), thread)
            return
        if thread:
            raise RefusedError(f"Slack takes no commands in threads: type {text.split()[0]} below.")
        command, _, rest = text.partition(" ")
        if command != self._manifest.command:
            known = self._manifest.command
            raise RefusedError(f"{command} is not a command of this workspace; use {known}.")
        self._command(command, rest.strip(), person, channel, _browser(request))

    def click(self, request: Request, form: Form) -> None:
        """Click a button, an option or a day of a message, or of the Home tab."""
        person, clicked = request.path_params["person"], _clicked(form)
        if request.path_params["room"] == HOME:
            self._do(request, "home_click", user=person, **clicked)
        else:
            where = {"channel": self._channel(request), "ts": one(form, "ts")}
            self._do(request, "click", user=person, **clicked, **where)

    def click_in_form(self, request: Request, form: Form) -> None:
        """Click a button, an option or a day of an open form that is not one of its fields."""
        self._do(request, "view_click", view=request.path_params["view"], **_clicked(form))

    def choose(self, request: Request, form: Form) -> None:
        """Change a field that the app watches."""
        view, field = request.path_params["view"], one(form, "field")
        self._do(request, "choose", view=view, values=filled_in(form), field=field)

    def submit(self, request: Request, form: Form) -> None:
        """Submit a form; errors are shown at its fields."""
        try:
            self._do(request, "submit", view=request.path_params["view"], values=filled_in(form))
        except ControlError as problem:
            if not problem.code.startswith("required_field_empty"):
                raise

    def close(self, request: Request, _form: Form) -> None:
        """Close a form; the app is notified if it asked for that, and may fail silently."""
        body = self._slack.do("close", view=request.path_params["view"])
        if body["view"].get("notify_on_close"):
            with contextlib.suppress(CommandError):
                self._app.send("close", body)

    def shortcut(self, request: Request, form: Form) -> None:
        """Use a shortcut, on a message where the form names one."""
        person, where = request.path_params["person"], {}
        if "ts" in form:
            where = {"channel": self._channel(request), "ts": one(form, "ts")}
        self._do(request, "shortcut", user=person, name=one(form, "name"), **where)

    def _command(self, command: str, text: str, person: str, channel: str, client: str) -> None:
        try:
            self._app.type(command, text, person, channel, client)
        except CommandError as problem:
            self._slack.tell(
                person, channel, f"`{command} {text}`\n{_escaped(explain_failure(problem))}"
            )

    def _do(self, request: Request, kind: str, **what: object) -> None:
        try:
            self._app.do(kind, client=_browser(request), **what)
        except CommandError as problem:
            raise RefusedError(explain_failure(problem)) from problem

    def _channel(self, request: Request) -> str:
        """The id of the conversation on the page, of which the person must be a member."""
        person, name = request.path_params["person"], request.path_params["room"]
        client = self._slack.client(person)
        rooms = (*channels(client), *of_app(client, self._manifest))
        room = next((each for each in rooms if each.name == name), None)
        if room is None or not room.channel:
            raise RefusedError(f"{client['person']['real_name']} is not in a conversation {name}.")
        return room.channel

    def _id(self, person: str) -> str:
        return str(self._slack.client(person)["person"]["id"])


def _browser(request: Request) -> str:
    """The browser that shows the form an act opens."""
    return request.cookies.get(BROWSER, "")


def _clicked(form: Form) -> dict[str, str]:
    """The element that was clicked, and the option of it if it has any."""
    names = ("action", "block", *(["option"] if "option" in form else ()))
    return {name: one(form, name) for name in names}


def _escaped(text: str) -> str:
    """The text as Slack's clients send it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def explain_failure(problem: CommandError) -> str:
    """What Slack would show, what it means, and what to do."""
    return f"Slack would show: {problem.shown}. {_meaning(problem)}"


def _meaning(problem: CommandError) -> str:
    match problem:
        case CommandTimeoutError():
            return (
                "Slack waits three seconds for an answer, and the function took longer. It may "
                "have been starting up, and may have done what you asked. Check, then try again."
            )
        case CommandAnswerRefusedError():
            return f"Slack would not show the function's answer: {problem}."
        case CommandFailedError(status=None):
            return "The function could not be reached. The engine room shows whether it is up."
        case _:
            return "The function failed. The engine room shows its log."
