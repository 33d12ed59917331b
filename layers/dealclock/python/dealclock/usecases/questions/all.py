"""Every question there is, by its name."""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.usecases.questions import assess, deemed, explain, review
from dealclock.usecases.questions.question import Question

_MODULES = (assess, explain, deemed, review)
QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {m.QUESTION.name: m.QUESTION for m in _MODULES}
)
