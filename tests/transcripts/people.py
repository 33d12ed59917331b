"""People at their screens and on their pages: what they do there step by step, and what changes.

The steps of a scene in `desk/` (values in braces are YAML, LAST is the event recorded last):

    as TOM in C0STORY at 2004-10-29T14:00Z    who acts from here, where, and when
    on 2004-12-01                             the day of the rehearsal Story
    fact {id: F9, kind: ..., on: ...}         recorded by someone else; `by` a login
    team {deny: [tom], people: {ruth: {role: viewer}}}
    /deal record waiver                       a command
    submit {on: 2005-05-16}, choose {...}, leave, again, shortcut record, press confirm
    home, choose_at_home status story
    link {person: tom, instance: ...}         a personal link in an email
    open, post {act: note, note: x}, confirm {act: done}

A form and a page are shown whole once, then by the lines that differ. What changes in the table, in
the archive and in the queues follows, each line after `~`.
"""

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from html import unescape
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from dealclock.desk.web.response import WebResponse
from dealclock.facts.fact import Fact
from dealclock.files.source import parse
from dealclock.messages.message import text_lines
from dealclock.people.team import Team
from dealclock.store import Bundle, Store
from tests.contract.store import samples
from tests.transcripts.scenes import Scene
from tests.unit.desk.office import STRANGER, Office, texts
from tests.unit.desk.web import asked, event, kept_link, with_body


@dataclass
class People:
    """A table with a deal that they act on, their screens, and the steps done so far."""

    office: Office
    deal: str
    user: str = "U01MARIA"
    channel: str = "C0STORY"
    alert: str = ""
    """The ts of the alert whose buttons they press."""
    secret: str = ""
    seen: str = ""
    last: dict[str, Any] = field(default_factory=dict)
    form: list[str] = field(default_factory=list)
    page: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)

    @property
    def store(self) -> Store:
        return self.office.store

    def play(self, scene: Scene) -> Iterator[str]:
        """The lines of a scene: its steps, what is shown, and what changed."""
        self.known = list(changes_of(self.office))
        for step, _ in scene.steps:
            yield step
            done, _, given = step.partition(" ")
            if "LAST" in given:
                given = given.replace("LAST", samples.facts_of(self.store, self.deal)[-1])
            if done == "/deal":
                yield from self._typed(given)
            else:
                yield from getattr(self, f"_{done}")(given)
            now = list(changes_of(self.office))
            left = list(self.known)
            for line in now:
                if line in left:
                    left.remove(line)
                else:
                    yield f"~ {line}"
            self.known = now
            yield ""

    # --- the deal ---

    def _as(self, given: str) -> Iterator[str]:
        words = given.split()
        self.user = STRANGER if words[0] == "STRANGER" else f"U01{words[0]}"
        for name, value in zip(words[1::2], words[2::2], strict=True):
            if name == "in":
                self.channel = value
            else:
                self.office.now = datetime.fromisoformat(value)
        yield from ()

    def _on(self, given: str) -> Iterator[str]:
        day = date.fromisoformat(given)
        self.store.deals.rehearse_to(self.deal, day, self.office.now, "tests")
        yield from ()

    def _of(self, given: str) -> Iterator[str]:
        self.deal = given
        yield from ()

    def _fact(self, given: str) -> Iterator[str]:
        data = _read(given)
        by = data.pop("by", "tests")
        self.store.deals.record_fact(self.deal, Fact.model_validate(data), self.office.now, by)
        yield from ()

    def _team(self, given: str) -> Iterator[str]:
        changed, found = _read(given), self.store.deals.get(self.deal)
        assert found is not None
        data = found.team.model_dump()
        for person, more in changed.pop("people", {}).items():
            kept = next((p for p in data["people"] if p["id"] == person), None)
            if kept is None:
                data["people"] = [*data["people"], {"id": person, **more}]
            else:
                kept.update(more)
        by = changed.pop("by", "tests")
        team = Team.model_validate({**data, **changed})
        day = samples.FIRST_DAY if found.meta.rehearsal else None
        self.store.deals.load(Bundle(self.deal, found.terms, team, (), day), self.office.now, by)
        yield from ()

    # --- Slack ---

    def _typed(self, text: str) -> Iterator[str]:
        before = len(self.office.screen.workspace.views)
        yield from text_lines(self.office.type(text, self.user, self.channel))
        yield from self._shown(before)

    def _submit(self, given: str) -> Iterator[str]:
        yield from self._form("submit", given)

    def _choose(self, given: str) -> Iterator[str]:
        yield from self._form("choose", given)

    def _leave(self, given: str) -> Iterator[str]:
        yield from self._form("close", given)

    def _again(self, _: str) -> Iterator[str]:
        yield from _refusals(self.office.carry_out("submit", self.last))
        yield from self._shown(-1)

    def _form(self, kind: str, given: str) -> Iterator[str]:
        more = {} if kind == "close" else {"values": _values(given)}
        self.last = self.office.body(kind, view=self.office.form["id"], user=self.user, **more)
        yield from _refusals(self.office.carry_out(kind, self.last))
        if kind != "close":
            yield from self._shown(-1)

    def _shortcut(self, given: str) -> Iterator[str]:
        before = len(self.office.screen.workspace.views)
        more = {"channel": self.channel, "ts": self.alert} if self.alert else {}
        self.office.do("shortcut", name=given, user=self.user, **more)
        yield from self._shown(before)

    def _home(self, _: str) -> Iterator[str]:
        self.office.do("home", user=self.user)
        shown = [r for r in self.office.screen.workspace.store.records if r["kind"] == "home"]
        yield from (
            line for text in texts(shown[-1]["view"]["blocks"]) for line in text.split("\n")
        )

    def _choose_at_home(self, given: str) -> Iterator[str]:
        before = len(self.office.screen.workspace.views)
        self.office.do("home_click", user=self.user, action="home:deal", option=given)
        yield from self._shown(before)

    def _press(self, given: str) -> Iterator[str]:
        action, _, option = given.partition(" ")
        views, answers = len(self.office.screen.workspace.views), len(self.office.screen.answers)
        more = {"option": option} if option else {}
        body = self.office.body(
            "click",
            action=f"alert:{action}",
            user=self.user,
            channel=self.channel,
            ts=self.alert,
            **more,
        )
        self.office.carry_out("click", body)
        for answer in self.office.screen.answers[answers:]:
            yield str(answer["text"])
        yield from self._shown(views)

    def _shown(self, before: int) -> Iterator[str]:
        """The form, if one was opened or may have changed."""
        if len(self.office.screen.workspace.views) <= before:
            return
        lines = list(form_lines(self.office.form))
        same = before < 0 and self.form[:1] == lines[:1]
        yield from _differences(self.form, lines) if same else lines
        self.form = lines

    # --- pages ---

    def _link(self, given: str) -> Iterator[str]:
        data = _read(given)
        if "due" in data:
            data["due"] = date.fromisoformat(str(data["due"]))
        until = self.office.now + timedelta(days=7)
        self.secret = kept_link(self.store, until, **{"deal": self.deal, **data})
        self.page = []
        yield from ()

    def _open(self, _: str) -> Iterator[str]:
        yield from self._answered(event("acknowledge", f"/a/{self.secret}"))

    def _post(self, given: str) -> Iterator[str]:
        body = urlencode(_values(given)).encode()
        yield from self._answered(with_body(event("confirm", f"/a/{self.secret}"), body))

    def _confirm(self, given: str) -> Iterator[str]:
        body = urlencode({**_values(given), "seen": self.seen}).encode()
        yield from self._answered(with_body(event("confirm", f"/a/{self.secret}"), body))

    def _answered(self, request: dict[str, Any]) -> Iterator[str]:
        answer = asked(request, self.store, self.office.queue, self.office.now)
        found = re.findall(r'name="seen" value="(\w+)"', answer.body)
        self.seen = str(found[0]) if found else self.seen
        yield f"[{answer.status}] {', '.join(offered(answer)) or 'no forms'}"
        lines = page_lines(answer)
        yield from _differences(self.page, lines) if self.page else lines
        self.page = lines


def page_lines(answer: WebResponse) -> list[str]:
    """What a reader sees of a page, a line for each; styles, scripts and the text to copy apart."""
    body = answer.body
    for apart in ("style", "script", "pre"):
        body = re.sub(rf"<{apart}\b.*?</{apart}>", "", body, flags=re.DOTALL)
    lines = (line.strip() for line in unescape(re.sub(r"<[^>]+>", "", body)).splitlines())
    return [line for line in lines if line]


def offered(answer: WebResponse) -> list[str]:
    """The forms of a page, each once."""
    return list(dict.fromkeys(re.findall(r'name="act" value="(\w+)"', answer.body)))


def form_lines(view: Mapping[str, Any]) -> Iterator[str]:
    """A form as it is read: its texts, and its fields with their contents and choices."""
    yield f"[{view['title']['text']}]"
    for block in view["blocks"]:
        if block["type"] != "input" and "element" not in block:
            yield from (line for text in texts(block) for line in text.splitlines())
            continue
        yield from _field(block)
    yield f"[{view['submit']['text']}]" if "submit" in view else "[no button]"
    if view.get("private_metadata", "").startswith("{"):
        yield f"(carries {', '.join(sorted(json.loads(view['private_metadata'])))})"


def _field(block: Mapping[str, Any]) -> Iterator[str]:
    element = block["element"]
    groups = element.get("option_groups", [{"options": element.get("options", [])}])
    values = [option["value"] for group in groups for option in group["options"]]
    initial = next((element[name] for name in sorted(element) if name.startswith("initial")), "")
    if isinstance(initial, dict):
        initial = initial["value"]
    cut = f", ... {values[-1]} ({len(values)})" if len(values) > 6 else ""
    choices = f" of {', '.join(values[:6])}{cut}" if values else ""
    optional = " (optional)" if block.get("optional") else ""
    yield f"{block['block_id']}: {block['label']['text']}{optional} = {initial}{choices}"
    if "hint" in block:
        yield f"  {block['hint']['text']}"


def _read(given: str) -> dict[str, Any]:
    return dict(parse(given or "{}", "scene").data)


def _values(given: str) -> dict[str, str]:
    return {name: str(value) for name, value in _read(given).items()}


def _refusals(reply: Mapping[str, Any]) -> Iterator[str]:
    for name, why in reply.get("errors", {}).items():
        yield f"! {name}: {why}"


def _differences(before: list[str], now: list[str]) -> Iterator[str]:
    """The lines that came, after `+`, and the first of those that went."""
    for sign, group in groupby(difflib.ndiff(before, now), key=lambda line: line[0]):
        lines = list(group)
        if sign == "+":
            yield from lines
        elif sign == "-":
            yield from (f"- {line[2:62]}" for line in lines[:3])
            if len(lines) > 3:
                yield f"- and {len(lines) - 3} more"


def changes_of(office: Office) -> Iterator[str]:
    """What the table holds that people did, what was archived of it, and what was queued."""
    store = office.store
    for line in sorted(store.deals.directory(), key=lambda each: each.id):
        deal = store.deals.get(line.id)
        assert deal is not None
        name = deal.meta.id
        for each in deal.log.facts:
            shown = each.model_dump(mode="json", exclude_defaults=True, exclude={"recorded_at"})
            yield f"{name} event: " + json.dumps(shown, ensure_ascii=False)
        for one in store.responses.of_deal(name):
            until = f" until {one.until}" if one.until else ""
            due = f" of {one.due}" if one.due else ""
            note = f": {one.note}" if one.note else ""
            to = f" to {one.to}" if one.to else ""
            yield f"{name} response: {one.action} {one.subject}{due} by {one.by}{to}{until}{note}"
        for given in store.responses.approvals(name):
            yield f"{name} approval: {given.subject} by {given.name}"
        for item, owner in deal.meta.owners.items():
            yield f"{name} owner: {owner} of {item}"
        yield f"{name} team: version {deal.meta.team_version}"
        for away in deal.team.away:
            yield f"{name} away: {away.person} {away.first_day} to {away.last_day}"
        for who in deal.team.people:
            invited = "invited" if who.invitations else "not invited"
            yield f"{name} team: {who.id} digest {who.digest} by {who.digest_by}, {invited}"
        if deal.meta.closing:
            by = deal.meta.closing.second_name
            yield f"{name} closing: {f'confirmed by {by}' if by else 'requested'}"
        yield from (f"{name} archive: {row}" for row in sorted(_archived(store, f"DEAL#{name}")))
    yield from (f"archive of no deal: {row}" for row in sorted(_archived(store, "AUDIT")))
    for run in office.queue.deals:
        yield f"queued: assessment of {run.deal}, {run.slot}"
    for job in office.queue.deliveries:
        yield f"queued: {_job(job)}"
    for post in office.shared.posts:
        yield f"posted in {post.channel}: {post.text}"
        yield from (
            f"posted: {line}" for text in texts(list(post.blocks)) for line in text.splitlines()
        )


def _archived(store: Store, pk: str) -> Iterator[str]:
    for row in samples.rows(store, pk, "AUDIT#", "AUDIT#~"):
        if row.text("who") != "tests":
            subject = json.loads(row.text("detail")).get("subject", "")
            yield f"{row.text('what')} by {row.text('who')}{f' ({subject})' if subject else ''}"


def _job(job: Any) -> str:
    if hasattr(job, "delivery"):
        return f"delivery of {job.deal}, {job.day}"
    return f"{job.kind} of {job.deal} for {job.user} {dict(job.args)}"
