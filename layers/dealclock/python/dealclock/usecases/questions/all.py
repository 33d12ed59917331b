"""Every question there is, by its name."""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.usecases.questions import (
    assess,
    changes,
    consent,
    contribution,
    deemed,
    explain,
    holders,
    payments,
    questionnaires,
    review,
    roll_forward,
    suspension,
    timeline,
    true_up,
    what_if,
)
from dealclock.usecases.questions.question import Question

_MODULES = (
    assess,
    explain,
    suspension,
    what_if,
    changes,
    deemed,
    review,
    holders,
    payments,
    questionnaires,
    roll_forward,
    true_up,
    consent,
    contribution,
    timeline,
)
QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {m.QUESTION.name: m.QUESTION for m in _MODULES}
)


def named(name: str) -> Question | None:
    """The question of that name, its words parted by hyphens or underscores; None without one."""
    return next((q for q in QUESTIONS.values() if _plain(q.name) == _plain(name)), None)


def _plain(name: str) -> str:
    return name.replace("_", "-")
