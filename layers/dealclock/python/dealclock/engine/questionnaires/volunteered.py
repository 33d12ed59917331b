"""Questionnaires volunteered before any request: their Holders go into the initial filing.

delivered     request      deadline         the Holder's duty is done on delivery, and the bar
---|-------------|------------|----->       of a late Questionnaire never applies to it
                    initial filing
-------------------------|---------->       names the Holder
"""

from collections.abc import Iterator
from datetime import date

from dealclock.agreement.rules.filings import FrequencyLimit
from dealclock.agreement.rules.requests import Request
from dealclock.engine.conclusions import UndatedDuty
from dealclock.engine.context import Context
from dealclock.engine.grounds import Step
from dealclock.engine.questionnaires.answers import Answers
from dealclock.facts.log import EffectiveFact

IN_IT = "in the initial filing"
NOT_READ = "what that filing says is not recorded: check that it names the Holder"


def initial_filing(rule: Request, context: Context) -> EffectiveFact | None:
    """The initial filing of the registration statement, once it is made; None also where the terms
    do not say which filing that is."""
    limit = _limit(rule, context)
    return context.first(limit.or_after) if limit else None


def is_in_time(delivered: date, asked: date | None, filed: date | None) -> bool:
    """Whether a Questionnaire was delivered before it was asked for, and by the initial filing."""
    return (asked is None or delivered < asked) and (filed is None or delivered <= filed)


def to_be_named(rule: Request, answers: Answers, context: Context) -> Iterator[UndatedDuty]:
    """What each Questionnaire volunteered in time entitles its Holder to."""
    if rule.counts_from != "date" or rule.early != "counts":
        return
    for holder in answers.by:
        first, request = answers.first_of(holder), answers.request_to(holder)
        own = context.fresh()
        filing = initial_filing(rule, own)
        asked, filed = request.on if request else None, filing.on if filing else None
        if first is not None and is_in_time(first.on, asked, filed):
            yield _named(rule, holder, first, filing, own)


def _named(
    rule: Request, holder: str, first: EffectiveFact, filing: EffectiveFact | None, context: Context
) -> UndatedDuty:
    limit = _limit(rule, context)
    trace = [Step("its Questionnaire delivered before any request for it", rule.clause, first.on)]
    if filing is not None:
        trace.append(Step("the initial filing, which names the Holder", rule.clause, filing.on))
    return UndatedDuty(
        id=rule.id,
        instance=f"{rule.id}/volunteered/{first.id}",
        cause=first.id,
        clause=rule.clause,
        title="Holder to be named in the initial filing",
        owed_by=limit.owed_by if limit else rule.owed_by,
        action=f"Name {holder} as a selling Holder in the initial filing.",
        standard=IN_IT,
        opens=first.on,
        done_on=filing.on if filing else None,
        target=None,
        grounds=context.grounds(first, filing),
        trace=tuple(trace),
        notes=(f"{holder}'s Questionnaire is in", *((NOT_READ,) if filing else ())),
    )


def _limit(rule: Request, context: Context) -> FrequencyLimit | None:
    limits = context.terms.all_of(FrequencyLimit)
    return next((each for each in limits if each.late_after == rule.id), None)
