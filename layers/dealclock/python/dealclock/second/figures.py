"""Every date and amount of a deal on a day, computed again from what is stored."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from dealclock.second.computed import NONE, TOTAL, Computed
from dealclock.second.days import At
from dealclock.second.deals import Deal, Lapsed, NotCoveredError, listed
from dealclock.second.limits import pieces
from dealclock.second.obligations import Instance, lapses, last_day, obligations, of_defaults
from dealclock.second.payments import Payment, cents, payments, settled
from dealclock.second.spelled.figures import put_spelled
from dealclock.second.standing import AHEAD
from dealclock.second.states import (
    allowed,
    excesses,
    first_day,
    occurrences,
    own_end,
    state_lapses,
)
from dealclock.second.stored import (
    Raw,
    as_general,
    day_in,
    events_of,
    in_effect,
    in_general,
    versions,
)
from dealclock.second.story import Event
from dealclock.second.streams import Piece, ended_on

ONE, ZERO = timedelta(days=1), Fraction(0)
GENERAL = ("obligation", "state", "status", "stream", "payments", "consent threshold")


def compute(
    terms: Raw, facts: Iterable[Raw], as_of: date, known_at: datetime, readings: Mapping[str, str]
) -> Computed:
    """What is computed of a deal as of a day, on what was known at an instant."""
    zone, found = terms["agreement"]["time_zone"], Computed()
    known_on = (known_at - timedelta(microseconds=1)).astimezone(ZoneInfo(zone)).date()
    each = versions(terms, as_of, known_on)
    raw = in_effect(facts, zone, as_of, known_at)
    try:
        events = tuple(events_of(raw))
    except NotCoveredError as error:
        found.leave_out(str(error), *(rule["id"] for rule in terms["provisions"]), TOTAL[0])
        return found
    by_spelling = put_spelled(each, events, raw, as_of, readings, found)
    has_spelled = any(rule["type"] == "rate schedule" for rule in terms["provisions"])
    _put_general(each, events, as_of, readings, found, by_spelling, has_spelled=has_spelled)
    return found


# ---- The general form


def _put_general(
    each: list[tuple[date, Raw]],
    events: tuple[Event, ...],
    as_of: date,
    readings: Mapping[str, str],
    found: Computed,
    by_spelling: set[str],
    *,
    has_spelled: bool,
) -> None:
    """The figures of provisions in the general form. What is not covered is left out, with all that
    mentions it, and the rest is computed without it."""
    left_out = set(by_spelling)
    provisions = each[-1][1]["provisions"]
    names = {*found.not_covered, *by_spelling}
    if any(names & {*_names(in_general(rule))} for rule in provisions):
        names.add("default")
    _leave_out("it rests on what is not covered", names, provisions, left_out, found)
    while True:
        deals = [(since, _deal(terms, events, as_of, readings, left_out)) for since, terms in each]
        own = Computed()
        try:
            _put_deal(deals, own, has_spelled=has_spelled)
            break
        except NotCoveredError as error:
            if not error.of or error.of in left_out:
                raise
            left_out.add(error.of)
            own_names = [_names(in_general(r)) for r in provisions if r["id"] == error.of]
            names = {error.of, *(name for some in own_names for name in some)}
            found.leave_out(str(error), *names)
            names |= {"default"} if len(names) > 1 else set()
            _leave_out(str(error), names, provisions, left_out, found)
    found.figures |= own.figures
    found.heads |= own.heads - found.not_covered.keys()
    found.traces |= own.traces
    for head, why in own.not_covered.items():
        found.leave_out(why, head)


def _leave_out(
    why: str, names: set[str], provisions: list[Raw], left_out: set[str], found: Computed
) -> None:
    """Leave out every provision that mentions one of the names, and those that mention it."""
    while more := [
        r
        for r in provisions
        if r["id"] not in (*left_out, *names) and _mentions(in_general(r), names)
    ]:
        for rule in more:
            left_out.add(rule["id"])
            names = names | {rule["id"], *_names(in_general(rule))}
            found.leave_out(why, rule["id"], *_names(in_general(rule)))
            if rule["type"] in ("stream", "rate schedule"):
                found.leave_out(why, TOTAL[0])


def _names(rule: Raw) -> list[str]:
    """The defaults of a provision."""
    lapses_ = [rule.get(key) for key in ("lapse", "on lapse", "on overrun")]
    lapses_ += [limit.get("lapse") for limit in rule.get("limits", ())]
    lapses_ += [window.get("on_overrun") for window in rule.get("in any") or ()]
    return [lapse["id"] for lapse in lapses_ if lapse]


def _mentions(value: Any, names: set[str]) -> bool:
    """Whether a value has one of the names as a word of its texts."""
    if isinstance(value, str):
        return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", value) for name in names)
    if isinstance(value, Mapping):
        return any(_mentions(each, names) for each in value.values())
    return isinstance(value, list | tuple) and any(_mentions(each, names) for each in value)


def _deal(
    terms: Raw, events: tuple[Event, ...], as_of: date, readings: Mapping[str, str], but: set[str]
) -> Deal:
    given = {key: value for key, value in terms.items() if value is not None}
    provisions = terms["provisions"]
    general = [rule if rule["type"] in GENERAL else as_general(rule) for rule in provisions]
    given["provisions"] = [
        in_general(rule) for rule in general if rule is not None and rule["id"] not in but
    ]
    given["securities"] = [_lot(lot) for lot in terms.get("securities") or ()]
    calendars = terms.get("calendars") or {}
    given["calendars"] = {
        name: {**of, "closed": {day_in(each) for each in of.get("closed", ())}}
        for name, of in calendars.items()
    }
    return Deal.on(given, events, as_of, readings)


def _lot(lot: Raw) -> dict[str, Any]:
    issued = lot["issued"]
    is_day = isinstance(issued, date) or re.fullmatch(r"\d{4}-\d\d-\d\d", issued)
    return {
        **lot,
        "principal": Fraction(str(lot["principal"])),
        "issued": day_in(issued) if is_day else date.max,
    }


def _put_deal(deals: list[tuple[date, Deal]], found: Computed, *, has_spelled: bool) -> None:
    deal = deals[-1][1]
    for rule in deal.every_provision():
        if rule["type"] in ("obligation", "payments"):
            found.heads |= {rule["id"], *_names(rule)}
    instances = _governed([(since, obligations(each)) for since, each in deals])
    defaults = lapses(deal, instances)
    by_opener = of_defaults(deal, defaults)
    defaults |= lapses(deal, by_opener) if len(by_opener) else {}
    for each in (instances | by_opener).values():
        _put_instance(each, deal, found)
    streams = deal.provisions("stream")
    _put_states(deals, found)
    borne = {name for rule in streams.values() for name in listed(rule.get("bears"))}
    every = any(
        "bears" not in rule and not {"from", "on days"} & rule.keys() for rule in streams.values()
    )
    for name, of in defaults.items():
        found.put_default(name, of, of.id in borne or every)
    if has_spelled and streams:
        found.leave_out("accruals of two kinds", TOTAL[0], *deal.provisions("payments"))
    elif streams:
        try:
            _put_money(deal, defaults, found)
        except NotCoveredError as error:
            found.leave_out(str(error), TOTAL[0], *deal.provisions("payments"))
    elif not has_spelled:
        found.heads.add(TOTAL[0])
        found.put(*TOTAL, ZERO)


def _governed(made: list[tuple[date, dict[str, Instance]]]) -> dict[str, Instance]:
    """What was over before an amendment took effect, as it was; all else by the terms as amended,
    due no earlier than on that day."""
    governed = dict(made[0][1])
    for since, now in made[1:]:
        kept = {name: each for name, each in governed.items() if _is_over(each, since)}
        for name, each in now.items():
            was_over = name not in governed and "/" in name and _is_over(each, since)
            if name in kept or was_over:
                continue
            if each.due is not None and each.due.day < since:
                each.due = At(since)
            kept[name] = each
        governed = kept
    return governed


def _is_over(each: Instance, since: date) -> bool:
    late = each.due is not None and each.due.day < since
    return late or (each.done_on is not None and each.done_on < since)


def _put_instance(each: Instance, deal: Deal, found: Computed) -> None:
    found.traces[each.name] = lambda: _explained(each, deal)
    due = each.due.day if each.due else None
    if each.is_right:
        found.put(each.name, "opens", each.opens)
        found.put(each.name, "closes", due or NONE)
        return
    is_stopped = due is None and each.rule.get("stopped by") and each.done_on is None
    found.put(each.name, "due", NONE if is_stopped else due)
    if each.amount is not None:
        found.put(each.name, "amount", each.amount)
        acts = sorted((e for own in each.by.values() for e in own), key=lambda e: e.on)
        found.put_paid(each.name, each.amount, [(e.on, Fraction(e.dollars)) for e in acts])


def _explained(each: Instance, deal: Deal) -> list[str]:
    """How the last day of an instance was worked out, each Day with what it came to."""
    noted = replace(deal, steps=[])
    last_day(each.rule, each.it, noted)
    opened = each.it.event.id if each.it.event else "the terms"
    return [f"opened by {opened} on {each.it.day or each.opens}", *(noted.steps or [])]


def _put_states(deals: list[tuple[date, Deal]], found: Computed) -> None:
    deal = deals[-1][1]
    for name, rule in deal.provisions("state", "status").items():
        own = {name, f"{name}-end", *_names(rule)}
        own |= {f"{name}-{_window(limit)}" for limit in rule.get("limits", ()) if _window(limit)}
        was = [each.provisions("state", "status").get(name) for _, each in deals]
        if any(each != rule for each in was):
            found.leave_out("a state that was amended", *own)
        elif why := _why_not(rule):
            found.leave_out(why, *own)
        else:
            found.heads |= own
            _put_state(deal, name, rule, found)
    for name, of in state_lapses(deal).items():
        bears = any(of.id in listed(r.get("bears")) for r in deal.provisions("stream").values())
        if of.id in found.heads:
            found.put_default(name, of, bears)


def _why_not(rule: Raw) -> str:
    """Why the figures of a state are not covered, "" if they are."""
    for key in ("of", "any of", "all of", "from", "extension", "apart", "improper by", "during"):
        if key in rule:
            return f"a state with {key}"
    for limit in rule.get("limits", ()):
        odd = [k for k in ("extended", "blocks from") if k in limit]
        odd += [
            k
            for k, usual in (
                ("cured", "ended"),
                ("may end", "day after"),
                ("tested", "alone"),
                ("windows", "rolling"),
            )
            if limit.get(k, usual) != usual
        ]
        if odd:
            return f"a limit with {odd[0]}"
    return (
        "a first day that does not count" if rule.get("first day", "counted") != "counted" else ""
    )


def _window(limit: Raw) -> str:
    """The name of a limit in a window, "" for one on each occurrence."""
    days, months = limit.get("window days"), limit.get("window months")
    if days is None and months is None:
        return ""
    times = "times-" if limit.get("counted") in ("begun", "in force") else ""
    return f"{times}{days if days is not None else f'{months}-months'}"


def _put_state(deal: Deal, name: str, rule: Raw, found: Computed) -> None:
    for run in occurrences(deal, name):
        for event in run.events:
            instance = name if rule.get("once") else f"{name}/{event}"
            if not rule.get("limits"):
                found.put(instance, "opens", first_day(deal, name, event))
                last = run.over - ONE if run.over is not None else NONE
                found.put(instance, "closes", own_end(deal, name, event) or last)
                continue
            own = allowed(deal, name, event)
            start = first_day(deal, name, event)
            found.put(instance, "opens", start)
            closes = own["closes"] if own else None
            ends = own_end(deal, name, event)
            if ends is not None:
                found.put(instance, "closes", min(d for d in (ends, closes) if isinstance(d, date)))
            elif isinstance(closes, date) and start is not None:
                found.put(instance, "closes", max(start, closes))
            else:
                found.put(instance, "closes", NONE if own and own["ended_on"] is None else start)
    for beyond in excesses(deal, name):
        limit = rule["limits"][beyond.limit]
        window = _window(limit)
        if limit.get("lapse"):
            instance = f"{name}-{window or 'end'}/{beyond.occurrence.events[0]}"
            found.put(instance, "due", beyond.first - ONE)


def _put_money(deal: Deal, defaults: Mapping[str, Lapsed], found: Computed) -> None:
    """What accrued, and each payment with what was paid of it."""
    all_defaults = {**defaults, **state_lapses(deal)}
    until = deal.as_of + AHEAD
    own = pieces(deal, all_defaults, deal.as_of, until)
    total = sum((piece.dollars for each in own.values() for piece in each), ZERO)
    ahead = pieces(deal, all_defaults, until, until)
    for name, rule in deal.provisions("payments").items():
        of = rule.get("of") or list(deal.provisions("stream"))
        ends = [ended_on(deal, each, all_defaults) for each in of]
        over = None if None in ends else max(e for e in ends if e is not None)
        accrued = [p for each in of for p in ahead[each]]
        for payment in payments(deal, name, accrued, over):
            total += _put_payment(deal, name, payment, found)
            instance = f"{name}/{payment.on}"
            found.traces[instance] = partial(_segments, accrued)
    found.heads.add(TOTAL[0])
    found.put(*TOTAL, total)
    found.traces[TOTAL[0]] = lambda: [
        line for name, each in own.items() for line in [f"{name}:", *_segments(each)]
    ]


def _put_payment(deal: Deal, name: str, payment: Payment, found: Computed) -> Fraction:
    """Put its figures; what it adds to what accrued: for being late, or to be the least."""
    instance, of = f"{name}/{payment.on}", settled(deal, name, payment)
    found.put(instance, "due", payment.due)
    found.put(instance, "amount", of.owed)
    if of.paid:
        found.put(instance, "paid_in_full", of.paid_on)
        if of.paid_on is None:
            found.put(instance, "still_to_pay", Fraction(cents(of.owed) - cents(of.paid), 100))
    return of.late + (payment.added if payment.on < deal.as_of else ZERO)


def _segments(accrued: list[Piece]) -> list[str]:
    """The days on which the same accrued each day, with what it was."""
    found: list[tuple[date, date, Fraction]] = []
    for piece in accrued:
        first, last, dollars = found[-1] if found else (piece.on, date.min, ZERO)
        if (last + ONE, dollars) == (piece.on, piece.dollars) and not piece.at_once:
            found[-1] = (first, piece.on, dollars)
        elif piece.dollars:
            found.append((piece.on, piece.on, piece.dollars))
    return [f"{first} to {last}: {dollars} dollars a day" for first, last, dollars in found]
