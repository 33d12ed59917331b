"""Questionnaires by Holder, Section 2(b) and Exhibit A: asked of whom, due when, and returned."""

from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from dealclock.second.spelled.deadlines import after
from dealclock.second.spelled.extensions import Due, Owed, moved
from dealclock.second.spelled.notices import given_to_all
from dealclock.second.story import (
    ACQUIRED,
    CONVERTED,
    FILED,
    REQUESTED,
    RETIRED,
    RETURNED,
    SHARES_SOLD,
    SOLD,
    TRANSFERRED,
    Event,
    Known,
    Rule,
)

ONE = timedelta(days=1)


def requests_to(holder: str, known: Known) -> list[Event]:
    """The requests made of a Holder: its own, and those to all while it was one."""
    buyers_too = known.reading("request-before-holding") == "BINDS-BUYERS"
    return [
        request
        for request in addressed_to(holder, known)
        if request.holder or buyers_too or was_holder(holder, request.on, known)
    ]


def addressed_to(holder: str, known: Known) -> list[Event]:
    """Its own requests and those to all, whether or not it was a Holder then."""
    return [request for request in known.of(REQUESTED) if request.holder in ("", holder)]


def was_holder(holder: str, day: date, known: Known) -> bool:
    """Whether it owned Transfer Restricted Securities at some time of a day.

    One whose purchase is not on record always was one. Conversion Shares are such securities until
    they are sold.
    """
    moves = known.of(ACQUIRED, TRANSFERRED, CONVERTED, RETIRED, SOLD)
    own = [e for e in moves if holder in (e.holder, e.to)]
    if not own or not _comes_to(holder, own[0]):
        return True
    notes: Fraction | int = 0
    shares = 0
    unknown_shares = False
    for event in own:
        if _comes_to(holder, event):
            notes += event.dollars if event.on <= day else 0
            continue
        if event.on >= day:
            continue
        notes -= event.dollars
        if event.kind == CONVERTED:
            unknown_shares = unknown_shares or event.shares is None
            shares += event.shares or 0
    sold = [e for e in known.of(SHARES_SOLD) if e.holder == holder and e.on < day]
    shares -= sum(e.shares or 0 for e in sold)
    return notes > 0 or shares > 0 or unknown_shares


def _comes_to(holder: str, event: Event) -> bool:
    return event.to == holder or event.kind == ACQUIRED


def counted_deadline(request: Event, known: Known) -> date | None:
    """The last day to return it, before what was agreed; None until its time runs."""
    rule = _asked_by(known)
    match known.reading("questionnaire-runs-from"):
        case "EXHIBIT-A":
            return printed_deadline(request, known)
        case "DEEMED-GIVEN":
            start = given_to_all(request.given, rule["to"], known)
            return start and after(start, rule["within"], known)
    return after(request.on, rule["within"], known)


def printed_deadline(request: Event, known: Known) -> date | None:
    """The twentieth day after the Trustee and the registered holder have it, as the form prints."""
    printed = _asked_by(known).get("printed")
    if not printed:
        return after(request.on, _asked_by(known)["within"], known)
    delivered = given_to_all(request.given, printed["delivered_to"], known)
    if delivered is None:
        return None
    return after(delivered, printed["within"], known)


def _asked_by(known: Known) -> Rule:
    """The request that runs from its date, of which the form is the Questionnaire."""
    rules = known.story.form.of("request")
    return next((rule for rule in rules if rule["counts_from"] == "date"), {})


def deadline(request: Event, holder: str, known: Known) -> Due | None:
    """The last day for a Holder, or for all with "", after what was agreed."""
    counted = counted_deadline(request, known)
    if counted is None:
        return None
    name = f"{_asked_by(known)['id']}/{request.id}"
    return moved(name, counted, known, holder=holder or request.holder, is_holders=True)


@dataclass(frozen=True, slots=True)
class Form:
    """One Holder's Questionnaire: the request it answers, its last days, and its delivery.

    `deadline` is the last day to be named, `entitled_by` that for Additional Interest; `waived`
    that neither is asked for. `in_time_to_be_named` and `in_time_for_interest` are None while it
    may still come, or where nothing was asked.
    """

    request: str | None
    deadline: date | None
    entitled_by: date | None
    delivered_on: date | None
    waived: bool
    in_time_to_be_named: bool | None
    in_time_for_interest: bool | None


def form_of(holder: str, known: Known) -> Form:
    """What is to be said of a Holder's Questionnaire."""
    forms = [e for e in known.of(RETURNED) if e.holder == holder]
    delivered = forms[0].on if forms else None
    requests = requests_to(holder, known)
    request = _judged_by(requests, holder, delivered, known)
    due = deadline(request, holder, known) if request is not None else None
    last = due.on if due is not None else None
    entitled_by = _entitled_by(request, due, known) if request is not None else None
    waived = due is not None and due.waived
    filed = next((e.on for e in known.of(FILED)), None)
    volunteered = delivered is not None and (not requests or delivered < requests[0].on)
    into_the_first = volunteered and (filed is None or (delivered or date.max) <= filed)

    def in_time(last: date | None) -> bool | None:
        if waived:
            return True if delivered is not None else None
        if last is None or (delivered is None and known.as_of <= last):
            return None
        return delivered is not None and delivered <= last

    return Form(
        request=request.id if request is not None else None,
        deadline=last,
        entitled_by=entitled_by,
        delivered_on=delivered,
        waived=waived,
        in_time_to_be_named=True if into_the_first else in_time(last),
        in_time_for_interest=True if volunteered else in_time(entitled_by),
    )


def _judged_by(
    requests: list[Event], holder: str, delivered: date | None, known: Known
) -> Event | None:
    """The request whose deadline counts: the first one, or any that was kept, or the latest."""
    if not requests:
        return None
    days = {r.id: due.on for r in requests if (due := deadline(r, holder, known)) is not None}
    kept = [
        r for r in requests if delivered is not None and r.id in days and delivered <= days[r.id]
    ]
    if known.reading("repeated-request") == "FIRST-REQUEST":
        return requests[0]
    return kept[0] if kept else max(requests, key=lambda r: days.get(r.id, date.min))


def _entitled_by(request: Event, due: Due | None, known: Known) -> date | None:
    """Section 3(a): "prior to the deadline specified therein"."""
    last = due.on if due is not None else None
    if known.reading("entitlement-deadline") == "THEREIN-LITERAL":
        last = printed_deadline(request, known)
        counted = counted_deadline(request, known)
        extended = due is not None and counted is not None and due.on > counted
        if last is not None and due is not None and extended:
            last = max(last, due.on)
    if last is not None and known.reading("entitlement-last-day") == "STRICTLY-BEFORE":
        last -= ONE
    return last


def is_entitled(form: Form, judged_on: date, known: Known) -> tuple[bool, date | None]:
    """Whether a Holder is entitled to Additional Interest, and from which day on, None for all."""
    delivered, last = form.delivered_on, form.entitled_by
    if form.waived:
        return True, None
    if last is None:
        never_asked = known.reading("no-questionnaire-requested") == "ENTITLED"
        return delivered is not None or never_asked, None
    if (delivered is not None and delivered <= last) or judged_on <= last:
        return True, None
    if delivered is None or known.reading("late-entitlement") == "BARRED":
        return False, None
    return True, delivered if known.reading("late-entitlement") == "FROM-DELIVERY" else None


def requests_owed(known: Known) -> dict[str, Owed]:
    """The return of each Questionnaire requested, by the Holder where it was one's alone."""
    found: dict[str, Owed] = {}
    for request in known.of(REQUESTED):
        due = deadline(request, "", known)
        if due is None:
            continue
        forms = [e.on for e in known.of(RETURNED) if e.holder == request.holder]
        found[f"{_asked_by(known)['id']}/{request.id}"] = Owed(due, next(iter(forms), None))
    return found


def information_owed(known: Known) -> dict[str, Owed]:
    """What is furnished after receipt of each request for more; one answer is to one request."""
    found: dict[str, Owed] = {}
    for rule in known.story.form.of("request"):
        if rule["counts_from"] == "date":
            continue
        answers = known.of(rule["met_by"])
        for request in known.of(rule["opened_by"]):
            name = f"{rule['id']}/{request.id}"
            last = after(request.on, rule["within"], known)
            due = moved(name, last, known, holder=request.holder, is_holders=True)
            own = [a for a in answers if a.holder == request.holder and a.on >= request.on]
            if own:
                answers.remove(own[0])
            found[name] = Owed(due, own[0].on if own else None)
    return found


def volunteered(known: Known) -> dict[str, tuple[date, date | None]]:
    """The Holders to be named in the initial filing: from which day, and when it was made."""
    found: dict[str, tuple[date, date | None]] = {}
    filed = next((e.on for e in known.of(FILED)), None)
    for holder in {e.holder for e in known.of(RETURNED)}:
        first = next(e for e in known.of(RETURNED) if e.holder == holder)
        requests = requests_to(holder, known)
        unasked = not requests or first.on < requests[0].on
        if unasked and (filed is None or first.on <= filed):
            found[f"questionnaire-deadline/volunteered/{first.id}"] = (first.on, filed)
    return found
