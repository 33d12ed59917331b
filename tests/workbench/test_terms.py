"""Terms typed next to their dates: a date moved by hand, a problem at its line, a file saved."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.workbench.place import Place


def test_terms_are_typed_beside_the_dates_they_give(
    page: Page, place: Place, tmp_path: Path
) -> None:
    page.goto(f"{place.address}/terms?from=model-pipe")
    dates, text = page.locator("#terms-dates"), page.locator("#terms-text")
    expect(dates).to_contain_text("Section 2(a): Resale registration statement filing")
    expect(dates).to_contain_text("due Fri, Feb 13, 2026")  # 30 days after January 14
    expect(dates).to_contain_text("On the sample timeline, which is fictional")

    page.get_by_label("closing-date").fill("2026-01-20")
    page.get_by_label("closing-date").blur()
    expect(dates).to_contain_text("due Thu, Feb 19, 2026")
    moved = text.input_value()
    assert "closing-date: 2026-01-20" in moved

    text.fill(moved.replace("due: 30 days after", "due: 30 dais after"))
    line = moved[: moved.index("due: 30 days after")].count("\n") + 1
    expect(dates).to_contain_text(f"Line {line}")
    expect(page.locator("#terms-lines b")).to_have_text(f"! {line}\n")
    expect(page.locator("#terms-notes p")).to_contain_text("30 dais")
    page.screenshot(path=tmp_path / "problem.png")

    text.fill(moved)
    expect(dates).to_contain_text("due Thu, Feb 19, 2026")
    page.screenshot(path=tmp_path / "dates.png")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download terms.yaml").click()
    assert download.value.path().read_text(encoding="utf-8") == moved

    to = tmp_path / "terms.yaml"
    page.get_by_label("Save on this machine as").fill(str(to))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#terms-saved")).to_contain_text("Saved as")
    assert to.read_text(encoding="utf-8") == moved

    to.write_text("another", encoding="utf-8")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#refusal")).to_contain_text("has other text")
    assert to.read_text(encoding="utf-8") == "another"

    text.fill("x" * 70_000)
    expect(page.locator("#refusal")).to_contain_text("70,000 bytes; give at most 65,536")
