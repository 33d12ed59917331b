"""The kinds of file there are. What needs heavy packages imports them when it is called."""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.access.people import Action
from dealclock.usecases.files.documents import counsel_sheet, draft, export, funding_memo, proof
from dealclock.usecases.files.file_request import FileKind
from dealclock.usecases.files.pictures import accrual, timeline

_ALL = (
    FileKind(
        "timeline", "what is owed and when, on a line of time", Action.READ, timeline, by_glass=True
    ),
    FileKind("accrual", "Additional Interest step by step", Action.READ, accrual, by_glass=True),
    FileKind("draft", "what an open obligation wants in writing", Action.READ, draft),
    FileKind("counsel-sheet", "what counsel checks a draft by", Action.READ, counsel_sheet),
    FileKind("funding-memo", "what a payment is funded by", Action.READ, funding_memo),
    FileKind("proof", "everything behind one obligation, with hashes", Action.READ, proof),
    FileKind("export", "facts and obligations as tables", Action.READ, export),
)

KINDS: Mapping[str, FileKind] = MappingProxyType({kind.name: kind for kind in _ALL})
