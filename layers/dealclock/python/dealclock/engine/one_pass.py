"""One pass over the terms and events: all conclusions, each under the version of the terms that
governs it.

An amendment governs everything not yet over when it took effect. A deadline that had lapsed or was
satisfied by then, or a window that had closed, keeps the earlier version, and so does any default
that came of it (docs/decisions/dates.md).

    due under the original      amendment effective
    ------------|-----------------------|---------------->   the original governs
    ------------------------------------|-------|-------->   the amendment governs
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise
from typing import TypeVar

from dealclock.engine import obligations, outages, special
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.context import Choices, Context, contexts, was_over
from dealclock.engine.duties import practicable, stops
from dealclock.engine.findings import Finding, Findings
from dealclock.engine.interest.accrual import accrued
from dealclock.engine.notices import sale_notices
from dealclock.engine.payments.in_arrears import payable
from dealclock.engine.questions import Memory, asked_by_pass, question
from dealclock.engine.states.outcome import lasting_windows, limited
from dealclock.engine.true_ups import TrueUp
from dealclock.engine.why import Step
from dealclock.facts.index import FactIndex
from dealclock.records import record
from dealclock.terms.rules.interest import Payment
from dealclock.terms.rules.rule import Period
from dealclock.terms.versions import Version

Part = Callable[..., Iterable[Finding | None]]
F = TypeVar("F", bound=Finding)


@record
class PassInput:
    """One pass: the versions of the terms in force, the facts in effect, the day, the choices."""

    versions: Sequence[Version]
    known: FactIndex
    as_of: date
    readings: Mapping[str, str]
    targets: Mapping[str, Period]


@dataclass(slots=True)
class PassResult:
    """The findings of a pass under the latest version; `kept` are instances an earlier one governs.

    `consulted_by` are the readings consulted by the end of each part, `found_by` the place of the
    part that found each instance.
    """

    version: Version
    context: Context
    found: Findings = field(default_factory=Findings)
    kept: dict[str, str] = field(default_factory=dict)
    consulted_by: list[frozenset[str]] = field(default_factory=list)
    found_by: dict[str, int] = field(default_factory=dict)


def run_pass(asked: PassInput, memory: Memory | None = None) -> PassResult:
    """Run all parts of a pass; `memory` keeps the answers of several passes."""
    choices = Choices(asked.readings)
    each = contexts(asked.versions, asked.known, asked.as_of, choices, asked.targets, memory)
    under = list(zip(asked.versions, each, strict=True))
    result = PassResult(*under[-1])
    found, latest = result.found, result.context

    def add(part: Part, *given: object) -> None:
        made = [_conclusions(context.fresh(), part, *given) for context in each]
        _add(made, under, result)

    def rewrite(part: Callable[..., Iterable[Obligation]]) -> None:
        so_far = tuple(found.obligations)
        made = [_rewritten(context.fresh(), part, so_far) for context in each]
        found.obligations[:] = _by_version(made, under, result.kept)

    add(obligations.conclusions, "deadline", "obligation")
    add(lasting_windows)
    lasting = tuple(found.windows)
    add(limited, *lasting)
    add(outages.conclusions, *lasting)
    defaults, consulted = _in_order(found.defaults, latest), frozenset(choices.in_all)
    accruals = [accrued(context, defaults, consulted) for context in each]
    now = accruals[-1]
    found.accrual = now.accrual
    if now.ledger is not None:
        found.ledger = now.ledger.asking(latest.fresh())
    defaults = _in_order(_by_version([of.defaults for of in accruals], under, result.kept), latest)
    found.defaults[:] = defaults
    payments = [payable(context, defaults, now) for context in each]
    found.buckets = tuple([of.bucket for of in payments[-1]])
    found.payments = tuple([of.payment for of in payments[-1]])
    _add([[o for of in made for o in (of.payment, *of.steps)] for made in payments], under, result)
    add(obligations.of_defaults, now.ledger, *defaults)
    add(sale_notices.conclusions)
    add(obligations.conclusions, "duty", "condition", "lead time")
    add(special.reviews, tuple(found.obligations))
    rewrite(special.with_drafts)
    add(obligations.conclusions, "undated duty")
    add(stops.conclusions)
    for part in special.CONCLUDING:
        add(part)
    rewrite(practicable.with_last_moments)
    found.obligations[:] = [_by_all_readings(owed, under) for owed in found.obligations]
    return result


@asked_by_pass
@question
def _conclusions(context: Context, part: Part, *given: object) -> tuple[Finding, ...]:
    """What a part concludes under one version of the terms."""
    return tuple([each for each in part(context, *given) if each is not None])


@asked_by_pass
@question
def _rewritten(
    context: Context,
    part: Callable[..., Iterable[Obligation]],
    obligations: tuple[Obligation, ...],
) -> tuple[Obligation, ...]:
    """The obligations with what a part adds to them under one version of the terms."""
    return tuple(part(context, obligations))


def _add(
    made: Sequence[Sequence[Finding]], under: Sequence[tuple[Version, Context]], result: PassResult
) -> None:
    """Add what a part concludes under each version, each conclusion as its version has it."""
    place = len(result.consulted_by)
    for each in made[0] if len(made) == 1 else _governed(made, under, result.kept):
        result.found.add(each)
        if isinstance(each, Obligation | Window | Default):
            result.found_by.setdefault(each.instance, place)
    result.consulted_by.append(frozenset(result.context.choices.in_all))


def _governed(
    made: Sequence[Sequence[Finding]],
    under: Sequence[tuple[Version, Context]],
    kept: dict[str, str],
) -> Sequence[Finding]:
    """Of what a part concludes under each version, what governs: what was over before an amendment
    is as it was, and nothing is that the amended terms alone find and that was over before them.
    """
    each = [list(of) for of in made]
    for (former, now), (_, context) in zip(pairwise(each), under[1:], strict=True):
        known = {of.instance for of in former if isinstance(of, Obligation | Window)}
        over = {name for name in _over_by(context.since, now) if "/" in name} - known
        now[:] = [of for of in now if _governed_with(of) not in over]
    for (_, later), (version, _), former in zip(under[1:], under, each, strict=False):
        for name in _over_by(later.since, former):
            kept.setdefault(name, version.id)
    return _by_version(each, under, kept)


def _over_by(since: date | None, found: Sequence[Finding]) -> Iterator[str]:
    """The instances that were over before terms took effect."""
    for of in found:
        if isinstance(of, Obligation | Window) and was_over(of, since or date.min):
            yield of.instance


def _governed_with(of: Finding) -> str:
    """The instance whose version governs a finding: of a default, what lapsed into it; "" for what
    the latest version always governs.
    """
    if isinstance(of, Default):
        return of.lapsed
    return of.instance if isinstance(of, Obligation | Window) else ""


def _by_version(
    made: Sequence[Sequence[F]], under: Sequence[tuple[Version, Context]], kept: Mapping[str, str]
) -> list[F]:
    """The latest findings; those of what an earlier version governs are as that one has them."""
    *earlier, now = made
    governed = list(now)
    for (version, _), former in zip(under, earlier, strict=False):
        theirs = [of for of in former if kept.get(_governed_with(of)) == version.id]
        lasting = {of.instance: of for of in theirs if not isinstance(of, Default | TrueUp)}
        later, governed = governed, []
        for of in later:
            if kept.get(_governed_with(of)) != version.id:
                governed.append(of)
            elif not isinstance(of, Default | TrueUp):
                governed.append(_marked(lasting.pop(of.instance, of), of, version))
        governed += [*lasting.values(), *(of for of in theirs if isinstance(of, Default))]
    return governed


def _marked(here: F, now: F, version: Version) -> F:
    """The instance under its own version, with a step saying so if the later version differs."""
    if here == now or isinstance(here, TrueUp):
        return here
    says = f"governed by the terms as they stood then ({version.id})"
    steps = (*here.why.steps, Step(says, here.clause))
    return replace(here, why=here.why.with_steps(steps))


def _in_order(defaults: Iterable[Default], last: Context) -> tuple[Default, ...]:
    """The defaults in the order of the terms, if these were amended."""
    if last.since is None:
        return tuple(defaults)
    places = {terms.id: place for place, terms in enumerate(last.terms.defaults())}
    return tuple(sorted(defaults, key=lambda d: places.get(d.id, len(places))))


def _by_all_readings(owed: Obligation, under: Sequence[tuple[Version, Context]]) -> Obligation:
    """The obligation without separate `due_readings`, if the terms were amended: which version
    governs a due date may depend on any reading in its grounds.

    Payments are excepted if all versions share one Indenture input sheet, and so count them alike.
    """
    *earlier, (_, last) = under
    if not earlier or owed.due_readings is None:
        return owed
    alike = all(version.terms.indenture == last.terms.indenture for version, _ in earlier)
    if alike and any(owed.id == rule.id for rule in last.terms.all_of(Payment)):
        return owed
    return replace(owed, due_readings=None)
