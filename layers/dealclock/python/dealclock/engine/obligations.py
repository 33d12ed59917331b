"""Obligations, rights and duties: what satisfied each, and the default each lapses into.

Every provision in the general form (terms/general/obligation.py) is concluded on here, also
those that are written in an older spelling.

A default may open a notice of it. The time for it runs from the day the default arose. A default on
which nothing accrues may need notice too; that notice is protective. Each later rise of a default's
own rate may be a separate event, satisfied by a notice of that default given on or after it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.days import day_words
from dealclock.days.day_words import day
from dealclock.engine.acts import OpenInstance, Performance, done, notified, performance, satisfied
from dealclock.engine.conclusions import Default, Obligation, Status, UndatedDuty, Window
from dealclock.engine.context import (
    ONE,
    Context,
    asked_by_pass,
    asked_once,
    concluded,
    concludes,
    question,
    window_status,
)
from dealclock.engine.day import NOT_RECEIVED, DayValue, Instance, answers, day_of, steps_of
from dealclock.engine.findings import Finding
from dealclock.engine.instances import (
    EXPECTED,
    GENERAL,
    LAST,
    Due,
    OpenItem,
    amount_owed,
    default_name,
    due_of,
    first_against,
    instances,
    open_as,
    open_item,
)
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.lapse import Failure, default_of, occurs
from dealclock.engine.notices.deemed import hand_overs
from dealclock.engine.states.budget import Occurrence, over_by, stopped_with
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.errors import DealclockError
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.terms.day_language import PeriodDay
from dealclock.terms.general.obligation import ObligationTerms

# Whether an event opened an outage: asked until it is recorded that it did, or did not.


def answered(
    rule: ObligationTerms, instance: Instance, so_far: Performance, context: Context
) -> Performance:
    """What satisfied an instance, an outage recorded since the event included, with what follows if
    the event opened one.
    """
    asked, event = context.terms.obligations.get(rule.asks_about or ""), instance.event
    due = asked.due if asked else None
    if asked is None or asked.lapse is None or event is None or not isinstance(due, PeriodDay):
        return so_far
    lapse, clause, opened_by = asked.lapse, asked.clause, str(asked.each[0])
    last = context.after(event.on, due.period)
    occurred, how = occurs(lapse, last.result, context)
    interest = day_words.day(occurred + ONE)
    if_so = (
        f"not recorded: did it end effectiveness or use? If so, cure by "
        f"{day_words.day(last.result)}; else a possible default, {lapse.id}, on "
        f"{day_words.day(occurred)}, with interest from {interest}. Record {opened_by} if "
        f"it did, {rule.met_by} about {instance.id} if not"
    )
    steps = (
        Step(f"if it did: {due.period} to cure, the last day", clause, last.result, last),
        Step(f"if it did, and is not cured: the default occurs {how}", clause, occurred),
    )
    on, how_done, by = so_far.on, so_far.steps, so_far.by
    if by:
        how_done = (Step("answered on this day", rule.clause, by[0].on),)
    answer = context.first(opened_by, event.on)
    if answer is not None and (on is None or answer.on < on):
        on = answer.on
        how_done = (Step(f"answered: it did ({answer.id})", rule.clause, answer.on),)
    by = by if answer is None else (*by, answer)
    known = on is not None and context.has_come(on)
    notes = so_far.notes if known else (*so_far.notes, if_so)
    return Performance(on, by, (*steps, *how_done), notes, so_far.not_counted)


NOT_CONTRACTUAL = "team target, not contractual"
_PROTECTIVE = "nothing accrued on this default; the notice is protective"
_TOO_LATE = "when it was planned, it was too late to ask in time"


def conclusions(context: Context, *spellings: str) -> Iterator[Finding | None]:
    """The conclusions on all items of some types, in the order of the terms."""
    for spelling in spellings:
        for rule in [r for r in context.terms.obligations.values() if r.type == spelling]:
            if rule.due is None and not rule.each and not rule.may:
                yield _always(rule)
                continue
            for name in instances(context, rule.id):
                if rule.may:
                    yield right(context, rule.id, name)
                elif rule.due is None:
                    yield duty(context, rule.id, name)
                else:
                    yield obligation(context, rule.id, name)
                    if rule.lapse is not None:
                        yield default(context, rule.id, name)


# What satisfied an instance.


@question
def matching(context: Context, spelling: str, kind: str) -> Mapping[str, Performance]:
    """What counts for each instance of the items of one type that events of a kind satisfy. They
    are matched together, so that an event counts once.
    """
    groups: dict[tuple[str | None, str | None, tuple[str, ...]], list[OpenItem]] = {}
    for rule in context.terms.obligations.values():
        if rule.type == spelling and kind in rule.kinds:
            for each in instances(context, rule.id).values():
                if (of := open_as(context, rule.id, each)) is not None:
                    groups.setdefault((of.holder, of.lot, rule.undone_by), []).append(of)
    found: dict[str, Performance] = {}
    for (holder, lot, undone_by), waiting in groups.items():
        if holder is None and lot is None and not undone_by:
            found |= satisfied(kind, waiting, context)
            continue
        among = [
            event
            for event in context.facts(kind)
            if holder in (None, event.fact.holder) and lot in (None, event.fact.lot)
        ]
        found |= _not_undone(kind, waiting, among, undone_by, context)
    return found


@asked_once
def _matched(context: Context, spelling: str, kind: str, name: str) -> Performance:
    """What counts for one instance."""
    return matching(context, spelling, kind)[name]


def _not_undone(
    kind: str,
    waiting: Sequence[OpenItem],
    among: Sequence[EffectiveFact],
    undone_by: Sequence[str],
    context: Context,
) -> Mapping[str, Performance]:
    """What counts of some events, without acts that are deemed not done; what would have counted
    for an instance is noted, with what undid it.
    """
    undone = {
        event.id: by
        for event in among
        if (by := next((e for k in undone_by for e in context.known.about(k, event.id)), None))
    }
    found = satisfied(kind, waiting, context, [e for e in among if e.id not in undone])
    for name, was in (satisfied(kind, waiting, context, among) if undone else {}).items():
        acts = [event for event in was.by if event.id in undone]
        said = (f"{act.id} is deemed not done, because of {undone[act.id].id}" for act in acts)
        besides = (*acts, *(undone[act.id] for act in acts))
        notes = (*found[name].notes, *said)
        found[name] = replace(found[name], notes=notes, besides=besides)
    return found


def performed(context: Context, own: Context, of: OpenItem) -> Performance:
    """What satisfied an instance; matched in one context, and dated in the other."""
    rule, name = of.rule, of.instance.id
    found = [_matched(context, rule.type, kind, name) for kind in rule.kinds]
    owed = None
    if rule.amount is not None and of.last is not None:
        owed, _ = amount_owed(own, rule, rule.amount, of.instance, of.last.due)
    acts = done(rule, found, of.last.counted.value if of.last else None, own, owed)
    return answered(rule, of.instance, acts, own) if rule.asks_about else acts


def _own(context: Context, of: OpenItem) -> Context:
    """The context in which the grounds of an instance are taken: of its days, so far."""
    own = context.fresh()
    own.choices.consulted |= of.readings
    return own


# What is owed by a day.


@concludes
def obligation(context: Context, item: str, name: str) -> Obligation | None:
    """An instance with its last day and what satisfied it; None if there is none."""
    of = open_item(context, item, name)
    if of is None or of.last is None:
        return None
    own, last = _own(context, of), of.last
    so_far = performed(context, own, of)
    if of.rule.stopped_by is not None and so_far.on is not None:
        last = due_of(own, item, of.instance, so_far.on) or last
    made = owed(of.rule, of.instance, of.opens, last, so_far, own)
    steps = (*of.opening_steps(made.why.steps), *made.why.steps)
    return replace(made, why=(made.why | of.opened(own)).with_steps(steps))


def owed(
    rule: ObligationTerms,
    instance: Instance,
    opens: date,
    last: Due,
    so_far: Performance,
    context: Context,
    cause: Why = NOTHING,
    *,
    closes: date | None = None,
    due_readings: frozenset[str] | None = None,
) -> Obligation:
    """The obligation of an instance; `cause` are the grounds of what opened it. `closes` and
    `due_readings` are as in the obligation.
    """
    counted = last.counted
    met_on = so_far.on if so_far.on is not None and context.has_come(so_far.on) else None
    late = met_on is None or met_on > last.due
    excuse: EffectiveFact | None = None
    over: Occurrence | None = None
    if late:
        excuse = _excuse(rule, instance, last.due, context)
        over = over_by(context, rule.while_, instance, last.due) if rule.while_ else None
    amount: Fraction | None = None
    adds_up = NOTHING
    if rule.amount is not None:
        amount, adds_up = amount_owed(context, rule, rule.amount, instance, last.due)
    # Until its last day is over, an event may still add to it. What is done later was not owed.
    nothing_owed = amount == 0 and late and context.is_over(last.due)
    run = counted.run if met_on is None else None
    is_excused = excuse is not None or over is not None or nothing_owed
    status = Status.EXCUSED if is_excused else last.status(met_on, context)
    if counted.is_stopped:
        status = Status.EXCUSED if met_on is None else Status.MET
    absence = met_on is None and context.is_over(last.due)
    acts = (*so_far.by, *so_far.besides)
    used = (instance.event, *counted.used, *acts, *last.facts, excuse)
    why = cause | context.why(*used, absence=absence) | adds_up | counted.of_others
    excused, because = list[Step](), ""
    if excuse is not None:
        because = f"{what_happened(excuse.kind, context.terms)} ({excuse.id}, {day(excuse.on)})"
        excused.append(Step(f"excused: {because}", rule.clause, excuse.on))
    if nothing_owed:
        says = "nothing is owed by its last day, so it is excused"
        excused.append(Step(says, rule.clause, last.due))
    if over is not None:
        says = f"{over.title} {'ended' if over.ended else 'was not in force'}"
        because = because or (f"{says} {day(over.ended)}" if over.ended else says)
        says = f"{says}, so it is {'no longer' if over.ended else 'not'} owed"
        excused.append(Step(says, over.clause, over.ended or last.due))
        why |= over.why
    return Obligation(
        **rule.named,
        instance=instance.id,
        cause=instance.cause,
        opens=opens,
        due=last.due,
        closes=closes,
        status=status,
        done_on=met_on,
        why=(why | (counted.run.why if counted.run else NOTHING)).with_steps(
            (*counted.trace, *last.steps, *adds_up.steps, *so_far.steps, *excused)
        ),
        amount=amount,
        notes=(
            *(run.notes(last.due, context.as_of) if run else ()),
            *last.notes,
            *([EXPECTED] if counted.expected else []),
            *so_far.notes,
        ),
        methods=hand_overs(opens, last.due, context) if rule.to and met_on is None else (),
        not_counted=so_far.not_counted,
        stopped_since=run.stopped.start if run and run.stopped else None,
        days_left=run.left if run else None,
        on_lapse=rule.lapse.id if rule.lapse else "",
        waived=last.waived_by is not None or is_excused,
        because=because,
        due_readings=due_readings,
    )


def _excuse(
    rule: ObligationTerms, instance: Instance, last: date, context: Context
) -> EffectiveFact | None:
    """The first event by the last day, or by the day until which one counts, that excuses an
    instance: one about it, or about nothing.
    """
    if rule.excused_until is not None:
        until = day_of(context, rule.excused_until, instance).day
        last = min(last, until or last)
    return first_against(context, rule.excused_by, instance, last)


@concludes
def default(context: Context, item: str, name: str) -> Default | None:
    """The default that an instance became; None if it did not lapse."""
    of = open_item(context, item, name)
    lapse = of.rule.lapse if of else None
    lapsed = obligation(context, item, name) if lapse else None
    if of is None or lapse is None or lapsed is None:
        return None
    own = context.fresh()
    if lapse.cured_by in of.rule.kinds:
        act = performed(context, own, of)
    else:
        act = satisfied(lapse.cured_by, [of], context)[name]
    if act.on is not None and not own.has_come(act.on):
        act = Performance()
    failed = of.instance.it if of.rule.each else None
    failure = Failure(None, lapse.clause, failed) if failed is not None else None
    made = default_of(lapse, default_name(of.rule, name), lapsed, act, own, failure)
    if made is not None and (state := of.rule.while_) is not None:
        made = stopped_with(context, state, of.instance, lapsed.due, made)
    elif made is not None and (state := of.rule.during) and context.pick(lapse.stops_with_period):
        made = stopped_with(context, state, of.instance, of.instance.it or of.opens, made)
    if made is not None and lapse.affects is not None:
        made = _of_its_holder(made, of.instance)
    if made is None or of.lot is None:
        return made
    note = f"of lot {of.lot}, so it applies only to that lot"
    return replace(made, bears_on=(of.lot,), notes=(*made.notes, note))


def _of_its_holder(made: Default, instance: Instance) -> Default:
    """A default that bears on the Notes of one Holder: the one that opened what lapsed."""
    event = instance.event
    if event is None or event.fact.holder is None:
        what = event.id if event else instance.id
        raise DealclockError(
            f"{what} names no Holder, so whose Notes {made.instance} affects is not known; correct "
            "it with the holder."
        )
    note = f"of {event.fact.holder}, so it applies only to its Notes"
    return replace(made, notes=(*made.notes, note))


# Rights, and duties without a date.


@concludes
def right(context: Context, item: str, name: str) -> Window | None:
    """A right that may be used until its last day; open without one while that is not known."""
    of = open_item(context, item, name)
    if of is None:
        return None
    own, rule, opens, last = _own(context, of), of.rule, of.opens, of.last
    used = performed(context, own, of)
    if last is None:
        return _open_ended(of, used, own)
    late = used.on is not None and used.on > last.due and last.waived_by is None
    if of.instance.event is None:
        first = of.opening_steps(last.counted.trace)
    else:
        first = of.first.trace if of.first else ()
    trace = [*first, *(s for s in last.counted.trace if s not in first), *last.steps]
    notes = [*last.notes, *used.notes]
    if used.on is not None:
        how = ", too late" if late else ""
        trace.append(Step(f"used on this day{how}", rule.clause, used.on))
    elif last.due < opens and rule.type != GENERAL:
        notes.append(_TOO_LATE)
    deemed = ""
    if rule.if_not_used and (late or used.on is None) and own.is_over(last.due):
        deemed = rule.if_not_used.deemed
        says = f"not used by then, so deemed: {what_happened(deemed, context.terms)}"
        trace.append(Step(says, rule.clause, last.due))
    facts = (of.instance.event, *last.counted.used, *used.by, *used.besides, *last.facts)
    made = Window(
        **rule.named,
        instance=name,
        cause=of.instance.cause,
        opens=opens,
        closes=last.due,
        status=window_status(opens, last.due, context),
        done_on=used.on,
        why=own.why(*facts, absence=bool(deemed), steps=tuple(trace)) | of.opened(own),
        notes=tuple(notes),
        not_counted=used.not_counted,
        deemed=deemed,
    )
    never = made.never_opens
    return replace(made, status=Status.CLOSED, notes=(*notes, never)) if never else made


def _open_ended(of: OpenItem, used: Performance, context: Context) -> Window | None:
    """A right that has no last day, or that has opened and whose last day is not known yet."""
    rule, own = of.rule, context.apart()
    last = day_of(own, rule.due, of.instance) if rule.due else None
    context.choices.join(own.choices)
    has_come = context.has_come(of.opens)
    if last is not None and (last.day is not None or not has_come):
        return None
    status = Status.OPEN if has_come else Status.UPCOMING
    facts = (of.instance.event, *own.choices.trail.used.values(), *used.by)
    counted = steps_of(last, rule.clause, context, LAST) if last else ()
    unreceived = [NOT_RECEIVED] if any(NOT_RECEIVED in step.text for step in counted) else []
    steps = (*counted, *used.steps)
    steps = (*of.opening_steps(steps), *steps)
    return Window(
        **rule.named,
        instance=of.instance.id,
        cause=of.instance.cause,
        opens=of.opens,
        closes=max(context.as_of, of.opens),
        status=status if used.on is None else Status.CLOSED,
        is_open_ended=True,
        done_on=used.on,
        why=context.why(*facts, steps=steps) | of.opened(context),
        notes=(*used.notes, *unreceived),
        not_counted=used.not_counted,
    )


@asked_by_pass
@concludes
def duty(context: Context, item: str, name: str) -> UndatedDuty | None:
    """A duty that an event opened and that names no day."""
    of = open_item(context, item, name)
    if of is None:
        return None
    own, rule, event = context.fresh(), of.rule, of.instance.event
    target = context.targets.get(item)
    act = performed(context, own, of)
    says = what_happened(event.kind, context.terms) if event else "by the agreement"
    trace = [Step(f"opened: {says}", rule.clause, of.opens), _measure(rule)]
    count = own.after(of.opens, target) if target else None
    if count is not None:
        trace.append(Step(f"{NOT_CONTRACTUAL}: {target} after it", "", count.result, count))
    why = own.why(event, *act.by, *act.besides) | of.opened(own)
    made = undated(of, act, why, (*trace, *act.steps), rule.standard or "")
    return replace(made, target=count.result) if count else made


def _measure(rule: ObligationTerms) -> Step:
    return Step(f"the agreement's measure: {rule.standard}; it names no day", rule.clause)


def undated(
    of: OpenItem,
    act: Performance,
    why: Why,
    trace: tuple[Step, ...],
    standard: str,
    *,
    always: bool = False,
) -> UndatedDuty:
    """A duty of an open instance without a last day, done by an act; one `always` in effect opens
    on no day.
    """
    rule = of.rule
    return UndatedDuty(
        id=rule.id,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        instance=of.instance.id,
        cause=of.instance.cause,
        standard=standard,
        opens=None if always else of.opens,
        done_on=act.on,
        target=None,
        why=why.with_steps(trace),
        notes=act.notes,
        not_counted=act.not_counted,
    )


@answers("deemed")
def _deemed(context: Context, kind: str, of: Instance) -> DayValue | None:
    """The days on which events of a kind are deemed to have happened, as parts: about an instance
    or, without an `id`, all.
    """
    names, days = {of.id, *of.names}, list[DayValue]()
    for rule in context.terms.obligations.values():
        if rule.if_not_used is None or rule.if_not_used.deemed != kind:
            continue
        for name, instance in instances(context, rule.id).items():
            if of.id and names.isdisjoint(instance.names):
                continue
            made = right(context.fresh(), rule.id, name)
            if isinstance(made, Window) and made.deemed:
                on, clause, why = made.closes, rule.clause, made.why
                days.append(DayValue(on, "deemed", kind, clause=clause, why=why))
    return DayValue(None, "deemed", kind, tuple(days))


def _always(rule: ObligationTerms) -> UndatedDuty:
    """A duty that is in effect always."""
    of = OpenItem(rule, Instance(rule.id), date.min)
    standard, trace = rule.standard or "", (_measure(rule),)
    return undated(of, Performance(), NOTHING, trace, standard, always=True)


# What a default opens.


def of_defaults(
    context: Context, ledger: AccrualLedger | None, *defaults: Default
) -> Iterator[Obligation | None]:
    """What every default opens."""
    for rule in context.terms.obligations.values():
        for default in defaults if "default" in rule.each else ():
            # Under amended terms, or of some lots alone, it is not as its question made it.
            if concluded(context.fresh(), default.instance) is default:
                notice, last = notice_by_name(context, rule.id, default.instance)
            else:
                notice, last = notice_of(context, rule.id, default)
            if last is not None:
                yield notice
                yield from _of_steps(rule, default, context, ledger)


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
    instance = instance_of_default(rule, default)
    last = due_of(own, item, instance)
    if last is None or (_idle(default) and not own.pick(rule.notice_if_idle)):
        return None, last
    made = _notice(rule, default, instance, own.about_any(rule.kinds, instance.names), last, own)
    by = default.arose_readings
    readings = None if by is None else by | own.choices.consulted
    return replace(made, due_readings=readings), last


def _of_steps(
    rule: ObligationTerms, default: Default, context: Context, ledger: AccrualLedger | None
) -> Iterator[Obligation]:
    """A notice of each rise of the default's own rate, if each is owed one."""
    context, own = context.fresh(), context.fresh()
    steps = ledger.rises(default, own) if ledger is not None else ()
    if ledger is None or not steps or not context.pick(rule.again_at_each_step):
        return
    context.choices.consulted.update(ledger.readings, own.choices.consulted)
    given = context.about_any(rule.kinds, instance_of_default(rule, default).names)
    left = _without_the_first(given, rule, context)
    for step in steps:
        instance = instance_of_default(rule, default, step)
        own_notice = context.about_any(rule.kinds, instance.names)
        after = [e for e in left if e.on >= step and default.instance in e.abouts]
        if last := due_of(context, rule.id, instance):
            yield _notice(rule, default, instance, own_notice or after, last, context)
        left = left if own_notice else _without_the_first(after, rule, context)


def instance_of_default(
    rule: ObligationTerms, default: Default, step: date | None = None
) -> Instance:
    """The instance that a default opens, or one of its steps."""
    name = f"{rule.id}/{default.instance}"
    if step is not None:
        title, name = f"the rate of {default.instance} steps", f"{name}/step/{step.isoformat()}"
        return Instance(name, (name,), step, None, step, default.instance, title, default.clause)
    accrual = max(default.accrues_from, default.arose_on + ONE)
    names = (default.instance, name)
    on, of = default.arose_on, default.instance
    return Instance(name, names, on, None, accrual, of, default.title, default.clause)


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
    given = performance(OpenInstance(rule, instance, opens), notices)
    given = done(rule, [given], last.counted.value, context)
    if _idle(default):
        given = replace(given, notes=(*given.notes, _PROTECTIVE))
    return owed(rule, instance, opens, last, given, context, default.why)


def _idle(default: Default) -> bool:
    """Whether the default is over and nothing accrued on it."""
    return default.accrues_to is not None and default.accrues_to <= default.accrues_from
