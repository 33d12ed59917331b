"""Drafts of what the story's mornings call for; every date and amount worked out by hand."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from dealclock.access.approval import Approval, of_fact, of_terms
from dealclock.agreement.merging import merged
from dealclock.agreement.terms import Terms
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.render.drafts.sheet import MARK
from dealclock.render.drafts.text import WIDTH
from dealclock.store import Store, StoredDeal
from dealclock.usecases.document import Moment
from dealclock.usecases.drafts import NoDraft, draft, give_draft
from dealclock.usecases.insiders import NotGiven
from tests.contract.store import samples
from tests.docs.drafts import NOW, story
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
    assert "To: Wells Fargo Bank, National Association (Trustee)" in text
    assert "From: Infocrossing, Inc. (Company)" in text
    assert "under clause 3(b) of the agreement" in text
    assert (
        "1. A Registration Default under clause 3(a)(ii) (Shelf Registration Statement not "
        "effective in time) occurred on Thu Oct 28, 2004. [ counsel to confirm: computed, not "
        "confirmed ]" in text
    )
    assert "2. Additional Interest accrues from and including Fri Oct 29, 2004" in text
    assert "is 0.25% a year" in text
    assert "it becomes 1.00% a year from and including Thu Jan 27, 2005" in text
    assert "Name: [ name of the authorised officer ]" in text


def test_notes_not_issued_are_not_named() -> None:
    assert "Initial Purchaser's option" not in drafted("trustee-notice", "2004-10-29")


def test_a_mailed_trustee_notice_is_shown_as_unable_to_be_in_time() -> None:
    text = drafted("trustee-notice/default-ii", "2004-10-29")
    rows = [flat(line) for line in text.splitlines() if re.match(r"^  \d  ", line)]
    assert rows == [
        "1 hand Fri Oct 29, 2004 Mon Nov 1, 2004",
        "2 fax Fri Oct 29, 2004, if receipt is acknowledged Mon Nov 1, 2004",
        "3 telex Fri Oct 29, 2004, if receipt is acknowledged Mon Nov 1, 2004",
        "4 courier Mon Nov 1, 2004 Fri Oct 29, 2004",
        "5 mail Fri Nov 5, 2004: too late cannot be in time",
        "6 e-mail not a method of the agreement never valid",
    ]
    assert "Too late to meet Mon Nov 1, 2004: mail." in counsel(text)
    assert "Act by Mon Nov 1, 2004 17:00 EST, by hand." in counsel(text)


def test_every_draft_is_marked_and_says_what_it_is_made_from() -> None:
    text = drafted("trustee-notice/default-ii", "2004-10-29")
    assert text.startswith(f"{MARK}\nREHEARSAL: ")
    assert "HYPOTHETICAL: rests on invented facts: F0" in text
    assert "Computed, not confirmed: nobody has confirmed default-ii." in text
    assert "As of Fri Oct 29, 2004" in text
    assert "known by the end of Fri Oct 29, 2004. Terms version 1, unverified" in flat(text)
    assert text.rstrip().endswith(MARK)
    assert max(map(len, text.splitlines())) <= WIDTH


def test_what_a_second_person_approved_is_said_and_what_waits_for_one() -> None:
    deal = with_facts(
        story("2004-10-29"), fact("default-confirmed", "2004-10-29", about="default-ii")
    )
    assert "UNVERIFIED: rests on facts no second person approved: X1" in flat(
        drafted("trustee-notice", "2004-10-29", deal)
    )
    at = datetime(2004, 10, 29, 15, tzinfo=UTC)
    word = [Approval(of, "james", "James Whitfield", at) for of in (of_terms(1), of_fact("X1"))]
    text = flat(draft(deal, "trustee-notice", NOW, approvals=tuple(word)).text)
    assert "UNVERIFIED" not in text
    assert "Terms version 1, approved by James Whitfield." in text


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
    assert "[ counsel to confirm: computed, not confirmed ]" in letter(text)


def test_a_missed_notice_says_so_and_that_nothing_is_in_time_any_more() -> None:
    # As of the morning of Nov 2, what was recorded by Oct 29 alone: F2 of Nov 1 is not known.
    at = Moment(date(2004, 11, 2), datetime(2004, 10, 30, tzinfo=UTC))
    text = flat(draft(story("2004-11-02"), "trustee-notice", NOW, moment=at).text)
    assert "Overdue, as computed: it was due Mon Nov 1, 2004" in text
    assert "No method is in time any more: take the first that is given." in text


def test_the_certificate_says_the_amount_and_how_it_adds_up() -> None:
    text = drafted("payment/2005-01-15", "2005-01-10")
    assert "1. Additional Interest of $15,416.67 is payable." in letter(text)
    assert (
        "The Interest Payment Date is Sat Jan 15, 2005, a closed day, and the payment is made on "
        "Tue Jan 18, 2005. It is paid to the Record Holders of Sat Jan 1, 2005." in letter(text)
    )
    # 30 x 2 + 6 - 29 = 37 days of 150,000 / 360 dollars.
    assert (
        "Fri Oct 29, 2004 Mon Dec 6, 2004 37 $60,000,000.00 0.25% $15,416.67 In all $15,416.67"
        in letter(text)
    )
    assert "Exactly 46250/3 dollars" in letter(text)
    assert "Indenture not reviewed" in letter(text)
    assert "the amount rests on default-ii" in letter(text)
    assert "under NEXT-DAY (the day after): amount $15,000.00" in counsel(text)


def test_a_projected_payment_says_that_it_is_and_cuts_at_the_step_of_the_rate() -> None:
    text = letter(drafted("payment", "2005-01-20"))
    assert "Additional Interest of $180,833.33 [ projected: see the marks above ]" in text
    assert "Projected: assumes that no open default is cured" in text
    # 90 days to the 91st, then 30 x 3 + 15 - 19 = 86.
    assert "Wed Jan 19, 2005 Tue Apr 19, 2005 90 $60,000,000.00 0.25% $37,500.00" in text
    assert "Tue Apr 19, 2005 Fri Jul 15, 2005 86 $60,000,000.00 1.00% $143,333.33" in text
    assert "In all $180,833.33" in text


def test_without_a_day_count_the_amount_is_a_blank_between_two() -> None:
    deal = story("2005-01-10")
    unset = replace(deal, terms=by_day_count("30/360", deal.terms))
    sheet = unset.terms.indenture_sheet.model_copy(update={"day_count": None})
    unset = replace(unset, terms=unset.terms.model_copy(update={"indenture": sheet}))
    text = letter(drafted("payment", "2005-01-10", unset))
    # 37 days of 360, or 38 actual days: of 360 at most.
    assert "[ the amount: between $15,416.67 and $15,833.33, by the day count" in text
    assert "[ how the amount adds up, once the day count is known ]" in text


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
    assert (
        "1. Additional Interest of $15,416.67 is payable. Of it there was paid $10,000.00 on Tue "
        "Jan 18, 2005; $5,416.67 is still to be paid." in text
    )
    assert "In all $15,416.67." in text
    assert "what is still to be paid with [ name of the paying agent ]" in text


def test_the_step_of_the_certificate_leads_to_its_payment_and_says_when_funds_are_due() -> None:
    sheet = {
        "officers_certificate": {"count": 2, "unit": "business days"},
        "funds_by": {"time": "10:00", "lead": {"count": 1, "unit": "business days"}},
    }
    deal = changed(story("2005-01-10"), {"indenture": sheet})
    made = draft(deal, "payment-certificate/2005-01-15", NOW)
    assert made.about == "payment/2005-01-15"
    assert "by 10:00 in New York 1 Business Day before the day of payment" in flat(made.text)


def test_advice_tells_what_its_kind_says_and_never_what_was_noted() -> None:
    noted = fact("misstatement", "2004-12-14", note="The merger with Basalt", evidence="Memo 7")
    text = drafted("misstatement-advice", "2004-12-15", with_facts(story("2004-12-15"), noted))
    assert (
        "- Misstatement, Tue Dec 14, 2004: A fact arose that makes the Prospectus untrue or "
        "incomplete." in letter(text)
    )
    assert "Basalt" not in letter(text)
    assert "Memo" not in letter(text)
    assert "Noted: The merger with Basalt" in counsel(text)


def test_a_suspension_notice_is_drafted_while_the_cure_window_runs() -> None:
    text = drafted("cure-window", "2005-01-12")
    assert "To: the Holders of Transfer Restricted Securities (Holders)" in letter(text)
    assert "Under clause 4(b)(i)" in letter(text)
    assert "How to give it by Tue Jan 18, 2005" in counsel(text)
    # Jan 12 is day 1: 20 to Jan 31, 45 on Feb 25; 90 on Apr 11.
    assert "45 days at once 0 45 45 Sat Feb 26, 2005" in counsel(text)
    assert "90 days in any 360 0 90 90 Tue Apr 12, 2005" in counsel(text)
    assert "is read as TOLL-RESUME" in counsel(text)
    assert "EDGAR" not in text


def test_a_suspensions_end_is_drafted_while_it_runs() -> None:
    text = drafted("suspension", "2005-03-10")
    assert "By it a Suspension Period began on Fri Jan 28, 2005." in letter(text)
    # Jan 28 to 31 are 4 days, February 28, March 1 to 9 nine: 41.
    assert "41 of 45 days are used" in counsel(text)
    assert "The last day allowed is Sun Mar 13, 2005" in counsel(text)
    assert "the last Business Day is Fri Mar 11, 2005" in counsel(text)
    # Mailed Thu Mar 10: Mar 11, 14, 15, 16, 17.
    assert "mail Thu Mar 17, 2005: too late Fri Mar 4, 2005" in counsel(text)


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
    assert "NOTICE OF A CHANGE IN THE RATE OF ADDITIONAL INTEREST" in text
    assert "steps on Thu Jan 27, 2005" in text


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
    store.load(samples.rehearsal(*samples.story()), NOW, "tests")
    store.rehearse_to("story", date(2004, 10, 29), NOW, "tests")
    deal = store.deal("story")
    assert deal is not None
    maria = deal.team.access.person("maria")
    made = give_draft(deal, "trustee-notice", maria, services(store, now=NOW), "U01MARIA")
    (kept,) = store.told("story")
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
    store.load(replace(bundle, team=team, day=date(2004, 10, 29)), NOW, "tests")
    deal = store.deal("story")
    assert deal is not None
    with pytest.raises(NotGiven):
        give_draft(
            deal, "trustee-notice", deal.team.access.person(who), services(store, now=NOW), "U0WHO"
        )
    assert store.told("story") == ()
    whats = [row.text("what") for row in samples.rows(store, "DEAL#story", "AUDIT#", "AUDIT#~")]
    assert "refused a draft" in whats
