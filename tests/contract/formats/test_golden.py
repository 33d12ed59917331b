"""The golden items of every release are read by this one with their original meaning."""

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from dealclock import __version__
from dealclock.alerts.digest import DigestPrint, SentDigest
from dealclock.alerts.outcome import State
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.jobs.queues import AssessDeal, Deliver, MakeFile, body_of, message_in
from dealclock.people.policy import PRESSING
from dealclock.store import DeliveryKey, Store, StoredDeal, formats
from dealclock.terms.rules.duties import Deadline
from dealclock.terms.terms import Terms
from dealclock.terms.versions import versions
from tests.contract.formats import golden, names, scene

NEWEST = golden.releases()[-1]
each_release = pytest.mark.parametrize("release", golden.releases())


def deal(store: Store, name: str = "granite") -> StoredDeal:
    deal = store.deals.get(name)
    assert deal is not None
    return deal


def effectiveness(terms: Terms) -> int:
    return next(r for r in terms.all_of(Deadline) if r.id == "effectiveness").within.count


@each_release
def test_the_terms_of_a_golden_deal_read_as_before(release: str) -> None:
    terms = deal(scene.put_back(golden.items(release))).terms
    assert terms.agreement.dated == date(2004, 6, 30)
    assert terms.securities[0].principal == Decimal(60_000_000)
    # 120 days as signed, 150 as amended from August 1; the new deadline came with the amendment.
    in_force = versions(terms, date(2004, 9, 1), date(2004, 9, 1))
    assert [effectiveness(version.terms) for version in in_force] == [120, 150]
    added = next(r for r in in_force[1].terms.provisions if r.id == "state-filing")
    assert (added.clause, added.owed_by) == ("4(b)(x)", "company")


@each_release
def test_the_dates_of_a_golden_deal_are_unchanged(release: str) -> None:
    kept = deal(scene.put_back(golden.items(release)))
    # 120 days after Wednesday, June 30, 2004: July 31 days, August 31, September 30, so October 28.
    original = kept.terms.model_copy(update={"amendments": ()})
    recorded = datetime(2026, 11, 3, 13, tzinfo=UTC)
    assessment = assess(Look(original, kept.log, date(2004, 7, 1), recorded, kept.team.chosen))
    due = {o.instance: o.due for o in assessment.obligations}
    assert due["effectiveness"] == date(2004, 10, 28)


@each_release
def test_the_people_and_events_of_a_golden_deal_are_unchanged(release: str) -> None:
    kept = deal(scene.put_back(golden.items(release)))
    assert [(p.id, p.role, p.digest) for p in kept.team.people][:2] == [
        ("maria", "lead", "all"),
        ("tom", "editor", "all"),
    ]
    assert all(p.invitations for p in kept.team.people), "a release before the setting invited all"
    last = kept.log.facts[-1]
    assert (last.id, last.kind, last.on) == (
        "LAST",
        "registration-statement-filed",
        date(2005, 3, 1),
    )
    assert (last.basis, last.recorded_by) == ("deal record", "U01MARIA")
    assert last.recorded_at == datetime(2026, 11, 2, 13, tzinfo=UTC)


@each_release
def test_the_status_of_golden_deals_is_unchanged(release: str) -> None:
    store = scene.put_back(golden.items(release))
    live, own_day, over = (deal(store, name).meta for name in ("granite", "story", "over"))
    assert (live.rehearsal, live.terms_version, live.team_version) == (False, 1, 2)
    assert (live.handled, live.approved, live.closed) == (1, 1, False)
    assert (own_day.rehearsal, own_day.day) == (True, date(2004, 6, 30))
    assert own_day.known_at == datetime(2004, 6, 30, 12, tzinfo=UTC)
    assert over.closing is not None
    assert (over.closed, over.closing.by, over.closing.second) == (True, "maria", "james")
    assert [(d.id, d.names, d.closed) for d in store.deals.directory()] == [
        ("granite", ("Granite",), False),
        ("over", ("Over",), True),
        ("story", ("Story", "Tale"), False),
    ]
    assert store.deals.of_channel("C01STORY") == "story"


@each_release
def test_golden_deliveries_are_in_their_original_states(release: str) -> None:
    store = scene.put_back(golden.items(release))
    states = [
        (str(each.delivery.route), each.delivery.alert.day, each.state)
        for each in store.outbox.of_deal("granite")
    ]
    friday, monday = date(2004, 10, 29), date(2004, 11, 1)
    assert sorted(states) == [
        ("dm:maria", friday, State.WITHDRAWN),
        ("dm:tom", friday, State.UNKNOWN),
        ("email:maria", friday, State.SENT),
        ("email:tom", friday, State.REFUSED),
        ("slack:C01GRANITE", friday, State.PLANNED),
        ("slack:C01GRANITE", monday, State.SENT),
    ]
    (planned,) = [d for d in store.outbox.of_deal("granite") if d.state is State.PLANNED]
    alert = planned.delivery.alert
    assert (alert.instance, alert.due, alert.step) == (
        "shelf-effective",
        date(2004, 11, 3),
        "owner",
    )
    # The first 24 hex digits of SHA-256 of these lines: granite, shelf-effective, moved,
    # 2004-10-29, 2004-11-03, 1, owner. Another id would send the same alert again.
    assert alert.id == "407f4b6adb70bad9e7034829"
    assert [sent.step for sent in store.outbox.sent_alerts("granite", scene.NOW)] == [
        "owner",
        "owner",
    ]


@each_release
def test_records_of_people_and_of_the_system_in_golden_items_read_as_before(release: str) -> None:
    store = scene.put_back(golden.items(release))
    (done,) = store.responses.of_deal("granite")
    assert (done.action, done.by, done.until) == ("snoozed", "maria", date(2004, 11, 3))
    (approval,) = store.responses.approvals("granite")
    assert (approval.subject, approval.content, approval.by) == ("terms:1", "", "james")
    (glass,) = store.responses.emergency_access_to("granite")
    assert (glass.slack, glass.until) == ("U09OLGA", scene.NOW + scene.HOUR)
    (note,) = store.archive.notes("granite")
    assert (note.person, note.text, note.attachments) == ("tom", "On its way.", 2)
    link = store.links.get("f" * 64)
    assert link is not None
    assert (link.purpose, link.person, link.used) == ("acknowledge", "maria", True)
    feed = store.links.feed("U01MARIA")
    assert feed is not None
    assert feed.deals == ("granite", "story")
    entries, changes = store.links.calendar("granite")
    assert (entries["trustee-notice/F7"].due, changes) == (date(2004, 11, 1), 1)
    run = store.runs.get("granite", date(2004, 11, 1), "morning")
    assert run is not None
    assert (run.planned, run.wakes) == (2, date(2004, 11, 3))
    summary = store.runs.summary("granite")
    assert summary is not None
    assert json.loads(summary.body)["next_due"] == "2004-11-01"
    watch = store.runs.watch()
    assert watch is not None
    assert watch.unheard == {"granite"}
    assert list(store.runs.sweeps(False, date(2004, 11, 1))) == ["morning"]
    (digest,) = (d for d in store.outbox.of_deal("person:U01MARIA") if d.digest)
    instance = digest.delivery.alert.instance
    last = store.digests.last_sent("U01MARIA", instance, date(2004, 11, 2))
    expected = SentDigest({"granite": DigestPrint("a" * 16, "b" * 16)}, date(2004, 11, 1))
    assert last == digest.digest == expected
    assert store.digests.deals("U01MARIA") == ("granite",)
    key = DeliveryKey("granite", date(2004, 10, 29), next(iter(_mailed(release))))
    assert store.outbox.of_email(key.id) == key
    assert store.outbox.route_free_at("granite", "slack:C01GRANITE") == scene.NOW + scene.HOUR
    assert not store.responses.put_key("trigger-1", scene.NOW, scene.HOUR)
    assert {each.wrong for each in store.archive.messages("granite")} == {""}
    assert store.responses.to_escalate(False, scene.NOW + scene.HOUR)[0][0] == "granite"


def _mailed(release: str) -> set[str]:
    partitions = (item["PK"]["S"] for item in golden.items(release))
    return {pk.removeprefix("MAIL#") for pk in partitions if pk.startswith("MAIL#")}


@each_release
def test_golden_messages_read_with_their_original_meaning(release: str) -> None:
    bodies = golden.messages(release)
    day, known = date(2004, 11, 1), datetime(2004, 11, 1, 13, tzinfo=UTC)
    assess_deal = message_in(bodies["AssessDeal"], AssessDeal)
    assert (assess_deal.deal, assess_deal.as_of) == ("granite", day)
    assert (assess_deal.known_at, assess_deal.slot) == (known, "morning")
    deliver = message_in(bodies["Deliver"], Deliver)
    assert (deliver.day, deliver.delivery) == (day, "abc-slack-c01granite")
    file = message_in(bodies["MakeFile"], MakeFile)
    assert (file.kind, file.user, file.args, file.tries) == (
        "timeline",
        "U01MARIA",
        {"on": "2004-11-01"},
        1,
    )


@each_release
def test_every_golden_item_and_message_states_its_format_and_needs(release: str) -> None:
    _, known = golden.names_and_format(release)
    for item in golden.items(release):
        assert int(item["format"]["N"]) == known, item["SK"]
        assert 1 <= int(item["needs"]["N"]) <= known, item["SK"]
    for body in golden.messages(release).values():
        assert json.loads(body)["format"] == known
        assert 1 <= json.loads(body)["needs"] <= known


# --- What is written today ---------------------------------------------------

CHANGED = (
    "the stored form is not that of the newest golden release: classify what is new in "
    "store/formats.py, raise the version where that release is out, and run `make formats`"
)


def test_the_current_store_writes_what_the_newest_golden_items_hold() -> None:
    items = golden.items(NEWEST)
    granite = deal(scene.put_back(items))
    loaded = (fact for fact in granite.log.facts if fact.id != "LAST")
    facts = tuple(map(scene.as_handed_over, loaded))
    first = scene.put_back(items).deals.get("granite", team_version=1)
    assert first is not None
    today = scene.written(scene.Deal(granite.terms, first.team, facts))
    assert today == sorted(items, key=scene.keys_of), CHANGED
    assert scene.messages() == golden.messages(NEWEST), CHANGED


def test_the_newest_golden_items_are_of_this_version_and_include_every_kind() -> None:
    assert __version__ == NEWEST
    kinds = {file.stem for file in (golden.HERE / NEWEST / "items").glob("*.json")}
    # Every kind of store/keys.py.
    assert kinds == {
        *(
            "ANSWER",
            "APPROVAL",
            "AUDIT",
            "BREAK",
            "CALENDAR",
            "CHANNEL",
            "DEAL",
            "DEALS",
            "DELIVERY",
        ),
        *(
            "ESCALATE",
            "FACT",
            "FEED",
            "LINK",
            "MAIL",
            "MEMBER",
            "MEMBERS",
            "META",
            "MOBILE",
            "NAME",
            "NOTE",
            "RENDITION",
            "ROUTE",
        ),
        *(
            "RUN",
            "SEEN",
            "SENT",
            "STAGING",
            "SUMMARY",
            "SWEEP",
            "TEAM",
            "TERMS",
            "THREAD",
            "VALUES",
        ),
        *("VERDICT", "WATCH"),
    }
    assert set(golden.messages(NEWEST)) == {"AssessDeal", "CheckDeals", "Deliver", "MakeFile"}


def test_current_names_are_those_of_the_newest_golden_release() -> None:
    kept, _ = golden.names_and_format(NEWEST)
    assert names.today() == kept, CHANGED


def test_golden_items_are_never_written_in_ci_nor_over_a_release(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written: list[str] = []
    monkeypatch.setattr(golden, "write", written.append)
    monkeypatch.setenv("CI", "true")
    assert golden.main([]) == 2
    monkeypatch.delenv("CI")
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text(f"# Changelog\n\n## {__version__}\n", encoding="utf-8")
    monkeypatch.setattr(golden, "CHANGELOG", changelog)
    assert golden.main([]) == 2
    assert written == []
    assert "do not change" in capsys.readouterr().err
    assert golden.main(["--again"]) == 0
    assert written == [__version__]


def test_a_message_body_has_its_marks_next_to_its_fields() -> None:
    message = Deliver(deal="granite", day=date(2004, 11, 1), delivery="d1")
    assert json.loads(body_of(message)) == {
        "deal": "granite",
        "day": "2004-11-01",
        "delivery": "d1",
        "rank": len(PRESSING),
        "format": formats.FORMAT,
        "needs": 1,
    }
