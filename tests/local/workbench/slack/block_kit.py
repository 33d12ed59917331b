"""One of everything Block Kit has that the reference table knows, each with all it may carry."""

from typing import Any

Block = dict[str, Any]


def plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> Block:
    return {"type": "mrkdwn", "text": text}


def raw(text: str) -> Block:
    return {"type": "raw_text", "text": text}


CONFIRM = {
    "title": plain("Really?"),
    "text": mrkdwn("It is *recorded*."),
    "confirm": plain("Record it"),
    "deny": plain("Not yet"),
    "style": "danger",
}
OPTIONS = [
    {"text": plain("Mail <1>"), "value": "mail", "description": plain("Three days")},
    {"text": plain("By hand"), "value": "hand"},
]
GROUPS = [{"label": plain("Notices"), "options": OPTIONS}]

PRESSED: dict[str, Block] = {
    "button": {
        "type": "button", "action_id": "ack", "text": plain("Acknowledge <it>"), "value": "1",
        "style": "primary", "confirm": CONFIRM, "accessibility_label": "Acknowledge the alert",
    },
    "overflow": {
        "type": "overflow", "action_id": "more", "options": OPTIONS, "confirm": CONFIRM,
    },
    "static_select": {
        "type": "static_select", "action_id": "how", "placeholder": plain("How was it given?"),
        "option_groups": GROUPS, "initial_option": OPTIONS[1], "confirm": CONFIRM,
    },
    "datepicker": {
        "type": "datepicker", "action_id": "on", "placeholder": plain("Which day?"),
        "initial_date": "2004-07-15", "confirm": CONFIRM,
    },
}  # fmt: skip
IMAGE = {"type": "image", "image_url": "https://a.example/x.png", "alt_text": "A line that climbs"}
ELEMENTS: dict[str, Block] = {**PRESSED, "image": IMAGE}
INPUTS: dict[str, Block] = {
    "plain_text_input": {
        "type": "plain_text_input", "action_id": "a", "placeholder": plain("In words"),
        "initial_value": "<was>", "multiline": True, "min_length": 2, "max_length": 30,
    },
    "static_select": {key: value for key, value in PRESSED["static_select"].items()
                      if key != "confirm"},
    "multi_static_select": {
        "type": "multi_static_select", "action_id": "to", "placeholder": plain("Who?"),
        "option_groups": GROUPS, "initial_options": [OPTIONS[0]], "max_selected_items": 2,
    },
    "datepicker": {key: value for key, value in PRESSED["datepicker"].items() if key != "confirm"},
}  # fmt: skip
BLOCKS: dict[str, Block] = {
    "header": {"type": "header", "block_id": "h", "text": plain("Due <today>")},
    "section": {
        "type": "section", "block_id": "s", "text": mrkdwn("*Due* <https://a.example|here>"),
        "fields": [mrkdwn("*Owner*"), plain("Maria *Lopez*")], "expand": True,
        "accessory": PRESSED["button"],
    },
    "context": {
        "type": "context", "block_id": "c",
        "elements": [mrkdwn("_quiet_"), plain("as it is"), IMAGE],
    },
    "divider": {"type": "divider", "block_id": "d"},
    "actions": {"type": "actions", "block_id": "a", "elements": list(PRESSED.values())},
    "data_table": {
        "type": "data_table", "block_id": "t", "caption": "Payments <all>", "page_size": 20,
        "row_header_column_index": 0,
        "rows": [
            [raw("Payment"), raw("Due")],
            [raw("payment/<1>"), {"type": "raw_number", "value": 20050118, "text": "Jan 18"}],
            [raw("payment/2"), {"type": "raw_number", "value": 20050718}],
        ],
    },
    "data_visualization": {
        "type": "data_visualization", "block_id": "v", "title": "Accrued <so far>",
        "chart": {
            "type": "line",
            "series": [
                {"name": "As chosen", "data": [{"label": "Nov 2004", "value": 208.5}]},
                {"name": "Most", "data": [{"label": "Nov 2004", "value": 417}]},
            ],
            "axis_config": {
                "categories": ["Nov 2004"], "x_label": "End of month", "y_label": "US dollars",
            },
        },
    },
    "image": {**IMAGE, "block_id": "i", "title": plain("What accrues")},
    "input": {
        "type": "input", "block_id": "day", "label": plain("Which <day>"),
        "element": INPUTS["datepicker"], "hint": plain("In New York"), "optional": True,
        "dispatch_action": True,
    },
}  # fmt: skip


def field(kind: str, **more: object) -> Block:
    """An input block around one of the elements."""
    return {
        "type": "input",
        "block_id": kind,
        "label": plain(f"The {kind}"),
        "element": INPUTS[kind],
        **more,
    }
