"""Dates across deals, from their stored summaries, which take few reads.

A summary is valid until something is recorded or changed or one of its dates passes. At most
COMPUTED_AT_MOST outdated ones are assessed again; the others are shown as outdated.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock import __version__
from dealclock.answers.next_dates.dates_summary import DatesSummary, dates_summary, from_json
from dealclock.answers.next_dates.message import Ahead
from dealclock.days.day_words import day as spoken
from dealclock.desk.verb import DeskRequest
from dealclock.errors import TooNewError
from dealclock.jobs.deal_day import own_day
from dealclock.store import DirectoryEntry, Meta, Summary

COMPUTED_AT_MOST = 4
"""Outdated deals that one question assesses again; about half a second of work."""


@dataclass(frozen=True, slots=True)
class Across:
    """The dates of the deals; `unknown` lists the code names of deals not yet assessed."""

    deals: tuple[Ahead, ...]
    unknown: tuple[str, ...]


def dates_of_deal(request: DeskRequest, *, mine: bool) -> Across:
    """The dates of the request's one deal, computed."""
    view = request.view(compare=False)
    people = view.team.access
    person = people.of_slack(request.user)
    only = person.id if mine and person else None
    return Across((Ahead(dates_summary(view), view.assessment.as_of, only),), ())


def dates_of_all_deals(request: DeskRequest, *, mine: bool) -> Across:
    """The dates of all deals the user may see, from their summaries."""
    summaries = request.services.store.runs.summaries([listed.id for listed in request.visible])
    deals: list[Ahead] = []
    unknown: list[str] = []
    computed = 0
    for listed in request.visible:
        if listed.closed:
            continue
        if listed.id not in summaries:
            unknown.append(listed.code_name)
            continue
        meta, summary = summaries[listed.id]
        if request.services.store.deals.pausing_item(meta):
            unknown.append(listed.code_name)
            continue
        brief = _brief(summary) if summary else None
        outdated = _why_outdated(meta, summary, brief, request)
        if outdated and computed < COMPUTED_AT_MOST:
            computed += 1
            try:
                deal = request.services.store.deals.get(listed.id)
            except TooNewError:
                # A newer release's summary may be outdated; this release cannot assess the deal.
                unknown.append(listed.code_name)
                continue
            if deal is None:
                continue
            brief, outdated = dates_summary(request.view(deal, compare=False)), ""
        if brief is None:
            unknown.append(listed.code_name)
            continue
        today = own_day(meta.day, brief.zone, request.now)
        deals.append(Ahead(brief, today, _person(listed, request) if mine else None, outdated))
    return Across(tuple(deals), tuple(unknown))


def _person(listed: DirectoryEntry, request: DeskRequest) -> str | None:
    person = listed.people.of_slack(request.user)
    return person.id if person else None


def _brief(summary: Summary) -> DatesSummary | None:
    """The dates in a summary; None if an earlier release stored it."""
    try:
        return from_json(json.loads(summary.body)["dates"])
    except (KeyError, TypeError, ValueError):
        return None


def _why_outdated(
    meta: Meta, summary: Summary | None, brief: DatesSummary | None, request: DeskRequest
) -> str:
    """Why the dates of a summary are outdated, "" if they are current."""
    if summary is None or brief is None:
        return "not assessed yet"
    computed = f"as computed {spoken(brief.as_of)}"
    today = own_day(meta.day, brief.zone, request.now)
    reasons = list(_reasons(meta, summary, brief, today))
    return f"{computed}; {', '.join(reasons)} since" if reasons else ""


def _reasons(meta: Meta, summary: Summary, brief: DatesSummary, today: date) -> Iterator[str]:
    if more := meta.fact_sequence - summary.fact_sequence:
        yield f"{more} more {'event' if more == 1 else 'events'} recorded"
    if meta.terms_version != summary.terms_version:
        yield "terms changed"
    if meta.team_version != summary.team_version:
        yield "team changed"
    if summary.engine != __version__:
        yield "Dealclock changed"
    if today > brief.holds_to or today < brief.as_of or (meta.rehearsal and today != brief.as_of):
        yield "days passed"
