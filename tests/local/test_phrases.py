"""`make lint` refuses phrases that a reader would stop at, and lets the rest pass."""

from pathlib import Path

import pytest

from local import phrases


@pytest.mark.parametrize(
    "text",
    [
        "The deal is assessed anew.",
        "def test_a_run_begins_anew() -> None:",
        "Whoever asked is told.",
        "def test_whoever_is_not_listed() -> None:",
        "It is given to whomever they name.",
        "Closed days count, whatever the calendar.",
        "all of it, whatever\n    its cause",
        "Whatever is overdue comes first.",
        "It is due so many days after the filing.",
        "# of so\n    # many consecutive days",
        "There is no day to come.",
        "Nothing is planned for days to come.",
        "The backup stands in for the owner.",
        "A date that stands in Slack",
        "It may stand in for the owner.",
        "Section 3(a) and clause 3(b)",
        "The lead is told of it.",
        "what people were told\nof the date",
        "An administrator breaks the glass.",
        "the list beside which it is shown",
    ],
)
def test_a_phrase_is_refused(text: str) -> None:
    assert list(phrases.refused(text))


@pytest.mark.parametrize(
    "text",
    [
        "The deal is assessed again.",
        "Type whatever you like.",
        "so many that they do not fit",
        "There are so many people that the list is cut.",
        "The day comes when it is due.",
        "A stand-in for Slack, as its tests use it",
        "Section 3(b)",
        "clause: 3(b)",
        "`clause 3(b)` or `/deal clause 4(b)(i)`",
        "the clause of Section 3(b)",
        "dealclock break-glass granite",
        "delivery.stands_in_for",
        "He was told off.",
    ],
)
def test_plain_text_passes(text: str) -> None:
    assert list(phrases.refused(text)) == []


def test_a_problem_names_the_file_line_and_replacement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.md").write_text("A date\n\nis told\nof and found anew.\n")
    Path("data.json").write_text('"anew"')
    assert list(phrases.problems(["page.md", "data.json", "gone.md"])) == [
        'page.md:3: "told of"; write: shown, sent, notified of',
        'page.md:4: "anew"; write: again',
    ]


def test_exempt_files_exist() -> None:
    assert all(Path(name).is_file() for name in phrases.EXEMPT)
