"""The consents that stand: those recorded, without those their Holders took back in time.

consent given    agreed: one taken back by the end of this day counts no more
-----|-------------*------------------------->
                       taken back later: whether it counts is a reading (consent-withdrawal)
"""

from collections.abc import Iterator, Mapping
from datetime import date

from dealclock.agreement.readings.consents import WITHDRAWAL
from dealclock.engine.consents.consent import CannotCount
from dealclock.engine.context import Context
from dealclock.engine.grounds import Step
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

CONSENT, WITHDRAWN = "consent-given", "consent-withdrawn"


@record
class Consents:
    """The consents `recorded`, and what took some of them back by the id of each.

    What came too late to take one back is in `late`.
    """

    recorded: tuple[EffectiveFact, ...]
    taken_back: Mapping[str, EffectiveFact]
    late: Mapping[str, EffectiveFact]

    @property
    def standing(self) -> tuple[EffectiveFact, ...]:
        """Those that count."""
        return tuple(s for s in self.recorded if s.id not in self.taken_back)

    @property
    def seen(self) -> tuple[EffectiveFact, ...]:
        """Every fact of them, in the order recorded, each before what takes it back."""
        back = {**self.taken_back, **self.late}
        return tuple(
            each for s in self.recorded for each in (s, back.get(s.id)) if each is not None
        )

    def steps(self, clause: str) -> Iterator[Step]:
        """What was taken back, and when."""
        for s in self.recorded:
            back = self.taken_back.get(s.id) or self.late.get(s.id)
            if back is None:
                continue
            late = s.id in self.late
            counts = (
                " after it was agreed: it counts (UNTIL-AGREED)"
                if late
                else ": it no longer counts"
            )
            says = f"{s.fact.holder} withdrew its consent {s.id} ({back.id}){counts}"
            yield Step(says, clause, back.on)


def consents(to: str, agreed_on: date, context: Context) -> Consents:
    """The consents recorded `to` a waiver, extension or amendment that was agreed on a day.

    Raises CannotCount for one that was taken back before it was given.
    """
    recorded = context.known.about(CONSENT, to)
    taken_back: dict[str, EffectiveFact] = {}
    late: dict[str, EffectiveFact] = {}
    for given in recorded:
        back = next(iter(context.known.about(WITHDRAWN, given.id)), None)
        if back is None:
            continue
        if back.on < given.on:
            raise CannotCount(
                f"{back.id} withdraws {given.id} on {back.on}, before it was given on "
                f"{given.on}; correct one of the dates."
            )
        in_time = back.on <= agreed_on or context.choices[WITHDRAWAL] == "ANY-TIME"
        (taken_back if in_time else late)[given.id] = back
    return Consents(recorded, taken_back, late)
