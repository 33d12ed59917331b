"""The kinds of files. Heavy packages are imported only when a kind that needs them is made."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from dealclock.documents.paper import LETTER, MEMO, SHEET, Form, Forms
from dealclock.documents.pictures import picture
from dealclock.engine.look import Look
from dealclock.errors import NotFoundError
from dealclock.jobs.approvals import approvals_of
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.documents.document import Document
from dealclock.jobs.documents.drafts import give_drafts
from dealclock.jobs.documents.export import give_export
from dealclock.jobs.documents.file_request import FileKind, FileRequest, GeneratedFile
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

    def make(named: str, look: Look) -> Document:
        deal, asker = request.deal, request.asker
        (document,) = give_drafts(
            deal, named, asker, request.services, asker.slack, forms, look, paper
        )
        return document

    return _generate(request, "obligation", make, paper.replace("-", " "))


def proof(request: FileRequest) -> GeneratedFile:
    """The proof pack of the named `obligation`."""

    form: Form = import_module("dealclock.documents.pdf").PDF

    def make(named: str, look: Look) -> Document:
        deal, asker = request.deal, request.asker
        return give_proof(deal, named, asker, request.services, asker.slack, form, look)

    return _generate(request, "obligation", make, "proof pack")


def export(request: FileRequest) -> GeneratedFile:
    """The export named by `what`: facts, obligations or all."""

    def make(what: str, look: Look) -> Document:
        deal, asker = request.deal, request.asker
        return give_export(deal, what, asker, request.services, asker.slack, look)

    return _generate(request, "what", make, "export")


def _generate(
    request: FileRequest, key: str, make: Callable[[str, Look], Document], kind: str
) -> GeneratedFile:
    """The file that `make` makes from the argument `key`, with a title that anyone may see."""
    name = request.args.get(key)
    if not name:
        raise NotFoundError(f"give {key}: it names what this file is about.")
    document = make(name, request.look)
    rehearsal = "REHEARSAL " if request.deal.meta.rehearsal else ""
    code_name, day = request.deal.meta.code_name, words.day(request.as_of)
    return GeneratedFile(document.name, f"{rehearsal}{code_name}, {kind}, {day}", document.content)


def timeline(request: FileRequest) -> GeneratedFile:
    """The timeline; `months` before and after the day, `dark` for a dark background."""
    return _picture("timeline", request)


def accrual(request: FileRequest) -> GeneratedFile:
    """The accrual steps; `dark` for a dark background."""
    return _picture("accrual", request)


def _picture(kind: str, request: FileRequest) -> GeneratedFile:
    deal = request.deal
    assessment = assess_as_of(deal, request.as_of, request.known_at, together=kind == "accrual")
    view = deal_view(
        deal,
        assessment,
        today=deal_now(deal, request.now)[0],
        approvals=approvals_of(deal, request.store),
    )
    drawing = picture(kind, view, request.args)
    pdf: Callable[[str], bytes] = import_module("dealclock.documents.pdf_picture").picture_pdf
    return GeneratedFile(f"{drawing.name}.pdf", drawing.title, pdf(drawing.svg), drawing.alt_text)


_ALL = (
    FileKind(
        "timeline", "owed items and dates, on a timeline", Action.READ, timeline, in_emergency=True
    ),
    FileKind(
        "accrual", "Additional Interest step by step", Action.READ, accrual, in_emergency=True
    ),
    FileKind("draft", "the document an open obligation requires", Action.READ, draft),
    FileKind("counsel-sheet", "the sheet counsel checks a draft by", Action.READ, counsel_sheet),
    FileKind("funding-memo", "the memo a payment is funded by", Action.READ, funding_memo),
    FileKind("proof", "the record of one obligation, with hashes", Action.READ, proof),
    FileKind("export", "events and obligations as tables", Action.READ, export),
)

KINDS: Mapping[str, FileKind] = MappingProxyType({kind.name: kind for kind in _ALL})
