"""The dates of a deal from its stored summary, and why they may be outdated."""

import json
from collections.abc import Iterator
from datetime import date, datetime

from dealclock import __version__
from dealclock.answers.dates_summary import DatesSummary, from_json
from dealclock.days.day_words import day as spoken
from dealclock.jobs.deal_day import own_day
from dealclock.store import Meta, Summary


def stored_dates(
    meta: Meta, summary: Summary | None, now: datetime
) -> tuple[DatesSummary | None, str]:
    """The dates in a summary, None if an earlier release stored it or there is none; and why they
    are outdated, "" if they are current."""
    brief = _brief(summary) if summary else None
    if summary is None or brief is None:
        return None, "not assessed yet"
    reasons = list(_reasons(meta, summary, brief, own_day(meta.day, brief.zone, now)))
    computed = f"as computed {spoken(brief.as_of)}"
    return brief, f"{computed}; {', '.join(reasons)} since" if reasons else ""


def _brief(summary: Summary) -> DatesSummary | None:
    try:
        return from_json(json.loads(summary.body)["dates"])
    except (KeyError, TypeError, ValueError):
        return None


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
