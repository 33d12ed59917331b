"""The second engine gives the answers of worked cases on Holders and parties, found by hand."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

from tests.unit.engine.second.answer import answer
from tests.unit.engine.second.parties import Parties, parties
from tests.unit.engine.second.story import (
    ACQUIRED,
    ADVISED,
    BLUE_SKY_ORDER,
    CONSENT,
    CONVERTED,
    DONE,
    EFFECTIVE,
    EXTENSION,
    FILED,
    LIFTED,
    MISSTATED,
    MISSTATEMENT_KNOWN,
    NAMED_BEFORE,
    REQUESTED,
    RETURNED,
    SALE_NOTICE,
    SOLD,
    STOP_ORDER,
    TRANSFERRED,
    UNUSABLE,
    WAIVER,
    WITHDRAWN,
    Delivery,
    Event,
    Story,
)

HALF, MORE = 30_000_000, 31_000_000


def _day(text: str) -> date:
    return date.fromisoformat(text)


def _event(name: str, kind: str, on: str, **more: object) -> Event:
    if "target" in more:
        more["target"] = _day(str(more["target"]))
    return Event(name, kind, _day(on), **more)  # type: ignore[arg-type]


def _sent(on: str, *parties: str, method: str = "hand") -> tuple[Delivery, ...]:
    return tuple(Delivery(party, method, _day(on)) for party in parties)


def _asked(
    as_of: str, *events: Event, readings: Mapping[str, str] | None = None
) -> tuple[Parties, str]:
    """What is answered, and what has accrued on all Notes."""
    story = Story(events, readings or {})
    found = answer(story, _day(as_of))
    return parties(story, _day(as_of), found.state), _dollars(found.accrued)


def _dollars(exact: Fraction) -> str:
    whole = (exact * 100 + Fraction(1, 2)).__floor__()
    return f"{whole // 100}.{whole % 100:02d}"


def _due(found: Parties, name: str) -> tuple[str, str]:
    """The last day of an obligation, and how it stands."""
    owed = found.owed[name]
    return str(owed.due.on), owed.due.status(owed.done_on, found.known.as_of)


# ---- 10(d): of $60,000,000, $30,000,000 is not over half

FILING = _event("FILED", FILED, "2004-07-13")
MAIL = _event("MAIL", REQUESTED, "2004-08-31", given=_sent("2004-08-31", "holders"))
ALPHA = _event("HA", ACQUIRED, "2004-06-30", holder="alpha", lot="base", dollars=60_000_000)


def test_ex_q_the_questionnaire_deadline_is_extended_by_a_majority_alone() -> None:
    """To October 15 from September 29; alpha answers on October 10. 21 days of 30/360 by November
    20 at 0.25% on $60,000,000."""
    form = _event("QA", RETURNED, "2004-10-10", holder="alpha", dollars=60_000_000)
    for dollars, last, entitled, accrued in (
        (MORE, "2004-10-15", True, "8750.00"),
        (HALF, "2004-09-29", False, "0.00"),
    ):
        extension = _event(
            "X",
            EXTENSION,
            "2004-09-20",
            about="questionnaire-deadline/MAIL",
            target="2004-10-15",
            dollars=dollars,
        )
        found, _ = _asked("2004-11-20", ALPHA, FILING, MAIL, extension, form)
        assert _due(found, "questionnaire-deadline/MAIL")[0] == last
        own = found.holders["alpha"]
        assert (own.entitled, _dollars(own.accrued.due)) == (entitled, accrued)
        assert _dollars(own.accrued.gross) == "8750.00"


def test_ex_lc_consents_that_are_enough_only_after_the_last_day_move_nothing() -> None:
    """Effectiveness was due on October 28: the second consent on the 30th is too late, one on the
    28th is not."""
    holders = [
        _event("HA", ACQUIRED, "2004-06-30", holder="alpha", lot="base", dollars=HALF),
        _event("HB", ACQUIRED, "2004-06-30", holder="beta", lot="base", dollars=HALF),
    ]
    extension = _event("X", EXTENSION, "2004-10-20", about="effectiveness", target="2004-11-30")
    first = _event("CA", CONSENT, "2004-10-18", about="X", holder="alpha", dollars=HALF)
    for on, due, accrued in (
        ("2004-10-28", "2004-11-30", "0.00"),
        ("2004-10-30", "2004-10-28", "8750.00"),
    ):
        second = _event("CB", CONSENT, on, about="X", holder="beta", dollars=1_000_000)
        found, total = _asked("2004-11-20", *holders, FILING, extension, first, second)
        assert _due(found, "effectiveness")[0] == due
        assert (found.agreed["X"].outcome, str(found.agreed["X"].agreed_on)) == ("carries", on)
        assert total == accrued


def test_a_consent_taken_back_before_it_was_agreed_does_not_count() -> None:
    waiver = _event("W", WAIVER, "2004-10-20", about="effectiveness")
    consent = _event("C", CONSENT, "2004-10-18", about="W", holder="alpha", dollars=MORE)
    for on, reading, outcome, status in (
        ("2004-10-20", "UNTIL-AGREED", "does not carry", "missed"),
        ("2004-10-21", "UNTIL-AGREED", "carries", "excused"),
        ("2004-10-21", "ANY-TIME", "does not carry", "missed"),
    ):
        back = _event("B", WITHDRAWN, on, about="C")
        readings = {"consent-withdrawal": reading}
        found, _ = _asked("2004-11-20", FILING, waiver, consent, back, readings=readings)
        assert found.agreed["W"].outcome == outcome
        assert _due(found, "effectiveness") == ("2004-10-28", status)


def test_converted_notes_vote_as_principal_at_the_conversion_price() -> None:
    """1,000,000 shares at $15.36 are $15,360,000, next to $44,640,000 of Notes: $30,000,000 of
    $60,000,000, or of the Notes alone."""
    converted = _event(
        "CON", CONVERTED, "2004-10-01", lot="base", dollars=15_360_000, shares=1_000_000
    )
    waiver = _event("W", WAIVER, "2004-10-20", about="effectiveness", dollars=HALF)
    for reading, outcome, whole in (
        ("DEEMED-BOTH-SIDES", "does not carry", 60_000_000),
        ("NOTES-ONLY", "carries", 44_640_000),
    ):
        readings = {"majority-denominator": reading}
        found, _ = _asked("2004-11-20", FILING, converted, waiver, readings=readings)
        assert found.agreed["W"].outcome == outcome
        assert found.agreed["W"].whole == Fraction(whole)


def test_a_failure_may_be_cured_by_the_day_it_was_extended_to() -> None:
    """Five Business Days from Monday, January 3, 2005 end on the 10th; extended to the 31st, the
    default occurs on that day."""
    shelf = [FILING, _event("EFF", EFFECTIVE, "2004-10-20")]
    out = _event("OUT", UNUSABLE, "2005-01-03")
    extension = _event(
        "X",
        EXTENSION,
        "2005-01-10",
        about="cure-window/OUT",
        target="2005-01-31",
        dollars=MORE,
    )
    story = Story((*shelf, out, extension))
    (default,) = answer(story, _day("2005-02-10")).defaults
    assert str(default.occurred_on) == "2005-01-31"
    late = Story(
        (
            *shelf,
            out,
            Event(
                "X",
                EXTENSION,
                _day("2005-01-11"),
                about="cure-window/OUT",
                target=_day("2005-01-31"),
                dollars=MORE,
            ),
        )
    )
    (default,) = answer(late, _day("2005-02-10")).defaults
    assert str(default.occurred_on) == "2005-01-10"


# ---- 2(b): forms and filings

JULY = _event("MAIL", REQUESTED, "2004-07-06", given=_sent("2004-07-06", "holders"))


def _form(name: str, on: str, holder: str, dollars: int) -> Event:
    return _event(name, RETURNED, on, holder=holder, dollars=dollars)


def test_ten_business_days_run_from_the_form_that_crosses_a_million() -> None:
    """The deadline was August 3. From Tuesday, August 17: the 31st; from the first form, of Monday
    the 16th, the 30th."""
    forms = [
        _form("A", "2004-08-16", "alpha", 600_000),
        _form("B", "2004-08-17", "beta", 400_001),
    ]
    found, _ = _asked("2004-08-20", JULY, FILING, *forms)
    assert _due(found, "questionnaire-deadline/MAIL")[0] == "2004-08-03"
    assert _due(found, "late-questionnaire/A") == ("2004-08-31", "upcoming")
    assert _due(found, "late-questionnaire/B") == ("2004-08-31", "upcoming")
    first = {"threshold-clock": "FIRST-RECEIPT"}
    found, _ = _asked("2004-08-20", JULY, FILING, *forms, readings=first)
    assert _due(found, "late-questionnaire/A")[0] == "2004-08-30"
    less = _form("B", "2004-08-17", "beta", 400_000)
    found, _ = _asked("2004-08-20", JULY, FILING, forms[0], less)
    assert not [name for name in found.owed if name.startswith("late-questionnaire")]


def test_one_filing_a_quarter_postpones_the_next_to_the_first_business_day_of_the_next() -> None:
    """A filing on August 10 used up the third quarter; Friday, October 1 begins the fourth, and ten
    Business Days after it, Columbus Day left out, are October 18."""
    filing = _event("NAMED", NAMED_BEFORE, "2004-08-10")
    form = _form("A", "2004-08-16", "alpha", 2_000_000)
    found, _ = _asked("2004-08-20", JULY, FILING, filing, form)
    assert _due(found, "late-questionnaire/A")[0] == "2004-10-01"
    again = {"limited-filing": "RE-RUN"}
    found, _ = _asked("2004-08-20", JULY, FILING, filing, form, readings=again)
    assert _due(found, "late-questionnaire/A")[0] == "2004-10-18"


def test_a_buyer_is_not_asked_by_an_earlier_request_and_the_bar_is_its_sellers_own() -> None:
    """Alpha did not answer; gamma bought $20,000,000 on December 1. To January 10 on 30/360 from
    October 29, 71 days at 0.25%: $9,861.11 on gamma's, due to it as Holder on the record date."""
    bought = _event(
        "TR",
        TRANSFERRED,
        "2004-12-01",
        holder="alpha",
        to="gamma",
        lot="base",
        dollars=20_000_000,
    )
    found, _ = _asked("2005-01-10", ALPHA, FILING, MAIL, bought)
    alpha, gamma = found.holders["alpha"], found.holders["gamma"]
    assert (alpha.entitled, _dollars(alpha.accrued.due)) == (False, "0.00")
    assert (gamma.entitled, _dollars(gamma.accrued.due)) == (True, "9861.11")
    binds = {"request-before-holding": "BINDS-BUYERS"}
    found, _ = _asked("2005-01-10", ALPHA, FILING, MAIL, bought, readings=binds)
    assert not found.holders["gamma"].entitled


# ---- Orders, advice, stops and sales

SHELF = (FILING, _event("EFF", EFFECTIVE, "2004-10-20"))


def test_a_lifting_lifts_the_order_it_names_or_the_only_one() -> None:
    orders = (
        _event("SO", STOP_ORDER, "2005-01-03"),
        _event("BS", BLUE_SKY_ORDER, "2005-01-10"),
    )
    unnamed = _event("L", LIFTED, "2005-01-18")
    assert _asked("2005-01-20", *SHELF, *orders, unnamed)[0].orders == ({"SO", "BS"}, 1)
    named = _event("L", LIFTED, "2005-01-18", about="BS")
    assert _asked("2005-01-20", *SHELF, *orders, named)[0].orders == ({"SO"}, 0)
    early = _event("L", LIFTED, "2005-01-05")
    assert _asked("2005-01-20", *SHELF, *orders, early)[0].orders == ({"BS"}, 0)


def test_an_order_opens_no_cure_period_until_it_is_recorded_to_have_ended_use() -> None:
    order = _event("SO", STOP_ORDER, "2005-01-03")
    found, accrued = _asked("2005-01-20", *SHELF, order)
    assert _due(found, "effect-of-order/SO") == ("2005-01-10", "missed")
    assert _due(found, "holder-advice/SO") == ("2005-01-10", "missed")
    assert accrued == "0.00"
    none = _event("D", DONE, "2005-01-07", about="effect-of-order/SO")
    found, _ = _asked("2005-01-20", *SHELF, order, none)
    assert _due(found, "effect-of-order/SO") == ("2005-01-10", "met")
    ended = _event("OUT", UNUSABLE, "2005-01-03")
    found, accrued = _asked("2005-01-20", *SHELF, order, ended)
    assert _due(found, "effect-of-order/SO") == ("2005-01-10", "met")
    assert accrued == "3750.00"  # 9 days from January 11


def test_advice_runs_from_knowledge_and_stops_sales_once_received() -> None:
    """A misstatement of January 3 known on the 5th: advice by the 12th. Mailed on the 6th, it is
    given on the 13th, which is late, and stops sales from then."""
    wrong = _event("M", MISSTATED, "2005-01-03")
    known = _event("K", MISSTATEMENT_KNOWN, "2005-01-05", about="M")
    mailed = _sent("2005-01-06", "selling-holders", method="mail")
    advice = _event("ADV", ADVISED, "2005-01-06", about="M", given=mailed)
    found, _ = _asked("2005-01-20", *SHELF, wrong, known, advice)
    assert _due(found, "misstatement-advice/M") == ("2005-01-12", "met late")
    assert found.duties["holder-stop/ADV"] == (_day("2005-01-13"), None)
    event = {"advice-event": "EVENT"}
    found, _ = _asked("2005-01-20", *SHELF, wrong, known, advice, readings=event)
    assert _due(found, "misstatement-advice/M")[0] == "2005-01-10"


def test_a_sale_notice_serves_the_third_to_the_fifth_business_day_after_it() -> None:
    """Given Monday, November 1, 2004: the 4th to the 8th. A sale on the 9th had none."""
    notice = _event(
        "SN",
        SALE_NOTICE,
        "2004-11-01",
        holder="alpha",
        given=_sent("2004-11-01", "trustee", "company"),
    )
    for on, due, status in (
        ("2004-11-08", "2004-11-03", "met"),
        ("2004-11-09", "2004-11-04", "missed"),
    ):
        sale = _event("S", SOLD, on, holder="alpha", lot="base", dollars=1_000_000)
        found, _ = _asked("2004-11-20", ALPHA, *SHELF, notice, sale)
        span = found.sale_notices["sale-notice/SN"]
        assert (str(span.opens), str(span.closes)) == ("2004-11-04", "2004-11-08")
        assert _due(found, "sale-notice/S") == (due, status)
