"""Every question there is, by its name."""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.usecases.questions import assess, explain, suspension
from dealclock.usecases.questions.question import Question

_MODULES = (assess, explain, suspension)
QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {m.QUESTION.name: m.QUESTION for m in _MODULES}
)
