"""Dates across deals, from their stored summaries, which take few reads.

A summary is valid until something is recorded or changed or one of its dates passes. At most
COMPUTED_AT_MOST outdated ones are assessed again; the others are shown as outdated.
"""

from dealclock.answers.dates_summary import dates_summary
from dealclock.answers.next_dates import Ahead
from dealclock.desk.verb import DeskRequest
from dealclock.errors import TooNewError
from dealclock.jobs.deal_day import own_day
from dealclock.jobs.plan.stored_dates import stored_dates
from dealclock.store import DirectoryEntry

COMPUTED_AT_MOST = 4
"""Outdated deals that one question assesses again; about half a second of work."""


def dates_of_all_deals(
    request: DeskRequest, *, mine: bool, computed_at_most: int | None = None
) -> tuple[tuple[Ahead, ...], tuple[str, ...]]:
    """The dates of all deals the user may see, from their summaries, and the code names of deals
    not yet assessed; `computed_at_most` outdated ones are assessed again."""
    most = COMPUTED_AT_MOST if computed_at_most is None else computed_at_most
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
        brief, outdated = stored_dates(meta, summary, request.now)
        if outdated and computed < most:
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
    return tuple(deals), tuple(unknown)


def _person(listed: DirectoryEntry, request: DeskRequest) -> str | None:
    person = listed.people.of_slack(request.user)
    return person.id if person else None
