"""Drafts called for by the sample history; every date and amount worked out by hand."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from dealclock.documents.drafts.text import WIDTH
from dealclock.documents.paper import DRAFT, INTERNAL, LETTER, MEMO, NOT_FOR_USE, SHEET
from dealclock.errors import NotFoundError, RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.files.patch import merge
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.documents.document import Document, FileRequest
from dealclock.jobs.documents.drafts import draft, give_drafts
from dealclock.people.acts import Act
from dealclock.people.approval import of_fact, of_reading, of_terms
from dealclock.store import Store, StoredDeal
from dealclock.terms.terms import Terms
from tests.contract.store import samples
from tests.docs.drafts import NOW, story
from tests.golden.values import shows, values
from tests.golden.wording import items, wording
from tests.own_partitions import own_partitions
from tests.services import services
from tests.unit.engine.deals import by_day_count, fact, letter_terms

Papers = Mapping[str, Document]


def drafted(named: str, on: str, deal: StoredDeal | None = None) -> Papers:
    return draft(deal or story(on), named, NOW)


def flat(text: str) -> str:
    return " ".join(text.split())


def letter(papers: Papers) -> str:
    return flat(papers[LETTER].text)


def counsel(papers: Papers) -> str:
    return flat(papers[SHEET].text)


def memo(papers: Papers) -> str:
    return flat(papers[MEMO].text)


def changed(deal: StoredDeal, changes: dict[str, Any]) -> StoredDeal:
    """The deal with its terms changed by key."""
    data = merge(deal.terms.model_dump(mode="json"), changes)
    return replace(deal, terms=Terms.model_validate(data))


def with_facts(deal: StoredDeal, *more: Fact) -> StoredDeal:
    facts: Sequence[Fact] = [
        f.model_copy(update={"id": f"X{n}"}) for n, f in enumerate(more, start=1)
    ]
    return replace(deal, log=FactLog((*deal.log.facts, *facts), deal.log.zone))


def test_the_trustee_notice_gives_the_date_of_the_default_and_from_when_interest_accrues() -> None:
    text = letter(drafted("trustee-notice/default-ii", "2004-10-29"))
    wording("draft/letters", text)
    assert shows(text, "2004-06-30")
    assert shows(text, "1", "3(a)(ii)", "2004-10-28")
    assert shows(text, "2", "2004-10-29")
    assert shows(text, "0.25%")
    assert shows(text, "2005-01-27", "1.00%")


@pytest.mark.parametrize(
    ("named", "on"),
    [
        ("trustee-notice/default-ii", "2004-10-29"),
        ("payment/2005-01-15", "2005-01-10"),
        ("holder-advice/F3", "2004-12-07"),
        ("cure-window/F5", "2005-01-12"),
        ("suspension/F9", "2005-03-10"),
    ],
)
def test_the_draft_itself_contains_nothing_of_the_counsel_sheet(named: str, on: str) -> None:
    """The code name, instances and ids of events, readings, what was not checked, the program."""
    papers = drafted(named, on)
    text = letter(papers)
    internal = ["Granite", "Story", "Dealclock", "reading", "LAPSE", "checked", "Indenture:"]
    internal += [named, "default-ii", "Sample data:", "unverified", "legal advice", "SHA-256"]
    assert [word for word in internal if word in text] == []
    assert re.findall(r"\bF\d+\b", text) == []
    parts = {line for line in papers[SHEET].text.splitlines() if line and line[0] != " "}
    assert parts & set(papers[LETTER].text.splitlines()) == set()
    # Of US letters: days without weekdays, Sections and not clauses, no bare ISO dates.
    assert re.findall(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|clause|\d{4}-\d\d", text) == []
    assert "Internal" in papers[SHEET].text.splitlines()[2]


def test_the_sheet_names_its_draft_by_the_hash() -> None:
    papers = drafted("trustee-notice/default-ii", "2004-10-29")
    assert papers[LETTER].name in counsel(papers)
    assert papers[LETTER].sha256 in counsel(papers)
    assert MEMO not in papers


def test_notes_not_issued_are_not_named() -> None:
    papers = drafted("trustee-notice", "2004-10-29")
    assert "Initial Purchaser's option" not in letter(papers)


def rows(papers: Papers) -> list[str]:
    """The rows of the methods on the sheet, each on one line."""
    lines = papers[SHEET].text.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("  Method"))
    found = list[str]()
    for line in lines[first + 1 :]:
        if line.startswith("  By "):
            break
        found.append(line) if line[2] != " " else found.append(f"{found.pop()} {line.strip()}")
    return [flat(line) for line in found]


def test_the_sheet_shows_the_last_safe_time_for_each_method() -> None:
    """Due Mon, Nov 1, 2004: by hand or fax that day by 5; a courier's next Business Day is it from
    Fri, Oct 29; five Business Days by mail end on Fri, Nov 5 at the earliest."""
    papers = drafted("trustee-notice/default-ii", "2004-10-29")
    assert values(wording("draft/sheets", rows(papers))) == [
        *("11-01", "17:00", "10-29"),
        *("11-01", "17:00", "10-29"),
        *("11-01", "10-29"),
        *("10-29", "17:00", "11-01"),
        "11-05",
    ]
    assert shows(counsel(papers), "5 Business Days", "11-01", "10-25", "10-26", "10-27", "10-28")


def test_the_last_safe_time_is_the_earliest_over_the_open_readings() -> None:
    """Of Feb 10, 2005, a Thursday: four Business Days end on Wed, Feb 16; where Lincoln's Birthday,
    Sat, Feb 12, closes nothing more, no reading is earlier. Of NEXT-DAY as chosen, notice of a
    default on Oct 28 is due Tue, Nov 2; LAPSE makes it Mon, Nov 1."""
    deal = story("2004-10-29")
    chosen = {"default-occurs": {"choice": "NEXT-DAY", "chosen_by": "James", "why": "Market."}}
    team = type(deal.team).model_validate({**deal.team.model_dump(), "readings": chosen})
    papers = drafted("trustee-notice", "2004-10-29", replace(deal, team=team))
    assert papers[SHEET].name.endswith("2004-11-02.txt")
    # Election Day, Nov 2, 2004, is closed under one reading of the Business Day: back from Nov 1.
    assert values(rows(papers))[:2] == ["11-01", "17:00"]
    assert shows(wording("draft/sheets", items(papers[SHEET].text, "2004-11-02")), "2004-11-02")


def test_a_method_is_counted_under_each_reading_of_the_business_day() -> None:
    """Advice of Wed, Nov 2, 2005 is due Wed, Nov 9: Nov 3, 4, 7, 8, 9. Where Election Day, Nov 8,
    is no Business Day, a courier's next Business Day is Nov 9 only from Mon, Nov 7, and the fifth
    before Nov 9 is Nov 1, before the event: mail cannot be in time."""
    learned = with_facts(story("2005-11-03"), fact("misstatement", "2005-11-02"))
    papers = drafted("misstatement-advice", "2005-11-03", learned)
    assert papers[SHEET].name.endswith("2005-11-09.txt")
    *_, courier, mail = rows(papers)
    assert values(courier)[:2] == ["11-07", "17:00"]
    assert values(mail) == ["11-10"]


def test_every_document_is_marked_and_the_sheet_lists_its_sources() -> None:
    papers = drafted("trustee-notice/default-ii", "2004-10-29")
    assert papers[LETTER].text.startswith(f"{DRAFT}\n{NOT_FOR_USE}\n")
    text = papers[SHEET].text
    assert INTERNAL in flat(text)
    assert "Rehearsal: " in text
    assert shows(text, "F0")
    assert shows(wording("draft/sheets", items(text, "default-ii")), "default-ii")
    assert shows(wording("draft/sheets", items(text, "2004-10-29"), "second"), "2004-10-29")
    assert max(len(line) for paper in papers.values() for line in paper.text.splitlines()) <= WIDTH


def test_second_approvals_and_pending_approvals_are_listed() -> None:
    deal = with_facts(
        story("2004-10-29"), fact("default-confirmed", "2004-10-29", about="default-ii")
    )
    assert shows(counsel(drafted("trustee-notice", "2004-10-29", deal)), "X1")
    at = datetime(2004, 10, 29, 15, tzinfo=UTC)
    word = [of.approved("james", "James Whitfield", at) for of in (of_terms(1), of_fact("X1"))]
    text = draft(deal, "trustee-notice", NOW, approvals=tuple(word))[SHEET].text
    assert "Awaiting second approval" not in text
    assert shows(wording("draft/sheets", items(text, "James Whitfield")), "James Whitfield")


def test_a_live_deals_draft_on_real_events_is_marked_for_use() -> None:
    deal = story("2004-12-15")
    real = tuple(f.model_copy(update={"basis": "assumed"}) for f in deal.log.facts)
    live = replace(deal, meta=replace(deal.meta, rehearsal=False), log=FactLog(real, deal.log.zone))
    made = draft(live, "payment", NOW)[LETTER]
    assert made.text.splitlines()[:2] == [DRAFT, ""]
    assert made.name == "Granite-Story-draft-Section-3-b-2005-01-18.txt"
    still = replace(live, log=deal.log)
    assert NOT_FOR_USE in draft(still, "payment", NOW)[LETTER].text


def test_an_unconfirmed_default_is_in_brackets() -> None:
    open_point = "[A Registration Default under Section 3(a)(ii)"
    assert open_point in letter(drafted("trustee-notice", "2004-10-29"))
    sure = with_facts(
        story("2004-10-29"), fact("default-confirmed", "2004-10-29", about="default-ii")
    )
    papers = drafted("trustee-notice", "2004-10-29", sure)
    assert "1. A Registration Default under Section 3(a)(ii)" in letter(papers)
    assert "confirmed on" in counsel(papers)
    doubted = with_facts(
        story("2004-10-29"), fact("default-disputed", "2004-10-29", about="default-ii")
    )
    papers = drafted("trustee-notice", "2004-10-29", doubted)
    assert open_point in letter(papers)
    wording("draft/sheets", items(papers[SHEET].text, "disputed"))


def test_an_overdue_notice_shows_that_no_method_is_timely() -> None:
    # As of the morning of Nov 2, what was recorded by Oct 29 alone: F2 of Nov 1 is not known.
    deal, known_at = story("2004-11-02"), datetime(2004, 10, 30, tzinfo=UTC)
    papers = draft(deal, "trustee-notice", NOW, look=own_look(deal, NOW, known_at=known_at))
    assert shows(wording("draft/sheets", items(papers[SHEET].text, "2004-11-01")), "2004-11-01")
    assert "VIA [HAND DELIVERY / FACSIMILE / TELEX / OVERNIGHT COURIER / US MAIL]" in letter(papers)


def test_the_certificate_gives_the_amount_and_how_it_adds_up() -> None:
    papers = drafted("payment/2005-01-15", "2005-01-10")
    text = letter(papers)
    assert shows(wording("draft/letters", text), "1", "$15,416.67")
    assert shows(text, "2005-01-15", "2005-01-18", "2005-01-01")
    # 30 x 2 + 6 - 29 = 37 days of 150,000 / 360 dollars.
    assert shows(text, "2004-10-29", "2004-12-06", "37", "$60,000,000.00", "0.25%", "$15,416.67")
    assert shows(counsel(papers), "46250", "3")
    assert "[$15,416.67]" in text
    assert "Indenture not reviewed" in counsel(papers)
    assert shows(counsel(papers), "$15,000.00")


def test_a_projected_payment_says_so_and_splits_at_the_rate_step() -> None:
    papers = drafted("payment", "2005-01-20")
    text = letter(papers)
    assert shows(wording("draft/letters", text), "$180,833.33")
    # 90 days to the 91st, then 30 x 3 + 15 - 19 = 86.
    assert shows(text, "2005-01-19", "2005-04-19", "90", "$60,000,000.00", "0.25%", "$37,500.00")
    assert shows(text, "2005-04-19", "2005-07-15", "86", "$60,000,000.00", "1.00%", "$143,333.33")
    assert "Total: $180,833.33" in text
    assert "projected" in memo(papers)


def test_without_a_day_count_the_amount_is_a_blank_with_both_candidates() -> None:
    deal = story("2005-01-10")
    unset = replace(deal, terms=by_day_count("30/360", deal.terms))
    sheet = unset.terms.indenture_sheet.model_copy(update={"day_count": None})
    unset = replace(unset, terms=unset.terms.model_copy(update={"indenture": sheet}))
    papers = drafted("payment", "2005-01-10", unset)
    # 37 days of 360, or 38 actual days: of 360 at most.
    assert shows(wording("draft/letters", letter(papers)), "$15,416.67", "$15,833.33")
    paid = items(papers[MEMO].text, "$15,833.33")
    assert values(wording("draft/memos", paid)) == ["$15,416.67", "$15,833.33"]


def test_a_funding_memo_shows_payee_amount_date_and_basis() -> None:
    papers = drafted("payment/2005-01-15", "2005-01-10")
    assert list(papers) == [LETTER, SHEET, MEMO]
    text = wording("draft/memos", papers[MEMO].text)
    # LAPSE: Oct 29 to Dec 5, 37 days; NEXT-DAY, not settled, begins a day later: 36 of them,
    # 60,000,000 x 0.25% x 36 / 360 = 15,000.00.
    assert shows(text, "$15,000.00", "$15,416.67", "$15,416.67", "Maria Lopez", "Tom Becker")
    assert shows(text, "Tom Becker", "2004-06-30")
    assert shows(text, "2005-01-15", "2005-01-18", "2005-01-01", "2005-01-18", "14:00")
    assert shows(text, "2004-10-29", "2004-12-06", "37", "$60,000,000.00", "0.25%", "$15,416.67")
    assert shows(text, "3(b)")


def settled(deal: StoredDeal) -> tuple[Act, ...]:
    """A second person's approval of each reading that the deal's team chose."""
    at = datetime(2004, 10, 29, 15, tzinfo=UTC)
    return tuple(
        of_reading(question, signed).approved("james", "James Whitfield", at)
        for question, signed in deal.team.signed.items()
    )


def test_approved_readings_and_a_confirmed_default_leave_one_amount_to_certify_and_fund() -> None:
    deal = story("2005-01-10")
    papers = draft(deal, "payment", NOW, approvals=settled(deal))
    assert values(items(papers[MEMO].text, "Amount to fund")) == ["$15,416.67"]
    assert "[$15,416.67]" in letter(papers)
    sure = with_facts(deal, fact("default-confirmed", "2005-01-09", about="default-ii"))
    assert "[$15,416.67]" in letter(draft(sure, "payment", NOW))
    assert "Additional Interest of $15,416.67 is payable" in letter(
        draft(sure, "payment", NOW, approvals=settled(sure))
    )


def test_a_disputed_default_leaves_nothing_to_fund() -> None:
    disputed = fact("default-disputed", "2005-01-09", about="default-ii")
    deal = with_facts(story("2005-01-10"), disputed)
    text = draft(deal, "payment", NOW, approvals=settled(deal))[MEMO].text
    assert values(wording("draft/memos", items(text, "Amount to fund"))) == ["default-ii"]


def test_the_certificate_of_a_partial_payment_gives_what_is_left() -> None:
    """The story owes $15,416.67 on January 18, 2005, of which $10,000 was paid that day."""
    deal = story("2005-01-18")
    kept = tuple(f for f in deal.log.facts if f.kind != "additional-interest-paid")
    some = fact(
        "additional-interest-paid", "2005-01-18", about="payment/2005-01-15", amount="10000"
    )
    deal = replace(deal, log=FactLog(kept, deal.log.zone))
    whole = letter(drafted("payment/2005-01-15", "2005-01-19", deal))
    assert "remains unpaid" not in whole
    moved = replace(with_facts(deal, some), meta=story("2005-01-19").meta)
    papers = drafted("payment/2005-01-15", "2005-01-19", moved)
    text = wording("draft/letters", letter(papers))
    assert shows(text, "1", "$15,416.67", "$10,000.00", "2005-01-18", "$5,416.67")
    assert "Total: $15,416.67." in text
    # Under NEXT-DAY 15,000.00 are owed. Where the default of Jan 18 relates back to Jan 10, it
    # bears Jan 11 to 14 as well: 4 days of 416.67, so 17,083.33. Of each 10,000.00 are paid.
    amount = values(items(papers[MEMO].text, "Amount to fund"))
    assert amount == ["$5,000.00", "$7,083.33", "$5,416.67"]


def test_the_step_of_the_certificate_leads_to_its_payment_and_says_when_funds_are_due() -> None:
    sheet = {
        "officers_certificate": {"count": 2, "unit": "business days"},
        "funds_by": {"time": "10:00", "lead": {"count": 1, "unit": "business days"}},
    }
    deal = changed(story("2005-01-10"), {"indenture": sheet})
    papers = draft(deal, "payment-certificate/2005-01-15", NOW)
    assert papers[LETTER].about == "payment/2005-01-15"
    assert shows(wording("draft/letters", letter(papers)), "10:00", "1 Business Day")


def test_advice_states_what_its_kind_requires_and_never_internal_notes() -> None:
    noted = fact("misstatement", "2004-12-14", note="The merger with Basalt", evidence="Memo 7")
    papers = drafted("misstatement-advice", "2004-12-15", with_facts(story("2004-12-15"), noted))
    assert shows(wording("draft/letters", letter(papers)), "2004-12-14")
    assert "Basalt" not in letter(papers)
    assert "Memo" not in letter(papers)
    wording("draft/sheets", items(papers[SHEET].text, "X1"))


def test_a_suspension_notice_is_drafted_while_the_cure_window_is_open() -> None:
    papers = drafted("cure-window", "2005-01-12")
    wording("draft/letters", letter(papers))
    assert "Pursuant to Section 4(b)(i) of the Agreement" in letter(papers)
    assert shows(counsel(papers), "2005-01-18")
    # Jan 12 is day 1: 20 to Jan 31, 45 on Feb 25; 90 on Apr 11.
    assert shows(counsel(papers), "45 days", "0", "45", "45", "2005-02-26")
    assert shows(counsel(papers), "90 days", "360", "0", "90", "90", "2005-04-12")
    assert "EDGAR" not in letter(papers)


def test_the_end_of_a_suspension_is_drafted_while_it_is_open() -> None:
    papers = drafted("suspension", "2005-03-10")
    assert shows(wording("draft/letters", letter(papers)), "2005-01-28")
    # Jan 28 to 31 are 4 days, February 28, March 1 to 9 nine: 41.
    assert shows(counsel(papers), "41", "45 days")
    assert shows(counsel(papers), "2005-03-13")
    assert shows(counsel(papers), "2005-03-11")
    # Due Sun, Mar 13: handed over Fri, Mar 11; by mail five Business Days before it, Fri, Mar 4.
    # Mailed Thu, Mar 10: Mar 11, 14, 15, 16, 17.
    assert values(wording("draft/sheets", rows(papers))) == [
        *("03-11", "17:00", "03-10"),
        *("03-11", "17:00", "03-10"),
        *("03-11", "03-10"),
        *("03-10", "17:00", "03-11"),
        *("03-04", "17:00", "03-17"),
    ]


def test_a_rate_step_is_notified_under_the_reading_that_requires_it() -> None:
    deal = story("2005-01-28")
    never = FactLog(tuple(f for f in deal.log.facts if f.id in ("F0", "F1", "F2")), deal.log.zone)
    chosen = {
        "notice-of-rate-step": {
            "choice": "EACH-STEP",
            "chosen_by": "James",
            "why": "The Trustee asks.",
        }
    }
    team = type(deal.team).model_validate({**deal.team.model_dump(), "readings": chosen})
    text = letter(drafted("trustee-notice", "2005-01-28", replace(deal, log=never, team=team)))
    wording("draft/letters", text)
    assert shows(text, "2005-01-27")


@pytest.mark.parametrize(
    ("named", "on", "about"),
    [
        ("trustee-notice", "2004-10-29", "trustee-notice/default-ii"),
        ("default-ii", "2004-10-29", "trustee-notice/default-ii"),
        ("default-iii/F5", "2005-01-19", "trustee-notice/default-iii/F5"),
        ("holder-advice", "2004-12-07", "holder-advice/F3"),
    ],
)
def test_a_draft_is_named_by_its_provision_or_by_its_subject(
    named: str, on: str, about: str
) -> None:
    assert draft(story(on), named, NOW)[LETTER].about == about


@pytest.mark.parametrize(
    ("named", "on", "says"),
    [
        (
            "trustee-notice/default-ii",
            "2004-11-03",
            "which is satisfied; available drafts: pay",
        ),
        ("effectiveness", "2004-10-29", "which is overdue; available drafts: trustee-notice/def"),
        ("trustee-notise/default-ii", "2004-10-29", "Did you mean 'trustee-notice/default-ii'?"),
        ("payment", "2004-10-01", "available drafts: none"),
    ],
)
def test_an_item_without_a_draft_is_refused_with_the_available_drafts(
    named: str, on: str, says: str
) -> None:
    with pytest.raises(NotFoundError, match=re.escape(says)):
        draft(story(on), named, NOW)


def test_only_a_provision_that_declares_a_draft_has_one() -> None:
    silent = changed(story("2004-10-29"), {"provisions": {"trustee-notice": {"draft": None}}})
    assert silent.terms != story("2004-10-29").terms
    with pytest.raises(NotFoundError, match="there is nothing to draft"):
        draft(silent, "trustee-notice", NOW)


def test_an_agreement_without_drafts_has_none() -> None:
    deal = replace(story("2004-10-29"), terms=letter_terms())
    deal = replace(deal, log=FactLog((), deal.log.zone))
    with pytest.raises(NotFoundError, match="available drafts: none"):
        draft(deal, "deferral", NOW)


def test_file_names_have_only_code_name_kind_section_and_date() -> None:
    drafts = [
        ("trustee-notice", "2004-10-29", LETTER, "draft-Section-3-b-2004-11-01.txt"),
        ("holder-advice", "2004-12-07", SHEET, "counsel-sheet-Section-4-b-iii-2004-12-13.txt"),
        ("payment", "2005-01-10", MEMO, "funding-memo-Section-3-b-2005-01-18.txt"),
    ]
    for named, on, paper, name in drafts:
        assert draft(story(on), named, NOW)[paper].name == f"REHEARSAL-Granite-Story-{name}"


def requested(deal: StoredDeal, who: str, store: Store) -> FileRequest:
    files = own_partitions(store, "files")
    person, at = deal.team.access.person(who), services(files, now=NOW)
    by = person.slack if person else "U0STRANGER"
    return FileRequest(deal, person, {"obligation": "trustee-notice"}, own_look(deal, NOW), at, by)


def test_a_draft_goes_to_insiders_audited_by_ids_and_archived(store: Store) -> None:
    store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    store.deals.rehearse_to("story", date(2004, 10, 29), NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None
    made = give_drafts(requested(deal, "maria", store))
    kept = store.archive.messages("story")
    assert len(kept) == len(made) == 2
    by_name = {entry.text.partition("\n")[0]: entry for entry in kept}
    for paper in made:
        entry = by_name[paper.name]
        assert (entry.kind, entry.to, entry.about) == ("file", "U01MARIA", paper.about)
        assert entry.text == f"{paper.name}\nsha256 {paper.sha256}\n\n{paper.text}"
        assert (entry.as_of, entry.wrong) == (date(2004, 10, 29), "")
    entries = samples.rows(store, "DEAL#story", "AUDIT#", "AUDIT#~")
    given = [row for row in entries if row.text("what").startswith("gave ")]
    what = {row.text("what"): row for row in given}
    assert len(given) == len(what) == 2
    for says, paper in zip(("gave a draft", "gave a sheet for counsel"), made, strict=True):
        assert what[says].text("who") == "U01MARIA"
        assert "Infocrossing" not in what[says].text("detail")
        assert paper.sha256 in what[says].text("detail")


def test_a_single_document_can_be_requested(store: Store) -> None:
    store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    store.deals.rehearse_to("story", date(2004, 10, 29), NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None
    asked = requested(deal, "maria", store)
    (made,) = give_drafts(asked, only=SHEET)
    assert made.text.startswith("SHEET FOR COUNSEL")
    assert len(store.archive.messages("story")) == 1
    with pytest.raises(NotFoundError, match="no funding-memo"):
        give_drafts(asked, only=MEMO)


@pytest.mark.parametrize("who", ["nobody", "tom"])
def test_a_person_not_on_the_deal_or_denied_gets_nothing(store: Store, who: str) -> None:
    bundle = samples.rehearsal(*samples.story())
    team = bundle.team.model_copy(update={"deny": ("tom",)})
    store.deals.load(replace(bundle, team=team, day=date(2004, 10, 29)), NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None
    with pytest.raises(RefusedError, match="for people inside the deal"):
        give_drafts(requested(deal, who, store))
    assert store.archive.messages("story") == ()
    whats = [row.text("what") for row in samples.rows(store, "DEAL#story", "AUDIT#", "AUDIT#~")]
    assert "refused a draft" in whats
