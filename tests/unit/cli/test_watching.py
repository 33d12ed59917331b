"""`dealclock archive`, `redrive` and `doctor` against a running stack."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Later
from dealclock.cli import connection
from dealclock.correlation import CORRELATION
from dealclock.desk.answer_command import answer_command
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verb import Desk
from dealclock.store import Claim
from dealclock.store.write import ALWAYS, PRESENT, Delete, Update
from tests.contract.imitated import imitated
from tests.contract.store.samples import rows
from tests.golden.values import shows, values
from tests.golden.wording import items, wording
from tests.services import services
from tests.unit.cli.running import SAMPLE, Dealclock
from tests.unit.jobs.house import House, Queue

DAY = "2004-10-28"  # by the deal's clock; in UTC it is the 29th already


@pytest.fixture
def told(stack: House, dealclock: Dealclock) -> House:
    """Granite-Story, loaded, its first morning swept, and one question of Tom's answered."""
    assert dealclock("load", SAMPLE, "--rehearsal").code == 0
    assert dealclock("rehearse", "granite-story", "--from", "2004-06-30").code == 0
    answer_command(
        SlashCommand("U01TOM", "C02STORY", "explain shelf-filing"),
        Desk(services(stack.store)),
        stack.now,
    )
    return stack


def test_archive_shows_every_message_email_and_answer_word_for_word(
    told: House, dealclock: Dealclock
) -> None:
    ran = dealclock("archive", "Granite-Story")
    assert ran.code == 0
    said, _, last = ran.said.rpartition("\n\n")  # the hash differs from run to run
    assert shows(wording("command/told", items(said, "4")), "4")
    assert re.fullmatch(r"7 audit entries. The last is 7:[0-9a-f]{64}\s*", last)
    heads = [line for line in ran.out.splitlines() if line.startswith("==")]
    assert sorted(head.partition(" EDT, ")[2].partition(": ")[0] for head in heads) == [
        "answer to Tom Becker",
        "email to Maria Lopez",
        "email to Tom Becker",
        "message to #granite-story",
    ]
    assert [head.endswith(": answered") for head in heads].count(True) == 1
    assert ran.out.count("; sha256 verified") == 4
    assert "REHEARSAL: " in ran.out
    assert "as of 2004-06-30" in ran.out
    assert shows(wording("command/told", items(said, "1"), "second"), "1", "1")


def test_archive_of_a_day_uses_the_deals_clock_and_of_an_instance_its_name(
    told: House, dealclock: Dealclock
) -> None:
    assert dealclock("archive", "granite-story", "--on", DAY).out.startswith(
        "Granite-Story: 4 messages"
    )
    assert "0 messages." in dealclock("archive", "granite-story", "--on", "2004-10-29").out
    found = dealclock("archive", "granite-story", "--instance", "shelf-filing", "--json")
    document = json.loads(found.out)
    assert document["format"] == "dealclock-told/1"
    assert {each["instance"] for each in document["told"]} == {"shelf-filing"}
    assert all(each["verified"] for each in document["told"])


def test_a_failed_verification_comes_first_and_exits_with_1(
    told: House, dealclock: Dealclock
) -> None:
    row = rows(told.store, "DEAL#granite-story", "RENDITION#", "RENDITION#~")[0]
    forged = Update("DEAL#granite-story", row.text("SK"), {"as_of": date(2004, 6, 1)}, ALWAYS)
    told.store.table.write(forged)
    ran = dealclock("archive", "granite-story")
    assert ran.code == 1
    assert ran.out.startswith("DOES NOT VERIFY")
    wording("command/told", items(ran.said, "DOES NOT VERIFY"))
    assert "sha256 DOES NOT VERIFY" in ran.out
    document = json.loads(dealclock("archive", "granite-story", "--json").out)
    assert [each["verified"] for each in document["told"]].count(False) == 1


def test_a_removed_entry_and_one_noted_before_are_checked_by_the_command(
    told: House, dealclock: Dealclock
) -> None:
    last = json.loads(dealclock("archive", "granite-story", "--json").out)["entries"]
    noted = f"{last['count']}:{last['last_sha256']}"
    assert dealclock("archive", "granite-story", "--noted", noted).code == 0
    assert dealclock("archive", "granite-story", "--noted", "the last").code == 2
    told.store.table.write(Delete("DEAL#granite-story", "AUDIT#0000000007", PRESENT))
    assert dealclock("archive", "granite-story").code == 1  # its message has no entry now
    ran = dealclock("archive", "granite-story", "--noted", noted, "--json")
    altered = json.loads(ran.out)["entries"]["altered"]
    assert (ran.code, [each.rpartition(": ")[2] for each in altered]) == (
        1,
        ["removed", "added without an entry"],
    )


def test_archive_of_an_unknown_deal_is_refused(stack: House, dealclock: Dealclock) -> None:
    ran = dealclock("archive", "Granit")
    assert (ran.code, "no deal 'Granit'" in ran.flat) == (2, True)


@pytest.fixture
def queues(stack: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The stack's queues; one dead letter in each but the last."""
    with imitated("sqs") as sqs:
        yield fill(sqs, stack, monkeypatch)


def fill(sqs: Any, stack: House, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`sqs` with those queues and letters, which the stack then reaches."""
    outputs: dict[str, str] = {}
    for name in (
        *("Assess", "AssessDeadLetters", "Delivery", "DeliveryDeadLetters"),
        *("File", "FileDeadLetters"),
    ):
        fifo = name.startswith("Assess")
        made = sqs.create_queue(
            QueueName=f"{name}.fifo" if fifo else name,
            Attributes={"FifoQueue": "true"} if fifo else {},
        )
        outputs[f"{name}Url" if "Dead" in name else f"{name}QueueUrl"] = made["QueueUrl"]
    for name in ("SweepFailures", "ScheduleDeadLetters", "MailEventFailures"):
        outputs[f"{name}Url"] = sqs.create_queue(QueueName=name)["QueueUrl"]
    sqs.send_message(
        QueueUrl=outputs["AssessDeadLettersUrl"],
        MessageBody="{}",
        MessageGroupId="granite",
        MessageDeduplicationId="1",
    )
    sqs.send_message(QueueUrl=outputs["DeliveryDeadLettersUrl"], MessageBody="{}")
    sqs.send_message(QueueUrl=outputs["SweepFailuresUrl"], MessageBody="no event")
    receive = sqs.receive_message
    monkeypatch.setattr(
        sqs, "receive_message", lambda **given: receive(**{**given, "WaitTimeSeconds": 0})
    )
    reached = connection.connect(None)  # type: ignore[arg-type]
    whole = replace(reached, client=lambda _: sqs, outputs=outputs)
    monkeypatch.setattr(connection, "connect", lambda _: whole)
    return sqs


def test_a_dry_run_of_redrive_counts_and_moves_nothing(queues: Any, dealclock: Dealclock) -> None:
    for _ in range(2):
        ran = dealclock("redrive", "--dry-run")
        assert ran.code == 0
        assert ran.out == "".join(
            f"{what}: would return {count}.\n"
            for what, count in (
                ("assess", "1 message"),
                ("deliveries", "1 message"),
                ("files", "0 messages"),
                ("sweeps", "1 message"),
                ("mails", "0 messages"),
            )
        )


def test_redrive_shows_how_many_it_moved_and_left(
    queues: Any, stack: House, dealclock: Dealclock
) -> None:
    ran = dealclock("redrive")
    assert ran.code == 1
    assert shows(wording("command/redrive", ran.said), "1", "1")
    assert shows(ran.said, "0")
    kept = [row.text("detail") for row in rows(stack.store, "AUDIT")]
    assert {"left": 0, "moved": 1, "what": "assess"} in [json.loads(line) for line in kept]
    assert values(
        wording("command/redrive", dealclock("redrive", "assess", "--dry-run").out, "second")
    ) == ["0"]


def test_redrive_of_an_unknown_queue_is_refused_with_the_known_ones(
    queues: Any, dealclock: Dealclock
) -> None:
    ran = dealclock("redrive", "letters")
    assert ran.code == 2
    wording("refusal/redrive", ran.said)


def test_doctor_exits_with_the_worst_finding_and_lists_unchecked_items(
    queues: Any, dealclock: Dealclock
) -> None:
    ran = dealclock("doctor")
    assert ran.code == 2
    assert ran.out.startswith("Failing.\n")
    assert shows(wording("refusal/doctor", ran.said), "1")
    document = json.loads(dealclock("doctor", "--json").out)
    assert (document["format"], document["severity"]) == ("dealclock-doctor/1", "failing")
    assert document["not_checked"]


# --- trace ------------------------------------------------------------------------------------


def test_trace_shows_one_alerts_life_with_its_correlation_ids(
    stack: House, dealclock: Dealclock
) -> None:
    caused = CORRELATION.set("d32c5fd2-morning")
    assert dealclock("load", SAMPLE, "--rehearsal").code == 0
    assert dealclock("rehearse", "granite-story", "--from", "2004-06-30").code == 0
    CORRELATION.reset(caused)
    [posted] = [
        s for s, _ in stack.store.outbox.history("granite-story") if s.delivery.route.in_slack
    ]
    desk = Desk(services(stack.store, assess=Queue(), deliveries=Queue()))
    caused = CORRELATION.set("4d1b7a52-click")
    answer_command(SlashCommand("U01TOM", "C02STORY", "ack shelf-filing"), desk, stack.now)
    CORRELATION.reset(caused)
    ran = dealclock("trace", "Granite-Story", posted.key.id)
    assert ran.code == 0
    steps = [line.split("EDT", 1)[1].split() for line in ran.out.splitlines() if " EDT " in line]
    in_slack = [step[0] for step in steps if step[1] == "slack:C02STORY"]
    assert in_slack == ["planned", "attempted", "sent"]
    [acknowledged] = [step for step in steps if step[0] == "acknowledged"]
    assert (acknowledged[1], acknowledged[-1]) == ("tom", "4d1b7a52-click")
    assert {step[-1] for step in steps if step[0] == "planned"} == {"d32c5fd2-morning"}
    # By the item, its Section, the day, and as JSON.
    for named in ("shelf-filing", posted.delivery.alert.clause):
        assert dealclock("trace", "Granite-Story", named).out == ran.out
    [alert] = json.loads(dealclock("trace", "Granite-Story", "shelf-filing", "--json").out)[
        "alerts"
    ]
    assert len(alert["steps"]) == len(steps)
    # A route that was asked to wait.
    outbox, now = stack.store.outbox, stack.now
    waiting = outbox.plan(replace(posted.delivery, route=Route("dm", "tom")), True, now).new
    assert waiting
    claim = outbox.claim(waiting, now, timedelta(minutes=1))
    assert isinstance(claim, Claim)
    outbox.settle(claim, Later(3600), now, until=now + timedelta(hours=1))
    said = dealclock("trace", "Granite-Story", "shelf-filing").out
    assert re.search(r"next attempt dm:tom .planned.", said), said
    other = dealclock("trace", "Granite-Story", "shelf-filing", "--on", "2004-07-01")
    assert (other.code, "has no alert 'shelf-filing'" in other.flat) == (2, True)
