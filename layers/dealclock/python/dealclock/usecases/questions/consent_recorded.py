"""`consent` of a waiver, an extension or an amendment by its id, as the facts record it."""

from dealclock.agreement.source import nearest
from dealclock.engine.consents.extensions import EXTENSION
from dealclock.engine.consents.tally import AMENDMENT, deciding, proof
from dealclock.engine.consents.tally import ConsentQuery as Wanted
from dealclock.engine.consents.waivers import WAIVER
from dealclock.engine.context import Context
from dealclock.engine.in_force import InForce
from dealclock.render import words
from dealclock.render.in_force import heading
from dealclock.render.json_parts import trace
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import Json, NotAnsweredError, Query

FORMAT = "dealclock-consent/1"


def recorded(asked: Query, given: InForce) -> Json:
    """Whether it carries by the consents recorded; where that is not shown, what is missing."""
    others = [name for name in asked.details if name != "of"]
    if others:
        raise NotAnsweredError(
            f"of counts recorded consents and cannot be combined with {words.listed(others)}; "
            "give of alone, or leave it out."
        )
    context = given.context()
    kind, wanted = _wanted(str(asked.details["of"]), given, context)
    rule = deciding(kind, wanted.on, context)
    if rule is None:
        raise NotAnsweredError(
            f"the terms of {given.terms.id} have no consent that decides a {kind}. Use a deal "
            "that has one."
        )
    proved = proof(kind, wanted, context)
    found = proved.found
    grounds = context.grounds(*proved.seen)
    return {
        **heading(FORMAT, given),
        "of": wanted.id,
        "kind": kind,
        "record_date": proved.record_date.isoformat(),
        "provision": rule.id,
        "clause": rule.clause,
        "title": rule.title,
        "carries": proved.carries,
        "why": proved.says,
        "percent": words.places(found.percent, 4) if found else None,
        "percent_exact": str(found.percent) if found else None,
        "over_percent": str(rule.over_percent),
        "consenting": words.decimal(found.part) if found else None,
        "consenting_exact": str(found.part) if found else None,
        "whole": words.decimal(found.whole) if found else None,
        "whole_exact": str(found.whole) if found else None,
        "facts": list(grounds.facts),
        "hypothetical": grounds.hypothetical,
        "readings": sorted(grounds.readings),
        "notes": list(proved.notes),
        "trace": trace(proved.trace),
        "notice": LEGAL,
    }


def _wanted(name: str, given: InForce, context: Context) -> tuple[str, Wanted]:
    """What an id names: a waiver or extension among the facts, or an amendment in force."""
    known = {s.id: (kind, s) for kind in (WAIVER, EXTENSION) for s in context.facts(kind)}
    if name in known:
        kind, seen = known[name]
        if seen.fact.holder is not None:
            raise NotAnsweredError(
                f"{name} binds {seen.fact.holder} alone and needs no other consent. Name a "
                "waiver or extension for all Holders."
            )
        return kind, Wanted.by(seen)
    amendments = {version.id: version for version in given.versions[1:]}
    if name in amendments:
        return AMENDMENT, Wanted(name, amendments[name].effective)
    there = (*known, *amendments)
    raise NotAnsweredError(
        f"no waiver, extension or amendment is named {name!r} as of {words.day(given.as_of)}; "
        f"there {'are ' + ', '.join(there) if there else 'is none'}.{nearest(name, there)}"
    )
