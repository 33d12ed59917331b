"""The block table: what passes, and the words of what does not."""

from typing import Any

import pytest

from local.slack.api import HANDLERS
from local.slack.reference import METHODS
from local.slack.validate import block_problems, blocks_weight, metadata_problem, view_problems


def mrkdwn(text: str) -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text}


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def button(text: str = "Acknowledge", **more: Any) -> dict[str, Any]:
    return {"type": "button", "text": plain(text), "action_id": "ack", **more}


def option(text: str) -> dict[str, Any]:
    return {"text": plain(text), "value": text}


def test_an_alert_as_dealclock_draws_it_passes() -> None:
    blocks = [
        {"type": "header", "text": plain("LANTERN · due today")},
        {"type": "section", "text": mrkdwn("*s. 2(a)*"), "block_id": "what"},
        {"type": "section", "fields": [mrkdwn("*Owner*\nAvery")] * 10},
        {"type": "divider"},
        {"type": "image", "image_url": "https://example.com/x.png", "alt_text": "days left"},
        {
            "type": "actions",
            "elements": [
                button(value="d-1", style="primary"),
                {"type": "overflow", "action_id": "more", "options": [option("Explain")] * 5},
            ],
        },
        {"type": "context", "elements": [mrkdwn("not legal advice")] * 10},
    ]
    assert block_problems(blocks) == []


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ({"type": "marquee"}, "unsupported type: marquee [json-pointer:/blocks/0/type]"),
        ({}, "missing required field: type [json-pointer:/blocks/0]"),
        ({"type": "divider", "text": "x"},
         "invalid additional property: text [json-pointer:/blocks/0]"),
        ({"type": "section"}, "must define either `text` or `fields` [json-pointer:/blocks/0]"),
        ({"type": "section", "text": mrkdwn("x" * 3001)},
         "must be less than 3001 characters [json-pointer:/blocks/0/text/text]"),
        ({"type": "section", "text": mrkdwn("")},
         "must be more than 0 characters [json-pointer:/blocks/0/text/text]"),
        ({"type": "section", "fields": [mrkdwn("x")] * 11},
         "no more than 10 items allowed [json-pointer:/blocks/0/fields]"),
        ({"type": "section", "fields": [mrkdwn("x" * 2001)]},
         "must be less than 2001 characters [json-pointer:/blocks/0/fields/0/text]"),
        ({"type": "header", "text": mrkdwn("x")},
         "must be a valid enum value: plain_text [json-pointer:/blocks/0/text/type]"),
        ({"type": "header", "text": "x"}, "must provide an object [json-pointer:/blocks/0/text]"),
        ({"type": "divider", "block_id": "x" * 256},
         "must be less than 256 characters [json-pointer:/blocks/0/block_id]"),
        ({"type": "image", "image_url": "https://example.com/x.png"},
         "missing required field: alt_text [json-pointer:/blocks/0]"),
        ({"type": "context", "elements": []},
         "no fewer than 1 items allowed [json-pointer:/blocks/0/elements]"),
        ({"type": "actions", "elements": [button("x" * 76)]},
         "must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]"),
        ({"type": "actions", "elements": [button(value="x" * 2001)]},
         "must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]"),
        ({"type": "actions", "elements": [button(style="loud")]},
         "must be a valid enum value: primary, danger [json-pointer:/blocks/0/elements/0/style]"),
        ({"type": "actions", "elements": [button(), button()]},
         "`action_id` is not unique: ack [json-pointer:/blocks/0/elements]"),
        ({"type": "actions", "elements":
          [{"type": "overflow", "action_id": "x" * 256, "options": [option("a")]}]},
         "must be less than 256 characters [json-pointer:/blocks/0/elements/0/action_id]"),
        ({"type": "actions", "elements": [{"type": "overflow", "options": [option("a")] * 6}]},
         "no more than 5 items allowed [json-pointer:/blocks/0/elements/0/options]"),
    ],
)  # fmt: skip
def test_a_block_beyond_the_table_is_one_problem(block: dict[str, Any], problem: str) -> None:
    assert block_problems([block]) == [problem]


def raw(text: str) -> dict[str, Any]:
    return {"type": "raw_text", "text": text}


def table(*rows: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"type": "data_table", "caption": "Payments", "rows": list(rows), **more}


HEAD = [raw("Payment"), raw("Due")]
ROW = [raw("payment/1"), {"type": "raw_number", "value": 20050118, "text": "Jan 18"}]


def test_a_table_has_a_header_equal_rows_and_no_empty_cell() -> None:
    assert block_problems([table(HEAD, *[ROW] * 100, page_size=20)]) == []
    assert block_problems([table(HEAD)]) == [
        "no fewer than 2 items allowed [json-pointer:/blocks/0/rows]"
    ]
    assert block_problems([table(HEAD, *[ROW] * 101)]) == [
        "no more than 101 items allowed [json-pointer:/blocks/0/rows]"
    ]
    assert block_problems([table(HEAD, [*ROW, raw("more")])]) == [
        "all rows must have the same number of cells [json-pointer:/blocks/0/rows]"
    ]
    assert block_problems([table(HEAD, [raw(""), raw("x")])]) == [
        "must be more than 0 characters [json-pointer:/blocks/0/rows/1/0/text]"
    ]
    assert block_problems([table(ROW, ROW)]) == [
        "unsupported type: raw_number [json-pointer:/blocks/0/rows/0/1/type]"
    ]
    assert block_problems([table(HEAD, ROW, page_size=101)]) == [
        "must be from 1 to 100 [json-pointer:/blocks/0/page_size]"
    ]
    assert block_problems([table(HEAD, *[[raw("x" * 5001), raw("y" * 5000)]])]) == [
        "must be less than 10001 characters in all cells [json-pointer:/blocks/0/rows]"
    ]


def test_a_workspace_may_not_take_a_young_block_yet() -> None:
    assert block_problems([{"type": "divider"}, table(HEAD, ROW)], refused=["data_table"]) == [
        "unsupported type: data_table [json-pointer:/blocks/1/type]"
    ]


def chart(*series: tuple[str, list[float]], **more: Any) -> dict[str, Any]:
    months = ["Nov 2004", "Dec 2004"]
    return {
        "type": "data_visualization",
        "title": "Accrued",
        "chart": {
            "type": "line",
            "series": [
                {
                    "name": name,
                    "data": [
                        {"label": label, "value": value}
                        for label, value in zip(months, values, strict=False)
                    ],
                }
                for name, values in series
            ],
            "axis_config": {"categories": months},
        },
        **more,
    }


def test_a_chart_has_a_finite_value_in_every_category_of_every_series() -> None:
    good = chart(("As chosen", [1, 2.5]), ("Most", [2, 3]))
    assert block_problems([good, good]) == []
    assert block_problems([good] * 3) == [
        "no more than 2 data_visualization blocks allowed [json-pointer:/blocks]"
    ]
    at = "json-pointer:/blocks/0/chart"
    assert block_problems([chart(("As chosen", [1]))]) == [
        f"data must have a value for every category [{at}/series/0/data]"
    ]
    assert block_problems([chart(("As chosen", [1, float("inf")]))]) == [
        f"must be a finite number [{at}/series/0/data/1/value]"
    ]
    assert block_problems([chart(("a", [1, 2]), ("a", [1, 2]))]) == [
        f"series names must be unique [{at}/series]"
    ]
    assert block_problems([chart(("x" * 21, [1, 2]))]) == [
        f"must be less than 21 characters [{at}/series/0/name]"
    ]
    assert block_problems([chart(("a", [1, 2]), title="x" * 51)]) == [
        "must be less than 51 characters [json-pointer:/blocks/0/title]"
    ]


def test_fifty_blocks_pass_and_fifty_one_do_not() -> None:
    assert block_problems([{"type": "divider"}] * 50) == []
    assert block_problems([{"type": "divider"}] * 51) == [
        "no more than 50 items allowed [json-pointer:/blocks]"
    ]


def test_a_block_id_is_unique_in_a_message() -> None:
    assert block_problems([{"type": "divider", "block_id": "a"}] * 2) == [
        "block_id already exists: a [json-pointer:/blocks/1/block_id]"
    ]


def test_the_weight_of_blocks_is_their_text_and_125_for_each() -> None:
    assert blocks_weight([{"type": "divider"}, {"type": "section", "text": mrkdwn("four")}]) == 254


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ({"event_type": "delivery", "event_payload": {"id": "d-1", "n": 1, "ok": True}}, None),
        ({"event_type": "delivery", "event_payload": {"flat": {"a": "b"}, "list": [{"a": 1}]}},
         None),
        ({}, None),
        ("text", "invalid_metadata_format"),
        ({"event_type": "", "event_payload": {}}, "invalid_metadata_schema"),
        ({"event_type": "x", "event_payload": {}, "more": 1}, "invalid_metadata_schema"),
        ({"event_type": "x", "event_payload": {"deep": {"deeper": {}}}},
         "invalid_metadata_schema"),
        ({"event_type": "x", "event_payload": {"nothing": None}}, "invalid_metadata_schema"),
    ],
)  # fmt: skip
def test_metadata_has_a_name_and_a_flat_payload(metadata: object, problem: str | None) -> None:
    assert metadata_problem(metadata) == problem


def test_a_modal_has_a_short_title_and_a_submit_for_its_inputs() -> None:
    typed = {"type": "plain_text_input", "action_id": "why"}
    asked = {"type": "input", "label": plain("Why"), "element": typed}
    modal = {"type": "modal", "title": plain("x" * 24), "blocks": [asked]}
    assert view_problems({**modal, "submit": plain("Save")}, "modal") == []
    assert view_problems(modal, "modal") == ["missing required field: submit [json-pointer:/view]"]
    assert view_problems({"type": "modal", "title": plain("x" * 25), "blocks": []}, "modal") == [
        "must be less than 25 characters [json-pointer:/view/title/text]"
    ]


def test_an_input_is_no_part_of_a_message() -> None:
    assert block_problems([{"type": "input"}]) == [
        "unsupported type: input [json-pointer:/blocks/0/type]"
    ]


def test_every_method_of_the_table_is_answered_and_no_other() -> None:
    assert set(HANDLERS) == set(METHODS)
