"""The causes of moved dates in alerts, and of matters that no longer exist."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from dealclock.alerts.alert import Alert, AlertHistory, MoveCause, Mover, SentAlert
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, by_instance
from dealclock.engine.causes import Cause, StateMoment, history
from dealclock.engine.changes import compare
from dealclock.engine.look import Look, ReadingsChosen
from dealclock.facts.log import FactLog
from dealclock.jobs.queues import AssessDeal
from dealclock.people.policy import Reason
from dealclock.store import Store, StoredDeal
from dealclock.terms.terms import Terms

_DATES = ("due", "closes", "occurred_on")
_BY: Mapping[str, Mover] = {
    "fact": "fact",
    "version": "amendment",
    "reading": "reading",
    "days": "days",
}


def why_moved(
    alerts: Sequence[Alert],
    assessment: Assessment,
    message: AssessDeal,
    deal: StoredDeal,
    alert_history: AlertHistory,
    store: Store,
) -> Iterator[Alert]:
    """The alerts, each with what moved or removed the date it last announced."""
    for alert in alerts:
        before = alert_history.of(alert.instance)
        moved = Reason.MOVED in alert.reasons or Reason.CLOSED in alert.reasons
        if before and alert.moved_from is not None and Reason.MOVED not in alert.reasons:
            causes = _recorded_since(alert.instance, before[-1], assessment, deal)
            yield replace(alert, moved_by=tuple(causes))
        elif moved and before:
            causes = _causes(alert.instance, before[-1], message, deal, store)
            yield replace(alert, moved_by=tuple(dict.fromkeys(causes)))
        else:
            yield alert


def _recorded_since(
    instance: str, last: SentAlert, assessment: Assessment, deal: StoredDeal
) -> Iterator[MoveCause]:
    """The facts behind a matter's end that were recorded after its last alert."""
    part = by_instance(assessment).get(instance)
    facts = part.why.facts if part else ()
    for fact in deal.log.entries_of(facts, assessment.known_at):
        if deal.log.recorded_at(fact) > last.known_at:
            yield MoveCause("fact", fact.id)


def _causes(
    instance: str, last: SentAlert, message: AssessDeal, deal: StoredDeal, store: Store
) -> Iterator[MoveCause]:
    """Versions of the terms or the team loaded since, then facts and amendments in order."""
    yield from _loaded(instance, last, message, deal, store)
    start, end = StateMoment(last.day, last.known_at), StateMoment(message.as_of, message.known_at)

    chosen = (ReadingsChosen(start.known_at, deal.team.chosen),)
    caused = history(deal.terms, deal.log, start, end, _assess, chosen)
    for figure in caused.changes.figures:
        if figure.instance == instance and figure.what in _DATES:
            yield from (_mover(step.cause) for step in caused.of_figure(figure))


def _assess(
    terms: Terms, log: FactLog, as_of: date, known_at: datetime, readings: Mapping[str, str]
) -> Assessment:
    return assess(Look(terms, log, as_of, known_at, readings), compare=False)


def _loaded(
    instance: str, last: SentAlert, message: AssessDeal, deal: StoredDeal, store: Store
) -> Iterator[MoveCause]:
    """The causes among terms and readings loaded since the date was announced."""
    versions = (last.terms_version, last.team_version)
    if versions == (deal.meta.terms_version, deal.meta.team_version) or 0 in versions:
        return
    earlier = store.deals.get(deal.meta.id, *versions)
    if earlier is None:
        return

    def under(terms: Terms, chosen: Mapping[str, str]) -> Assessment:
        return _assess(terms, deal.log, message.as_of, message.known_at, chosen)

    def differ(one: Assessment, other: Assessment) -> bool:
        moved = compare(one, other).figures
        return any(each.instance == instance and each.what in _DATES for each in moved)

    before, chosen = earlier.team.chosen, deal.team.chosen
    loaded = under(deal.terms, before)
    if differ(under(earlier.terms, before), loaded):
        yield MoveCause("terms", str(deal.meta.terms_version))
    if differ(loaded, under(deal.terms, chosen)):
        for question in dict.fromkeys((*before, *chosen)):
            if before.get(question) != chosen.get(question):
                yield MoveCause("reading", question)


def _mover(cause: Cause) -> MoveCause:
    return MoveCause(_BY[cause.by], cause.id)
