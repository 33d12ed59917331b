"""`make prove` on stand-ins: every step, a second start that goes on, a report that names no one.

Only what AWS alone can do is not run here: `sam`, and secrets typed into a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from local.launch import Running, Settings
from local.prove import __main__ as prove
from local.prove.place import Given, Place, StandIns
from local.prove.report import HIDDEN, Result, redact, write
from local.prove.run import REPORT, STATE, run
from local.prove.steps import STEPS, Proof, Step
from local.stack import Stack

GIVEN = Given(
    "granite-test", "alerts@law.example", "ops@law.example", "C08CHAN", "U08ME", "me@x.io"
)
# What a failure may show, and what must not be left of it.
PRIVATE = (
    "123456789012",
    "arn:aws:kms:us-east-1:123456789012:key/1b2c3d4e-1111-4222-8333-444455556666",
    "1b2c3d4e-1111-4222-8333-444455556666",
    "https://abcdefghij.lambda-url.us-east-1.on.aws/",
    "xoxb-" + "1234-5678-AbCdEf",
    "xapp-1-A0-" + "5678-abc",
    "AKIA" + "IOSFODNN7EXAMPLE",
    "C08AB12CD",
    "U01MARIA",
    "T0123ABCD",
    "maria.lopez@issuer.example",
    "9f8e7d6c5b4a39281706",
    "$8,750.00",
    "granite-test-Table-1ABC",
    "alerts@law.example",
    "U08ME",
)


@pytest.mark.slice
@pytest.mark.parametrize("private", PRIVATE)
def test_what_names_the_owner_is_left_out(private: str) -> None:
    shown = redact(
        f"PutItem on {private} was refused, see Section 3(b)", [GIVEN.stack, GIVEN.person]
    )
    assert HIDDEN in shown
    assert private not in shown
    assert shown.startswith("PutItem on ")
    assert shown.endswith(" was refused, see Section 3(b)") or "://" in private


@pytest.mark.slice
def test_what_is_known_to_be_private_is_left_out_of_each_step_and_nothing_else_is() -> None:
    results = {"a": Result("failed", "signed by s3cr3t | for Granite-Test", "2026-11-29 08:00", 7)}
    text = write({"release": "0.3.0"}, [("a", "One"), ("b", "Two")], results, ["s3cr3t", "granite"])
    assert "s3cr3t" not in text
    assert "Granite" not in text
    row = rf"\| One \| failed \| 2026-11-29 08:00 \| 7 \| signed by {re.escape(HIDDEN)} "
    assert re.search(row + r"\\\| for ", text), text
    assert "| Two | still to come | | | |" in text


@pytest.mark.slice
def test_alone_it_says_what_it_needs_does_and_costs(capsys: pytest.CaptureFixture[str]) -> None:
    assert prove.main([]) == 0
    said = capsys.readouterr().out
    assert all(f"--{name}" in said for name in prove.NEEDED)
    assert all(step.title in said for step in STEPS)
    assert "USD" in said
    with pytest.raises(SystemExit):
        prove.main(["--stack", "x"])
    assert "--channel" in capsys.readouterr().err


@pytest.mark.slice
def test_it_asks_first_and_a_step_waits_for_those_it_needs(tmp_path: Path) -> None:
    done: list[str] = []

    class Person(Place):
        answer = False

        def agrees(self, question: str) -> bool:
            done.append(question)
            return self.answer

    def work(_: Proof) -> str:
        done.append("work")
        return "done"

    steps = (Step("deploy", "One", work, asks="Pay?"), Step("x", "Two", work, needs=["deploy"]))
    assert run(Person(GIVEN, tmp_path), steps) == 0
    assert done == ["Pay?"]
    assert (tmp_path / REPORT).read_text().count("| skipped |") == 2
    person = Person(GIVEN, tmp_path)
    person.answer = True
    run(person, steps)
    assert done == ["Pay?", "Pay?", "work", "work"]
    run(person, steps)
    assert done[4:] == [], "what passed is not done again"


@pytest.mark.stack
@pytest.mark.xdist_group("prove")
def test_every_step_runs_on_the_stand_ins_and_a_second_start_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets: set[str] = set()

    def write_stack(stack: Stack, file: Path) -> None:
        secrets.update(stack.outputs.values())
        original(stack, file)

    original = Stack.write
    monkeypatch.setattr(Stack, "write", write_stack)
    with monkeypatch.context() as unwilling:
        unwilling.setattr(StandIns, "agrees", lambda _, question: "off" not in question)
        unwilling.setattr(StandIns, "delete", _cannot_delete)
        assert prove.on_stand_ins(tmp_path) == 1
    came = _results(tmp_path)
    assert came.pop("What the run made is deleted") == "failed"
    assert came.pop("Each alarm goes off once") == "skipped"
    assert came.pop("The account before a deployment") == "skipped"
    assert set(came.values()) == {"passed"}, (tmp_path / REPORT).read_text()
    assert (tmp_path / STATE).exists()

    assert prove.on_stand_ins(tmp_path) == 0
    report = (tmp_path / REPORT).read_text()
    assert len(_results(tmp_path)) == len(STEPS)
    assert report.count("| passed |") == len(STEPS) - 1
    assert report.count("local stand-in") == len(STEPS) - 2
    assert not (tmp_path / STATE).exists(), "the next run starts over"

    settings = Settings("", "")
    secrets |= {settings.bot_token, settings.signing_secret, "000000000000", str(tmp_path)}
    secrets |= {*vars(prove.LOCAL).values()} - {prove.LOCAL.stack, ()}
    secrets |= {"Infocrossing", "Lopez", "granite", "Trustee", "Registration"}
    assert [each for each in secrets if each.lower() in report.lower()] == []


@pytest.mark.stack
@pytest.mark.xdist_group("prove")
def test_a_stack_that_is_there_is_taken_by_name_and_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the code for AWS, which finds the embedded one by boto3's own variables."""

    def adopt(local: StandIns) -> int:
        access = local.running.stack.access
        for name, value in {
            "AWS_ENDPOINT_URL": access.endpoint,
            "AWS_DEFAULT_REGION": access.region,
            "AWS_ACCESS_KEY_ID": access.access_key_id,
            "AWS_SECRET_ACCESS_KEY": access.secret_access_key,
        }.items():
            monkeypatch.setenv(name, value)
        local.deploy()
        place = Adopter(prove.LOCAL, tmp_path, [], local.running)
        # The doctor rightly refuses a stack in AWS whose Slack is at 127.0.0.1.
        return run(place, [replace(each, needs=()) for each in STEPS if each.name != "doctor"])

    monkeypatch.setattr(prove, "run", adopt)
    assert prove.on_stand_ins(tmp_path / "local") == 1
    report = (tmp_path / REPORT).read_text()
    came = _results(tmp_path)
    refused = {title for title, state in came.items() if state == "failed"}
    assert refused == {"The account before a deployment", "Outcomes of email, by SES's simulator"}
    for said in ("is taken", "not put in", "was there before and stays"):
        assert said in report
    assert "not within" in report, "no one reports the emails here"


@dataclass
class Adopter(Place):
    """A person who agrees to everything and clicks in Slack."""

    local: Running | None = None
    pause = 0.1

    def agrees(self, _: str) -> bool:
        return True

    def does(self, request: str, stand_in: Callable[[Running], object]) -> None:
        assert request
        assert self.local
        stand_in(self.local)

    def until(self, check: Callable[[], Any], seconds: float, what: str) -> Any:
        return super().until(check, min(seconds, 10), what)


def _cannot_delete(*_: object) -> str:
    raise OSError("a connection was lost")


def _results(folder: Path) -> dict[str, str]:
    rows = re.findall(
        r"^\| (.+?) \| (passed|failed|skipped) \|", (folder / REPORT).read_text(), re.MULTILINE
    )
    return dict(rows)
