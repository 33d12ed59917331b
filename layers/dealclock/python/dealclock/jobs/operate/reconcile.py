"""Checking the wake index and the age of facts against every live deal, once a day.

The index only saves work, so any error in it has the same fix: the next sweep assesses the deal and
sets its day again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from dealclock.alerts import digest
from dealclock.alerts.plan import find_next_word
from dealclock.engine.assessment import Assessment
from dealclock.errors import LostError, NotFoundError, TooNewError
from dealclock.facts.log import day_of
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.plan.assess_deal import alert_history, assess_as_of, closed_days
from dealclock.jobs.services import Services
from dealclock.store import DirectoryEntry, Store, StoredDeal

WATCHDOG = "watchdog"
_AT_ONCE = 500  # deals of the directory in memory


@dataclass(slots=True)
class ReconcileResult:
    """What the check of every live deal found; `unchecked` lists deals that could not be checked,
    `too_new` those paused by an item that this release must not read, with the keys of the item."""

    wakes: list[tuple[str, date | None, date]] = field(default_factory=list)
    silent: list[tuple[str, date, int]] = field(default_factory=list)
    too_new: list[tuple[DirectoryEntry, tuple[str, ...]]] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    next_after: str = ""


def reconcile(
    services: Services, *, repair: bool, after: str = "", most: int | None = None
) -> ReconcileResult:
    """Check every live deal; with `repair`, make those due whose next day is too late.

    A deal that cannot be checked does not affect the others. With `most` it checks that many deals
    of the directory, by id from `after` (excluded); `next_after` is the last one, "" once all are
    checked. Without, it checks all, some at a time.
    """
    result = ReconcileResult(next_after=after)
    _check_part(services, result, most or _AT_ONCE, repair=repair)
    while result.next_after and not most:
        _check_part(services, result, _AT_ONCE, repair=repair)
    return result


def _check_part(services: Services, result: ReconcileResult, most: int, *, repair: bool) -> None:
    deals = services.store.deals
    listed, unlisted, result.next_after = deals.directory_part(result.next_after, most)
    result.unchecked += (_unlisted(deal, services.store) for deal in unlisted)
    for entry in listed:
        if entry.rehearsal or entry.closed:
            continue
        try:
            _check_deal(entry, services, result, repair=repair)
        except TooNewError as error:
            result.too_new.append((entry, error.key))
        except Exception as error:  # noqa: BLE001 - one deal must not hide the others
            result.unchecked.append(f"{entry.code_name}: {without_data(error)}")


def wake_again(services: Services, entry: DirectoryEntry) -> None:
    """Make the deal due at the next scheduled check."""
    services.store.runs.wake_at_once(entry.id, entry.rehearsal, services.now(), WATCHDOG)


def _unlisted(deal: str, store: Store) -> str:
    """The report of a deal no one can see, without its id, which may name the issuer."""
    try:
        meta = store.deals.meta(deal)
    except LostError:
        meta = None
    return (
        f"{meta.code_name if meta else 'a deal'}: its directory entry cannot be read, so "
        "no one can see the deal. Deploy the newer release that wrote it; else load the "
        "deal again or restore the entry from a backup."
    )


def _check_deal(
    entry: DirectoryEntry, services: Services, result: ReconcileResult, *, repair: bool
) -> None:
    now = services.now()
    wake_on = services.store.runs.wake_of(entry.id)
    if wake_on is None and repair:
        # First: without its wake day the deal cannot even be read.
        wake_again(services, entry)
    deal = services.store.deals.get(entry.id)
    if deal is None:
        raise NotFoundError("the directory lists a deal that is not in the table; restore it.")
    today = day_of(now, deal.terms.agreement.time_zone)
    if wake_on is None:
        result.wakes.append((entry.code_name, None, today))
    elif wake_on > today and wake_on > (expected := due_day(deal, services)):
        if repair:
            wake_again(services, entry)
        result.wakes.append((entry.code_name, wake_on, expected))
    if services.store.deals.pausing_item(deal.meta):
        result.too_new.append((entry, deal.meta.paused_by))
    result.silent += _silent(deal, now, today)


def due_day(deal: StoredDeal, services: Services) -> date:
    """The day on which the deal next has an alert, on what is known now.

    Today counts until its morning has been assessed.
    """
    now = services.now()
    today = day_of(now, deal.terms.agreement.time_zone)
    first = today
    if services.store.runs.get(deal.meta.id, today, "morning") is None:
        first = today - timedelta(days=1)
    history = alert_history(deal.meta.id, now, services.store)

    def assessed(day: date) -> Assessment:
        return assess_as_of(deal, day, now, compare=False)

    days = closed_days(deal)
    word = find_next_word(
        first,
        history,
        deal.team.alerts,
        days,
        assessed,
        lambda then: digest.has_something_to_say(then, deal.team, days, live=True),
    )
    return word.day


def _silent(deal: StoredDeal, now: datetime, today: date) -> Iterator[tuple[str, date, int]]:
    zone = deal.terms.agreement.time_zone
    last = max(
        (day_of(f.recorded_at, zone) if f.recorded_at else f.on for f in deal.log.facts),
        default=deal.terms.agreement.dated,
    )
    if today - last < timedelta(weeks=deal.team.alerts.no_fact_for_weeks):
        return
    waiting = sum(o.is_open for o in assess_as_of(deal, today, now, compare=False).obligations)
    if waiting:
        yield deal.meta.code_name, last, waiting
