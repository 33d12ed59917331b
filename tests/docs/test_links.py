"""Links between the documentation pages resolve, headings included."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = ("layers/dealclock/python", "functions", "local", "tests", "bench")
PAGES = sorted([*Path().glob("*.md"), *Path("docs").rglob("*.md"), *Path("events").glob("*.md")])


def prose(page: Path) -> str:
    """The page without its code blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors GitHub gives to a page's headings."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def broken(page: Path) -> Iterator[str]:
    """Each link of a page to a file or heading that does not exist."""
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        if "://" in link:
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_link_resolves(page: Path) -> None:
    assert list(broken(page)) == []


def test_every_page_named_in_code_exists() -> None:
    files = [path for folder in SOURCES for path in Path(folder).rglob("*.*")]
    texts = [path for path in files if path.suffix in {".py", ".yaml", ".j2", ".txt"}]
    named = {
        (page, str(path))
        for path in [*texts, Path("template.yaml"), Path("pyproject.toml"), Path("Makefile")]
        for page in re.findall(r"\bdocs/[\w/-]+\.md", path.read_text("utf-8"))
    }
    assert {each for each in named if not Path(each[0]).exists()} == set()


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A `b` heading\n[x](#a-b-heading) [y](#gone) [z](gone.md) [w](https://a.b)\n")
    assert list(broken(page)) == ["#gone", "gone.md"]
