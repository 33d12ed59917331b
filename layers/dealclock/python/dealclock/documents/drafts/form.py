"""The file formats of drafts and internal papers.

`word.OFFICE` and `documents.pdf.PDF` are defined elsewhere, because each needs its own package.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from dealclock.documents.drafts.sheet import DraftLetter, Sheet
from dealclock.documents.drafts.text import letter_text, sheet_text

Paper = TypeVar("Paper", DraftLetter, Sheet)


@dataclass(frozen=True, slots=True)
class Form(Generic[Paper]):
    """A file format: its suffix, its media type, and the function that makes the bytes of a paper.

    The same paper always has the same bytes.
    """

    suffix: str
    media_type: str
    made: Callable[[Paper], bytes]


@dataclass(frozen=True, slots=True)
class DraftFormat:
    """The formats of the papers of one draft: the letter, the sheet for counsel, a memo."""

    letter: Form[DraftLetter]
    sheet: Form[Sheet]
    memo: Form[Sheet]


_TEXT = "text/plain; charset=utf-8"
_SHEET: Form[Sheet] = Form(".txt", _TEXT, lambda sheet: sheet_text(sheet).encode())
_LETTER: Form[DraftLetter] = Form(".txt", _TEXT, lambda letter: letter_text(letter).encode())
TEXT = DraftFormat(_LETTER, _SHEET, _SHEET)
