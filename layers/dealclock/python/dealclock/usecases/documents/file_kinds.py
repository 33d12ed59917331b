"""The kinds of file there are. What needs heavy packages imports them when it is called."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from dealclock.access.people import Action
from dealclock.answers.explain.result import NothingToExplain
from dealclock.engine.assess import assess
from dealclock.engine.in_force import in_force
from dealclock.engine.query import Query
from dealclock.media.drafts.form import DraftFormat, Form
from dealclock.media.drafts.sheet import Sheet
from dealclock.messages import words
from dealclock.usecases.approvals import approvals_of
from dealclock.usecases.deal_day import own_day
from dealclock.usecases.documents.document import AsOfMoment, Document
from dealclock.usecases.documents.drafts import LETTER, MEMO, SHEET, NoDraft, give_drafts
from dealclock.usecases.documents.export import NoExport, give_export
from dealclock.usecases.documents.file_request import (
    CannotMake,
    FileKind,
    FileRequest,
    GeneratedFile,
)
from dealclock.usecases.documents.pictures import NoPicture, picture
from dealclock.usecases.documents.proof import give_proof
from dealclock.usecases.plan.assess_deal import deal_view


def draft(asked: FileRequest) -> GeneratedFile:
    """The letter, as .docx, of what `obligation` names."""
    return _paper(asked, LETTER)


def counsel_sheet(asked: FileRequest) -> GeneratedFile:
    """The sheet for counsel of that letter, as .docx."""
    return _paper(asked, SHEET)


def funding_memo(asked: FileRequest) -> GeneratedFile:
    """The memo, as PDF, that the payment `obligation` names is funded by."""
    return _paper(asked, MEMO)


def _paper(asked: FileRequest, paper: str) -> GeneratedFile:
    form: DraftFormat = import_module("dealclock.media.drafts.word").OFFICE

    def give(named: str, moment: AsOfMoment) -> Document:
        deal, asker = asked.deal, asked.asker
        found = give_drafts(deal, named, asker, asked.services, asker.slack, form, moment, paper)
        return found[0]

    return _made(asked, "obligation", give, paper.replace("-", " "))


def proof(asked: FileRequest) -> GeneratedFile:
    """The proof pack of what `obligation` names."""

    form: Form[Sheet] = import_module("dealclock.media.pdf").PDF

    def give(named: str, moment: AsOfMoment) -> Document:
        deal, asker = asked.deal, asked.asker
        return give_proof(deal, named, asker, asked.services, asker.slack, form, moment)

    return _made(asked, "obligation", give, "proof pack")


def export(asked: FileRequest) -> GeneratedFile:
    """The export `what`: facts, obligations or all."""

    def give(what: str, moment: AsOfMoment) -> Document:
        deal, asker = asked.deal, asked.asker
        return give_export(deal, what, asker, asked.services, asker.slack, moment)

    return _made(asked, "what", give, "export")


def _made(
    asked: FileRequest, key: str, give: Callable[[str, AsOfMoment], Document], kind: str
) -> GeneratedFile:
    """The file that `give` makes of the word under `key`, with a title that anyone may see."""
    word = asked.args.get(key)
    if not word:
        raise CannotMake(f"give {key}: nothing says what this file is to be about.")
    try:
        document = give(word, AsOfMoment(asked.as_of, asked.known_at))
    except (NoDraft, NothingToExplain, NoExport) as error:
        raise CannotMake(str(error)) from None
    rehearsal = "REHEARSAL " if asked.deal.meta.rehearsal else ""
    code_name, day = asked.deal.meta.code_name, words.day(asked.as_of)
    return GeneratedFile(document.name, f"{rehearsal}{code_name}, {kind}, {day}", document.content)


def timeline(asked: FileRequest) -> GeneratedFile:
    """The timeline; `months` before and after the day, `dark` for a dark ground."""
    return _picture("timeline", asked)


def accrual(asked: FileRequest) -> GeneratedFile:
    """The accrual steps; `dark` for a dark ground."""
    return _picture("accrual", asked)


def _picture(kind: str, asked: FileRequest) -> GeneratedFile:
    deal = asked.deal
    chosen = deal.team.chosen
    assessment = assess(
        Query(deal.terms, deal.log, asked.as_of, asked.known_at, chosen, deal.team.targets),
        deal=deal.meta.id,
        together=kind == "accrual",
    )
    view = deal_view(
        deal,
        assessment,
        today=own_day(deal.meta.day, deal.terms.agreement.time_zone, asked.now),
        approvals=approvals_of(deal, asked.store),
    )
    given = in_force(deal.terms, deal.log, asked.as_of, asked.known_at, chosen)
    try:
        drawn = picture(kind, view, given, asked.args)
        png = drawn.png()
    except NoPicture as error:
        raise CannotMake(str(error)) from None
    return GeneratedFile(f"{drawn.name}.png", drawn.title, png, drawn.alt_text)


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
