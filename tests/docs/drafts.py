"""The generated examples of docs/drafts.md: each is made again from the comment above it.

`python -m tests.docs.drafts` writes them, after a change of what drafts say.
"""

import re
from datetime import UTC, date, datetime
from pathlib import Path

from dealclock.documents.deal_files import read_deal
from dealclock.jobs.documents.drafts import draft
from dealclock.store import Meta, StoredDeal

PAGE = Path("docs/drafts.md")
DEAL = Path("agreements/infocrossing-2004")
NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
_EXAMPLE = re.compile(r"(<!-- draft: (\S+) (\S+) (\S+) -->\n```text\n).*?(```\n)", re.DOTALL)


def story(on: str) -> StoredDeal:
    """The sample's story as the rehearsal Granite-Story, on a day of its own."""
    files = read_deal(DEAL, DEAL / "histories" / "story.yaml", rehearsals=False)
    team = files.team.model_copy(update={"code_name": "Granite-Story"})
    log, day = files.log(), date.fromisoformat(on)
    meta = Meta("granite-story", "Granite-Story", True, day, 1, 1, len(log.facts), day)
    return StoredDeal(meta, files.terms, team, log)


def rewritten(page: str) -> str:
    """The page with each example made again."""
    return _EXAMPLE.sub(lambda m: m[1] + draft(story(m[3]), m[2], NOW)[m[4]].text + m[5], page)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
