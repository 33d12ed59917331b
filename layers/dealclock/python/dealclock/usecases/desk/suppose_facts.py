"""A deal with facts supposed: looked at as if they had happened, and never recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from dealclock.facts.log import FactLog, end_of
from dealclock.render.view import View
from dealclock.usecases.assess_deal import assess_as_of
from dealclock.usecases.contradictions import new_contradictions
from dealclock.usecases.desk.verb import DeskRequest, deal_now
from dealclock.usecases.questions.question import NotAnsweredError
from dealclock.usecases.questions.what_if import supposed_facts


def suppose_facts(ask: DeskRequest, facts: Sequence[Mapping[str, object]], as_of: date) -> View:
    """The one deal as of a day, on what is known by now and on these facts.

    Raises NotAnsweredError for facts that cannot be or that contradict what is recorded.
    """
    deal = ask.deal
    _, known_at = deal_now(deal, ask.now)
    recorded = tuple(f for f in deal.log.facts if deal.log.recorded_at(f) <= known_at)
    supposed = supposed_facts(ask.query({"fact": tuple(facts)}), recorded)
    wrong = [each.says for each, _ in new_contradictions(deal.terms, supposed, recorded)]
    if wrong:
        raise NotAnsweredError(f"That could not have happened: {'; '.join(wrong)}.")
    log = FactLog((*recorded, *supposed), deal.log.zone)
    last = max(as_of, *(f.on for f in supposed))
    assessed = assess_as_of(replace(deal, log=log), as_of, max(known_at, end_of(last, log.zone)))
    return replace(ask.view(compare=False), assessment=assessed, log=log)
