"""The kinds of file there are. What needs heavy packages imports them when it is called."""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.access.people import Action
from dealclock.usecases.documents.files.documents import (
    counsel_sheet,
    draft,
    export,
    funding_memo,
    proof,
)
from dealclock.usecases.documents.files.file_request import FileKind
from dealclock.usecases.documents.files.pictures import accrual, timeline

_ALL = (
    FileKind(
        "timeline", "owed items and dates, on a timeline", Action.READ, timeline, by_glass=True
    ),
    FileKind("accrual", "Additional Interest step by step", Action.READ, accrual, by_glass=True),
    FileKind("draft", "the document an open obligation requires", Action.READ, draft),
    FileKind("counsel-sheet", "the sheet counsel checks a draft by", Action.READ, counsel_sheet),
    FileKind("funding-memo", "the memo a payment is funded by", Action.READ, funding_memo),
    FileKind("proof", "the record of one obligation, with hashes", Action.READ, proof),
    FileKind("export", "events and obligations as tables", Action.READ, export),
)

KINDS: Mapping[str, FileKind] = MappingProxyType({kind.name: kind for kind in _ALL})
