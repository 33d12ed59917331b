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

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from dealclock.agreement.rules.duties import FrequencyLimit, Request
from dealclock.engine.agreements import EXTENSION, WAIVER
from dealclock.engine.context import Context
from dealclock.engine.questions import question
from dealclock.engine.special.questionnaires.requests import last_day, requests_to
from dealclock.facts.log import EffectiveFact


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
    principal: Fraction
    together: Fraction = Fraction(0)
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
    for seen in _events(rule, context):
        if seen.kind != rule.opened_by:
            pending.name(seen)
            continue
        holder, principal = seen.fact.holder or "", _principal(seen, context)
        before, stated[holder] = stated.get(holder), principal
        if pending.restate(holder, seen, principal):
            continue
        request, is_late = _judge(context, rule, seen)
        if is_late and before is not None:
            principal -= before
            is_late = principal > 0 and context.choices["restated-holding"] == "INCREASE-COUNTS"
        if is_late:
            found.append(Late(seen, request, principal))
            pending.receive(holder, found[-1])
    pending.close()
    return found


def _events(rule: FrequencyLimit, context: Context) -> list[EffectiveFact]:
    """Questionnaires and filings that name Holders, in order."""
    filings = (*rule.before_effective.kinds, *rule.once_effective.kinds)
    kinds = dict.fromkeys((rule.opened_by, *filings))
    return sorted((f for kind in kinds for f in context.facts(kind)), key=context.known.place)


def _principal(seen: EffectiveFact, context: Context) -> Fraction:
    """The principal a Questionnaire counts for, with its shares at the conversion price unless the
    reading is ZERO.
    """
    notes, shares = Fraction(seen.fact.amount or 0), seen.fact.shares
    price = context.terms.indenture.conversion_price if context.terms.indenture else None
    if not shares or price is None or context.choices["threshold-shares"] == "ZERO":
        return notes
    return notes + Fraction(shares) * Fraction(price)


def _judge(
    context: Context, rule: FrequencyLimit, seen: EffectiveFact
) -> tuple[EffectiveFact | None, bool]:
    """The request a Questionnaire answers, and whether it is late: received after the deadline of
    every request made by then, or, under ANY-LATER, after the first filing.

    The deadline of a request to all counts for a later buyer's form too: the form is received after
    it, whether or not the request was made of the buyer.
    """
    form = next(r for r in context.terms.all_of(Request) if r.id == rule.late_after)
    requests = requests_to(context, form, seen.fact.holder or "")
    made = [r for r in requests if r.on <= seen.on] or requests[:1]
    again = len(made) > 1 and not _in_time(context, form, made[0], seen)
    if again and context.choices["repeated-request"] == "EACH-REQUEST":
        made = [r for r in made if _in_time(context, form, r, seen)] or made[-1:]
    request = made[0] if made else None
    if request is not None and not _in_time(context, form, request, seen):
        return request, True
    filed = context.first(rule.or_after)
    after_filing = filed is not None and seen.on > filed.on
    return request, after_filing and context.choices["late-questionnaire"] == "ANY-LATER"


def _in_time(context: Context, form: Request, request: EffectiveFact, seen: EffectiveFact) -> bool:
    """Whether a Questionnaire is in time for a request; a Holder has a last day of its own where
    something was agreed with it alone.
    """
    instance, about, holder = f"{form.id}/{request.id}", context.known.about, seen.fact.holder
    agreed = (*about(EXTENSION, instance), *about(WAIVER, instance))
    own = holder if any(each.fact.holder == holder for each in agreed) else None
    last = last_day(context, form, request, own)
    return last is None or seen.on <= last.due


class _PendingForms:
    """The pending Questionnaires by Holder, and whether they require a filing."""

    def __init__(self, rule: FrequencyLimit, context: Context) -> None:
        self._rule, self._context = rule, context
        self._least = Fraction(rule.more_than)
        self._all: dict[str, Late] = {}
        self._total = Fraction(0)

    def receive(self, holder: str, each: Late) -> None:
        """Add a pending Questionnaire, which may take the total past the threshold."""
        self._all[holder] = each
        self._count(each, each.principal, each.received.on)

    def restate(self, holder: str, seen: EffectiveFact, principal: Fraction) -> bool:
        """Apply a later form of a pending Holder, which states what it holds now; False if the
        Holder is not pending.
        """
        each = self._all.get(holder)
        if each is None:
            return False
        more = principal - each.principal
        each.restated_by.append(seen)
        each.principal = principal
        self._count(each, more, seen.on)
        return True

    def name(self, filing: EffectiveFact) -> None:
        """Apply a filing, which names the Holder it is about, or all pending Holders."""
        named = [h for h in self._all if filing.fact.holder in (None, h)]
        for holder in named:
            each = self._all.pop(holder)
            self._end(each)
            each.named_by = filing
            self._total -= each.principal
        if named and self._total <= self._least:
            self._release(filing.on)

    def close(self) -> None:
        """End of the facts: record the total for those still pending."""
        for each in self._all.values():
            self._end(each)

    def _count(self, each: Late, more: Fraction, on: date) -> None:
        """Count more Notes, or fewer, for a pending Holder from a day."""
        was_enough = self._total > self._least
        self._total += more
        each.enough_on = (each.enough_on or on) if each.principal > self._least else None
        if self._total <= self._least:
            if was_enough:
                self._release(on)
            return
        first = on if was_enough else next(iter(self._all.values())).received.on
        for waits in [each] if was_enough else self._all.values():
            if waits.runs_from is None:
                self._start(waits, first, on)

    def _start(self, each: Late, first: date, now: date) -> None:
        """Start the clock of a pending one, unless only its own Notes count and do not exceed the
        threshold.
        """
        enough = each.enough_on is not None
        if not enough and self._context.choices["late-threshold"] == "PER-HOLDER":
            return
        each.together, each.owed_from = self._total, now
        crossed, began = each.enough_on or now, each.received.on if enough else first
        early = began != crossed and self._context.choices["threshold-clock"] == "FIRST-RECEIPT"
        each.runs_from = began if early else crossed

    def _end(self, each: Late) -> None:
        if each.runs_from is None:
            each.together = self._total

    def _release(self, on: date) -> None:
        """Release the rest, which no longer exceeds the threshold: only filings due by then stay
        owed.
        """
        for each in self._all.values():
            if each.runs_from is not None:
                due = self._context.after(each.runs_from, self._rule.within).result
                if max(due, each.owed_from or due) > on:
                    each.runs_from = each.owed_from = None
