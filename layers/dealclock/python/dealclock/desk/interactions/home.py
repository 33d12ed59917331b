"""The Home tab, from the stored summaries of a person's deals, and its buttons.

Deals the person may not see are left out. What the tab shows is archived like any answer.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from dealclock import __version__
from dealclock.answers.next_dates.dates_summary import Line
from dealclock.answers.next_dates.message import Ahead
from dealclock.days.calendars import calendar
from dealclock.days.counting import business_days_after
from dealclock.desk.across import dates_of_all_deals
from dealclock.desk.answer_command import answer_command
from dealclock.desk.interactions import record_form
from dealclock.desk.interactions.payloads import Click, Shortcut
from dealclock.desk.interactions.services import DeskServices, authorize, authorized_deals
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verb import DeskRequest
from dealclock.errors import NotFoundError
from dealclock.messages import words
from dealclock.messages.slack_views import forms, modals
from dealclock.messages.slack_views import home as view
from dealclock.people.people import Action, may
from dealclock.store import ArchiveEntry, DirectoryEntry, Rendition

AHEAD = 10  # Business Days


def publish_home(user: str, services: DeskServices, now: datetime) -> None:
    """Publish the person's current Home tab."""
    mine = authorized_deals(user, Action.READ, services, now)
    services.store.archive.audit(None, "asked home", user, now)
    home = _home(user, mine, services, now)
    rendition = Rendition(view.words(home), 0, 0, __version__, as_of=now.date(), known_at=now)
    services.store.archive.add_message(
        ArchiveEntry("answer", user, tuple(d.id for d in mine), rendition), now
    )
    services.screen.publish(user, view.view(home))


def handle_click(click: Click, services: DeskServices, now: datetime) -> None:
    """Handle a button of the tab: show a verb's answer, or open the form to record."""
    if click.action == view.RECORD:
        record_form.open_by_shortcut(
            Shortcut("record", click.user, "", click.trigger), services, now
        )
        return
    verb, _, deal = click.value.partition(" ") if click.action == view.DEAL else ("next", "", "")
    if verb not in view.OPTIONS:
        services.store.archive.audit(None, "refused click", click.user, now)
        return
    try:
        if verb == "record":
            record_form.open_for_deal(deal, click, services, now)
            return
        deal_words = ""
        if deal:
            listed, _ = authorize(deal, click.user, Action.READ, verb, services, now)
            deal_words = f" {listed.code_name}"
    except NotFoundError as refused:
        services.screen.open(click.trigger, forms.stopped(str(refused)))
        return
    message = answer_command(
        SlashCommand(click.user, "", f"{verb}{deal_words}"), services.desk, now
    )
    services.screen.open(click.trigger, modals.answer(message, view.OPTIONS[verb]))


def _home(
    user: str, mine: list[DirectoryEntry], services: DeskServices, now: datetime
) -> view.Home:
    request = DeskRequest("next", None, (), tuple(mine), user, "", services.desk, now)
    dates = dates_of_all_deals(request, mine=True)
    waiting: list[tuple[Line, str]] = []
    ahead: list[tuple[Line, str]] = []
    for deal in dates.deals:
        days = calendar(deal.brief.calendar)
        last = business_days_after(deal.today, AHEAD, days).result
        for line in deal.brief.lines:
            near = line.missed or deal.today <= line.on <= last
            if near and deal.person in line.answering:
                waiting.append((line, _line(line, deal)))
            elif near:
                ahead.append((line, _line(line, deal)))
    waiting.sort(key=lambda each: each[0].rank)
    ahead.sort(key=lambda each: each[0].rank)
    bodies = _bodies(mine, services)
    outdated = [f"{d.brief.code_name}: {d.stale}" for d in dates.deals if d.stale]
    return view.Home(
        as_of=f"As of {words.day(now.date())}; each deal on its own date.",
        mine=[text for _, text in waiting],
        accrues=list(_accrues(mine, bodies)),
        ahead=[text for _, text in ahead],
        deals=[_deal(each, user, dates.deals) for each in mine],
        stale=[*outdated, *(f"{name}: not assessed yet" for name in dates.unknown)],
    )


def _line(line: Line, deal: Ahead) -> str:
    marks = "REHEARSAL " * deal.brief.rehearsal
    late = "overdue: " if line.missed else ""
    invented = " (sample data)" if line.invented else ""
    return f"{marks}{deal.brief.code_name}, {line.day}: {late}{line.says}{invented}"


def _bodies(mine: list[DirectoryEntry], services: DeskServices) -> dict[str, dict[str, Any]]:
    """The body of each deal's summary, by the deal's id; empty for an earlier release's format."""
    summaries = services.store.runs.summaries([each.id for each in mine])
    bodies = {}
    for deal, (_, summary) in summaries.items():
        if summary is not None:
            body = json.loads(summary.body)
            bodies[deal] = body if isinstance(body, dict) else {}
    return bodies


def _accrues(mine: list[DirectoryEntry], bodies: dict[str, dict[str, Any]]) -> Iterator[str]:
    for deal in (each for each in mine if not each.closed):
        body = bodies.get(deal.id, {})
        running, owes = body.get("open_defaults") or (), _amount(body.get("unpaid"))
        if running or owes not in ("", words.dollars(Fraction(0))):
            marks = "REHEARSAL " * deal.rehearsal
            count = words.number(len(running), "possible default")
            runs = f"; {count} open, not confirmed" if running else ""
            yield f"{marks}{deal.code_name}: {_figures(body)}{runs}"


def _figures(body: Mapping[str, Any]) -> str:
    """The unpaid amount at the last assessment, then the amounts accrued and paid."""
    unpaid, accrued, paid = (_amount(body.get(name)) for name in ("unpaid", "accrued", "paid"))
    if not unpaid or not accrued:  # a summary of an earlier release has no unpaid figure
        return "see /deal accrual for the amount"
    before = words.before_unstated(body.get("not_stated") or ())
    return (
        f"{unpaid} unpaid{before} when last assessed ({accrued} accrued, "
        f"{paid or words.dollars(Fraction(0))} paid)"
    )


def _amount(exact: object) -> str:
    """A stored amount in dollars; for a range, the larger end; "" if there is none."""
    try:
        most = max(Fraction(end) for end in str(exact).split(".."))
    except (ValueError, ZeroDivisionError):
        return ""
    up_to = "up to " if ".." in str(exact) else ""
    return f"{up_to}{words.dollars(most)}"


def _deal(listed: DirectoryEntry, user: str, ahead: tuple[Ahead, ...]) -> view.DealLine:
    person = listed.people.of_slack(user)
    brief = next((d for d in ahead if d.brief.code_name == listed.code_name), None)
    coming = (
        next(
            (line for line in brief.brief.lines if not line.missed and line.on >= brief.today), None
        )
        if brief
        else None
    )
    marks = "REHEARSAL " * listed.rehearsal
    role = f", {person.role}" if person else ""
    closed = ", closed" * listed.closed
    following = f": next {coming.day}, {coming.says}" if coming else ""
    return view.DealLine(
        listed.id,
        f"{marks}{listed.code_name}{role}{closed}{following}",
        may(person, Action.RECORD, listed.people) and not listed.closed,
    )
