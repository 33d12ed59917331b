"""What streams bear within their limits: the least, the most, and ceilings with other streams.

What falls due later gives way to what falls due before it, and of one day a stream with a ceiling
to the others. A part falls due on the day by which its payment is named.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from dealclock.second.deals import Deal, Lapsed, Provision, listed
from dealclock.second.payments import named_days
from dealclock.second.periods import begins, months_later, period_in
from dealclock.second.streams import (
    Bearing,
    Part,
    Piece,
    base_on,
    ended_on,
    parts,
    rule_of,
)

ONE, ZERO = timedelta(days=1), Fraction(0)
SOON = timedelta(days=400)


@dataclass(slots=True)
class _Borne:
    """What a dollar has borne of a stream so far: of what falls due on each day, in all, and in all
    before limits; the rate of each day."""

    by_day: dict[date, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    in_all: Fraction = ZERO
    uncut: Fraction = ZERO
    rates: dict[date, Fraction] = field(default_factory=dict)


def pieces(
    deal: Deal, defaults: Mapping[str, Lapsed], until: date, ahead: date | None = None
) -> dict[str, list[Piece]]:
    """What each stream accrues to but excluding a day, in dollars. While there is nothing to bear
    it, no limit is used. Payments are looked for through the day `ahead`."""
    rules = {name: rule_of(deal, name) for name in deal.provisions("stream")}
    every = {name: parts(deal, name, defaults, ahead or until + SOON) for name in rules}
    paid_on = _paid_on(deal, defaults, every)
    due: list[tuple[date, bool, date, int, str, Bearing, Part]] = []
    for n, (name, rule) in enumerate(rules.items()):
        for bearing, own in every[name].items():
            for part in (each for each in own if each.on < until):
                on = paid_on.get((name, part.on, part.at_once), date.max)
                due.append((on, "ceiling" in rule, part.on, n, name, bearing, part))
    due.sort(key=lambda each: each[:4])
    borne: dict[tuple[str, Bearing], _Borne] = defaultdict(_Borne)
    found: dict[str, list[Piece]] = {name: [] for name in rules}
    for on, _, _, _, name, bearing, part in due:
        base = base_on(rules[name], bearing, part.on, deal)
        of_a_dollar = _within(rules, name, bearing, part, on, borne) if base else ZERO
        found[name].append(Piece(part.on, of_a_dollar * base, part.at_once))
    for name, rule in rules.items():
        found[name].sort(key=lambda each: each.on)
        if "compounds each" in rule:
            found[name] = _compounded(rule, found[name], deal)
    return found


def _paid_on(
    deal: Deal, defaults: Mapping[str, Lapsed], every: Mapping[str, Mapping[Bearing, list[Part]]]
) -> dict[tuple[str, date, bool], date]:
    """The day on which each part falls due: by which its payment is named."""
    found: dict[tuple[str, date, bool], date] = {}
    for rule in deal.provisions("payments").values():
        of = rule.get("of") or list(deal.provisions("stream"))
        ends = [ended_on(deal, name, defaults) for name in of]
        over = None if None in ends else max(e for e in ends if e is not None)
        own = [part for name in of for group in every[name].values() for part in group]
        found |= {
            (name, part.on, part.at_once): on
            for on, part in named_days(rule, deal, own, over)
            for name in of
        }
    return found


def _percent(value: Any) -> Fraction:
    return Fraction(str(value)) / 100


def _within(
    rules: Mapping[str, Provision],
    name: str,
    bearing: Bearing,
    part: Part,
    on: date,
    borne: dict[tuple[str, Bearing], _Borne],
) -> Fraction:
    """What is left of a part that falls due on a day within the limits of its stream, noted as
    borne."""
    rule, own = rules[name], borne[name, bearing]
    given, rate = part.of_a_dollar, part.rate
    ceiling = rule.get("ceiling")
    if ceiling and not _on_what_falls_due(ceiling) and not part.at_once:
        others = (borne[other, Bearing()].rates.get(part.on, ZERO) for other in _others(ceiling))
        room = max(Fraction(str(ceiling["most"])) - sum(others, ZERO), ZERO)
        given, rate = (given * min(rate, room) / rate if rate else ZERO), min(rate, room)
    own.uncut += given
    wanted = max(own.uncut, _percent(rule.get("least in all", 0))) - own.in_all
    if "most in all" in rule:
        wanted = min(wanted, _percent(rule["most in all"]) - own.in_all)
    for limit in _ceilings(rules, name):
        wanted = min(wanted, _room(limit[0], limit[1], on, borne))
    wanted = max(wanted if "least in all" in rule else min(wanted, given), ZERO)
    own.by_day[on] += wanted
    own.in_all += wanted
    if not part.at_once:
        own.rates[part.on] = rate if wanted or not given else ZERO
    return wanted


def _others(ceiling: Mapping[str, Any]) -> list[str]:
    return listed(ceiling.get("with"))


def _on_what_falls_due(ceiling: Mapping[str, Any]) -> bool:
    return bool(ceiling.get("in any") or ceiling.get("in all"))


def _ceilings(
    rules: Mapping[str, Provision], name: str
) -> list[tuple[Mapping[str, Any], list[str]]]:
    """The ceilings on what falls due that a stream is under, its own or another's, with the streams
    that each counts together."""
    found = []
    for other, rule in rules.items():
        ceiling = rule.get("ceiling")
        if ceiling and _on_what_falls_due(ceiling):
            together = [other, *_others(ceiling)]
            found += [(ceiling, together)] if name in together else []
    return found


def _room(
    ceiling: Mapping[str, Any],
    together: list[str],
    on: date,
    borne: Mapping[tuple[str, Bearing], _Borne],
) -> Fraction:
    """What may still fall due on a day: in all, or in the window that ends with it."""
    first = date.min
    if "in any" in ceiling:
        period = period_in(ceiling["in any"])
        months = {"months": 1, "quarters": 3, "years": 12}.get(period.unit)
        days = period.count * (7 if period.unit == "weeks" else 1)
        first = months_later(on, -period.count * months) if months else on - days * ONE
        first += ONE
    used = sum(
        (
            part
            for (name, _), own in borne.items()
            if name in together
            for day, part in own.by_day.items()
            if first <= day <= on
        ),
        ZERO,
    )
    return max(_percent(ceiling["most"]) - used, ZERO)


def _compounded(rule: Provision, accrued: list[Piece], deal: Deal) -> list[Piece]:
    """What accrued in one span accrues too from the next, at the same rate; a share due at once
    does not accrue."""
    found: list[Piece] = []
    before = added = ZERO
    first = next((each.on for each in accrued if not each.at_once), None)
    n = 1
    for each in accrued:
        while first and each.on >= begins(first, period_in(rule["compounds each"]), n, deal):
            n += 1
            before, added = before + added, ZERO
        base = base_on(rule, Bearing(), each.on, deal)
        if each.at_once or not base:
            found.append(each)
            continue
        dollars = each.dollars * (base + before) / base
        added += dollars
        found.append(Piece(each.on, dollars))
    return found
