"""`make golden`: words are written, changed values are refused unless they were asked for."""

from pathlib import Path

import pytest

from tests.golden import __main__ as command
from tests.golden.regenerate import changed_values
from tests.golden.wording import read_messages, read_sections, write_sections

# Of a command for developers, and each starts a run of tests.
pytestmark = pytest.mark.full

KIND, HEADING = "alert/notice", "a notice is due"
BEFORE = (
    "Trustee notice: due Mon, Nov 1, 2004\n"
    "Owner: Maria Lopez\n"
    "Accrued: $416.67 from Fri, Oct 29, 2004, Section 3(b)\n"
)


@pytest.fixture
def messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one golden file."""
    monkeypatch.delenv("CI", raising=False)
    folder = tmp_path / "messages"
    (folder / "alert").mkdir(parents=True)
    (folder / f"{KIND}.txt").write_text(write_sections({HEADING: BEFORE}), encoding="utf-8")
    return folder


def run(messages: Path, monkeypatch: pytest.MonkeyPatch, now: str, *arguments: str) -> int:
    monkeypatch.setattr(command, "record", lambda paths: {KIND: {HEADING: now}})
    return command.main([*arguments, "--messages", str(messages)])


def kept(messages: Path) -> str:
    return read_messages(messages)[KIND][HEADING]


def test_new_words_for_the_same_values_are_written(
    messages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = (
        "Trustee notice due Mon, Nov 1\n"
        "$416.67 accrued since October 29, 2004. Section 3(b)\nOwner: Maria Lopez"
    )
    assert run(messages, monkeypatch, now) == 0
    assert kept(messages) == now


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("Mon, Nov 1, 2004", "Tue, Nov 2, 2004", "2004-11-01", "2004-11-02"),
        ("Mon, Nov 1, 2004", "in time", "2004-11-01", "none"),
        ("$416.67", "$416.76", "$416.67", "$416.76"),
        ("Maria Lopez", "Tom Becker", "Maria Lopez", "Tom Becker"),
        ("Maria Lopez", "Maria Lopez <@U01TOM>", "none", "<@U01TOM>"),
        ("3(b)", "3(c)", "3(b)", "3(c)"),
        ("from Fri", "10 days from Fri", "none", "10 days"),
    ],
)
def test_a_changed_value_is_refused_with_the_message_and_both_values(
    old: str,
    new: str,
    before: str,
    after: str,
    messages: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(messages, monkeypatch, BEFORE.replace(old, new)) == 1
    said = capsys.readouterr().err
    assert f"{KIND}, '{HEADING}'" in said
    assert f"{before} -> {after}" in said
    assert f"--changed {KIND}" in said
    assert kept(messages) == BEFORE.strip()


def test_dates_that_change_places_in_the_same_words_are_refused(
    messages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swapped = BEFORE.replace("Mon, Nov 1", "X").replace("Fri, Oct 29", "Mon, Nov 1")
    swapped = swapped.replace("X", "Fri, Oct 29")
    assert run(messages, monkeypatch, swapped) == 1
    assert kept(messages) == BEFORE.strip()


def test_a_changed_value_is_written_once_its_kind_is_named(
    messages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = BEFORE.replace("Nov 1", "Nov 2")
    assert run(messages, monkeypatch, now, "--changed", "alert/other") == 1
    assert run(messages, monkeypatch, now, "--changed", KIND) == 0
    assert kept(messages) == now.strip()


def test_if_ci_is_set_nothing_is_written(messages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert run(messages, monkeypatch, BEFORE.replace("Owner", "Person")) == 1
    assert kept(messages) == BEFORE.strip()


def test_a_kind_that_no_test_uses_is_removed(
    messages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "record", lambda paths: {"alert/other": {HEADING: "New"}})
    assert command.main(["--messages", str(messages)]) == 0
    assert read_messages(messages) == {"alert/other": {HEADING: "New"}}


def test_messages_of_other_tests_stay_when_some_tests_are_named(
    messages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "record", lambda paths: {"alert/other": {HEADING: "New"}})
    assert command.main(["tests/unit/messages", "--messages", str(messages)]) == 0
    assert {*read_messages(messages)} == {KIND, "alert/other"}


ONE = """
from tests.golden.wording import wording

def test_a_notice_is_due() -> None:
    assert wording("alert/notice", "Due  \\n") == "Due"
    wording("alert/notice", ["Late", "now"], "late")

def test_another() -> None:
    assert {holds}
"""


def test_recording_takes_every_message_the_tests_hand_over(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(ONE.format(holds=True), encoding="utf-8")
    assert command.record([str(tmp_path)]) == {
        KIND: {"a notice is due": "Due", "a notice is due: late": "Late\nnow"}
    }


def test_nothing_is_recorded_while_a_test_fails_for_another_reason(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(ONE.format(holds=False), encoding="utf-8")
    with pytest.raises(command.NotRecordedError):
        command.record([str(tmp_path)])


def test_two_messages_under_one_heading_are_refused(tmp_path: Path) -> None:
    twice = (
        "from tests.golden.wording import wording\n\n"
        "def test_a_notice_is_due() -> None:\n"
        "    wording('alert/notice', 'One')\n"
        "    wording('alert/notice', 'Two')\n"
    )
    (tmp_path / "test_one.py").write_text(twice, encoding="utf-8")
    with pytest.raises(command.NotRecordedError):
        command.record([str(tmp_path)])


def test_a_kind_that_has_no_file_cannot_be_named(
    messages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (
        run(messages, monkeypatch, BEFORE.replace("Owner", "Person"), "--changed", "alert/x") == 1
    )
    assert kept(messages) == BEFORE.strip()


def test_a_date_without_its_year_is_still_that_day_and_no_other() -> None:
    def changed(before: str, after: str) -> bool:
        return bool(changed_values({"k": {"h": before}}, {"k": {"h": after}}))

    assert not changed("due Mon, Nov 1, 2004", "due Mon, Nov 1")
    assert not changed("due Mon, Nov 1", "due Mon, Nov 1, 2004")
    assert changed("due Mon, Nov 1", "due Tue, Nov 2")
    assert changed("due Mon, Nov 1, 2004", "due Tue, Nov 1, 2005")


def test_sections_are_read_as_they_were_written_with_equal_ones_once() -> None:
    sections = {"b": "One\n\ntwo", "a": "Three", "c": "One\n\ntwo"}
    text = write_sections(sections)
    assert text == "=== a\nThree\n\n=== b\n=== c\nOne\n\ntwo\n"
    assert read_sections(text) == sections
