"""Obligations that each default opens, such as the notice of it.

The time for notice runs from the day the default arose. A default on which nothing accrues may need
notice too; that notice is protective. Each later rise of a default's own rate may be a separate
event, satisfied by a notice of that default given on or after it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from dealclock.agreement.general.obligation import ObligationTerms
from dealclock.engine.acts import Performance, done, notified
from dealclock.engine.conclusions import Default, Obligation
from dealclock.engine.context import Context
from dealclock.engine.day import Instance
from dealclock.engine.findings import Findings
from dealclock.engine.obligations import Due, due_of, owed
from dealclock.engine.questions import concluded, concludes, question
from dealclock.engine.satisfying import Satisfaction, early
from dealclock.facts.log import EffectiveFact

_PROTECTIVE = "nothing accrued on this default; the notice is protective"


def add(context: Context, found: Findings) -> None:
    """Add what every default opens."""
    for rule in context.terms.obligations.values():
        if "default" in rule.each:
            for default in found.defaults:
                # Under amended terms, or of some lots alone, it is not as its question made it.
                if concluded(context.fresh(), default.instance) is default:
                    notice, last = notice_by_name(context, rule.id, default.instance)
                else:
                    notice, last = notice_of(context, rule.id, default)
                if last is not None:
                    found.obligations.extend([notice] if notice else [])
                    found.obligations.extend(_of_steps(rule, default, context.fresh(), found))


@concludes
def notice_by_name(context: Context, item: str, of: str) -> tuple[Obligation | None, Due | None]:
    """The notice of a default that a question makes, by its instance, and when one is due."""
    default = concluded(context.fresh(), of)
    return (None, None) if default is None else notice_of(context, item, default)


@question
def notice_of(
    context: Context, item: str, default: Default
) -> tuple[Obligation | None, Due | None]:
    """The notice of a default, None if none is owed, and when one is due, None if never."""
    rule, own = context.terms.obligations[item], context.fresh()
    instance = _instance(rule, default)
    last = due_of(own, item, instance)
    if last is None or (_idle(default) and not own.pick(rule.notice_if_idle)):
        return None, last
    made = _notice(rule, default, instance, _about(rule, default, own), last, own)
    by = default.arose_readings
    readings = None if by is None else by | own.choices.consulted
    return replace(made, due_readings=readings), last


def _of_steps(
    rule: ObligationTerms, default: Default, context: Context, found: Findings
) -> Iterator[Obligation]:
    """A notice of each rise of the default's own rate, if each is owed one."""
    if found.ledger is None:
        return
    own = context.fresh()
    steps = found.ledger.rises(default, own)
    if not steps or not context.pick(rule.again_at_each_step):
        return
    context.choices.consulted.update(found.ledger.readings, own.choices.consulted)
    left = _without_the_first(_about(rule, default, context), rule, context)
    for step in steps:
        instance = _instance(rule, default, step)
        own_notice = [e for kind in rule.kinds for e in context.known.about(kind, instance.id)]
        after = [e for e in left if e.on >= step and e.about == default.instance]
        if last := due_of(context, rule.id, instance):
            yield _notice(rule, default, instance, own_notice or after, last, context)
        left = left if own_notice else _without_the_first(after, rule, context)


def _instance(rule: ObligationTerms, default: Default, step: date | None = None) -> Instance:
    name = f"{rule.id}/{default.instance}"
    if step is not None:
        title, name = f"the rate of {default.instance} steps", f"{name}/step/{step.isoformat()}"
        return Instance(name, (name,), step, None, step, default.instance, title, default.clause)
    accrual = max(default.accrues_from, default.arose_on + timedelta(days=1))
    names = (default.instance, name)
    on, of = default.arose_on, default.instance
    return Instance(name, names, on, None, accrual, of, default.title, default.clause)


def _about(rule: ObligationTerms, default: Default, context: Context) -> Sequence[EffectiveFact]:
    """The notices recorded about a default or about its notice obligation, in order."""
    names = _instance(rule, default).names
    found = (s for name in names for kind in rule.kinds for s in context.known.about(kind, name))
    return sorted(found, key=context.known.place)


def _without_the_first(
    notices: Sequence[EffectiveFact], rule: ObligationTerms, context: Context
) -> Sequence[EffectiveFact]:
    """The notices that remain after the first one given, which may take several facts."""
    for n in range(1, len(notices) + 1):
        if notified(rule, notices[:n], context).on is not None:
            return notices[n:]
    return notices


def _notice(
    rule: ObligationTerms,
    default: Default,
    instance: Instance,
    notices: Sequence[EffectiveFact],
    last: Due,
    context: Context,
) -> Obligation:
    context.choices.consulted |= last.readings
    opens = instance.it or default.arose_on
    notes = (
        *(early(event) for event in notices if event.on < opens),
        *([_PROTECTIVE] if _idle(default) else []),
    )
    found = Satisfaction(tuple(notices), notes=notes) if notices or notes else Satisfaction()
    given: Performance = done(rule, [found], last.counted.value, context)
    return owed(rule, instance, opens, last, given, context, default.grounds)


def _idle(default: Default) -> bool:
    """Whether the default is over and nothing accrued on it."""
    return default.accrues_to is not None and default.accrues_to <= default.accrues_from
