"""Minimum periods before a filing: drafts go to Holders, a number of Business Days must pass, and
no timely objection may still be open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

from dealclock.agreement.rules.duties import Deadline, MinimumPeriod, Objection
from dealclock.agreement.rules.rule import RuleIdentity
from dealclock.days import day_words
from dealclock.days.cutoffs import last_practicable
from dealclock.engine.conclusions import Drafts, Obligation, Status, UndatedDuty, Window
from dealclock.engine.context import (
    Context,
    LastDay,
    as_amended,
    cut_short,
    status_of,
    window_status,
)
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.plugins import extended
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# Objections to a filing: no timely objection may be open on the filing day.
#
# furnished    objection      last day of the review     settled      filing
# ----|------------*-------------------|-------------------*-------------|---->
#                  |------ no filing meanwhile -------------|

NO_FILING = "no filing while it stands"


def objections_to(
    draft: EffectiveFact, rule: MinimumPeriod, context: Context
) -> Sequence[EffectiveFact]:
    """The objections to the drafts, timely or not, in order."""
    kind = rule.objection
    return context.known.about(kind.made_by, draft.id) if kind is not None else ()


def objected_in_time(objection: EffectiveFact, last: date, context: Context) -> bool:
    """Whether an objection counts, given the last day of the review."""
    return objection.on <= last or context.choices["objection-time"] == "UNTIL-FILED"


def open_objections(
    rule: MinimumPeriod, kind: Objection, objection: EffectiveFact, context: Context
) -> UndatedDuty:
    """The duty not to file over an objection until it is resolved."""
    settled = context.about(kind.settled_by, objection.id)
    trace = [Step(_made(objection), rule.clause, objection.on)]
    trace += [Step("resolved on this day", rule.clause, settled.on)] if settled else []
    return UndatedDuty(
        id=rule.id,
        instance=f"{rule.id}/objection/{objection.id}",
        cause=objection.id,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=_ACTION,
        standard=NO_FILING,
        opens=objection.on,
        done_on=settled.on if settled else None,
        target=None,
        grounds=context.grounds(objection, settled),
        trace=tuple(trace),
    )


def objections_before(
    rule: MinimumPeriod,
    kind: Objection,
    objection: EffectiveFact,
    filing: EffectiveFact,
    context: Context,
) -> Obligation:
    """The obligation to resolve an objection by the day of a filing, that day included."""
    settled = context.about(kind.settled_by, objection.id)
    on = settled.on if settled else None
    trace = [
        Step(_made(objection), rule.clause, objection.on),
        Step("filed on this day: to be resolved by then", rule.clause, filing.on),
    ]
    trace += [Step("resolved on this day", rule.clause, settled.on)] if settled else []
    named: RuleIdentity = {**rule.named, "action": _ACTION}
    return Obligation(
        **named,
        instance=f"{rule.id}/{filing.id}/objection/{objection.id}",
        cause=objection.id,
        opens=objection.on,
        due=filing.on,
        closes=None,
        status=status_of(filing.on, on, context.as_of),
        met_on=on,
        grounds=context.grounds(objection, filing, settled, absence=settled is None),
        trace=tuple(trace),
    )


_ACTION = "Address the objection or have it withdrawn; do not file while it is open."


def _made(objection: EffectiveFact) -> str:
    who = objection.fact.holder or "a selling Holder"
    return f"{who} objects ({objection.id})"


def objection_notes(found: Sequence[EffectiveFact], last: date, context: Context) -> Iterator[str]:
    """The notes of a review's window on objections to its drafts."""
    for each in found:
        if objected_in_time(each, last, context):
            yield f"{_made(each)}: {NO_FILING}"
        else:
            yield (f"{_made(each)} {day_words.day(each.on)}, after the review: it stops no filing")


_ONE = timedelta(days=1)


# Minimum periods before a filing: drafts go to Holders, a number of Business Days must pass first.
#
# furnished   1     (closed)   2 = the last day of the review
# ---|--------|--------x-------|------|
# not counted              NTH-DAY    MINIMUM-PERIOD: filing is possible from here


@record
class ReviewDay:
    """A day counted from or to a review, with its steps."""

    day: date
    trace: tuple[Step, ...]


def add(context: Context, found: Findings) -> None:
    """Every review, past or ongoing, and for every filing whether a review preceded it."""
    for rule in context.terms.all_of(MinimumPeriod):
        drafts = context.facts(rule.begins_with)
        found.windows.extend(_window(rule, d, context.fresh()) for d in drafts)
        found.obligations.extend(_before_filings(rule, drafts, found, context))
        _tell(rule, found, context)
        _ahead(rule, drafts, found, context)
        _objections(rule, drafts, found, context)


def earliest(rule: MinimumPeriod, furnished: date, context: Context) -> ReviewDay:
    """The first day a filing may be made after drafts were furnished.

    A review that ended before the terms were amended is not repeated.
    """
    now, former = _earliest(rule, furnished, context), context.former
    if former is None or context.since is None:
        return now
    was_by = former.terms.provision(rule)
    was = earliest(was_by, furnished, former) if was_by is not None else now
    if was.day <= context.since:
        return was
    cut = cut_short(now.day, rule.clause, context)
    return ReviewDay(context.not_before(now.day), (*now.trace, *cut))


def _earliest(rule: MinimumPeriod, furnished: date, context: Context) -> ReviewDay:
    count = context.after(furnished, rule.at_least)
    reading = context.choices["review-period"]
    day = count.result
    if reading == "MINIMUM-PERIOD":
        day = context.calendar.first_open_on_or_after(day + _ONE)
    return ReviewDay(
        day,
        (
            Step("drafts furnished, this day not counted", rule.clause, furnished),
            Step(f"{rule.at_least} after it: the last day", rule.clause, count.result, count),
            Step(f"first day a filing may be made ({reading})", rule.clause, day),
        ),
    )


def latest(rule: MinimumPeriod, filing: date, context: Context) -> ReviewDay:
    """The last Business Day to furnish drafts for a filing on a day."""
    found = as_amended(rule, partial(_latest, filing), context)
    if found is not None:
        return ReviewDay(found.day, found.trace)
    now = _latest(filing, rule, context)
    if context.since is None or filing < context.since:
        return ReviewDay(now.day, now.trace)
    cut = cut_short(now.day, rule.clause, context)
    return ReviewDay(context.not_before(now.day), (*now.trace, *cut))


def _latest(filing: date, rule: MinimumPeriod, context: Context) -> LastDay:
    reading = context.choices["review-period"]
    last = context.calendar.last_open_on_or_before(filing)
    count = context.back(last, rule.at_least, 1 if reading == "MINIMUM-PERIOD" else 0)
    return LastDay(
        count.result,
        (
            Step("to be filed on this day", rule.clause, filing),
            Step(
                f"drafts furnished {rule.at_least} before it ({reading}): the last day",
                rule.clause,
                count.result,
                count,
            ),
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


def _window(rule: MinimumPeriod, draft: EffectiveFact, context: Context) -> Window:
    """The review's window: the days on which no filing may be made yet."""
    first = earliest(rule, draft.on, context)
    closes = first.day - _ONE
    objected = objections_to(draft, rule, context)
    notes = tuple(objection_notes(objected, _last(rule, draft, context), context))
    return Window(
        **rule.named,
        instance=f"{rule.id}/{draft.id}",
        cause=draft.id,
        opens=draft.on,
        closes=closes,
        status=window_status(draft.on, closes, context.as_of),
        ended_on=first.day if context.as_of >= first.day else None,
        grounds=context.grounds(draft, *objected),
        trace=first.trace,
        notes=notes,
    )


def _last(rule: MinimumPeriod, draft: EffectiveFact, context: Context) -> date:
    """The last day of the review of drafts."""

    def count(rule: MinimumPeriod, context: Context) -> LastDay:
        return LastDay(context.after(draft.on, rule.at_least).result, ())

    found = as_amended(rule, count, context)
    return (found or count(rule, context)).day


def _objections(
    rule: MinimumPeriod, drafts: tuple[EffectiveFact, ...], found: Findings, context: Context
) -> None:
    """Add each timely objection: a duty not to file, or, if the filing was made, whether it was
    resolved by then.
    """
    if rule.objection is None or not context.facts(rule.objection.made_by):
        return
    filings = _filings(rule, context)
    filed = {
        draft.id: filing
        for i, filing in reversed(list(enumerate(filings)))
        for draft in _of(drafts, filings[i - 1] if i else None, filing)
    }
    for draft in drafts:
        for each in objections_to(draft, rule, context):
            own = context.fresh()
            last = _last(rule, draft, own)
            filing = filed.get(draft.id)
            if not objected_in_time(each, last, own):
                continue
            if filing is None:
                found.duties.append(open_objections(rule, rule.objection, each, own))
            elif each.on <= filing.on:
                made = objections_before(rule, rule.objection, each, filing, own)
                found.obligations.append(made)


def _ahead(
    rule: MinimumPeriod, drafts: tuple[EffectiveFact, ...], found: Findings, context: Context
) -> None:
    """Add the day to send drafts to every open obligation that needs such a filing and has no
    drafts.
    """
    for i, owed in enumerate(found.obligations):
        if owed.id not in rule.ahead_of or not owed.is_open or owed.stopped_since is not None:
            continue
        own = context.fresh()
        if not is_due(rule, owed.instance, own) or any(draft.on >= owed.opens for draft in drafts):
            continue
        filing = _last_filing(owed, own)
        by = latest(rule, filing, own).day
        found.obligations[i] = replace(owed, drafts=Drafts(by, filing, rule.clause, rule.title))


def _last_filing(owed: Obligation, context: Context) -> date:
    """The last day on which the filing can be made, by the obligation's channel if it has one."""
    name = next((p.channel for p in context.terms.provisions if p.id == owed.id), None)
    if name is None:
        return owed.due
    return last_practicable(context.terms.named_channels[name], owed.due).moment.date()


def _before_filings(
    rule: MinimumPeriod, drafts: tuple[EffectiveFact, ...], found: Findings, context: Context
) -> Iterator[Obligation]:
    """The obligations to furnish drafts: for the first filing, even if not yet made, and each
    filing made.
    """
    deadline = next((o for o in found.obligations if o.instance == rule.first_after), None)
    filings = _filings(rule, context)
    if deadline is not None and deadline.met_on is None:
        to_come = (deadline.due, deadline.instance)
        yield _owed(rule, to_come, deadline, None, drafts[:1], context.fresh())
    for i, filing in enumerate(filings):
        first = deadline if i == 0 else None
        furnished = _of(drafts, filings[i - 1] if i else None, filing)
        made = (filing.on, filing.id)
        yield _owed(rule, made, first, filing, furnished, context.fresh())


def _filings(rule: MinimumPeriod, context: Context) -> list[EffectiveFact]:
    """Every filing that requires a review, in order; only the first of the kind that is filed
    once.
    """
    once = next((p.met_by for p in context.terms.all_of(Deadline) if p.id == rule.first_after), "")
    found = (f for k in rule.before for f in context.facts(k)[: 1 if k == once else None])
    return sorted(found, key=context.known.place)


def _of(
    drafts: tuple[EffectiveFact, ...], since: EffectiveFact | None, filing: EffectiveFact
) -> tuple[EffectiveFact, ...]:
    """The latest drafts furnished for a filing: by its day, and not before the day of the previous
    filing.
    """
    for draft in reversed(drafts):
        if draft.on <= filing.on:
            return () if since is not None and draft.on < since.on else (draft,)
    return ()


def _owed(
    rule: MinimumPeriod,
    of: tuple[date, str],
    deadline: Obligation | None,
    filing: EffectiveFact | None,
    drafts: tuple[EffectiveFact, ...],
    context: Context,
) -> Obligation:
    """The obligation to furnish drafts for one filing; the first filing comes with its
    `deadline`.
    """
    on, name = of
    last = latest(rule, on, context)
    draft = drafts[0] if drafts else None
    met_on = draft.on if draft else None
    trace = last.trace
    if draft:
        trace = (*trace, Step("drafts furnished on this day", rule.clause, draft.on))
    elif filing:
        says = f"{what_happened(filing.kind, context.terms)}; no drafts are recorded for it"
        trace = (*trace, Step(says, rule.clause, filing.on))
    more = extended(f"{rule.id}/{name}", last.day, rule.clause, context)
    trace, notes = (*trace, *more.steps), [*more.notes]
    status = more.status(met_on, context.as_of)
    if deadline is not None:
        if met_on is None and context.choices["review-before-selling-holders"] == "NOT-DUE":
            status = Status.EXCUSED
            notes.append(NOT_DUE)
        if last.day < deadline.opens:
            notes.append(_conflict(rule, last.day, deadline))
    silent = met_on is None and context.as_of > more.due
    grounds = context.grounds(filing, draft, *more.facts, absence=silent)
    return Obligation(
        **rule.named,
        instance=f"{rule.id}/{name}",
        opens=min(deadline.opens if deadline else last.day, last.day),
        due=more.due,
        closes=None,
        status=status,
        met_on=met_on,
        grounds=grounds | deadline.grounds if deadline else grounds,
        trace=trace,
        notes=tuple(notes),
        waived=more.waived_by is not None,
    )


NOT_DUE = "not due before there are selling Holders (NOT-DUE)"


def _conflict(rule: MinimumPeriod, last: date, deadline: Obligation) -> str:
    return (
        f"drafts for Section {rule.clause} would have to go out by {day_words.day(last)}, before "
        f"the time to file starts on {day_words.day(deadline.opens)}"
    )


def _tell(rule: MinimumPeriod, found: Findings, context: Context) -> None:
    """Add to every open obligation that needs such a filing the last day to furnish drafts."""
    for i, owed in enumerate(found.obligations):
        if owed.id in rule.ahead_of and owed.is_open:
            last = latest(rule, owed.due, context.fresh())
            says = f"drafts for a filing on the last day, {rule.title}: furnished by this day"
            steps = [Step(says, rule.clause, last.day), *_in_practice(rule, owed, context)]
            notes = owed.notes
            if last.day < owed.opens:
                notes = (*notes, _conflict(rule, last.day, owed))
            found.obligations[i] = replace(owed, trace=(*owed.trace, *steps), notes=notes)


def _in_practice(rule: MinimumPeriod, owed: Obligation, context: Context) -> Iterator[Step]:
    """The last day to furnish drafts for a filing on the last day its channel is open."""
    filing = _last_filing(owed, context)
    if filing != owed.due:
        says = (
            f"in practice a filing is possible until {day_words.day(filing)}: drafts furnished by"
        )
        yield Step(f"{says} this day", rule.clause, latest(rule, filing, context.fresh()).day)
