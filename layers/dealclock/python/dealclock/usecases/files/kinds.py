"""The kinds of file there are. What needs heavy packages imports them when it is called."""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.access.people import Action
from dealclock.usecases.files.asked import FileKind
from dealclock.usecases.files.pictures import accrual, timeline

_ALL = (
    FileKind("timeline", "what is owed and when, on a line of time", Action.READ, timeline),
    FileKind("accrual", "Additional Interest step by step", Action.READ, accrual),
)

KINDS: Mapping[str, FileKind] = MappingProxyType({kind.name: kind for kind in _ALL})
