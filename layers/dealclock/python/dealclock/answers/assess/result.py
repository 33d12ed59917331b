"""Everything true of a deal as of a day, or what of it someone outside its team is shown."""

from dataclasses import dataclass
from datetime import date

from dealclock.access.outside import Recipient, ShownOutside, shown_outside
from dealclock.answers.assess import assessment_json
from dealclock.answers.encode import Json
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.query import Query
from dealclock.facts.log import end_of
from dealclock.messages import outside


@dataclass(frozen=True, slots=True)
class AssessQuery:
    """The whole assessment, or with `outside` what was delivered or released to someone."""

    all_readings: bool = option(
        "also show each figure's range over all combinations of its readings", default=False
    )
    outside: bool = option(
        "what was delivered or released to someone outside, and no more", default=False
    )
    to: str = option("with outside, whom: trustee, counterparty, or holder NAME", default="trustee")


@dataclass(frozen=True, slots=True)
class OutsideResult:
    """What `to` is shown as of a day, from the record."""

    as_of: date
    to: Recipient
    shown: ShownOutside


AssessResult = Assessment | OutsideResult


def answer(query: Query, asked: AssessQuery) -> AssessResult:
    """The assessment, or what someone outside is shown.

    Files and cases hold no approvals: none is waited for. Raises NotAnsweredError for whom there is
    no such view.
    """
    if asked.outside:
        to = Recipient.parse(asked.to)
        if to is None:
            raise NotAnsweredError(
                f"--to is {asked.to!r}; give trustee, counterparty, or 'holder NAME'."
            )
        known = query.log.known(query.as_of, query.known_at or end_of(query.as_of, query.log.zone))
        return OutsideResult(query.as_of, to, shown_outside(known, to))
    return assess(
        Query(query.terms, query.log, query.as_of, query.known_at, query.readings, query.targets),
        together=asked.all_readings,
    )


def document(result: AssessResult) -> Json:
    """The result as `docs/assessment.md` describes it."""
    if isinstance(result, OutsideResult):
        return outside.document(result.shown, result.to, result.as_of)
    return assessment_json.document(result)
