"""One date or amount with everything it rests on: which one a name means, and the assessment it
is part of."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from dealclock.agreement.rules.duties import UndatedDutyRule
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.agreement.rules.rule import Rule
from dealclock.agreement.terms import Terms
from dealclock.answers import encode
from dealclock.answers.assess.keys import KEYS, InterestStanding, in_utc
from dealclock.answers.encode import Json, KeyedValue
from dealclock.answers.question import NotAnsweredError, needed
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.figures import Difference
from dealclock.engine.conclusions import Default, Obligation, Status, UndatedDuty, Window
from dealclock.engine.interest.accrued import RateChange
from dealclock.engine.look import Look
from dealclock.engine.true_ups import SharesOwed, TrueUp
from dealclock.files.source import nearest
from dealclock.messages import words
from dealclock.messages.status_lines import describe_status
from dealclock.messages.view import list_matters
from dealclock.records import record

ACCRUAL = "accrual"
FORMAT = "dealclock-explanation/1"
_MOST = 12
_RATE = "rate/"


@dataclass(frozen=True, slots=True)
class ExplainQuery:
    """One date or amount, by name."""

    instance: str = needed("an instance, an id with only one instance, or accrual")


@dataclass(frozen=True, slots=True)
class ExplainResult:
    """The instance meant, or `ACCRUAL`; the `others` with that id, which are not open; and the
    assessment that all are part of.
    """

    assessment: Assessment
    instance: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherInstance:
    """An instance by the same id as the one meant, with its status in words."""

    instance: str
    title: str
    status: str


def list_others(a: Assessment, terms: Terms, others: Sequence[str]) -> Iterator[OtherInstance]:
    """Those instances, in their order."""
    by_instance = {m.instance: m for m in list_matters(a, terms)}
    for m in (by_instance[each] for each in others if each in by_instance):
        yield OtherInstance(m.instance, m.title, describe_status(m, a))


class NothingToExplainError(NotAnsweredError):
    """No instance, or several, have that name; the message lists those that do."""


class SeveralToExplainError(NothingToExplainError):
    """Several instances have that name."""


def answer(look: Look, request: ExplainQuery) -> ExplainResult:
    """The instance that the name means, in an assessment that compares readings.

    Raises NothingToExplainError.
    """
    assessment = assess(
        Look(look.terms, look.log, look.as_of, look.known_at, look.readings, look.targets)
    )
    if is_accrual(request.instance, look.terms):
        return ExplainResult(assessment, ACCRUAL)
    also = [ACCRUAL] if is_accrual(ACCRUAL, look.terms) else []
    chosen = find_instance(request.instance, look.terms, assessment, also)
    return ExplainResult(assessment, chosen.instance, chosen.others)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The named part, under the key of its kind, with its readings and what others would change."""

    deal: str
    as_of: date
    known_at: datetime
    instance: str
    others: tuple[str, ...]
    of: str
    part: KeyedValue
    readings: Mapping[str, str]
    differences: tuple[Difference, ...]


_Part = Obligation | Window | Default | TrueUp | UndatedDuty | SharesOwed


def document(result: ExplainResult) -> Json:
    """The named part of the assessment, with its trace and what other readings change."""
    a = result.assessment
    if result.instance == ACCRUAL or result.instance.startswith(_RATE):
        part, grounds = KeyedValue(ACCRUAL, InterestStanding(a.accrual, a.owed)), a.accrual.why
    else:
        of, found = _part(result.instance, a)
        part, grounds = KeyedValue(of, found), found.why
    explained = Explanation(
        deal=a.deal,
        as_of=a.as_of,
        known_at=in_utc(a.known_at),
        instance=result.instance,
        others=result.others,
        of=part.key,
        part=part,
        readings={each: a.readings[each] for each in sorted(grounds.readings)},
        differences=tuple(d for d in a.differences if d.instance == result.instance),
    )
    return encode.document(FORMAT, explained, KEYS)


def _part(instance: str, a: Assessment) -> tuple[str, _Part]:
    """The kind of the named part, and the part."""
    parts: tuple[tuple[str, Iterable[_Part]], ...] = (
        ("obligation", a.obligations),
        ("window", a.windows),
        ("default", a.defaults),
        ("true_up", a.true_ups),
        ("duty", a.duties),
        ("owed", (row for each in a.true_ups for row in each.owed)),
    )
    return next((of, each) for of, group in parts for each in group if each.instance == instance)


def is_accrual(name: str, terms: Terms) -> bool:
    """Whether the name means the accrual: the word itself, or the id of the rate schedule.

    Terms without a rate schedule accrue nothing.
    """
    schedules = [p.id for p in terms.all_of(RateSchedule)]
    return name in schedules or (bool(schedules) and name == ACCRUAL)


@record
class NameMatch:
    """What a name matches: the instance meant, "" while that is not clear, and all others it fits.

    `open` are the open ones among all of them.
    """

    instance: str
    others: tuple[str, ...]
    open: tuple[str, ...]


def match_name(name: str, assessment: Assessment) -> NameMatch:
    """The instances a name matches: a whole instance; else an id or prefix that fits only one,
    or only one open."""
    known = list_instances(assessment)
    wanted = name.casefold()
    matching = [i for i in known if i == name] or [i for i in known if i.casefold() == wanted]
    matching = matching or [i for i in known if i.casefold().startswith(f"{wanted}/")]
    open_ones = [i for i in matching if i in _open_instances(assessment)]
    choice = matching if len(matching) == 1 else open_ones
    instance = choice[0] if len(choice) == 1 else ""
    return NameMatch(instance, tuple(i for i in matching if i != instance), tuple(open_ones))


def _open_instances(assessment: Assessment) -> set[str]:
    """The open instances: obligations, duties, windows, defaults and shares owed."""
    a = assessment
    return {
        *(o.instance for o in a.obligations if o.is_open),
        *(w.instance for w in a.windows if w.done_on is None and w.status is not Status.CLOSED),
        *(d.instance for d in a.defaults if d.is_open),
        *(d.instance for d in a.duties if d.is_open),
        *(o.instance for each in a.true_ups for o in each.owed if o.outstanding),
        *([_rate(a.accrual.next_change)] if a.accrual.next_change else []),
    }


def describe_ambiguity(name: str, match: NameMatch) -> str:
    """The message that a name fits several, which of them are open, and what to type."""
    if match.open:
        rest = [i for i in match.others if i not in match.open]
        closed = f"; not open: {_list_first(rest)}" if rest else ""
        return (
            f"{len(match.open)} of {name!r} are open. Name one: {_list_first(match.open)}{closed}."
        )
    return f"no {name!r} is open. Name one: {_list_first(match.others)}."


def find_instance(
    name: str, terms: Terms, assessment: Assessment, also: Sequence[str] = ()
) -> NameMatch:
    """The one instance meant, and the others by that id; `also` are further names to suggest.

    Raises NothingToExplainError.
    """
    known = list_instances(assessment)
    match = match_name(name, assessment)
    if match.instance:
        return match
    as_of = f"as of {words.day(assessment.as_of)}"
    if match.others:
        raise SeveralToExplainError(f"{as_of}, {describe_ambiguity(name, match)}")
    rule = next((p for p in terms.provisions if p.id == name), None)
    why = f"{name!r} has not opened ({_describe_rule(rule)})" if rule else f"there is no {name!r}"
    ids = [*dict.fromkeys(i.partition("/")[0] for i in known), *also]
    hint = "" if rule else nearest(name, [*known, *ids])
    raise NothingToExplainError(f"{why} {as_of}. Name one: {', '.join(ids) or 'none'}.{hint}")


def _describe_rule(rule: Rule) -> str:
    """A provision by its title; an undated duty also with its standard."""
    if isinstance(rule, UndatedDutyRule):
        return f"{rule.title}, an undated duty: {rule.standard!r}, with no due date"
    return rule.title


def list_instances(assessment: Assessment) -> list[str]:
    """Every instance that can be explained, in the order of the assessment."""
    return list(clauses_by_instance(assessment))


def clauses_by_instance(assessment: Assessment) -> dict[str, str]:
    """The Section of every instance that can be explained, in the order of the assessment."""
    return dict(_instances(assessment))


def _instances(a: Assessment) -> Iterator[tuple[str, str]]:
    yield from ((owed.instance, owed.clause) for owed in a.obligations)
    yield from ((window.instance, window.clause) for window in a.windows)
    for true_up in a.true_ups:
        yield true_up.instance, true_up.clause
        yield from ((row.instance, row.clause) for row in true_up.owed)
    yield from ((default.instance, default.clause) for default in a.defaults)
    for change in (a.accrual.last_change, a.accrual.next_change):
        if change is not None:
            yield _rate(change), a.accrual.clause
    yield from ((duty.instance, duty.clause) for duty in a.duties)


def _rate(change: RateChange) -> str:
    return f"{_RATE}{change.on.isoformat()}"


def _list_first(names: Sequence[str]) -> str:
    """The first few of many, and how many more there are."""
    more = len(names) - _MOST
    return words.listed([*names[:_MOST], f"{more} more"] if more > 0 else names)
