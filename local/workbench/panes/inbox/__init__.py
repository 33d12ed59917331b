"""The inbox: the emails received, as their recipients see them.

box.py      the list, and which emails were opened
body.py     an email's body in a sandbox, its links, its attachments
months.py   calendar entries as a month
feeds.py    a person's calendar feed, read from the deployed function
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from dealclock.errors import DealclockError, LostError, NotFoundError
from local.mail import Mail
from local.workbench.actions import Form, action, led_to, one
from local.workbench.pages import page
from local.workbench.panes.inbox import months
from local.workbench.panes.inbox.body import LOCKED_UP, download_headers, links
from local.workbench.panes.inbox.box import Box, Brief
from local.workbench.panes.inbox.feeds import Feeds
from local.workbench.panes.inbox.months import Entry, latest
from local.workbench.workbench import Workbench

AT_ONCE = 40  # emails on a page of the list
_FARTHEST = (1900, 2200)
VIEWS = {"html": "As HTML", "text": "As text", "source": "Source"}


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """Its pages."""
    inbox = _Inbox(workbench)
    return [
        Route("/mail", inbox.show),
        Route("/mail/calendar", inbox.calendar),
        Route("/mail/feed", action(inbox.ask_for_feed), methods=["POST"]),
        Route("/mail/{number:int}", inbox.show_one),
        Route("/mail/{number:int}/html", inbox.html),
        Route("/mail/{number:int}/source", inbox.source),
        Route("/mail/{number:int}/attachments/{place:int}", inbox.attachment),
    ]


class _Inbox:
    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._box = Box(workbench.local.mails)
        self._feeds = Feeds(workbench)

    def show(self, request: Request) -> Response:
        """The list."""
        return page(request, self._workbench, "inbox/list.html", **self._list(request))

    def show_one(self, request: Request) -> Response:
        """An email, next to the list."""
        number = int(request.path_params["number"])
        try:
            mail = self._box.open(number)
        except NotFoundError as problem:
            return self._not_there(request, problem)
        view = request.query_params.get("view", "")
        if view not in VIEWS:
            view = "html" if mail.html else "text"
        listed = self._list(request)
        return page(
            request,
            self._workbench,
            "inbox/mail.html",
            **listed,
            number=number,
            mail=mail,
            sent=self._box.brief(number).sent,
            view=view,
            views=VIEWS,
            links=links(mail),
            source=self._box.source(number).decode(errors="replace") if view == "source" else "",
            **self._month(request, self._entries(number)),
        )

    def html(self, request: Request) -> Response:
        """An email's HTML part, for the frame: it can neither run nor fetch anything."""
        mail = self._opened(request)
        return Response(mail.html, media_type="text/html", headers=dict(LOCKED_UP))

    def source(self, request: Request) -> Response:
        """An email as received."""
        self._opened(request)
        whole = self._box.source(request.path_params["number"])
        return PlainTextResponse(whole, headers=dict(LOCKED_UP))

    def attachment(self, request: Request) -> Response:
        """An attachment, to be saved."""
        found = self._opened(request).attachments
        place = request.path_params["place"]
        if place >= len(found):
            return PlainTextResponse(f"there is no attachment {place}", status_code=404)
        return Response(
            found[place].content,
            media_type="application/octet-stream",
            headers=dict(download_headers(found[place])),
        )

    def calendar(self, request: Request) -> Response:
        """All entries received by email, or those of a feed, as a calendar would show them."""
        feed, to = request.query_params.get("feed", ""), request.query_params.get("to", "")
        trouble, entries = "", list[Entry]()
        try:
            entries = list(self._feeds.entries(feed)) if feed else self._received(to)
        except DealclockError as problem:
            trouble = str(problem)
        return page(
            request,
            self._workbench,
            "inbox/calendar.html",
            people=self._people(),
            to=to,
            feed=feed,
            feeds=self._feeds.addresses(),
            trouble=trouble,
            filters=urlencode({k: v for k, v in (("to", to), ("feed", feed)) if v}),
            **self._month(request, entries),
        )

    def ask_for_feed(self, request: Request, form: Form) -> Response | None:
        """Request a person's feed, and show it."""
        person = one(form, "person")
        self._feeds.ask(person)
        return led_to(request, f"/mail/calendar?{urlencode({'feed': person})}")

    def _opened(self, request: Request) -> Mail:
        try:
            return self._box.open(request.path_params["number"])
        except NotFoundError as problem:
            raise HTTPException(404, str(problem)) from problem

    def _list(self, request: Request) -> dict[str, Any]:
        """What every list shows: one page of it, and its filters."""
        to, subject = (request.query_params.get(name, "") for name in ("to", "subject"))
        found = self._box.search(to, subject)
        last = max(1, -(-len(found) // AT_ONCE))
        asked = request.query_params.get("page", "1")
        current = min(max(int(asked), 1), last) if asked.isdecimal() and len(asked) < 8 else 1
        shown: Sequence[Brief] = found[(current - 1) * AT_ONCE : current * AT_ONCE]
        narrowed = {name: value for name, value in (("to", to), ("subject", subject)) if value}
        return {
            "briefs": shown,
            "count": len(found),
            "unread": self._box.unread(),
            "people": self._people(),
            "to": to,
            "subject": subject,
            "current": current,
            "last": last,
            "narrowed": urlencode(narrowed),
            "filters": urlencode(narrowed | ({"page": str(current)} if current > 1 else {})),
        }

    def _people(self) -> dict[str, str]:
        """Everyone on the deal, and other recipients of an email: names by address."""
        team = self._workbench.play.now().scenario.bundle.team
        names = {person.email: person.name for person in team.people}
        return names | {each: each for each in self._box.addresses() if each not in names}

    def _received(self, to: str) -> list[Entry]:
        """The entries of every email, oldest first."""
        return [
            entry
            for brief in reversed(self._box.search(to))
            for entry in self._entries(brief.number)
        ]

    def _entries(self, number: int) -> Sequence[Entry]:
        """The calendar entries of an email; none of a file that cannot be read."""
        found = list[Entry]()
        for content in self._box.calendars(number):
            try:
                found += _read(content, number)
            except LostError:
                continue
        return found

    def _month(self, request: Request, entries: Sequence[Entry]) -> dict[str, Any]:
        """The month to show: the one requested, else the next with an entry."""
        known = latest(entries)
        today = self._workbench.play.now().day
        asked = _month_of(request.query_params.get("month", ""))
        ahead = [entry.first for entry in known if entry.first >= today]
        of = asked or next(iter(ahead or [entry.first for entry in reversed(known)]), today)
        return {"entries": known, "month": months.month(of, known), "today": today}

    def _not_there(self, request: Request, problem: NotFoundError) -> Response:
        listed = self._list(request)
        return page(
            request, self._workbench, "inbox/none.html", 404, **listed, problem=str(problem)
        )


@lru_cache(4096)  # a calendar of hundreds of emails is redrawn during play
def _read(content: bytes, number: int) -> Sequence[Entry]:
    return months.read(content, number)


def _month_of(written: str) -> date | None:
    """The first day of a month such as 2004-07; None for anything else, or one too far away."""
    try:
        first = date.fromisoformat(f"{written}-01")
    except ValueError:
        return None
    return first if _FARTHEST[0] <= first.year <= _FARTHEST[1] else None
