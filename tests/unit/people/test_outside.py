"""What outsiders see of the record: what was delivered or released to them."""

from datetime import UTC, datetime
from typing import Any

import pytest

from dealclock.facts.fact import Fact
from dealclock.facts.log import EffectiveFact, FactLog
from dealclock.people.approval import of_fact
from dealclock.people.outside import Recipient, facts_shown_outside, shown_outside

NOW = datetime(2005, 6, 1, tzinfo=UTC)
WAS = {"title": "Effectiveness", "clause": "3(a)(ii)", "status": "confirmed"}
TRUSTEE, COUNTERPARTY = Recipient("trustee"), Recipient("counterparty")
ALPHA, BETA = Recipient("holder", "fund-a"), Recipient("holder", "fund-b")
EVERYONE = (TRUSTEE, COUNTERPARTY, ALPHA, BETA)


def _fact(name: str, kind: str, corrects: str | None = None, **more: Any) -> Fact:
    given = {"id": name, "kind": kind, "on": "2005-01-03", "corrects": corrects, **more}
    return Fact.model_validate(given)


def _released(name: str, corrects: str | None = None, to: str = "trustee") -> Fact:
    kind = "conclusion-released"
    return _fact(name, kind, corrects, about="default-ii", to=to, released=WAS)


def _notice(kind: str, to: str, **more: Any) -> Fact:
    return _fact("N", kind, given=[{"to": to, "method": "fax", "on": "2005-01-03"}], **more)


def _readers(fact: Fact) -> list[Recipient]:
    """Who is shown anything of a fact."""
    return [
        each
        for each in EVERYONE
        if (found := shown_outside((EffectiveFact.of(fact),), each)).notices
        or found.payments
        or found.released
    ]


RELEASED = _released("F1")


@pytest.mark.parametrize(
    ("fact", "readers"),
    [
        (_notice("trustee-notified", "trustee", about="default-ii"), [TRUSTEE]),
        (_notice("suspension-notice", "holders"), [ALPHA, BETA]),
        (_notice("questionnaire-mailed", "holders", holder="fund-a"), [ALPHA]),
        (_notice("questionnaire-mailed", "holder", holder="fund-b"), [BETA]),
        (_notice("questionnaire-mailed", "holder"), []),
        (_notice("suspension-notice", "selling-holders"), []),
        (_notice("sale-notice", "company", holder="fund-a"), []),
        (_notice("suspension-notice", "counterparty"), [COUNTERPARTY]),
        (_fact("P", "additional-interest-paid", about="payment/2005-01-15"), [ALPHA, BETA]),
        (_fact("P", "payment-funded", about="payment/2005-01-15"), []),
        (_fact("P", "payment-confirmed", about="payment/2005-01-15"), []),
        (_fact("C", "default-confirmed", about="default-ii"), []),
        (_fact("C", "waiver", about="default-ii", holder="fund-a"), []),
        (_fact("C", "prospectus-unusable"), []),
        (RELEASED, [TRUSTEE]),
        (RELEASED.model_copy(update={"to": "counterparty"}), [COUNTERPARTY]),
        (RELEASED.model_copy(update={"to": "holder", "holder": "fund-a"}), [ALPHA]),
    ],
    ids=lambda value: f"{value.kind} {value.holder or ''}" if isinstance(value, Fact) else "",
)
def test_an_event_is_shown_only_to_those_it_was_delivered_or_released_to(
    fact: Fact, readers: list[Recipient]
) -> None:
    assert _readers(fact) == readers


@pytest.mark.parametrize(
    ("facts", "approved", "shown"),
    [
        pytest.param((), "", [], id="a-release-that-waits-for-a-second-person"),
        pytest.param((), "F1", ["F1"], id="a-release-that-was-approved"),
        pytest.param((_fact("R", "retraction", "F1"),), "F1", [], id="withdrawn-by-one-person"),
        pytest.param(
            (_fact("R", "retraction", "F1"), _fact("S", "retraction", "R")),
            "F1",
            [],
            id="its-withdrawal-taken-back-by-one-person",
        ),
        pytest.param(
            (_fact("R", "retraction", "F1"), _fact("S", "retraction", "R")),
            "F1 S",
            ["F1"],
            id="its-withdrawal-taken-back-by-two",
        ),
        pytest.param((_released("F2", "F1"),), "F1", [], id="corrected-by-one-person"),
        pytest.param((_released("F2", "F1"),), "F1 F2", ["F1"], id="corrected-by-two"),
        pytest.param(
            (_released("F2", "F1", "counterparty"), _fact("R", "retraction", "F2")),
            "F1 F2",
            [],
            id="its-correction-taken-back-by-one-person",
        ),
    ],
)
def test_one_person_alone_can_show_nothing_and_can_hide_it(
    facts: tuple[Fact, ...], approved: str, shown: list[str]
) -> None:
    log = FactLog((RELEASED, *facts), "America/New_York")
    approvals = [of_fact(name).approved("U1", "Ruth Adler", NOW) for name in approved.split()]
    known = facts_shown_outside(log, approvals).known(NOW.date(), NOW)
    assert [s.id for s, _ in shown_outside(known, TRUSTEE).released] == shown


def test_a_payment_without_a_second_approval_is_not_shown() -> None:
    paid = _fact("P", "additional-interest-paid", about="payment/2005-01-15")
    log = FactLog((paid,), "America/New_York")
    for approvals, count in (((), 0), ((of_fact("P").approved("U1", "Ruth", NOW),), 1)):
        known = facts_shown_outside(log, approvals).known(NOW.date(), NOW)
        assert len(shown_outside(known, ALPHA).payments) == count


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("trustee", TRUSTEE),
        ("Counterparty", COUNTERPARTY),
        ("holder Fund A", ALPHA),
        ("holder", None),
        ("trustee fund-a", None),
        ("company", None),
        ("", None),
    ],
)
def test_a_recipient_is_read_as_it_is_typed(text: str, found: Recipient | None) -> None:
    assert Recipient.parse(text) == found
    assert found is None or Recipient.parse(str(found)) == found
