"""Notices owed after each Registration Default.

The time for notice runs from the day the default arose. A default on which nothing accrues also
needs notice; that notice is protective. Under EACH-STEP each later rise of a default's own rate is
a separate event, satisfied by a notice of that default given on or after it.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from dealclock.agreement.rules.duties import Notice
from dealclock.engine.conclusions import Default, Obligation
from dealclock.engine.context import Context, cut_short, over_before
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.notices.deemed import deemed_given, hand_overs
from dealclock.engine.plugins import extended
from dealclock.engine.satisfying import early
from dealclock.facts.log import EffectiveFact

_PROTECTIVE = ("nothing accrued on this default; the notice is protective",)


def add(context: Context, found: Findings) -> None:
    """Add the notices owed for every default."""
    for rule in context.terms.all_of(Notice):
        for default in found.defaults:
            last = context.fresh().after(default.arose_on, rule.within).result
            if not over_before(rule, last, context):
                found.obligations.extend(_notices(rule, default, context.fresh(), found))


def _notices(
    rule: Notice, default: Default, context: Context, found: Findings
) -> Iterator[Obligation]:
    notices = _about(rule, default, context)
    if not _idle(default) or context.choices["notice-of-idle-default"] == "GIVEN":
        yield _notice(rule, default, notices, context)
    if found.ledger is None:
        return
    own = context.fresh()
    steps = found.ledger.asking(own.choices).rises(default, context.as_of)
    if steps and context.choices["notice-of-rate-step"] == "EACH-STEP":
        context.choices.consulted.update(found.ledger.readings, own.choices.consulted)
        left = _without_the_first(notices, rule, context)
        for step in steps:
            own_notice = context.known.about(rule.met_by, _instance(rule, default, step))
            after = [s for s in left if s.on >= step and s.about == default.instance]
            yield _notice(rule, default, own_notice or after, context, step)
            left = left if own_notice else _without_the_first(after, rule, context)


def _instance(rule: Notice, default: Default, step: date | None = None) -> str:
    return f"{rule.id}/{default.instance}" + (f"/step/{step.isoformat()}" if step else "")


def _about(rule: Notice, default: Default, context: Context) -> Sequence[EffectiveFact]:
    """The notices recorded about a default or about its notice obligation, in order."""
    names = (default.instance, _instance(rule, default))
    found = (s for name in names for s in context.known.about(rule.met_by, name))
    return sorted(found, key=context.known.place)


def _without_the_first(
    notices: Sequence[EffectiveFact], rule: Notice, context: Context
) -> Sequence[EffectiveFact]:
    """The notices that remain after the first one given, which may take several facts."""
    for n in range(1, len(notices) + 1):
        if deemed_given(notices[:n], rule.to, context).on is not None:
            return notices[n:]
    return notices


def _notice(
    rule: Notice,
    default: Default,
    notices: Sequence[EffectiveFact],
    context: Context,
    step: date | None = None,
) -> Obligation:
    """The obligation to give notice of a default, or of the rise of its rate on the day `step`."""
    event = step or _event(default, context)
    count = context.after(event, rule.within)
    instance = _instance(rule, default, step)
    cut = cut_short(count.result, rule.clause, context)
    more = extended(instance, context.not_before(count.result), rule.clause, context)
    given = deemed_given(notices, rule.to, context) if notices else None
    met_on = given.on if given and given.on and given.on <= context.as_of else None
    title = f"the rate of {default.instance} steps" if step else default.title
    opens = step or default.arose_on
    methods = hand_overs(opens, more.due, context) if met_on is None else ()
    trace = [
        Step(f"{title}, itself not counted", default.clause, event),
        Step(f"{rule.within} after it: the last day", rule.clause, count.result, count),
        *cut,
        *more.steps,
        *(given.trace if given else ()),
    ]
    by = None if step or default.arose_readings is None else default.arose_readings
    silent = context.grounds(absence=met_on is None and context.as_of > more.due)
    return Obligation(
        **rule.named,
        instance=instance,
        cause=default.instance,
        opens=opens,
        due=more.due,
        closes=None,
        status=more.status(met_on, context.as_of),
        met_on=met_on,
        grounds=default.grounds | context.grounds(*notices, *more.facts) | silent,
        trace=tuple(trace),
        notes=(
            *more.notes,
            *(given.notes if given else ()),
            *(early(s) for s in notices if s.on < opens),
            *(_PROTECTIVE if _idle(default) else ()),
        ),
        methods=methods,
        due_readings=None if by is None else by | context.choices.consulted,
        waived=more.waived_by is not None,
    )


def _idle(default: Default) -> bool:
    """Whether the default is over and nothing accrued on it."""
    return default.accrues_to is not None and default.accrues_to <= default.accrues_from


def _event(default: Default, context: Context) -> date:
    """The day from which the time for notice runs; relation back does not move it."""
    if context.choices["notice-event"] == "FIRST-ACCRUAL-DAY":
        return max(default.accrues_from, default.arose_on + timedelta(days=1))
    return default.arose_on
