"""Every question there is, by its name."""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.usecases.questions.question import Question

_QUESTIONS: tuple[Question, ...] = ()
QUESTIONS: Mapping[str, Question] = MappingProxyType({q.name: q for q in _QUESTIONS})
