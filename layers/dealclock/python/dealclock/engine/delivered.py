"""What each Holder's Questionnaire says of its right to Additional Interest."""

from dealclock.engine.bar import Delivered
from dealclock.engine.context import Context
from dealclock.engine.holders import Answers


def answers(_context: Context) -> Answers:
    """The answer of every Holder by name; None where the terms make nothing hang on one."""

    def of(_holder: str) -> Delivered | None:
        return None

    return of
