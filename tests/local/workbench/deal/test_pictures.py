"""Pictures: light and dark, told in words, drawn once as long as nothing changes."""

import pytest

from dealclock.documents.pictures import Picture
from local.workbench.panes.deal import pictures
from tests.local.workbench.deal.conftest import Played


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was drawn, in order."""
    found: list[str] = []

    def draw(kind: str, view: object, args: dict[str, str]) -> Picture:
        found.append(f"{kind} {args['dark']}")
        return Picture("a", "A picture", "In words", found[-1])

    monkeypatch.setattr(pictures, "picture", draw)
    return found


def addresses(page: str, after: str) -> list[str]:
    return [part.partition('"')[0].replace("&amp;", "&") for part in page.split(after)[1:]]


def test_each_is_described_in_words_and_has_a_dark_version(
    played: Played, drawn: list[str]
) -> None:
    played.move("2004-11-01")
    page = played.get("/deal").text
    light, dark = addresses(page, '<img src="'), addresses(page, 'srcset="')
    assert [played.get(at).text for at in light] == ["timeline no", "accrual no"]
    assert [played.get(at).text for at in dark] == ["timeline yes", "accrual yes"]
    assert 'alt="REHEARSAL Granite-Story, timeline, Mon, Nov 1, 2004.' in page
    assert 'media="(prefers-color-scheme: dark)"' in page


def test_it_is_drawn_once_until_the_deal_changes(played: Played, drawn: list[str]) -> None:
    played.move("2004-11-01")
    before = addresses(played.get("/deal").text, '<img src="')[0]
    first, again = played.get(before), played.get(before)
    assert first.text == again.text
    assert drawn == ["timeline no"]
    assert "immutable" in first.headers["cache-control"]
    played.move("2004-11-02")
    after = addresses(played.get("/deal").text, '<img src="')[0]
    assert after != before
    played.get(after)
    assert len(drawn) == 2
    # The old address is asked of another deal now: what it shows must not be kept.
    played.move("2004-11-03")
    assert "cache-control" not in played.get("/deal/picture/timeline.svg?seen=x").headers


def test_a_picture_opened_by_itself_runs_and_fetches_nothing(played: Played) -> None:
    got = played.get("/deal/picture/timeline.svg")
    assert got.headers["content-type"].startswith("image/svg+xml")
    assert got.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert got.text.startswith("<svg ")


def test_before_anything_accrues_only_the_timeline_is_shown(
    played: Played, drawn: list[str]
) -> None:
    page = played.get("/deal").text
    assert len(addresses(page, '<img src="')) == 1


def test_there_is_no_other_picture(played: Played, drawn: list[str]) -> None:
    assert played.get("/deal/picture/nothing.svg").status == 404
    assert drawn == []
