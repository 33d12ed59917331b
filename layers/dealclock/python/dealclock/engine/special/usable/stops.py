"""What a Suspension Notice stops, for one Holder or for all, and notices on their way: Section
4(c) of infocrossing-2004.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

from dealclock.agreement.rules.duties import Stop
from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.engine.conclusions import UndatedDuty
from dealclock.engine.context import Context
from dealclock.engine.duties.stops import holders_on_record, released
from dealclock.engine.findings import Findings
from dealclock.engine.orders import named_in
from dealclock.engine.special.usable.condition import SaleCondition, near
from dealclock.facts.log import EffectiveFact
from dealclock.facts.vocabulary import MISSTATED

_ADVISED = "holders-advised"
_NEW_PROSPECTUS = "new-prospectus-received"


class Stops:
    """The stops in effect on a day, for one Holder, or for all with no Holder."""

    def __init__(self, found: Findings, holder: str | None, context: Context) -> None:
        self._holder, self._context = holder, context
        self._rules = list(context.terms.all_of(Stop))
        self._open = [
            (rule, duty, duty.opens)
            for rule in self._rules
            for duty in found.duties
            if duty.id == rule.id and duty.opens is not None
        ]

    def released_since(self, day: date) -> EffectiveFact | None:
        """The fact that released the Holder, or all of them, from a stop on or after a day."""
        return self._released(day, self._holder)

    def _released(self, day: date, holder: str | None) -> EffectiveFact | None:
        found = (released(rule, day, holder, self._context) for rule in self._rules)
        return next((each for each in found if each is not None), None)

    def corrected_by_new_prospectus(self, wrong: EffectiveFact) -> bool:
        """Whether advice of a misstatement opened a stop and the Holder, or all of them, then
        received the supplemented or amended Prospectus.
        """
        received = self._context.facts(_NEW_PROSPECTUS)
        free = [s.on for s in received if s.fact.holder in (None, self._holder)]
        for rule, duty, opens in self._open:
            advice = self._context.known.under(duty.cause)
            about = named_in(advice.about) if advice else ""
            corrects = about == wrong.id and _NEW_PROSPECTUS in rule.until
            if corrects and any(on >= opens for on in free):
                return True
        return False

    def conditions(self) -> Iterator[SaleCondition]:
        """The condition that no stop is in effect, and that no notice may have been received."""
        if not self._rules:
            why = "the terms do not state when Holders must stop selling"
            yield SaleCondition("Sales stop", "", None, why)
        for rule in self._rules:
            yield self._none_in_effect(rule)
        yield from self._on_the_way()

    def _none_in_effect(self, rule: Stop) -> SaleCondition:
        context, seen = self._context, list[EffectiveFact]()
        for own, duty, opens in self._open:
            if own is not rule:
                continue
            free = released(rule, opens, self._holder, context)
            if free is not None:
                seen.append(free)
            elif self._holder is not None or duty.done_on is None:
                return self._in_effect(rule, duty, opens)
            # else every Holder on record was released by name
        says = f"released {near(seen[-1].on, context)}" if seen else "no stop is in effect"
        grounds = context.fresh().grounds(*seen)
        return SaleCondition(rule.title, rule.clause, True, says, grounds)

    def _in_effect(self, rule: Stop, duty: UndatedDuty, opens: date) -> SaleCondition:
        """A stop from which the Holder, or some Holder, is not released.

        Where its notice was sent before the Holder was released and took effect after it, whether
        the release is from that stop is not known.
        """
        context, day = self._context, near(opens, self._context)
        says = partial(SaleCondition, rule.title, rule.clause)
        notice = context.known.under(duty.cause)
        free = notice and released(rule, notice.on, self._holder, context)
        if free:
            why = f"released {near(free.on, context)}, before the stop of {day} began"
            more = f"{duty.instance}; record a release on or after it, or ask counsel"
            return says(None, why, duty.grounds | context.fresh().grounds(free), more=more)
        more = f"{duty.instance}, {rule.standard}"
        if own := self._released_by_name(opens):
            why = f"only some were released from the stop of {day}: {', '.join(own)}"
            return says(None, why, duty.grounds, True, more)
        return says(False, f"stopped since {day}, {rule.standard}", duty.grounds, more=more)

    def _released_by_name(self, day: date) -> list[str]:
        """With no Holder: those released, each by its name, on or after a day."""
        if self._holder is not None:
            return []
        context, kinds = self._context, {kind for rule in self._rules for kind in rule.until}
        named = {s.fact.holder for kind in kinds for s in context.facts(kind) if s.fact.holder}
        every = holders_on_record(context.as_of, context) | named
        return sorted(each for each in every if self._released(day, each))

    def _on_the_way(self) -> Iterator[SaleCondition]:
        """The condition that no notice sent, whose receipt is not recorded, was received."""
        started = {duty.cause for _, duty, _ in self._open}
        name, context = "No Suspension Notice is on its way", self._context
        for notice in self._notices():
            if notice.id in started or self.released_since(notice.on) is not None:
                continue
            why = f"it may have received the Suspension Notice sent {near(notice.on, context)}"
            grounds = context.fresh().grounds(notice, absence=True)
            clause = self._rules[0].clause if self._rules else ""
            more = f"event {notice.id}; record its receipt, or the release of the Holders"
            some = bool(self._released_by_name(notice.on))
            yield SaleCondition(name, clause, None, why, grounds, some, more)
            return

    def _notices(self) -> Sequence[EffectiveFact]:
        """The Suspension Notices, and advice sent of what makes the Prospectus untrue, in order."""
        known, facts = self._context.known, self._context.facts
        budgets = self._context.terms.all_of(DayBudget)
        kinds = {"suspension-notice", *(b.begins_with for b in budgets)}
        found = {s.id: s for kind in kinds for s in facts(kind)}
        for advice in facts(_ADVISED):
            if advice.fact.given and known.kind_of(named_in(advice.about)) in MISSTATED:
                found[advice.id] = advice
        return sorted(found.values(), key=known.place)
