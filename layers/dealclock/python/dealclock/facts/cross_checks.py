"""Names in a deal's team and events that must exist in its terms.

All are read from the unparsed data, so that they are reported along with every other problem.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from dealclock.errors import Problem
from dealclock.facts.corrections import outcomes
from dealclock.facts.fact import Fact, is_fact_id
from dealclock.facts.kinds import KINDS
from dealclock.facts.names_in_terms import NamedItem, Outline
from dealclock.facts.terms_checks import not_covered
from dealclock.files import raw
from dealclock.files.source import Source, Where, few, nearest
from dealclock.terms.references import unknown

ANSWERS_FOR_ALL = "company"
"""Who has owners in every team, a party of the terms or not: they answer for what no other owes."""


def list_team_problems(source: Source, terms: Outline) -> Iterator[Problem]:
    """Problems: owners and targets that the terms do not know, targets in hours, and
    rehearsals that share an id.
    """
    for party in map(raw.slug, raw.record(source.data, "owners")):
        if party and terms.parties is not None and party not in (*terms.parties, ANSWERS_FOR_ALL):
            yield unknown(source, ("owners", party), party, "a party of the terms", terms.parties)
    targets = raw.record(source.data, "targets")
    for duty in map(raw.slug, targets):
        if duty and terms.undated is not None and duty not in terms.undated:
            yield unknown(source, ("targets", duty), duty, "an undated duty", terms.undated)
        if duty and raw.record(targets, duty).get("unit") == "hours":
            yield source.problem(("targets", duty, "unit"), "hours", "give days or longer")
    ids = [terms.id] if terms.id else []
    for i, rehearsal in enumerate(raw.records(source.data, "rehearsals")):
        given = raw.slug(rehearsal.get("id"))
        if given in ids:
            yield source.problem(
                ("rehearsals", i, "id"), given, "give each rehearsal an id of its own"
            )
        ids += [given] if given else []


def list_fact_problems(
    source: Source, terms: Outline, before: Iterable[Fact] = ()
) -> Iterator[Problem]:
    """Problems: facts that name what the terms do not hold; `before` are facts recorded earlier."""
    facts = raw.records(source.data, "facts")
    earlier: list[raw.Record] = [dict(fact) for fact in before]
    abouts = _Abouts(terms, [*earlier, *facts])
    for i, fact in enumerate(facts):
        here: Where = ("facts", i)
        yield from _day(source, fact, (*here, "on"))
        yield from _word(source, fact, (*here, "lot"), "a lot of the terms", terms.lots)
        kind, about = fact.get("kind"), fact.get("about")
        names = about if isinstance(about, list | tuple) else [about]
        # What a fact of an unknown kind may be about cannot be determined.
        for name in names if isinstance(kind, str) and kind in terms.kinds else ():
            several = len(names) > 1
            if isinstance(name, str) and (wrong := abouts.wrong_with(fact, name, several=several)):
                yield source.problem((*here, "about"), name, wrong)
        for j, given in enumerate(raw.records(fact, "given")):
            there: Where = (*here, "given", j)
            yield from _word(source, given, (*there, "to"), "a party of the terms", terms.parties)
            yield from _day(source, given, (*there, "on"))
            yield from _day(source, given, (*there, "acknowledged"))


def list_future_events(source: Source, today: date) -> Iterator[Problem]:
    """Problems: days after today on which an event is said to have happened, or a notice to have
    been sent or received; an event of basis hypothetical may be assumed for any day.
    """
    instead = (
        f"give the day it happened, up to {today.isoformat()}; for an event that is only assumed, "
        "add basis: hypothetical"
    )
    for i, fact in enumerate(raw.records(source.data, "facts")):
        if fact.get("basis") == "hypothetical":
            continue
        places: list[tuple[Where, raw.Record]] = [(("facts", i), fact)]
        given = enumerate(raw.records(fact, "given"))
        places += [(("facts", i, "given", j), delivery) for j, delivery in given]
        for where, part in places:
            for key in ("on", "acknowledged"):
                day = raw.day(part.get(key))
                if day is not None and day > today:
                    yield source.problem((*where, key), day, instead)


def may_be_about(terms: Outline, before: Iterable[Fact]) -> tuple[str, ...]:
    """The defaults that a fact can be about, by the facts recorded before it."""
    return tuple(_Abouts(terms, [dict(fact) for fact in before]).defaults)


def _day(source: Source, part: raw.Record, where: Where) -> Iterator[Problem]:
    day = raw.day(part.get(where[-1]))
    if day is not None:
        yield from not_covered(source, where, day)


def _word(
    source: Source, part: raw.Record, where: Where, what: str, known: Iterable[str] | None
) -> Iterator[Problem]:
    word = raw.slug(part.get(where[-1]))
    if word is not None and known is not None and word not in known:
        yield unknown(source, where, word, what, known)


_ONE = ("payment", "owed", "suspension")
"""What an event may be about only one of: it has its own amount, its own day."""


class _Abouts:
    """What an event of each kind may be about: an instance of an item or a default, or an event.

    An event whose kind is refused may open any instance; one whose id is, an instance of any name.
    """

    def __init__(self, terms: Outline, facts: Iterable[raw.Record]) -> None:
        self._terms = terms
        facts = list(facts)
        self._all_named = all(is_fact_id(fact.get("id")) for fact in facts)
        first = [fact for fact in facts if fact.get("corrects") is None]
        self._kinds = {
            str(name): kind if isinstance(kind, str) and kind in terms.kinds else None
            for name, kind in ((fact.get("id"), fact.get("kind")) for fact in first)
            if is_fact_id(name)
        }
        self._known: dict[NamedItem, Mapping[str, None]] = {}
        self._lists: dict[object, Sequence[str]] = {}
        self.defaults: list[str] = []
        self.defaults = list(dict.fromkeys(n for of in terms.defaults for n in self._names(of)))
        """The instances of defaults that the facts allow."""

    def _names(self, item: NamedItem) -> Iterator[str]:
        """The names of the instances of an item, but for those of days."""
        if item.once:
            yield item.id
        yield from (f"{item.id}/{name}" for name in item.also)
        for of, ending in item.opened_by:
            for name, kind in self._kinds.items():
                if kind in (of, None) or of not in self._terms.kinds:
                    yield f"{item.id}/{name}{ending}"
        for default in self.defaults if item.of_defaults else ():
            yield f"{item.id}/{default}"

    def _shown(self, item: NamedItem) -> list[str]:
        """The same for a message, with the form of those of days."""
        return [*self._names(item), *([f"{item.id}/YYYY-MM-DD"] if item.of_days else [])]

    def _once(self, key: object, names: Iterable[str]) -> Sequence[str]:
        """The names listed for a key, which thousands of problems share."""
        if key not in self._lists:
            self._lists[key] = list(names)
        return self._lists[key]

    def _has(self, item: NamedItem, about: str) -> bool:
        """Whether an instance of an item may have a name."""
        name, _, opened = about.partition("/")
        if name != item.id:
            return item.once and about == item.lapse
        if item.refused:
            return True
        if item.of_days and (day := raw.day(opened)):
            days = self._terms.payment_days if item.pays else None
            return days is None or (day.month, day.day) in days
        if opened and not self._all_named:
            return not item.of_days
        if item.of_defaults:  # also the notice of a later rise of its rate
            about = about.partition("/step/")[0]
        if item not in self._known:
            self._known[item] = dict.fromkeys(self._names(item))
        return about in self._known[item]

    def wrong_with(self, fact: raw.Record, about: str, *, several: bool) -> str | None:
        """What a fact of its kind may be about when `about` is not it, or None; `several`: it is
        about more than that, which only an event that satisfies each of them may be.
        """
        kind = str(fact.get("kind"))
        of = self._terms.kinds[kind]
        waits = self._terms.waiting.get(kind, ())
        if several and self._terms.whole and (of.about_a in _ONE or of.about_kinds or not waits):
            return f"an event of kind {kind} is about one thing; record one for each"
        if any(self._has(each, about) for each in waits):
            return None
        if of.about_kinds or of.about_a == "fact":
            return self._no_event(of.about_kinds, about)
        if self._terms.items is None or (of.about_a == "payment" and not self._terms.whole):
            return None
        if of.names_instance:
            lapses = {each.id for each in self._terms.defaults}
            return None if about in lapses else self._not_waiting(kind, about)
        if of.about_a == "suspension":
            return self._no_suspension(about)
        if of.about_a == "instance":
            # A fact that satisfies nothing, such as a consent, may be about anything.
            return self._not_waiting(kind, about) if waits else None
        if of.about_a == "owed":
            return self._not_owed(kind, about, alone=fact.get("holder") is not None)
        if pays := next((each.id for each in waits if each.pays), None):
            return _as_payment(pays)
        if about.partition("/")[0] in self._terms.items and not self._terms.whole:
            return None
        if any(self._has(each, about) for each in self._terms.defaults):
            return None
        known = few(self.defaults, about)
        hint = nearest(about, self.defaults)
        return f"defaults these terms and facts can have: {known}.{hint}"

    def _not_waiting(self, kind: str, about: str) -> str | None:
        """What an event of a kind can satisfy when `about` is not it, or None."""
        if not (self._all_named and self._terms.whole):
            return None
        waiting = self._terms.waiting.get(kind, ())
        if not waiting:
            return f"{kind} satisfies nothing of these terms; leave about out"
        known = self._once(kind, (name for each in waiting for name in self._shown(each)))
        listed = few(known, about, f"none yet of {few(each.id for each in waiting)}")
        return f"name what a {kind} satisfies: {listed}.{nearest(about, known)}"

    def _no_event(self, kinds: Sequence[str], about: str) -> str | None:
        """The events, of these kinds if any are given, when `about` is none of them, or None."""
        if about in self._kinds and (not kinds or self._kinds[about] in kinds):
            return None
        if about not in self._kinds and not self._all_named:
            return None
        known = self._once(
            kinds, (name for name, kind in self._kinds.items() if not kinds or kind in kinds)
        )
        hint = nearest(about, known)
        if not kinds:
            return f"name an event that is recorded.{hint}"
        listed = f"{few(known, about)}.{hint}" if known else "none is recorded; leave about out"
        return f"name the event it is about, of kind {few(kinds, apart=' or ')}: {listed}"

    def _no_suspension(self, about: str) -> str | None:
        states = self._terms.suspensions.items()
        known = [
            f"{state}/{name}"
            for name, kind in self._kinds.items()
            for state, kinds in states
            if kind is None or kind in kinds
        ]
        named = (*known, *(each.partition("/")[2] for each in known))
        if about in named or not (self._all_named and self._terms.whole):
            return None
        listed = few(known, about, "none is recorded")
        return f"name the suspension it is of: {listed}.{nearest(about, known)}"

    def _not_owed(self, kind: str, about: str, *, alone: bool) -> str | None:
        """What an extension or waiver may be about when `about` is not it, or None.

        `alone`: it is one Holder's own, which may give up its own payment.
        """
        name, _, opened = about.partition("/")
        items = self._terms.items or {}
        lapses = dict.fromkeys(each.id for each in self._terms.defaults)
        if name in lapses:
            return self._no_lapse(kind, about, items)
        if name not in items:
            dated = [each.id for each in items.values() if not each.fixed or each.opened_by]
            listed = few((*dated, *lapses), name, "none yet")
            return f"give an instance of one of {listed}.{nearest(name, dated)}"
        item = items[name]
        if item.pays and not alone:
            return item.fixed
        if self._has(item, about):
            return None
        if item.pays:
            return _as_payment(name)
        if item.fixed and (opened in self._kinds or not item.opened_by):
            return item.fixed
        known = self._shown(item) or [n for each in items.values() for n in self._names(each)]
        listed = few(known, about, "none yet")
        return f"there is no {about}; name one of {listed}.{nearest(about, known)}"

    def _no_lapse(self, kind: str, about: str, items: Mapping[str, NamedItem]) -> str | None:
        """Why an extension or waiver of a default is not possible, or None."""
        name = about.partition("/")[0]
        if kind == "extension":
            whose = next((each.id for each in items.values() if each.lapse == name), "")
            instead = f"name the obligation that lapses into it, {whose}" if whose else "waive it"
            return f"an extension moves a due date, and a default has none; {instead}"
        if any(self._has(each, about) for each in self._terms.defaults):
            return None
        known = [each for each in self.defaults if each.partition("/")[0] == name]
        listed = few(known or self.defaults, about, "none yet")
        return f"there is no {about}; name one of {listed}.{nearest(about, known)}"


def _as_payment(name: str) -> str:
    return f"give a payment as {name}/YYYY-MM-DD, YYYY-MM-DD being its payment date"


def not_stated(facts: Iterable[Fact]) -> Iterator[tuple[str, str]]:
    """Each fact in effect that leaves out what a form asks for, by its id, with what that means and
    how to fix it; `facts` are in the order recorded.
    """
    every = tuple(facts)
    over = outcomes(every)
    for fact in every:
        for name in KINDS[fact.kind].asks if fact.kind in KINDS else ():
            if getattr(fact, name) is None and fact.id not in over:
                says = (
                    f"{fact.id} ({fact.kind}, {fact.on.isoformat()}) gives no {name}. The amount "
                    "paid is shown as not stated, and unpaid amounts do not deduct it. Give its "
                    f"{name}; if it is already recorded, record a correction."
                )
                yield fact.id, says
