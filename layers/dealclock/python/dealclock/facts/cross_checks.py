"""Names in a deal's team and events that must exist in its terms.

All are read from the unparsed data, so that they are reported along with every other problem.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from dealclock.agreement.references import unknown
from dealclock.facts.corrections import outcomes
from dealclock.facts.extendable import Extendable
from dealclock.facts.fact import Fact, is_fact_id
from dealclock.facts.kinds import KINDS
from dealclock.facts.names_in_terms import Outline, Waits
from dealclock.facts.terms_checks import not_covered
from dealclock.files import raw
from dealclock.files.source import Problem, Source, Where, nearest


def list_team_problems(source: Source, terms: Outline) -> Iterator[Problem]:
    """Problems: owners and targets that the terms do not know, and rehearsals that share an id."""
    for party in map(raw.slug, raw.record(source.data, "owners")):
        if party and terms.parties is not None and party not in terms.parties:
            yield unknown(source, ("owners", party), party, "a party of the terms", terms.parties)
    for duty in map(raw.slug, raw.record(source.data, "targets")):
        if duty and terms.undated is not None and duty not in terms.undated:
            yield unknown(source, ("targets", duty), duty, "an undated duty", terms.undated)
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


_LISTED, _COMPARED = 20, 200
_ONE = ("payment", "owed", "suspension")
"""What an event may be about only one of: it has its own amount, its own day."""


def _listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are: each of thousands of problems lists them."""
    more = len(names) - _LISTED
    return ", ".join((*names[:_LISTED], *([f"and {more} more"] if more > 0 else [])))


def _nearest(word: str, names: Sequence[str]) -> str:
    """The hint of `nearest`; "" among very many names, each of which would have to be compared."""
    return nearest(word, names) if len(names) <= _COMPARED else ""


class _Abouts:
    """What a fact of each kind may be about: instances of defaults or payments, or facts.

    `_facts` are the ids of facts first recorded, `_all_facts` whether all of them could be read.
    `_maybe` are instances that facts may open whose own kind was refused; `_any` the defaults of
    which any instance may be meant.
    """

    def __init__(self, terms: Outline, facts: Iterable[raw.Record]) -> None:
        self._terms = terms
        self._defaults: list[str] = []
        self._maybe: set[str] = set()
        self._any: set[str] = set()
        facts = list(facts)
        ids = [fact.get("id") for fact in facts]
        self._facts = [str(each) for each in ids if is_fact_id(each)]
        self._all_named = len(self._facts) == len(ids)
        opening = [(f.get("id"), f.get("kind")) for f in facts if f.get("corrects") is None]
        self._suspensions = self._suspended_by(opening)
        self._kinds = {
            str(fact): kind if isinstance(kind, str) and kind in terms.kinds else None
            for fact, kind in opening
            if is_fact_id(fact)
        }
        self._facts = [str(fact) for fact, _ in opening if is_fact_id(fact)]
        self._all_facts = len(self._facts) == len(opening)
        for lapse in terms.lapses or ():
            if lapse.plain:
                self._defaults.append(lapse.id)
            if lapse.by_fact and lapse.opened_by is None:
                self._any.add(lapse.id)
            for fact, kind in opening if lapse.opened_by else ():
                known = isinstance(kind, str) and kind in terms.kinds
                if known and kind != lapse.opened_by:
                    continue
                names = [f"{lapse.id}/{fact}{ending}" for ending in lapse.endings]
                if not is_fact_id(fact):
                    self._any.add(lapse.id)
                elif known:
                    self._defaults += names
                else:
                    self._maybe.update(names)

    def _suspended_by(self, opening: Iterable[tuple[object, object]]) -> list[str] | None:
        """The suspensions of the facts first recorded; None if there may be one more."""
        budgets, found = self._terms.suspensions, list[str]()
        if budgets is None:
            return None
        for fact, kind in opening:
            if not isinstance(kind, str) or kind not in self._terms.kinds:
                return None
            of = [name for name, begins_with in budgets.items() if begins_with == kind]
            if of and not is_fact_id(fact):
                return None
            found += [f"{name}/{fact}" for name in of]
        return found

    @property
    def defaults(self) -> list[str]:
        """The instances of defaults that the facts certainly allow."""
        return self._defaults

    def wrong_with(self, fact: raw.Record, about: str, *, several: bool) -> str | None:
        """What a fact of its kind may be about when `about` is not it, or None; `several`: it is
        about more than that, which only an event that satisfies each of them may be.
        """
        kind = str(fact.get("kind"))
        names = self._terms.kinds[kind]
        waiting = self._terms.waiting
        single = names.about_a in _ONE or names.about_kinds or kind not in (waiting or {})
        if several and single and waiting is not None:
            return f"an event of kind {kind} is about one thing; record one for each"
        if of := names.about_kinds:
            return None if self._waits_for(kind, about) else self._none_of(of, about)
        if names.names_instance:
            return self._not_waiting(kind, about)
        if self._waits_for(kind, about):
            return None
        if names.about_a == "fact":
            return self._no_fact(about)
        if names.about_a == "suspension":
            return self._no_suspension(about)
        if names.about_a == "instance":
            # A fact that satisfies nothing, such as a consent, may be about anything.
            satisfies = self._terms.waiting is not None and kind in self._terms.waiting
            return self._not_waiting(kind, about) if satisfies else None
        if names.about_a == "owed":
            return self._not_owed(kind, about, alone=fact.get("holder") is not None)
        payments = self._terms.payments
        if payments is not None and kind in payments:
            return self._no_payment(payments[kind], about)
        if payments is None and kind not in self._terms.notices:
            return None  # it may be what meets a payment that could not be read
        name, _, opened = about.partition("/")
        may_be = about in self._maybe or (opened and name in self._any)
        if self._terms.lapses is None or may_be or about in self._defaults:
            return None
        known = _listed(self._defaults) or "none"
        hint = _nearest(about, self._defaults)
        return f"defaults these terms and facts can have: {known}.{hint}"

    def _waits_for(self, kind: str, about: str) -> bool:
        """Whether an instance of the terms, by its name, waits for an event of a kind."""
        name, _, opened = about.partition("/")
        for waits in (self._terms.waiting or {}).get(kind, ()):
            if waits.id == name:
                if waits.of_default:
                    return opened.partition("/step/")[0] in (*self._defaults, *self._maybe)
                if waits.of_days and raw.day(opened) is not None:
                    return True
                return opened in self._opening(waits) if waits.opened_by else not opened
        lapse = not opened and any(each.id == name for each in self._terms.lapses or ())
        return lapse and self._terms.kinds[kind].names_instance

    def _opening(self, waits: Waits) -> list[str]:
        """The facts that open an instance of a waiting provision."""
        kinds = (*waits.opened_by, None)
        return [fact for fact, kind in self._kinds.items() if kind in kinds]

    def _not_waiting(self, kind: str, about: str) -> str | None:
        """What an event of a kind can satisfy when `about` is not it, or None."""
        if self._terms.waiting is None or self._waits_for(kind, about) or not self._all_named:
            return None
        waiting = self._terms.waiting.get(kind, ())
        if not waiting:
            return f"{kind} satisfies nothing of these terms; leave about out"
        known: list[str] = []
        for each in waiting:
            opened = [f"{each.id}/{fact}" for fact in self._opening(each)]
            known += opened if each.opened_by else [each.id]
        listed = _listed(known) or f"none yet of {', '.join(each.id for each in waiting)}"
        return f"name what a {kind} satisfies: {listed}.{_nearest(about, known)}"

    def _no_fact(self, about: str) -> str | None:
        if about in self._facts or not self._all_named:
            return None  # it may be one whose id could not be read
        return f"name a fact that is recorded.{_nearest(about, self._facts)}"

    def _none_of(self, kinds: Sequence[str], about: str) -> str | None:
        """The events of these kinds when `about` is none of them, or None."""
        known = [fact for fact, kind in self._kinds.items() if kind in kinds]
        if self._kinds.get(about, kinds[0]) in kinds and (about in known or not self._all_named):
            return None
        named = f"name the event it is about, of kind {' or '.join(kinds)}"
        if not known:
            return f"{named}: none is recorded; leave about out"
        return f"{named}: {_listed(known)}.{_nearest(about, known)}"

    def _no_suspension(self, about: str) -> str | None:
        known = self._suspensions
        if known is None or about in (*known, *(each.partition("/")[2] for each in known)):
            return None
        named = f"name the suspension it is of: {_listed(known) or 'none is recorded'}"
        return f"{named}.{_nearest(about, known)}"

    def _not_owed(self, kind: str, about: str, *, alone: bool) -> str | None:
        """What an extension or waiver may be about when `about` is not it, or None.

        `alone`: it is one Holder's own, which may give up its own payment.
        """
        name, owed = about.partition("/")[0], self._terms.owed
        if owed is None or self._terms.lapses is None:
            return None
        lapses = {lapse.id for lapse in self._terms.lapses}
        if name in lapses:
            return self._no_lapse(kind, about, owed)
        if name not in owed:
            dated = [each.id for each in owed.values() if not each.why_not or each.opened_by]
            listed = _some((*dated, *lapses), name)
            return f"give an instance of one of {listed}.{nearest(name, dated)}"
        rule = owed[name]
        if rule.paid:
            return self._no_payment(name, about) if alone else rule.why_not
        known, opened = self._instances_of(rule), about.partition("/")[2]
        if known is None or about in known or (rule.of_defaults and self._is_step(about, known)):
            return None
        if rule.of_days and raw.day(opened) is not None:
            return None
        if rule.why_not and (opened in self._kinds or not rule.opened_by):
            return rule.why_not
        known = known or [i for each in owed.values() for i in self._instances_of(each) or ()]
        return f"there is no {about}; name one of {_some(known, about)}.{_nearest(about, known)}"

    def _no_lapse(self, kind: str, about: str, owed: Mapping[str, Extendable]) -> str | None:
        """Why an extension or waiver of a default is not possible, or None."""
        name = about.partition("/")[0]
        if kind == "extension":
            whose = next((each.id for each in owed.values() if each.lapse == name), "")
            instead = f"name the obligation that lapses into it, {whose}" if whose else "waive it"
            return f"an extension moves a due date, and a default has none; {instead}"
        if about in self._defaults or about in self._maybe or name in self._any:
            return None
        known = [each for each in self._defaults if each.partition("/")[0] == name]
        listed = _some(known or self._defaults, about)
        return f"there is no {about}; name one of {listed}.{_nearest(about, known)}"

    def _instances_of(self, rule: Extendable) -> list[str] | None:
        """The instances of a rule that may be named; None if all cannot be known."""
        if rule.of_lots:
            return [f"{rule.id}/{lot}" for lot in self._terms.lots or ()]
        if not self._all_named or (rule.lapse and rule.lapse in self._any):
            return None
        if rule.of_defaults:
            return None if self._any else [f"{rule.id}/{each}" for each in self._defaults]
        if rule.once:
            return [rule.id]
        if rule.lapse and not rule.opened_by:
            of = (each.partition("/") for each in (*self._defaults, *self._maybe))
            return [f"{rule.id}/{opened}" for lapse, _, opened in of if lapse == rule.lapse]
        kinds = (*rule.opened_by, None)
        facts = [fact for fact, kind in self._kinds.items() if kind in kinds]
        return [*rule.also, *(f"{rule.id}/{fact}" for fact in facts)]

    @staticmethod
    def _is_step(about: str, known: Sequence[str]) -> bool:
        """Whether it is the notice of a later rise of a default's rate."""
        return about.partition("/step/")[0] in known

    def _no_payment(self, payment: str, about: str) -> str | None:
        form = f"give a payment as {payment}/YYYY-MM-DD, its date an Interest Payment Date"
        name, _, day = about.partition("/")
        try:
            found = date.fromisoformat(day)
        except ValueError:
            return form
        days = self._terms.payment_days
        on_one = days is None or (found.month, found.day) in days
        return None if name == payment and on_one else form


_SHOWN = 7


def _some(known: Sequence[str], given: str) -> str:
    """The names that may be given, at most seven, the nearest first."""
    return ", ".join(difflib.get_close_matches(given, known, n=_SHOWN, cutoff=0)) or "none yet"


def not_stated(facts: Iterable[Fact], file: str) -> Iterator[str]:
    """A warning for each such fact in effect, with what it means and how to fix it; `facts` are in
    the order recorded, and `file` names where they come from.
    """
    every = tuple(facts)
    over = outcomes(every)
    for fact in every:
        for name in KINDS[fact.kind].asks if fact.kind in KINDS else ():
            if getattr(fact, name) is None and fact.id not in over:
                yield (
                    f"WARNING: {fact.id} ({fact.kind}, {fact.on.isoformat()}) in {file} gives no "
                    f"{name}. The amount paid is shown as not stated, and unpaid amounts do not "
                    f"deduct it. Give its {name}; if it is already recorded, record a correction."
                )
