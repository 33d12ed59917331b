"""Minimum periods before a filing, and objections to its drafts: Section 4(b)(iv) of
infocrossing-2004. Drafts go to Holders, a number of Business Days must pass, and no timely
objection may still be open.

    furnished   1     (closed)   2 = the last day of the review
    ---|--------|--------x-------|------|
    not counted              NTH-DAY    MINIMUM-PERIOD: filing is possible from here

    furnished    objection      last day of the review     settled      filing
    ----|------------*-------------------|-------------------*-------------|---->
                     |------ no filing meanwhile -------------|
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from dealclock.days import day_words
from dealclock.days.cutoffs import last_practicable
from dealclock.engine.acts import Performance
from dealclock.engine.conclusions import Drafts, Obligation, Status, UndatedDuty, Window
from dealclock.engine.context import (
    ONE,
    Context,
    LastDay,
    as_amended,
    concludes,
    never_before,
    question,
    window_status,
)
from dealclock.engine.day import Instance
from dealclock.engine.findings import Finding
from dealclock.engine.instances import Due, InstanceDay, OpenItem, as_agreed
from dealclock.engine.obligations import owed, undated
from dealclock.engine.why import NOTHING, Step
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.terms.rules.duties import Deadline, MinimumPeriod

Facts = Sequence[EffectiveFact]
Filed = Sequence[tuple[EffectiveFact, EffectiveFact | None]]
"""Filings, each with the drafts furnished for it."""

NO_FILING = "no filing while it stands"
NOT_DUE = "not due before there are selling Holders (NOT-DUE)"
_ACTION = "Address the objection or have it withdrawn; do not file while it is open."


def reviews(context: Context, obligations: tuple[Obligation, ...]) -> Iterator[Finding]:
    """Every review, past or ongoing; the obligation to furnish drafts for every filing made, and
    for the first one even if it is not; and timely objections. `obligations` are those found so
    far.
    """
    for rule in context.terms.all_of(MinimumPeriod):
        drafts, filed = context.facts(rule.begins_with), _filed(context, rule)
        yield from (_window(context.fresh(), rule, draft) for draft in drafts)
        deadline = next((o for o in obligations if o.instance == rule.first_after), None)
        if deadline is not None and deadline.done_on is None:
            to_come, first = (deadline.due, deadline.instance), next(iter(drafts), None)
            yield _owed(rule, to_come, deadline, None, first, context.fresh())
        for filing, draft in filed:
            yield _owed(rule, (filing.on, filing.id), deadline, filing, draft, context.fresh())
            deadline = None
        made = {draft.id: filing for filing, draft in reversed(filed) if draft}
        for draft in drafts:
            by = made.get(draft.id)
            for each in _objections_to(draft, rule, context):
                own = context.fresh()
                if (by is None or each.on <= by.on) and _is_in_time(each, draft, rule, own):
                    yield _objection(rule, each, by, own)


def with_drafts(context: Context, obligations: tuple[Obligation, ...]) -> Sequence[Obligation]:
    """The obligations, with the drafts that must go out before those that need such a filing."""
    for rule in context.terms.all_of(MinimumPeriod):
        obligations = tuple(_prepared(each, rule, context) for each in obligations)
    return obligations


# The days of a review.


def earliest(rule: MinimumPeriod, furnished: date, context: Context) -> LastDay:
    """The first day a filing may be made after drafts were furnished.

    A review that ended before the terms were amended is not repeated.
    """
    count, reading = context.after(furnished, rule.at_least), context.choices["review-period"]
    day = count.result
    if reading == "MINIMUM-PERIOD":
        day = context.calendar.first_open_on_or_after(day + ONE)
    steps = (
        Step("drafts furnished, this day not counted", rule.clause, furnished),
        Step(f"{rule.at_least} after it: the last day", rule.clause, count.result, count),
        Step(f"first day a filing may be made ({reading})", rule.clause, day),
    )
    found, former = LastDay(day, steps), context.former
    was_by = former.terms.provision(rule) if former else None
    was = earliest(was_by, furnished, former) if former and was_by else found
    if context.since is not None and was.day <= context.since:
        return was
    return never_before(found, rule.clause, context)


def latest(rule: MinimumPeriod, filing: date, context: Context) -> LastDay:
    """The last Business Day to furnish drafts for a filing on a day."""

    def count(rule: MinimumPeriod, context: Context) -> LastDay:
        reading = context.choices["review-period"]
        last = context.calendar.last_open_on_or_before(filing)
        count = context.back(last, rule.at_least, reading == "MINIMUM-PERIOD")
        says = f"drafts furnished {rule.at_least} before it ({reading}): the last day"
        furnished = Step(says, rule.clause, count.result, count)
        to_file = Step("to be filed on this day", rule.clause, filing)
        return LastDay(count.result, (to_file, furnished))

    found = as_amended(rule, count, context)
    if found is None:  # an amendment added the review after that day
        found = count(rule, context)
        if context.since is None or filing >= context.since:
            return never_before(found, rule.clause, context)
    return found


def is_due(rule: MinimumPeriod, filing: str | None, context: Context) -> bool:
    """Whether a review is required before a future filing, under the chosen readings.

    `filing` is the obligation that the filing would satisfy, if any. Only the first filing depends
    on a reading, since there may be no selling Holders yet.
    """
    if rule.first_after is None:
        return True
    if filing != rule.first_after and (filing is not None or _filed(context, rule)):
        return True
    return context.choices["review-before-selling-holders"] == "DUE"


@concludes
def _window(context: Context, rule: MinimumPeriod, draft: EffectiveFact) -> Window:
    """The review's window: the days on which no filing may be made yet."""
    first, objected = earliest(rule, draft.on, context), _objections_to(draft, rule, context)
    notes = tuple(
        f"{_made(each)}: {NO_FILING}"
        if _is_in_time(each, draft, rule, context)
        else f"{_made(each)} {day_words.day(each.on)}, after the review: it stops no filing"
        for each in objected
    )
    return Window(
        **rule.named,
        instance=f"{rule.id}/{draft.id}",
        cause=draft.id,
        opens=draft.on,
        closes=first.day - ONE,
        status=window_status(draft.on, first.day - ONE, context),
        done_on=first.day if context.has_come(first.day) else None,
        why=context.why(draft, *objected, steps=first.trace),
        notes=notes,
    )


# The obligations to furnish drafts.


@question
def _filed(context: Context, rule: MinimumPeriod) -> Filed:
    """Every filing that requires a review, in order, only the first of the kind that is filed once;
    with the latest drafts furnished by its day, and not before the day of the previous filing.
    """
    once = next((p.met_by for p in context.terms.all_of(Deadline) if p.id == rule.first_after), "")
    filings = (f for k in rule.before for f in context.facts(k)[: 1 if k == once else None])
    found, since = [], date.min
    for filing in sorted(filings, key=context.known.place):
        draft = context.known.last_before(rule.begins_with, filing.on + ONE)
        found.append((filing, draft if draft and draft.on >= since else None))
        since = filing.on
    return found


def _owed(
    rule: MinimumPeriod,
    of: tuple[date, str],
    deadline: Obligation | None,
    filing: EffectiveFact | None,
    draft: EffectiveFact | None,
    context: Context,
) -> Obligation:
    """The obligation to furnish drafts for one filing, of that day and name; the first filing comes
    with its `deadline`.
    """
    last, instance = latest(rule, of[0], context), Instance(f"{rule.id}/{of[1]}", event=filing)
    opens, before, act, excused = last.day, NOTHING, Performance(), False
    notes: tuple[str, ...] = ()
    if draft:
        step = Step("drafts furnished on this day", rule.clause, draft.on)
        act = Performance(draft.on, (draft,), (step,))
    elif filing:
        says = f"{what_happened(filing.kind, context.terms)}; no drafts are recorded for it"
        act = Performance(steps=(Step(says, rule.clause, filing.on),))
    if deadline is not None:
        opens, before = min(deadline.opens, last.day), deadline.why
        reading = "review-before-selling-holders"
        excused = draft is None and context.choices[reading] == "NOT-DUE"
        notes = (*([NOT_DUE] if excused else []), *_conflict(rule, last.day, deadline))
    general = context.terms.obligations[rule.id]
    counted = InstanceDay(last.day, last.trace, of_others=before)
    due = as_agreed(context, general, instance, counted)
    made = owed(general, instance, opens, due, replace(act, notes=notes), context)
    return replace(made, status=Status.EXCUSED) if excused else made


def _conflict(rule: MinimumPeriod, last: date, deadline: Obligation) -> Iterator[str]:
    if last < deadline.opens:
        yield (
            f"drafts for Section {rule.clause} would have to go out by {day_words.day(last)}, "
            f"before the time to file starts on {day_words.day(deadline.opens)}"
        )


def _prepared(owed: Obligation, rule: MinimumPeriod, context: Context) -> Obligation:
    """An obligation, with the last day to furnish drafts if it is open and needs such a filing, and
    the day to send them if there are none. In practice it is filed by the last day on which its
    channel is open, if it has one.
    """
    if owed.id not in rule.ahead_of or not owed.is_open:
        return owed
    last = latest(rule, owed.due, context).day
    says = f"drafts for a filing on the last day, {rule.title}: furnished by this day"
    steps, filing, by = [Step(says, rule.clause, last)], owed.due, last
    channel = next((p.channel for p in context.terms.provisions if p.id == owed.id), None)
    if channel:
        filing = last_practicable(context.terms.named_channels[channel], owed.due).result
    if filing != owed.due:
        by = latest(rule, filing, context).day
        until = f"in practice a filing is possible until {day_words.day(filing)}"
        steps.append(Step(f"{until}: drafts furnished by this day", rule.clause, by))
    notes, drafts = (*owed.notes, *_conflict(rule, last, owed)), owed.drafts
    sent = any(draft.on >= owed.opens for draft in context.facts(rule.begins_with))
    if owed.stopped_since is None and is_due(rule, owed.instance, context) and not sent:
        drafts = Drafts(by, filing, rule.clause, rule.title)
    why = owed.why.with_steps((*owed.why.steps, *steps))
    return replace(owed, why=why, notes=notes, drafts=drafts)


# Objections to a filing: no timely objection may be open on the filing day.


def _objections_to(draft: EffectiveFact, rule: MinimumPeriod, context: Context) -> Facts:
    """The objections to the drafts, timely or not, in order."""
    kind = rule.objection
    return context.known.about(kind.made_by, draft.id) if kind is not None else ()


def _is_in_time(
    objection: EffectiveFact, draft: EffectiveFact, rule: MinimumPeriod, context: Context
) -> bool:
    """Whether an objection counts: by the last day of the review of the drafts, or at any time."""

    def count(rule: MinimumPeriod, context: Context) -> LastDay:
        return LastDay(context.after(draft.on, rule.at_least).result, ())

    last = as_amended(rule, count, context) or count(rule, context)
    return objection.on <= last.day or context.choices["objection-time"] == "UNTIL-FILED"


def _made(objection: EffectiveFact) -> str:
    return f"{objection.fact.holder or 'a selling Holder'} objects ({objection.id})"


def _objection(
    rule: MinimumPeriod, objection: EffectiveFact, filing: EffectiveFact | None, context: Context
) -> Obligation | UndatedDuty:
    """The duty not to file over an objection until it is resolved; or the obligation to resolve it
    by the day of the filing, that day included.
    """
    general, of = context.terms.obligations[rule.id], f"objection/{objection.id}"
    settled = context.about(rule.objection.settled_by, objection.id) if rule.objection else None
    steps, act = [Step(_made(objection), rule.clause, objection.on)], Performance()
    if settled:
        resolved = Step("resolved on this day", rule.clause, settled.on)
        act = Performance(settled.on, (settled,), (resolved,))
    if filing is None:
        item = OpenItem(general, Instance(f"{rule.id}/{of}", cause=objection.id), objection.on)
        trace, why = (*steps, *act.steps), context.why(objection, settled)
        return replace(undated(item, act, why, trace, NO_FILING), action=_ACTION)
    steps.append(Step("filed on this day: to be resolved by then", rule.clause, filing.on))
    last = Due(filing.on, counted=InstanceDay(filing.on, tuple(steps), (filing,)))
    instance = Instance(f"{rule.id}/{filing.id}/{of}", event=objection, cause=objection.id)
    made = owed(general, instance, objection.on, last, act, context)
    return replace(made, action=_ACTION)
