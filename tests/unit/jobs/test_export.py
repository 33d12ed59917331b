"""Exports of events and obligations, for spreadsheets and for programs."""

import csv
import io
import json
from dataclasses import replace
from datetime import date

import pytest

from dealclock.errors import NotFoundError, RefusedError
from dealclock.facts.log import FactLog
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.documents.document import FileRequest
from dealclock.jobs.documents.export import export, give_export
from dealclock.people.people import Person
from dealclock.store import Store, StoredDeal
from tests.contract.store import samples
from tests.docs.drafts import NOW, story
from tests.golden.values import values
from tests.golden.wording import wording
from tests.own_partitions import own_partitions
from tests.services import services


def table(deal: StoredDeal, what: str) -> dict[str, dict[str, str]]:
    """The rows of an export by their first column."""
    text = export(deal, what, NOW).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    return {next(iter(row.values())): row for row in rows}


def test_every_known_event_is_listed_with_whether_it_counts() -> None:
    rows = table(story("2005-02-04"), "facts")
    assert list(rows) == [
        *("F0", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10"),
        *("F12", "F13", "F14"),
    ]  # F11 was recorded on March 11
    assert (rows["F9"]["counts"], rows["F10"]["counts"]) == ("no", "yes")
    assert rows["F10"]["corrects"] == "F9"
    assert values(wording("document/export", rows["F10"]["given"])) == ["2005-01-28"]
    assert values(wording("document/export", rows["F7"]["given"], "second")) == [
        "2005-01-20",
        "2005-01-20",
    ]
    assert rows["F1"]["recorded_at"] == "2004-07-13T22:00:00Z"


def test_obligations_have_dates_amounts_and_owners() -> None:
    rows = table(story("2005-01-10"), "obligations")
    payment = rows["payment/2005-01-15"]
    assert (payment["due"], payment["amount"], payment["status"]) == (
        "2005-01-18",
        "15416.67",
        "open",
    )
    assert (payment["owed_by"], payment["owner"], payment["backup"]) == (
        "Company",
        "Maria Lopez",
        "Tom Becker",
    )
    assert rows["sale-notice/F4"]["last_day"] == "2004-12-20"
    assert rows["trustee-notice/default-ii"]["met_or_ended_on"] == "2004-11-01"


def test_typed_text_is_not_a_formula() -> None:
    deal = story("2004-10-29")
    bad = deal.log.facts[1].model_copy(update={"note": '=HYPERLINK("http://x","y")\n+1'})
    typed = replace(deal, log=FactLog((deal.log.facts[0], bad), deal.log.zone))
    assert table(typed, "facts")["F1"]["note"] == '\'=HYPERLINK("http://x","y") +1'


def test_everything_is_one_document() -> None:
    made = export(story("2004-10-29"), "all", NOW)
    found = json.loads(made.content)
    assert found["format"] == "dealclock-export/1"
    assert [f["id"] for f in found["facts"]] == ["F0", "F1"]
    assert found["assessment"]["format"] == "dealclock-assessment/2"
    assert made.content == export(story("2004-10-29"), "all", NOW).content


def test_everything_says_whether_it_was_computed_twice_and_the_terms_checked(store: Store) -> None:
    store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None
    look, at = own_look(deal, NOW), services(own_partitions(store, "files"), now=NOW)
    maria = deal.team.people[0]
    made = give_export(FileRequest(deal, maria, {"what": "all"}, look, at, "maria"))
    assert json.loads(made.content)["assurance"] == [
        "Arithmetic not computed twice yet.",
        "Terms not checked.",
    ]


def test_file_names_have_only_code_name_kind_and_date() -> None:
    names = [export(story("2004-10-29"), what, NOW).name for what in ("facts", "all")]
    assert names == [
        "REHEARSAL-Granite-Story-facts-2004-10-29.csv",
        "REHEARSAL-Granite-Story-all-2004-10-29.json",
    ]


def test_any_other_export_is_refused() -> None:
    with pytest.raises(NotFoundError, match="there are facts, obligations, all and certificate"):
        export(story("2004-10-29"), "everything", NOW)


def test_an_export_goes_to_insiders_and_is_archived(store: Store) -> None:
    bundle = replace(samples.rehearsal(*samples.story()), day=date(2004, 10, 29))
    store.deals.load(bundle, NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None

    def requested(asker: Person | None, by: str) -> FileRequest:
        files = own_partitions(store, "files")
        look, at = own_look(deal, NOW), services(files, now=NOW)
        return FileRequest(deal, asker, {"what": "facts"}, look, at, by)

    with pytest.raises(RefusedError, match="for people inside the deal"):
        give_export(requested(None, "U0STRANGER"))
    assert store.archive.messages("story") == ()
    made = give_export(requested(deal.team.access.person("ruth"), "U01RUTH"))
    (kept,) = store.archive.messages("story")
    assert (kept.kind, kept.wrong) == ("file", "")
    assert made.sha256 in kept.text
