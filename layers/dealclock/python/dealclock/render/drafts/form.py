"""The forms a draft is given in. `word.WORD` stands apart, because it needs python-docx."""

from collections.abc import Callable
from dataclasses import dataclass

from dealclock.render.drafts.sheet import Sheet
from dealclock.render.drafts.text import text


@dataclass(frozen=True, slots=True)
class DraftFormat:
    """A form: the end of its file names, its media type, and the bytes of a draft in it.

    The same draft always has the same bytes.
    """

    suffix: str
    media_type: str
    made: Callable[[Sheet], bytes]


TEXT = DraftFormat(".txt", "text/plain; charset=utf-8", lambda sheet: text(sheet).encode())
