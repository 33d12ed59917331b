"""A deal with facts supposed: looked at as if they had happened, and never recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from dealclock.answers.what_if.result import WhatIfQuery, suppose
from dealclock.facts.log import end_of
from dealclock.messages.view import View
from dealclock.usecases.deal_day import deal_now
from dealclock.usecases.desk.verb import DeskRequest
from dealclock.usecases.plan.assess_deal import assess_as_of


def suppose_facts(ask: DeskRequest, facts: Sequence[Mapping[str, object]], as_of: date) -> View:
    """The one deal as of a day, on what is known by now and on these facts.

    Raises NotAnsweredError for facts that cannot be or that contradict what is recorded.
    """
    deal = ask.deal
    _, known_at = deal_now(deal, ask.now)
    recorded, supposed = suppose(ask.query(), WhatIfQuery(fact=tuple(facts)))
    log = replace(recorded, facts=(*recorded.facts, *supposed))
    last = max(as_of, *(f.on for f in supposed))
    assessed = assess_as_of(replace(deal, log=log), as_of, max(known_at, end_of(last, log.zone)))
    return replace(ask.view(compare=False), assessment=assessed, log=log)
