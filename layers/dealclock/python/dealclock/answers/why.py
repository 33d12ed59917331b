"""One date or amount step by step, with everything it rests on: which one a name means; *Why this
date?*, or how Additional Interest adds up."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from dealclock.alerts.gravity import rank
from dealclock.answers.accrual import render_accrual
from dealclock.answers.ask import Answer, Slash, answer
from dealclock.answers.compose import amendment_used, assessed, compose
from dealclock.answers.keys import KEYS, InterestStanding, in_utc
from dealclock.answers.typed_words import item_of
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import (
    Default,
    Obligation,
    RateChange,
    SharesOwed,
    Status,
    TrueUp,
    UndatedDuty,
    Window,
)
from dealclock.engine.look import Look
from dealclock.engine.why import Why
from dealclock.errors import NotFoundError
from dealclock.files.source import MANY, few, nearest
from dealclock.messages import why as reasons
from dealclock.messages import words
from dealclock.messages.dates import is_always, is_over
from dealclock.messages.message import Message, listed
from dealclock.messages.status_lines import describe_status
from dealclock.messages.view import DealView, Matter, View, matter, matters
from dealclock.records import record
from dealclock.terms.rules.duties import UndatedDutyRule
from dealclock.terms.rules.rule import Rule
from dealclock.terms.terms import Terms

ACCRUAL = "accrual"
_MOST_MATCHES = 7
_RATE = "rate/"


@answer(
    form="dealclock-explanation/1",
    example="agreements/infocrossing-2004 trustee-notice --as-of 2004-11-20",
    keys=KEYS,
    slash=Slash(
        "why [DEAL] OBLIGATION",
        examples=("why cure-window", "why accrual", "why default-ii"),
        read=item_of,
    ),
)
def why(
    look: Look,
    instance: Annotated[str, "an instance, an id with only one instance, or accrual"],
) -> Answer:
    """The instance that the name means, with its trace and what other readings change.

    Raises NotFoundError.
    """
    assessment = assessed(look)
    if is_accrual(instance, look.terms):
        return of_instance(assessment, ACCRUAL)
    also = [ACCRUAL] if is_accrual(ACCRUAL, look.terms) else []
    chosen = find_instance(instance, look.terms, assessment, also)
    return of_instance(assessment, chosen.instance, chosen.others)


def of_instance(a: Assessment, instance: str, others: Sequence[str] = ()) -> Answer:
    """An instance of an assessment that compares readings, or `ACCRUAL`, explained.

    `others` are those with the same id, which are not open.
    """
    of, part, grounds = _part(instance, a)
    body = {
        "deal": a.deal,
        "as_of": a.as_of,
        "known_at": in_utc(a.known_at),
        "instance": instance,
        "others": others,
        "of": of,
        of: part,
        "readings": {each: a.readings[each] for each in sorted(grounds.readings)},
        "differences": [d for d in a.differences if d.instance == instance],
    }

    def say(deal: DealView) -> Message:
        view = View.with_assessment(deal, a)
        if instance == ACCRUAL:
            explained = render_accrual(view)
        else:
            meant = next(m for m in matters(view) if m.instance == instance)
            explained = with_others(reasons.render_explanation(view, meant), others, view)
        amended = amendment_used(a.terms.id, view.terms)
        return replace(explained, banners=(*amended, *explained.banners))

    return Answer(body, say, about=instance)


_Part = Obligation | Window | Default | TrueUp | UndatedDuty | SharesOwed


def _part(instance: str, a: Assessment) -> tuple[str, _Part | InterestStanding, Why]:
    """The kind of the named part, the part, and what it rests on."""
    if instance == ACCRUAL or instance.startswith(_RATE):
        return ACCRUAL, InterestStanding(a.accrual, a.owed), a.accrual.why
    parts: tuple[tuple[str, Iterable[_Part]], ...] = (
        ("obligation", a.obligations),
        ("window", a.windows),
        ("default", a.defaults),
        ("true_up", a.true_ups),
        ("duty", a.duties),
        ("owed", (row for each in a.true_ups for row in each.owed)),
    )
    return next(
        (of, each, each.why) for of, group in parts for each in group if each.instance == instance
    )


def list_others(others: Sequence[str], view: View) -> Iterator[Matter]:
    """The instances by the same id as the one meant, in their order."""
    return (m for each in others if (m := matter(view, each)))


def with_others(message: Message, others: Sequence[str], view: View, verb: str = "why") -> Message:
    """The answer for the open instance, then each other one with that id and the command for it,
    which is the same in Slack and in a terminal.
    """
    lines = [
        f"{m.title}, {describe_status(m, view.assessment)}: {verb} {m.instance}"
        for m in list_others(others, view)
    ]
    if not lines:
        return message
    open_ones = _open_instances(view.assessment)
    known = {each.partition("/")[0] for each in others}
    here = any(each.partition("/")[0] in known for each in open_ones.difference(others))
    alone = here and open_ones.isdisjoint(others)
    section = listed("This is the only one open. The others" if alone else "The others", lines)
    return replace(message, sections=(*message.sections, section))


def render_matches(view: View, typed: str, items: Sequence[Matter], verb: str) -> Message:
    """The items that the words fit, each with its status and what to type: open ones first, the
    gravest leading, then the rest, the latest leading, and last the duties always in effect."""
    waiting = [m for m in items if not is_over(m.part)]
    over = [m for m in items if is_over(m.part)]
    by_rank = sorted(waiting, key=lambda m: rank(m.part))
    by_day = sorted(over, key=lambda m: rank(m.part), reverse=True)
    first, *rest = ordered = sorted([*by_rank, *by_day], key=lambda m: is_always(m.part))
    lines = [
        f"{m.title}, {words.clause(m.clause)}: {describe_status(m, view.assessment)}. "
        f"/deal {verb} {m.instance}"
        for m in ordered
    ]
    *found, section = reasons.render_headline(first)
    return _list_matches(view, (*found, f"{len(rest)} more match {typed!r}", section), lines)


def of_provision(message: Message, view: View, rules: Sequence[Rule]) -> Message:
    """The answer about the Section of provisions, none of which has produced an item."""
    what = f"no {rules[0].title}" if len(rules) == 1 else "none of these"
    mark, name, _ = message.headline.partition(f"{view.team.code_name}: ")
    headline = f"{mark}{name}{what} has arisen, {words.clause(rules[0].clause)}"
    return replace(message, headline=headline)


def render_provisions(view: View, typed: str, rules: Sequence[Rule]) -> Message:
    """The provisions that the words fit, none of which has produced an item, each with what to
    type."""
    lines = [f"{r.title}, {words.clause(r.clause)}: /deal section {r.clause}" for r in rules]
    return _list_matches(
        view, (f"{len(rules)} provisions match {typed!r}; none has arisen",), lines
    )


def _list_matches(view: View, headline: Sequence[str], lines: Sequence[str]) -> Message:
    left_out = len(lines) - _MOST_MATCHES
    more = [f"{left_out} more: type more words of a title"] if left_out > 0 else []
    return compose(view, headline, [listed("", [*lines[:_MOST_MATCHES], *more])], ())


def is_accrual(name: str, terms: Terms) -> bool:
    """Whether the name means the accrual: the word itself, or the id of the rate schedule.

    Terms without a rate schedule accrue nothing.
    """
    schedules = [each.id for each in terms.streams]
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
        closed = f"; not open: {few(rest)}" if rest else ""
        return f"{len(match.open)} of {name!r} are open. Name one: {few(match.open)}{closed}."
    return f"no {name!r} is open. Name one: {few(match.others)}."


def find_instance(
    name: str, terms: Terms, assessment: Assessment, also: Sequence[str] = ()
) -> NameMatch:
    """The one instance meant, and the others by that id; `also` are further names to suggest.

    Raises NotFoundError.
    """
    known = list_instances(assessment)
    match = match_name(name, assessment)
    if match.instance:
        return match
    as_of = f"as of {words.day(assessment.as_of)}"
    if match.others:
        raise NotFoundError(f"{as_of}, {describe_ambiguity(name, match)}")
    rule = next((p for p in terms.provisions if p.id == name), None)
    why = f"{name!r} has not opened ({_describe_rule(rule)})" if rule else f"there is no {name!r}"
    ids = [*dict.fromkeys(i.partition("/")[0] for i in known), *also]
    hint = "" if rule else nearest(name, [*known, *ids], MANY)
    raise NotFoundError(f"{why} {as_of}. Name one: {few(ids, name)}.{hint}")


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
