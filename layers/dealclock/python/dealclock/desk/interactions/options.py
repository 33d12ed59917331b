"""The options in the form's fields for one deal, and when a notice is deemed given."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from operator import itemgetter

from dealclock.alerts.alert import Alert
from dealclock.alerts.gravity import Gravity, gravest_first, gravity
from dealclock.alerts.response_options import default_of
from dealclock.desk.respond import met_by
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Item, Obligation
from dealclock.engine.look import Look
from dealclock.engine.notices.deemed import deemed_given
from dealclock.errors import RefusedError
from dealclock.facts.cross_checks import may_be_about
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import KINDS, kinds_of, menu, what_happened
from dealclock.facts.log import EffectiveFact, end_of
from dealclock.facts.names_in_terms import outline
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.messages import words
from dealclock.messages.event_form import Groups, event_fields
from dealclock.messages.form import Choice, Field, Values
from dealclock.messages.status_words import status_word
from dealclock.people.people import People, Person, action_of, may
from dealclock.records import record
from dealclock.store import StoredDeal
from dealclock.terms.terms import Terms

_OF_HOLDERS = ("holder", "to", "lot", "shares")
_METHODS = ("hand", "fax", "telex", "courier", "mail", "e-mail")


CONCLUSIONS: Mapping[str, FactKind] = {"confirm": KINDS[CONFIRMED], "dispute": KINDS[DISPUTED]}
"""The kind of event that each act on a possible default records."""


@record
class AlertEvent:
    """An event that an act on an alert records: its kind, what it is about, "" for nothing."""

    kind: FactKind
    about: str

    @property
    def concludes(self) -> bool:
        """Whether it confirms or disputes a default."""
        return self.kind in CONCLUSIONS.values()

    def may_record(self, person: Person, people: People) -> bool:
        """Whether the person may record such an event."""
        return may(person, action_of(self.kind.id, None, ()), people)


def event_of(
    act: str, instance: str, alerts: Iterable[Alert], deal: StoredDeal, assessment: Assessment
) -> AlertEvent | None:
    """The event that an act on an instance records; None if there is none, or if it is not clear
    what it is about.

    A conclusion is about a default of the post, possible ones first.
    """
    if act in CONCLUSIONS:
        own = instance if assessment.default(instance) else ""
        name = default_of(alerts, assessment) or own
        return AlertEvent(CONCLUSIONS[act], name) if name else None
    kind = satisfying(deal, instance, assessment)
    about = subject(deal, kind, instance, assessment) if kind else None
    return AlertEvent(kind, about) if kind and about is not None else None


def fields_for(
    deal: StoredDeal,
    kind: FactKind,
    values: Values,
    assessment: Assessment,
    *,
    previewed: bool = False,
) -> tuple[Field, ...]:
    """The fields of the form for an event of a kind, as of the deal's day."""
    today, notice = assessment.as_of, "given" in (*kind.needs, *kind.may)
    parties = [Choice(i, p.as_defined) for i, p in deal.terms.parties.items()]
    choices: dict[str, Groups] = {
        "lot": [("", [Choice(lot.id, lot.id) for lot in deal.terms.securities])],
        "about": abouts(deal, kind, assessment),
    }
    if notice:
        choices |= {
            "given-to": [("", parties)],
            "given-method": [("", methods(deal, values, today))],
        }
    if not has_holders(deal.terms):
        own = tuple(detail for detail in kind.may if detail not in _OF_HOLDERS)
        kind = replace(kind, may=own)
    return tuple(
        event_fields(
            kind,
            today,
            choices,
            deemed=deemed(deal, values, today) if notice else "",
            holders=holders(deal, assessment),
            previewed=previewed,
        )
    )


def has_holders(terms: Terms) -> bool:
    """Whether the terms have Holders: securities, or a party of that id."""
    return bool(terms.securities) or not terms.parties.keys().isdisjoint(("holder", "holders"))


def addressees(deal: StoredDeal, kind: str) -> tuple[str, ...]:
    """The addressees the terms require for such a notice; () if they name none."""
    for rule in deal.terms.provisions:
        if kind in (getattr(rule, "met_by", None), getattr(rule, "begins_with", None)):
            to = getattr(rule, "to", ())
            if to and all(t in deal.terms.parties for t in to):
                return tuple(to)
    return ()


def methods(deal: StoredDeal, values: Values, today: date) -> list[Choice]:
    """The methods of delivery, each with the date a notice so sent is deemed given."""
    allowed = tuple(m for m in _METHODS if m in deal.terms.deemed_notice) or _METHODS
    return [Choice(m, m, _deemed_words(deal, m, values, today)) for m in allowed]


def deemed(deal: StoredDeal, values: Values, today: date) -> str:
    """When the notice in the fields is deemed given, "" before a method is chosen."""
    method = values.get("given-method", "")
    if not isinstance(method, str) or not method:
        return ""
    sent = sent_on(values, today)
    return f"By {method} on {words.day(sent)}: {_deemed_words(deal, method, values, today)}."


_FIRST = "Satisfies what is open"


def kinds(deal: StoredDeal, assessment: Assessment) -> list[tuple[str, list[Choice]]]:
    """The kinds of event the deal's terms use, in groups.

    First those that satisfy what is open, the gravest item first, each with that item.
    """
    satisfies: dict[str, str] = {}
    for instance, says in _open_items(assessment):
        kind = satisfying(deal, instance, assessment)
        if kind is not None:
            satisfies.setdefault(kind.id, says)
    used = list(menu(deal.terms))
    known = {kind.id: kind for _, kinds in used for kind in kinds}
    first = (_kind_choice(known[k], says) for k, says in satisfies.items() if k in known)
    found = _group(_FIRST, first)
    for heading, kinds in used:
        found += _group(heading, (_kind_choice(k, k.id) for k in kinds if k.id not in satisfies))
    return found


def _open_items(a: Assessment) -> Iterator[tuple[str, str]]:
    """Each open item with its status, the gravest first; of a default, what lapsed."""
    items: tuple[Item, ...] = (*a.defaults, *a.obligations, *a.windows)
    for item in gravest_first(each for each in items if gravity(each) is not Gravity.OVER):
        name = item.lapsed if isinstance(item, Default) else item.instance
        part = a.obligation(name) or a.window(name)
        if part is not None:
            on = part.due if isinstance(part, Obligation) else part.closes
            yield name, f"{part.title}: {status_word(part, a.as_of)}, {words.day(on)}"


def _kind_choice(kind: FactKind, more: str) -> Choice:
    return Choice(kind.id, kind.description.rstrip("."), more)


def holders(deal: StoredDeal, assessment: Assessment) -> list[str]:
    """At most 12 Holders named in the facts so far, the most recent first."""
    named = (n for f in reversed(_so_far(deal, assessment)) for n in (f.holder, f.to) if n)
    return list(dict.fromkeys(named))[:12]


def satisfying(deal: StoredDeal, instance: str, assessment: Assessment) -> FactKind | None:
    """The kind of fact that satisfies an instance, or cures a default; None if there is none."""
    default = assessment.default(instance)
    rule = (default.lapsed if default else instance).partition("/")[0]
    return kinds_of(deal.terms).get(met_by(rule, deal))


def subject(deal: StoredDeal, kind: FactKind, instance: str, assessment: Assessment) -> str | None:
    """What a fact that satisfies the instance is about; "" for nothing, None if not clear."""
    offered = {c.value for _, choices in abouts(deal, kind, assessment) for c in choices}
    default = assessment.default(instance)
    named = [instance, default.lapsed if default else "", instance.partition("/")[2]]
    found = next((name for name in named if name and name in offered), "")
    return found if found or "about" not in kind.needs else None


def abouts(
    deal: StoredDeal, kind: FactKind, assessment: Assessment
) -> list[tuple[str, list[Choice]]]:
    """What a fact of the kind may be about, in groups; open items first."""
    if kind.about_kinds:
        facts = (f for f in reversed(_so_far(deal, assessment)) if f.kind in kind.about_kinds)
        return _group("Events", _fact_choices(facts, deal.terms))
    if kind.names_instance:
        return _group("Open obligations it can satisfy", _waiting(deal, kind, assessment))
    if "about" not in (*kind.needs, *kind.may):
        return []
    terms = outline(deal.terms.model_dump())
    payments = [each.id for each in terms.waiting.get(kind.id, ()) if each.pays]
    if kind.about_a == "fact":
        so_far = reversed(_so_far(deal, assessment))
        return _group("Facts", _fact_choices(so_far, deal.terms))
    if kind.about_a == "suspension":
        return _group("Suspension Notices", _suspensions(deal, assessment))
    if payments:
        instances = (o.instance for o in assessment.obligations)
        days = [i for i in instances if i.startswith(f"{payments[0]}/")]
        return _group("Payments", (Choice(i, i) for i in days))
    titles = {d.instance: d.title for d in assessment.defaults}
    defaults = list(may_be_about(terms, _so_far(deal, assessment)))
    first = [i for i in defaults if i in titles]
    rest = [i for i in defaults if i not in titles]
    default_groups = _group(
        words.of_defaults(deal.terms), (Choice(i, i, titles.get(i, "")) for i in first)
    )
    if kind.about_a == "default":
        later = (Choice(i, i, "not assessed as of today") for i in rest)
        return [*default_groups, *_group("Not possible defaults today", later)]
    obligations = sorted(assessment.obligations, key=lambda o: (not o.is_open, o.due))
    groups = [*default_groups, *_group("Obligations", _titled(obligations))]
    if kind.about_a == "instance":
        groups += _group("Windows", _titled(assessment.windows))
        groups += _group("Duties without a date", _titled(assessment.duties))
    return groups


def _titled(items: Iterable[Item]) -> Iterator[Choice]:
    return (Choice(each.instance, each.instance, each.title) for each in items)


def _suspensions(deal: StoredDeal, assessment: Assessment) -> Iterator[Choice]:
    """The suspension of each notice, in effect or pending; the most recent first."""
    for fact in reversed(_so_far(deal, assessment)):
        for state in deal.terms.limited_states:
            if fact.kind in state.begins and fact.corrects is None:
                name = f"{state.id}/{fact.id}"
                yield Choice(name, name, f"{state.title}, notice of {words.day(fact.on)}")


def _waiting(deal: StoredDeal, kind: FactKind, assessment: Assessment) -> Iterator[Choice]:
    """The instances that wait for such an event, those still open first."""
    waiting = outline(deal.terms.model_dump()).waiting or {}
    rules = {item.id for item in waiting.get(kind.id, ())}
    parts: list[tuple[bool, Item]] = [
        *((not o.is_open, o) for o in assessment.obligations),
        *((not d.is_open, d) for d in assessment.duties),
        *((w.done_on is not None, w) for w in assessment.windows),
    ]
    return _titled(each for _, each in sorted(parts, key=itemgetter(0)) if each.id in rules)


def _so_far(deal: StoredDeal, assessment: Assessment) -> list[Fact]:
    """The facts that happened and were recorded by then; a rehearsal's file also has later ones."""
    known_at, recorded_at = assessment.known_at, deal.log.recorded_at
    return [f for f in deal.log.facts if f.on <= assessment.as_of and recorded_at(f) <= known_at]


def events(deal: StoredDeal, assessment: Assessment) -> list[Choice]:
    """The events recorded so far, without their corrections; the last ones first."""
    so_far = reversed(_so_far(deal, assessment))
    first = (fact for fact in so_far if fact.corrects is None)
    return list(_fact_choices(first, deal.terms))


def _group(heading: str, choices: Iterator[Choice]) -> list[tuple[str, list[Choice]]]:
    unique = list({c.value: c for c in choices}.values())
    return [(heading, unique)] if unique else []


def _fact_choices(facts: Iterable[Fact], terms: Terms) -> Iterator[Choice]:
    for fact in facts:
        yield Choice(fact.id, f"{fact.id}, {words.day(fact.on)}", what_happened(fact.kind, terms))


def _deemed_words(deal: StoredDeal, method: str, values: Values, today: date) -> str:
    """The date a notice is deemed given to all addressees, or why it is not, in words."""
    sent, to = sent_on(values, today), _to(deal, values)
    received = _day(values, "given-acknowledged")
    zone = deal.terms.agreement.time_zone
    try:
        context = Look(deal.terms, deal.log, sent, end_of(sent, zone), deal.team.chosen).context()
        if method not in context.terms.deemed_notice:
            return "the terms do not say when it is deemed given"
        deliveries = tuple(
            NoticeDelivery.model_validate(
                {"to": t, "method": method, "on": sent, "acknowledged": received}
            )
            for t in to
        )
        fact = Fact.model_validate(
            {"id": "ASKED", "kind": "asked", "on": sent, "given": deliveries}
        )
        day = deemed_given([EffectiveFact.of(fact)], to, context).on
    except (RefusedError, ValueError):
        return "the deemed date cannot be computed"
    if day is not None:
        return f"deemed given {words.day(day)}"
    rule = context.terms.deemed_notice[method]
    if rule.valid and rule.needs_acknowledgement:
        return "deemed given once receipt is acknowledged"
    return "not valid: the agreement does not allow this method"


def sent_on(values: Values, today: date) -> date:
    """The day a notice was sent, as far as the form says; today otherwise."""
    return _day(values, "given-on") or _day(values, "on") or today


def _day(values: Values, name: str) -> date | None:
    """The date in a field; None without one, or for what is typed and is no date."""
    try:
        return date.fromisoformat(str(values.get(name, "")))
    except ValueError:
        return None


def _to(deal: StoredDeal, values: Values) -> Sequence[str]:
    to = values.get("given-to", ())
    names = (to,) if isinstance(to, str) else tuple(to)
    return names or tuple(deal.terms.parties)[:1]
