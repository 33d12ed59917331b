"""What an extension or a waiver does to an obligation and to a default: Section 10(d) of
infocrossing-2004, and the Trust Indenture Act, s.316(b), for interest already owed.

    due           agreed here: the due day moves       agreed here: too late, the due day stays
    ----|----------------*----------------------|------------------*---------------->
     opens                                     due

A waiver agreed in time excuses the obligation, or excuses it through its last day covered, which is
then the due day. Of an obligation that becomes no default, a later waiver excuses it too.
"""

from collections.abc import Iterator
from datetime import date

from dealclock.days import day_words
from dealclock.engine.agreements import EXTENSION, WAIVER, ConsentResult
from dealclock.engine.context import Context
from dealclock.engine.money import dollars
from dealclock.engine.plugins import CountedDueDay, DefaultExcuse, ExtendedDueDay
from dealclock.engine.special.consents.proof import CONSENT, Proof, deciding, proof_of
from dealclock.engine.special.holders.moves import dollars_in
from dealclock.engine.why import Step
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
    about = [s for n in names for s in known.about(EXTENSION, n) if s.fact.target is not None]
    about += [s for name in names for s in known.about(WAIVER, name)]
    if not about:
        return ExtendedDueDay(owed.due)
    made = [(_made_on(seen, context), seen.fact.target or date.max, seen) for seen in about]
    due, waived_by, clause = owed.due, None, owed.clause
    used, steps, notes = list[EffectiveFact](), list[Step](), list[str]()
    for on, _, seen in sorted(made, key=lambda each: each[:2]):
        holder, target, extends = seen.fact.holder, seen.fact.target, seen.kind == EXTENSION
        marks = owed.becomes and not extends
        if marks and (on > due or holder):
            continue  # it marks the default alone
        if why := _moves_nothing(seen, on, due, owed):
            notes.append(why)
            continue
        found = proof_of(context, seen)
        used += {s.id: s for s in (seen, *found.seen)}.values()
        steps += found.trace if found.carries else ()
        if not _binds(seen, found, due, owed.answers, notes, context):
            continue
        how, when = ("extended", "agreed") if extends else ("waived", "given")
        alone = f" for {holder} alone" if holder else ""
        says = f"{how} by {seen.id}{alone}, {when} {day_words.day(on)}"
        if marks and context.choices["waiver-before-lapse"] == "MARKS-DEFAULT":
            continue
        if target is None:
            waived_by = seen
            steps.append(Step(f"{says}: excused", clause, on))
        else:
            due = target
            through = "" if extends else ", through this day"
            steps.append(Step(f"{says}{through}: the last day", clause, due))
    return ExtendedDueDay(due, tuple(used), tuple(steps), tuple(notes), waived_by)


def _made_on(seen: EffectiveFact, context: Context) -> date:
    """The day it was agreed: as recorded, or the later day by which its consents sufficed."""
    if any(given.on > seen.on for given in context.known.about(CONSENT, seen.id)):
        return proof_of(context, seen).agreed_on
    return seen.on


def _moves_nothing(seen: EffectiveFact, on: date, due: date, owed: CountedDueDay) -> str:
    """Why something agreed on a day does not move or excuse an obligation."""
    holder, target, extends = seen.fact.holder, seen.fact.target, seen.kind == EXTENSION
    if holder not in (None, owed.of):
        if not extends:
            return f"waived by {seen.id}, by Holder {holder} alone"
        to = f"to {day_words.day(target or due)} for Holder {holder} alone"
        return f"by side letter {seen.id}, extended {to}; it binds no other Holder"
    if extends and on > due:
        cures = "cures no default" if owed.becomes else "moves nothing"
        says = f"{seen.id} extends it after its last day, which {cures}"
        return f"{says}; record a waiver if there is one"
    if target is None or target > due:
        return ""
    if extends:
        return f"{seen.id} does not extend it to a later date; the due date stays"
    return f"{seen.id} waives it through a day by which it is not due"


def _binds(
    seen: EffectiveFact,
    found: Proof,
    due: date,
    answers: bool,
    notes: list[str],
    context: Context,
) -> bool:
    """Whether what was agreed binds all Holders, or the Holder concerned, as far as shown; adds a
    note unless it is shown. If the terms decide nothing, the parties may agree alone.
    """
    if found.alone:
        return not answers or context.choices["own-extension"] == "OWN-DATE"
    if found.carries:
        return True
    if deciding(seen.kind, seen.on, context) is None:
        notes.append(f"{seen.id} is taken as agreed: {found.missing}")
        return True
    if found.outcome is ConsentResult.DOES_NOT_CARRY:
        notes.append(f"{seen.id} {found.sentence}; the due date stays")
        return False
    taken = seen.kind == EXTENSION and context.choices["unproven-extension"] == "TAKEN-AS-AGREED"
    stays = "unless it does, the last day stays" if taken else "the last day stays"
    notes.append(f"{seen.id} is {found.sentence}; {stays} {day_words.day(due)}")
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
    found = [(seen, proof_of(own, seen)) for seen in facts]
    in_force = any(proof.carries and not _is_over(seen, context) for seen, proof in found)
    notes = ["".join(_words(seen, proof, context)) for seen, proof in found]
    used = {s.id: s for s in (*facts, *(s for _, proof in found for s in proof.seen))}
    accrued = [ACCRUED] if in_force and bears_interest(instances[0], context) else []
    return DefaultExcuse(in_force, (*notes, *accrued), own.why(*used.values()))


def bears_interest(default: str, context: Context) -> bool:
    """Whether a stream bears a default, by its id or instance, so that waiving it waives nothing
    that accrued.
    """
    of = default.partition("/")[0]
    return any(s.on_any_default or of in s.bears for s in context.terms.streams)


def was_ahead(given: date, through: date | None, arose_on: date) -> bool:
    """Whether a waiver was over by the day a default arose, so that it only delayed it."""
    return through is not None and given <= through <= arose_on


def _is_over(seen: EffectiveFact, context: Context) -> bool:
    """Whether the last day a waiver covers has passed."""
    return seen.fact.target is not None and seen.fact.target < context.as_of


def _words(seen: EffectiveFact, found: Proof, context: Context) -> Iterator[str]:
    fact = seen.fact
    yield f"waived by {seen.id}, given {day_words.day(seen.on)}"
    if found.alone:
        yield f", by Holder {fact.holder} alone, which binds no other Holder"
    if fact.target is not None:
        past = ", which has passed" if _is_over(seen, context) else ""
        yield f", through {day_words.day(fact.target)}{past}"
    if fact.amount is not None:
        yield f", with the consent of {dollars(dollars_in([seen]))} of principal"
    if not found.alone:
        yield f"; it {'' if found.found else 'is '}{found.sentence}"
