"""Waivers, extensions and amendments on record: whom each binds, and what of it is not computed.
Section 10(d) of infocrossing-2004.

Interest is computed as if waivers, and agreements that bind one Holder only, had not been made, and
each amount has a note on it. A note on one Holder's own agreement appears only with that Holder's
amounts; it is confidential to others.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dealclock.agreement.rules.duties import FrequencyLimit, LeadTime, Request, WindowRule
from dealclock.agreement.rules.interest import Payment
from dealclock.agreement.versions import Version
from dealclock.days import day_words
from dealclock.engine.agreements import EXTENSION, WAIVER, Agreement, ConsentResult
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.plugins import Plugin
from dealclock.engine.questions import question
from dealclock.engine.special.consents.effects import ACCRUED, extended, waived, was_ahead
from dealclock.engine.special.consents.proof import (
    AMENDMENT,
    ConsentQuery,
    Proof,
    deciding,
    proof,
    proof_of,
)
from dealclock.facts.extendable import NOTICE_LAPSES, WHY_NOT
from dealclock.facts.log import EffectiveFact

Parts = Mapping[str, Obligation | Window]
"""The obligations and windows found, by instance."""

_OF_ONE = (Request, LeadTime, FrequencyLimit)
"""What one Holder owes, or is owed alone: its side letter is computed."""


def parts_of(found: Findings) -> Parts:
    """The obligations and windows of a pass, by instance."""
    parts: list[Obligation | Window] = [*found.windows, *found.obligations]
    return {part.instance: part for part in parts}


def agreed(
    context: Context, amendments: Sequence[Version], defaults: Sequence[Default], parts: Parts
) -> Iterator[Agreement]:
    """Each waiver and extension recorded, with what of it is not computed; then each amendment in
    force.

    Each is tested against the consent it needed when it was agreed. If the terms have no consent
    provision for amendments, the parties may amend alone, and amendments are left out.
    """
    for seen, each in _recorded(context):
        began = [d.accrues_from < context.as_of for d in _defaults(each, defaults)]
        accrued = each.kind == WAIVER and any(began)
        notes = (ACCRUED, *each.notes) if accrued else each.notes
        made = replace(each, accrued=accrued, notes=notes)
        yield _weighed(made, seen, defaults, parts, context)
    for version in amendments:
        if deciding(AMENDMENT, version.effective, context) is not None:
            asked, own = ConsentQuery(version.id, version.effective), context.fresh()
            yield _agreement(AMENDMENT, asked, proof(AMENDMENT, asked, own), None, own)


def _recorded(context: Context) -> Iterator[tuple[EffectiveFact, Agreement]]:
    """Each waiver, then each extension."""
    for kind in (WAIVER, EXTENSION):
        for seen in context.facts(kind):
            yield seen, agreement(context.fresh(), seen)


@question
def agreement(context: Context, seen: EffectiveFact) -> Agreement:
    """A recorded waiver or extension, with the consents to it."""
    found = None if seen.fact.holder else proof_of(context, seen)
    return _agreement(seen.kind, ConsentQuery.by(seen), found, seen, context)


def _agreement(
    kind: str,
    asked: ConsentQuery,
    found: Proof | None,
    seen: EffectiveFact | None,
    context: Context,
) -> Agreement:
    """An agreement of that id and day; `found` is None if it binds one Holder alone."""
    counted, of = found and found.found, seen and seen.fact
    until, holder = (of.target, of.holder or "") if of else (None, "")
    binds = (holder,) if found is None else _binds(found, context)
    used = {s.id: s for s in (*([seen] if seen else ()), *(found.seen if found else ()))}
    return Agreement(
        kind=kind,
        instance=asked.id,
        about=(seen and seen.about) or "",
        clause=context.terms.clauses.waivers,
        agreed_on=found.agreed_on if found else asked.on,
        until=until,
        in_force=until is None or until >= context.as_of,
        outcome=_OUTCOMES[found.carries] if found else ConsentResult.SIDE_LETTER,
        why=found.sentence if found else f"binds {holder} alone and needs no other's consent",
        record_date=found.record_date if found else None,
        part=counted.part if counted else None,
        whole=counted.whole if counted else None,
        over_percent=counted.over_percent if counted else None,
        binds_all=found is not None and bool(found.carries),
        binds=binds,
        accrued=False,
        grounds=context.grounds(*used.values()),
        trace=found.trace if found else (),
        notes=found.notes if found else (),
    )


_OUTCOMES: Mapping[bool | None, ConsentResult] = {
    None: ConsentResult.NOT_SHOWN,
    True: ConsentResult.CARRIES,
    False: ConsentResult.DOES_NOT_CARRY,
}


def _binds(found: Proof, context: Context) -> tuple[str, ...]:
    """The Holders bound by an agreement not shown to have the required consents: those who
    consented, or none, by the reading.
    """
    if found.carries or not found.holders:
        return ()
    return found.holders if context.choices["short-of-consent"] == "CONSENTING-BOUND" else ()


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
    of, opened = made.about.partition("/")[::2]
    default, part = next(iter(_defaults(made, defaults)), None), parts.get(made.about)
    alone = made.outcome is ConsentResult.SIDE_LETTER
    if default is not None:
        to_all = made.kind == WAIVER and not _only_delayed(made, [default])
        if to_all or made.binds:
            whose = f" of {', '.join(made.binds)}" if made.binds else ""
            return f"may change Additional Interest{whose}", ""
    if any(seen.id in each.grounds.facts for each in parts.values()):
        return "", ""
    late = isinstance(part, Obligation) and made.agreed_on > part.due
    if late and made.kind == EXTENSION and not alone:
        return "was agreed after its last day, so the date stays", ""
    if default is not None:
        return "", ""
    rule = next((r for r in context.terms.provisions if r.id == of), None)
    if rule is None:
        of_default = of in {each.id for each in context.terms.defaults()}
        return ("may prevent that default" if of_default else "names nothing of these terms"), ""
    if type(rule) in WHY_NOT:
        what = "that payment" if isinstance(rule, Payment) else rule.title
        return f"may change {what}", WHY_NOT[type(rule)]
    if part is None:
        unknown = opened and context.known.under(opened) is None
        return ("names nothing on record" if unknown else ""), ""
    if isinstance(rule, WindowRule) and isinstance(part, Window):
        return "may change that window", NOTICE_LAPSES
    if alone and not isinstance(rule, _OF_ONE):
        return f"may change its date for {seen.fact.holder}", ""
    return "", ""


def _defaults(made: Agreement, defaults: Iterable[Default]) -> Iterator[Default]:
    """The defaults that an agreement is about, by their own name or that of what lapsed."""
    return (d for d in defaults if made.about in (d.instance, d.lapsed))


def _only_delayed(made: Agreement, defaults: Iterable[Default]) -> bool:
    of = _defaults(made, defaults)
    return any(was_ahead(made.agreed_on, made.until, d.arose_on) for d in of)


# Notes on amounts.


def dates_of_all_deals(
    defaults: Collection[Default], context: Context, *, binding: bool = False
) -> tuple[str, ...]:
    """Notes on the waivers of defaults, or of the lapsed obligations, other than side letters.

    With `binding`, only waivers shown to bind all Holders.
    """
    return tuple(
        f"computed as if {each.about} was not waived: waiver {each.instance}, {_given(each)}, "
        f"{each.why}"
        for _, each in _recorded(context)
        if each.kind == WAIVER
        and any(_defaults(each, defaults))
        and not _only_delayed(each, defaults)
        and (each.binds_all or not binding)
        and each.outcome is not ConsentResult.SIDE_LETTER
    )


def of_holder(
    holder: str, defaults: Collection[Default], payments: Collection[str], context: Context
) -> tuple[str, ...]:
    """Notes on agreements about these defaults and payments, by instance, that bind this Holder but
    not all Holders.
    """
    found = []
    for _, each in _recorded(context):
        named = each.about in payments or any(_defaults(each, defaults))
        if named and holder in each.binds and not _taken_as_agreed(each, context):
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


PLUGIN = Plugin(
    moves=extended,
    excuses=waived,
    not_in_amounts=dates_of_all_deals,
    agreements=lambda context, found, amendments: agreed(
        context, amendments, found.defaults, parts_of(found)
    ),
)
