"""Waivers, extensions and amendments on record: whom each binds, and what of it is not computed.
Section 10(d) of infocrossing-2004.

Interest is computed as if waivers, and agreements that bind one Holder only, had not been made, and
each amount has a note on it. A note on one Holder's own agreement appears only with that Holder's
amounts; it is confidential to others.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from dealclock.days import day_words
from dealclock.engine.conclusions import (
    EXTENSION,
    WAIVER,
    Agreement,
    ConsentResult,
    Default,
    Obligation,
    Window,
)
from dealclock.engine.context import Context, question
from dealclock.engine.findings import Findings
from dealclock.engine.money import dollars
from dealclock.engine.plugins import CountedDueDay, DefaultExcuse, ExtendedDueDay
from dealclock.engine.special.consents.proof import (
    AMENDMENT,
    CONSENT,
    ConsentQuery,
    Proof,
    deciding,
    proof,
    proof_of,
)
from dealclock.engine.special.holders.moves import dollars_in
from dealclock.engine.why import Step
from dealclock.facts.log import EffectiveFact
from dealclock.terms.general.stream import Payments
from dealclock.terms.rules.duties import FrequencyLimit, WindowRule
from dealclock.terms.rules.interest import Payment

# What an extension or a waiver does to an obligation and to a default: Section 10(d) of
# infocrossing-2004, and the Trust Indenture Act, s.316(b), for interest already owed.
#
#     due           agreed here: the due day moves       agreed here: too late, the due day stays
#     ----|----------------*----------------------|------------------*---------------->
#      opens                                     due
#
# A waiver agreed in time excuses the obligation, or excuses it through its last day covered, which
# is then the due day. Of an obligation that becomes no default, a later waiver excuses it too.

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


def agreed(context: Context, found: Findings) -> Iterator[Agreement]:
    """Each waiver and extension recorded, with what of it is not computed; then each amendment in
    force.

    Each is tested against the consent it needed when it was agreed. If the terms have no consent
    provision for amendments, the parties may amend alone, and amendments are left out.
    """
    for each in _recorded(context):
        of = [*_defaults(each, found.defaults)]
        begun = (d for d in of if d.accrues_from < context.as_of)
        accrued = each.kind == WAIVER and any(bears_interest(d.id, context) for d in begun)
        what, why = _not_computed(each, of, found, context)
        yield replace(
            each,
            accrued=accrued,
            notes=tuple(n for n in (ACCRUED if accrued else "", *each.notes, why) if n),
            not_computed=f"{each.kind} {each.instance} of {each.about}, which {what}" * bool(what),
        )
    for version in context.versions[1:]:
        if deciding(AMENDMENT, version.effective, context) is not None:
            yield _agreement(ConsentQuery(AMENDMENT, version.id, version.effective), context)


def _recorded(context: Context) -> Iterator[Agreement]:
    """Each waiver, then each extension."""
    for kind in (WAIVER, EXTENSION):
        for seen in context.facts(kind):
            yield agreement(context.fresh(), seen)


@question
def agreement(context: Context, seen: EffectiveFact) -> Agreement:
    """A recorded waiver or extension, with the consents to it."""
    return _agreement(ConsentQuery(seen.kind, seen.id, seen.on, seen), context)


def _agreement(asked: ConsentQuery, context: Context) -> Agreement:
    own, seen = context.fresh(), asked.seen
    found, until = proof(asked, own), seen.fact.target if seen else None
    counted, some = found.found, bool(found.holders) and not found.carries
    if some and not found.alone:  # those who consented to what others did not, or none
        some = own.choices["short-of-consent"] == "CONSENTING-BOUND"
    return Agreement(
        kind=asked.kind,
        instance=asked.id,
        about=(seen and seen.about) or "",
        clause=context.terms.clauses.waivers,
        agreed_on=found.agreed_on,
        until=until,
        in_force=until is None or until >= context.as_of,
        outcome=found.outcome,
        reason=found.sentence,
        record_date=None if found.alone else found.record_date,
        part=counted.part if counted else None,
        whole=counted.whole if counted else None,
        over_percent=counted.over_percent if counted else None,
        binds_all=found.carries,
        binds=found.holders if some else (),
        accrued=False,
        why=own.why(*{s.id: s for s in (seen, *found.seen) if s}.values(), steps=found.trace),
        notes=found.notes,
    )


def _not_computed(
    made: Agreement, of: Sequence[Default], found: Findings, context: Context
) -> tuple[str, str]:
    """What an agreement about some defaults may change that is computed as if it had not been made,
    and why; "" twice if nothing is. What one Holder owes or is owed alone is computed.
    """
    if made.outcome is ConsentResult.DOES_NOT_CARRY and not made.binds:
        return "", ""
    name, opened = made.about.partition("/")[::2]
    alone = made.outcome is ConsentResult.SIDE_LETTER
    every: list[Obligation | Window] = [*found.windows, *found.obligations]
    part = {each.instance: each for each in every}.get(made.about)
    delayed = _only_delayed(made, of[:1])
    bears = any(bears_interest(d.id, context) for d in of[:1])
    if bears and (made.binds or (made.kind == WAIVER and not delayed)):
        whose = f" of {', '.join(made.binds)}" if made.binds else ""
        return f"may change Additional Interest{whose}", ""
    if any(made.instance in each.why.facts for each in every):
        return "", ""
    late = isinstance(part, Obligation) and made.agreed_on > part.due
    if late and made.kind == EXTENSION and not alone:
        return "was agreed after its last day, so the date stays", ""
    if of:
        return "", ""
    rule = next((r for r in context.terms.provisions if r.id == name), None)
    if rule is None:
        of_default = name in {each.id for each in context.terms.defaults()}
        return ("may prevent that default" if of_default else "names nothing of these terms"), ""
    if rule.why_fixed and not isinstance(rule, WindowRule):
        paid = isinstance(rule, Payment | Payments)
        return f"may change {'that payment' if paid else rule.title}", rule.why_fixed
    if part is None:
        unknown = opened and context.known.under(opened) is None
        return ("names nothing on record" if unknown else ""), ""
    if isinstance(rule, WindowRule) and isinstance(part, Window):
        return "may change that window", rule.why_fixed
    owed = context.terms.obligations.get(name)
    of_one = owed is not None and (owed.may or owed.per == "holder")
    if alone and not of_one and not isinstance(rule, FrequencyLimit):
        return f"may change its date for {made.binds[0]}", ""
    return "", ""


def _defaults(made: Agreement, defaults: Iterable[Default]) -> Iterator[Default]:
    """The defaults that an agreement is about, by their own name or that of what lapsed."""
    return (d for d in defaults if made.about in (d.instance, d.lapsed))


def _only_delayed(made: Agreement, of: Iterable[Default]) -> bool:
    return any(was_ahead(made.agreed_on, made.until, d.arose_on) for d in of)


# Notes on amounts.


def dates_of_all_deals(defaults: Collection[Default], context: Context) -> tuple[str, ...]:
    """Notes on the waivers of defaults, or of the lapsed obligations, other than side letters."""
    return tuple(
        f"computed as if {each.about} was not waived: waiver {each.instance}, {_given(each)}, "
        f"{each.reason}"
        for each in _recorded(context)
        if each.kind == WAIVER
        and (of := [*_defaults(each, defaults)])
        and not _only_delayed(each, of)
        and each.outcome is not ConsentResult.SIDE_LETTER
    )


def of_holder(
    holder: str, defaults: Collection[Default], payments: Collection[str], context: Context
) -> tuple[str, ...]:
    """Notes on agreements about these defaults and payments, by instance, that bind this Holder but
    not all Holders; amounts do take into account an extension that moved the due day although its
    consents are not shown.
    """
    found = []
    for each in _recorded(context):
        named = each.about in payments or any(_defaults(each, defaults))
        moved = each.kind == EXTENSION and each.outcome is ConsentResult.NOT_SHOWN
        if not named or holder not in each.binds:
            continue
        if not moved or context.choices["unproven-extension"] != "TAKEN-AS-AGREED":
            alone = each.outcome is ConsentResult.SIDE_LETTER
            what = "side letter" if alone else each.kind
            done, to = ("extended", "to") if each.kind == EXTENSION else ("waived", "through")
            until = f" {to} {day_words.day(each.until)}" if each.until else ""
            found.append(
                f"does not take into account {what} {each.instance}, {_given(each)}: "
                f"{each.about} is {done}{until} for {holder}, "
                f"{'which it binds alone' if alone else 'which consented'}"
            )
    return tuple(found)


def _given(each: Agreement) -> str:
    clause = f" ({each.clause})" if each.clause else ""
    return f"given {day_words.day(each.agreed_on)}{clause}"
