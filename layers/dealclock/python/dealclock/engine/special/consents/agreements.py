"""Waivers, extensions and amendments: whom each binds, and which of them amounts do not take into
account.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from dealclock.agreement.rules.duties import FrequencyLimit, LeadTime, Request, WindowRule
from dealclock.agreement.rules.interest import Payment
from dealclock.agreement.versions import Version
from dealclock.days import day_words
from dealclock.engine.agreements import EXTENSION, WAIVER, Agreement, ConsentResult
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.context import Context, target_of
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.money import dollars
from dealclock.engine.plugins import CountedDueDay, DefaultExcuse, ExtendedDueDay, Plugin
from dealclock.engine.special.consents.consent import CONSENT
from dealclock.engine.special.consents.tally import AMENDMENT, ConsentQuery, Proof, deciding, proof
from dealclock.facts.extendable import NOTICE_LAPSES, WHY_NOT
from dealclock.facts.log import EffectiveFact

# Extensions of the time to perform one obligation, and waivers of it before it lapsed.
#
# due           agreed here: the due day moves       agreed here: too late, the due day stays
# ----|----------------*----------------------|------------------*---------------->
#  opens                                     due
#
# A waiver agreed in time excuses the obligation, or excuses it through its last day covered, which
# is then the due day. Of an obligation that becomes no default, a later waiver excuses it too.


@dataclass(slots=True)
class _So:
    """The due day so far, with the facts, steps and notes collected for it.

    `of` is the Holder that alone owes the obligation, or to which alone it is owed; `answers` if
    that Holder owes it. `becomes` is the default it lapses into, "" for none.
    """

    due: date
    clause: str
    of: str | None
    answers: bool
    becomes: str
    used: list[EffectiveFact] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    waived_by: EffectiveFact | None = None


def extended(owed: CountedDueDay, context: Context) -> ExtendedDueDay:
    """The day an obligation is due after its extensions and waivers, in the order agreed.

    The side letter of the Holder that alone is concerned binds here; if that Holder is the one who
    must act, Section 10(d) leaves open whether the Company may agree with it alone. After the last
    day of an obligation that lapses into a default, a waiver only marks the default.

    An extension has no effect if it was agreed after the last day, if it is another Holder's side
    letter, or if it is known not to have the required consents. If its consents are not recorded,
    its effect depends on a reading; a waiver must be shown to have them.
    """
    names = (owed.instance, owed.becomes) if owed.becomes else (owed.instance,)
    about = [s for kind in (EXTENSION, WAIVER) for name in names for s in _of(kind, name, context)]
    if not about:
        return ExtendedDueDay(owed.due)
    so = _So(owed.due, owed.clause, owed.of, owed.answers, owed.becomes)
    made = [(_made_on(seen, context), seen) for seen in about]
    for on, seen in sorted(made, key=lambda each: (each[0], each[1].fact.target or date.max)):
        (_extend if seen.kind == EXTENSION else _waive)(seen, on, so, context)
    return ExtendedDueDay(so.due, tuple(so.used), tuple(so.steps), tuple(so.notes), so.waived_by)


def _of(kind: str, instance: str, context: Context) -> Iterator[EffectiveFact]:
    """The extensions to a day, or the waivers, of an obligation."""
    for seen in context.known.about(kind, instance):
        if kind == WAIVER or seen.fact.target is not None:
            yield seen


def _made_on(seen: EffectiveFact, context: Context) -> date:
    """The day it was agreed: as recorded, or the later day by which its consents sufficed."""
    if any(given.on > seen.on for given in context.known.about(CONSENT, seen.id)):
        return proof(seen.kind, ConsentQuery.by(seen), context).agreed_on
    return seen.on


def _extend(seen: EffectiveFact, on: date, so: _So, context: Context) -> None:
    target = target_of(seen)
    if _is_another_holders(seen, so):
        to = f"to {day_words.day(target)} for Holder {seen.fact.holder} alone"
        so.notes.append(f"by side letter {seen.id}, extended {to}; it binds no other Holder")
    elif on > so.due:
        cures = "cures no default" if so.becomes else "moves nothing"
        so.notes.append(
            f"{seen.id} extends it after its last day, which {cures}; record a waiver if there is "
            "one"
        )
    elif target <= so.due:
        so.notes.append(f"{seen.id} does not extend it to a later date; the due date stays")
    elif _binds_here(seen, so, context):
        so.due = target
        says = f"extended by {seen.id}{_alone(seen)}, agreed {day_words.day(on)}: the last day"
        so.steps.append(Step(says, so.clause, target))


def _waive(seen: EffectiveFact, on: date, so: _So, context: Context) -> None:
    through, in_time = seen.fact.target, on <= so.due
    if so.becomes and (not in_time or seen.fact.holder):
        return  # it marks the default
    if _is_another_holders(seen, so):
        so.notes.append(f"waived by {seen.id}, by Holder {seen.fact.holder} alone")
    elif through is not None and through <= so.due:
        so.notes.append(f"{seen.id} waives it through a day by which it is not due")
    elif _binds_here(seen, so, context):
        if so.becomes and context.choices["waiver-before-lapse"] == "MARKS-DEFAULT":
            return
        says = f"waived by {seen.id}{_alone(seen)}, given {day_words.day(on)}"
        if through is None:
            so.waived_by = seen
            so.steps.append(Step(f"{says}: excused", so.clause, on))
        else:
            so.due = through
            so.steps.append(Step(f"{says}, through this day: the last day", so.clause, through))


def _is_another_holders(seen: EffectiveFact, so: _So) -> bool:
    return seen.fact.holder is not None and seen.fact.holder != so.of


def _alone(seen: EffectiveFact) -> str:
    return f" for {seen.fact.holder} alone" if seen.fact.holder else ""


def _binds_here(seen: EffectiveFact, so: _So, context: Context) -> bool:
    """Whether what was agreed binds all Holders, or the Holder concerned, as far as shown."""
    if seen.fact.holder is not None:
        so.used.append(seen)
        return not so.answers or context.choices["own-extension"] == "OWN-DATE"
    if deciding(seen.kind, seen.on, context) is None:
        so.used.append(seen)
        return True
    found = proof(seen.kind, ConsentQuery.by(seen), context)
    so.used += [seen, *(s for s in found.seen if s.id != seen.id)]
    if found.carries:
        so.steps += found.trace
        return True
    if found.carries is False:
        so.notes.append(f"{seen.id} {found.sentence}; the due date stays")
        return False
    taken = seen.kind == EXTENSION and context.choices["unproven-extension"] == "TAKEN-AS-AGREED"
    stays = "unless it does, the last day stays" if taken else "the last day stays"
    so.notes.append(f"{seen.id} is {found.sentence}; {stays} {day_words.day(so.due)}")
    return taken


# Waivers of a default, or of the obligation that lapsed into it.
#
# A waiver binds all Holders if the facts show that it has the required consents; otherwise it is
# reported as not binding all, and binds no Holder who did not sign it. It never reduces accrued
# interest: only each affected Holder can waive amounts already owed to it (Trust Indenture Act
# s.316(b)), so this is shown, not assumed.

ACCRUED = (
    "interest is computed as if it was not waived: waiving accrued interest needs the consent of "
    "each Holder it is owed to (TIA 316(b))"
)


def waived(instances: tuple[str, ...], arose_on: date, context: Context) -> DefaultExcuse:
    """The waivers of a default that arose on a day, or of the obligation that lapsed into it; not
    those whose last day came before, which moved the due day.

    `target` is the last day a waiver covers; with a `holder` it binds that Holder only and needs no
    other Holder's consent.
    """
    every = (s for i in dict.fromkeys(instances) for s in context.known.about(WAIVER, i))
    facts = [s for s in every if not _was_ahead(_made_on(s, context), s.fact.target, arose_on)]
    if not facts:
        return DefaultExcuse()
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
    return DefaultExcuse(in_force, (*notes, *([ACCRUED] if in_force else [])), grounds)


def _was_ahead(given: date, through: date | None, arose_on: date) -> bool:
    """Whether a waiver was over by the day a default arose, so that it only delayed it."""
    return through is not None and given <= through <= arose_on


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


Parts = Mapping[str, Obligation | Window]
"""The obligations and windows found, by instance."""


def parts_of(found: Findings) -> Parts:
    """The obligations and windows of a pass, by instance."""
    parts: list[Obligation | Window] = [*found.windows, *found.obligations]
    return {part.instance: part for part in parts}


def agreed(
    context: Context,
    amendments: Sequence[Version],
    defaults: Sequence[Default],
    parts: Parts | None = None,
) -> Iterator[Agreement]:
    """Each waiver and extension recorded, then each amendment in force; with `parts`, also what of
    them is not computed.

    Each is tested against the consent it needed when it was agreed. If the terms have no consent
    provision for amendments, the parties may amend alone, and amendments are left out.
    """
    for kind in (WAIVER, EXTENSION):
        for seen in context.facts(kind):
            made = _of_fact(kind, seen, defaults, context.fresh())
            yield made if parts is None else _weighed(made, seen, defaults, parts, context)
    for version in amendments:
        if deciding(AMENDMENT, version.effective, context) is not None:
            yield _of_amendment(version, context.fresh())


def _weighed(
    made: Agreement,
    seen: EffectiveFact,
    defaults: Sequence[Default],
    parts: Parts,
    context: Context,
) -> Agreement:
    """The same, with what of it is not computed, and why as a note."""
    if made.outcome is ConsentResult.DOES_NOT_CARRY and not made.binds:
        return made
    what, why = _not_computed(made, seen, defaults, parts, context)
    if not what:
        return made
    says = f"{made.kind} {made.instance} of {made.about}, which {what}"
    return replace(made, not_computed=says, notes=(*made.notes, *([why] if why else [])))


_OF_ONE = (Request, LeadTime, FrequencyLimit)
"""What one Holder owes, or is owed alone: its side letter is computed."""


def _not_computed(
    made: Agreement,
    seen: EffectiveFact,
    defaults: Sequence[Default],
    parts: Parts,
    context: Context,
) -> tuple[str, str]:
    """What an agreement may change that is computed as if it had not been made, and why; "" twice
    if nothing is.
    """
    default = next((d for d in defaults if made.about in (d.instance, d.lapsed)), None)
    part = parts.get(made.about)
    alone = made.outcome is ConsentResult.SIDE_LETTER
    if default is not None:
        to_all = made.kind == WAIVER and not _only_delayed(made, [default])
        whose = f" of {', '.join(made.binds)}" if made.binds else ""
        if to_all or whose:
            return f"may change Additional Interest{whose}", ""
    if any(seen.id in each.grounds.facts for each in parts.values()):
        return "", ""
    late = isinstance(part, Obligation) and made.agreed_on > part.due
    if late and made.kind == EXTENSION and not alone:
        return "was agreed after its last day, so the date stays", ""
    if default is not None:
        return "", ""
    rule = next((r for r in context.terms.provisions if r.id == made.about.partition("/")[0]), None)
    if rule is None:
        of_default = made.about.partition("/")[0] in {each.id for each in context.terms.defaults()}
        return ("may prevent that default" if of_default else "names nothing of these terms"), ""
    if isinstance(rule, Payment):
        return "may change that payment", WHY_NOT[Payment]
    if type(rule) in WHY_NOT:
        return f"may change {rule.title}", WHY_NOT[type(rule)]
    if part is None:
        opened = made.about.partition("/")[2]
        unknown = bool(opened) and context.known.under(opened) is None
        return ("names nothing on record", "") if unknown else ("", "")
    if isinstance(rule, WindowRule) and isinstance(part, Window):
        return "may change that window", NOTICE_LAPSES
    if alone and not isinstance(rule, _OF_ONE):
        return f"may change its date for {seen.fact.holder}", ""
    return "", ""


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
        agreed_on=found.agreed_on if found else on,
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
    return found.holders if context.choices["short-of-consent"] == "CONSENTING-BOUND" else ()


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
        and not _only_delayed(each, defaults)
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


def _only_delayed(each: Agreement, defaults: Iterable[Default]) -> bool:
    of = (d for d in defaults if each.about in (d.instance, d.lapsed))
    return any(_was_ahead(each.agreed_on, each.until, d.arose_on) for d in of)


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
        and context.choices["unproven-extension"] == "TAKEN-AS-AGREED"
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


PLUGIN = Plugin(
    moves=extended,
    excuses=waived,
    not_in_amounts=dates_of_all_deals,
    agreements=lambda context, found, amendments: agreed(
        context, amendments, found.defaults, parts_of(found)
    ),
)
