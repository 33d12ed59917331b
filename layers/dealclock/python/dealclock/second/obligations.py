"""Obligations and rights of any agreement: what opens each, its last day, what satisfies it, its
default, and what is deemed to have happened since a right passed unused.

An event satisfies one instance: one it is recorded about, or else the open one that opened first.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from dealclock.second.amounts import amount
from dealclock.second.clocks import clock
from dealclock.second.days import ITEMS, At, It, acted, at, day
from dealclock.second.deals import (
    Deal,
    Lapsed,
    NotCoveredError,
    Provision,
    covering,
    listed,
)
from dealclock.second.notices import given_on
from dealclock.second.periods import (
    MONTHS,
    days_from,
    months_later,
    period_in,
)
from dealclock.second.states import Occurrence, occurrences, run_on, subject
from dealclock.second.story import Event

ONE = timedelta(days=1)
MOST_REPEATS = 1000
CONSENTS = ("consent-given", "consent-withdrawn", "record-date-set", "affiliate-holdings")
ZERO = Fraction(0)
COVERED = frozenset(
    {
        *("id", "type", "clause", "title", "owed_by", "action", "each", "during", "while"),
        "only if",
        *("opens", "due", "expected", "may", "standard", "satisfied by", "satisfied by all of"),
        *("to", "matched", "per", "undone by", "excused by", "lengthened by", "lapse", "early"),
        *("excused until", "if not used", "amount", "opening_day"),
        *("stopped by", "channel", "draft"),
    }
)


@dataclass(slots=True)
class Instance:
    """One instance: the day it opens, its last day, and the events that satisfied it by kind."""

    name: str
    rule: Provision
    it: It
    opens: date
    due: At | None
    by: dict[str, list[Event]] = field(default_factory=dict)
    done_on: date | None = None
    excused: bool = False
    waived: bool = False
    amount: Fraction | None = None

    @property
    def is_right(self) -> bool:
        """Whether no one owes it: it may be done until its last day."""
        return bool(self.rule.get("may"))

    def stands(self, as_of: date) -> str:
        """How the time of a right stands on a day; without a last day it is over once used."""
        if self.due is None and self.done_on is not None:
            return "closed"
        if self.due is not None and self.due.day < self.opens:
            return "closed"
        if as_of < self.opens:
            return "upcoming"
        if self.due is None:
            return "open"
        if as_of < self.due.day:
            return "open"
        return "last day" if as_of == self.due.day else "closed"

    def status(self, as_of: date) -> str:
        """How it stands at the opening of a day."""
        if self.waived and self.done_on is not None and self.done_on <= as_of:
            return "met"
        if self.excused or self.waived:
            return "excused"
        if self.done_on is not None and self.done_on <= as_of:
            late = self.due is not None and self.done_on > self.due.day
            return "met late" if late else "met"
        if self.due is None:
            return "open"
        if as_of > self.due.day:
            return "missed"
        return "due today" if as_of == self.due.day else "upcoming"


MOST_ROUNDS = 20


def obligations(deal: Deal) -> dict[str, Instance]:
    """Every obligation and right, by its name, with what satisfied it."""
    return obligations_of(with_deemed(deal))


def with_deemed(deal: Deal) -> Deal:
    """The deal with what is deemed to have happened, which may open or end rights in turn."""
    if not any("if not used" in p for p in deal.provisions("obligation").values()):
        return deal
    for _ in range(MOST_ROUNDS):
        deemed = tuple(_deemed(deal, obligations_of(deal)))
        if deemed == deal.deemed:
            return deal
        deal = replace(deal, deemed=deemed)
    raise NotCoveredError("rights whose lapse undoes itself")


def _deemed(deal: Deal, found: Mapping[str, Instance]) -> Iterator[Event]:
    """The event deemed to have happened on the last day of each right that passed unused."""
    for each in found.values():
        if kind := deemed_of(each, deal.as_of):
            opener = each.it.event.id if each.it.event else each.name
            yield Event("", kind, each.due.day if each.due else date.max, about=opener)


def deemed_of(each: Instance, as_of: date) -> str:
    """The kind of event deemed to have happened on the last day of a right, if it passed unused."""
    unused = each.rule.get("if not used")
    if unused is None or each.due is None or as_of <= each.due.day:
        return ""
    used = each.done_on is not None and each.done_on <= each.due.day
    return "" if used else str(unused["deemed"])


def obligations_of(deal: Deal) -> dict[str, Instance]:
    """The same with what the deal already holds as deemed."""
    found: list[Instance] = []
    for rule in deal.provisions("obligation").values():
        with covering(rule["id"]):
            found += _instances(rule, _opened(rule, deal), deal)
    return _settled(found, deal)


def of_defaults(deal: Deal, defaults: Mapping[str, Lapsed]) -> dict[str, Instance]:
    """What each default opens, by name, in order of the defaults."""
    found: list[Instance] = []
    for rule in deal.provisions("obligation").values():
        if "default" not in listed(rule.get("each")):
            continue
        openers = (
            (
                f"{rule['id']}/{name}",
                It(d.occurred_on, names=(name, f"{rule['id']}/{name}"), accrual=d.accrues_from),
            )
            for name, d in defaults.items()
        )
        with covering(rule["id"]):
            if len(listed(rule["each"])) > 1:
                raise NotCoveredError("opened by defaults and by events")
            found += _instances(rule, openers, deal)
    return _settled(found, deal)


def _instances(
    rule: Provision, openers: Iterable[tuple[str, It]], deal: Deal
) -> Iterator[Instance]:
    if not rule.keys() <= COVERED or (rule.get("per") == "lot" and rule.get("each")):
        raise NotCoveredError(f"{', '.join(rule.keys() - COVERED)} {rule.get('per', '')}")
    if rule.get("only if") and not deal.of(rule["only if"]):
        return
    for name, it in openers:
        instance = _instance(name, it, rule, deal)
        if instance is not None:
            yield instance


def _settled(found: list[Instance], deal: Deal) -> dict[str, Instance]:
    """The instances by name, with what satisfied each."""
    kinds = [kind for each in found for kind in _kinds(each.rule)]
    for kind in dict.fromkeys(kinds):
        _match(kind, [each for each in found if kind in _kinds(each.rule)], deal)
    for each in found:
        with covering(each.rule["id"]):
            _settle(each, deal)
    return {each.name: each for each in found}


def _settle(each: Instance, deal: Deal) -> None:
    each.done_on = _done_on(each, deal)
    if each.done_on is not None and each.done_on > deal.as_of and not each.is_right:
        each.done_on = None  # done after the hour today, it counts on a future date
    if each.rule.get("stopped by") and each.done_on is not None and each.it.day is not None:
        last = clock(each.rule, each.it, deal, each.done_on)
        each.due = each.due if last is None else At(last)
    late = each.done_on is None or (each.due is not None and each.done_on > each.due.day)
    stopped = each.excused and each.done_on is None
    each.excused = stopped or (late and (_is_excused(each, deal) or _is_over(each, deal)))
    if each.rule.get("amount") is not None:
        each.amount = amount(each.rule["amount"], each.it, each.due, deal)
        past = each.due is not None and deal.as_of > each.due.day
        each.excused = each.excused or (late and past and each.amount == 0)


def _kinds(rule: Provision) -> list[str]:
    return [*listed(rule.get("satisfied by")), *listed(rule.get("satisfied by all of"))]


# ---- What opens one


def _opened(rule: Provision, deal: Deal) -> Iterator[tuple[str, It]]:
    """Each instance, and what opened it: once, or by each event or repeat."""
    own = rule["id"]
    if not rule.get("each") and rule.get("per") == "lot":
        for lot in deal.terms["securities"]:
            name = f"{own}/{lot['id']}"
            yield name, It(names=(name,), of=("lot", lot["id"]))
        return
    if not rule.get("each"):
        lapse = rule.get("lapse", {}).get("id", own)
        yield own, It(names=(own, lapse))
    for opener in listed(rule.get("each")):
        if isinstance(opener, Mapping):
            yield from (
                (f"{own}/{on}", It(on, None, (f"{own}/{on}",))) for on in _repeats(opener, deal)
            )
            continue
        for event in deal.of(opener):
            states = [rule[key] for key in ("during", "while") if rule.get(key)]
            it = It(event.on, event)
            if any(run_on(deal, state, event.on, it) is None for state in states):
                continue
            yield f"{own}/{event.id}", It(event.on, event, (event.id, f"{own}/{event.id}"))


def _repeats(opener: Mapping[str, Any], deal: Deal) -> Iterator[date]:
    """The days of a repeat that have come, and the next one; the end of a month always is one."""
    first, until = day(opener["from"], deal, It()), day(opener["until"], deal, It())
    for n in range(MOST_REPEATS if first is not None else 0):
        on = _nth(first or date.max, n, opener["repeat"])
        if until is not None and on > until:
            return
        yield on
        if on > deal.as_of:
            return


def _nth(first: date, n: int, unit: str) -> date:
    if unit == "weeks":
        return first + 7 * n * ONE
    on = months_later(first, n * MONTHS[unit])
    if (first + ONE).month != first.month:
        while (on + ONE).month == on.month:
            on += ONE
    return on


def _instance(name: str, it: It, rule: Provision, deal: Deal) -> Instance | None:
    """None while its last day, or what is expected of it, is not known."""
    opens = it.day if rule.get("opens") is None else day(rule["opens"], deal, it)
    if opens is None:
        return None
    if rule.get("due") is None:
        return Instance(name, rule, it, opens, None)
    if rule.get("stopped by"):
        if it.day is None:
            raise NotCoveredError("a clock of another Day")
        last = clock(rule, it, deal)
        due = None if last is None else At(last)
        return Instance(name, rule, it, opens, due, excused=due is None)
    due = last_day(rule, it, deal)
    if due is None:
        is_open = rule.get("may") and opens <= deal.as_of
        return Instance(name, rule, it, opens, None) if is_open else None
    due, waived = _agreed(name, rule, due, deal)
    return Instance(name, rule, it, opens, due, waived=waived)


def _agreed(name: str, rule: Provision, due: At, deal: Deal) -> tuple[At, bool]:
    """The last day as extended, or waived through a day, by more than the percentage of the loans
    that the terms ask for, by the last day as it then was; and whether it was waived altogether.

    A waiver after it excuses what becomes no default.
    """
    asked = next(iter(deal.provisions("consent threshold").values()), None)
    whole = sum(int(lot["principal"]) for lot in deal.terms.get("securities", ()))
    waived = False
    for event in deal.of("extension", "waiver"):
        if event.about != name or asked is None:
            continue
        if event.holder or not event.dollars or deal.of(*CONSENTS):
            raise NotCoveredError("consents counted by Holder, or not stated")
        over = asked.get("over percent", asked.get("over_percent"))
        enough = event.dollars * 100 > whole * Fraction(str(over))
        in_time = event.on <= due.day
        if not enough or (event.target is not None and event.target <= due.day):
            continue
        if not in_time and (event.kind == "extension" or rule.get("lapse")):
            continue
        if event.target is None:
            waived = True
        else:
            due = At(event.target)
    return due, waived


def last_day(rule: Provision, it: It, deal: Deal) -> At | None:
    """The last day with what lengthens it or, while it is not known, what is expected of it."""
    due = at(rule["due"], deal, it)
    for longer in listed(deal.pick(rule.get("lengthened by"))):
        due = _longer(longer, due, rule, it, deal)
    if due is None and rule.get("expected") is not None:
        due = at(rule["expected"], deal, it)
        if due is not None and deal.as_of > due.day:
            return None
    return due


def _longer(
    longer: Mapping[str, Any], due: At | None, rule: Provision, it: It, deal: Deal
) -> At | None:
    """The last day, later if an event happened by it, or by each that did; or since none did that
    keeps it from renewing. Periods after each other are counted from the first last day."""
    first, times = due, 0
    most = int(longer.get("most", 1))
    while due is not None and first is not None and times < most:
        if "unless" in longer:
            goes_on = _renews(longer, due, it, deal)
        else:
            events = _not_of_another(longer.get("if", longer.get("each")), rule, it, deal)
            goes_on = len(events) > times and events[times].on <= due.day
        if not goes_on:
            break
        times += 1
        period = period_in(longer["by"])
        period = replace(period, count=times * period.count)
        due = At(days_from(first.day, period, deal, back=False))
    limit = day(longer["no later than"], deal, it) if "no later than" in longer else None
    if times == 0 or limit is None or due is None or first is None:
        return due
    return first if limit <= first.day else At(min(due.day, limit))


def _not_of_another(kind: str, rule: Provision, it: It, deal: Deal) -> list[Event]:
    """The events that lengthen an instance: all but those about another of the same provision, or
    about what opened another."""
    openers = [e.id for k in listed(rule.get("each")) if isinstance(k, str) for e in deal.of(k)]

    def of_another(about: str) -> bool:
        return about in openers or about.startswith(f"{rule['id']}/")

    return [e for e in deal.of(kind) if e.about in it.names or not of_another(e.about)]


def _renews(longer: Mapping[str, Any], due: At, it: It, deal: Deal) -> bool:
    """Whether a last day is over, or the day for a notice against it, without an event about the
    instance, or about nothing, since it opened."""
    last = due.day
    if "notice" in longer:
        last = days_from(last, period_in(longer["notice"]), deal, back=True)
    against = [
        e
        for e in deal.of(longer["unless"])
        if (it.day or date.min) <= e.on <= last and (not e.about or e.about in it.names)
    ]
    return deal.as_of > last and not against


# ---- What satisfies it


def _match(kind: str, waiting: list[Instance], deal: Deal) -> None:
    """Each event of a kind to the instances it satisfies."""
    for holder, lot in {_alone(each) for each in waiting}:
        group = [each for each in waiting if _alone(each) == (holder, lot)]
        events = [e for e in deal.of(kind) if holder is None or e.holder == holder]
        events = [e for e in events if lot is None or e.lot == lot]
        _match_together(kind, group, events, deal)


def _alone(each: Instance) -> tuple[str | None, str | None]:
    """The Holder and the lot whose acts alone count, None for anyone's."""
    holder = each.it.event.holder if each.rule.get("per") and each.it.event else None
    return holder or None, each.it.of[1] if each.it.of else None


def _match_together(kind: str, group: list[Instance], events: list[Event], deal: Deal) -> None:
    undone = {
        e.about for each in group for k in listed(each.rule.get("undone by")) for e in deal.of(k)
    }
    events = [e for e in events if e.id not in undone]
    for each in group:
        never = each.rule.get("early") == "never counts"
        each.by[kind] = [
            e
            for e in events
            if e.about and e.about in _names(each) and (e.on >= each.opens or not never)
        ]
    left = [each for each in group if not each.by[kind] and each.rule.get("matched") != "about it"]
    left.sort(key=lambda each: (each.opens, each.due.day if each.due else date.max))
    for event in events:
        takers = [each for each in left if not event.about and _takes(each, event)]
        if not takers:
            continue
        if _is_once(kind, deal) and takers[0].it.day is None:
            together = [each for each in takers if each.opens == takers[0].opens]
            for taker in together[1:]:
                taker.by[kind].append(event)
                left.remove(taker)
        ended = [each for each in takers[1:] if each.rule.get("matched") == "by what ends it"]
        for taker in [takers[0], *(each for each in ended if each in left)]:
            taker.by[kind].append(event)
            left.remove(taker)


def _names(each: Instance) -> tuple[str, ...]:
    """The names by which an act may be about it; of what everything ends that is of one thing, that
    thing too."""
    own = (each.it.event.about,) if each.it.event and each.it.event.about else ()
    return (*each.it.names, *(own if each.rule.get("matched") == "by what ends it" else ()))


ONCE = ("registration-statement-filed", "registration-statement-effective")


def _is_once(kind: str, deal: Deal) -> bool:
    """Whether an act is done once for all, and satisfies what opened on one day together."""
    return kind in ONCE or bool(deal.terms.get("events", {}).get(kind, {}).get("once"))


def _takes(each: Instance, event: Event) -> bool:
    if event.on == each.opens and each.rule.get("opening_day") == "not counted":
        return each.rule.get("early") == "counts"
    return event.on >= each.opens or each.rule.get("early") == "counts"


def _done_on(each: Instance, deal: Deal) -> date | None:
    """The day of the first act or, of a notice, the day all had it; of several, of the last."""
    acts = sorted((e for by in each.by.values() for e in by), key=lambda e: e.on)
    owed = None
    if each.rule.get("amount") is not None and not each.rule.get("to"):
        owed = amount(each.rule["amount"], each.it, each.due, deal)
    if owed and acts and not each.rule.get("satisfied by all of"):
        paid = ZERO
        for event in acts:
            paid += event.dollars
            if paid >= owed or not event.dollars:
                return acted(event, each.due, deal)
        return None
    days = [_day_of(each, each.by.get(kind, []), deal) for kind in _kinds(each.rule)]
    known = [on for on in days if on is not None]
    if each.rule.get("satisfied by all of"):
        return max(known) if known and len(known) == len(days) else None
    return min(known, default=None)


def _day_of(each: Instance, acts: list[Event], deal: Deal) -> date | None:
    parties = listed(each.rule.get("to"))
    if not acts:
        return None
    if not parties:
        return acted(acts[0], each.due, deal)
    spoken = [acted(e, each.due, deal) for e in acts if not e.given]
    given = _had_by_all(each, acts, parties, deal)
    on = min((d for d in (*spoken[:1], given) if d is not None), default=None)
    return on if on is not None and on <= deal.as_of else None


def _had_by_all(each: Instance, acts: list[Event], parties: list[str], deal: Deal) -> date | None:
    """The day by which each party has it; by the hour of its event what is given on that day."""
    days: list[date] = []
    for party in parties:
        ways = [(e, given_on(d, deal)) for e in acts for d in e.given if d.to == party]
        had = [acted(e, each.due, deal) if on == e.on else on for e, on in ways if on is not None]
        if not had:
            return None
        days.append(min(had))
    return max(days)


def _is_excused(each: Instance, deal: Deal) -> bool:
    """Whether an event by its last day, or by the Day until which one counts, excuses it: about it,
    or about nothing."""
    until = each.rule.get("excused until")
    last = None if until is None else day(until, deal, each.it)
    for event in deal.of(*listed(each.rule.get("excused by"))):
        by_then = each.due is None or event.on <= each.due.day
        by_then = by_then and (last is None or event.on <= last)
        of_it = not event.about or event.about in (each.name, *each.it.names)
        if by_then and of_it and (each.it.day is None or event.on >= each.it.day):
            return True
    return False


def _is_over(each: Instance, deal: Deal) -> bool:
    """Whether the state while which it is owed is not in force on its last day."""
    if not each.rule.get("while") or each.due is None:
        return False
    begun = [run for run in _runs(each, deal) if run.first <= each.due.day]
    return not begun[-1].has(each.due.day) if begun else deal.as_of > each.due.day


def _runs(each: Instance, deal: Deal) -> list[Occurrence]:
    if not each.rule.get("while"):
        return []
    rule = deal.provisions("state", "status")[each.rule["while"]]
    own = each.it.of[1] if each.it.of and rule.get("of") == each.it.of[0] else ""
    return occurrences(deal, rule["id"], own or subject(each.it.event, rule))


# ---- What it lapses into


def lapses(deal: Deal, found: Mapping[str, Instance]) -> dict[str, Lapsed]:
    """The default that each obligation became, by name, once its last day passed."""
    made: dict[str, Lapsed] = {}
    for each in found.values():
        lapse = each.rule.get("lapse")
        excused = each.excused or each.waived
        if lapse is None or each.due is None or excused or deal.as_of <= each.due.day:
            continue
        cured_by = lapse.get("cured_by", lapse.get("cured by", _kinds(each.rule)[0]))
        cured = each.done_on if cured_by in _kinds(each.rule) else _cure(each, cured_by, deal)
        if cured is not None and cured <= each.due.day:
            continue
        occurred = each.due.day + int(deal.pick(lapse.get("occurs", 0))) * ONE
        back = lapse.get("relates back", lapse.get("relates_back", False))
        if deal.pick(back) and each.it.day is not None:
            occurred = each.it.day
        start = occurred + int(deal.pick(lapse.get("accrues", 1))) * ONE
        own = each.name.partition("/")[2]
        name = f"{lapse['id']}/{own}" if own else str(lapse["id"])
        stops = [cured] if cured is not None else []
        runs = [run for run in _runs(each, deal) if run.has(each.due.day)]
        stops += [run.over for run in runs if run.over is not None and run.over <= deal.as_of]
        stop = max(min(stops), start) if stops else None
        made[name] = Lapsed(str(lapse["id"]), name, occurred, start, stop, cured)
    return made


def _cure(each: Instance, kind: str, deal: Deal) -> date | None:
    alone = replace(each, by={}, rule={**each.rule, "satisfied by": kind})
    _match(kind, [alone], deal)
    return _done_on(
        replace(alone, rule={**alone.rule, "satisfied by all of": None, "to": None}), deal
    )


def _due(deal: Deal, name: str, asking: It) -> date | None:
    """The last day of an item that has one, opened or not; none of what is not owed. Of one with
    several instances, of that which the same event or day opened."""
    rule = deal.provisions("obligation").get(name)
    if rule is None or rule.get("due") is None:
        return None
    if rule.get("only if") and not deal.of(rule["only if"]):
        return None
    it = It(names=(name,))
    if rule.get("each"):
        opener = asking.event.id if asking.event else asking.day
        name = f"{name}/{opener}"
        it = next((each for own, each in _opened(rule, deal) if own == name), it)
        if it.day is None:
            return None
    found = last_day(rule, it, deal)
    return None if found is None else _agreed(name, rule, found, deal)[0].day


def _opening(deal: Deal, name: str, _: It) -> date | None:
    rule = deal.provisions("obligation").get(name)
    return None if rule is None else day(rule.get("opens"), deal, It())


ITEMS["due"].append(_due)
ITEMS["opening"].append(_opening)
