"""The parts that views are made of. Every text is cut to its limit, visibly, and escaped."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from dealclock.messages.message import cut, flat
from dealclock.messages.slack import SECTION_MOST, fit_text

Block = dict[str, Any]

TITLE_MOST, LABEL_MOST, OPTION_MOST, HINT_MOST = 24, 200, 75, 400
OPTIONS_MOST = 100  # of one select, or of one of its groups


def plain(text: str, most: int) -> Block:
    """Plain text, which Slack shows as it is: nothing in it can become a mention or a link."""
    return {"type": "plain_text", "text": cut(flat(text) or "-", most), "emoji": False}


def modal(
    name: str, title: str, blocks: Sequence[Block], *, submit: str = "", metadata: str = ""
) -> Block:
    """A form, submitted under `name`; without `submit` it only shows something."""
    view: Block = {
        "type": "modal",
        "callback_id": name,
        "title": plain(title, TITLE_MOST),
        "close": plain("Cancel" if submit else "Close", TITLE_MOST),
        "blocks": list(blocks),
        "private_metadata": metadata,
    }
    if not submit:
        return view
    return {**view, "submit": plain(submit, TITLE_MOST), "notify_on_close": True}


def section(text: str) -> Block:
    """A paragraph of text that anyone may have typed."""
    return {"type": "section", "text": _mrkdwn(fit_text(text, SECTION_MOST))}


def strong(text: str) -> Block:
    """A bold paragraph, to be seen first."""
    return {"type": "section", "text": _mrkdwn(f"*{fit_text(text, SECTION_MOST - 2)}*")}


def lines(each: Iterable[str]) -> Block:
    """Several lines as one paragraph; each is escaped by itself, and they fit."""
    said = list(each)
    room = SECTION_MOST // max(len(said), 1) - 1
    return {"type": "section", "text": _mrkdwn("\n".join(fit_text(line, room) for line in said))}


def context(text: str) -> Block:
    """Small print."""
    return {"type": "context", "elements": [_mrkdwn(fit_text(text, 1500))]}


def header(text: str) -> Block:
    """A heading."""
    return {"type": "header", "text": plain(text, 150)}


DIVIDER: Block = {"type": "divider"}


def option(value: str, text: str, description: str = "") -> Block:
    """One of a select's options; `value` comes back, at most 150 characters."""
    found: Block = {"text": plain(text, OPTION_MOST), "value": value}
    return {**found, "description": plain(description, OPTION_MOST)} if description else found


def field(
    name: str,
    label: str,
    element: Block,
    *,
    optional: bool = False,
    hint: str = "",
    watched: bool = False,
) -> Block:
    """A field of a form. `watched`: Slack reports a change at once, before the form is
    submitted."""
    block: Block = {
        "type": "input",
        "block_id": name,
        "label": plain(label, LABEL_MOST),
        "element": {**element, "action_id": f"record:{name}"},
        "optional": optional,
    }
    if hint:
        block["hint"] = plain(hint, HINT_MOST)
    return {**block, "dispatch_action": True} if watched else block


def day(initial: date | None) -> Block:
    """A date picker."""
    at = {"initial_date": initial.isoformat()} if initial else {}
    return {"type": "datepicker", **at}


def typed(initial: str, most: int, *, long: bool = False) -> Block:
    """A line, or several, to type."""
    at = {"initial_value": cut(initial, most)} if initial else {}
    return {"type": "plain_text_input", "max_length": most, "multiline": long, **at}


def select(options: Sequence[Block], chosen: str = "") -> Block:
    """One of at most OPTIONS_MOST options; typing in it searches."""
    at = next((o for o in options if o["value"] == chosen), None)
    return {
        "type": "static_select",
        "options": list(options),
        **({"initial_option": at} if at else {}),
    }


def grouped(groups: Sequence[tuple[str, Sequence[Block]]], chosen: str = "") -> Block:
    """The same in groups, each under a heading; a group that is too long is split."""
    parted = [
        (label, options[at : at + OPTIONS_MOST])
        for label, options in groups
        for at in range(0, len(options), OPTIONS_MOST)
    ]
    every = [o for _, options in parted for o in options]
    at = next((o for o in every if o["value"] == chosen), None)
    return {
        "type": "static_select",
        "option_groups": [
            {"label": plain(label, OPTION_MOST), "options": list(options)}
            for label, options in parted[:OPTIONS_MOST]
        ],
        **({"initial_option": at} if at else {}),
    }


def several(options: Sequence[Block], chosen: Iterable[str] = ()) -> Block:
    """Any of some options."""
    wanted = set(chosen)
    at = [o for o in options if o["value"] in wanted]
    return {
        "type": "multi_static_select",
        "options": list(options),
        **({"initial_options": at} if at else {}),
    }


def errors(**wrong: str) -> Block:
    """The answer to a form whose fields are wrong: by field, what to give instead."""
    return {"response_action": "errors", "errors": {k: cut(flat(v), 300) for k, v in wrong.items()}}


def _mrkdwn(text: str) -> Block:
    return {"type": "mrkdwn", "text": text, "verbatim": True}
