"""The generated examples of docs/assessment.md: each is made again from the comment above it.

`python -m tests.docs.examples` writes them, after a change of what the command prints.
"""

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

from dealclock.answers.assess import assess as whole_assessment
from dealclock.documents.deal_files import read_deal
from dealclock.engine.assess import assess
from dealclock.engine.look import Look

PAGE = Path("docs/assessment.md")
DEAL = Path("agreements/infocrossing-2004")
_EXAMPLE = re.compile(r"(<!-- example: (.+?) -->\n```json\n).*?(```\n)", re.DOTALL)

Json = dict[str, Any]


def assessed(facts: str, as_of: str) -> Json:
    """The sample deal's document, as the command prints it."""
    deal = read_deal(DEAL, DEAL / facts, rehearsals=False)
    found = assess(
        Look(deal.terms, deal.log(), date.fromisoformat(as_of), readings=deal.team.chosen)
    )
    return whole_assessment.document(found)


def rewritten(page: str) -> str:
    """The page with each example made again."""
    return _EXAMPLE.sub(lambda m: m[1] + _example(m[2].split()) + "\n" + m[3], page)


def _example(words: list[str]) -> str:
    facts, as_of, part, *rest = words
    whole = assessed(facts, as_of)
    if part == "top":
        shown: Json = {k: v for k, v in whole.items() if not isinstance(v, dict | list)}
    elif part == "accrual":
        shown = whole[part]
    elif rest[0].isdigit():
        shown = whole[part][int(rest[0])]
    else:
        shown = next(each for each in whole[part] if each["instance"] == rest[0])
    if rest[1:] == ["without", "trace"]:
        shown = {k: v for k, v in shown.items() if k != "trace"}
    return json.dumps(shown, indent=2, ensure_ascii=False)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
