"""Which late Questionnaires require the Company to file, and from which receipt the time runs.

Questionnaires are pending until a filing names their Holders. Nothing is owed until the principal
of all pending ones exceeds the threshold; the one that crosses it starts the clock of all
(CROSSING), or the clock had started with the first of them (FIRST-RECEIPT):

    A 600,000      B 500,000                        a filing names both
    ---|---------------|---------------------------------|---->
       first receipt   crossing: more than 1,000,000
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from dealclock.agreement.readings.questionnaires import CLOCK, LATE, SHARES, THRESHOLD
from dealclock.agreement.rules.duties import FrequencyLimit, Request
from dealclock.engine.context import Context
from dealclock.engine.questionnaires.requests import Answers, deadline
from dealclock.facts.log import EffectiveFact


@dataclass(slots=True)
class Late:
    """A late Questionnaire, the filing that named its Holder, and the basis of the duty to file.

    `principal` is the dollars it counts for; `together` is the total of all pending ones when its
    clock started or, without a clock, when it was last pending. The time to file runs from
    `runs_from` and never ends before `owed_from`, the day the duty arose; both None if no filing is
    owed.
    """

    received: EffectiveFact
    request: EffectiveFact | None
    principal: Fraction
    together: Fraction = Fraction(0)
    runs_from: date | None = None
    owed_from: date | None = None
    named_by: EffectiveFact | None = None


def late(rule: FrequencyLimit, context: Context) -> list[Late]:
    """Every late Questionnaire in the order received, whether or not it requires a filing."""
    found: list[Late] = []
    waiting = _Waiting(rule, context)
    for seen, is_late in _events(rule, context):
        if is_late is None:
            waiting.name(seen)
        else:
            found.append(is_late)
            waiting.receive(is_late)
    waiting.close()
    return found


def _events(rule: FrequencyLimit, context: Context) -> Iterator[tuple[EffectiveFact, Late | None]]:
    """Late Questionnaires, and filings that name Holders (with None), in order."""
    received = list(_received(rule, context))
    kinds = dict.fromkeys((*rule.before_effective.kinds, *rule.once_effective.kinds))
    filings = [f for kind in kinds for f in context.facts(kind)]
    both = [(each.received, each) for each in received] + [(f, None) for f in filings]
    yield from sorted(both, key=lambda event: context.known.place(event[0]))


def _received(rule: FrequencyLimit, context: Context) -> Iterator[Late]:
    asked = next(r for r in context.terms.all_of(Request) if r.id == rule.late_after)
    answers = Answers.of(asked, context)
    first_filed = context.first(rule.or_after)
    last_days: dict[str, date | None] = {}
    for seen in context.facts(rule.opened_by):
        request = answers.request_to(seen.fact.holder or "")
        if request is not None and request.id not in last_days:
            found = deadline(asked, request, context)
            last_days[request.id] = found.day if found else None
        last = last_days[request.id] if request else None
        if last is None or seen.on <= last:
            if first_filed is None or seen.on <= first_filed.on:
                continue
            if context.choices[LATE] == "AFTER-DEADLINE":
                continue
        yield Late(seen, request, _principal(seen, context))


def _principal(seen: EffectiveFact, context: Context) -> Fraction:
    """The principal a Questionnaire counts for, with its shares at the conversion price unless the
    reading is ZERO.
    """
    notes, shares = Fraction(seen.fact.amount or 0), seen.fact.shares
    price = context.terms.indenture.conversion_price if context.terms.indenture else None
    if not shares or price is None or context.choices[SHARES] == "ZERO":
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
        before = self._total
        self._total += each.principal
        self._all[each.received.id] = each
        self._of.setdefault(each.received.fact.holder or "", []).append(each.received.id)
        if self._total <= self._least:
            return
        if before > self._least:
            self._start(each, each.received.on, each.received.on)
            return
        first = next(iter(self._all.values())).received.on
        for waits in self._all.values():
            if waits.runs_from is None:
                self._start(waits, first, each.received.on)

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
        enough = each.principal > self._least
        if not enough and self._context.choices[THRESHOLD] == "PER-HOLDER":
            return
        own = each.received.on
        each.together, each.owed_from = self._total, now
        if enough or first == now:
            each.runs_from = own if enough else now
        else:
            each.runs_from = first if self._context.choices[CLOCK] == "FIRST-RECEIPT" else now

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
