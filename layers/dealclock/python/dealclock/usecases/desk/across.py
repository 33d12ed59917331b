"""Questions across deals: told from the summaries kept of them, which cost few reads.

A summary holds as long as nothing was recorded or changed since and none of its dates has passed.
A few that do not hold are computed afresh; of more than a few it is said.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock import __version__
from dealclock.answers.next_dates.dates_summary import DatesSummary, dates_summary, from_json
from dealclock.answers.next_dates.message import Ahead
from dealclock.days.day_words import day as spoken
from dealclock.store import DirectoryEntry, Meta, Summary
from dealclock.store.errors import TooNew
from dealclock.usecases.deal_day import own_day
from dealclock.usecases.desk.verb import DeskRequest

COMPUTED_AT_MOST = 4
"""Deals that one question computes when their summaries do not hold: what half a second is for."""


@dataclass(frozen=True, slots=True)
class Across:
    """The dates of the deals; and those of which nothing is known, by code name."""

    deals: tuple[Ahead, ...]
    unknown: tuple[str, ...]


def of_one(ask: DeskRequest, *, mine: bool) -> Across:
    """The dates of the one deal, computed."""
    view = ask.view(compare=False)
    people = view.team.access
    person = people.of_slack(ask.user)
    only = person.id if mine and person else None
    return Across((Ahead(dates_summary(view), view.assessment.as_of, only),), ())


def of_all(ask: DeskRequest, *, mine: bool) -> Across:
    """The dates of every deal the asker may see, from their summaries."""
    kept = ask.services.store.runs.summaries([listed.id for listed in ask.visible])
    found: list[Ahead] = []
    unknown: list[str] = []
    computed = 0
    for listed in ask.visible:
        if listed.closed:
            continue
        if listed.id not in kept:
            unknown.append(listed.code_name)
            continue
        meta, summary = kept[listed.id]
        brief = _brief(summary) if summary else None
        stale = _stale(meta, summary, brief, ask)
        if stale and computed < COMPUTED_AT_MOST:
            computed += 1
            try:
                deal = ask.services.store.deals.get(listed.id)
            except TooNew:
                # What a newer release had found may hold no more, and cannot be found again here.
                unknown.append(listed.code_name)
                continue
            if deal is None:
                continue
            brief, stale = dates_summary(ask.view(deal, compare=False)), ""
        if brief is None:
            unknown.append(listed.code_name)
            continue
        today = own_day(meta.day, brief.zone, ask.now)
        found.append(Ahead(brief, today, _person(listed, ask) if mine else None, stale))
    return Across(tuple(found), tuple(unknown))


def _person(listed: DirectoryEntry, ask: DeskRequest) -> str | None:
    person = listed.people.of_slack(ask.user)
    return person.id if person else None


def _brief(summary: Summary) -> DatesSummary | None:
    """The dates in a summary; None in one an earlier release made."""
    try:
        return from_json(json.loads(summary.body)["dates"])
    except (KeyError, TypeError, ValueError):
        return None


def _stale(
    meta: Meta, summary: Summary | None, brief: DatesSummary | None, ask: DeskRequest
) -> str:
    """Why the dates of a summary do not hold any more, "" while they do."""
    if summary is None or brief is None:
        return "not assessed yet"
    computed = f"as computed {spoken(brief.as_of)}"
    today = own_day(meta.day, brief.zone, ask.now)
    reasons = list(_reasons(meta, summary, brief, today))
    return f"{computed}; {', '.join(reasons)} since" if reasons else ""


def _reasons(meta: Meta, summary: Summary, brief: DatesSummary, today: date) -> Iterator[str]:
    if more := meta.fact_sequence - summary.fact_sequence:
        yield f"{more} more {'fact' if more == 1 else 'facts'} recorded"
    if meta.terms_version != summary.terms_version:
        yield "terms changed"
    if meta.team_version != summary.team_version:
        yield "team changed"
    if summary.engine != __version__:
        yield "Dealclock changed"
    if today > brief.holds_to or today < brief.as_of or (meta.rehearsal and today != brief.as_of):
        yield "days passed"
