"""Which late Questionnaires require the Company to file, and from which receipt the time runs.

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

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from dealclock.agreement.rules.duties import FrequencyLimit, Request
from dealclock.engine.agreements import EXTENSION, WAIVER
from dealclock.engine.context import Context
from dealclock.engine.special.questionnaires.requests import Answers, last_day
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


def late(rule: FrequencyLimit, context: Context) -> list[Late]:
    """Every late Questionnaire in the order received, whether or not it requires a filing."""
    found: list[Late] = []
    waiting, stated = _Waiting(rule, context), dict[str, Fraction]()
    received = _Lateness(rule, context)
    for seen in _events(rule, context):
        if seen.kind != rule.opened_by:
            waiting.name(seen)
            continue
        holder, principal = seen.fact.holder or "", _principal(seen, context)
        before, stated[holder] = stated.get(holder), principal
        if waiting.restate(holder, seen, principal):
            continue
        request, is_late = received.judge(seen, holder)
        if is_late and before is not None:
            principal -= before
            is_late = principal > 0 and context.choices["restated-holding"] == "INCREASE-COUNTS"
        if is_late:
            found.append(Late(seen, request, principal))
            waiting.receive(found[-1])
    waiting.close()
    return found


def _events(rule: FrequencyLimit, context: Context) -> list[EffectiveFact]:
    """Questionnaires and filings that name Holders, in order."""
    filings = (*rule.before_effective.kinds, *rule.once_effective.kinds)
    kinds = dict.fromkeys((rule.opened_by, *filings))
    found = (f for kind in kinds for f in context.facts(kind))
    return sorted(found, key=context.known.place)


class _Lateness:
    """Whether each Questionnaire is late, by the requests made to its Holder by then."""

    def __init__(self, rule: FrequencyLimit, context: Context) -> None:
        self._rule, self._context = rule, context
        self._asked = next(r for r in context.terms.all_of(Request) if r.id == rule.late_after)
        self._answers = Answers.of(self._asked, context)
        self._filed = context.first(rule.or_after)
        self._last: dict[tuple[str, str], date | None] = {}

    def judge(self, seen: EffectiveFact, holder: str) -> tuple[EffectiveFact | None, bool]:
        """The request a Questionnaire answers, and whether it is late: received after the deadline
        of every request made by then, or, under ANY-LATER, after the first filing.

        The deadline of a request to all counts for a later buyer's form too: the form is received
        after it, whether or not the request was made of the buyer.
        """
        requests = self._answers.any_to(holder, self._context)
        made = [r for r in requests if r.on <= seen.on] or requests[:1]
        again = len(made) > 1 and not self._in_time(seen, made[0], holder)
        if again and self._context.choices["repeated-request"] == "EACH-REQUEST":
            made = [r for r in made if self._in_time(seen, r, holder)] or made[-1:]
        request = made[0] if made else None
        if request is not None and not self._in_time(seen, request, holder):
            return request, True
        after_filing = self._filed is not None and seen.on > self._filed.on
        return request, after_filing and self._context.choices["late-questionnaire"] == "ANY-LATER"

    def _in_time(self, seen: EffectiveFact, request: EffectiveFact, holder: str) -> bool:
        name = request.id, holder if self._has_own_day(request, holder) else ""
        if name not in self._last:
            found = last_day(self._asked, request, holder, self._context)
            self._last[name] = found.due if found else None
        last = self._last[name]
        return last is None or seen.on <= last

    def _has_own_day(self, request: EffectiveFact, holder: str) -> bool:
        """Whether something agreed with this Holder alone may move its day."""
        instance = f"{self._asked.id}/{request.id}"
        about = self._context.known.about
        return any(
            s.fact.holder == holder for kind in (EXTENSION, WAIVER) for s in about(kind, instance)
        )


def _principal(seen: EffectiveFact, context: Context) -> Fraction:
    """The principal a Questionnaire counts for, with its shares at the conversion price unless the
    reading is ZERO.
    """
    notes, shares = Fraction(seen.fact.amount or 0), seen.fact.shares
    price = context.terms.indenture.conversion_price if context.terms.indenture else None
    if not shares or price is None or context.choices["threshold-shares"] == "ZERO":
        return notes
    return notes + Fraction(shares) * Fraction(price)


class _Waiting:
    """The pending Questionnaires, and whether they require a filing."""

    def __init__(self, rule: FrequencyLimit, context: Context) -> None:
        self._rule = rule
        self._context = context
        self._least = Fraction(rule.more_than)
        self._all: dict[str, Late] = {}
        self._of: dict[str, list[str]] = {}
        self._total = Fraction(0)

    def receive(self, each: Late) -> None:
        """Add a pending Questionnaire, which may take the total past the threshold."""
        self._all[each.received.id] = each
        self._of.setdefault(each.received.fact.holder or "", []).append(each.received.id)
        self._count(each, each.principal, each.received.on)

    def restate(self, holder: str, seen: EffectiveFact, principal: Fraction) -> bool:
        """Apply a later form of a pending Holder, which states what it holds now; False if the
        Holder is not pending.
        """
        pending = self._of.get(holder)
        if not pending:
            return False
        first, *rest = (self._all[name] for name in pending)
        more = principal - first.principal - sum((each.principal for each in rest), Fraction(0))
        first.restated_by.append(seen)
        first.principal += more
        self._count(first, more, seen.on)
        return True

    def _count(self, each: Late, more: Fraction, on: date) -> None:
        """Count more Notes, or fewer, for a pending Holder from a day."""
        before = self._total
        self._total += more
        each.enough_on = (each.enough_on or on) if each.principal > self._least else None
        if self._total <= self._least:
            if before > self._least:
                self._release(on)
            return
        if before > self._least:
            if each.runs_from is None:
                self._start(each, on, on)
            return
        first = next(iter(self._all.values())).received.on
        for waits in self._all.values():
            if waits.runs_from is None:
                self._start(waits, first, on)

    def name(self, filing: EffectiveFact) -> None:
        """Apply a filing, which names the Holder it is about, or all pending Holders."""
        holder = filing.fact.holder
        named = list(self._all) if holder is None else self._of.pop(holder, [])
        for each in named:
            waits = self._all.pop(each)
            self._end(waits)
            waits.named_by = filing
            self._total -= waits.principal
        if holder is None:
            self._of.clear()
        elif named and self._total <= self._least:
            self._release(filing.on)

    def close(self) -> None:
        """End of the facts: record the total for those still pending."""
        for each in self._all.values():
            self._end(each)

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
