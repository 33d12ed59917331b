"""Which late Questionnaires require the Company to file, and from which receipt the time runs:
Section 2(b) of infocrossing-2004, by Holder and not by form.

Questionnaires are pending until a filing names their Holders. Nothing is owed until the principal
of all pending ones exceeds the threshold; the one that crosses it starts the clock of all
(CROSSING), or the clock had started with the first of them (FIRST-RECEIPT):

    A 600,000      B 500,000                        a filing names both
    ---|---------------|---------------------------------|---->
       first receipt   crossing: more than 1,000,000

Each Holder counts once. A later form restates what the Holder holds: while its first form is
pending, the amount it counts for; once the Holder is named, or is to be named since it was in time,
more Notes count under INCREASE-COUNTS alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.money import ZERO
from dealclock.engine.questions import question
from dealclock.engine.special.holders.moves import shares_of
from dealclock.engine.special.questionnaires.requests import last_day, requests_to
from dealclock.facts.log import EffectiveFact
from dealclock.terms.rules.duties import FrequencyLimit, Request


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
        return last is None or seen.on <= last.more.due

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
