"""The status of a deal, in words."""

from dealclock.answers.assess import status as answers
from dealclock.answers.assess.result import AssessResult, OutsideResult
from dealclock.messages import outside
from dealclock.messages.message import Message
from dealclock.messages.view import DealView, View


def message(result: AssessResult, view: DealView) -> Message:
    """Overdue items, dates ahead, accruals; to outsiders, what was delivered or released."""
    if isinstance(result, OutsideResult):
        code_name, rehearsal = view.team.code_name, view.rehearsal
        return outside.render_outside_view(
            code_name, result.shown, result.to, result.as_of, rehearsal=rehearsal
        )
    return answers.render_status(View.with_assessment(view, result))
