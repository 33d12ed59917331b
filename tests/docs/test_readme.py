"""README.md shows what the rehearsal sends."""

from tests.docs.readme_alerts import PAGE, rewritten


def test_the_alerts_of_the_readme_are_those_the_rehearsal_sends() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count(": generated -->") == 2
    assert rewritten(page) == page, "python -m tests.docs.readme_alerts writes them"
