"""Amounts name the waivers and side letters they do not take into account (10(d))."""

from dealclock.engine.assess import examine
from dealclock.engine.look import Look
from dealclock.engine.special.holders.amounts import Holders, HolderView
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import acquired, cents, effective, fact, filed, log, on, sample_terms

FACTS = (
    filed("2004-07-13"),
    acquired("2004-06-30", "alpha", "20000000"),
    acquired("2004-06-30", "beta", "40000000"),
)
LETTER = fact(
    "extension", "2004-10-20", id="X", about="effectiveness", target="2004-12-31", holder="alpha"
)
SAYS = (
    "does not take into account side letter X, given Wed, Oct 20, 2004 (10(d)): effectiveness is "
    "extended to Fri, Dec 31, 2004 for alpha, which it binds alone"
)
WAIVER = fact("waiver", "2004-11-03", id="W", about="effectiveness", amount="40000000")
WAIVED = (
    "computed as if effectiveness was not waived: waiver W, given Wed, Nov 3, 2004 (10(d)), has "
    "the required consents: $40,000,000.00 of $60,000,000.00 is more than 50% at Wed, Nov 3, 2004"
)


def views(*facts: Fact, readings: dict[str, str] | None = None) -> dict[str, HolderView]:
    """Every Holder as of January 20, 2005."""
    as_of = fact("x", "2005-01-20").on
    given = Look(sample_terms(), log(*FACTS, *facts), as_of, readings=readings or {})
    context, found = examine(given)
    return {v.holder: v for v in Holders(context, found).views()}


def test_a_side_letter_is_named_only_with_its_own_holders_amounts() -> None:
    """81 days on $20,000,000 at 0.25%, as if alpha had extended nothing."""
    found = views(LETTER)
    assert cents(found["alpha"].accrued) == "11250.00"
    assert found["alpha"].notes == (SAYS,)
    assert [share.notes for share in found["alpha"].shares] == [(SAYS,), (SAYS,)]
    assert found["beta"].notes == ()
    assert [share.notes for share in found["beta"].shares] == [(), ()]


def test_a_side_letter_without_accrual_yet_is_not_named() -> None:
    cured = effective("2004-10-28")
    assert views(LETTER, cured)["alpha"].notes == ()


def test_a_single_holders_waiver_is_named_with_the_last_day_it_covers() -> None:
    own = fact(
        "waiver", "2004-11-02", id="V", about="default-ii", target="2004-12-31", holder="beta"
    )
    assert views(own)["beta"].notes == (
        (
            "does not take into account side letter V, given Tue, Nov 2, 2004 (10(d)): default-ii "
            "is waived through Fri, Dec 31, 2004 for beta, which it binds alone"
        ),
    )


def test_a_waiver_by_all_is_named_with_the_deal_its_payments_and_every_holder() -> None:
    whole = on("2005-01-20", *FACTS, WAIVER)
    assert cents(whole.accrual.exact) == "33750.00"
    assert WAIVED in whole.accrual.notes
    paid = [o for o in whole.obligations if o.kind == "payment"]
    assert [o.notes[0] for o in paid] == [WAIVED, WAIVED]
    found = views(WAIVER)
    assert found["alpha"].notes == (WAIVED,)
    assert found["beta"].notes == (WAIVED,)


def test_a_waiver_not_shown_to_be_effective_is_named_with_what_is_missing() -> None:
    unproven = fact("waiver", "2004-10-20", id="W", about="effectiveness")
    (says,) = views(unproven)["beta"].notes
    assert says.startswith("computed as if effectiveness was not waived: waiver W, given Wed, Oct")
    assert "not shown to have the required consents" in says


def test_a_waiver_short_of_consent_is_named_to_those_it_binds() -> None:
    """Alpha alone consents, $20,000,000 of $60,000,000: it binds alpha and not beta."""
    short = fact("waiver", "2004-10-20", id="W", about="effectiveness")
    consent = fact("consent-given", "2004-10-19", about="W", holder="alpha", amount="20000000")
    found = views(short, consent)
    says = "effectiveness is waived for alpha, which consented"
    assert [n.rpartition(": ")[2] == says for n in found["alpha"].notes] == [False, True]
    assert says not in "; ".join(found["beta"].notes)
    nobody = views(short, consent, readings={"short-of-consent": "NOBODY-BOUND"})
    assert says not in "; ".join(nobody["alpha"].notes)
