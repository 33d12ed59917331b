"""Documents of a deal as files: drafts, proof packs and exports.

Each is audited and kept in words before it is sent.
"""

from collections.abc import Callable
from importlib import import_module

from dealclock.answers.explain.result import NothingToExplain
from dealclock.media.drafts.form import DraftFormat, Form
from dealclock.media.drafts.sheet import Sheet
from dealclock.messages import words
from dealclock.usecases.documents.document import AsOfMoment, Document
from dealclock.usecases.documents.drafts import LETTER, MEMO, SHEET, NoDraft, give_drafts
from dealclock.usecases.documents.export import NoExport, give_export
from dealclock.usecases.documents.files.file_request import CannotMake, FileRequest, GeneratedFile
from dealclock.usecases.documents.proof import give_proof


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
