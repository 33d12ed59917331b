"""What the fields of a kind of fact offer for one deal, and when a notice in them counts."""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.days.errors import DaysError
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, UndatedDuty, Window
from dealclock.engine.in_force import in_force
from dealclock.engine.notices.deemed import deemed_given
from dealclock.facts.cross_checks import may_be_about
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact, end_of
from dealclock.facts.names_in_terms import outline
from dealclock.media.slack_views.record_form import Choice
from dealclock.messages import words
from dealclock.store import StoredDeal
from dealclock.usecases.desk.interactions.fields import Values

_METHODS = ("hand", "fax", "telex", "courier", "mail", "e-mail")


def parties(deal: StoredDeal) -> list[Choice]:
    """The parties a notice may go to."""
    return [Choice(i, p.as_defined) for i, p in deal.terms.parties.items()]


def addressees(deal: StoredDeal, kind: str) -> tuple[str, ...]:
    """To whom the terms want such a notice given; () where they name nobody, or ask for none."""
    for rule in deal.terms.provisions:
        if kind in (getattr(rule, "met_by", None), getattr(rule, "begins_with", None)):
            to = getattr(rule, "to", ())
            if to and all(t in deal.terms.parties for t in to):
                return tuple(to)
    return ()


def methods(deal: StoredDeal, values: Values, today: date) -> list[Choice]:
    """How a notice may be sent; each with the day it would count if it was sent so."""
    named = tuple(m for m in _METHODS if m in deal.terms.deemed_notice) or _METHODS
    return [Choice(m, m, _counts(deal, m, values, today)) for m in named]


def deemed(deal: StoredDeal, values: Values, today: date) -> str:
    """When the notice in the fields counts as given, "" before a method is chosen."""
    method = values.get("given-method", "")
    if not isinstance(method, str) or not method:
        return ""
    sent = _sent_on(values, today)
    return f"By {method} on {words.day(sent)}: {_counts(deal, method, values, today)}."


def lots(deal: StoredDeal) -> list[Choice]:
    """The lots of Notes."""
    return [Choice(lot.id, lot.id) for lot in deal.terms.securities]


def holders(deal: StoredDeal, assessment: Assessment) -> list[str]:
    """The Holders the facts so far name, those named last first; at most a dozen."""
    named = (n for f in reversed(_so_far(deal, assessment)) for n in (f.holder, f.to) if n)
    return list(dict.fromkeys(named))[:12]


def abouts(
    deal: StoredDeal, kind: FactKind, assessment: Assessment
) -> list[tuple[str, list[Choice]]]:
    """What a fact of the kind may be about, in groups; what is open first."""
    if kind.names_instance:
        return _some("Open obligations it can satisfy", _waiting(deal, kind, assessment))
    if "about" not in (*kind.needs, *kind.may):
        return []
    terms = outline(deal.terms.model_dump())
    payments = terms.payments or {}
    if kind.about_a == "fact":
        return _some("Facts", map(_fact, reversed(_so_far(deal, assessment))))
    if kind.about_a == "suspension":
        return _some("Suspension Notices", _suspensions(deal, assessment))
    if kind.id in payments:
        named = (o.instance for o in assessment.obligations)
        days = [i for i in named if i.startswith(f"{payments[kind.id]}/")]
        return _some("Payments", (Choice(i, i) for i in days))
    titles = {d.instance: d.title for d in assessment.defaults}
    defaults = list(may_be_about(terms, _so_far(deal, assessment)))
    first = [i for i in defaults if i in titles]
    rest = [i for i in defaults if i not in titles]
    known = _some("Registration Defaults", (Choice(i, i, titles.get(i, "")) for i in first))
    if kind.about_a == "default":
        later = (Choice(i, i, "not assessed as of today") for i in rest)
        return [*known, *_some("Not possible defaults today", later)]
    owed = sorted(assessment.obligations, key=lambda o: (not o.is_open, o.due))
    duties = (Choice(o.instance, o.instance, o.title) for o in owed)
    found = [*known, *_some("Obligations", duties)]
    if kind.about_a == "instance":
        found += _some(
            "Windows", (Choice(w.instance, w.instance, w.title) for w in assessment.windows)
        )
        found += _some(
            "Duties without a date",
            (Choice(d.instance, d.instance, d.title) for d in assessment.duties),
        )
    return found


def _suspensions(deal: StoredDeal, assessment: Assessment) -> Iterator[Choice]:
    """The suspension of every notice, in effect or on its way; the last first."""
    for fact in reversed(_so_far(deal, assessment)):
        for budget in deal.terms.all_of(DayBudget):
            if fact.kind == budget.begins_with and fact.corrects is None:
                name = f"{budget.id}/{fact.id}"
                yield Choice(name, name, f"{budget.title}, notice of {words.day(fact.on)}")


def _waiting(deal: StoredDeal, kind: FactKind, assessment: Assessment) -> Iterator[Choice]:
    """The instances that wait for such an event, those still open first."""
    waiting = outline(deal.terms.model_dump()).waiting or {}
    rules = {each.id for each in waiting.get(kind.id, ())}
    parts: list[tuple[bool, Obligation | UndatedDuty | Window]] = [
        *((not o.is_open, o) for o in assessment.obligations),
        *((not d.is_open, d) for d in assessment.duties),
        *((w.ended_on is not None, w) for w in assessment.windows),
    ]
    for _, each in sorted(parts, key=lambda part: part[0]):
        if each.id in rules:
            yield Choice(each.instance, each.instance, each.title)


def _so_far(deal: StoredDeal, assessment: Assessment) -> list[Fact]:
    """The facts that happened and were told by then: a rehearsal's file holds others to come."""
    known_at, told = assessment.known_at, deal.log.recorded_at
    return [f for f in deal.log.facts if f.on <= assessment.as_of and told(f) <= known_at]


def _some(heading: str, choices: Iterator[Choice]) -> list[tuple[str, list[Choice]]]:
    each = list({c.value: c for c in choices}.values())
    return [(heading, each)] if each else []


def _fact(fact: Fact) -> Choice:
    says = KINDS[fact.kind].says.rstrip(".") if fact.kind in KINDS else fact.kind
    return Choice(fact.id, f"{fact.id}, {words.day(fact.on)}", says)


def _counts(deal: StoredDeal, method: str, values: Values, today: date) -> str:
    """The day it would count as given to everyone chosen; why it would not."""
    sent, to = _sent_on(values, today), _to(deal, values)
    typed = values.get("given-acknowledged", "")
    received = date.fromisoformat(typed) if isinstance(typed, str) and typed else None
    zone = deal.terms.agreement.time_zone
    try:
        context = in_force(
            deal.terms, deal.log, sent, end_of(sent, zone), deal.team.chosen
        ).context()
        if method not in context.terms.deemed_notice:
            return "the terms do not say when it is deemed given"
        each = tuple(
            NoticeDelivery.model_validate(
                {"to": t, "method": method, "on": sent, "acknowledged": received}
            )
            for t in to
        )
        fact = Fact.model_validate({"id": "ASKED", "kind": "asked", "on": sent, "given": each})
        on = deemed_given([EffectiveFact.of(fact)], to, context).on
    except (DaysError, ValueError):
        return "the deemed date cannot be computed"
    if on is not None:
        return f"deemed given {words.day(on)}"
    rule = context.terms.deemed_notice[method]
    if rule.valid and rule.needs_acknowledgement:
        return "deemed given once receipt is acknowledged"
    return "not valid: the agreement does not allow this method"


def _sent_on(values: Values, today: date) -> date:
    for name in ("given-on", "on"):
        typed = values.get(name, "")
        if isinstance(typed, str) and typed:
            return date.fromisoformat(typed)
    return today


def _to(deal: StoredDeal, values: Values) -> Sequence[str]:
    to = values.get("given-to", ())
    names = (to,) if isinstance(to, str) else tuple(to)
    return names or tuple(deal.terms.parties)[:1]
