"""Recording events by form: kind, fields, preview, confirmation; each refusal at its field."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from dealclock.desk import load
from dealclock.desk.interactions import options
from dealclock.desk.interactions.services import NOT_YOURS
from dealclock.engine.assess import assess
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS, menu
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.plan import assess_deal
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.messages import plain
from dealclock.messages.event_form import correcting, event_fields, marked
from dealclock.messages.form import ActForm, Choice, Preview
from dealclock.messages.slack_views.forms import DETAILS, modal
from dealclock.people.acts import Act
from dealclock.store import Bundle, Store
from local.slack.errors import RequestRefusedError
from local.slack.validate import view_problems
from tests.contract.store import samples
from tests.contract.store.samples import fact, facts_of
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.desk.office import MARIA, STRANGER, TOM, Office, texts

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
DAY = date(2005, 5, 20)
EFFECTIVE = "registration-statement-effective"


@pytest.fixture
def office(store: Store, tmp_path: Path) -> Iterator[Office]:
    """Story, a rehearsal on May 20, 2005, filed in time and not effective yet."""
    filed = fact("F1", recorded_at=datetime(2004, 7, 13, 15, tzinfo=UTC))
    store.deals.load(samples.rehearsal(filed), NOW, "tests")
    store.deals.rehearse_to("story", DAY, NOW, "tests")
    made = Office.of(store, tmp_path, NOW)
    yield made
    made.close()


def opened(office: Office, text: str = f"record {EFFECTIVE} 2005-05-16") -> str:
    office.type(text)
    return str(office.form["id"])


def submit(office: Office, view: str, **values: Any) -> dict[str, Any]:
    named = {name.replace("_", "-"): value for name, value in values.items()}
    return office.do("submit", view=view, values=named)


def read(office: Office) -> str:
    return "\n".join(texts(office.form["blocks"]))


def test_the_kinds_known_to_the_terms_come_first_in_groups(office: Office) -> None:
    result = office.type("record")
    wording("form/recording", result.headline)
    (chooser,) = [b for b in office.form["blocks"] if b.get("block_id") == "kind"]
    groups = chooser["element"]["option_groups"]
    offered = [o["value"] for group in groups for o in group["options"]]
    assert EFFECTIVE in offered
    assert "waiver" in offered
    assert "warrants-exercised" not in offered, "these terms have no Warrants"
    assert "retraction" not in offered, "to take back is to correct"
    submit(office, office.form["id"], kind=EFFECTIVE)
    wording("form/recording", read(office), "second")


def test_kinds_that_satisfy_what_is_open_come_first_the_gravest_first(office: Office) -> None:
    """On May 20, 2005 the effectiveness default runs; its Trustee notice is overdue."""
    office.type("record")
    (chooser,) = [b for b in office.form["blocks"] if b.get("block_id") == "kind"]
    first, *rest = chooser["element"]["option_groups"]
    wording("form/recording", "\n".join(texts([first["label"], *first["options"]])))
    kinds = [option["value"] for option in first["options"]]
    assert kinds[:2] == [EFFECTIVE, "trustee-notified"]
    others = [option["value"] for group in rest for option in group["options"]]
    assert not set(kinds) & set(others), "each kind once"


def test_effectiveness_is_previewed_confirmed_recorded_and_queued(office: Office) -> None:
    view = opened(office)
    submit(office, view)
    said = read(office)
    assert shows(wording("form/recording", said), "2005-05-16")
    assert shows(said, "default-ii", "2005-05-16", "2005-05-16")
    assert shows(said, "2005-05-16", "2004-10-28")
    assert "to $218,333.33" in said, "what accrued to the cure"
    assert facts_of(office.store, "story") == ["F1"]
    assert office.form["submit"]["text"] == "Record"
    submit(office, view)
    _, new_id = facts_of(office.store, "story")
    assert f"{new_id} is recorded" in read(office)
    assert "submit" not in office.form
    assert [m.slot for m in office.queue.deals] == ["at once"]
    deal = office.store.deals.get("story")
    assert deal is not None
    kept = deal.log.facts[-1]
    assert (kept.kind, kept.on, kept.recorded_by) == (EFFECTIVE, date(2005, 5, 16), "Maria Lopez")
    done = sorted(what for what, who in office.audited("story") if who == MARIA)
    assert done == ["asked record", "fact recorded", "previewed record"]


def test_a_preview_makes_two_assessments_and_reads_the_deal_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal as it is and as it would be; the fields are filled from the first of the two."""
    view = opened(office)
    made: list[date] = []
    read_of: list[str] = []
    real_deal, real_changes = office.store.deals.get, office.store.deals.changes

    def counted(*args: Any, **more: Any) -> Any:
        made.append(args[0].as_of)
        return assess(*args, **more)

    def read_deal(deal: str, *versions: int) -> Any:
        read_of.append(deal)
        return real_deal(deal, *versions)

    def read_changes(bundle: Bundle) -> Any:
        read_of.append(bundle.id)
        return real_changes(bundle)

    monkeypatch.setattr(assess_deal, "assess", counted)
    monkeypatch.setattr(load, "assess", counted)
    monkeypatch.setattr(type(office.store.deals), "get", lambda _, *args: read_deal(*args))
    monkeypatch.setattr(type(office.store.deals), "changes", lambda _, bundle: read_changes(bundle))
    submit(office, view)
    wording("form/recording", read(office))
    assert (len(made), read_of) == (2, ["story"])


def test_a_payment_that_becomes_smaller_is_in_the_preview(store: Store, tmp_path: Path) -> None:
    """October 29 to January 15, 2005 is 76 days at $416.666..., $31,666.67; to December 1, 32."""
    filed = fact("F1", recorded_at=datetime(2004, 7, 13, 15, tzinfo=UTC))
    store.deals.load(samples.rehearsal(filed), NOW, "tests")
    store.deals.rehearse_to("story", date(2004, 12, 1), NOW, "tests")
    office = Office.of(store, tmp_path, NOW)
    submit(office, opened(office, f"record {EFFECTIVE} 2004-12-01"))
    assert shows(
        wording("form/recording", read(office)), "payment/2005-01-15", "$31,666.67", "$13,333.33"
    )
    office.close()


def test_a_form_submitted_twice_is_recorded_once(office: Office) -> None:
    view = opened(office)
    submit(office, view)
    body = office.body("submit", view=view, values={})
    first = office.carry_out("submit", body)
    again = office.carry_out("submit", body)
    assert len(facts_of(office.store, "story")) == 2
    assert "is recorded" in str(first)
    assert "Nothing new: " in str(again)


def test_a_form_submitted_after_the_deal_changed_is_previewed_again(office: Office) -> None:
    view = opened(office)
    submit(office, view)
    other = fact("F2", date(2005, 1, 3), kind="prospectus-filed", recorded_at=NOW)
    office.store.deals.record_fact("story", other, NOW, "tests")
    submit(office, view)
    assert "The deal changed" in wording("form/recording", read(office))
    assert facts_of(office.store, "story") == ["F1", "F2"]
    submit(office, view)
    assert len(facts_of(office.store, "story")) == 3


def test_fields_changed_after_the_preview_are_previewed_again(office: Office) -> None:
    view = opened(office)
    submit(office, view)
    submit(office, view, on="2005-05-17")
    assert "changed the fields" in wording("form/recording", read(office))
    assert shows(read(office), "2005-05-17")
    assert facts_of(office.store, "story") == ["F1"]


def test_choosing_another_day_removes_the_old_preview(office: Office) -> None:
    view = opened(office)
    submit(office, view)
    wording("form/recording", read(office))
    office.do("choose", view=view, values={"on": "2005-05-21"})  # a future date
    assert "This would be recorded" not in read(office)
    assert office.form["submit"]["text"] == "Preview"
    submit(office, view, on="2005-05-16")  # as it was previewed before
    assert office.form["submit"]["text"] == "Record", "seen again before it is recorded"
    assert facts_of(office.store, "story") == ["F1"]


def test_a_future_date_and_a_contradiction_are_refused_at_the_date_field(office: Office) -> None:
    view = opened(office)
    reply = submit(office, view, on="2005-05-21")
    assert reply["errors"] == {
        "on": "Enter a date up to Fri, May 20, 2005; future events cannot be recorded."
    }
    reply = submit(office, view, on="2004-07-01")  # before it was filed
    assert list(reply["errors"]) == ["on"]
    assert "registration-statement-filed" in reply["errors"]["on"]
    assert facts_of(office.store, "story") == ["F1"]


def test_invalid_numbers_and_names_are_refused_at_their_fields(office: Office) -> None:
    view = opened(office, "record notes-converted 2005-05-16")
    lot = office.store.deals.get("story").terms.securities[0].id  # type: ignore[union-attr]
    reply = submit(office, view, lot=lot, amount="lots of money")
    assert list(reply["errors"]) == ["amount"], reply
    reply = submit(office, view, lot=lot, amount="$1,000.00", holder="Big & Co <!channel>")
    assert list(reply["errors"]) == ["holder"]
    reply = submit(office, view, lot=lot, amount="$1,000.00", holder="Big Co")
    assert reply["response_action"] == "update"
    submit(office, view)
    kept = office.store.deals.get("story").log.facts[-1]  # type: ignore[union-attr]
    assert (str(kept.amount), kept.holder) == ("1000.00", "big-co")


def test_a_notice_shows_when_it_is_deemed_given_by_each_method(office: Office) -> None:
    view = opened(office, "record sale-notice 2005-05-16")
    (how,) = [b for b in office.form["blocks"] if b.get("block_id") == "given-method"]
    items = {o["value"]: o["description"]["text"] for o in how["element"]["options"]}
    assert values(wording("form/recording", items["hand"])) == ["2005-05-16"]
    assert values(wording("form/recording", items["mail"], "second")) == ["2005-05-23"]
    office.do("choose", view=view, values={"given-method": "courier"})
    assert shows(wording("form/recording", read(office), "third"), "2005-05-16", "2005-05-17")
    office.do("choose", view=view, values={"on": "2005-05-13"})
    assert shows(wording("form/recording", read(office), "fourth"), "2005-05-13", "2005-05-16")


def test_sale_notice_opens_the_form_of_its_event_filled_with_what_was_typed(office: Office) -> None:
    opened(office, "sale-notice 2005-05-16 by courier")
    fields = {b["block_id"]: b["element"] for b in office.form["blocks"] if b["type"] == "input"}
    assert fields["on"]["initial_date"] == "2005-05-16"
    assert fields["given-method"]["initial_option"]["value"] == "courier"
    assert "Sale Notice" in read(office)


def test_a_sale_notice_of_a_later_day_is_a_question_for_what_if(office: Office) -> None:
    said = plain.as_text(office.type("sale-notice 2005-06-01"))
    assert "/deal what-if sale-notice 2005-06-01" in said
    assert not office.screen.workspace.views


def test_the_subject_of_an_event_is_chosen_from_existing_items(office: Office) -> None:
    opened(office, "record default-confirmed 2005-05-16")
    (about,) = [b for b in office.form["blocks"] if b.get("block_id") == "about"]
    groups = about["element"]["option_groups"]
    assert groups[0]["label"]["text"] == "Registration Defaults"
    assert [o["value"] for o in groups[0]["options"]] == ["default-ii"]


def test_only_a_lead_records_a_conclusion_on_a_default(office: Office) -> None:
    office.type("record default-disputed 2005-05-16", user=TOM)
    view = str(office.form["id"])
    office.do("submit", view=view, user=TOM, values={"about": "default-ii"})
    assert "does not allow that" in wording("form/recording", read(office))
    assert facts_of(office.store, "story") == ["F1"]
    view = opened(office, "record default-disputed 2005-05-16")
    submit(office, view, about="default-ii")
    submit(office, view)
    assert len(facts_of(office.store, "story")) == 2


def test_future_events_of_a_rehearsal_file_are_not_offered(
    office: Office,
) -> None:
    deal = office.store.deals.get("story")
    assert deal is not None
    known = Fact.model_validate(
        {"id": "F2", "kind": "prospectus-unusable", "on": "2005-05-20", "holder": "elm"}
    )
    to_come = known.model_copy(update={"id": "F3", "on": date(2005, 5, 23), "holder": "oak"})
    told_later = known.model_copy(
        update={"id": "F4", "recorded_at": datetime(2005, 5, 21, 5, tzinfo=UTC), "holder": "ash"}
    )
    facts = (*deal.log.facts, known, to_come, told_later)
    later = replace(deal, log=replace(deal.log, facts=facts))
    today = assess_as_of(later, *deal_now(later, NOW), compare=False)
    assert options.holders(later, today) == ["elm"]
    ((heading, offered),) = options.abouts(later, KINDS["misstatement-known"], today)
    assert (heading, [each.value for each in offered]) == ("Facts", ["F2", "F1"])
    defaults = str(options.abouts(later, KINDS["default-confirmed"], today))
    assert "default-iii/F2" in defaults
    assert "default-iii/F3" not in defaults
    assert "default-iii/F4" not in defaults


def test_an_extension_may_refer_to_a_suspension_notice_still_on_its_way(
    office: Office,
) -> None:
    """A notice mailed on May 20, 2005 is deemed given on the 27th: it has no window yet."""
    deal = office.store.deals.get("story")
    assert deal is not None
    mailed = {"to": "holders", "method": "mail", "on": "2005-05-20"}
    notice = Fact.model_validate(
        {"id": "F2", "kind": "suspension-notice", "on": "2005-05-20", "given": [mailed]}
    )
    later = replace(deal, log=replace(deal.log, facts=(*deal.log.facts, notice)))
    today = assess_as_of(later, *deal_now(later, NOW), compare=False)
    for kind in ("suspension-extended", "suspension-improper"):
        ((heading, offered),) = options.abouts(later, KINDS[kind], today)
        assert heading == "Suspension Notices"
        assert [each.value for each in offered] == ["suspension/F2"]


def test_a_person_removed_while_the_form_is_open_is_refused_at_submission(
    office: Office,
) -> None:
    view = opened(office)
    submit(office, view)
    whole = samples.rehearsal()
    team = whole.team.model_copy(update={"deny": ("maria",)})
    office.store.deals.load(Bundle("story", whole.terms, team, (), whole.day), NOW, "tests")
    submit(office, view)
    assert NOT_YOURS in read(office)
    assert facts_of(office.store, "story") == ["F1"]
    assert ("refused record", MARIA) in office.audited("story")


def test_a_deal_closed_while_the_form_is_open_accepts_nothing_and_says_so(office: Office) -> None:
    view = opened(office)
    store, now = office.store, office.now
    meta = store.deals.meta("story")
    assert meta is not None
    asked = Act("closing", "", "", "maria", now, "Maria Lopez", "it is over")
    store.deals.request_close(meta, asked, now, MARIA)
    meta = store.deals.meta("story")
    assert meta is not None
    done = replace(asked, second="james", second_name="James", second_at=now)
    store.deals.close(meta, done, now, "U01JAMES")
    submit(office, view)
    assert "closed and read-only" in wording("form/recording", read(office))
    after = store.deals.meta("story")
    assert after is not None
    assert after.fact_sequence == meta.fact_sequence


def test_a_correction_starts_from_the_event_and_replaces_it(office: Office) -> None:
    office.type("correct f1")
    view = office.form["id"]
    (on,) = [b for b in office.form["blocks"] if b.get("block_id") == "on"]
    assert on["element"]["initial_date"] == "2004-07-13"
    submit(office, view, on="2004-07-16")
    assert shows(wording("form/recording", read(office)), "2004-07-16", "F1")
    submit(office, view)
    deal = office.store.deals.get("story")
    assert deal is not None
    assert [f.corrects for f in deal.log.facts] == [None, "F1"]
    assert deal.log.facts[0].id == "F1", "nothing is ever deleted"
    office.type("correct F1")
    assert deal.log.facts[-1].id in read(office), "only the last of a chain is corrected"


def test_correct_without_an_event_asks_which(office: Office) -> None:
    office.type("correct")
    view = office.form["id"]
    (asked,) = [b for b in office.form["blocks"] if b.get("block_id") == "event"]
    assert [o["value"] for o in asked["element"]["options"]] == ["F1"]
    submit(office, view, event="F1")
    (on,) = [b for b in office.form["blocks"] if b.get("block_id") == "on"]
    assert on["element"]["initial_date"] == "2004-07-13"
    assert "F1 stays on record" in read(office)


def test_a_correction_in_a_rehearsal_is_known_only_from_its_own_day(
    office: Office,
) -> None:
    """The filing of July 13, 2004, found on May 20, 2005 to have been on July 16: a day late."""
    office.type("correct F1")
    view = office.form["id"]
    submit(office, view, on="2004-07-16")
    submit(office, view)
    deal = office.store.deals.get("story")
    assert deal is not None
    (filed, later) = deal.log.facts
    assert later.recorded_at == datetime(2005, 5, 21, 4, tzinfo=UTC)  # May 20 ends in New York
    assert filed.recorded_at == datetime(2004, 7, 13, 15, tzinfo=UTC)

    def met(known_at: datetime) -> tuple[date | None, list[str]]:
        found = assess_as_of(deal, DAY, known_at, compare=False)
        (filing,) = [o for o in found.obligations if o.instance == "shelf-filing"]
        return filing.done_on, [d.instance for d in found.defaults if d.id == "default-i"]

    before = datetime(2005, 5, 20, 3, tzinfo=UTC)
    assert met(before) == (date(2004, 7, 13), [])
    assert met(datetime(2005, 5, 21, 4, tzinfo=UTC)) == (date(2004, 7, 16), ["default-i"])


def test_an_event_that_did_not_happen_is_retracted(office: Office) -> None:
    office.type("correct F1")
    view = office.form["id"]
    submit(office, view, wrong="never")
    submit(office, view)
    deal = office.store.deals.get("story")
    assert deal is not None
    assert (deal.log.facts[-1].kind, deal.log.facts[-1].corrects) == ("retraction", "F1")


def _corrected(office: Office) -> str:
    """F1, the filing of July 13, 2004, corrected to July 16 by a form; the correction's id."""
    office.type("correct F1")
    view = office.form["id"]
    submit(office, view, on="2004-07-16")
    submit(office, view)
    return facts_of(office.store, "story")[-1]


def _last(office: Office) -> tuple[str, str | None]:
    deal = office.store.deals.get("story")
    assert deal is not None
    return deal.log.facts[-1].kind, deal.log.facts[-1].corrects


def _current(office: Office) -> list[tuple[str, str]]:
    """The facts that count at the end of the rehearsal's day."""
    deal = office.store.deals.get("story")
    assert deal is not None
    today, known_at = deal_now(deal, NOW)
    return [(s.id, s.on.isoformat()) for s in deal.log.known(today, known_at)]


def test_retracting_only_a_correction_restores_the_original_event(office: Office) -> None:
    later = _corrected(office)
    assert _current(office) == [("F1", "2004-07-16")]
    office.type("correct F1")
    view = office.form["id"]
    current = (
        f"{later} is retracted; F1 applies again as recorded: The Shelf Registration Statement was "
        "filed, Tue, Jul 13, 2004"
    )
    assert current in read(office)
    submit(office, view, wrong="take-back")
    assert f"{current}." in read(office)
    submit(office, view, wrong="take-back")
    assert f"{current}." in read(office)  # the receipt
    assert _last(office) == ("retraction", later)
    assert _current(office) == [("F1", "2004-07-13")]


def test_an_event_that_never_happened_is_retracted_by_its_first_id_with_its_corrections(
    office: Office,
) -> None:
    later = _corrected(office)
    office.type("correct F1")
    view = office.form["id"]
    submit(office, view, wrong="never")
    assert f"F1 is retracted with its correction, {later}; the event no longer counts" in (
        read(office)
    )
    submit(office, view, wrong="never")
    assert _last(office) == ("retraction", "F1")
    assert _current(office) == []


def test_retracting_a_retraction_restores_the_event(office: Office) -> None:
    office.type("correct F1")
    submit(office, office.form["id"], wrong="never")
    submit(office, office.form["id"], wrong="never")
    assert _current(office) == []
    back = facts_of(office.store, "story")[-1]
    office.type("correct F1")  # what took it back can itself be taken back
    view = office.form["id"]
    assert f"{back} is retracted; F1 applies again as recorded" in read(office)
    submit(office, view, wrong="take-back")
    submit(office, view, wrong="take-back")
    assert _last(office) == ("retraction", back)
    assert _current(office) == [("F1", "2004-07-13")]


def test_an_event_may_name_the_open_item_that_it_satisfies(office: Office) -> None:
    view = opened(office)
    (about,) = [b for b in office.form["blocks"] if b.get("block_id") == "about"]
    offered = [o["value"] for g in about["element"]["option_groups"] for o in g["options"]]
    assert (offered, about["optional"]) == (["effectiveness"], True)
    submit(office, view, about="effectiveness")
    submit(office, view, about="effectiveness")
    deal = office.store.deals.get("story")
    assert deal is not None
    assert deal.log.facts[-1].about == "effectiveness"


def test_an_event_that_satisfies_nothing_has_no_subject_field(office: Office) -> None:
    opened(office, "record report-filed 2005-05-16")
    assert not [b for b in office.form["blocks"] if str(b.get("block_id")).startswith("about")]


def test_a_message_shortcut_keeps_the_message_link_as_evidence(office: Office) -> None:
    ts = office.post("C0STORY", "It is effective!", [])
    office.do("shortcut", name="record-message", user=MARIA, channel="C0STORY", ts=ts)
    view = office.form["id"]
    submit(office, view, kind=EFFECTIVE)
    submit(office, view, on="2005-05-16")
    submit(office, view)
    kept = office.store.deals.get("story").log.facts[-1]  # type: ignore[union-attr]
    link = f"https://example-counsel.slack.com/archives/C0STORY/p{ts.replace('.', '')}"
    assert kept.evidence == link


def test_a_person_who_may_not_record_gets_no_form_and_sees_no_deal(office: Office) -> None:
    office.do("shortcut", name="record", user=STRANGER)
    wording("form/recording", read(office))
    assert ("refused record", STRANGER) in office.audited(None)
    before = len(office.screen.workspace.views)
    said = office.type(f"record {EFFECTIVE}", user=STRANGER)
    assert "Story" not in str(said)
    assert len(office.screen.workspace.views) == before


def test_an_abandoned_form_is_in_the_archive(office: Office) -> None:
    view = opened(office)
    office.do("close", view=view)
    assert ("left record", MARIA) in office.audited("story")


def test_typed_text_is_harmless_wherever_it_is_shown_again(office: Office) -> None:
    view = opened(office, "record notes-converted 2005-05-16")
    lot = office.store.deals.get("story").terms.securities[0].id  # type: ignore[union-attr]
    note = "<!channel> & <https://x.example|click> " * 10
    submit(office, view, lot=lot, amount="1000", note=note, evidence="<@U01MARIA>")
    for block in office.form["blocks"]:
        if block["type"] in ("section", "context"):
            assert "<!" not in str(block)
            assert "<@" not in str(block)


@pytest.mark.parametrize("kind", [k for k in KINDS if not KINDS[k].retracts])
def test_every_kind_has_a_form_that_slack_accepts(kind: str) -> None:
    many = [Choice(f"{'n' * 140}{i}", "&" * 500, "<" * 500) for i in range(500)]
    choices = {
        "given-to": [("", many[:100])],
        "given-method": [("", many[:6])],
        "lot": [("", many[:100])],
        "about": [("Facts & more " * 20, many), ("Other", many)],
    }
    more: dict[str, Any] = {"deemed": "d" * 4000, "holders": ["h" * 60] * 12, "previewed": True}
    wrong, notes = correcting("F1", many[:3])
    form = ActForm(
        "Correct an event",
        marked("C" * 300, rehearsal=True),
        KINDS[kind].description,
        [wrong, *event_fields(KINDS[kind], DAY, choices, **more)],
        values={"note": "n" * 5000, "on": "2005-05-16"},
        notes=notes,
        preview=Preview("<&>" * 2000, ["*moves* <!here>" * 300] * 12, ["c" * 4000] * 3),
    )
    view = modal(DETAILS, form, "{}")
    assert view_problems(view, "modal") == []
    assert len(str(view)) < 200_000


def test_every_kind_is_offered_by_some_agreement_or_concerns_a_conclusion() -> None:
    offered = {k.id for _, kinds in menu(samples.terms()) for k in kinds}
    assert len(offered) > 60
    assert offered < set(KINDS)


def test_the_amount_of_a_payment_is_asked_for_and_may_be_unknown(office: Office) -> None:
    """Never stated for the person: it is typed, or said not to be known."""
    view = opened(office, "record additional-interest-paid 2005-01-18")
    (amount,) = [b for b in office.form["blocks"] if b.get("block_id") == "amount"]
    assert not amount.get("optional")
    assert "not known" in str(amount["hint"])
    payment = {"about": "payment/2005-01-15"}
    with pytest.raises(RequestRefusedError, match="required_field_empty: amount"):
        submit(office, view, **payment)
    assert facts_of(office.store, "story") == ["F1"]
    submit(office, view, amount="Not known", **payment)
    submit(office, view, amount="Not known", **payment)
    deal = office.store.deals.get("story")
    assert deal is not None
    assert (deal.log.facts[-1].kind, deal.log.facts[-1].amount) == (
        "additional-interest-paid",
        None,
    )


def test_a_payment_of_unknown_amount_may_be_corrected_with_the_amount(office: Office) -> None:
    event = fact(
        "F2", date(2005, 1, 18), kind="additional-interest-paid", about="payment/2005-01-15"
    )
    office.store.deals.record_fact("story", event, NOW, "tests")
    office.type("correct F2")
    (amount,) = [b for b in office.form["blocks"] if b.get("block_id") == "amount"]
    assert amount["element"]["initial_value"] == "not known"
