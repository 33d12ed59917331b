"""Drafts of what the story's mornings call for; every date and amount worked out by hand."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from dealclock.access.approval import Approval, of_fact, of_terms
from dealclock.agreement.patch import merged
from dealclock.agreement.terms import Terms
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.render.drafts.sheet import MARK
from dealclock.render.drafts.text import WIDTH
from dealclock.store import Store, StoredDeal
from dealclock.usecases.document import AsOfMoment
from dealclock.usecases.drafts import NoDraft, draft, give_draft
from dealclock.usecases.insiders import NotGivenError
from tests.contract.store import samples
from tests.docs.drafts import NOW, story
from tests.golden.values import shows, values
from tests.golden.wording import items, wording
from tests.services import services
from tests.unit.engine.deals import by_day_count, fact, letter_terms

_FOR_COUNSEL = "For counsel; no part of the draft"


def drafted(named: str, on: str, deal: StoredDeal | None = None) -> str:
    return draft(deal or story(on), named, NOW).text


def flat(text: str) -> str:
    return " ".join(text.split())


def letter(text: str) -> str:
    return flat(text.partition(_FOR_COUNSEL)[0])


def counsel(text: str) -> str:
    return flat(text.partition(_FOR_COUNSEL)[2])


def changed(deal: StoredDeal, changes: dict[str, Any]) -> StoredDeal:
    """The deal with its terms changed by key."""
    data = merged(deal.terms.model_dump(mode="json"), changes)
    return replace(deal, terms=Terms.model_validate(data))


def with_facts(deal: StoredDeal, *more: Fact) -> StoredDeal:
    facts: Sequence[Fact] = [
        f.model_copy(update={"id": f"X{n}"}) for n, f in enumerate(more, start=1)
    ]
    return replace(deal, log=FactLog((*deal.log.facts, *facts), deal.log.zone))


def test_the_trustee_notice_says_when_the_default_occurred_and_from_when_it_accrues() -> None:
    text = letter(drafted("trustee-notice/default-ii", "2004-10-29"))
    wording("draft/notices", text)
    assert shows(text, "3(b)")
    assert shows(text, "1", "3(a)(ii)", "2004-10-28")
    assert shows(text, "2", "2004-10-29")
    assert shows(text, "0.25%")
    assert shows(text, "1.00%", "2005-01-27")


def test_notes_not_issued_are_not_named() -> None:
    assert "Initial Purchaser's option" not in drafted("trustee-notice", "2004-10-29")


def test_a_mailed_trustee_notice_is_shown_as_unable_to_be_in_time() -> None:
    text = drafted("trustee-notice/default-ii", "2004-10-29")
    rows = [flat(line) for line in text.splitlines() if re.match(r"^  \d  ", line)]
    assert values(wording("draft/notices", rows)) == [
        "1",
        "2004-10-29",
        "2004-11-01",
        "2",
        "2004-10-29",
        "2004-11-01",
        "3",
        "2004-10-29",
        "2004-11-01",
        "4",
        "2004-11-01",
        "2004-10-29",
        "5",
        "2004-11-05",
        "6",
    ]
    assert shows(wording("draft/notices", counsel(text), "second"), "2004-11-01")
    assert shows(counsel(text), "2004-11-01", "17:00")


def test_every_draft_is_marked_and_says_what_it_is_made_from() -> None:
    text = drafted("trustee-notice/default-ii", "2004-10-29")
    assert text.startswith(f"{MARK}\nRehearsal: ")
    assert shows(text, "F0")
    assert shows(wording("draft/notices", items(text, "default-ii")), "default-ii")
    assert shows(wording("draft/notices", items(text, "2004-10-29"), "second"), "2004-10-29")
    assert shows(flat(text), "2004-10-29", "1")
    assert text.rstrip().endswith(MARK)
    assert max(map(len, text.splitlines())) <= WIDTH


def test_what_a_second_person_approved_is_said_and_what_waits_for_one() -> None:
    deal = with_facts(
        story("2004-10-29"), fact("default-confirmed", "2004-10-29", about="default-ii")
    )
    assert shows(flat(drafted("trustee-notice", "2004-10-29", deal)), "X1")
    at = datetime(2004, 10, 29, 15, tzinfo=UTC)
    word = [Approval(of, "james", "James Whitfield", at) for of in (of_terms(1), of_fact("X1"))]
    text = flat(draft(deal, "trustee-notice", NOW, approvals=tuple(word)).text)
    assert "Awaiting second approval" not in text
    assert shows(wording("draft/notices", text), "1", "James Whitfield")


def test_a_live_deals_draft_wears_no_rehearsal() -> None:
    live = replace(story("2004-10-29"), meta=replace(story("2004-10-29").meta, rehearsal=False))
    made = draft(live, "trustee-notice", NOW)
    assert "REHEARSAL" not in made.text
    assert made.name == "Granite-Story-3-b-2004-11-01.txt"


def test_a_confirmed_default_needs_no_confirming_and_a_disputed_one_is_not_to_be_sent() -> None:
    sure = with_facts(
        story("2004-10-29"), fact("default-confirmed", "2004-10-29", about="default-ii")
    )
    text = drafted("trustee-notice", "2004-10-29", sure)
    assert "counsel to confirm" not in text
    assert "Confirmed by" in text
    doubted = with_facts(
        story("2004-10-29"), fact("default-disputed", "2004-10-29", about="default-ii")
    )
    text = drafted("trustee-notice", "2004-10-29", doubted)
    assert "DISPUTED by" in text
    wording("draft/notices", letter(text))


def test_a_missed_notice_says_so_and_that_nothing_is_in_time_any_more() -> None:
    # As of the morning of Nov 2, what was recorded by Oct 29 alone: F2 of Nov 1 is not known.
    at = AsOfMoment(date(2004, 11, 2), datetime(2004, 10, 30, tzinfo=UTC))
    text = flat(draft(story("2004-11-02"), "trustee-notice", NOW, moment=at).text)
    assert shows(wording("draft/notices", text), "2004-11-01")


def test_the_certificate_says_the_amount_and_how_it_adds_up() -> None:
    text = drafted("payment/2005-01-15", "2005-01-10")
    assert shows(wording("draft/notices", letter(text)), "1", "$15,416.67")
    assert shows(letter(text), "2005-01-15", "2005-01-18", "2005-01-01")
    # 30 x 2 + 6 - 29 = 37 days of 150,000 / 360 dollars.
    assert shows(
        letter(text),
        "2004-10-29",
        "2004-12-06",
        "37",
        "$60,000,000.00",
        "0.25%",
        "$15,416.67",
        "$15,416.67",
    )
    assert "Exactly 46250/3 dollars" in letter(text)
    assert "Indenture not reviewed" in letter(text)
    assert shows(letter(text), "default-ii")
    assert shows(counsel(text), "$15,000.00")


def test_a_projected_payment_says_that_it_is_and_cuts_at_the_step_of_the_rate() -> None:
    text = letter(drafted("payment", "2005-01-20"))
    assert shows(wording("draft/notices", text), "$180,833.33")
    # 90 days to the 91st, then 30 x 3 + 15 - 19 = 86.
    assert shows(text, "2005-01-19", "2005-04-19", "90", "$60,000,000.00", "0.25%", "$37,500.00")
    assert shows(text, "2005-04-19", "2005-07-15", "86", "$60,000,000.00", "1.00%", "$143,333.33")
    assert "In all $180,833.33" in text


def test_without_a_day_count_the_amount_is_a_blank_between_two() -> None:
    deal = story("2005-01-10")
    unset = replace(deal, terms=by_day_count("30/360", deal.terms))
    sheet = unset.terms.indenture_sheet.model_copy(update={"day_count": None})
    unset = replace(unset, terms=unset.terms.model_copy(update={"indenture": sheet}))
    text = letter(drafted("payment", "2005-01-10", unset))
    # 37 days of 360, or 38 actual days: of 360 at most.
    assert shows(wording("draft/notices", text), "$15,416.67", "$15,833.33")


def test_the_certificate_of_a_payment_made_in_part_says_what_is_left() -> None:
    """The story owes $15,416.67 on January 18, 2005, of which $10,000 was paid that day."""
    deal = story("2005-01-18")
    kept = tuple(f for f in deal.log.facts if f.kind != "additional-interest-paid")
    some = fact(
        "additional-interest-paid", "2005-01-18", about="payment/2005-01-15", amount="10000"
    )
    deal = replace(deal, log=FactLog(kept, deal.log.zone))
    whole = letter(drafted("payment/2005-01-15", "2005-01-19", deal))
    assert "is still to be paid" not in whole
    moved = replace(with_facts(deal, some), meta=story("2005-01-19").meta)
    text = letter(drafted("payment/2005-01-15", "2005-01-19", moved))
    assert shows(
        wording("draft/notices", text), "1", "$15,416.67", "$10,000.00", "2005-01-18", "$5,416.67"
    )
    assert "In all $15,416.67." in text


def test_the_step_of_the_certificate_leads_to_its_payment_and_says_when_funds_are_due() -> None:
    sheet = {
        "officers_certificate": {"count": 2, "unit": "business days"},
        "funds_by": {"time": "10:00", "lead": {"count": 1, "unit": "business days"}},
    }
    deal = changed(story("2005-01-10"), {"indenture": sheet})
    made = draft(deal, "payment-certificate/2005-01-15", NOW)
    assert made.about == "payment/2005-01-15"
    assert shows(wording("draft/notices", flat(made.text)), "10:00", "1 Business Day")


def test_advice_tells_what_its_kind_says_and_never_what_was_noted() -> None:
    noted = fact("misstatement", "2004-12-14", note="The merger with Basalt", evidence="Memo 7")
    text = drafted("misstatement-advice", "2004-12-15", with_facts(story("2004-12-15"), noted))
    assert shows(wording("draft/notices", letter(text)), "2004-12-14")
    assert "Basalt" not in letter(text)
    assert "Memo" not in letter(text)
    wording("draft/notices", counsel(text), "second")


def test_a_suspension_notice_is_drafted_while_the_cure_window_runs() -> None:
    text = drafted("cure-window", "2005-01-12")
    wording("draft/notices", letter(text))
    assert "Under Section 4(b)(i)" in letter(text)
    assert shows(wording("draft/notices", counsel(text), "second"), "2005-01-18")
    # Jan 12 is day 1: 20 to Jan 31, 45 on Feb 25; 90 on Apr 11.
    assert shows(counsel(text), "45 days", "0", "45", "45", "2005-02-26")
    assert shows(counsel(text), "90 days", "360", "0", "90", "90", "2005-04-12")
    assert "EDGAR" not in text


def test_a_suspensions_end_is_drafted_while_it_runs() -> None:
    text = drafted("suspension", "2005-03-10")
    assert shows(wording("draft/notices", letter(text)), "2005-01-28")
    # Jan 28 to 31 are 4 days, February 28, March 1 to 9 nine: 41.
    assert shows(wording("draft/notices", counsel(text), "second"), "41", "45 days")
    assert shows(counsel(text), "2005-03-13")
    assert shows(counsel(text), "2005-03-11")
    # Mailed Thu Mar 10: Mar 11, 14, 15, 16, 17.
    assert shows(counsel(text), "2005-03-17", "2005-03-04")


def test_a_step_of_the_rate_is_notified_under_the_reading_that_asks_for_it() -> None:
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
    wording("draft/notices", text)
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
def test_a_draft_goes_by_its_provision_or_by_what_it_is_about(
    named: str, on: str, about: str
) -> None:
    assert draft(story(on), named, NOW).about == about


@pytest.mark.parametrize(
    ("named", "on", "says"),
    [
        (
            "trustee-notice/default-ii",
            "2004-11-03",
            "which is satisfied; drafts there are: pay",
        ),
        ("effectiveness", "2004-10-29", "which is overdue; drafts there are: trustee-notice/def"),
        ("trustee-notise/default-ii", "2004-10-29", "Did you mean 'trustee-notice/default-ii'?"),
        ("payment", "2004-10-01", "drafts there are: none"),
    ],
)
def test_what_has_no_draft_is_refused_with_those_there_are(named: str, on: str, says: str) -> None:
    with pytest.raises(NoDraft, match=re.escape(says)):
        draft(story(on), named, NOW)


def test_only_a_provision_that_says_so_has_a_draft() -> None:
    silent = changed(story("2004-10-29"), {"provisions": {"trustee-notice": {"draft": None}}})
    assert silent.terms != story("2004-10-29").terms
    with pytest.raises(NoDraft):
        draft(silent, "trustee-notice", NOW)


def test_an_agreement_without_drafts_has_none() -> None:
    deal = replace(story("2004-10-29"), terms=letter_terms())
    deal = replace(deal, log=FactLog((), deal.log.zone))
    with pytest.raises(NoDraft, match="drafts there are: none"):
        draft(deal, "deferral", NOW)


def test_file_names_hold_code_name_clause_and_date_alone() -> None:
    drafts = [
        ("trustee-notice", "2004-10-29", "REHEARSAL-Granite-Story-3-b-2004-11-01.txt"),
        ("holder-advice", "2004-12-07", "REHEARSAL-Granite-Story-4-b-iii-2004-12-13.txt"),
        ("payment", "2005-01-10", "REHEARSAL-Granite-Story-3-b-2005-01-18.txt"),
    ]
    for named, on, name in drafts:
        assert draft(story(on), named, NOW).name == name


def test_a_draft_is_given_to_insiders_audited_by_ids_and_archived(store: Store) -> None:
    store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    store.deals.rehearse_to("story", date(2004, 10, 29), NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None
    maria = deal.team.access.person("maria")
    made = give_draft(deal, "trustee-notice", maria, services(store, now=NOW), "U01MARIA")
    (kept,) = store.archive.messages("story")
    assert (kept.kind, kept.to, kept.about) == ("file", "U01MARIA", "trustee-notice/default-ii")
    assert kept.text == f"{made.name}\nsha256 {made.sha256}\n\n{made.text}"
    assert (kept.as_of, kept.wrong) == (date(2004, 10, 29), "")
    entries = samples.rows(store, "DEAL#story", "AUDIT#", "AUDIT#~")
    (entry,) = [row for row in entries if row.text("what") == "gave a draft"]
    assert entry.text("who") == "U01MARIA"
    assert "Infocrossing" not in entry.text("detail")
    assert made.sha256 in entry.text("detail")


@pytest.mark.parametrize("who", ["nobody", "tom"])
def test_whoever_is_not_on_the_deal_or_denied_is_given_nothing(store: Store, who: str) -> None:
    bundle = samples.rehearsal(*samples.story())
    team = bundle.team.model_copy(update={"deny": ("tom",)})
    store.deals.load(replace(bundle, team=team, day=date(2004, 10, 29)), NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None
    with pytest.raises(NotGivenError):
        give_draft(
            deal, "trustee-notice", deal.team.access.person(who), services(store, now=NOW), "U0WHO"
        )
    assert store.archive.messages("story") == ()
    whats = [row.text("what") for row in samples.rows(store, "DEAL#story", "AUDIT#", "AUDIT#~")]
    assert "refused a draft" in whats
