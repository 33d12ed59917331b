"""Pieces of each function's work, to be done once with a permission and once without."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.outcome import State
from dealclock.jobs.deliver.personal import new_secret
from dealclock.jobs.plan.digest import reader_id
from dealclock.jobs.plan.plan_deliveries import plan_and_queue
from dealclock.jobs.queues import AssessDeal, CheckDeals, Deliver, MakeFile
from dealclock.people.people import Person
from dealclock.people.policy import Reason
from dealclock.store import Watch, keys
from local.environments import CHECKOUT
from tests.end_to_end.house import Collected, House, Trial
from tests.end_to_end.test_web import ask
from tests.services import services
from tests.unit.desk.web import kept_link
from tests.waiting import eventually

NOT_YET_DUE = "2004-07-01T08:00:00-04:00"  # queues a new trial, which is left alone: not its day

# One piece of a function's work, done again at each call; raises what the function raised.
Work = Callable[[], Any]


class NotDoneError(Exception):
    """A function answered, and had not done what it was asked; the reason is in its log."""


class Works:
    """Each kind of work, on a trial of its own; `clean` takes back what was left half done."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._left: list[Deliver] = []

    def sweep(self) -> Work:
        """Find a deal with something to do and queue it."""
        trial = self._house.trial()

        def work() -> None:
            assert trial.id in self._house.sweep(NOT_YET_DUE)["queued"]

        return work

    def sweep_left_behind(self) -> Work:
        """Queue a delivery again that was planned and never queued."""
        trial = self._house.trial()
        self._left += trial.planned()

        def work() -> None:
            assert self._house.sweep(NOT_YET_DUE)["requeued"] >= 3
            self._wait_until_sent(trial)

        return work

    def assess(self) -> Work:
        """Assess a deal whose first alert is due."""
        trial = self._house.trial()

        def work() -> None:
            self._invoke("assess", trial.asked())
            self._wait_until_sent(trial)

        return work

    def deliver(self) -> Work:
        """Carry out a delivery, at each call another: a claim that failed is not given back."""
        planned = self._house.trial().planned()
        self._left += planned

        def work() -> None:
            message = planned.pop()
            self._invoke("deliver", message)
            assert self._house.stored(message).state is State.SENT

        return work

    def deliver_digest(self) -> Work:
        """Carry out a digest, at each call another reader's: none has one, so it is withdrawn."""
        trial, collected = self._house.trial(), Collected()
        of = (_digest(trial, person) for person in trial.bundle.team.people)
        now = datetime.now(UTC)
        plan_and_queue(of, True, services(self._house.store, deliveries=collected, now=now), 0)
        self._left += collected.messages

        def work() -> None:
            message = collected.messages.pop()
            self._invoke("deliver", message)
            assert self._house.stored(message).state is State.WITHDRAWN

        return work

    def deliver_later(self) -> Work:
        """Put a delivery that is to wait back into its queue, from which it is then purged."""
        trial = self._house.trial()
        message = trial.planned()[-1]
        self._left.append(message)
        self._house.change(self._house.stored(message), not_before="2999-01-01T00:00:00.000000Z")

        def work() -> None:
            self._invoke("deliver", message)
            stack = self._house.local.stack
            stack.client("sqs").purge_queue(QueueUrl=stack.delivery_queue_url)

        return work

    def slack(self) -> Work:
        """Answer a command about a deal."""
        return self._asked("status")

    def slack_across(self) -> Work:
        """Answer a command across deals, from their summaries."""
        elsewhere = {"name": "elsewhere", "is_private": True, "members": []}
        self._house.local.slack.change({"channels": {"C9ELSEWHERE": elsewhere}})
        return self._asked("next 30 all", channel="C9ELSEWHERE")

    def slack_ack(self) -> Work:
        """Keep that a person answered for an alert, and have the deal looked at again."""
        return self._asked("ack effectiveness")

    def slack_file(self) -> Work:
        """Ask for a file."""
        return self._asked("export facts")

    def slack_click(self) -> Work:
        """Carry out a click, and have its message updated."""
        trial, local = self._house.trial(), self._house.local
        self._house.morning(trial)
        self._wait_until_sent(trial)
        app = local.app()
        owner, ts = trial.bundle.team.owner_of("company")[0].slack, trial.posts()[0]["ts"]

        def work() -> None:
            clicked = {"action": "alert:more", "option": "snooze"}
            app.do("click", user=owner, channel=trial.channel, ts=ts, **clicked)
            said = local.slack.ephemerals(trial.channel)[-1]["text"]
            if "nooze" not in said:
                raise NotDoneError(said)

        return work

    def _asked(self, text: str, channel: str = "") -> Work:
        trial = self._house.trial()
        lead = trial.bundle.team.people[0].slack
        local = self._house.local

        def work() -> None:
            reply = local.app().type("/deal", text, lead, channel or trial.channel)
            if trial.bundle.team.code_name not in reply.text:
                raise NotDoneError(reply.text)

        return work

    def slack_start(self) -> Work:
        """Start, and refuse a request that is not signed."""
        sample: dict[str, Any] = json.loads((CHECKOUT / "events/slack-status.json").read_text())

        def work() -> None:
            assert self._house.local.stack.invoke("slack", sample)["statusCode"] == 401

        return work

    def files(self) -> Work:
        """Make a picture and send it, again at each call."""
        trial = self._house.trial()

        def work() -> None:
            self._invoke("files", _picture(trial))

        return work

    def files_later(self) -> Work:
        """Put a picture that is to wait back into its queue, from which it is then purged."""
        trial = self._house.trial()

        def work() -> None:
            self._house.local.slack.fault("ratelimited", method="files.getUploadURLExternal")
            self._invoke("files", _picture(trial))
            stack = self._house.local.stack
            stack.client("sqs").purge_queue(QueueUrl=stack.outputs["FileQueueUrl"])

        return work

    def mail_events(self) -> Work:
        """Note that a mail came back, at each call another."""
        mails = [m for m in self._house.trial().planned() if "-email-" in m.delivery]
        event: dict[str, Any] = json.loads((CHECKOUT / "events/mail-events.json").read_text())

        def work() -> None:
            message = mails.pop()
            self._invoke("deliver", message)
            notification = event["Records"][0]["Sns"]
            data = json.loads(notification["Message"])
            data["mail"]["tags"]["dealclock-delivery"] = [message.delivery]
            notification["Message"] = json.dumps(data)
            self._house.local.stack.invoke("mail_events", event)
            assert self._house.stored(message).state is State.REFUSED

        return work

    def web(self) -> Work:
        """Open the page of an email and acknowledge there, at each call another."""
        trial = self._house.trial()
        address = self._house.local.stack.outputs["WebAddress"]

        def work() -> None:
            until = datetime.now(UTC) + timedelta(hours=1)
            given = {"deal": trial.id, "instance": "shelf-filing"}
            url = f"{address}a/{kept_link(self._house.store, until, **given)}"
            for answer in (ask(url), ask(url, "POST", "act=acknowledge")):
                if answer.status != 200:
                    raise NotDoneError(answer.body)

        return work

    def web_refused(self) -> Work:
        """Refuse a link that no one has."""
        address = self._house.local.stack.outputs["WebAddress"]

        def work() -> None:
            answer = ask(f"{address}a/{new_secret()}")
            if answer.status != 404:
                raise NotDoneError(answer.body)

        return work

    def watchdog(self) -> Work:
        """Look at everything."""
        return self._watch

    def watchdog_left_behind(self) -> Work:
        """Take up a delivery of a rehearsal that was planned and never queued."""
        trial = self._house.trial()
        self._left += trial.planned()
        for message in trial.planned():
            stored = self._house.stored(message)
            self._house.change(stored, planned_at="2004-06-30T00:00:00.000000Z")

        def work() -> None:
            assert self._watch(rehearsal=True)["requeued"] >= 3
            self._wait_until_sent(trial)

        return work

    def watchdog_mend(self) -> Work:
        """Hold a live deal's wake day against the deal, and repair it."""
        deal = self._house.live()

        def work() -> None:
            self._house.out_of_the_wake_index(deal)
            found = self._watch(daily=True)["found"]
            assert any("not in the wake index" in each for each in found)

        return work

    def daily_check(self) -> Work:
        """Make each part of the daily check from the queue, and repair a live deal's wake day."""
        deal, runs = self._house.live(), self._house.store.runs

        def work() -> None:
            self._house.out_of_the_wake_index(deal)
            now = datetime.now(UTC)
            runs.put_watch(Watch(since=now, progress='["", [], []]'), now)
            self._invoke("assess", CheckDeals(after=""))
            eventually(lambda: (seen := runs.watch()) and not seen.progress, "the daily check ends")
            assert runs.wake_of(deal)

        return work

    def watchdog_escalate(self) -> Work:
        """Queue a deal with an escalation due."""
        deal, long_ago = self._house.live(), datetime(2004, 7, 1, 12, tzinfo=UTC)

        def work() -> None:
            assert self._house.store.responses.set_escalation(
                deal, False, long_ago, datetime.now(UTC)
            )
            assert self._watch()["escalated"] >= 1

        return work

    def verify(self) -> Work:
        """Compute again what a run has stored, until that is done."""
        trial = self._house.trial()
        self._left += trial.planned()

        def work() -> None:
            answer = self._house.local.stack.invoke("verify", {})
            if answer["failed"] or not self._house.store.verdicts.get(trial.id):
                raise NotDoneError(str(answer))

        return work

    def _watch(self, **event: bool) -> dict[str, Any]:
        answer: dict[str, Any] = self._house.local.stack.invoke("watchdog", event)
        if answer["unchecked"]:
            raise NotDoneError(str(answer["unchecked"]))
        return answer

    def clean(self) -> None:
        """Remove the deliveries no one is to carry out any more."""
        for message in self._left:
            self._house.forget(self._house.stored(message))

    def _invoke(self, function: str, message: AssessDeal | CheckDeals | Deliver | MakeFile) -> None:
        answer = self._house.local.stack.invoke(function, queued(function, message))
        if answer["batchItemFailures"]:
            raise NotDoneError(str(answer))

    def _wait_until_sent(self, trial: Trial) -> None:
        eventually(
            lambda: set(trial.states().values()) == {State.SENT}, f"{trial.id}: everything sent"
        )


def _digest(trial: Trial, person: Person) -> Delivery:
    """The digest of a rehearsal's closing day, for one of its people."""
    alert = Alert(
        deal=keys.person(person.slack),
        instance=f"digest/{reader_id(person)}/{trial.id}",
        kind="digest",
        clause="",
        title="",
        reasons=(Reason.DIGEST,),
        day=date(2004, 6, 30),
        due=None,
    )
    return Delivery(
        alert=alert,
        route=Route("dm", person.slack),
        slot="morning",
        known_at=datetime(2004, 6, 30, 12, tzinfo=UTC),
        terms_version=0,
        team_version=0,
        deals=(trial.id,),
    )


def _picture(trial: Trial) -> MakeFile:
    """Someone asks for a timeline."""
    return MakeFile(
        kind="timeline",
        deal=trial.id,
        user=trial.bundle.team.people[0].slack,
        as_of=date(2004, 6, 30),
        known_at=datetime(2004, 6, 30, 12, tzinfo=UTC),
        request=uuid4().hex,
    )


def queued(function: str, message: AssessDeal | CheckDeals | Deliver | MakeFile) -> dict[str, Any]:
    """The event of one message from a function's queue: the sample of `events/`, its body ours."""
    name = {
        "assess": "assess-deal",
        "deliver": "deliver-deliveries",
        "files": "files-timeline",
    }[function]
    event: dict[str, Any] = json.loads(Path(CHECKOUT / f"events/{name}.json").read_text())
    return {"Records": [{**event["Records"][0], "body": message.model_dump_json()}]}
