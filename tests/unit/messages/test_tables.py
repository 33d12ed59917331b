"""Tables: where Slack takes them, they stand for the lines that every other medium has."""

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from dealclock.messages import slack
from dealclock.messages.message import Cell, DataTable, Message, Section, listed, text_lines
from dealclock.messages.tables import day_cell, in_table, instant_cell, left_to_table, money_cell
from local.slack.validate import block_problems, blocks_weight
from tests.unit.messages.messages import every_message

# Every block of ours that Slack has had for more than a year.
OLD = {"actions", "context", "divider", "header", "section"}
ROW = (Cell("payment/2005-01-15"), day_cell(date(2005, 1, 18)))
TABLE = DataTable("Payments", ("Payment", "Due"), (ROW,))
PLAIN = Message("Granite", "A headline", footnotes=("A foot.",))
WHOLE = replace(
    PLAIN, sections=in_table([replace(listed("Due", ["a line"]), drawn=())], TABLE, ["late: one"])
)


def drawn(message: Message) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = slack.render_ephemeral(message, tables=True)["blocks"]
    assert block_problems(blocks) == []
    assert blocks_weight(blocks) <= slack.WHOLE_MOST
    return blocks


def test_a_table_stands_for_its_lines_below_what_is_urgent() -> None:
    header, urgent, divider, table, foot = drawn(WHOLE)
    assert urgent["text"]["text"] == "*Overdue or due today*\n• late: one"
    assert (header["type"], divider["type"], foot["type"]) == ("header", "divider", "context")
    assert table == {
        "type": "data_table",
        "caption": "Payments",
        "rows": [
            [{"type": "raw_text", "text": "Payment"}, {"type": "raw_text", "text": "Due"}],
            [
                {"type": "raw_text", "text": "payment/2005-01-15"},
                {"type": "raw_number", "value": 20050118, "text": "Tue, Jan 18, 2005"},
            ],
        ],
        "page_size": 20,
        "row_header_column_index": 0,
    }


def test_no_other_medium_shows_the_table() -> None:
    assert list(text_lines(WHOLE))[2:4] == ["Due", "• a line"]
    for blocks in (
        slack.render_ephemeral(WHOLE)["blocks"],
        slack.render_message(WHOLE).blocks,
        slack.render_reply(WHOLE).blocks,
    ):
        assert {block["type"] for block in blocks} <= OLD
    assert "a line" in str(slack.render_message(WHOLE).blocks)


def test_alerts_digests_and_confirmations_use_no_block_younger_than_a_year() -> None:
    for said in every_message():
        assert not said.message.has_tables
        blocks = slack.render_message(said.message, "story 2004-11-01 x").blocks
        assert {block["type"] for block in blocks} <= OLD


def test_only_the_answer_to_a_command_asks_for_tables() -> None:
    library = Path(slack.__file__).parents[1]
    asking = {
        str(file.relative_to(library))
        for file in library.rglob("*.py")
        if "tables=True" in file.read_text(encoding="utf-8")
    }
    assert asking == {"desk/slack_handler.py", "messages/slack_views/samples.py"}


def test_a_cell_is_never_empty_and_typed_text_stays_text() -> None:
    odd = DataTable("R&D", ("What", ""), ((Cell("<@U1> a\nb"), Cell("  ")),))
    table = next(b for b in drawn(replace(PLAIN, sections=in_table([SECTION], odd)))
                 if b["type"] == "data_table")  # fmt: skip
    assert [cell["text"] for row in table["rows"] for cell in row] == [
        "What", "-", "<@U1> a b", "-"
    ]  # fmt: skip


SECTION = Section(lines=("a line",))


def test_a_long_table_is_cut_visibly_and_within_slacks_limit() -> None:
    many = replace(TABLE, rows=(ROW,) * 150)
    *_, table, left, _ = drawn(
        replace(PLAIN, sections=in_table([replace(SECTION, drawn=())], many))
    )
    assert len(table["rows"]) == 100
    assert left["elements"][0]["text"] == "+51 more lines: `/deal status`"
    wide = replace(TABLE, rows=((Cell("x" * 1000), ROW[1]),) * 60)
    *_, table, left, _ = drawn(
        replace(PLAIN, sections=in_table([replace(SECTION, drawn=())], wide))
    )
    shown = len(table["rows"]) - 1
    assert 0 < shown < 60
    assert f"+{60 - shown} more lines" in left["elements"][0]["text"]


def test_a_section_keeps_what_the_table_does_not_show() -> None:
    whole = Section(title="payment/1", lines=("a lot",))
    assert left_to_table(whole).drawn == (whole,)
    assert left_to_table(Section(title="payment/1")).drawn == ()


def test_a_table_without_rows_is_not_drawn() -> None:
    assert in_table([SECTION], replace(TABLE, rows=())) == (SECTION,)


def test_days_instants_and_amounts_sort_as_such() -> None:
    early, noon = datetime(2005, 1, 18, 5, tzinfo=UTC), datetime(2005, 1, 18, 17, tzinfo=UTC)
    cells = [day_cell(date(2004, 12, 31)), day_cell(date(2005, 1, 18)),
             instant_cell(noon, "America/New_York"), day_cell(date(2005, 1, 19))]  # fmt: skip
    ranks = [cell.rank or 0 for cell in cells]
    assert ranks == sorted(ranks)
    assert instant_cell(early, "America/New_York").rank == 20050118
    assert money_cell(Fraction(1541667, 100)) == Cell("$15,416.67", 15416.67)
    assert day_cell(None, "none") == Cell("none")
