"""Amended terms: each obligation under the version that governs it.

An amendment governs everything not yet over when it took effect. A deadline that had lapsed or was
satisfied by then, or a window that had closed, keeps the earlier version, and so does any default
that came of it (docs/decisions/0030-amendments-look-forward.md).

    due under the original      amendment effective
    ------------|-----------------------|---------------->   the original governs
    ------------------------------------|-------|-------->   the amendment governs
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from typing import TypeVar

from dealclock.agreement.rules.interest import Payment
from dealclock.agreement.versions import Version
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.context import Context, was_over
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.states.budget import Budget

Part = Callable[[Context, Findings], None]
Budgets = dict[str, dict[str, Budget]]
"""The day budgets under each version before the last, by the version's id."""
_I = TypeVar("_I", Obligation, Window, Default)


def add_under(
    versions: Sequence[tuple[Version, Context]],
    add: Part,
    found: Findings,
    kept: dict[str, str],
    budgets: Budgets,
) -> None:
    """Add a part of the assessment, each instance under the version that governs it.

    The instances that an earlier version still governs are added to `kept`, with that version's id;
    `budgets` has each version's own budgets from the parts before.
    """
    *earlier, (_, last) = versions
    before = _copy(found)
    passes = []
    for version, context in earlier:
        under = _copy(before)
        under.budgets = budgets.get(version.id, under.budgets)
        add(context, under)
        budgets[version.id] = under.budgets
        passes.append(under)
    add(last, found)
    _without_what_was_over([*passes, found], [context for _, context in versions], before)
    for (version, _), under, (next_one, _) in zip(earlier, passes, versions[1:], strict=True):
        for instance in _over_by(next_one.effective, under, before):
            kept.setdefault(instance, version.id)
        theirs = {i for i, name in kept.items() if name == version.id}
        found.obligations[:] = _governed(found.obligations, under.obligations, theirs, version)
        found.windows[:] = _governed(found.windows, under.windows, theirs, version)
        found.defaults[:] = _defaults(found.defaults, under.defaults, theirs, last)
    alike = all(version.terms.indenture == last.terms.indenture for version, _ in earlier)
    payments = {rule.id for rule in last.terms.all_of(Payment)} if alike else set()
    found.obligations[:] = (_by_all_readings(o, payments) for o in found.obligations)


def _without_what_was_over(
    passes: Sequence[Findings], contexts: Sequence[Context], before: Findings
) -> None:
    """Remove instances of events that only the later version finds and that were over before it
    took effect.
    """
    for former, under, context in zip(passes, passes[1:], contexts[1:], strict=False):
        known = {o.instance for o in former.obligations} | {w.instance for w in former.windows}
        found = _over_by(context.since or date.min, under, before)
        over = {instance for instance in found if "/" in instance} - known
        if over:
            under.obligations[:] = [o for o in under.obligations if o.instance not in over]
            under.windows[:] = [w for w in under.windows if w.instance not in over]
            under.defaults[:] = [d for d in under.defaults if d.lapsed not in over]


def _over_by(effective: date, under: Findings, before: Findings) -> Iterator[str]:
    """The instances a part found under a version that were over before a day."""
    found: list[Obligation | Window] = [*under.obligations[len(before.obligations) :]]
    found += under.windows[len(before.windows) :]
    yield from (each.instance for each in found if was_over(each, effective))


def _governed(now: Sequence[_I], under: Sequence[_I], kept: set[str], version: Version) -> list[_I]:
    theirs: dict[str, _I] = {each.instance: each for each in under if each.instance in kept}
    governed: list[_I] = []
    for each in now:
        here = theirs.pop(each.instance, None)
        governed.append(each if here is None else _marked(here, each, version))
    governed += theirs.values()
    return governed


def _marked(here: _I, now: _I, version: Version) -> _I:
    """The instance under its own version, with a step saying so if the later version differs."""
    if here == now:
        return here
    says = f"governed by the terms as they stood then ({version.id})"
    return replace(here, trace=(*here.trace, Step(says, here.clause)))


def _by_all_readings(owed: Obligation, except_for: set[str]) -> Obligation:
    """The obligation without separate `due_readings`: which version governs a due date may depend
    on any reading in its grounds.

    Payments are excepted if all versions share one Indenture input sheet, and so count them alike.
    """
    if owed.due_readings is None or owed.id in except_for:
        return owed
    return replace(owed, due_readings=None)


def _defaults(
    now: Sequence[Default], under: Sequence[Default], kept: set[str], last: Context
) -> list[Default]:
    """The defaults, each under the version of its obligation or window, in the order of the
    terms.
    """
    found = [*(d for d in now if d.lapsed not in kept), *(d for d in under if d.lapsed in kept)]
    places = {terms.id: place for place, terms in enumerate(last.terms.defaults())}
    return sorted(found, key=lambda d: places.get(d.id, len(places)))


def _copy(found: Findings) -> Findings:
    """A copy of the findings so far, to which a part can add without changing them."""
    parts: Mapping[str, object] = {f.name: copy.copy(getattr(found, f.name)) for f in fields(found)}
    return Findings(**parts)  # type: ignore[arg-type]
