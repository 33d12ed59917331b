"""The Home tab, from the stored summaries of a person's deals, and its buttons.

Deals the person may not see are left out. What the tab shows is archived like any answer.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from dealclock import __version__
from dealclock.answers.dates_summary import Line
from dealclock.answers.deals import describe_deal, gravest_deals_first
from dealclock.answers.next_dates import Ahead
from dealclock.days.calendars import calendar
from dealclock.days.counting import business_days_after
from dealclock.desk.across import dates_of_all_deals
from dealclock.desk.answer_command import answer_command
from dealclock.desk.interactions import act_forms, record_form
from dealclock.desk.interactions.fields import FormState
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
        if verb in ("record", act_forms.CHOOSE):
            act_forms.open_act(verb, FormState(deal), click, services, now)
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
    dates, unknown = dates_of_all_deals(request, mine=True, computed_at_most=0)
    waiting: list[tuple[Line, str]] = []
    ahead: list[tuple[Line, str]] = []
    for deal in dates:
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
    outdated = [f"{d.brief.code_name}: {d.stale}" for d in dates if d.stale]
    return view.Home(
        as_of=f"As of {words.day(now.date())}; each deal on its own date.",
        mine=[text for _, text in waiting],
        ahead=[text for _, text in ahead],
        deals=list(_deals(mine, user, dates, unknown)),
        stale=[*outdated, *(f"{name}: not assessed yet" for name in unknown)],
    )


def _line(line: Line, deal: Ahead) -> str:
    marks = "REHEARSAL " * deal.brief.rehearsal
    late = "overdue: " if line.missed else ""
    invented = " (sample data)" if line.invented else ""
    return f"{marks}{deal.brief.code_name}, {line.day}: {late}{line.says}{invented}"


def _deals(
    mine: list[DirectoryEntry], user: str, dates: Sequence[Ahead], unknown: Sequence[str]
) -> Iterator[view.DealLine]:
    """A line a deal, the gravest first; then those not assessed yet, and those that are closed."""
    listed = {each.code_name: each for each in mine}
    people = {name: each.people.of_slack(user) for name, each in listed.items()}
    called = {name: f"{name}, {who.role}" if who else name for name, who in people.items()}
    said = {d.brief.code_name: describe_deal(d, called) for d in gravest_deals_first(dates)}
    said |= {name: f"{called[name]}: not assessed yet" for name in unknown}
    said |= {name: f"{called[name]}: closed" for name, each in listed.items() if each.closed}
    for name, text in said.items():
        each = listed[name]
        records = may(people[name], Action.RECORD, each.people) and not each.closed
        yield view.DealLine(each.id, text, records)
