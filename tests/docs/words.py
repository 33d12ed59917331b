"""How many words people wrote: README.md and docs/, without what is generated.

`python -m tests.docs.words` prints them page by page. A word is what stands between spaces, marks
of tables and words of code included, as `wc` counts. Generated is what stands between
`<!-- NAME: generated -->` and `<!-- end -->`, and each code block that is made again from the
comment above it. The guides of the model agreements have a limit of their own, a page each.
"""

import re
from pathlib import Path

_GENERATED = re.compile(
    r"<!-- [^\n]*: generated -->\n.*?<!-- end -->\n"
    r"|<!-- (?:example|draft): [^\n]* -->\n```.*?```\n",
    re.DOTALL,
)


def by_hand(text: str) -> int:
    """The words of a page that no program writes."""
    return len(_GENERATED.sub("", text).split())


def pages() -> dict[str, int]:
    """The words of each page, the largest first."""
    found = [Path("README.md"), *Path("docs").rglob("*.md")]
    found = [each for each in found if not each.name.startswith("guide-")]
    counts = {str(page): by_hand(page.read_text(encoding="utf-8")) for page in found}
    return dict(sorted(counts.items(), key=lambda each: -each[1]))


if __name__ == "__main__":
    counted = pages()
    for name, words in counted.items():
        print(f"{words:6} {name}")
    print(f"{sum(counted.values()):6} in all")
