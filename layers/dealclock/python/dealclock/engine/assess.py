"""The one question Dealclock answers: what is true of a deal as of a day, and why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TypeVar
from weakref import WeakValueDictionary

from dealclock import __version__
from dealclock.agreement.readings.all import ALL, choose
from dealclock.agreement.readings.conflicts import conflict_in
from dealclock.agreement.readings.counting import BUSINESS_DAY
from dealclock.agreement.rules.rule import Period
from dealclock.agreement.terms import Terms
from dealclock.agreement.versions import Version, versions
from dealclock.days.calendars import calendar
from dealclock.engine.assessment import (
    Accrual,
    Agreed,
    Assessment,
    Difference,
    Obligation,
    TermsUsed,
    UndatedDuty,
    Window,
)
from dealclock.engine.choices import Choices
from dealclock.engine.comparing.differences import differences
from dealclock.engine.comparing.jointly import Passes, jointly
from dealclock.engine.comparing.safe import with_safe_dates
from dealclock.engine.consents.agreed import agreed
from dealclock.engine.context import Context, EngineError
from dealclock.engine.contradictions import contradictions
from dealclock.engine.defaults import outages, protected
from dealclock.engine.duties import (
    conditions,
    deadlines,
    lead_times,
    opened,
    practicable,
    reviews,
    stops,
    undated,
)
from dealclock.engine.found import Found
from dealclock.engine.holders.holdings import MOVES
from dealclock.engine.interest import accrual
from dealclock.engine.interest.principal import issue_of
from dealclock.engine.interest.unset import by_every_day_count
from dealclock.engine.notices import of_defaults, windows
from dealclock.engine.outside import confirmed_only
from dealclock.engine.payments import in_arrears
from dealclock.engine.questionnaires import filings, mailing, requests
from dealclock.engine.shares import true_ups
from dealclock.engine.suspension import part as suspension
from dealclock.engine.suspension.plan import left
from dealclock.engine.under_versions import add_under
from dealclock.facts.kinds import KINDS
from dealclock.facts.known import Known
from dealclock.facts.log import FactLog, end_of, last_day_of
from dealclock.facts.named import unknown_kinds, what_is_allowed

_P = TypeVar("_P", Obligation, Window)

_PARTS = (
    deadlines.add,
    protected.add,
    suspension.add,
    outages.add,
    accrual.add,
    in_arrears.add,
    of_defaults.add,
    windows.add,
    opened.add,
    conditions.add,
    lead_times.add,
    reviews.add,
    undated.add,
    stops.add,
    mailing.add,
    requests.add,
    filings.add,
    true_ups.add,
    practicable.add,
)
"""In this order: each part builds on what those before it found.

What accrues comes right after all that can make a default, and before all that cannot: it depends
on every reading consulted by then, since even a default that did not occur may under another.
"""


def assess(
    terms: Terms,
    log: FactLog,
    as_of: date,
    known_at: datetime | None = None,
    readings: Mapping[str, str] | None = None,
    deal: str | None = None,
    *,
    compare: bool = True,
    together: bool = False,
    outside: bool = False,
    targets: Mapping[str, Period] | None = None,
) -> Assessment:
    """Everything true of a deal as of the start of `as_of`, with what other readings change.

    Facts count that happened by `as_of` and were recorded by `known_at`, both included; left out,
    `known_at` is the end of `as_of` in the deal's zone. `readings` chooses by question; the rest
    are the defaults; `compare=False` leaves out what others would change, `together` adds what
    they would come to over all their combinations. `outside` shows what people outside the team may
    see: confirmed conclusions only. `targets` are the days a team set itself for undated duties, by
    the id of the provision. Terms that were amended are taken as known at `known_at`. Raises
    UnknownReading, OutsideCalendar, or EngineError for terms that cannot be computed.
    """
    instant = known_at or end_of(as_of, log.zone)
    in_force, chosen, known = _given(terms, log, as_of, instant, readings)

    def under(choices: Mapping[str, str]) -> Assessment:
        def by(counted: Terms) -> Assessment:
            pass_ = _Pass(_counted(in_force, counted), known, as_of, choices, targets or {})
            return _assess(pass_, instant, deal or terms.id, outside)

        return by_every_day_count(by, terms) if accrual.lacks_day_count(terms) else by(terms)

    found = () if outside else tuple(contradictions(terms, known))
    if not compare:
        return replace(under(chosen), contradictions=found)
    passes = Passes(chosen, under)
    here, _ = passes.under({})
    moved: list[Difference] = []
    for question in (q for q in ALL if q in here.consulted):
        for choice in ALL[question].open:
            if choice != chosen[question] and not conflict_in({**chosen, question: choice}):
                there, _ = passes.under({question: choice})
                moved += differences(here, there, question, choice)
    told = replace(here, differences=tuple(moved), contradictions=found)
    compared = with_safe_dates(told, passes)
    return replace(compared, ranges=tuple(jointly(passes))) if together else compared


def examine(
    terms: Terms,
    log: FactLog,
    as_of: date,
    known_at: datetime | None = None,
    readings: Mapping[str, str] | None = None,
) -> tuple[Context, Found]:
    """What one pass finds under the chosen readings, for questions about its parts.

    The arguments, and what is raised, are those of `assess`.
    """
    instant = known_at or end_of(as_of, log.zone)
    in_force, chosen, known = _given(terms, log, as_of, instant, readings)
    looked = _look(_Pass(in_force, known, as_of, chosen, {}), outside=False)
    return looked.context, looked.found


def _given(
    terms: Terms, log: FactLog, as_of: date, known_at: datetime, readings: Mapping[str, str] | None
) -> tuple[Sequence[Version], Mapping[str, str], Known]:
    """The terms in force, the readings chosen and the facts that count, or what keeps them from
    being assessed."""
    in_force = versions(terms, as_of, last_day_of(known_at, log.zone))
    for version in in_force:
        _refuse_unknown_kinds(version.terms)
    chosen = choose({BUSINESS_DAY.id: terms.calendar, **(readings or {})})
    # Raises for a day its table does not cover, whatever is asked.
    calendar(chosen[BUSINESS_DAY.id]).is_open(as_of)
    return in_force, chosen, Known(log.known(as_of, known_at))


def _counted(in_force: Sequence[Version], counted: Terms) -> Sequence[Version]:
    """The versions with the Indenture sheet of `counted`, whose day count may stand for an unset
    one."""
    if all(v.terms.indenture == counted.indenture for v in in_force):
        return in_force
    sheet = {"indenture": counted.indenture}
    return [replace(v, terms=v.terms.model_copy(update=sheet)) for v in in_force]


_CHECKED: WeakValueDictionary[int, Terms] = WeakValueDictionary()
"""Terms whose words were checked once, while they live."""


def _refuse_unknown_kinds(terms: Terms) -> None:
    if _CHECKED.get(id(terms)) is terms:
        return
    for _, word in unknown_kinds(terms.model_dump()):
        raise EngineError(f"the terms name {word!r}; {what_is_allowed(word)}")
    _CHECKED[id(terms)] = terms


@dataclass(frozen=True, slots=True)
class _Pass:
    """One pass: the versions of the terms in force, the facts that count, the day, the choices."""

    in_force: Sequence[Version]
    known: Known
    as_of: date
    readings: Mapping[str, str]
    targets: Mapping[str, Period]


@dataclass(frozen=True, slots=True)
class _Looked:
    """What a pass found, under the latest version; `kept` are instances an earlier one governs."""

    version: Version
    context: Context
    found: Found
    kept: Mapping[str, str]


def _look(asked: _Pass, *, outside: bool) -> _Looked:
    choices = Choices(asked.readings)
    under = [
        (version, Context(version.terms, asked.known, asked.as_of, choices, asked.targets))
        for version in asked.in_force
    ]
    last, context = under[-1]
    found = Found()
    kept: dict[str, str] = {}
    for add in _PARTS:
        if len(under) == 1:
            add(context, found)
        else:
            add_under(under, add, found, kept)
        if outside:
            confirmed_only(found)
    return _Looked(last, context, found, kept)


def _assess(asked: _Pass, known_at: datetime, deal: str, outside: bool) -> Assessment:
    looked = _look(asked, outside=outside)
    last, context, found = looked.version, looked.context, looked.found
    terms, known = context.terms, context.known
    held = () if outside else tuple(agreed(context, asked.in_force[1:], found.defaults))
    return Assessment(
        deal=deal,
        as_of=asked.as_of,
        known_at=known_at,
        engine=__version__,
        terms=TermsUsed(last.id, last.title, last.effective, last.known, looked.kept),
        obligations=_in_order(found.obligations, terms),
        defaults=tuple(found.defaults),
        windows=_in_order(found.windows, terms),
        accrual=found.accrual or Accrual.none(asked.as_of),
        readings=asked.readings,
        consulted=frozenset(context.choices.in_all),
        differences=(),
        ranges=(),
        not_checked=terms.not_modelled,
        contradictions=(),
        unused_facts=() if outside else tuple(_unused(context, found, held)),
        facts_as_of=max((s.on for s in known.all), default=None),
        duties=tuple(found.duties),
        hypothetical=any(s.hypothetical for s in known.all),
        true_ups=tuple(found.true_ups),
        agreed=held,
        budgets=() if outside else tuple(left(b, context) for b in found.budgets.values()),
    )


def _in_order(parts: Iterable[_P], terms: Terms) -> tuple[_P, ...]:
    """As the agreement orders its provisions, then as they were found."""
    places = {rule.id: place for place, rule in enumerate(terms.provisions)}
    return tuple(sorted(parts, key=lambda part: places.get(part.id, len(places))))


def _unused(context: Context, found: Found, held: Iterable[Agreed]) -> Iterator[str]:
    """Facts that no conclusion rests on: shown, so that nothing recorded is silently dropped."""
    parts: tuple[Obligation | Window | UndatedDuty, ...] = (
        *found.obligations,
        *found.windows,
        *found.duties,
    )
    grounds = [part.grounds for part in parts]
    used = {fact for g in grounds for fact in g.facts}
    used |= {fact for d in found.defaults for fact in d.grounds.facts}
    used |= set(found.ledger.grounds.facts) if found.ledger else set()
    used |= {fact for each in held for fact in each.grounds.facts}
    for each in found.true_ups:
        used |= {fact for g in each.all_grounds for fact in g.facts}
    issues = (issue_of(lot, context) for lot in context.terms.securities)
    used |= {issue.id for issue in issues if issue}
    used |= {s.id for kind in MOVES for s in context.facts(kind)}
    for seen in context.known.all:
        if seen.id not in used and not KINDS[seen.fact.kind].absence:
            yield seen.id
