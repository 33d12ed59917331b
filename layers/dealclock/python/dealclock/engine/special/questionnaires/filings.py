"""Filings owed to name late Holders, and when; how often one must be made, and what used a period
up: Section 2(b), with (i) and (ii), of infocrossing-2004.

received          10th Business Day      the next period begins
---|---------------------|---------------------|------->
                         due                   due instead, if this period's filing is made

    one in each period:   |---- F1 -----------|------------------|
                               the next one is not owed before ->|
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from dealclock.days.counting import Count
from dealclock.days.fiscal import fiscal_year_begins
from dealclock.days.periods import moved
from dealclock.engine.acts import Performance
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context, LastDay, never_before, question
from dealclock.engine.day import Instance
from dealclock.engine.instances import InstanceDay, as_agreed
from dealclock.engine.money import ZERO, dollars
from dealclock.engine.obligations import owed
from dealclock.engine.special.holders.moves import held_on, shares_of
from dealclock.engine.special.questionnaires.requests import last_day, requests_to
from dealclock.engine.special.reviews import latest
from dealclock.engine.why import Step, Why
from dealclock.errors import DealclockError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.rules.duties import FrequencyLimit, MinimumPeriod, OneIn, Request

# Which late Questionnaires require the Company to file, and from which receipt the time runs:
# Section 2(b) of infocrossing-2004, by Holder and not by form.
#
# Questionnaires are pending until a filing names their Holders. Nothing is owed until the principal
# of all pending ones exceeds the threshold; the one that crosses it starts the clock of all
# (CROSSING), or the clock had started with the first of them (FIRST-RECEIPT):
#
#     A 600,000      B 500,000                        a filing names both
#     ---|---------------|---------------------------------|---->
#        first receipt   crossing: more than 1,000,000
#
# Each Holder counts once. A later form restates what the Holder holds: while its first form is
# pending, the amount it counts for; once the Holder is named, or is to be named since it was in
# time, more Notes count under INCREASE-COUNTS alone.


@dataclass(slots=True)
class Late:
    """A late Questionnaire, the filing that named its Holder, and the basis of the duty to file.

    `principal` is the dollars it counts for; `together` is the total of all pending ones when its
    clock started or, without a clock, when it was last pending. The time to file runs from
    `runs_from` and never ends before `owed_from`, the day the duty arose; both None if no filing is
    owed. `restated_by` are later forms of the Holder while it was pending; `enough_on` is the day
    of the form by which its own Notes exceed the threshold, None if they do not.
    """

    received: EffectiveFact
    request: EffectiveFact | None
    principal: Fraction = ZERO
    together: Fraction = ZERO
    runs_from: date | None = None
    owed_from: date | None = None
    named_by: EffectiveFact | None = None
    restated_by: list[EffectiveFact] = field(default_factory=list)
    enough_on: date | None = None


@question
def late(context: Context, rule: FrequencyLimit) -> Sequence[Late]:
    """Every late Questionnaire in the order received, whether or not it requires a filing."""
    found: list[Late] = []
    pending, stated = _PendingForms(rule, context), dict[str, Fraction]()
    filings = (*rule.before_effective.kinds, *rule.once_effective.kinds)
    for seen in context.facts(rule.opened_by, *filings):
        if seen.kind != rule.opened_by:
            pending.name(seen)
            continue
        holder, principal = seen.fact.holder or "", _principal(seen, context)
        before, stated[holder] = stated.get(holder), principal
        each = pending.all.get(holder)
        if each is not None:
            each.restated_by.append(seen)
        else:
            request, is_late = _judge(context, rule, seen)
            if is_late and before is not None:
                principal -= before
                is_late = principal > 0 and context.choices["restated-holding"] == "INCREASE-COUNTS"
            if not is_late:
                continue
            each = pending.all[holder] = Late(seen, request)
            found.append(each)
        pending.count(each, principal, seen.on)
    for each in pending.all.values():
        pending.end(each)
    return found


def _principal(seen: EffectiveFact, context: Context) -> Fraction:
    """The principal a Questionnaire counts for, with its shares at the conversion price unless the
    reading is ZERO.
    """
    notes, shares, sheet = Fraction(seen.fact.amount or 0), shares_of(seen), context.terms.indenture
    price = sheet.conversion_price if sheet else None
    if not shares or price is None or context.choices["threshold-shares"] == "ZERO":
        return notes
    return notes + shares * Fraction(price)


def _judge(
    context: Context, rule: FrequencyLimit, seen: EffectiveFact
) -> tuple[EffectiveFact | None, bool]:
    """The request a Questionnaire answers, and whether it is late: received after the deadline of
    every request made by then, or, under ANY-LATER, after the first filing.

    The deadline of a request to all counts for a later buyer's form too: the form is received after
    it, whether or not the request was made of the buyer.
    """
    form = next(r for r in context.terms.all_of(Request) if r.id == rule.late_after)

    def in_time(request: EffectiveFact) -> bool:
        last = last_day(context, form, request, seen.fact.holder)
        return last is None or seen.on <= last.due

    requests = requests_to(context, form, seen.fact.holder or "")
    made = [r for r in requests if r.on <= seen.on] or requests[:1]
    kept = next(filter(in_time, made[:1]), None)
    if kept is None and len(made) > 1 and context.choices["repeated-request"] == "EACH-REQUEST":
        kept = next(filter(in_time, made[1:]), None)
        made = made[-1:]
    if kept is None and made:
        return made[0], True
    filed = context.first(rule.or_after)
    after_filing = filed is not None and seen.on > filed.on
    return kept, after_filing and context.choices["late-questionnaire"] == "ANY-LATER"


@dataclass(slots=True)
class _PendingForms:
    """The pending Questionnaires by Holder, `all`, and whether they require a filing."""

    rule: FrequencyLimit
    context: Context
    all: dict[str, Late] = field(default_factory=dict)
    total: Fraction = ZERO

    def name(self, filing: EffectiveFact) -> None:
        """Apply a filing, which names the Holder it is about, or all pending Holders."""
        named = [h for h in self.all if filing.fact.holder in (None, h)]
        for holder in named:
            each = self.all.pop(holder)
            each.named_by = filing
            self.end(each)
            self.total -= each.principal
        if named and self.total <= self.rule.more_than:
            self._release(filing.on, self.all.values())

    def end(self, each: Late) -> None:
        """Take the total for a Questionnaire that is pending no longer, unless its clock runs."""
        if each.runs_from is None:
            each.together = self.total

    def count(self, each: Late, principal: Fraction, on: date) -> None:
        """Count the Notes of a pending Holder as of a day, which may take the total past the
        threshold, or back.
        """
        least = self.rule.more_than
        was_enough = self.total > least
        self.total += principal - each.principal
        each.principal = principal
        each.enough_on = (each.enough_on or on) if principal > least else None
        if self.total <= least:
            if was_enough:
                self._release(on, self.all.values())
            return
        if each.runs_from is not None and each.enough_on is None and self._alone:
            self._release(on, [each])
        first = on if was_enough else next(iter(self.all.values())).received.on
        for waits in [each] if was_enough else self.all.values():
            if waits.runs_from is None:
                self._start(waits, first, on)

    def _start(self, each: Late, first: date, now: date) -> None:
        """Start the clock of a pending one, unless only its own Notes count and do not exceed the
        threshold.
        """
        if each.enough_on is None and self._alone:
            return
        each.together, each.owed_from = self.total, now
        crossed, began = each.enough_on or now, each.received.on if each.enough_on else first
        early = began != crossed and self.context.choices["threshold-clock"] == "FIRST-RECEIPT"
        each.runs_from = began if early else crossed

    @property
    def _alone(self) -> bool:
        """Whether only a Holder's own Notes count for it."""
        return self.context.choices["late-threshold"] == "PER-HOLDER"

    def _release(self, on: date, which: Iterable[Late]) -> None:
        """Release those that no longer exceed the threshold: only filings due by then stay owed."""
        for each in which:
            if each.runs_from is not None:
                due = self.context.after(each.runs_from, self.rule.within).result
                if max(due, each.owed_from or due) > on:
                    each.runs_from = each.owed_from = None


_QUARTER, _HALF = 3, 6


@record
class FilingExcuse:
    """A filing that used up the period of a limit, and the first day on which it no longer
    excuses.
    """

    limit: OneIn
    used_by: EffectiveFact
    until: date


@record
class FilingDue:
    """When the Company must file for a late Questionnaire.

    `own` is the last day before the limit is applied; `owed` the obligation after it, None if
    nothing is owed. `furnish` is the last day to furnish drafts for a filing on its last day.
    """

    late: Late
    why: Why
    notes: tuple[str, ...]
    own: Count | None = None
    excuse: FilingExcuse | None = None
    furnish: LastDay | None = None
    owed: Obligation | None = None

    @property
    def by(self) -> date | None:
        """The last day to file; None if nothing is owed."""
        return self.owed.due if self.owed else None


def conclusions(context: Context) -> Iterator[Obligation | None]:
    """The filing owed for every late Questionnaire that requires one."""
    for rule in context.terms.all_of(FrequencyLimit):
        yield from (due.owed for due in dues(rule, context))


def dues(rule: FrequencyLimit, context: Context) -> Iterator[FilingDue]:
    """The result for every late Questionnaire, including those that require no filing.

    A filing that was made or overdue before the terms were amended stays as under the earlier
    terms.
    """
    former, since = context.former, context.since
    was_by = former.terms.provision(rule) if former else None
    over: dict[str, FilingDue] = {}
    for due in dues(was_by, former) if former and was_by else ():
        named = due.late.named_by
        if since and ((due.by and due.by < since) or (named and named.on < since)):
            over[due.late.received.id] = due
    for each in late(context.fresh(), rule):
        yield over.get(each.received.id) or _due(context.fresh(), rule, each)


@question
def _due(context: Context, rule: FrequencyLimit, each: Late) -> FilingDue:
    late(context, rule)  # it rests on which Questionnaires are late
    received, named, notes = each.received, each.named_by, [*_notes(each, context)]
    steps = [Step("the Questionnaire was received", rule.clause, received.on)]
    seen = (each.request, named, *each.restated_by)
    if each.runs_from is None or each.owed_from is None:
        says = f"not more than {rule.more_than:,} dollars of Notes wait to be named"
        why = context.why(received, *seen, steps=tuple(steps))
        return FilingDue(each, why, (says, *notes))
    own = context.after(each.runs_from, rule.within)
    last = max(own.result, each.owed_from)
    steps += _own(rule, each, own, last)
    by: date | None = last
    excuse, effective = _excuse(rule, last, named, context), context.first(rule.effective_with)
    if excuse is not None:
        by, limited = _limited(rule, last, excuse, context)
        steps += limited
        if effective is not None and by is not None and excuse.used_by.on < effective.on < by:
            says = "came before that day: a limit on earlier filings may not excuse"
            notes.insert(0, f"{effective.id} {says}")
        notes.insert(0, f"{excuse.used_by.id} is the one filing of its {excuse.limit.period}")
    act = Performance()
    if named is not None:
        step = Step("a filing names the Holder", rule.clause, named.on)
        act = Performance(named.on, steps=(step,))
    seen = (each.request, effective, excuse.used_by if excuse else None, *seen[1:])
    if by is None:
        why = context.why(received, *seen, absence=not named, steps=(*steps, *act.steps))
        return FilingDue(each, why, tuple(notes), own, excuse)
    name, general = f"{rule.id}/{received.id}", context.terms.obligations[rule.id]
    of = ("holder", received.fact.holder or "")
    instance = Instance(name, event=received, cause=received.id, of=of)
    counted = InstanceDay(by, tuple(steps), tuple(filter(None, seen)))
    due = as_agreed(context, general, instance, never_before(counted, rule.clause, context))
    reviews = (r for r in context.terms.all_of(MinimumPeriod) if r.id == rule.review)
    furnish = next((latest(r, due.due, context.fresh()) for r in reviews), None)
    before = furnish.trace if furnish else ()
    act = replace(act, steps=(*before, *act.steps), notes=tuple(notes))
    made = owed(general, instance, each.owed_from, due, act, context)
    return FilingDue(each, made.why, made.notes, own, excuse, furnish, made)


def _own(rule: FrequencyLimit, each: Late, own: Count, last: date) -> Iterator[Step]:
    if each.owed_from != each.received.on:
        says = f"more than {rule.more_than:,} dollars of Notes wait from this day"
        yield Step(says, rule.clause, each.owed_from)
    if each.runs_from != each.received.on:
        yield Step("the time to file runs from this day", rule.clause, each.runs_from)
    yield Step(f"{rule.within} after it: the last day", rule.clause, own.result, own)
    if last > own.result:
        yield Step("not owed until enough Notes were waiting: this day", rule.clause, last)


def _limited(
    rule: FrequencyLimit, last: date, used: FilingExcuse, context: Context
) -> tuple[date | None, tuple[Step, ...]]:
    """The day by which the filing is owed after the limit, None if it is no longer owed; and why.

    The next filing must then name the Holder: the limit does not excuse it a second time.
    """
    limit, how = used.limit, context.choices["limited-filing"]
    by: date | None = None
    if how == "RE-RUN":
        by = context.after(used.until, rule.within).result
    elif how != "EXTINGUISH":
        by = max(last, context.calendar.first_open_on_or_after(used.until))
    says = f"the last day after the limit ({how})" if by else f"no longer owed ({how})"
    return by, (
        Step(f"the one filing of its {limit.period}", limit.clause, used.used_by.on),
        Step("the limit excuses until this day", limit.clause, used.until),
        Step(says, rule.clause, by),
    )


def _notes(each: Late, context: Context) -> Iterator[str]:
    """Notes on what a Questionnaire counts for; also where its Holder now has less on record."""
    fact, sheet = each.received.fact, context.terms.indenture
    if fact.shares and (sheet is None or sheet.conversion_price is None):
        yield "its Conversion Shares cannot be counted: no conversion price is given"
    if each.restated_by:
        last = each.restated_by[-1]
        yield f"restated by {last.id}: it counts for {dollars(each.principal)} of Notes"
    has = held_on(context, date.max).get(fact.holder or "")
    if each.runs_from and not each.named_by and has is not None and has < each.principal:
        yield (
            f"counts {dollars(each.principal)} by its form; {fact.holder} now has {dollars(has)} "
            "on record, so counsel should read whether the filing is still owed"
        )


# The filings that used a period up.


def _excuse(
    rule: FrequencyLimit, due: date, named_by: EffectiveFact | None, context: Context
) -> FilingExcuse | None:
    """The excuse for not filing by `due`; None if the limit does not excuse that filing.

    The limit is that of before effectiveness, or since. Filings after `due` come too late to excuse
    it; `named_by`, the filing that satisfied the duty, and filings after it excuse nothing either.
    """
    effective, place = context.first(rule.effective_with), context.known.place
    since = effective is not None and effective.on <= due
    limit = rule.once_effective if since else rule.before_effective
    filings = [
        filing
        for filing in _counting(limit, due, context)
        if filing.on <= due and (named_by is None or place(filing) < place(named_by))
    ]
    if not filings:
        return None
    ends_in = context.terms.fiscal_year_ends
    if ends_in is None:
        raise DealclockError(
            f"{rule.id} counts by fiscal year; give fiscal_year_ends in the terms."
        )
    months, anchor = _QUARTER, fiscal_year_begins(due.year, ends_in.month)
    if limit.period != "fiscal quarter":
        months, how = _HALF, context.choices["semi-annual-period"]
        if how == "ROLLING-SIX-MONTHS":
            until = moved(filings[-1].on, _HALF, "months")
            return FilingExcuse(limit, filings[-1], until) if due < until else None
        if how == "FROM-EFFECTIVENESS" and effective is not None:
            anchor = effective.on
    # Periods of that number of months run forward and back from the anchor.
    n = ((due.year - anchor.year) * 12 + due.month - anchor.month) // months
    n -= moved(anchor, n * months, "months") > due
    begins, ends = (moved(anchor, each * months, "months") for each in (n, n + 1))
    first = next((filing for filing in filings if filing.on >= begins), None)
    return FilingExcuse(limit, first, ends) if first else None


def _counting(limit: OneIn, due: date, context: Context) -> Sequence[EffectiveFact]:
    """The filings that use up periods by `due`; none if the filing owed is not limited itself."""
    by_purpose = context.facts(*limit.kinds)
    literal = context.facts(*limit.counts) if limit.filing in limit.counts else ()
    if len(literal) == len(by_purpose) or by_purpose[0].on > due:
        return literal
    purposive = context.choices["supplements-limited"] == "PURPOSIVE"
    return by_purpose if purposive else literal
