"""Assess a deal: everything that is true of it as of a day, and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from itertools import chain, islice
from typing import TypeVar

from dealclock import __version__
from dealclock.days.day_counts import NAMES
from dealclock.engine.assessment import (
    Assessment,
    Contradiction,
    Difference,
    TermsUsed,
    moved,
    totals,
)
from dealclock.engine.comparing.safe import (
    Alone,
    Passes,
    amounts_of,
    budgets_left,
    jointly,
    moved_budgets,
    with_safe_dates,
)
from dealclock.engine.conclusions import (
    Accrual,
    Agreement,
    Item,
    Obligation,
    Window,
    by_every_count,
)
from dealclock.engine.context import Choices, Context, Memory, contexts
from dealclock.engine.contradictions import contradictions, why_unused
from dealclock.engine.findings import Findings
from dealclock.engine.interest import accrual
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED, with_day_count
from dealclock.engine.interest.lots import MOVES, issues_by_lot
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO, range_of
from dealclock.engine.one_pass import run_pass
from dealclock.engine.payments.in_arrears import PAYMENT
from dealclock.engine.payments.owed import by_every_count as owed_by_every_count
from dealclock.engine.payments.owed import interest_owed
from dealclock.engine.plugins import plugin
from dealclock.engine.states.limits_left import left
from dealclock.engine.states.outcome import budgets
from dealclock.facts.index import ABSENCES
from dealclock.facts.log import EffectiveFact
from dealclock.facts.vocabulary import RELEASED
from dealclock.terms.terms import Terms
from dealclock.terms.versions import Version

_P = TypeVar("_P", Obligation, Window)


def assess(
    look: Look,
    *,
    deal: str | None = None,
    compare: bool = True,
    together: bool = False,
    amounts: bool = False,
    memory: Memory | None = None,
) -> Assessment:
    """The assessment of a deal as of the start of a day, with what other readings change.

    `deal` is its id where it is not that of the terms. `compare=False` leaves out what other
    readings would change; `together` adds what they come to over all their combinations. With
    `amounts`, both are of what accrued and what is unpaid alone. `memory` keeps answers for
    assessments of the deal on other days, or after other events. Terms that were amended are taken
    as known at its instant. Raises RefusedError for a reading or a day, or DealclockError for terms
    that cannot be computed.
    """
    terms, as_of = look.terms, look.as_of
    chosen = look.readings_used
    counted: dict[str, Callable[[Choices], Sequence[Context]]] = {}
    lone = not accrual.lacks_day_count(terms)
    found = look.compared(look) if compare and (amounts or not together) else None
    one_pass = not compare or (found is not None and not together)

    def under(
        choices: Mapping[str, str], *, whole: bool = False, amounts: bool = False
    ) -> Assessment:
        def by(terms: Terms) -> Assessment:
            name = (terms.indenture and terms.indenture.day_count) or ""
            if name not in counted:
                kept = memory if memory is not None and lone else Memory(one_pass=one_pass)
                of = _counted(look.versions, terms), look.known, as_of
                counted[name] = partial(contexts, *of, targets=look.targets, memory=kept)
            each = counted[name](Choices(choices))
            found = run_pass(each, amounts=amounts)
            made = _assessment(each[-1], found, look.instant, deal or terms.id)
            return _with_the_rest(made, each[-1], found) if whole else made

        return by_every_day_count(by, terms) if accrual.lacks_day_count(terms) else by(terms)

    def alone(choices: Mapping[str, str]) -> Context:
        counted_by, *_ = counted.values()
        return counted_by(Choices(choices))[-1]

    contradict = tuple(contradictions(terms, look.known))
    here = under(chosen, whole=True)
    if not compare:
        return replace(here, contradictions=(*contradict, *here.contradictions))
    single = lone and len(look.versions) == 1
    by_amounts = partial(under, amounts=True)
    passes = Passes(chosen, under, terms.all_readings, alone if single else None, by_amounts)
    here = replace(here, contradictions=(*contradict, *here.contradictions))
    compared = found.completed(here) if found is not None else None
    if compared is None:
        compare_all = _compared_amounts if amounts else partial(_compared, alone=alone)
        compared = compare_all(here, passes)
    if not together:
        return compared
    names = amounts_of(compared) if amounts else passes.names()
    return replace(compared, ranges=tuple(jointly(passes, names)))


def _compared(here: Assessment, passes: Passes, alone: Alone) -> Assessment:
    """The assessment with what each other choice of a reading would change."""
    ours, changes = passes.made({}), list[Difference]()
    left_here, limiting = budgets_left(alone(passes.chosen))
    for question, choice in passes.others(here.consulted):
        differs = [*ours.moved_in(passes.made({question: choice}))]
        if question in limiting:
            there, _ = budgets_left(alone({**passes.chosen, question: choice}))
            differs += moved_budgets(left_here, there)
        changes += (Difference(question, choice, *name, a, b) for name, a, b in differs)
    return with_safe_dates(replace(here, differences=tuple(changes)), passes)


def _compared_amounts(here: Assessment, passes: Passes) -> Assessment:
    """The assessment with what each other choice would change in what accrued and is unpaid."""
    differences = (
        Difference(question, choice, *name, a, b)
        for question, choice in passes.others(here.accrual.why.readings | here.owed.why.readings)
        for name, a, b in moved(totals(here), totals(passes.amounts({question: choice})))
    )
    return replace(here, differences=tuple(differences))


def examine(look: Look) -> tuple[Context, Findings]:
    """The findings of one pass under the chosen readings, for questions about its parts."""
    each = look.contexts()
    return each[-1], run_pass(each)


def _counted(versions: Sequence[Version], counted: Terms) -> Sequence[Version]:
    """The versions with the Indenture sheet of `counted`, whose day count may stand for an unset
    one."""
    if all(v.terms.indenture == counted.indenture for v in versions):
        return versions
    sheet = {"indenture": counted.indenture}
    return [replace(v, terms=v.terms.model_copy(update=sheet)) for v in versions]


def _assessment(context: Context, found: Findings, known_at: datetime, deal: str) -> Assessment:
    """The assessment of one pass: the part that readings may change, and the look."""
    terms, known, last = context.terms, context.known, context.version
    places = {rule.id: place for place, rule in enumerate(terms.provisions)}
    return Assessment(
        deal=deal,
        as_of=context.today,
        known_at=known_at,
        engine=__version__,
        terms=TermsUsed(last.id, last.title, last.effective, last.known, found.kept),
        obligations=_in_order(found.obligations, places),
        defaults=tuple(found.defaults),
        windows=_in_order(found.windows, places),
        accrual=found.accrual or Accrual.none(context.today),
        owed=interest_owed(context, found),
        readings=context.choices.of,
        consulted=frozenset(context.choices.in_all),
        differences=(),
        ranges=(),
        not_checked=terms.not_modelled,
        contradictions=(),
        unused_facts=(),
        facts_as_of=known.all[-1].on if known.all else None,
        duties=tuple(found.duties),
        hypothetical=known.hypothetical,
        true_ups=tuple(found.true_ups),
        consulted_by=tuple(found.consulted_by),
        found_by=found.found_by,
    )


def _with_the_rest(made: Assessment, context: Context, found: Findings) -> Assessment:
    """The assessment completed with what is shown for the chosen readings only."""
    held = tuple(plugin().agreements(context, found))
    of_rules = plugin().contradictions(context, found)
    unused = tuple(_unused(context, found, held))
    return replace(
        made,
        consulted=frozenset(context.choices.in_all),
        # Others may follow from the first. Recording is not refused: a later fact may explain it.
        contradictions=tuple(Contradiction(says, (seen.id,)) for seen, says in islice(of_rules, 1)),
        unused_facts=tuple(s.id for s in unused),
        unused_because=dict(why_unused(unused, context, found)),
        agreed=held,
        budgets=tuple(left(each, context) for each in budgets(context)),
    )


def _in_order(parts: Iterable[_P], places: Mapping[str, int]) -> tuple[_P, ...]:
    """In the agreement's order of provisions, then in the order found."""
    return tuple(sorted(parts, key=lambda part: places.get(part.id, len(places))))


def _unused(
    context: Context, found: Findings, held: Iterable[Agreement]
) -> Iterator[EffectiveFact]:
    """Facts that no conclusion rests on, shown so that nothing recorded is silently dropped."""
    parts: tuple[Item | Agreement, ...] = (
        *found.obligations,
        *found.windows,
        *found.duties,
        *found.defaults,
        *held,
    )
    used: set[str] = set()
    used.update(*[part.why.facts for part in parts])
    used.update(found.ledger.why.facts if found.ledger else ())
    used.update(*[g.facts for each in found.true_ups for g in each.every_why])
    issues = chain(*issues_by_lot(context).values())
    used.update(issue.seen.id for issue in issues if issue.seen)
    used.update(s.id for kind in MOVES for s in context.facts(kind))
    for seen in context.known.all:
        if seen.id not in used and seen.kind not in ABSENCES and seen.kind != RELEASED:
            yield seen


# Assessment while the Indenture's day count is unset: each amount is a range over all day counts.
#
# The deal is assessed by each known convention. Dates are the same under all; every amount becomes
# a range from the least to the most, not a figure. Segments are left out, since their amounts and
# counted days hold for one convention only.


UNSET = "unset"
NOT_REVIEWED = (
    "Indenture not reviewed: its day count is unset, so each amount is a range over every day count"
)


def by_every_day_count(assess: Callable[[Terms], Assessment], terms: Terms) -> Assessment:
    """The assessment of the terms over every day count, with each amount a range."""
    each = {name: assess(with_day_count(terms, name)) for name in NAMES}
    first = next(iter(each.values()))
    notes = (n for n in first.accrual.notes if n != INDENTURE_NOT_REVIEWED)
    accrual = replace(
        first.accrual,
        accrued=range_of({n: a.accrual.exact for n, a in each.items()}),
        a_day=range_of({n: a.accrual.per_diem for n, a in each.items()}),
        segments=(),
        day_count=UNSET,
        notes=(NOT_REVIEWED, *notes),
    )
    obligations = tuple(_obligations({n: a.obligations for n, a in each.items()}))
    owed = owed_by_every_count({n: a.owed for n, a in each.items()})
    return replace(first, obligations=obligations, accrual=accrual, owed=owed)


def _obligations(each: Mapping[str, Iterable[Obligation]]) -> Iterator[Obligation]:
    """The obligations over every day count; a payment that is zero under one of them ranges from
    0.
    """
    found: dict[str, dict[str, Obligation]] = {}
    for name, obligations in each.items():
        for o in obligations:
            found.setdefault(o.instance, {})[name] = o
    for of in found.values():
        # Still open under any day count, else satisfied last: partial payments differ.
        o = max(of.values(), key=lambda o: (o.is_open, o.done_on or date.min))
        if o.amount is None or o.kind != PAYMENT:
            yield o
            continue
        amounts = {n: (of[n].amount or ZERO) if n in of else ZERO for n in each}
        settled = {n: x.settlement for n, x in of.items() if x.settlement}
        paid = by_every_count(settled) if settled else None
        said = {INDENTURE_NOT_REVIEWED, *(s.note for s in settled.values())}
        notes = [NOT_REVIEWED, *(n for n in o.notes if n not in said)]
        notes += [paid.note] if paid and paid.note else []
        yield replace(
            o,
            amount=None,
            between=range_of(amounts),
            settlement=paid,
            segments=(),
            notes=tuple(dict.fromkeys(notes)),
        )
