"""Every key of the terms is read, or said to be descriptive; nothing else is skipped."""

import re
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from dealclock.terms.terms import Terms

LIBRARY = Path("layers/dealclock/python/dealclock")
ONLY_LIST_KEYS = {LIBRARY / "engine/sample.py", LIBRARY / "people/checks.py"}
"""Modules that name keys without computing with them."""
OTHER_ENGINES = {*LIBRARY.glob("second/*.py"), LIBRARY / "documents/verify.py"}
"""What computes the same by itself: that it reads a key says nothing of the engine."""


def test_every_key_of_the_terms_is_read_or_listed_as_descriptive() -> None:
    descriptive = {
        "coupon": "what the Notes are; Additional Interest has rates of its own",
        "governing_law": "what the Agreement has; its rules are readings",
    }
    through_their_own_model = {
        "business_day": "names the Section of readings: terms/readings.yaml",
        "means": "Reading.choices",
        "every_days": "Ladder.tiers",
        "by_purpose": "OneIn.kinds",
        "open_in": "DeclaredCalendar.days",
    }
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for path in LIBRARY.rglob("*.py")
        if (path.relative_to(LIBRARY).parts[0] != "terms" or path.parent.name == "general")
        and path not in ONLY_LIST_KEYS | OTHER_ENGINES
    )
    table = (LIBRARY / "terms" / "spellings.yaml").read_text(encoding="utf-8")
    asked = {
        key
        for named in re.findall(r"\$(?:(?:if|each|all of): )?([\w.]+)", table)
        for key in named.split(".")
    }
    unread = {
        name for name in _keys_of(Terms) - asked if not re.search(rf'(\.{name}\b|"{name}")', text)
    }
    assert unread == set(descriptive) | set(through_their_own_model)
    page = Path("docs/terms.md").read_text(encoding="utf-8")
    for name in descriptive:
        (row,) = [
            line for line in page.splitlines() if re.match(rf"\|.*`{name.replace('_', ' ')}`", line)
        ]
        assert "nothing is computed with it" in row


def _keys_of(model: type[BaseModel]) -> set[str]:
    """Every key of a model and of all within it."""
    seen: set[type[BaseModel]] = set()

    def add(kind: Any) -> None:
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in seen:
            seen.add(kind)
            for field in kind.model_fields.values():
                add(field.annotation)
        for part in get_args(kind):
            add(part)

    add(model)
    return {name for kind in seen for name in kind.model_fields}
