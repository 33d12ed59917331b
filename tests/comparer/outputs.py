"""Every output of a scene on a day: its key, and the function that renders it."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import Any
from zlib import crc32

from dealclock.alerts.alert import AlertHistory
from dealclock.alerts.digest import compose_digest
from dealclock.alerts.outcome import Sent
from dealclock.alerts.plan import plan_alerts
from dealclock.answers.ask import Question
from dealclock.answers.catalog import QUESTIONS
from dealclock.answers.options import read_options
from dealclock.channels import Post
from dealclock.desk.actor import Actor
from dealclock.desk.answer_command import answer_command
from dealclock.desk.interactions import dispatch, home, payloads, record_form
from dealclock.desk.interactions.services import DeskServices
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verb import Desk
from dealclock.desk.web.calendar_feed import _dates, _FeedDeal
from dealclock.documents.drafts.text import TEXT
from dealclock.documents.pictures import PICTURES, picture
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import FactLog, end_of
from dealclock.jobs.documents.drafts import draft
from dealclock.jobs.documents.export import EXPORTS, export
from dealclock.jobs.documents.proof import proof
from dealclock.jobs.plan.assess_deal import deal_view
from dealclock.jobs.services import Services
from dealclock.messages import digest as digests
from dealclock.messages import ics, plain, slack
from dealclock.messages.alert import render_alert
from dealclock.messages.message import Message
from dealclock.messages.view import DealView
from dealclock.people.people import Person
from dealclock.store import Bundle, Meta, Store, StoredDeal
from dealclock.store.item import Encoded
from tests.cases.worked import SLOW_CASES, worked_cases
from tests.comparer import asked
from tests.comparer.scenes import AGREEMENTS, NOTES, Scene, sample_team
from tests.memory_table import MemoryTable

ROOT = Path(__file__).parents[2]
EVERY = 7
"""On a day that is not whole, every seventh output is rendered, another seventh each day."""

FEW_READINGS = ("public", "story", "never", "letter", "vesting")
"""The scenes that consult few enough readings to try all their combinations."""


@dataclass(frozen=True, slots=True)
class Key:
    """What an output is: the answer with its options, the history, the day, and the format."""

    answer: str
    history: str
    day: str
    format: str

    def __str__(self) -> str:
        return f"{self.answer} | {self.history} | {self.day} | {self.format}"


@dataclass(frozen=True, slots=True)
class Output:
    """One or more formats of one answer: `render` gives the text of each, by its format."""

    answer: str
    history: str
    day: str
    render: Callable[[], Mapping[str, str]]

    def may_begin(self, text: str) -> bool:
        """Whether a key of the output may begin with a text."""
        begins = str(Key(self.answer, self.history, self.day, ""))
        return begins.startswith(text) or text.startswith(begins)

    def rendered(self) -> Mapping[Key, str]:
        """Each format's text; of an answer that is refused or fails, the error in its place."""
        try:
            found = self.render()
        except Exception as error:  # noqa: BLE001 - an error is an output too
            found = {"error": f"{type(error).__name__}: {error}"}
        return {
            Key(self.answer, self.history, self.day, form): text.replace(f"{ROOT}/", "")
            for form, text in found.items()
        }


def outputs(scene: Scene, number: int) -> Iterator[Output]:
    """The outputs of a scene, which is the `number`th."""
    for nth, day in enumerate(scene.days):
        turn = number + nth
        for output in _OnDay(scene, day).outputs():
            if output.answer in asked.OVER_ALL and scene.name not in FEW_READINGS:
                continue
            if day in scene.whole_on or _place(output.answer, EVERY) == turn % EVERY:
                yield output


def case_outputs() -> Iterator[Output]:
    """The answer of every worked case, as JSON and in words; and of every fifth, another one."""
    others = [
        (name, options)
        for name, each in asked.QUESTIONS.items()
        for options in each
        if _named(name, options) not in asked.OVER_ALL
    ]
    for case in worked_cases():
        if case.name in SLOW_CASES:
            continue
        if isinstance(case.ready, str):
            yield Output("terms or facts", case.name, "", partial(_refused, case.ready))
            continue
        question, query, options = case.ready
        day = str(query.as_of)
        yield Output(question.name, case.name, day, partial(_answered, question, query, options))
        if _place(case.name, 5) == 0:
            name, more = others[_place(f"also {case.name}", len(others))]
            answer = partial(_answered, QUESTIONS[name], query, more)
            yield Output(f"also {_named(name, more)}", case.name, day, answer)


def _place(name: str, of: int) -> int:
    """A number below `of` that depends on the name alone, so that others coming changes nothing."""
    return crc32(name.encode()) % of


def _refused(text: str) -> Mapping[str, str]:
    return {"error": text}


def _named(name: str, options: Mapping[str, object]) -> str:
    return " ".join([name, *(f"{key}={_short(value)}" for key, value in options.items())])


def _short(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)


def _answered(
    question: Question[...], query: Look, options: Mapping[str, object]
) -> Mapping[str, str]:
    """A question's answer as JSON and in words."""
    found = question.answered(query, read_options(question, options))
    message = found.say(_view(query))
    return {"json": _json(question.document(found.body)), "text": plain.as_text(message)}


def _view(query: Look) -> DealView:
    team = sample_team(query.terms.id if (AGREEMENTS / query.terms.id).exists() else NOTES)
    return DealView(
        terms=query.terms,
        terms_version=1,
        team=team,
        log=query.log,
        rehearsal=False,
        as_of=query.as_of,
        known_at=query.instant,
        readings=query.readings_used,
        today=query.as_of,
    )


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False, default=str)


def _said(message: Message) -> Mapping[str, str]:
    shown = slack.render_ephemeral(message, tables=True)
    return {"text": plain.as_text(message), "slack": _json(shown)}


class _Screen:
    """What the desk shows: forms and answers, in order."""

    def __init__(self) -> None:
        self.shown: list[object] = []

    def open(self, _trigger: str, view: object) -> str:
        self.shown.append(view)
        return ""

    def update(self, _view: str, _hash: str, view: object) -> str:
        self.shown.append(view)
        return ""

    def publish(self, _user: str, view: object) -> str:
        self.shown.append(view)
        return ""

    def answer(self, _url: str, reply: object) -> str:
        self.shown.append(reply)
        return ""

    def answer_in_tables(self, _url: str, reply: object) -> bool:
        self.shown.append(reply)
        return True

    def share(self, post: Post, keep: Callable[[], None]) -> Sent:
        keep()
        self.shown.append([post.text, post.blocks])  # its id is a random one
        return Sent("ts-1")


class _Queue:
    def __init__(self) -> None:
        self.sent: list[object] = []

    def send(self, message: object, delay: int = 0) -> None:
        self.sent.append(message)


DEAL = "compared"
LOADED = datetime.fromisoformat("2002-01-02T12:00:00+00:00")


@dataclass(frozen=True)
class _OnDay:
    """A scene on a day: everything that is made of it."""

    scene: Scene
    day: date

    def outputs(self) -> Iterator[Output]:
        """Every output, always in the same order."""
        yield from self._questions()
        yield from self._commands()
        yield from self._forms()
        yield from self._documents()

    def _output(self, answer: str, render: Callable[[], Mapping[str, str]]) -> Output:
        return Output(answer, self.scene.name, str(self.day), render)

    def _questions(self) -> Iterator[Output]:
        query = self.scene.query(self.day)
        for name, each in asked.QUESTIONS.items():
            for options in each:
                yield self._output(
                    _named(name, options), partial(_answered, QUESTIONS[name], query, options)
                )

    # ---- At the desk

    @cached_property
    def _loaded(self) -> list[Encoded]:
        """The items of a table that holds the scene as a rehearsal on the day."""
        table = MemoryTable()
        store = Store(table)
        scene = self.scene
        bundle = Bundle(DEAL, scene.terms, self._team, scene.facts, self.day)
        store.deals.load(bundle, LOADED, "tests")
        return table.items()

    @property
    def _team(self) -> Any:
        team = self.scene.team
        readings = {
            name: {"choice": choice, "chosen_by": "James Whitfield", "why": "agreed"}
            for name, choice in self.scene.readings.items()
        }
        data = team.model_dump()
        return team if not readings else type(team).model_validate({**data, "readings": readings})

    @property
    def _user(self) -> Person:
        people = self.scene.team.access
        return people.person("maria") or people.people[0]

    @property
    def _now(self) -> datetime:
        return end_of(self.day, self.scene.terms.agreement.time_zone)

    @property
    def _actor(self) -> Actor:
        services = self._desk(_Screen()).desk.services
        return Actor(self._deal, self._user.id, services, self._user.slack)

    def _desk(self, screen: _Screen) -> DeskServices:
        table = MemoryTable()
        table.restore(self._loaded)
        queue = _Queue()
        services = Services(Store(table), lambda: self._now, assess=queue, files=queue)
        desk = Desk(services, open=screen.open, web="https://web.example/", sharer=screen)
        return DeskServices(desk, screen)

    def _commands(self) -> Iterator[Output]:
        for text in asked.COMMANDS:
            yield self._output(f"/deal {text}", partial(self._command, text))

    def _command(self, text: str) -> Mapping[str, str]:
        screen = _Screen()
        command = SlashCommand(self._user.slack, self.scene.team.channel.id, text)
        message = answer_command(command, self._desk(screen).desk, self._now)
        shown = {"screen": _json(screen.shown)} if screen.shown else {}
        return {**_said(message), **shown}

    def _forms(self) -> Iterator[Output]:
        for kind in kinds_of(self.scene.terms):
            yield self._output(f"form {kind}", partial(self._form, kind))
            yield self._output(f"preview {kind}", partial(self._preview, kind))
        yield self._output("form of kinds", partial(self._form, ""))
        for corrected in {each.id: None for each in self.scene.facts[:1] + self.scene.facts[-1:]}:
            yield self._output(f"form to correct {corrected}", partial(self._correction, corrected))
        yield self._output("home", self._home)

    def _form(self, kind: str) -> Mapping[str, str]:
        view = record_form.form_for(self._actor, kind=kind)
        return {"slack": _json(view)}

    def _correction(self, name: str) -> Mapping[str, str]:
        view = record_form.form_to_correct(self._actor, name)
        return {"slack": _json(view)}

    def _preview(self, kind: str) -> Mapping[str, str]:
        own = kinds_of(self.scene.terms)[kind]
        takes = (*own.needs, *own.may)
        notice = {key for key in asked.FIELDS if key.startswith("given-") and "given" in takes}
        values: dict[str, str | Sequence[str]] = {
            "on": self.day.isoformat(),
            **{key: text for key, text in asked.FIELDS.items() if key in takes or key in notice},
        }
        metadata = json.dumps({"deal": DEAL, "kind": kind})
        form = payloads.SubmittedForm(
            self._user.slack, "V0COMPARED", "h", "record:details", metadata, values
        )
        screen = _Screen()
        return {"slack": _json(dispatch.on_submit(form, self._desk(screen), self._now))}

    def _home(self) -> Mapping[str, str]:
        screen = _Screen()
        home.publish_home(self._user.slack, self._desk(screen), self._now)
        return {"slack": _json(screen.shown)}

    # ---- Documents

    @cached_property
    def _deal(self) -> StoredDeal:
        scene = self.scene
        meta = Meta(
            DEAL,
            scene.team.code_name,
            rehearsal=False,
            day=self.day,
            terms_version=1,
            team_version=1,
            fact_sequence=len(scene.facts),
            wake_on=date.min,
        )
        log = FactLog(scene.facts, scene.terms.agreement.time_zone)
        return StoredDeal(meta, scene.terms, self._team, log)

    def _documents(self) -> Iterator[Output]:
        for named in asked.DRAFTED:
            yield self._output(f"draft {named}", partial(self._draft, named))
        for named in asked.PROVED:
            yield self._output(f"proof pack {named}", partial(self._proof, named))
        for what in EXPORTS:
            yield self._output(f"export {what}", partial(self._export, what))
        for kind in PICTURES:
            yield self._output(f"picture {kind}", partial(self._picture, kind))
        yield self._output("calendar", self._calendar)
        yield self._output("alerts", self._alerts)
        yield self._output("digest", self._digest)

    def _draft(self, named: str) -> Mapping[str, str]:
        papers = draft(self._deal, named, self._now)
        return {kind: f"{each.name}\n{each.text}" for kind, each in papers.items()}

    def _proof(self, named: str) -> Mapping[str, str]:
        services = self._desk(_Screen()).at(self._now)
        pack = proof(self._deal, named, services, TEXT)
        return {"manifest": f"{pack.name}\n{pack.text}"}

    def _export(self, what: str) -> Mapping[str, str]:
        made = export(self._deal, what, self._now)
        return {"file": f"{made.name}\n{made.content.decode('utf-8-sig')}"}

    def _picture(self, kind: str) -> Mapping[str, str]:
        assessment = assess(self.scene.query(self.day), together=kind == "accrual")
        view = deal_view(self._deal, assessment, today=self.day)
        drawn = picture(kind, view, {})
        return {"svg": f"{drawn.name}\n{drawn.title}\n{drawn.alt_text}\n{drawn.svg}"}

    def _calendar(self) -> Mapping[str, str]:
        deal = self._deal
        services = self._desk(_Screen()).at(self._now)
        zone = deal.terms.agreement.time_zone
        of_feed = _FeedDeal(
            DEAL, deal.team.code_name, rehearsal=True, people=deal.team.access, zone=zone,
            content=services.store.deals.get(DEAL),
        )  # fmt: skip
        return {"ics": ics.render_feed(list(_dates(of_feed, services))).decode()}

    def _alerts(self) -> Mapping[str, str]:
        assessment = assess(self.scene.query(self.day))
        view = deal_view(self._deal, assessment, today=self.day)
        alerts = plan_alerts(assessment, self._deal.team.alerts, AlertHistory(()))
        said = [plain.as_mail_text(render_alert(alert, view)) for alert in alerts]
        why = [f"{alert.instance} {', '.join(alert.reasons)}" for alert in alerts]
        return {"text": "\n".join([*why, *said])}

    def _digest(self) -> Mapping[str, str]:
        assessment = assess(self.scene.query(self.day))
        deal = self._deal
        view = deal_view(deal, assessment, today=self.day)
        content = compose_digest(assessment, deal.team, self._user, view.calendar)
        part = digests.DigestPart(view, content, self._user.id)
        return {"text": plain.as_mail_text(digests.compose_digest((part,), (), self.day, False))}
