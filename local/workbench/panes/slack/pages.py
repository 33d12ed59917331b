"""The page of one person in one conversation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from local.slack import mrkdwn
from local.slack.errors import CommandError, ControlError
from local.workbench.pages import BROWSER, page
from local.workbench.panes.slack.dialogs import dialog
from local.workbench.panes.slack.entries import Reader
from local.workbench.panes.slack.manifest import manifest
from local.workbench.panes.slack.person_actions import explain_failure
from local.workbench.panes.slack.press import Press
from local.workbench.panes.slack.rooms import HOME, ReadMarks, Room, channels, of_app
from local.workbench.workbench import Workbench

Json = Mapping[str, Any]
AT_ONCE = 60  # messages of a conversation on one page
TIPS = ("status", "next", "accrual", "suspension", "record", "help")


class Pages:
    """The pages of the pane; `ReadMarks` remembers who has read what."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._read_marks = ReadMarks()
        self._manifest = manifest()

    def first(self, request: Request) -> Response:
        """The page of the first person, or of the one chosen."""
        people = self._people()
        person = request.query_params.get("person") or next(iter(people))
        return self._to(person)

    def of_person(self, request: Request) -> Response:
        """The channel of the deal being played, or another the person is in."""
        return self._to(request.path_params["person"])

    def room(self, request: Request) -> Response:
        """A conversation, or the Home tab."""
        person, name = request.path_params["person"], request.path_params["room"]
        slack = self._workbench.local.slack
        try:
            client = slack.client(person)
        except ControlError as problem:
            return self._absent(request, person, problem)
        of_channels, of_the_app = channels(client), of_app(client, self._manifest)
        room = next((each for each in (*of_channels, *of_the_app) if each.name == name), None)
        if room is None:
            return self._absent(request, person, None)
        self._read_marks.mark_read(person, room)
        trouble = self._opened(request, person) if name == HOME else ""
        return page(
            request,
            self._workbench,
            "slack/room.html",
            person=client["person"],
            people=self._people(),
            team=client["team"],
            app=self._manifest,
            room=room,
            channels=of_channels,
            of_app=of_the_app,
            unread=[
                each.name
                for each in (*of_channels, *of_the_app)
                if self._read_marks.unread(person, each)
            ],
            said=_speaker(client["names"]),
            dialogs=[dialog(each, person) for each in _views_in(request, client)[-1:]],
            tips=[f"{self._manifest.command} {verb}" for verb in TIPS],
            home_trouble=trouble,
            **self._content(request, person, room, client),
        )

    def file(self, request: Request) -> Response:
        """A file that was shown to a person. The browser shows only pictures."""
        given = request.path_params
        try:
            content = self._workbench.local.slack.file(given["person"], given["file"])
        except ControlError:
            return Response("no such file", status_code=404, media_type="text/plain")
        kind = _picture(content)
        disposition = {} if kind else {"Content-Disposition": "attachment"}
        return Response(content, media_type=kind or "application/octet-stream", headers=disposition)

    def _content(self, request: Request, person: str, room: Room, client: Json) -> dict[str, Any]:
        slack = self._workbench.local.slack
        nothing = {"entries": (), "earlier": 0, "more": 0, "thread": (), "thread_of": ""}
        if room.name == HOME:
            press = Press(f"/slack/{person}/{HOME}/click", "home")
            return {**nothing, "home": self._home(person), "press": press}
        if not room.channel:
            return nothing
        reader = Reader(person, room.name, client["app"], client["names"])
        messages = slack.conversation(person, room.channel)["messages"]
        entries = reader.entries(messages)
        first = request.query_params.get("thread", "")
        thread = reader.thread(messages, first) if first else ()
        last = _number(request.query_params.get("last", ""), AT_ONCE)
        return {
            "entries": entries[-last:],
            "earlier": max(0, len(entries) - last),
            "more": last + AT_ONCE,
            "thread": thread,
            "thread_of": first if thread else "",
        }

    def _opened(self, request: Request, person: str) -> str:
        """Notify the app that its Home tab was opened; a page that redraws itself opens nothing.

        Returns the failure in words, "" without one.
        """
        if "hx-request" in request.headers:
            return ""
        try:
            self._workbench.app.do("home", user=person)
        except CommandError as problem:
            return explain_failure(problem)
        return ""

    def _home(self, person: str) -> Json | None:
        try:
            return self._workbench.local.slack.home(person)
        except ControlError:
            return None

    def _to(self, person: str) -> Response:
        try:
            client = self._workbench.local.slack.client(person)
        except ControlError:
            return RedirectResponse(f"/slack/{person}/{HOME}", status_code=303)
        played = self._workbench.play.now().scenario.bundle.team.channel.name
        names = [each.name for each in channels(client)]
        room = played if played in names else [*names, HOME][0]
        return RedirectResponse(f"/slack/{person}/{room}", status_code=303)

    def _absent(self, request: Request, person: str, problem: ControlError | None) -> Response:
        people = self._people()
        return page(
            request,
            self._workbench,
            "slack/absent.html",
            status=404,
            people=people,
            person=None if problem else people.get(person, person),
            room=request.path_params["room"],
        )

    def _people(self) -> dict[str, str]:
        """Everyone who uses Slack: user names and real names."""
        users = self._workbench.local.slack.world()["users"]
        people = [each for each in users if not (each["is_bot"] or each["deleted"])]
        # People on no deal come last: a newcomer starts as someone on the team.
        team = {p.slack for p in self._workbench.play.now().scenario.bundle.team.people}
        people.sort(key=lambda each: each["id"] not in team)
        return {each["name"]: each["real_name"] or each["name"] for each in people}


def _views_in(request: Request, client: Json) -> list[Json]:
    """The open forms that this browser shows: a form opens only where it was asked for."""
    here = request.cookies.get(BROWSER, "")
    return [each for each in client["views"] if each["client"] in ("", here)]


def _speaker(names: Mapping[str, str]) -> Callable[[Json], Markup]:
    """A text object as HTML."""

    def said(text: Json) -> Markup:
        if text["type"] == "plain_text":
            return mrkdwn.plain(text["text"])
        return mrkdwn.html(text["text"], names, verbatim=text.get("verbatim", False))

    return said


def _number(given: str, otherwise: int) -> int:
    return int(given) if given.isdecimal() and 0 < int(given) < 10**6 else otherwise


def _picture(content: bytes) -> str:
    """The kind of a picture by its first bytes, "" for anything else."""
    kinds = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}
    return next((kind for first, kind in kinds.items() if content.startswith(first)), "")
