"""The acknowledge link: asks, is confirmed once, and fails the same way whatever the cause."""

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from dealclock.alerts.responses import AlertResponse
from dealclock.store import Store
from dealclock.store.links import Links
from dealclock.usecases.web.request import LARGEST_BODY, LONGEST_PATH
from dealclock.usecases.web.serve import ServedAnswer
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.usecases.house import Queue
from tests.unit.usecases.web import asked, event, kept_link, with_body, with_method

# Thu Oct 28, 2004, 10:00 in New York: effectiveness is due today. Filed on July 13, as required.
NOW = datetime(2004, 10, 28, 14, tzinfo=UTC)
UNTIL = NOW + timedelta(days=7)
CONTENT = re.compile(r"granite|2\(a\)|maria|effective|2004", re.IGNORECASE)


def loaded(store: Store, **changes: Any) -> None:
    bundle = samples.live(samples.fact())
    team = bundle.team.model_copy(update=changes)
    store.deals.load(replace(bundle, team=team), NOW - timedelta(days=90), "tests")


@pytest.fixture
def secret(store: Store) -> str:
    loaded(store)
    return kept_link(store, UNTIL)


def opened(secret: str, store: Store, now: datetime = NOW) -> ServedAnswer:
    return asked(event("acknowledge", f"/a/{secret}"), store, Queue(), now)


def confirmed(
    secret: str, store: Store, queue: Queue | None = None, now: datetime = NOW, **headers: str
) -> ServedAnswer:
    return asked(event("confirm", f"/a/{secret}", **headers), store, queue or Queue(), now)


def audited(store: Store, deal: str = "granite") -> list[str]:
    pk = f"DEAL#{deal}" if deal else "AUDIT"
    entries = rows(store, pk, "AUDIT#", "AUDIT#~")
    return [e.text("what") for e in entries if e.text("what") != "loaded"]


def test_opened_it_asks_and_says_nothing_of_any_deal(store: Store, secret: str) -> None:
    page = opened(secret, store)
    assert page.status == 200
    assert '<form method="post">' in page.answer["body"]
    assert not CONTENT.search(page.answer["body"])
    assert store.responses.of_deal("granite") == ()


def test_opened_any_number_of_times_it_still_works(store: Store, secret: str) -> None:
    for _ in range(3):
        assert opened(secret, store).status == 200
    assert audited(store) == ["opened link"] * 3
    assert confirmed(secret, store).status == 200


def test_confirmed_it_acknowledges_as_its_person_and_has_the_deal_looked_at(
    store: Store, secret: str
) -> None:
    queue = Queue()
    page = confirmed(secret, store, queue)
    assert page.status == 200
    [handled] = store.responses.of_deal("granite")
    assert handled == AlertResponse(
        "effectiveness", date(2004, 10, 28), 0, "acknowledged", "maria", NOW, date(2004, 11, 1)
    )
    assert [m.slot for m in queue.deals] == ["escalation"]
    assert sorted(audited(store)) == ["acknowledged", "used link"]


def test_done_it_says_the_code_name_the_clause_and_dates_and_nothing_else(
    store: Store, secret: str
) -> None:
    body = re.sub(
        r"<style>.*</style>|<[^>]+>", " ", confirmed(secret, store).answer["body"], flags=re.DOTALL
    )
    said = " ".join(body.split())
    assert values(wording("page/acknowledge-links", said)) == [
        "2(a)(ii)",
        "2004-10-28",
        "2004-11-01",
    ]


def test_what_it_says_once_done_is_kept_word_for_word(store: Store, secret: str) -> None:
    page = re.sub(r"<style>.*</style>|<[^>]+>", " ", confirmed(secret, store).answer["body"])
    kept = list(store.archive.messages("granite"))
    assert [(each.kind, each.to, each.about) for each in kept] == [
        ("answer", "U01MARIA", "effectiveness")
    ]
    assert kept[0].wrong == ""
    assert kept[0].as_of == date(2004, 10, 28)
    wording("page/acknowledge-links", kept[0].text)
    for line in kept[0].text.splitlines():
        assert line in page
    confirmed(secret, store)  # used up: nothing of the deal is said, so nothing is kept
    assert len(list(store.archive.messages("granite"))) == 1


def test_whoever_does_not_answer_for_it_has_seen_it(store: Store) -> None:
    loaded(store)
    page = confirmed(kept_link(store, UNTIL, person="ruth"), store)
    wording("page/acknowledge-links", page.answer["body"])
    assert store.responses.of_deal("granite")[0].action == "seen"


def used(store: Store) -> str:
    secret = kept_link(store, UNTIL)
    confirmed(secret, store)
    return secret


def removed(store: Store) -> str:
    secret = kept_link(store, UNTIL, person="ruth")
    left = tuple(p for p in samples.team().people if p.id != "ruth")
    store.deals.load(
        replace(samples.live(), team=samples.team().model_copy(update={"people": left})), NOW, "t"
    )
    return secret


def denied(store: Store) -> str:
    secret = kept_link(store, UNTIL, person="ruth")
    store.deals.load(
        replace(samples.live(), team=samples.team().model_copy(update={"deny": ("ruth",)})),
        NOW,
        "t",
    )
    return secret


WRONG: dict[str, Callable[[Store], str]] = {
    "never made": lambda store: "a" * 52,
    "used": used,
    "run out": lambda store: kept_link(store, NOW),
    "of a person who left": removed,
    "of a person denied since": denied,
    "of another purpose": lambda store: kept_link(store, UNTIL, purpose="reply"),
    "of a date that moved": lambda store: kept_link(store, UNTIL, revision=1),
    "of what is met": lambda store: kept_link(store, UNTIL, instance="shelf-filing"),
    "of what is not there": lambda store: kept_link(store, UNTIL, instance="nothing"),
    "of a deal that is gone": lambda store: kept_link(store, UNTIL, deal="basalt"),
}


@pytest.mark.parametrize("why", WRONG)
def test_a_link_that_does_not_work_is_answered_byte_for_byte_the_same(
    store: Store, why: str
) -> None:
    loaded(store)
    secret = WRONG[why](store)
    before = store.responses.of_deal("granite")
    answer = confirmed(secret, store)
    assert answer.answer == confirmed("b" * 52, store).answer
    assert (answer.status, answer.counted) == (404, "WebRefused")
    assert store.responses.of_deal("granite") == before
    assert not CONTENT.search(answer.answer["body"])


@pytest.mark.parametrize(
    "why", ["never made", "used", "run out", "of a person who left", "of a person denied since"]
)
def test_opened_it_does_not_work_either(store: Store, why: str) -> None:
    loaded(store)
    secret = WRONG[why](store)
    assert opened(secret, store).answer == opened("b" * 52, store).answer


def test_every_refusal_is_in_the_archive_by_ids(store: Store, secret: str) -> None:
    confirmed(kept_link(store, NOW), store)
    confirmed("c" * 52, store)
    assert audited(store) == ["refused link"]
    assert audited(store, "") == ["refused link"]
    (entry,) = rows(store, "AUDIT", "AUDIT#", "AUDIT#~")
    assert "c" * 52 not in entry.text("detail")


def test_a_try_that_ended_before_the_link_was_used_up_loses_nothing(
    store: Store, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bool:
        raise TimeoutError

    with monkeypatch.context() as broke:
        broke.setattr(Links, "use", broken)
        with pytest.raises(TimeoutError):
            confirmed(secret, store)
    assert confirmed(secret, store).status == 200
    assert len(store.responses.of_deal("granite")) == 1


def test_a_form_of_another_site_confirms_nothing(store: Store, secret: str) -> None:
    assert confirmed(secret, store, sec_fetch_site="cross-site").status == 400
    assert store.responses.of_deal("granite") == ()


@pytest.mark.parametrize(
    "body", [b"", b"confirm=no", b"x", b"confirm=yes" + b"&a=b" * 400, b"\xff"]
)
def test_a_post_that_is_not_the_pages_own_confirms_nothing(
    store: Store, secret: str, body: bytes
) -> None:
    odd = with_body(event("confirm", f"/a/{secret}"), body)
    assert asked(odd, store, Queue(), NOW).status == 400
    assert store.responses.of_deal("granite") == ()


def test_a_body_is_bounded_before_it_is_read(store: Store, secret: str) -> None:
    long = with_body(event("confirm", f"/a/{secret}"), b"confirm=yes&a=" + b"b" * LARGEST_BODY)
    assert asked(long, store, Queue(), NOW).status == 400
    raw = {**event("confirm", f"/a/{secret}"), "body": "%%%", "isBase64Encoded": True}
    assert asked(raw, store, Queue(), NOW).status == 400
    other = event("confirm", f"/a/{secret}", content_type="application/json")
    assert asked(other, store, Queue(), NOW).status == 400


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", ""])
def test_other_methods_are_told_which_there_are(store: Store, secret: str, method: str) -> None:
    answer = asked(with_method(event("acknowledge", f"/a/{secret}"), method), store, Queue(), NOW)
    assert (answer.status, answer.answer["headers"]["allow"]) == (405, "GET, HEAD, POST")


def test_head_gets_the_headers_alone(store: Store, secret: str) -> None:
    answer = asked(with_method(event("acknowledge", f"/a/{secret}"), "HEAD"), store, Queue(), NOW)
    assert (answer.status, answer.answer["body"]) == (200, "")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/a",
        "/a/",
        "/a/short",
        f"/a/{'A' * 52}",
        f"/b/{'a' * 52}",
        "/" + "a" * LONGEST_PATH,
        "/é",
    ],
)
def test_any_other_path_is_a_link_that_does_not_work(store: Store, path: str) -> None:
    answer = asked(event("acknowledge", path), store, Queue(), NOW)
    assert answer.answer == opened("a" * 52, store).answer


def test_a_request_for_another_host_is_turned_away(store: Store, secret: str) -> None:
    odd = event("acknowledge", f"/a/{secret}", host="evil.example")
    assert asked(odd, store, Queue(), NOW).answer == opened("a" * 52, store).answer
    assert audited(store) == []


def test_nothing_is_stored_framed_referred_to_or_loaded(store: Store, secret: str) -> None:
    for answer in (opened(secret, store), confirmed(secret, store), opened("a" * 52, store)):
        headers, body = answer.answer["headers"], answer.answer["body"]
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'sha256-")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"https?://|<script|<img|<link|src=|url\(", body)


def test_the_policy_lets_the_pages_own_style_through_and_no_other(
    store: Store, secret: str
) -> None:
    answer = opened(secret, store).answer
    [style] = re.findall(r"<style>(.*?)</style>", answer["body"], re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = answer["headers"]["content-security-policy"]
    assert f"style-src 'sha256-{digest}';" in policy


def test_a_page_is_read_by_anything(store: Store, secret: str) -> None:
    for answer in (opened(secret, store), confirmed(secret, store), opened("a" * 52, store)):
        body = answer.answer["body"]
        assert body.startswith('<!doctype html>\n<html lang="en">')
        assert re.search(r"<title>[A-Z][^<]+ - Dealclock</title>", body)
        assert len(re.findall(r"<h1>", body)) == len(re.findall(r"<main>", body)) == 1
    assert (
        'aria-label="Confirm the acknowledgement">Confirm</button>'
        in opened(kept_link(store, UNTIL), store).answer["body"]
    )
