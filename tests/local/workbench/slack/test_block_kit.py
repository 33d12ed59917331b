"""Every block, element and input the reference table knows is drawn, with all it may carry."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from local.slack import mrkdwn, reference
from local.slack.rules import ByType, Items, Rule, Shape
from local.slack.validate import block_problems, view_problems
from local.workbench.pages import render_template
from local.workbench.panes.slack.dialogs import Dialog, dialog, filled_in
from local.workbench.panes.slack.press import Press
from tests.local.workbench.slack.block_kit import (
    BLOCKS,
    ELEMENTS,
    INPUTS,
    OPTIONS,
    Block,
    field,
    plain,
)

TEXTS = {"mrkdwn", "plain_text"}


def said(text: Block) -> object:
    kind = mrkdwn.plain if text["type"] == "plain_text" else mrkdwn.html
    return kind(text["text"])


def shown(block: Block, **more: object) -> str:
    """A block as the page draws it in a message."""
    press = Press("/slack/maria/granite/click", "m-1", {"ts": "1.000001"})
    template = f"slack/blocks/{block['type']}.html"
    return render_template(template, block=block, said=said, press=press, **more)


def modal(*blocks: Block, errors: dict[str, str] | None = None, **values: object) -> Dialog:
    state = {name: {b["element"]["action_id"]: values[name]} for name in values
             for b in blocks if b["block_id"] == name}  # fmt: skip
    view = {
        "id": "V1", "hash": "1.1", "type": "modal", "title": plain("Record <it>"),
        "submit": plain("Next"), "blocks": list(blocks), "state": {"values": state},
    }  # fmt: skip
    return dialog({"view": view, "errors": errors or {}}, "maria")


def form(*blocks: Block, **more: Any) -> str:
    return render_template("slack/dialog.html", dialog=modal(*blocks, **more), said=said)


class Elements(HTMLParser):
    """Every element with its attributes, in order; unclosed and crossed tags are refused."""

    VOID = frozenset(["input", "img", "hr", "br", "path"])

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(html)
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice: {attrs}"
        self.found.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self._open.pop() == tag

    def all(self, tag: str, **having: str) -> list[dict[str, str | None]]:
        wanted = having.items()
        return [a for t, a in self.found if t == tag and wanted <= a.items()]

    def one(self, tag: str, **having: str) -> dict[str, str | None]:
        (found,) = self.all(tag, **having)
        return found


def kinds(rule: Rule, under: str) -> Iterator[tuple[str, str]]:
    """Every (place, type) that a rule lets stand in a message or a view."""
    match rule:
        case ByType(shapes):
            for name, shape in shapes.items():
                yield under, name
                if isinstance(shape, Shape):
                    yield from kinds(shape, name)
        case Items(of):
            yield from kinds(of, under)
        case Shape(required, optional):
            for inner in (*required.values(), *optional.values()):
                yield from kinds(inner, under)


def test_every_kind_the_table_knows_has_a_sample_here() -> None:
    found = {*kinds(reference.MODAL, "view"), *kinds(reference.MESSAGE_BLOCK, "message")}
    blocks = {name for place, name in found if place in ("view", "message")}
    inputs = {name for place, name in found if place == "input"}
    elements = {name for place, name in found if place in ("section", "actions", "context")}
    assert blocks == set(BLOCKS)
    assert inputs == set(INPUTS)
    assert elements - TEXTS == set(ELEMENTS)


def test_the_samples_are_ones_slack_takes() -> None:
    blocks = [block for kind, block in BLOCKS.items() if kind != "input"]
    assert block_problems(blocks) == []
    view = {"type": "modal", "title": plain("Record"), "submit": plain("Next")}
    fields = [field(kind) for kind in INPUTS]
    both = [BLOCKS[kind] for kind in reference.MODAL_BLOCKS.shapes if kind != "input"]
    assert view_problems({**view, "blocks": [*both, BLOCKS["input"], *fields]}, "modal") == []


@pytest.mark.parametrize("kind", [kind for kind in BLOCKS if kind != "input"])
def test_every_block_is_drawn_whole(kind: str) -> None:
    html = shown(BLOCKS[kind])
    Elements(html)
    for each in words(BLOCKS[kind]):
        assert each in html


@pytest.mark.parametrize("kind", ELEMENTS)
def test_every_element_is_drawn_beside_a_section(kind: str) -> None:
    accessory = ELEMENTS[kind]
    html = shown({"type": "section", "block_id": "s", "text": plain("T"), "accessory": accessory})
    Elements(html)
    for each in words(accessory):
        assert each in html


@pytest.mark.parametrize("kind", INPUTS)
def test_every_input_has_its_label_hint_error_and_initial_value(kind: str) -> None:
    block = field(kind, hint=plain("A <hint>"))
    html = form(block, errors={kind: "Not <this> one."})
    page = Elements(html)
    assert f"The {kind}" in html
    assert "A &lt;hint&gt;" in html
    assert "Not &lt;this&gt; one." in html
    control = next(a for _, a in page.found if a.get("aria-describedby"))
    assert control["aria-describedby"] == f"view-V1-{kind}-error view-V1-{kind}-hint"
    assert any(a.get("aria-invalid") == "true" for _, a in page.found)
    for tag, attributes in page.found:
        if tag in ("input", "select", "textarea"):
            assert attributes["form"] == "form-view-V1"
    if kind != "multi_static_select":
        assert page.one("label", **{"for": f"view-V1-{kind}"})


def test_what_was_filled_in_stands_over_what_the_app_put_there() -> None:
    blocks = [field(kind) for kind in INPUTS]
    before = Elements(form(*blocks))
    assert before.one("input", type="date")["value"] == "2004-07-15"
    assert "selected" in before.one("option", value="hand")
    assert "checked" in before.one("input", type="checkbox", value="mail")
    after = form(
        *blocks,
        plain_text_input={"value": "now </textarea>"},
        datepicker={"selected_date": None},
        static_select={"selected_option": OPTIONS[0]},
        multi_static_select={"selected_options": [OPTIONS[1]]},
    )
    page = Elements(after)
    assert "now &lt;/textarea&gt;</textarea>" in after
    assert page.one("input", type="date")["value"] == ""
    assert "selected" in page.one("option", value="mail")
    assert "checked" not in page.one("input", type="checkbox", value="mail")
    assert "checked" in page.one("input", type="checkbox", value="hand")


def test_a_watched_field_is_told_at_once_with_the_others() -> None:
    (control,) = Elements(form(BLOCKS["input"])).all("input", type="date")
    assert control["hx-post"] == "/slack/maria/views/V1/choose"
    assert control["hx-include"] == "#form-view-V1"
    assert control["hx-vals"] == '{"field": "day"}'
    unwatched = Elements(form(field("datepicker"))).one("input", type="date")
    assert "hx-post" not in unwatched


def test_a_form_is_a_dialog_with_a_name_and_two_ways_out() -> None:
    html = form(field("datepicker"))
    page = Elements(html)
    assert page.one("dialog")["aria-labelledby"] == "view-V1-title"
    assert "Record &lt;it&gt;" in html
    assert {f["action"] for f in page.all("form")} == {
        "/slack/maria/views/V1/submit", "/slack/maria/views/V1/close"
    }  # fmt: skip


def test_a_form_stays_as_it_is_until_it_shows_something_else() -> None:
    block = field("datepicker")
    same = [modal(block), modal(block, datepicker={"selected_date": "2004-07-16"})]
    assert len({each.state for each in same}) == 1
    assert modal(block, errors={"datepicker": "Too late."}).state != same[0].state


def test_a_question_is_asked_before_what_it_is_about_is_sent() -> None:
    page = Elements(shown({"type": "actions", "block_id": "a", "elements": [ELEMENTS["button"]]}))
    asking, _, sending = page.all("button")
    assert (asking["type"], asking["command"]) == ("button", "show-modal")
    assert asking["commandfor"] == page.one("dialog")["id"]
    assert "type" not in sending


def test_a_press_sends_what_it_is_of() -> None:
    bare = {"type": "button", "action_id": "ack", "text": plain("Acknowledge")}
    page = Elements(shown({"type": "actions", "block_id": "alert 1", "elements": [bare]}))
    hidden = {a["name"]: a["value"] for a in page.all("input", type="hidden")}
    assert hidden == {"ts": "1.000001", "block": "alert 1", "action": "ack"}
    assert page.one("form")["action"] == "/slack/maria/granite/click"
    assert page.one("button")["id"] == "m-1-alert-1-ack"


def test_a_picture_elsewhere_is_told_in_words_and_never_fetched() -> None:
    html = shown(BLOCKS["image"])
    assert "<img" not in html
    assert "A line that climbs" in html
    inside = BLOCKS["image"] | {"image_url": "data:image/png;base64,iVBORw0KGgo="}
    assert Elements(shown(inside)).one("img")["alt"] == "A line that climbs"


def test_what_was_filled_in_is_read_field_by_field() -> None:
    given = {
        "value:day": ["2004-07-15"], "value:note": ["one\r\ntwo"], "several": ["to", "cc"],
        "value:to": ["mail", "hand"], "field": ["day"],
    }  # fmt: skip
    assert filled_in(given) == {
        "day": "2004-07-15", "note": "one\ntwo", "to": ["mail", "hand"], "cc": []
    }  # fmt: skip


def words(value: object) -> Iterator[str]:
    """Every text of a block, as it must stand on the page."""
    if isinstance(value, list):
        for each in value:
            yield from words(each)
    elif isinstance(value, dict):
        if value.get("type") in TEXTS and isinstance(value["text"], str):
            text = str(said(value)).removeprefix("<p>").removesuffix("</p>")
            yield text
        else:
            for each in value.values():
                yield from words(each)
