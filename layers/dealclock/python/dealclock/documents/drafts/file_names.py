"""File names: the code name, the kind of thing, the Section and the date, and nothing else that
could leak."""

import re
from datetime import date


def file_name(
    code_name: str, kind: str, clause: str, on: date, suffix: str, *, rehearsal: bool
) -> str:
    """A file name: "Granite-draft-Section-3-b-2004-11-01.docx"; a rehearsal's begins with
    REHEARSAL.

    `kind` is one of this program's own words; `clause` is "" for a file about a whole deal.
    """
    section = f"Section {clause}" if clause[:1].isdigit() else clause
    parts = ["REHEARSAL"] if rehearsal else []
    parts += [part for word in (code_name, kind, section) if (part := _plain(word))]
    return f"{'-'.join([*parts, on.isoformat()])}{suffix}"


def _plain(text: str) -> str:
    """Letters and digits only, joined by hyphens, which every shell and drive accepts."""
    return re.sub(r"[^0-9A-Za-z]+", "-", text).strip("-")[:40]
