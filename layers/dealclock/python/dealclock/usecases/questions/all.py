"""Every question there is, by its name."""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.usecases.questions import (
    assess,
    consent,
    contribution,
    explain,
    holders,
    payments,
    questionnaires,
    roll_forward,
    timeline,
    true_up,
)
from dealclock.usecases.questions.question import Question

_MODULES = (
    assess,
    explain,
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
