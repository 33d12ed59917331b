"""The last time at which a notice can safely be handed over by each method, counted as the
agreement deems it given, on the sheet for counsel."""

from collections.abc import Iterator
from datetime import date, time
from zoneinfo import ZoneInfo

from dealclock.documents.drafts import formal
from dealclock.documents.drafts.case import DraftCase
from dealclock.documents.paper import Block, Grid, Lines
from dealclock.engine.conclusions import HandOver, Obligation
from dealclock.messages import words


def hand_over(case: DraftCase) -> Iterator[Block]:
    """The last safe time for each method, the latest first, by the earliest due date over the open
    readings; and when a notice handed over now would be deemed given.
    """
    if not case.ways or case.safe_due is None:
        return
    rows = tuple(_row(each, case) for each in case.hand_by)
    today = words.short_day(case.ways[0].handed_over)
    headings = ("Method", "Hand over by (ET)", f"Sent {today}, given")
    yield Grid(headings, rows)
    yield Lines((*(_counted(each, case) for each in case.hand_by), *_notes(case)))


def _row(each: HandOver, case: DraftCase) -> tuple[str, str, str]:
    way = next(w for w in case.ways if w.method == each.method)
    given = words.short_day(way.given_on) if way.given_on else "not given"
    if way.acknowledged:
        given += ", if acknowledged"
    late = way.given_on is not None and case.safe_due is not None and way.given_on > case.safe_due
    return (
        formal.delivery(each.method),
        _by(each, case),
        f"{given} (too late)" if late else given,
    )


def _by(each: HandOver, case: DraftCase) -> str:
    if each.last_day is None:
        return "cannot be given in time"
    hour = f", {formal.hour(each.act_by.time())}" if each.act_by else ""
    return f"{words.short_day(each.last_day)}{hour}{' (passed)' if _passed(each, case) else ''}"


def _passed(each: HandOver, case: DraftCase) -> bool:
    """Whether its last day or, on that day, its hour has passed; a view at midnight has no hour."""
    a = case.view.assessment
    now = a.known_at.astimezone(ZoneInfo(case.view.terms.agreement.time_zone))
    if each.last_day == a.as_of and each.act_by is not None and now.time() != time():
        return each.act_by <= now
    return each.last_day is not None and each.last_day < a.as_of


def _counted(each: HandOver, case: DraftCase) -> str:
    """How the agreement deems it given, and the days counted back from the due date."""
    rule, method = case.view.terms.deemed_notice[each.method], formal.delivery(each.method)
    if each.acknowledged:
        return f"By {method}: given when receipt is acknowledged"
    if not rule.business_days:
        return f"By {method}: given on delivery"
    counted = sorted((d for d in each.count.days if d.number), key=lambda d: d.day)
    days = ", ".join(words.short_day(d.day) for d in counted)
    return (
        f"By {method}: given {words.business_days(rule.business_days)} after it is sent; back "
        f"from {words.short_day(each.count.start)}: {days}"
    )


def _notes(case: DraftCase) -> Iterator[str]:
    due = _due(case)
    if case.safe_due is not None and case.safe_due < due:
        yield (
            f"Counted from {words.day(case.safe_due)}, the earliest date over the open readings; "
            f"under the readings in use it is {words.day(due)}."
        )
    else:
        yield f"Counted from {words.day(due)}; no open reading makes it earlier."
    if closed := case.view.closed_day(case.safe_due or due):
        yield f"{words.day(case.safe_due or due)} is {closed}."
    channels, methods = case.view.terms.channels, {each.method for each in case.hand_by}
    assumed = [
        f"{formal.delivery(name)} ({channel.assumed})"
        for name, channel in channels.items()
        if name in methods and channel.assumed
    ]
    if assumed:
        yield f"Hours are assumed, to be confirmed: {'; '.join(assumed)}."
    invalid = [way.method for way in case.ways if way.given_on is None]
    if invalid:
        yield f"Not a valid method: {words.listed(map(formal.delivery, invalid))}."
    if all(each.last_day is None for each in case.hand_by) or not any(w.in_time for w in case.ways):
        yield "No method can still be in time: use the one that is given first."


def _due(case: DraftCase) -> date:
    return case.part.due if isinstance(case.part, Obligation) else case.part.closes
