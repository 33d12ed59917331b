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
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import TypeVar

from dealclock.engine import obligations, outages, special
from dealclock.engine.conclusions import Default, Obligation, TrueUp, Window
from dealclock.engine.context import Context, asked_by_pass, question, was_over
from dealclock.engine.duties import practicable, stops
from dealclock.engine.findings import Finding, Findings
from dealclock.engine.interest.accrual import accrued
from dealclock.engine.notices import sale_notices
from dealclock.engine.payments.in_arrears import payable
from dealclock.engine.states.outcome import lasting_windows, limited
from dealclock.engine.why import Step
from dealclock.terms.versions import Version

Part = Callable[..., Iterable[Finding | None]]
F = TypeVar("F", bound=Finding)


def run_pass(each: Sequence[Context], *, amounts: bool = False) -> Findings:
    """Run all parts of a pass, under each version of the terms in order: what is found under the
    latest, as the version that governs it has it. With `amounts`, only those up to the payments, on
    which what accrued and what is unpaid rest.
    """
    found, latest = Findings(), each[-1]

    def add(part: Part, *given: object) -> None:
        made = [_conclusions(context.fresh(), part, *given) for context in each]
        _add(made, each, found)

    def rewrite(part: Callable[..., Iterable[Obligation]]) -> None:
        so_far = tuple(found.obligations)
        made = [_conclusions(context.fresh(), part, so_far) for context in each]
        found.obligations[:] = _by_version(made, each, found.kept)

    add(obligations.conclusions, "deadline", "obligation")
    add(lasting_windows)
    add(limited)
    add(outages.conclusions)
    defaults, consulted = _in_order(found.defaults, latest), frozenset(latest.choices.in_all)
    accruals = [accrued(context, defaults, consulted) for context in each]
    now = accruals[-1]
    found.accrual = now.accrual
    if now.ledger is not None:
        found.ledger = now.ledger.asking(latest.fresh())
    defaults = _in_order(_by_version([of.defaults for of in accruals], each, found.kept), latest)
    found.defaults[:] = defaults
    payments = [payable(context, defaults, now) for context in each]
    found.buckets = tuple([bucket for bucket, *_ in payments[-1]])
    found.payments = tuple([payment for _, payment, _ in payments[-1]])
    _add([[o for _, paid, steps in made for o in (paid, *steps)] for made in payments], each, found)
    if amounts:
        return found
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
    found.obligations[:] = [_by_all_readings(owed, each) for owed in found.obligations]
    return found


@asked_by_pass
@question
def _conclusions(
    context: Context, part: Callable[..., Iterable[F | None]], *given: object
) -> tuple[F, ...]:
    """What a part concludes under one version of the terms, or adds to the obligations given."""
    return tuple([each for each in part(context, *given) if each is not None])


def _add(made: Sequence[Sequence[Finding]], under: Sequence[Context], found: Findings) -> None:
    """Add what a part concludes under each version, each conclusion as its version has it."""
    place = len(found.consulted_by)
    for each in made[0] if len(made) == 1 else _governed(made, under, found.kept):
        found.add(each)
        if isinstance(each, Obligation | Window | Default):
            found.found_by.setdefault(each.instance, place)
    found.consulted_by.append(frozenset(under[-1].choices.in_all))


def _governed(
    made: Sequence[Sequence[Finding]], under: Sequence[Context], kept: dict[str, str]
) -> Sequence[Finding]:
    """Of what a part concludes under each version, what governs: what was over before an amendment
    is as it was, and nothing is that the amended terms alone find and that was over before them.
    """
    each = [list(of) for of in made]
    for (former, now), context in zip(pairwise(each), under[1:], strict=True):
        known = {of.instance for of in former if isinstance(of, Obligation | Window)}
        over = {name for name in _over_by(context.since, now) if "/" in name} - known
        now[:] = [of for of in now if _governed_with(of) not in over]
    for context, former in zip(under[:-1], each, strict=False):
        for name in _over_by(context.until, former):
            kept.setdefault(name, context.version.id)
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
    made: Sequence[Sequence[F]], under: Sequence[Context], kept: Mapping[str, str]
) -> list[F]:
    """The latest findings; those of what an earlier version governs are as that one has them."""
    *earlier, now = made
    governed = list(now)
    for context, former in zip(under, earlier, strict=False):
        version = context.version
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


def _by_all_readings(owed: Obligation, under: Sequence[Context]) -> Obligation:
    """The obligation without separate `due_readings`, if the terms were amended: which version
    governs a due date may depend on any reading in its grounds.

    Payments are excepted if all versions share one Indenture input sheet, and so count them alike.
    """
    *earlier, last = under
    if not earlier or owed.due_readings is None:
        return owed
    alike = all(each.terms.indenture == last.terms.indenture for each in earlier)
    if alike and any(owed.id == rule.id for rule in last.terms.payments):
        return owed
    return replace(owed, due_readings=None)
