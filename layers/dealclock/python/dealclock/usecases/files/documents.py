"""Documents of a deal as files: drafts, proof packs and exports.

Each is audited and kept in words before it is sent.
"""

from importlib import import_module

from dealclock.render import words
from dealclock.render.drafts.form import Form
from dealclock.usecases.document import Document, Moment
from dealclock.usecases.drafts import NoDraft, give_draft
from dealclock.usecases.export import NoExport, give_export
from dealclock.usecases.files.asked import CannotMake, FileAsked, Made
from dealclock.usecases.proof import give_proof
from dealclock.usecases.questions.explain import NothingToExplain


def draft(asked: FileAsked) -> Made:
    """The draft, as .docx, of what `obligation` names."""
    word: Form = import_module("dealclock.render.drafts.word").WORD
    try:
        made = give_draft(
            asked.deal,
            _word(asked, "obligation"),
            asked.asker,
            asked.store,
            asked.now,
            asked.asker.slack,
            word,
            _moment(asked),
        )
    except NoDraft as error:
        raise CannotMake(str(error)) from None
    return _made(made, asked, "draft")


def proof(asked: FileAsked) -> Made:
    """The proof pack of what `obligation` names."""
    try:
        made = give_proof(
            asked.deal,
            _word(asked, "obligation"),
            asked.asker,
            asked.store,
            asked.now,
            asked.asker.slack,
            _moment(asked),
        )
    except NothingToExplain as error:
        raise CannotMake(str(error)) from None
    return _made(made, asked, "proof pack")


def export(asked: FileAsked) -> Made:
    """The export `what`: facts, obligations or all."""
    try:
        made = give_export(
            asked.deal,
            _word(asked, "what"),
            asked.asker,
            asked.store,
            asked.now,
            asked.asker.slack,
            _moment(asked),
        )
    except NoExport as error:
        raise CannotMake(str(error)) from None
    return _made(made, asked, "export")


def _word(asked: FileAsked, name: str) -> str:
    if not (word := asked.args.get(name)):
        raise CannotMake(f"give {name}: nothing says what this file is to be about.")
    return word


def _moment(asked: FileAsked) -> Moment:
    return Moment(asked.as_of, asked.known_at)


def _made(document: Document, asked: FileAsked, kind: str) -> Made:
    """The file under a title that anyone may see."""
    rehearsal = "REHEARSAL " if asked.deal.meta.rehearsal else ""
    code_name, day = asked.deal.meta.code_name, words.day(asked.as_of)
    return Made(document.name, f"{rehearsal}{code_name}, {kind}, {day}", document.content)
