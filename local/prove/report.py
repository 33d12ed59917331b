"""The report of a run, which may be published: what was tried, and nothing that names its owner."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

HIDDEN = "[hidden]"
_MOST = 400  # characters of what a step saw
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\barn:[\w-]+:\S+",
        r"\bhttps?://\S+",
        r"[^\s<>|]+@[^\s<>|]+",  # an address
        r"\bx(?:ox[a-z]|app)-[\w-]+",  # a token of Slack
        r"\b(?:AKIA|ASIA)[A-Z0-9]{12,}",  # an access key
        r"\b\d{12}\b",  # an account
        r"\b(?=[A-Z0-9]*\d)[ABCDEFGTUVW][A-Z0-9]{4,}\b",  # a channel, person or workspace
        r"\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?=[a-z]*\d)[0-9a-z]{16,}\b",  # ids and digests
        r"\$\s?\d[\d,.]*",  # an amount of a deal: those of the bill are in USD
    )
)


@dataclass(frozen=True)
class Result:
    """What came of one step: what was seen or why not; `began` in UTC, its length in seconds."""

    state: Literal["passed", "failed", "skipped"]
    seen: str
    began: str
    seconds: int

    def stored(self) -> Mapping[str, object]:
        """As JSON."""
        return asdict(self)


def redact(text: str, private: Iterable[str]) -> str:
    """The text without these values, and without whatever looks like an id, a token, an address, an
    account or an amount.
    """
    for value in sorted({each for each in private if len(each) > 2}, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", HIDDEN, text, flags=re.IGNORECASE)
    for pattern in _PATTERNS:
        text = pattern.sub(HIDDEN, text)
    return text


def write(
    versions: Mapping[str, str],
    steps: Sequence[tuple[str, str]],
    results: Mapping[str, Result],
    private: Iterable[str],
) -> str:
    """The report in Markdown. `steps` are the name and title of each, in order; one without a
    result is still to come. What each saw is redacted of the `private` values.
    """
    known = {*private}
    counts = Counter(each.state for each in results.values())
    came = ", ".join(f"{counts[state]} {state}" for state in ("passed", "failed", "skipped"))
    lines = ["# A run of `make prove`", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {redact(text, ())} |" for name, text in versions.items()]
    lines += [f"| result | {came}, of {len(steps)} steps |", ""]
    lines += ["| step | result | began (UTC) | seconds | what was seen, or why not |"]
    lines += ["|---|---|---|---|---|"]
    for name, title in steps:
        if (result := results.get(name)) is None:
            lines.append(f"| {title} | still to come | | | |")
            continue
        seen = redact(" ".join(result.seen.split()), known).replace("|", "\\|")[:_MOST]
        lines.append(f"| {title} | {result.state} | {result.began} | {result.seconds} | {seen} |")
    lines += ["", "Account, tokens, ids, addresses and the deal's content are left out.", ""]
    return "\n".join(lines)


def minute(at: datetime) -> str:
    """A moment, to the minute."""
    return f"{at:%Y-%m-%d %H:%M}"
