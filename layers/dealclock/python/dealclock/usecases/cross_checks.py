"""Words in a deal's team and facts that must name things of its terms."""

from collections.abc import Iterable, Iterator
from datetime import date

from dealclock.agreement.provisions import Deadline, Outage, Payment
from dealclock.agreement.source import Problem, Source, Where, nearest
from dealclock.agreement.terms import Terms
from dealclock.alerts.team import Team
from dealclock.facts.fact import Fact, FactsFile
from dealclock.usecases.problems import not_covered, unknown


def wrong_in_team(team: Team, terms: Terms, source: Source) -> Iterator[Problem]:
    """Owners of parties the terms do not know, and rehearsals that share an id."""
    for party in team.owners:
        if party not in terms.parties:
            yield unknown(source, ("owners", party), party, "a party of the terms", terms.parties)
    ids = [terms.id]
    for i, rehearsal in enumerate(team.rehearsals):
        if rehearsal.id in ids:
            yield source.problem(
                ("rehearsals", i, "id"), rehearsal.id, "give each rehearsal an id of its own"
            )
        ids.append(rehearsal.id)


def wrong_in_facts(
    file: FactsFile, terms: Terms, source: Source, before: Iterable[Fact] = ()
) -> Iterator[Problem]:
    """Facts that name what the terms do not hold; `before` are facts recorded earlier."""
    abouts = _Abouts(terms, (*before, *file.facts))
    lots = [lot.id for lot in terms.securities]
    for i, fact in enumerate(file.facts):
        here: Where = ("facts", i)
        yield from not_covered(source, (*here, "on"), fact.on)
        if fact.lot is not None and fact.lot not in lots:
            yield unknown(source, (*here, "lot"), fact.lot, "a lot of the terms", lots)
        if fact.about is not None and (wrong := abouts.wrong_with(fact.kind, fact.about)):
            yield source.problem((*here, "about"), fact.about, wrong)
        for j, given in enumerate(fact.given):
            there: Where = (*here, "given", j)
            if given.to not in terms.parties:
                what = "a party of the terms"
                yield unknown(source, (*there, "to"), given.to, what, terms.parties)
            yield from not_covered(source, (*there, "on"), given.on)
            if given.acknowledged is not None:
                yield from not_covered(source, (*there, "acknowledged"), given.acknowledged)


class _Abouts:
    """What a fact of each kind may be about: instances of defaults, or of payments."""

    def __init__(self, terms: Terms, facts: tuple[Fact, ...]) -> None:
        self._payments = {p.met_by: p.id for p in terms.all_of(Payment)}
        self._dates = terms.indenture.interest_payment_dates
        self._defaults = [d.on_lapse.id for d in terms.all_of(Deadline) if d.on_lapse]
        for rule in terms.all_of(Outage):
            opened = [f.id for f in facts if f.kind == rule.opened_by and f.corrects is None]
            self._defaults += [f"{rule.on_lapse.id}/{fact}" for fact in opened]

    def wrong_with(self, kind: str, about: str) -> str | None:
        """What a fact of `kind` may be about when `about` is not it, or None."""
        if kind not in self._payments:
            if about in self._defaults:
                return None
            known = ", ".join(self._defaults) or "none"
            hint = nearest(about, self._defaults)
            return f"defaults these terms and facts can have: {known}.{hint}"
        payment = self._payments[kind]
        form = f"give a payment as {payment}/YYYY-MM-DD, its date an Interest Payment Date"
        name, _, day = about.partition("/")
        try:
            found = date.fromisoformat(day)
        except ValueError:
            return form
        on = [(d.month, d.day) for d in self._dates]
        return None if name == payment and (found.month, found.day) in on else form
