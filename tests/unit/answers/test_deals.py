"""All deals in one table, from the summaries that their runs stored."""

import json
from dataclasses import replace
from datetime import date

from dealclock.answers.dates_summary import DatesSummary, dates_summary, from_json
from dealclock.answers.deals import COLUMNS, deals_section, render_deals
from dealclock.answers.encode import encode
from dealclock.answers.next_dates import Ahead
from dealclock.messages.message import DataTable
from tests.unit.messages.asking import NEVER, STORY, asked, lines
from tests.unit.messages.messages import team

NEW = ("defaults", "stake", "at")  # what a summary of an earlier release does not have


def summary(history: str, day: str, name: str, *, old: bool = False) -> DatesSummary:
    view = asked(history, day)
    own = replace(view, team=team().model_copy(update={"code_name": name}))
    stored = json.loads(json.dumps(encode(dates_summary(own))))
    return from_json({k: v for k, v in stored.items() if not (old and k in NEW)})


def table(*deals: Ahead) -> list[list[str]]:
    drawn = deals_section(sorted(deals, key=lambda d: d.brief.code_name))[0].drawn or ()
    (found,) = drawn  # alone: what it says is not repeated below it
    assert isinstance(found, DataTable)
    assert found.columns == COLUMNS
    return [[cell.text for cell in row] for row in found.rows]


def ahead(brief: DatesSummary, stale: str = "") -> Ahead:
    return Ahead(brief, brief.as_of, None, stale)


def test_the_gravest_deal_leads() -> None:
    """On January 20, 2005 the story has a possible default; on July 1, 2004 a filing is ahead."""
    later = ahead(summary(NEVER, "2004-07-01", "Alder"))
    graver = ahead(summary(STORY, "2005-01-20", "Zinc"))
    message = render_deals([later, graver], {}, unknown=["Quartz"], closed=["Basalt"], outside=[])
    assert message.headline.startswith("REHEARSAL: Zinc: ")
    said = lines(message)
    first, second = (line for line in said if line.startswith("• REHEARSAL"))
    assert first.startswith("• REHEARSAL Zinc: Prospectus cure period")
    assert second.startswith("• REHEARSAL Alder: Resale shelf filing")
    assert "• Quartz" in said
    assert "• Basalt" in said


def test_a_row_has_what_by_when_owner_at_stake_and_the_time_of_the_run() -> None:
    (row,) = table(ahead(summary(STORY, "2005-01-20", "Granite")))
    name, what, when, owner, stake, checked = row
    assert (name, owner) == ("REHEARSAL Granite", "Maria Lopez")
    assert what.startswith("Prospectus cure period")
    assert when == "overdue since Tue, Jan 18"
    assert "1 possible default" in stake
    assert "$416.67" in stake
    assert "2005" in checked


def test_what_missing_the_gravest_date_costs_is_at_stake_before_it() -> None:
    """The Registration Statement is due on July 15, 2004: 0.25% on $60,000,000, $416.67 a day."""
    (row,) = table(ahead(summary(NEVER, "2004-07-01", "Granite")))
    assert row[4].startswith("if missed: possible Registration Default")
    assert "$416.67 a day" in row[4]


def test_a_summary_of_an_earlier_release_is_read_and_its_stake_not_known() -> None:
    (row,) = table(ahead(summary(STORY, "2005-01-20", "Granite", old=True)))
    assert row[4] == "not known"
    assert row[5] == "Thu, Jan 20, 2005"


def test_an_old_run_says_so_in_its_row() -> None:
    stale = "as computed Thu, Jan 20, 2005; 2 more events recorded since"
    (row,) = table(ahead(summary(STORY, "2005-01-20", "Granite"), stale))
    assert row[5] == f"not up to date: {stale}"


def test_a_date_that_passed_since_the_run_is_not_taken_to_be_met() -> None:
    brief = summary(NEVER, "2004-07-01", "Granite")
    (row,) = table(Ahead(brief, date(2004, 7, 20)))
    assert row[2].endswith("(passed since)")


def test_without_an_open_date_the_deals_are_counted() -> None:
    brief = replace(summary(NEVER, "2004-07-01", "Granite"), lines=(), defaults=0, stake="")
    message = render_deals([ahead(brief)], {}, unknown=[], closed=[], outside=[])
    assert message.headline == "REHEARSAL: 1 deal, no date open"
