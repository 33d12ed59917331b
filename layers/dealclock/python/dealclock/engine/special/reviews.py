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
from datetime import date, timedelta
from functools import partial

from dealclock.agreement.rules.duties import Deadline, MinimumPeriod
from dealclock.days import day_words
from dealclock.days.cutoffs import last_practicable
from dealclock.engine.conclusions import Drafts, Obligation, Status, UndatedDuty, Window
from dealclock.engine.context import Context, LastDay, as_amended, cut_short, window_status
from dealclock.engine.findings import Finding
from dealclock.engine.grounds import Step
from dealclock.engine.plugins import ExtendedDueDay, extended
from dealclock.engine.questions import concludes
from dealclock.engine.special.obligations import obligation, undated
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact

Facts = Sequence[EffectiveFact]

NO_FILING = "no filing while it stands"
NOT_DUE = "not due before there are selling Holders (NOT-DUE)"
_ACTION = "Address the objection or have it withdrawn; do not file while it is open."
_ONE = timedelta(days=1)


def reviews(context: Context, obligations: tuple[Obligation, ...]) -> Iterator[Finding]:
    """Every review, past or ongoing, for every filing whether a review preceded it, and timely
    objections. `obligations` are those found so far.
    """
    for rule in context.terms.all_of(MinimumPeriod):
        drafts = context.facts(rule.begins_with)
        yield from (_window(context.fresh(), rule, draft) for draft in drafts)
        yield from _before_filings(rule, drafts, obligations, context)
        yield from _objections(rule, drafts, context)


def with_drafts(context: Context, obligations: tuple[Obligation, ...]) -> Sequence[Obligation]:
    """The obligations, with the drafts that must go out before those that need such a filing."""
    for rule in context.terms.all_of(MinimumPeriod):
        drafts = context.facts(rule.begins_with)
        obligations = tuple(_prepared(owed, rule, drafts, context) for owed in obligations)
    return obligations


# The days of a review.


def earliest(rule: MinimumPeriod, furnished: date, context: Context) -> LastDay:
    """The first day a filing may be made after drafts were furnished.

    A review that ended before the terms were amended is not repeated.
    """
    count, reading = context.after(furnished, rule.at_least), context.choices["review-period"]
    day = count.result
    if reading == "MINIMUM-PERIOD":
        day = context.calendar.first_open_on_or_after(day + _ONE)
    steps = (
        Step("drafts furnished, this day not counted", rule.clause, furnished),
        Step(f"{rule.at_least} after it: the last day", rule.clause, count.result, count),
        Step(f"first day a filing may be made ({reading})", rule.clause, day),
    )
    former = context.former
    if former is None or context.since is None:
        return LastDay(day, steps)
    was_by = former.terms.provision(rule)
    was = earliest(was_by, furnished, former) if was_by is not None else LastDay(day, steps)
    if was.day <= context.since:
        return was
    return LastDay(context.not_before(day), (*steps, *cut_short(day, rule.clause, context)))


def latest(rule: MinimumPeriod, filing: date, context: Context) -> LastDay:
    """The last Business Day to furnish drafts for a filing on a day."""
    found = as_amended(rule, partial(_latest, filing), context)
    if found is not None:
        return found
    now = _latest(filing, rule, context)
    if context.since is None or filing < context.since:
        return now
    cut = cut_short(now.day, rule.clause, context)
    return LastDay(context.not_before(now.day), (*now.trace, *cut))


def _latest(filing: date, rule: MinimumPeriod, context: Context) -> LastDay:
    reading = context.choices["review-period"]
    last = context.calendar.last_open_on_or_before(filing)
    count = context.back(last, rule.at_least, 1 if reading == "MINIMUM-PERIOD" else 0)
    says = f"drafts furnished {rule.at_least} before it ({reading}): the last day"
    return LastDay(
        count.result,
        (
            Step("to be filed on this day", rule.clause, filing),
            Step(says, rule.clause, count.result, count),
        ),
    )


def is_due(rule: MinimumPeriod, filing: str | None, context: Context) -> bool:
    """Whether a review is required before a future filing, under the chosen readings.

    `filing` is the obligation that the filing would satisfy, if any. Only the first filing depends
    on a reading, since there may be no selling Holders yet.
    """
    if rule.first_after is None:
        return True
    if filing != rule.first_after and (filing is not None or _filings(rule, context)):
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
        closes=first.day - _ONE,
        status=window_status(draft.on, first.day - _ONE, context.as_of),
        ended_on=first.day if context.as_of >= first.day else None,
        grounds=context.grounds(draft, *objected),
        trace=first.trace,
        notes=notes,
    )


# The obligations to furnish drafts.


def _before_filings(
    rule: MinimumPeriod, drafts: Facts, obligations: Sequence[Obligation], context: Context
) -> Iterator[Obligation]:
    """The obligations to furnish drafts: for the first filing, even if not yet made, and each
    filing made.
    """
    deadline = next((o for o in obligations if o.instance == rule.first_after), None)
    filings = _filings(rule, context)
    if deadline is not None and deadline.met_on is None:
        to_come, first = (deadline.due, deadline.instance), next(iter(drafts), None)
        yield _owed(rule, to_come, deadline, None, first, context.fresh())
    for i, filing in enumerate(filings):
        draft = _draft_of(drafts, filings[i - 1] if i else None, filing)
        of, first_by = (filing.on, filing.id), None if i else deadline
        yield _owed(rule, of, first_by, filing, draft, context.fresh())


def _filings(rule: MinimumPeriod, context: Context) -> list[EffectiveFact]:
    """Every filing that requires a review, in order; only the first of the kind that is filed
    once.
    """
    once = next((p.met_by for p in context.terms.all_of(Deadline) if p.id == rule.first_after), "")
    found = (f for k in rule.before for f in context.facts(k)[: 1 if k == once else None])
    return sorted(found, key=context.known.place)


def _draft_of(
    drafts: Facts, since: EffectiveFact | None, filing: EffectiveFact
) -> EffectiveFact | None:
    """The latest drafts furnished for a filing: by its day, and not before the day of the previous
    filing.
    """
    draft = next((draft for draft in reversed(drafts) if draft.on <= filing.on), None)
    before = draft is not None and since is not None and draft.on < since.on
    return None if before else draft


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
    instance, last = f"{rule.id}/{of[1]}", latest(rule, of[0], context)
    more = extended(instance, last.day, rule.clause, context)
    trace, notes, opens = [*last.trace], [*more.notes], last.day
    if draft:
        trace.append(Step("drafts furnished on this day", rule.clause, draft.on))
    elif filing:
        says = f"{what_happened(filing.kind, context.terms)}; no drafts are recorded for it"
        trace.append(Step(says, rule.clause, filing.on))
    status = more.status(draft.on if draft else None, context.as_of)
    if deadline is not None:
        opens = min(deadline.opens, last.day)
        if not draft and context.choices["review-before-selling-holders"] == "NOT-DUE":
            status = Status.EXCUSED
            notes.append(NOT_DUE)
        notes += _conflict(rule, last.day, deadline)
    silent = draft is None and context.as_of > more.due
    grounds = context.grounds(filing, draft, *more.facts, absence=silent)
    return obligation(
        rule,
        instance,
        opens,
        more,
        draft,
        context,
        status=status,
        grounds=grounds | deadline.grounds if deadline else grounds,
        trace=(*trace, *more.steps),
        notes=tuple(notes),
    )


def _conflict(rule: MinimumPeriod, last: date, deadline: Obligation) -> Iterator[str]:
    if last < deadline.opens:
        yield (
            f"drafts for Section {rule.clause} would have to go out by {day_words.day(last)}, "
            f"before the time to file starts on {day_words.day(deadline.opens)}"
        )


def _prepared(owed: Obligation, rule: MinimumPeriod, drafts: Facts, context: Context) -> Obligation:
    """An obligation, with the last day to furnish drafts if it is open and needs such a filing, and
    the day to send them if there are none.
    """
    if owed.id not in rule.ahead_of or not owed.is_open:
        return owed
    last, filing = latest(rule, owed.due, context), _last_filing(owed, context)
    says = f"drafts for a filing on the last day, {rule.title}: furnished by this day"
    steps = [Step(says, rule.clause, last.day)]
    by = latest(rule, filing, context).day
    if filing != owed.due:
        until = f"in practice a filing is possible until {day_words.day(filing)}"
        says = f"{until}: drafts furnished by this day"
        steps.append(Step(says, rule.clause, by))
    notes = (*owed.notes, *_conflict(rule, last.day, owed))
    ahead = owed.drafts
    sent = any(draft.on >= owed.opens for draft in drafts)
    if owed.stopped_since is None and is_due(rule, owed.instance, context) and not sent:
        ahead = Drafts(by, filing, rule.clause, rule.title)
    return replace(owed, trace=(*owed.trace, *steps), notes=notes, drafts=ahead)


def _last_filing(owed: Obligation, context: Context) -> date:
    """The last day on which the filing can be made, by the obligation's channel if it has one."""
    name = next((p.channel for p in context.terms.provisions if p.id == owed.id), None)
    if name is None:
        return owed.due
    return last_practicable(context.terms.named_channels[name], owed.due).moment.date()


# Objections to a filing: no timely objection may be open on the filing day.


def _objections_to(
    draft: EffectiveFact, rule: MinimumPeriod, context: Context
) -> Sequence[EffectiveFact]:
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


def _objections(
    rule: MinimumPeriod, drafts: Facts, context: Context
) -> Iterator[Obligation | UndatedDuty]:
    """Each timely objection: a duty not to file, or, if the filing was made, whether it was
    resolved by then.
    """
    if rule.objection is None or not context.facts(rule.objection.made_by):
        return
    filings, filed = _filings(rule, context), dict[str, EffectiveFact]()
    for since, filing in zip([None, *filings], filings, strict=False):
        if draft := _draft_of(drafts, since, filing):
            filed.setdefault(draft.id, filing)
    for draft in drafts:
        for each in _objections_to(draft, rule, context):
            own, filing_of = context.fresh(), filed.get(draft.id)
            if not _is_in_time(each, draft, rule, own):
                continue
            settled = own.about(rule.objection.settled_by, each.id)
            if filing_of is None or each.on <= filing_of.on:
                yield _objection(rule, each, filing_of, settled, own)


def _objection(
    rule: MinimumPeriod,
    objection: EffectiveFact,
    filing: EffectiveFact | None,
    settled: EffectiveFact | None,
    context: Context,
) -> Obligation | UndatedDuty:
    """The duty not to file over an objection until it is resolved; or the obligation to resolve it
    by the day of the filing, that day included.
    """
    steps = [Step(_made(objection), rule.clause, objection.on)]
    if filing is not None:
        says = "filed on this day: to be resolved by then"
        steps.append(Step(says, rule.clause, filing.on))
    if settled:
        steps.append(Step("resolved on this day", rule.clause, settled.on))
    trace, of = tuple(steps), f"objection/{objection.id}"
    if filing is None:
        grounds = context.grounds(objection, settled)
        return undated(
            rule,
            f"{rule.id}/{of}",
            objection,
            settled,
            action=_ACTION,
            standard=NO_FILING,
            grounds=grounds,
            trace=trace,
        )
    grounds = context.grounds(objection, filing, settled, absence=settled is None)
    return obligation(
        rule,
        f"{rule.id}/{filing.id}/{of}",
        objection.on,
        ExtendedDueDay(filing.on),
        settled,
        context,
        cause=objection.id,
        action=_ACTION,
        grounds=grounds,
        trace=trace,
    )
