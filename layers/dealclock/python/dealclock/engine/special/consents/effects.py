"""What an extension or a waiver does to an obligation and to a default: Section 10(d) of
infocrossing-2004, and the Trust Indenture Act, s.316(b), for interest already owed.

    due           agreed here: the due day moves       agreed here: too late, the due day stays
    ----|----------------*----------------------|------------------*---------------->
     opens                                     due

A waiver agreed in time excuses the obligation, or excuses it through its last day covered, which is
then the due day. Of an obligation that becomes no default, a later waiver excuses it too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from dealclock.days import day_words
from dealclock.engine.agreements import EXTENSION, WAIVER
from dealclock.engine.context import Context, target_of
from dealclock.engine.grounds import Step
from dealclock.engine.money import dollars
from dealclock.engine.plugins import CountedDueDay, DefaultExcuse, ExtendedDueDay
from dealclock.engine.special.consents.proof import CONSENT, Proof, deciding, proof_of
from dealclock.engine.special.holders.moves import dollars_in
from dealclock.facts.log import EffectiveFact

ACCRUED = (
    "interest is computed as if it was not waived: waiving accrued interest needs the consent of "
    "each Holder it is owed to (TIA 316(b))"
)


def extended(owed: CountedDueDay, context: Context) -> ExtendedDueDay:
    """The day an obligation is due after its extensions and waivers, in the order agreed.

    The side letter of the Holder that alone is concerned binds here; if that Holder is the one who
    must act, Section 10(d) leaves open whether the Company may agree with it alone. After the last
    day of an obligation that lapses into a default, a waiver only marks the default.

    An extension has no effect if it was agreed after the last day, if it is another Holder's side
    letter, or if it is known not to have the required consents. If its consents are not recorded,
    its effect depends on a reading; a waiver must be shown to have them.
    """
    known, names = context.known, [name for name in (owed.instance, owed.becomes) if name]
    extensions = [s for n in names for s in known.about(EXTENSION, n) if s.fact.target is not None]
    about = [*extensions, *(s for name in names for s in known.about(WAIVER, name))]
    if not about:
        return ExtendedDueDay(owed.due)
    moved = _MovedDueDay(owed, owed.due)
    made = [(_made_on(seen, context), seen.fact.target or date.max, seen) for seen in about]
    for on, _, seen in sorted(made, key=lambda each: each[:2]):
        (_extend if seen.kind == EXTENSION else _waive)(seen, on, moved, context)
    return ExtendedDueDay(
        moved.due, tuple(moved.used), tuple(moved.steps), tuple(moved.notes), moved.waived_by
    )


@dataclass(slots=True)
class _MovedDueDay:
    """The due day so far, with the facts, steps and notes collected for it."""

    owed: CountedDueDay
    due: date
    used: list[EffectiveFact] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    waived_by: EffectiveFact | None = None

    def is_of_another(self, seen: EffectiveFact) -> bool:
        """Whether something was agreed with a Holder that is not the one concerned."""
        return seen.fact.holder is not None and seen.fact.holder != self.owed.of

    def step(self, says: str, day: date) -> None:
        self.steps.append(Step(says, self.owed.clause, day))


def _made_on(seen: EffectiveFact, context: Context) -> date:
    """The day it was agreed: as recorded, or the later day by which its consents sufficed."""
    if any(given.on > seen.on for given in context.known.about(CONSENT, seen.id)):
        return proof_of(context, seen).agreed_on
    return seen.on


def _extend(seen: EffectiveFact, on: date, moved: _MovedDueDay, context: Context) -> None:
    target, name = target_of(seen), seen.id
    if moved.is_of_another(seen):
        to = f"to {day_words.day(target)} for Holder {seen.fact.holder} alone"
        moved.notes.append(f"by side letter {name}, extended {to}; it binds no other Holder")
    elif on > moved.due:
        cures = "cures no default" if moved.owed.becomes else "moves nothing"
        moved.notes.append(
            f"{name} extends it after its last day, which {cures}; record a waiver if there is one"
        )
    elif target <= moved.due:
        moved.notes.append(f"{name} does not extend it to a later date; the due date stays")
    elif _binds_here(seen, moved, context):
        moved.due = target
        made = f"extended by {name}{_alone(seen)}, agreed {day_words.day(on)}"
        moved.step(f"{made}: the last day", target)


def _waive(seen: EffectiveFact, on: date, moved: _MovedDueDay, context: Context) -> None:
    through, becomes = seen.fact.target, moved.owed.becomes
    if becomes and (on > moved.due or seen.fact.holder):
        return  # it marks the default
    if moved.is_of_another(seen):
        moved.notes.append(f"waived by {seen.id}, by Holder {seen.fact.holder} alone")
    elif through is not None and through <= moved.due:
        moved.notes.append(f"{seen.id} waives it through a day by which it is not due")
    elif _binds_here(seen, moved, context):
        if becomes and context.choices["waiver-before-lapse"] == "MARKS-DEFAULT":
            return
        says = f"waived by {seen.id}{_alone(seen)}, given {day_words.day(on)}"
        if through is None:
            moved.waived_by = seen
            moved.step(f"{says}: excused", on)
        else:
            moved.due = through
            moved.step(f"{says}, through this day: the last day", through)


def _alone(seen: EffectiveFact) -> str:
    return f" for {seen.fact.holder} alone" if seen.fact.holder else ""


def _binds_here(seen: EffectiveFact, moved: _MovedDueDay, context: Context) -> bool:
    """Whether what was agreed binds all Holders, or the Holder concerned, as far as shown."""
    moved.used.append(seen)
    if seen.fact.holder is not None:
        return not moved.owed.answers or context.choices["own-extension"] == "OWN-DATE"
    if deciding(seen.kind, seen.on, context) is None:
        return True
    found = proof_of(context, seen)
    moved.used += [s for s in found.seen if s.id != seen.id]
    if found.carries:
        moved.steps += found.trace
        return True
    if found.carries is False:
        moved.notes.append(f"{seen.id} {found.sentence}; the due date stays")
        return False
    taken = seen.kind == EXTENSION and context.choices["unproven-extension"] == "TAKEN-AS-AGREED"
    stays = "unless it does, the last day stays" if taken else "the last day stays"
    moved.notes.append(f"{seen.id} is {found.sentence}; {stays} {day_words.day(moved.due)}")
    return taken


# Waivers of a default, or of the obligation that lapsed into it.
#
# A waiver binds all Holders if the facts show that it has the required consents; otherwise it is
# reported as not binding all, and binds no Holder who did not sign it. It never reduces accrued
# interest: only each affected Holder can waive amounts already owed to it, so this is shown, not
# assumed.


def waived(instances: tuple[str, ...], arose_on: date, context: Context) -> DefaultExcuse:
    """The waivers of a default that arose on a day, or of the obligation that lapsed into it; not
    those whose last day came before, which moved the due day.

    `target` is the last day a waiver covers; with a `holder` it binds that Holder only and needs no
    other Holder's consent.
    """
    every = (s for i in dict.fromkeys(instances) for s in context.known.about(WAIVER, i))
    facts = [s for s in every if not was_ahead(_made_on(s, context), s.fact.target, arose_on)]
    if not facts:
        return DefaultExcuse()
    own = context.fresh()
    found = [(s, None if s.fact.holder else proof_of(own, s)) for s in facts]
    in_force = any(proof and proof.carries and not over(s, context) for s, proof in found)
    notes = ["".join(_words(seen, proof, context)) for seen, proof in found]
    seen = {s.id: s for s in (*facts, *(s for _, proof in found if proof for s in proof.seen))}
    accrued = [ACCRUED] if in_force else []
    return DefaultExcuse(in_force, (*notes, *accrued), own.grounds(*seen.values()))


def was_ahead(given: date, through: date | None, arose_on: date) -> bool:
    """Whether a waiver was over by the day a default arose, so that it only delayed it."""
    return through is not None and given <= through <= arose_on


def over(seen: EffectiveFact, context: Context) -> bool:
    """Whether the last day a waiver covers has passed."""
    return seen.fact.target is not None and seen.fact.target < context.as_of


def _words(seen: EffectiveFact, found: Proof | None, context: Context) -> Iterator[str]:
    fact = seen.fact
    yield f"waived by {seen.id}, given {day_words.day(seen.on)}"
    if fact.holder is not None:
        yield f", by Holder {fact.holder} alone, which binds no other Holder"
    if fact.target is not None:
        past = ", which has passed" if over(seen, context) else ""
        yield f", through {day_words.day(fact.target)}{past}"
    if fact.amount is not None:
        yield f", with the consent of {dollars(dollars_in([seen]))} of principal"
    if found is not None:
        yield f"; it is {found.sentence}" if found.carries is None else f"; it {found.sentence}"
