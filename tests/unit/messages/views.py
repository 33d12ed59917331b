"""The view of an assessment, for tests of messages."""

from datetime import date

from dealclock.engine.assessment import Assessment
from dealclock.facts.log import FactLog
from dealclock.messages.view import View
from dealclock.people.acts import Act
from dealclock.people.team import Team
from dealclock.terms.terms import Terms


def assessed_view(
    assessment: Assessment,
    terms: Terms,
    terms_version: int,
    team: Team,
    log: FactLog,
    rehearsal: bool,
    today: date | None = None,
    handled: tuple[Act, ...] = (),
    approvals: tuple[Act, ...] | None = (),
    closing: Act | None = None,
    history: str = "",
) -> View:
    """The view of an assessment; its day, readings and instant are the assessment's."""
    return View(
        assessment=assessment,
        as_of=assessment.as_of,
        known_at=assessment.known_at,
        readings=assessment.readings,
        targets=team.targets,
        terms=terms,
        terms_version=terms_version,
        team=team,
        log=log,
        rehearsal=rehearsal,
        today=today,
        handled=handled,
        approvals=approvals,
        closing=closing,
        history=history,
    )
