"""The page of an alert: its forms, who may use them, and that opening it changes nothing."""

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest

from dealclock.alerts.delivery import Delivery, Route
from dealclock.desk import load
from dealclock.desk.actor import Actor
from dealclock.desk.close import close
from dealclock.desk.web.response import WebResponse
from dealclock.engine.assess import assess
from dealclock.facts.kinds import KINDS
from dealclock.jobs.deliver.personal import ButtonRef
from dealclock.jobs.plan import assess_deal
from dealclock.people.links import fingerprint
from dealclock.store import DeliveryKey, Store
from functions.web.web_request import LARGEST_BODY, LONGEST_PATH
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.services import services
from tests.unit.desk.web import asked, event, kept_link, sent, with_body, with_method
from tests.unit.jobs.house import Queue

# Thu, Oct 28, 2004, 10:00 in New York: effectiveness is due today. Filed on July 13, as required.
NOW = datetime(2004, 10, 28, 14, tzinfo=UTC)
# A day later it was missed, and the Trustee is to be notified by Mon, Nov 1.
NEXT = NOW + timedelta(days=1)
UNTIL = NOW + timedelta(days=7)
NOTICE: dict[str, Any] = {
    "instance": "trustee-notice/default-ii",
    "clause": "3(b)",
    "due": date(2004, 11, 1),
}
CONTENT = re.compile(r"granite|2\(a\)|maria|effective|2004", re.IGNORECASE)
ACTS = {
    "acknowledge": {"act": "acknowledge"},
    "snooze": {"act": "snooze", "until": "2004-11-01"},
    "note": {"act": "note", "note": "On its way"},
    "done": {"act": "done", "on": "2004-10-29", "given-method": "hand"},
}
TYPED = "<b>\"Ann\"</b> & 'Co' <script>alert(1)</script>"


def loaded(store: Store, **changes: Any) -> None:
    bundle = samples.live(samples.fact())
    team = bundle.team.model_copy(update=changes)
    store.deals.load(replace(bundle, team=team), NOW - timedelta(days=90), "tests")


@pytest.fixture
def secret(store: Store) -> str:
    loaded(store)
    return kept_link(store, UNTIL)


@pytest.fixture
def notice(store: Store) -> str:
    """A link for Maria about the notice to the Trustee."""
    loaded(store)
    return kept_link(store, UNTIL, **NOTICE)


def opened(secret: str, store: Store, now: datetime = NOW) -> WebResponse:
    return asked(event("acknowledge", f"/a/{secret}"), store, Queue(), now)


def posted(
    secret: str,
    store: Store,
    form: dict[str, str],
    queue: Queue | None = None,
    now: datetime = NOW,
    **headers: str,
) -> WebResponse:
    whole = event("confirm", f"/a/{secret}", **headers)
    return asked(with_body(whole, urlencode(form).encode()), store, queue or Queue(), now)


def said(answer: WebResponse) -> str:
    """What a reader sees of a page, a line for each; styles, scripts and the text to copy apart."""
    body = answer.body
    for apart in ("style", "script", "pre"):
        body = re.sub(rf"<{apart}\b.*?</{apart}>", "", body, flags=re.DOTALL)
    lines = (line.strip() for line in re.sub(r"<[^>]+>", "", body).splitlines())
    return "\n".join(line for line in lines if line)


def offered(answer: WebResponse) -> list[str]:
    return re.findall(r'name="act" value="(\w+)"', answer.body)


def seen(answer: WebResponse) -> str:
    [found] = re.findall(r'name="seen" value="(\w+)"', answer.body)
    return str(found)


def audited(store: Store, deal: str = "granite") -> list[str]:
    pk = f"DEAL#{deal}" if deal else "AUDIT"
    entries = rows(store, pk, "AUDIT#", "AUDIT#~")
    return [e.text("what") for e in entries if e.text("what") != "loaded"]


# --- opened --------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_opening_it_any_number_of_times_changes_nothing(
    store: Store, secret: str, method: str
) -> None:
    before = store.deals.get("granite")
    for _ in range(3):
        how = with_method(event("acknowledge", f"/a/{secret}"), method)
        answer = asked(how, store, queue := Queue(), NOW)
        assert answer.status == 200
        assert not queue.deals
    assert store.deals.get("granite") == before
    assert store.responses.of_deal("granite") == ()
    assert audited(store) == ["opened link"] * 3


def test_a_form_in_the_address_does_nothing(store: Store, secret: str) -> None:
    odd = {**event("acknowledge", f"/a/{secret}"), "rawQueryString": "act=acknowledge"}
    assert asked(odd, store, Queue(), NOW).status == 200
    assert store.responses.of_deal("granite") == ()


def test_a_page_is_archived_word_for_word_before_it_is_shown(store: Store, secret: str) -> None:
    page = opened(secret, store)
    posted(secret, store, ACTS["acknowledge"])
    kept = list(store.archive.messages("granite"))
    assert [(each.kind, each.to, each.about) for each in kept] == [
        ("answer", "U01MARIA", "effectiveness")
    ] * 2
    assert {each.wrong for each in kept} == {""}
    assert all("Granite: Resale shelf effectiveness" in each.text for each in kept)
    assert "Granite: Resale shelf effectiveness" in said(page)
    assert any("acknowledged by Maria Lopez" in each.text for each in kept)


def test_a_head_request_shows_nothing_so_nothing_is_archived(store: Store, secret: str) -> None:
    head = with_method(event("acknowledge", f"/a/{secret}"), "HEAD")
    answer = asked(head, store, Queue(), NOW)
    assert (answer.status, answer.body) == (200, "")
    assert list(store.archive.messages("granite")) == []


# --- acknowledged, snoozed, noted ---------------------------------------------------------------


# --- done, with its evidence --------------------------------------------------------------------


def test_a_preview_makes_two_assessments_and_reads_the_deal_once(
    store: Store, notice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal as it is, which the page also shows, and as it would be."""
    made: list[date] = []
    read_of: list[str] = []
    read_deal = store.deals.get

    def counted(*args: Any, **more: Any) -> Any:
        made.append(args[0].as_of)
        return assess(*args, **more)

    def read(_: object, deal: str, *versions: int) -> Any:
        read_of.append(deal)
        return read_deal(deal, *versions)

    monkeypatch.setattr(assess_deal, "assess", counted)
    monkeypatch.setattr(load, "assess", counted)
    monkeypatch.setattr(type(store.deals), "get", read)
    page = posted(notice, store, ACTS["done"], now=NEXT)
    assert seen(page)
    assert (made, read_of) == ([date(2004, 10, 29)] * 2, ["granite"])


@pytest.mark.parametrize("wrong", ["note", "evidence"])
def test_text_too_long_records_nothing(store: Store, notice: str, wrong: str) -> None:
    page = posted(notice, store, {**ACTS["done"], wrong: "x" * 501}, now=NEXT)
    assert page.status == 409
    assert 'name="seen"' not in page.body
    assert wrong != "evidence" or "Evidence: must have" in said(page)


DONE = "dealclock.desk.interactions.options"
NOT_ASKED = {
    "something it is about that is not clear": (f"{DONE}.abouts", ("given", "about")),
    "parties the terms do not name": (f"{DONE}.addressees", ("given",)),
}


@pytest.mark.parametrize("why", NOT_ASKED)
def test_an_event_the_page_has_no_full_form_for_is_only_reported_as_done(
    store: Store, notice: str, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    place, needs = NOT_ASKED[why]
    known = {**KINDS, "trustee-notified": replace(KINDS["trustee-notified"], needs=needs)}
    monkeypatch.setattr(f"{DONE}.kinds_of", lambda _: known)
    if not place.endswith("kinds_of"):
        monkeypatch.setattr(place, lambda *_: ())
    assert 'name="on"' not in opened(notice, store, NEXT).body
    posted(notice, store, ACTS["done"], now=NEXT)
    assert [h.action for h in store.responses.of_deal("granite")] == ["done"]


# --- a possible default, confirmed or disputed ---------------------------------------------------


def test_an_email_of_a_post_leads_to_the_default_it_also_names(store: Store) -> None:
    """Maria's email is headed by the notice to the Trustee; the default is one of its lines."""
    loaded(store)
    for who, acts in (("maria", ["confirm", "dispute"]), ("tom", [])):
        secret = kept_link(store, UNTIL, person=who, **NOTICE, ref=of_a_post(store, who))
        page = opened(secret, store, NEXT)
        assert [act for act in offered(page) if act in ("confirm", "dispute")] == acts


# --- settled, moved, closed ---------------------------------------------------------------------


# --- links that do not work ---------------------------------------------------------------------


def of_another_persons_email(store: Store) -> str:
    one = planned(store, "tom")
    return kept_link(store, UNTIL, ref=str(ButtonRef(DeliveryKey.of(one))))


def of_a_post(store: Store, person: str) -> str:
    """An email about the notice to the Trustee that also names the default."""
    one = samples.delivery(date(2004, 10, 29), Route("email", person))
    default = replace(one.alert, instance="default-ii", kind="default", due=None)
    one = replace(one, alert=replace(one.alert, **NOTICE), others=(default,))
    assert store.outbox.plan(one, rehearsal=False, now=NOW).new
    return str(ButtonRef(DeliveryKey.of(one)))


def of_another_matters_email(store: Store) -> str:
    one = planned(store, "maria", instance="shelf-filing")
    return kept_link(store, UNTIL, ref=str(ButtonRef(DeliveryKey.of(one))))


def planned(store: Store, person: str, instance: str = "effectiveness") -> Delivery:
    one = samples.delivery(date(2004, 10, 28), Route("email", person))
    alert = replace(one.alert, instance=instance, revision=0, due=date(2004, 10, 28))
    one = replace(one, alert=alert)
    assert store.outbox.plan(one, rehearsal=False, now=NOW).new
    return one


def removed(store: Store) -> str:
    secret = kept_link(store, UNTIL, person="ruth")
    left = tuple(p for p in samples.team().people if p.id != "ruth")
    team = samples.team().model_copy(update={"people": left})
    store.deals.load(replace(samples.live(), team=team), NOW, "t")
    return secret


def denied(store: Store) -> str:
    secret = kept_link(store, UNTIL, person="ruth")
    team = samples.team().model_copy(update={"deny": ("ruth",)})
    store.deals.load(replace(samples.live(), team=team), NOW, "t")
    return secret


def no_longer_listed(store: Store) -> str:
    """Ruth was on the list to the day before."""
    people = tuple(
        p.model_copy(update={"last_day": date(2004, 10, 27)}) if p.id == "ruth" else p
        for p in samples.team().people
    )
    team = samples.team().model_copy(update={"people": people})
    store.deals.load(replace(samples.live(), team=team), NOW, "t")
    return kept_link(store, UNTIL, person="ruth")


def outside(store: Store) -> str:
    people = tuple(
        p.model_copy(update={"role": "viewer", "stands_for": "trustee"}) if p.id == "ruth" else p
        for p in samples.team().people
    )
    team = samples.team().model_copy(update={"people": people})
    store.deals.load(replace(samples.live(), team=team), NOW, "t")
    return kept_link(store, UNTIL, person="ruth")


def used(store: Store) -> str:
    """As an earlier release left it, whose links worked once."""
    secret = kept_link(store, UNTIL)
    samples.use_link(store, fingerprint(secret), NOW)
    return secret


WRONG: dict[str, Callable[[Store], str]] = {
    "never made": lambda store: "a" * 52,
    "used in an earlier release": used,
    "expired": lambda store: kept_link(store, NOW),
    "of a person who left": removed,
    "of a person denied since": denied,
    "of a person whose time on the list is over": no_longer_listed,
    "of a person who is outside now": outside,
    "of another purpose": lambda store: kept_link(store, UNTIL, purpose="reply"),
    "of a calendar": lambda store: kept_link(store, UNTIL, purpose="calendar"),
    "of a deal that is gone": lambda store: kept_link(store, UNTIL, deal="basalt"),
    "of another person's email": of_another_persons_email,
    "of another matter's email": of_another_matters_email,
    "of an email there is not": lambda store: kept_link(store, UNTIL, ref="granite 2004-10-28 x"),
}


@pytest.mark.parametrize("why", WRONG)
def test_every_invalid_link_gets_exactly_the_same_answer(store: Store, why: str) -> None:
    loaded(store)
    secret = WRONG[why](store)
    for answer in (opened(secret, store), *(posted(secret, store, f) for f in ACTS.values())):
        assert sent(answer) == sent(opened("b" * 52, store))
        assert answer.status == 404
        assert not CONTENT.search(answer.body)
    assert store.responses.of_deal("granite") == ()
    deal = store.deals.get("granite")
    assert deal is not None
    assert len(deal.log.facts) == 1


def test_the_link_of_an_email_works_with_its_delivery(store: Store) -> None:
    loaded(store)
    one = planned(store, "maria")
    secret = kept_link(store, UNTIL, ref=str(ButtonRef(DeliveryKey.of(one))))
    assert posted(secret, store, ACTS["acknowledge"]).status == 200
    assert len(store.responses.of_deal("granite")) == 1


def test_a_link_of_an_earlier_release_works_without_its_delivery(store: Store, secret: str) -> None:
    link = store.links.get(fingerprint(secret))
    assert link is not None
    assert link.ref == ""
    assert opened(secret, store).status == 200


def test_every_refusal_is_in_the_archive_by_ids(store: Store, secret: str) -> None:
    opened(kept_link(store, NOW), store)
    opened("c" * 52, store)
    assert audited(store) == ["refused link"]
    assert audited(store, "") == ["refused link"]
    (entry,) = rows(store, "AUDIT", "AUDIT#", "AUDIT#~")
    assert "c" * 52 not in entry.text("detail")


def test_refused_links_add_one_entry_a_day_and_those_of_no_deal_expire(store: Store) -> None:
    loaded(store)
    old = kept_link(store, NOW)
    for number in range(30):
        opened("abc"[number % 3] * 26 + "defghijklm"[number // 3] * 26, store)
        opened(old, store)
    assert audited(store) == ["refused link"]
    (entry,) = rows(store, "AUDIT", "AUDIT#", "AUDIT#~")
    assert entry.number("expires_at") > NOW.timestamp()
    opened("c" * 52, store, NEXT)
    assert len(rows(store, "AUDIT", "AUDIT#", "AUDIT#~")) == 2


# --- requests that are no browser's -------------------------------------------------------------


def test_a_form_of_another_site_does_nothing(store: Store, secret: str) -> None:
    answer = posted(secret, store, ACTS["acknowledge"], sec_fetch_site="cross-site")
    assert answer.status == 400
    assert store.responses.of_deal("granite") == ()


@pytest.mark.parametrize(
    "body", [b"", b"act=explain", b"confirm=yes", b"x", b"act=note" + b"&a=b" * 400, b"\xff"]
)
def test_a_post_without_the_pages_own_token_does_nothing(
    store: Store, secret: str, body: bytes
) -> None:
    odd = with_body(event("confirm", f"/a/{secret}"), body)
    assert asked(odd, store, Queue(), NOW).status == 400
    assert store.responses.of_deal("granite") == ()


def test_a_body_is_bounded_before_it_is_read(store: Store, secret: str) -> None:
    long = with_body(event("confirm", f"/a/{secret}"), b"act=note&note=" + b"b" * LARGEST_BODY)
    assert asked(long, store, Queue(), NOW).status == 400
    raw = {**event("confirm", f"/a/{secret}"), "body": "%%%", "isBase64Encoded": True}
    assert asked(raw, store, Queue(), NOW).status == 400
    other = event("confirm", f"/a/{secret}", content_type="application/json")
    assert asked(other, store, Queue(), NOW).status == 400


def test_the_longest_texts_in_any_script_fit(store: Store, notice: str) -> None:
    form = {**ACTS["done"], "evidence": "證" * 500, "note": "證" * 500}
    assert posted(notice, store, form, now=NEXT).status == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", ""])
def test_other_methods_are_answered_with_the_allowed_ones(
    store: Store, secret: str, method: str
) -> None:
    answer = asked(with_method(event("acknowledge", f"/a/{secret}"), method), store, Queue(), NOW)
    assert (answer.status, answer.all_headers["allow"]) == (405, "GET, HEAD, POST")


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
def test_any_other_path_is_an_invalid_link(store: Store, path: str) -> None:
    answer = asked(event("acknowledge", path), store, Queue(), NOW)
    assert sent(answer) == sent(opened("a" * 52, store))


def test_a_request_for_another_host_is_refused(store: Store, secret: str) -> None:
    odd = event("acknowledge", f"/a/{secret}", host="evil.example")
    assert sent(asked(odd, store, Queue(), NOW)) == sent(opened("a" * 52, store))
    assert audited(store) == []


# --- the page itself ----------------------------------------------------------------------------


def test_nothing_is_cached_framed_referred_to_or_loaded(store: Store, secret: str) -> None:
    acknowledged = posted(secret, store, ACTS["acknowledge"])
    for answer in (opened(secret, store), acknowledged, opened("a" * 52, store)):
        headers, body = answer.all_headers, answer.body
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert re.fullmatch(
            r"default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; "
            r"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            headers["content-security-policy"],
        )
        assert not re.search(r"https?://|<img|<link|src=|url\(|\son\w+=|style=", body)


@pytest.mark.parametrize("part", ["style", "script"])
def test_the_policy_allows_only_the_pages_own_style_and_script(
    store: Store, secret: str, part: str
) -> None:
    answer = opened(secret, store)
    [own] = re.findall(rf"<{part}>(.*?)</{part}>", answer.body, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
    assert f"{part}-src 'sha256-{digest}';" in answer.all_headers["content-security-policy"]


def test_all_typed_text_is_escaped(store: Store) -> None:
    """In a name, a note and a field that is shown again."""
    people = tuple(
        p.model_copy(update={"name": TYPED}) if p.id == "maria" else p
        for p in samples.team().people
    )
    loaded(store, people=people)
    secret = kept_link(store, UNTIL, **NOTICE)
    fields = {"evidence": TYPED, "note": TYPED, "given-method": TYPED, "on": TYPED}
    for answer in (
        opened(secret, store, NEXT),
        posted(secret, store, {**ACTS["done"], **fields}, now=NEXT),
        posted(secret, store, {**ACTS["done"], "note": TYPED, "evidence": TYPED}, now=NEXT),
        posted(secret, store, ACTS["acknowledge"], now=NEXT),
        posted(secret, store, {"act": "snooze", "until": TYPED}, now=NEXT),
    ):
        body = answer.body
        assert "<b>" not in body
        assert "<script>alert" not in body
        assert 'value="<' not in body
        assert "&lt;b&gt;" in body


def test_a_page_is_accessible_to_any_reader(store: Store, secret: str) -> None:
    for answer in (
        opened(secret, store),
        posted(secret, store, ACTS["acknowledge"]),
        opened("a" * 52, store),
    ):
        body = answer.body
        assert body.startswith('<!doctype html>\n<html lang="en">')
        assert re.search(r"<title>[A-Z][^<]+ - Dealclock</title>", body)
        assert len(re.findall(r"<h1>", body)) == len(re.findall(r"<main>", body)) == 1


def test_every_field_has_a_label_and_every_email_button_its_section(
    store: Store, notice: str
) -> None:
    body = opened(notice, store, NEXT).body
    labels = re.findall(r"<label>.*?</label>", body, re.DOTALL)
    inputs = re.findall(r"<(?:input|select|textarea)\b(?![^>]*hidden)", body)
    assert len(inputs) == len(re.findall(r"<(?:input|select|textarea)\b", "".join(labels)))
    for section in ("acknowledge", "done", "snooze", "note", "why"):
        assert f'id="{section}"' in body


def test_forms_are_folded_except_the_submitted_one(store: Store, notice: str) -> None:
    def unfolded(answer: WebResponse) -> list[str]:
        return re.findall(r'<details id="(\w+)" open>', answer.body)

    assert unfolded(opened(notice, store, NEXT)) == []
    assert unfolded(posted(notice, store, ACTS["done"], now=NEXT)) == ["done"]
    late = {"act": "snooze", "until": "2004-12-01"}
    assert unfolded(posted(notice, store, late, now=NEXT)) == ["snooze"]
    long = {"act": "note", "note": "Sent to counsel. " * 100}
    refused = posted(notice, store, long, now=NEXT)
    assert unfolded(refused) == ["note"]
    assert long["note"] in refused.body
    assert unfolded(posted(notice, store, ACTS["note"], now=NEXT)) == []


def test_a_preview_offers_to_record_first(store: Store, notice: str) -> None:
    page = posted(notice, store, ACTS["done"], now=NEXT)
    assert re.findall(r'<button type="submit">(\w+)', page.body)[0] == "Record"
    assert offered(page) == ["done", "snooze", "decline", "note", "approve"]


def test_the_browser_title_has_only_the_code_name_and_the_day(store: Store, notice: str) -> None:
    [title] = re.findall(r"<title>(.*)</title>", opened(notice, store, NEXT).body)
    assert title == "Granite, Fri, Oct 29, 2004 - Dealclock"


# --- a second person -----------------------------------------------------------------------------


def test_a_second_person_approves_after_a_preview(store: Store) -> None:
    store.deals.load(samples.live(samples.fact()), NOW - timedelta(days=90), "tom")
    notice = kept_link(store, UNTIL, **NOTICE)
    first = posted(notice, store, {"act": "approve", "subject": "terms:1"}, now=NEXT)
    assert first.status == 200
    assert "version 1 of the terms approved by Maria Lopez" in said(first)
    assert store.responses.approvals("granite") == ()
    form = {"act": "approve", "subject": "terms:1", "seen": seen(first)}
    assert "approved by Maria Lopez" in said(posted(notice, store, form, now=NEXT))
    (approval,) = store.responses.approvals("granite")
    assert (approval.subject, approval.by) == ("terms:1", "maria")
    again = posted(notice, store, form, now=NEXT)
    assert again.status == 409
    assert "already approved" in said(again)


def test_closing_is_confirmed_by_the_person_who_did_not_ask(store: Store) -> None:
    loaded(store)
    desk = services(store, assess=Queue(), now=NEXT)
    deal = store.deals.get("granite")
    assert deal is not None
    close(Actor(deal, "maria", desk, "maria"), {"step": "", "why": "the Securities were sold"})
    secrets = {who: kept_link(store, UNTIL, **NOTICE, person=who) for who in ("maria", "james")}
    assert "close" not in offered(opened(secrets["maria"], store, NEXT))
    assert "close" in offered(opened(secrets["james"], store, NEXT))
    refused = posted(secrets["maria"], store, {"act": "close", "step": "confirm"}, now=NEXT)
    assert "cannot also confirm" in said(refused)
    first = posted(secrets["james"], store, {"act": "close", "step": "confirm"}, now=NEXT)
    form = {"act": "close", "step": "confirm", "seen": seen(first)}
    posted(secrets["james"], store, form, now=NEXT)
    meta = store.deals.meta("granite")
    assert meta is not None
    assert meta.closed
