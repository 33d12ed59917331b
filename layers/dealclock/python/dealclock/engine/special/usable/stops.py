"""What a Suspension Notice stops, for one Holder or for all, and notices on their way."""

from collections.abc import Iterator, Sequence
from datetime import date

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
        self._holder = holder
        self._context = context
        self._rules = list(context.terms.all_of(Stop))
        self._open = [
            (rule, duty, duty.opens)
            for rule in self._rules
            for duty in found.duties
            if duty.id == rule.id and duty.opens is not None
        ]

    def released_since(self, day: date) -> EffectiveFact | None:
        """The fact that released the Holder, or all of them, from a stop on or after a day."""
        found = (released(rule, day, self._holder, self._context) for rule in self._rules)
        return next((each for each in found if each is not None), None)

    def corrected_by_new_prospectus(self, wrong: EffectiveFact) -> bool:
        """Whether advice of a misstatement opened a stop and the Holder, or all of them, then
        received the supplemented or amended Prospectus.
        """
        for rule, duty, opens in self._open:
            advice = self._context.known.under(duty.cause or "")
            about = named_in(advice.about) if advice else ""
            if about == wrong.id and _NEW_PROSPECTUS in rule.until:
                received = self._context.facts(_NEW_PROSPECTUS)
                if any(s.on >= opens and s.fact.holder in (None, self._holder) for s in received):
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
                continue
            if self._holder is None and duty.done_on is not None:
                continue  # every Holder on record was released by name
            return self._released_early(rule, duty, opens) or self._in_effect(rule, duty, opens)
        says = f"released {near(seen[-1].on, context)}" if seen else "no stop is in effect"
        grounds = context.fresh().grounds(*seen)
        return SaleCondition(rule.title, rule.clause, True, says, grounds)

    def _released_early(self, rule: Stop, duty: UndatedDuty, opens: date) -> SaleCondition | None:
        """A stop whose notice was sent before the Holder was released and took effect after it:
        whether the release is from that stop is not known. None for any other.
        """
        notice = self._context.known.under(duty.cause or "")
        free = notice and released(rule, notice.on, self._holder, self._context)
        if not free:
            return None
        days = (
            f"{near(free.on, self._context)}, before the stop of {near(opens, self._context)} began"
        )
        grounds = duty.grounds | self._context.fresh().grounds(free)
        more = f"{duty.instance}; record a release on or after it, or ask counsel"
        return SaleCondition(rule.title, rule.clause, None, f"released {days}", grounds, more=more)

    def _in_effect(self, rule: Stop, duty: UndatedDuty, opens: date) -> SaleCondition:
        """A stop from which the Holder, or some Holder, is not released."""
        context, more = self._context, f"{duty.instance}, {rule.standard}"
        if own := self._released_by_name(opens):
            why = (
                f"only some were released from the stop of {near(opens, context)}: {', '.join(own)}"
            )
            return SaleCondition(rule.title, rule.clause, None, why, duty.grounds, True, more)
        why = f"stopped since {near(opens, context)}, {rule.standard}"
        return SaleCondition(rule.title, rule.clause, False, why, duty.grounds, more=more)

    def _released_by_name(self, day: date) -> list[str]:
        """With no Holder: those released, each by its name, on or after a day."""
        if self._holder is not None:
            return []
        each_of = holders_on_record(self._context.as_of, self._context) | self._named()
        return sorted(
            each
            for each in each_of
            if any(released(rule, day, each, self._context) for rule in self._rules)
        )

    def _named(self) -> set[str]:
        kinds = {kind for rule in self._rules for kind in rule.until}
        found = (s.fact.holder for kind in kinds for s in self._context.facts(kind))
        return {holder for holder in found if holder}

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
        context = self._context
        kinds = dict.fromkeys(b.begins_with for b in context.terms.all_of(DayBudget))
        kinds |= dict.fromkeys(("suspension-notice",))
        found = {s.id: s for kind in kinds for s in context.facts(kind)}
        advice = (s for s in context.facts(_ADVISED) if s.fact.given and self._is_of_untruth(s))
        found |= {s.id: s for s in advice}
        return sorted(found.values(), key=context.known.place)

    def _is_of_untruth(self, advice: EffectiveFact) -> bool:
        return self._context.known.kind_of(named_in(advice.about)) in MISSTATED
