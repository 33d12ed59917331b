"""200 deals, 500 due items, longest names, hostile text: every medium fits and states its cuts."""

import json
from datetime import date, timedelta

import pytest

from dealclock.answers.dates_summary import DatesSummary, Line
from dealclock.answers.next_dates import Ahead, dates_ahead
from dealclock.messages import slack
from dealclock.messages.message import Message
from dealclock.messages.slack_views import home
from dealclock.messages.slack_views.modals import answer as shown
from local.slack.validate import block_problems, blocks_weight, view_problems

DAY = date(2005, 1, 20)
DEALS, DUE = 200, 500
TYPED = "<!channel> & <https://x.example|here> *bold* =1+1 "


def portfolio() -> list[Ahead]:
    """500 dates over 200 deals, every text as long as it may come."""
    found = []
    for n in range(DEALS):
        lines = tuple(
            Line(
                on=DAY + timedelta(days=at % 14),
                day="Thu, Jan 20, 2005",
                says=(TYPED * 40)[:1500],
                owner="O" * 500,
                answering=frozenset({"maria"}),
                missed=at % 3 == 0,
                invented=at % 2 == 0,
            )
            for at in range(n * DUE // DEALS, (n + 1) * DUE // DEALS)
        )
        name = f"{'Granite' * 6}-{n:03}"
        brief = DatesSummary(
            code_name=name,
            issuer=TYPED * 10,
            zone="America/New_York",
            rehearsal=n % 2 == 0,
            as_of=DAY,
            holds_to=DAY,
            banners=(),
            lines=lines,
            calendar="federal-reserve",
        )
        found.append(Ahead(brief, DAY, "maria"))
    return found


def test_the_portfolio_has_its_stated_size() -> None:
    deals = portfolio()
    assert len(deals) == DEALS
    assert sum(len(deal.brief.lines) for deal in deals) == DUE


def portfolio_message(by: str = "") -> Message:
    return dates_ahead(portfolio(), 14, by, tuple(f"{'N' * 40}{n}" for n in range(DEALS)))


@pytest.mark.full
@pytest.mark.parametrize("by", ["", "issuer", "owner"])
def test_next_fits_a_message_and_a_form_and_counts_what_is_cut(by: str) -> None:
    answer = slack.render_ephemeral(portfolio_message(by))
    assert block_problems(answer["blocks"]) == []
    assert blocks_weight(answer["blocks"]) <= 12_000
    assert 0 < len(answer["text"]) <= 12_000
    assert "more line" in json.dumps(answer["blocks"])
    assert "more line" in answer["text"]
    assert view_problems(shown(portfolio_message(by), "What is next"), "modal") == []


def test_home_fits_and_counts_what_is_cut() -> None:
    says = [line.says for deal in portfolio() for line in deal.brief.lines]
    view = home.view(
        home.Home(
            as_of="As of Thu, Jan 20, 2005, each deal on its own day.",
            mine=says,
            ahead=says,
            deals=[home.DealLine(f"d{n}", (TYPED * 60)[:3000], True) for n in range(DEALS)],
            stale=says[:DEALS],
        )
    )
    assert view_problems(view, "home") == []
    assert "+480 more: /deal next" in json.dumps(view)
    assert "+160 more: /deal list" in json.dumps(view)


@pytest.mark.full
@pytest.mark.parametrize("medium", ["answer", "shared"])
def test_no_typed_text_has_an_effect(medium: str) -> None:
    made = (
        json.dumps(slack.render_ephemeral(portfolio_message()))
        if medium == "answer"
        else json.dumps([dict(b) for b in slack.render_message(portfolio_message()).blocks])
    )
    for acted_on in ("<!", "<http", "<@"):
        assert acted_on not in made


def test_the_full_text_shown_to_a_channel_is_safe() -> None:
    message = slack.render_message(portfolio_message())
    assert message.text
    assert "<" not in message.text
    assert block_problems([dict(b) for b in message.blocks]) == []
    assert blocks_weight([dict(b) for b in message.blocks]) <= 12_000
