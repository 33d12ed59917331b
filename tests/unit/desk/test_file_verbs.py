"""Verbs that produce a file or a calendar address."""

import re
from datetime import date

import pytest

from dealclock.jobs.queues import MakeFile
from tests.golden.wording import wording
from tests.unit.desk.asking_the_desk import MARIA, room
from tests.unit.desk.in_the_story import ask


@pytest.mark.parametrize(
    ("text", "kind", "args"),
    [
        ("proof cure-window", "proof", {"obligation": "cure-window/F5"}),
        ("picture", "timeline", {}),
        ("picture dark accrual", "accrual", {"dark": "yes"}),
        ("export facts", "export", {"what": "facts"}),
    ],
)
def test_a_file_is_made_separately_for_the_person_who_asked(
    text: str, kind: str, args: dict[str, str]
) -> None:
    own = room()
    wording("desk/first-lines", ask(own, text)[0])
    (job,) = own.sent.messages
    assert isinstance(job, MakeFile)
    assert (job.kind, job.deal, job.user, job.args) == (kind, "story", MARIA, args)
    assert (job.as_of, len(job.request)) == (date(2005, 1, 20), 32)


@pytest.mark.parametrize(
    ("instance", "kinds"),
    [
        ("cure-window/F5", ["draft", "counsel-sheet"]),
        ("payment/2005-07-15", ["draft", "counsel-sheet", "funding-memo"]),
    ],
)
def test_the_documents_of_a_draft_are_separate_files(instance: str, kinds: list[str]) -> None:
    own = room()
    wording("desk/file-verbs", ask(own, f"notice {instance}")[0])
    jobs = [job for job in own.sent.messages if isinstance(job, MakeFile)]
    assert [job.kind for job in jobs] == kinds
    assert {(job.deal, job.user, job.args["obligation"]) for job in jobs} == {
        ("story", MARIA, instance)
    }
    assert len({job.request for job in jobs}) == len(kinds)


@pytest.mark.parametrize(
    "text",
    [
        "proof cure-windw",
        "notice",
        "notice closing",
        "picture cubist",
        "export secrets",
        "calendar weekly",
    ],
)
def test_a_file_that_cannot_be_made_is_refused_at_once(text: str) -> None:
    own = room()
    wording("refusal/desk", ask(own, text))
    assert own.sent.messages == []


def test_the_calendar_address_is_shown_once_and_not_stored() -> None:
    own = room()
    said = "\n".join(ask(own, "calendar"))
    (address,) = re.findall(r"https://web\.example/calendar/[a-z2-7]{52}\.ics", said)
    wording("desk/file-verbs", said)
    kept = [each.text for each in own.store.archive.messages("story")]
    assert any("[personal link, not kept]" in text for text in kept)
    assert not any(address in text for text in kept)
    again = "\n".join(ask(own, "calendar"))
    assert "https://" not in again
    wording("desk/file-verbs", again, "second")
    new = "\n".join(ask(own, "calendar new"))
    assert address not in new
    assert "https://web.example/calendar/" in new
    wording("desk/file-verbs", ask(own, "calendar stop")[0], "third")
    wording("desk/file-verbs", ask(own, "calendar stop")[0], "fourth")
