"""The kinds of files. Heavy packages are imported only when a kind that needs them is made."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from dealclock.documents.paper import LETTER, MEMO, SHEET, Form, Forms
from dealclock.documents.pictures import picture
from dealclock.jobs.deal_day import approvals_of, deal_now
from dealclock.jobs.documents.document import Document, FileKind, FileRequest, GeneratedFile
from dealclock.jobs.documents.drafts import give_drafts
from dealclock.jobs.documents.export import give_export
from dealclock.jobs.documents.proof import give_proof
from dealclock.jobs.plan.assess_deal import assess_as_of, deal_view
from dealclock.messages import words
from dealclock.people.people import Action


def draft(request: FileRequest) -> GeneratedFile:
    """The letter of the named `obligation`, as .docx."""
    return _paper(request, LETTER)


def counsel_sheet(request: FileRequest) -> GeneratedFile:
    """The sheet for counsel on that letter, as .docx."""
    return _paper(request, SHEET)


def funding_memo(request: FileRequest) -> GeneratedFile:
    """The funding memo of the payment that `obligation` names, as PDF."""
    return _paper(request, MEMO)


def _paper(request: FileRequest, paper: str) -> GeneratedFile:
    forms: Forms = import_module("dealclock.documents.drafts.word").OFFICE
    (document,) = give_drafts(request, forms, paper)
    return _titled(request, document, paper.replace("-", " "))


def proof(request: FileRequest) -> GeneratedFile:
    """The proof pack of the named `obligation`."""
    form: Form = import_module("dealclock.documents.pdf").PDF
    return _titled(request, give_proof(request, form), "proof pack")


def export(request: FileRequest) -> GeneratedFile:
    """The export named by `what`: facts, obligations, all or certificate."""
    return _titled(request, give_export(request), "export")


def _titled(request: FileRequest, document: Document, kind: str) -> GeneratedFile:
    """The document with a title that anyone may see."""
    meta = request.deal.meta
    rehearsal = "REHEARSAL " if meta.rehearsal else ""
    title = f"{rehearsal}{meta.code_name}, {kind}, {words.day(request.look.as_of)}"
    return GeneratedFile(document.name, title, document.content)


def timeline(request: FileRequest) -> GeneratedFile:
    """The timeline; `months` before and after the day, `dark` for a dark background."""
    return _picture("timeline", request)


def accrual(request: FileRequest) -> GeneratedFile:
    """The accrual steps; `dark` for a dark background."""
    return _picture("accrual", request)


def _picture(kind: str, request: FileRequest) -> GeneratedFile:
    deal, look, services = request.deal, request.look, request.services
    assessment = assess_as_of(deal, look.as_of, look.instant, together=kind == "accrual")
    view = deal_view(
        deal,
        assessment,
        today=deal_now(deal, services.now())[0],
        approvals=approvals_of(deal, services.store),
    )
    drawing = picture(kind, view, request.args)
    pdf: Callable[[str], bytes] = import_module("dealclock.documents.pdf_picture").picture_pdf
    return GeneratedFile(f"{drawing.name}.pdf", drawing.title, pdf(drawing.svg), drawing.alt_text)


_ALL = (
    FileKind(
        "timeline", "owed items and dates, on a timeline", Action.READ, timeline, in_emergency=True
    ),
    FileKind("accrual", "accrual step by step", Action.READ, accrual, in_emergency=True),
    FileKind("draft", "the document an open obligation requires", Action.READ, draft),
    FileKind("counsel-sheet", "the sheet counsel checks a draft by", Action.READ, counsel_sheet),
    FileKind("funding-memo", "the memo a payment is funded by", Action.READ, funding_memo),
    FileKind("proof", "the record of one obligation, with hashes", Action.READ, proof),
    FileKind("export", "events and obligations as tables", Action.READ, export),
)

KINDS: Mapping[str, FileKind] = MappingProxyType({kind.name: kind for kind in _ALL})
