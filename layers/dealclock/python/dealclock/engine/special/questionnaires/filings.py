"""Filings owed to name late Holders, and when: Section 2(b) of infocrossing-2004.

received          10th Business Day      the next period begins
---|---------------------|---------------------|------->
                         due                   due instead, if this period's filing is made
"""

from collections.abc import Iterator
from datetime import date

from dealclock.agreement.rules.duties import FrequencyLimit, MinimumPeriod
from dealclock.agreement.rules.rule import Period
from dealclock.days.counting import Count
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context, cut_short
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.money import dollars
from dealclock.engine.plugins import ExtendedDueDay, extended
from dealclock.engine.questions import question
from dealclock.engine.special.holders.moves import held_on
from dealclock.engine.special.obligations import obligation
from dealclock.engine.special.questionnaires.late import Late, late
from dealclock.engine.special.questionnaires.limits import (
    FilingExcuse,
    excuse,
    fiscal_year_ends_in,
    limit_by,
)
from dealclock.records import record


@record
class FilingDue:
    """When the Company must file for a late Questionnaire.

    `own` is the last day before the limit is applied, `by` the last day after it; None if nothing
    is owed. `furnish` is the last day to furnish drafts for a filing on that day. `more` is what
    was agreed on that day; None if nothing is owed.
    """

    late: Late
    own: Count | None
    by: date | None
    excuse: FilingExcuse | None
    furnish: Count | None
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...]
    more: ExtendedDueDay | None = None


def conclusions(context: Context) -> Iterator[Obligation]:
    """The filing owed for every late Questionnaire that requires one."""
    for rule in context.terms.all_of(FrequencyLimit):
        for due in dues(rule, context):
            if due.more is not None:
                received = due.late.received
                yield obligation(
                    rule,
                    f"{rule.id}/{received.id}",
                    due.late.owed_from or received.on,
                    due.more,
                    due.late.named_by,
                    context,
                    cause=received.id,
                    grounds=due.grounds,
                    trace=due.trace,
                    notes=due.notes,
                )


def dues(rule: FrequencyLimit, context: Context) -> Iterator[FilingDue]:
    """The result for every late Questionnaire, including those that require no filing.

    A result that was over before the terms were amended stays as under the earlier terms.
    """
    fiscal_year_ends_in(rule, context)
    former, since = context.former, context.since
    was_by = former.terms.provision(rule) if former else None
    was = dues(was_by, former) if former and was_by else ()
    over = {due.late.received.id: due for due in was if since and _is_over(due, since)}
    for each in late(context.fresh(), rule):
        yield over.get(each.received.id, _due(context.fresh(), rule, each))


def _is_over(due: FilingDue, since: date) -> bool:
    """Whether a filing was made or overdue before a day."""
    named = due.late.named_by
    return (due.by is not None and due.by < since) or (named is not None and named.on < since)


@question
def _due(context: Context, rule: FrequencyLimit, each: Late) -> FilingDue:
    late(context, rule)  # it rests on which Questionnaires are late
    seen = (each.received, each.request, each.named_by, *each.restated_by)
    received = Step("the Questionnaire was received", rule.clause, each.received.on)
    if each.runs_from is None or each.owed_from is None:
        note = f"not more than {rule.more_than:,} dollars of Notes wait to be named"
        notes = (note, *_uncounted(each, context), *_restated(each))
        grounds = context.grounds(*seen)
        return FilingDue(each, None, None, None, None, grounds, (received,), notes)
    own = context.after(each.runs_from, rule.within)
    last = max(own.result, each.owed_from)
    used = excuse(rule, last, each.named_by, context)
    by = _after_limit(rule, last, used, context) if used else last
    cut = cut_short(by, rule.clause, context) if by else ()
    more, furnish = None, None
    if by is not None:
        instance, holder = f"{rule.id}/{each.received.id}", each.received.fact.holder
        more = extended(instance, context.not_before(by), rule.clause, context, of=holder)
        by = more.due
        furnish = _furnish(rule, by, context.fresh())
    effective = context.first(rule.effective_with)
    return FilingDue(
        late=each,
        own=own,
        by=by,
        excuse=used,
        furnish=furnish,
        grounds=context.grounds(
            each.received,
            each.request,
            effective,
            used.used_by if used else None,
            *seen[2:],
            *(more.facts if more else ()),
            absence=each.named_by is None,
        ),
        trace=(
            received,
            *_own(rule, each, own, last),
            *(_excused(rule, last, used, by, context) if used else ()),
            *cut,
            *(more.steps if more else ()),
            *_around(rule, each, furnish),
        ),
        notes=(
            *(more.notes if more else ()),
            *(_limited(rule, last, used, by, context) if used else ()),
            *_uncounted(each, context),
            *_restated(each),
            *_sold(each, context),
        ),
        more=more,
    )


def _after_limit(
    rule: FrequencyLimit, last: date, used: FilingExcuse, context: Context
) -> date | None:
    """The day by which the filing is owed after the limit; None if it is no longer owed.

    The next filing must then name the Holder: the limit does not excuse it a second time.
    """
    match context.choices["limited-filing"]:
        case "EXTINGUISH":
            return None
        case "RE-RUN":
            return context.after(used.until, rule.within).result
        case _:
            return max(last, context.calendar.first_open_on_or_after(used.until))


def _own(rule: FrequencyLimit, each: Late, own: Count, last: date) -> Iterator[Step]:
    if each.owed_from != each.received.on:
        says = f"more than {rule.more_than:,} dollars of Notes wait from this day"
        yield Step(says, rule.clause, each.owed_from)
    if each.runs_from != each.received.on:
        yield Step("the time to file runs from this day", rule.clause, each.runs_from)
    yield Step(f"{rule.within} after it: the last day", rule.clause, own.result, own)
    if last > own.result:
        yield Step("not owed until enough Notes were waiting: this day", rule.clause, last)


def _excused(
    rule: FrequencyLimit, last: date, used: FilingExcuse, by: date | None, context: Context
) -> Iterator[Step]:
    limit, how = limit_by(rule, last, context), context.choices["limited-filing"]
    yield Step(f"the one filing of its {limit.period}", limit.clause, used.used_by.on)
    yield Step("the limit excuses until this day", limit.clause, used.until)
    says = f"the last day after the limit ({how})" if by else f"no longer owed ({how})"
    yield Step(says, rule.clause, by)


def _around(rule: FrequencyLimit, each: Late, furnish: Count | None) -> Iterator[Step]:
    """The steps for the review before the filing, and for the filing."""
    if furnish:
        says = "the last day to furnish drafts for their review before that filing"
        yield Step(says, rule.clause, furnish.result, furnish)
    if each.named_by:
        yield Step("a filing names the Holder", rule.clause, each.named_by.on)


def _limited(
    rule: FrequencyLimit, last: date, used: FilingExcuse, by: date | None, context: Context
) -> Iterator[str]:
    limit, effective = limit_by(rule, last, context), context.first(rule.effective_with)
    yield f"{used.used_by.id} is the one filing of its {limit.period}"
    if effective and by and used.used_by.on < effective.on < by:
        yield f"{effective.id} came before that day: a limit on earlier filings may not excuse"


def _uncounted(each: Late, context: Context) -> Iterator[str]:
    sheet = context.terms.indenture
    if each.received.fact.shares and (sheet is None or sheet.conversion_price is None):
        yield "its Conversion Shares cannot be counted: no conversion price is given"


def _restated(each: Late) -> Iterator[str]:
    if each.restated_by:
        last = each.restated_by[-1]
        yield f"restated by {last.id}: it counts for {dollars(each.principal)} of Notes"


def _sold(each: Late, context: Context) -> Iterator[str]:
    """A note where the Holder now has less on record than its form counts for."""
    holder = each.received.fact.holder
    has = held_on(context, context.as_of).get(holder or "")
    if each.named_by is None and has is not None and has < each.principal:
        yield (
            f"counts {dollars(each.principal)} by its form; {holder} now has {dollars(has)} on "
            "record, so counsel should read whether the filing is still owed"
        )


def _furnish(rule: FrequencyLimit, by: date, context: Context) -> Count | None:
    """The last day to begin the required review before a filing on `by`; None without a review."""
    reviews = context.terms.all_of(MinimumPeriod)
    review = next((each.at_least for each in reviews if each.id == rule.review), None)
    if review is None:
        return None
    whole = context.choices["review-period"] == "MINIMUM-PERIOD"
    return context.before(by, Period(count=review.count + whole, unit=review.unit))
