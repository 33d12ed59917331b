"""Facts that no conclusion rests on, and why, so that nothing recorded is silently dropped."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from dealclock.engine.choices import Choices
from dealclock.engine.conclusions import Obligation, UncountedEvent, UndatedDuty, Window
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.notices.sale_notices import why_none
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact


def why_unused(
    unused: Iterable[EffectiveFact], context: Context, found: Findings
) -> Iterator[tuple[str, str]]:
    """Why each fact that has no conclusion has none, by its id, where that is known; what is asked
    counts nowhere."""
    own = replace(context, choices=Choices(context.choices.of))
    apart = _not_counted(found)
    apart |= dict(chain.from_iterable(b.unused.items() for b in found.budgets.values()))
    satisfying = {str(kind) for r in context.terms.provisions if (kind := _met_by(r))}
    for seen in unused:
        why = why_none(seen, own) or apart.get(seen.id, "")
        if not why and seen.about is not None:
            names = KINDS[seen.kind].names_instance
            if names or seen.kind in satisfying:
                why = f"it is about {seen.about}, which a {seen.kind} does not satisfy"
        if why:
            yield seen.id, why


def _met_by(rule: object) -> object:
    return getattr(rule, "met_by", None)


def _not_counted(found: Findings) -> dict[str, str]:
    """Why events do not count for what they would satisfy, by their ids."""
    by: dict[str, list[UncountedEvent]] = {}
    parts: list[Obligation | Window | UndatedDuty] = [
        *found.obligations,
        *found.windows,
        *found.duties,
    ]
    for part in parts:
        for each in part.not_counted:
            by.setdefault(each.fact, []).append(each)
    return {fact: _listed(each) for fact, each in by.items()}


def _listed(apart: list[UncountedEvent]) -> str:
    first, *more = apart
    says = f"for {first.instance} it {first.why}; {first.advice}"
    others = f"; nor does it count for {', '.join(e.instance for e in more)}" if more else ""
    return says + others
