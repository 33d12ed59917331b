"""`/deal next`: the future dates of one deal, or of several on separate days."""

import json
from dataclasses import replace
from datetime import date

import pytest

from dealclock.answers import next_dates
from dealclock.answers.dates_summary import (
    DatesSummary,
    Line,
    dates_summary,
    from_json,
)
from dealclock.answers.encode import encode
from dealclock.answers.next_dates import Ahead
from dealclock.messages import slack
from dealclock.messages.message import Message
from dealclock.messages.view import View
from local.slack.validate import block_problems, blocks_weight
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.messages.asking import NEVER, STORY, asked, lines
from tests.unit.messages.messages import team

MARIA = frozenset({"maria"})


def named(view: View, name: str) -> View:
    return replace(view, team=team().model_copy(update={"code_name": name}))


def dates_ahead(views: list[View], days: int) -> Message:
    """The answer on these deals, each from its stored summary."""
    kept = [from_json(json.loads(json.dumps(encode(dates_summary(v))))) for v in views]
    return next_dates.dates_ahead([Ahead(brief, brief.as_of) for brief in kept], days)


def test_the_item_overdue_the_longest_is_first() -> None:
    view = asked(NEVER, "2004-11-02")
    turned = replace(view.assessment, obligations=tuple(reversed(view.assessment.obligations)))
    said = lines(dates_ahead([replace(view, assessment=turned)], 1))
    missed = said[said.index("Overdue") + 1 :][:2]
    assert values([line[:19] for line in missed]) == ["2004-10-28", "2004-11-01"]


def test_dates_of_several_deals_are_in_one_order_with_overdue_ones_before() -> None:
    views = [named(asked(NEVER, "2005-01-10"), "Never"), named(asked(STORY, "2005-01-11"), "Story")]
    assert values(wording("message/upcoming", lines(dates_ahead(views, 21)))) == [
        "01-18",
        "2005-01-10",
        "2005-01-31",
        "2005-01-11",
        "2005-02-01",
        "2004-10-28",
        "2(a)(ii)",
        "Maria Lopez",
        "2005-01-18",
        "3(a)(iii)",
        "Maria Lopez",
        "cure-window/F5",
        "2005-01-18",
        "$31,666.67",
        "3(b)",
        "Maria Lopez",
        "payment/2005-01-15",
        "2005-01-18",
        "$15,416.67",
        "3(b)",
        "Maria Lopez",
        "payment/2005-01-15",
        "2005-01-27",
        "1.00%",
        "3(a)",
        "rate/2005-01-27",
    ]


def test_a_rehearsal_next_to_a_live_deal_is_marked_line_by_line() -> None:
    live = named(asked(STORY, "2004-10-18", rehearsal=False), "Basalt")
    message = dates_ahead([live, asked(STORY, "2004-10-18")], 14)
    assert not message.headline.startswith("REHEARSAL")
    ahead = [line for line in lines(message) if line.startswith("•")]
    assert [line.endswith(" (REHEARSAL)") for line in ahead] == [
        *(False, True),  # effectiveness, which becomes a default if missed
        *(False, False, True, True),  # the conditions due on the same day
    ]
    assert any(banner.startswith("Rehearsal") for banner in message.banners)


def test_a_person_on_no_deal_has_no_upcoming_dates() -> None:
    assert values(wording("message/upcoming", dates_ahead([], 14).headline)) == ["14 days"]


@pytest.mark.full
@pytest.mark.parametrize("by", ["", "issuer", "owner"])
def test_the_largest_portfolio_fits_slack_and_says_how_much_was_cut(by: str) -> None:
    # 200 deals under the longest names there may be, 600 dates, a third of them missed.
    day = date(2005, 1, 20)
    deals = [
        Ahead(
            DatesSummary(
                code_name=f"{'Granite' * 6}-{n:03}",
                issuer="&" * 500,
                zone="America/New_York",
                calendar="federal-reserve",
                rehearsal=False,
                as_of=day,
                holds_to=day,
                banners=(),
                lines=tuple(
                    Line(
                        day,
                        "Thu, Jan 20, 2005",
                        "<!channel>" * 50,
                        f"{'O' * 500}{n}",
                        MARIA,
                        m,
                        True,
                    )
                    for m in (True, False, False)
                ),
            ),
            day,
            "maria",
            "as computed Wed, Jan 19, 2005; 1 more fact recorded since",
        )
        for n in range(200)
    ]
    message = next_dates.dates_ahead(deals, 14, by, [f"Unknown-{n}" for n in range(50)])
    sent = slack.render_ephemeral(message)
    assert shows(wording("message/upcoming", message.headline), "199")
    assert block_problems(sent["blocks"]) == []
    assert blocks_weight(sent["blocks"]) <= 12_000
    assert "`/deal next DEAL`" in str(sent["blocks"])
    assert "<!" not in str(sent)
    assert len(sent["text"]) <= 9_400
