"""The wake index and the facts, held against the deals themselves: once a day, every live deal.

The index only saves work, so any fault of it is fixed the same way: the next sweep
assesses the deal and sets its day again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from dealclock.alerts import digest
from dealclock.alerts.health_findings import Silent, WrongWake
from dealclock.alerts.wake import find_next_word
from dealclock.engine.assessment import Assessment
from dealclock.facts.log import day_of
from dealclock.store import DirectoryEntry, Store, StoredDeal
from dealclock.store.errors import NoSuchDeal, TooNew, Unreadable
from dealclock.usecases.operate.failures import without_data
from dealclock.usecases.plan.assess_deal import alert_history, assess_as_of, closed_days
from dealclock.usecases.services import Services

WATCHDOG = "watchdog"


@dataclass(slots=True)
class ReconcileResult:
    """What a look at every live deal found; `unchecked` says which could not be looked at, and
    `too_new` which this release must not read."""

    wakes: list[WrongWake] = field(default_factory=list)
    silent: list[Silent] = field(default_factory=list)
    too_new: list[DirectoryEntry] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def reconcile(services: Services, *, repair: bool) -> ReconcileResult:
    """Look at every live deal; with `repair`, wake those that would sleep too long.

    A deal that cannot be looked at leaves the others alone.
    """
    found = ReconcileResult()
    found.unchecked += (_unlisted(deal, services.store) for deal in services.store.deals.unlisted())
    for listed in services.store.deals.directory():
        if listed.rehearsal or listed.closed:
            continue
        try:
            _look(listed, services, found, repair=repair)
        except TooNew:
            found.too_new.append(listed)
        except Exception as error:  # noqa: BLE001 - one deal must not hide the others
            found.unchecked.append(f"{listed.code_name}: {without_data(error)}")
    return found


def _unlisted(deal: str, store: Store) -> str:
    """That nobody is let see a deal; not by its id, which may say who the issuer is."""
    try:
        meta = store.deals.meta(deal)
    except Unreadable:
        meta = None
    return (
        f"{meta.code_name if meta else 'a deal'}: its directory entry cannot be read, so "
        "no one can see the deal. Deploy the newer release that wrote it; else load the "
        "deal again or restore the entry from a backup."
    )


def _look(
    listed: DirectoryEntry, services: Services, found: ReconcileResult, *, repair: bool
) -> None:
    now = services.now()
    kept = services.store.runs.wake_of(listed.id)
    if kept is None and repair:
        # First of all: without its wake day the deal cannot even be read.
        services.store.runs.wake_at_once(listed.id, listed.rehearsal, now, WATCHDOG)
    deal = services.store.deals.get(listed.id)
    if deal is None:
        raise NoSuchDeal("the directory lists a deal that is not in the table; restore it.")
    today = day_of(now, deal.terms.agreement.time_zone)
    if kept is None:
        found.wakes.append(WrongWake(listed.code_name, None, today))
    elif kept > today and kept > (due := should_wake(deal, services)):
        if repair:
            services.store.runs.wake_at_once(listed.id, listed.rehearsal, now, WATCHDOG)
        found.wakes.append(WrongWake(listed.code_name, kept, due))
    found.silent += _silent(deal, now, today)


def should_wake(deal: StoredDeal, services: Services) -> date:
    """The day on which the deal next has something to say, on what is known now.

    Today counts until its morning was assessed.
    """
    now = services.now()
    today = day_of(now, deal.terms.agreement.time_zone)
    first = today
    if services.store.runs.get(deal.meta.id, today, "morning") is None:
        first = today - timedelta(days=1)
    said = alert_history(deal.meta.id, now, services.store)

    def assessed(day: date) -> Assessment:
        return assess_as_of(deal, day, now, compare=False)

    days = closed_days(deal)
    word = find_next_word(
        first,
        said,
        deal.team.alerts,
        days,
        assessed,
        lambda then: digest.has_something_to_say(then, deal.team, days, live=True),
    )
    return word.day


def _silent(deal: StoredDeal, now: datetime, today: date) -> Iterator[Silent]:
    zone = deal.terms.agreement.time_zone
    last = max(
        (day_of(f.recorded_at, zone) if f.recorded_at else f.on for f in deal.log.facts),
        default=deal.terms.agreement.dated,
    )
    if today - last < timedelta(weeks=deal.team.alerts.no_fact_for_weeks):
        return
    waiting = sum(o.is_open for o in assess_as_of(deal, today, now, compare=False).obligations)
    if waiting:
        yield Silent(deal.meta.code_name, last, waiting)
