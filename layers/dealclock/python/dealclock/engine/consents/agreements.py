"""Waivers, extensions and amendments: whom each binds, and which of them amounts do not take into
account.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from dealclock.agreement.readings.consents import SHORT_OF_CONSENT, UNPROVEN_EXTENSION
from dealclock.agreement.versions import Version
from dealclock.days import day_words
from dealclock.engine.conclusions import Default
from dealclock.engine.consents.result import Agreement, ConsentResult
from dealclock.engine.consents.tally import AMENDMENT, ConsentQuery, Proof, deciding, proof
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.money import dollars
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# Extensions of the time to perform one obligation, granted by those to whom it is owed.
#
# due           agreed here: the due day moves       agreed here: too late, the due day stays
# ----|----------------*----------------------|------------------*---------------->
#  opens                                     due

EXTENSION = "extension"


@record
class ExtendedDueDay:
    """The due day after all extensions, its facts and steps, and notes on extensions without
    effect.
    """

    due: date
    facts: tuple[EffectiveFact, ...]
    steps: tuple[Step, ...]
    notes: tuple[str, ...]


@dataclass(slots=True)
class _So:
    """The due day so far, with the facts, steps and notes collected for it."""

    due: date
    used: list[EffectiveFact] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def _extensions_of(instance: str, context: Context) -> list[tuple[EffectiveFact, date]]:
    """The extensions of an obligation, sorted by the day agreed, then by the new due day."""
    about = context.known.about(EXTENSION, instance)
    if not about:
        return []
    named = [(seen, seen.fact.target) for seen in about if seen.fact.target is not None]
    return sorted(named, key=lambda each: (each[0].on, each[1]))


def extended(instance: str, due: date, clause: str, context: Context) -> ExtendedDueDay:
    """The day an obligation is due after its extensions, applied in the order agreed.

    An extension has no effect if it was agreed after the last day, since the default had occurred;
    if it is a side letter, which binds a single Holder; or if it is known not to have the required
    consents. If its consents are not recorded, its effect depends on a reading.
    """
    agreed = _extensions_of(instance, context)
    if not agreed:
        return ExtendedDueDay(due, (), (), ())
    so = _So(due)
    for seen, target in agreed:
        if seen.fact.holder is not None:
            to = f"to {day_words.day(target)} for Holder {seen.fact.holder} alone"
            so.notes.append(f"by side letter {seen.id}, extended {to}; it binds no other Holder")
        elif seen.on > so.due:
            so.notes.append(
                f"{seen.id} extends it after its last day, which cures no default; record a "
                "waiver if there is one"
            )
        elif target <= so.due:
            so.notes.append(f"{seen.id} does not extend it to a later date; the due date stays")
        elif _moves(seen, so, context):
            so.due = target
            says = f"extended by {seen.id}, agreed {day_words.day(seen.on)}: the last day"
            so.steps.append(Step(says, clause, target))
    return ExtendedDueDay(so.due, tuple(so.used), tuple(so.steps), tuple(so.notes))


def _moves(seen: EffectiveFact, so: _So, context: Context) -> bool:
    """Whether a timely extension binds all Holders, as far as the facts show."""
    if deciding(EXTENSION, seen.on, context) is None:
        so.used.append(seen)
        return True
    found = proof(EXTENSION, ConsentQuery.by(seen), context)
    so.used += [seen, *(s for s in found.seen if s.id != seen.id)]
    if found.carries:
        so.steps += found.trace
        return True
    if found.carries is False:
        so.notes.append(f"{seen.id} {found.sentence}; the due date stays")
        return False
    taken = context.choices[UNPROVEN_EXTENSION] == "TAKEN-AS-AGREED"
    stays = "unless it does, the last day stays" if taken else "the last day stays"
    so.notes.append(f"{seen.id} is {found.sentence}; {stays} {day_words.day(so.due)}")
    return taken


# Waivers of a default, or of the obligation that lapsed into it.
#
# A waiver binds all Holders if the facts show that it has the required consents; otherwise it is
# reported as not binding all, and binds no Holder who did not sign it. It never reduces accrued
# interest: only each affected Holder can waive amounts already owed to it (Trust Indenture Act
# s.316(b)), so this is shown, not assumed.

WAIVER = "waiver"
ACCRUED = (
    "interest is computed as if it was not waived: waiving accrued interest needs the consent of "
    "each Holder it is owed to (TIA 316(b))"
)


@record
class Waived:
    """The waivers of a default: whether one binds all Holders now, and a note on each."""

    in_force: bool
    notes: tuple[str, ...]
    grounds: Grounds


_NONE = Waived(in_force=False, notes=(), grounds=NOTHING)


def waived(instances: tuple[str, ...], context: Context) -> Waived:
    """The waivers of a default or of the obligation that lapsed into it.

    `target` is the last day a waiver covers; with a `holder` it binds that Holder only and needs no
    other Holder's consent.
    """
    facts = [s for i in dict.fromkeys(instances) for s in context.known.about(WAIVER, i)]
    if not facts:
        return _NONE
    own = context.fresh()
    proofs = [None if s.fact.holder else proof(WAIVER, ConsentQuery.by(s), own) for s in facts]
    in_force = any(
        found is not None and found.carries and not over(seen, context)
        for seen, found in zip(facts, proofs, strict=True)
    )
    notes = ["".join(_waiver_words(*each, context)) for each in zip(facts, proofs, strict=True)]
    used = dict.fromkeys((*(s.id for s in facts), *(s.id for p in proofs if p for s in p.seen)))
    seen = {s.id: s for s in (*facts, *(s for p in proofs if p for s in p.seen))}
    grounds = own.grounds(*(seen[each] for each in used))
    return Waived(in_force, (*notes, *([ACCRUED] if in_force else [])), grounds)


def over(seen: EffectiveFact, context: Context) -> bool:
    """Whether the last day a waiver covers has passed."""
    return seen.fact.target is not None and seen.fact.target < context.as_of


def _waiver_words(seen: EffectiveFact, found: Proof | None, context: Context) -> Iterator[str]:
    fact = seen.fact
    yield f"waived by {seen.id}, given {day_words.day(seen.on)}"
    if fact.holder is not None:
        yield f", by Holder {fact.holder} alone, which binds no other Holder"
    if fact.target is not None:
        past = ", which has passed" if over(seen, context) else ""
        yield f", through {day_words.day(fact.target)}{past}"
    if fact.amount is not None:
        yield f", with the consent of {dollars(Fraction(fact.amount))} of principal"
    if found is not None:
        yield f"; it is {found.sentence}" if found.carries is None else f"; it {found.sentence}"


def agreed(
    context: Context, amendments: Sequence[Version], defaults: Sequence[Default]
) -> Iterator[Agreement]:
    """Each waiver and extension recorded, then each amendment in force.

    Each is tested against the consent it needed when it was agreed. If the terms have no consent
    provision for amendments, the parties may amend alone, and amendments are left out.
    """
    for kind in (WAIVER, EXTENSION):
        for seen in context.facts(kind):
            yield _of_fact(kind, seen, defaults, context.fresh())
    for version in amendments:
        if deciding(AMENDMENT, version.effective, context) is not None:
            yield _of_amendment(version, context.fresh())


def _of_fact(
    kind: str, seen: EffectiveFact, defaults: Sequence[Default], context: Context
) -> Agreement:
    fact = seen.fact
    about = fact.about or ""
    accrued = kind == WAIVER and any(
        about in (d.instance, d.lapsed) and d.accrues_from < context.as_of for d in defaults
    )
    notes = (ACCRUED,) if accrued else ()
    found = None if fact.holder else proof(kind, ConsentQuery.by(seen), context)
    one = (fact.holder,) if fact.holder else ()
    return _agreed(kind, seen.id, about, seen.on, fact.target, found, one, (seen,), notes, context)


def _of_amendment(version: Version, context: Context) -> Agreement:
    found = proof(AMENDMENT, ConsentQuery(version.id, version.effective), context)
    return _agreed(AMENDMENT, version.id, "", version.effective, None, found, (), (), (), context)


def _agreed(
    kind: str,
    instance: str,
    about: str,
    on: date,
    until: date | None,
    found: Proof | None,
    one: tuple[str, ...],
    seen: tuple[EffectiveFact, ...],
    notes: tuple[str, ...],
    context: Context,
) -> Agreement:
    counted = found.found if found else None
    binds = one if found is None else _binds(found, context)
    used = {s.id: s for s in (*seen, *(found.seen if found else ()))}
    return Agreement(
        kind=kind,
        instance=instance,
        about=about,
        clause=context.terms.clauses.waivers,
        agreed_on=on,
        until=until,
        in_force=until is None or until >= context.as_of,
        outcome=_outcome(found),
        why=found.sentence
        if found
        else f"binds {', '.join(one)} alone and needs no other's consent",
        record_date=found.record_date if found else None,
        part=counted.part if counted else None,
        whole=counted.whole if counted else None,
        over_percent=counted.over_percent if counted else None,
        binds_all=found is not None and bool(found.carries),
        binds=binds,
        accrued=ACCRUED in notes,
        grounds=context.grounds(*used.values()),
        trace=found.trace if found else (),
        notes=(*notes, *(found.notes if found else ())),
    )


def _outcome(found: Proof | None) -> ConsentResult:
    if found is None:
        return ConsentResult.SIDE_LETTER
    if found.carries is None:
        return ConsentResult.NOT_SHOWN
    return ConsentResult.CARRIES if found.carries else ConsentResult.DOES_NOT_CARRY


def _binds(found: Proof, context: Context) -> tuple[str, ...]:
    """The Holders bound by an agreement not shown to have the required consents: those who
    consented, or none, by the reading.
    """
    if found.carries or not found.holders:
        return ()
    return found.holders if context.choices[SHORT_OF_CONSENT] == "CONSENTING-BOUND" else ()


# Agreements that amounts do not take into account: waivers, and agreements that bind one Holder
# only.
#
# Interest is computed as if they had not been made, and each amount has a note on it. A note on one
# Holder's own agreement appears only with that Holder's amounts; it is confidential to others.


def dates_of_all_deals(
    defaults: Collection[Default], context: Context, *, binding: bool = False
) -> tuple[str, ...]:
    """Notes on the waivers of defaults, or of the lapsed obligations, other than side letters.

    With `binding`, only waivers shown to bind all Holders.
    """
    named = _names(defaults)
    return tuple(
        f"computed as if {each.about} was not waived: waiver {each.instance}, {_given(each)}, "
        f"{each.why}"
        for each in _about(named, defaults, context)
        if each.kind == WAIVER
        and (each.binds_all or not binding)
        and each.outcome is not ConsentResult.SIDE_LETTER
    )


def of_holder(
    holder: str, defaults: Collection[Default], payments: Iterable[str], context: Context
) -> tuple[str, ...]:
    """Notes on agreements about these defaults and payments, by instance, that bind this Holder but
    not all Holders.
    """
    found = []
    for each in _about({*_names(defaults), *payments}, defaults, context):
        if holder in each.binds and not _taken_as_agreed(each, context):
            what = "side letter" if each.outcome is ConsentResult.SIDE_LETTER else each.kind
            found.append(
                f"does not take into account {what} {each.instance}, {_given(each)}: "
                f"{_words(each)} for {holder}, {_bound(each)}"
            )
    return tuple(found)


def _names(defaults: Iterable[Default]) -> set[str]:
    return {name for d in defaults for name in (d.instance, d.lapsed)}


def _about(names: set[str], defaults: Collection[Default], context: Context) -> Iterator[Agreement]:
    if context.facts(WAIVER) or context.facts(EXTENSION):
        yield from (a for a in agreed(context, (), list(defaults)) if a.about in names)


def _taken_as_agreed(each: Agreement, context: Context) -> bool:
    """Whether an extension moved the due day although its consents are not shown, so that amounts
    do take it into account.
    """
    return (
        each.kind == EXTENSION
        and each.outcome is ConsentResult.NOT_SHOWN
        and context.choices[UNPROVEN_EXTENSION] == "TAKEN-AS-AGREED"
    )


def _given(each: Agreement) -> str:
    clause = f" ({each.clause})" if each.clause else ""
    return f"given {day_words.day(each.agreed_on)}{clause}"


def _words(each: Agreement) -> str:
    if each.kind == EXTENSION:
        to = f" to {day_words.day(each.until)}" if each.until else ""
        return f"{each.about} is extended{to}"
    through = f" through {day_words.day(each.until)}" if each.until else ""
    return f"{each.about} is waived{through}"


def _bound(each: Agreement) -> str:
    return (
        "which it binds alone" if each.outcome is ConsentResult.SIDE_LETTER else "which consented"
    )
