"""Waivers, extensions and amendments on record: whom each binds, and what of it is not computed.
Section 10(d) of infocrossing-2004.

Interest is computed as if waivers, and agreements that bind one Holder only, had not been made, and
each amount has a note on it. A note on one Holder's own agreement appears only with that Holder's
amounts; it is confidential to others.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from dealclock.days import day_words
from dealclock.engine.agreements import EXTENSION, WAIVER, Agreement, ConsentResult
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.questions import question
from dealclock.engine.special.consents.effects import (
    ACCRUED,
    bears_interest,
    was_ahead,
)
from dealclock.engine.special.consents.proof import AMENDMENT, ConsentQuery, deciding, proof
from dealclock.facts.log import EffectiveFact
from dealclock.terms.general.stream import Payments
from dealclock.terms.rules.duties import FrequencyLimit, WindowRule
from dealclock.terms.rules.interest import Payment


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
