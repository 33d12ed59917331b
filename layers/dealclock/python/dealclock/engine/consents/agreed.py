"""What Holders agreed to as it stands: waivers, extensions and amendments, and whom each binds."""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.agreement.readings.consents import SHORT_OF_CONSENT
from dealclock.agreement.versions import Version
from dealclock.engine.conclusions import Default
from dealclock.engine.consents.extensions import EXTENSION
from dealclock.engine.consents.result import Agreement, ConsentResult
from dealclock.engine.consents.tally import AMENDMENT, ConsentQuery, Proof, deciding, proof
from dealclock.engine.consents.waivers import ACCRUED, WAIVER
from dealclock.engine.context import Context
from dealclock.facts.log import EffectiveFact


def agreed(
    context: Context, amendments: Sequence[Version], defaults: Sequence[Default]
) -> Iterator[Agreement]:
    """Each waiver and extension recorded, then each amendment in force.

    Each by the consent it needed when it was agreed. Under terms without a consent that decides on
    amendments, these are the parties' own to make.
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
        why=found.says if found else f"binds {', '.join(one)} alone and needs no other's consent",
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
    """Whom what is not known to carry binds: those who consented, or nobody."""
    if found.carries or not found.holders:
        return ()
    return found.holders if context.choices[SHORT_OF_CONSENT] == "CONSENTING-BOUND" else ()
