"""Minimum periods: drafts that must be out for a time before a filing, and objections to them."""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.second.business_days import is_business_day, nth_business_day_after
from dealclock.second.deals import NotCoveredError
from dealclock.second.spelled.extensions import Due, Owed, moved
from dealclock.second.spelled.sale_notices import nth_business_day_before
from dealclock.second.story import Event, Known, Rule

ONE = timedelta(days=1)
Days = tuple[date, date]


def _count(rule: Rule) -> int:
    if rule["at_least"]["unit"] != "business days":
        raise NotCoveredError(f"a review in {rule['at_least']['unit']}")
    return int(rule["at_least"]["count"])


def _is_whole(known: Known) -> bool:
    """Whether the period must run out before the day of the filing."""
    return known.story.readings.get("review-period", "MINIMUM-PERIOD") == "MINIMUM-PERIOD"


def windows(known: Known) -> dict[str, Days]:
    """The days of each review, on which no filing may be made yet, both included."""
    found: dict[str, Days] = {}
    calendar = known.reading("business-day")
    for rule in known.story.form.of("minimum period"):
        for draft in known.of(rule["begins_with"]):
            first = nth_business_day_after(draft.on, _count(rule), calendar)
            if _is_whole(known):
                first += ONE
                while not is_business_day(first, calendar):
                    first += ONE
            found[f"{rule['id']}/{draft.id}"] = (draft.on, first - ONE)
    return found


def reviews(deadlines: dict[str, Owed], known: Known) -> dict[str, Owed]:
    """The drafts for each filing, and for the first one while it is to come; and each objection in
    time to drafts of a filing, to be settled by that day."""
    found: dict[str, Owed] = {}
    for rule in known.story.form.of("minimum period"):
        first = deadlines.get(str(rule.get("first_after")))
        drafts, filed = known.of(rule["begins_with"]), list(_filed(rule, known))
        if first is not None and first.done_on is None:
            done = drafts[0].on if drafts else None
            found |= _owed(rule, str(rule["first_after"]), first.due.on, done, known)
        for filing, draft in filed:
            found |= _owed(rule, filing.id, filing.on, draft.on if draft else None, known)
        for draft in drafts:
            by = next((filing for filing, own in filed if own is draft), None)
            if by is not None:
                found |= _objections(rule, draft, by, known)
    return found


def _filed(rule: Rule, known: Known) -> Iterator[tuple[Event, Event | None]]:
    """Each filing that must wait, with the latest drafts since the one before."""
    form = known.story.form
    once = next(
        (r["met_by"] for r in form.of("deadline") if r["id"] == rule.get("first_after")), ""
    )
    since, seen = date.min, False
    for filing in known.of(*rule["before"]):
        if filing.kind == once and seen:
            continue
        seen = seen or filing.kind == once
        own = [d for d in known.of(rule["begins_with"]) if since <= d.on <= filing.on]
        latest = [d for d in known.of(rule["begins_with"]) if d.on <= filing.on][-1:]
        yield filing, latest[0] if latest and latest[0] in own else None
        since = filing.on


def _owed(rule: Rule, name: str, filing: date, done: date | None, known: Known) -> dict[str, Owed]:
    calendar, last = known.reading("business-day"), filing
    while not is_business_day(last, calendar):
        last -= ONE
    last = nth_business_day_before(last, _count(rule) + _is_whole(known), calendar)
    instance = f"{rule['id']}/{name}"
    return {instance: Owed(moved(instance, last, known), done)}


def _objections(rule: Rule, draft: Event, filing: Event, known: Known) -> dict[str, Owed]:
    given, found = rule.get("objection"), dict[str, Owed]()
    last = nth_business_day_after(draft.on, _count(rule), known.reading("business-day"))
    for each in known.about(given["made_by"], draft.id) if given else ():
        in_time = each.on <= last or known.story.readings.get("objection-time") == "UNTIL-FILED"
        if in_time and each.on <= filing.on and given:
            settled = [e.on for e in known.about(given["settled_by"], each.id)]
            name = f"{rule['id']}/{filing.id}/objection/{each.id}"
            found[name] = Owed(Due(filing.on), next(iter(settled), None))
    return found
