"""The proofreading sheet: a date or a reason for every provision, and figures that add up."""

import re
import shutil
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from dealclock.documents.deal_files import read_deal
from dealclock.engine.sample import on_sample_timeline
from dealclock.facts.log import FactLog
from dealclock.messages.view import DealView
from dealclock.people.checks import ProvisionCheck, checked, versions_of
from dealclock.store.content import content
from tests.unit.cli.running import Dealclock, replace
from tests.unit.jobs.house import House

AGREEMENTS = sorted(Path("agreements").iterdir(), key=lambda each: each.name)
_PRODUCT = re.compile(r"\$([\d,.]+) × ([\d.]+)%(?: × (\d+)/(\d+) days)? = \$([\d,.]+)")
_DAY = re.compile(r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\w{3}) (\d+), (\d{4})")
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


@pytest.mark.parametrize("folder", AGREEMENTS, ids=[each.name for each in AGREEMENTS])
def test_every_provision_has_a_date_an_amount_or_a_reason(
    folder: Path, dealclock: Dealclock
) -> None:
    ran = dealclock("proofread", folder, "--facts", "NO_FACTS", "--as-of", "2026-11-28")
    assert ran.code == 0
    parts = re.split(r"\n\n", ran.out)
    for rule in read_deal(folder, None, rehearsals=False).terms.provisions:
        (own,) = (each for each in parts if f"({rule.id})" in " ".join(each.split("\n")[:2]))
        text = " ".join(own.split())
        known = _DAY.search(text), "$" in text, "gives no date or amount" in text
        assert any(known) or "no date:" in text or "vested" in text, rule.id
        assert "Checked: not checked" in text


@pytest.mark.parametrize("folder", AGREEMENTS, ids=[each.name for each in AGREEMENTS])
def test_weekdays_and_products_are_right(folder: Path, dealclock: Dealclock) -> None:
    text = " ".join(dealclock("proofread", folder, "--as-of", "2026-11-28").out.split())
    days = _DAY.findall(text)
    for weekday, month, day, year in days:
        assert f"{date(int(year), _MONTHS.index(month) + 1, int(day)):%a}" == weekday
    for base, rate, part, whole, amount in _PRODUCT.findall(text):
        of = Fraction(int(part or 1), int(whole or 1))
        exact = Fraction(base.replace(",", "")) * Fraction(rate) / 100 * of
        assert abs(exact - Fraction(amount.replace(",", ""))) <= Fraction(1, 2) / 100
    assert days


def test_the_sample_timeline_has_each_opening_event_once_and_none_that_satisfies() -> None:
    deal = read_deal(Path("agreements/model-pipe"), None, rehearsals=False)
    sample = on_sample_timeline(deal.look(date(2026, 11, 28)))
    happened = {fact.kind: fact.on for fact in sample.log.facts}
    # 180 days after January 14, 2026, the later of the dates, is Mon, Jul 13.
    assert min(happened.values()) == date(2026, 7, 13)
    assert [*happened][-1] == "suspension-notice", "it lasts to the end"
    assert len(happened) == len(sample.log.facts)
    assert {"legend-removal-requested", "registration-statement-effective"} <= {*happened}
    assert not {"damages-paid", "legend-removed", "suspension-ended"} & {*happened}
    assert all(fact.basis == "hypothetical" for fact in sample.log.facts)


def test_another_course_of_the_sample_shows_what_it_gives(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    folder = tmp_path / "pipe"
    shutil.copytree("agreements/model-pipe", folder)
    replace(folder / "terms.yaml", "\nevents:\n", f"\nevents:\n{PRICE_EVENTS}")
    replace(folder / "terms.yaml", "\nprovisions:\n", f"\nprovisions:\n{PRICE}")
    said = dealclock("proofread", folder, "--facts", "NO_FACTS", "--as-of", "2026-11-28").flat
    # Both branches of an if: 60 days after January 14, 2026, and 90 with a review.
    assert "due Sun, Mar 15, 2026" in said
    assert "due Tue, Apr 14, 2026" in said
    # A state with limits lasts to the end, and has ended.
    assert "On the sample timeline with one suspension that ends on Thu, Oct 1" in said
    # Silence, in a right that has a consequence.
    assert "On the sample timeline without: The Buyer objected:" in said
    assert "not used by then, so deemed: The price became final" in said
    # A notice goes to the party that the provision names.
    _, objection = said.split("(objection) ")
    assert "to the Holder: given on delivery" in objection.split("Version:")[0]
    assert "to the Company: given" not in objection.split("Version:")[0]


PRICE_EVENTS = """
  price-stated: {title: The price was stated., about: nothing, fields: [given]}
  objected: {title: The Buyer objected., about: [price-stated]}
  price-final: {title: The price became final., about: [price-stated]}
  price-paid: {title: The price was paid., about: [price-stated]}
"""
PRICE = """
  - {id: objection, type: obligation, may: true, section: "20", title: Objection, owed by: holders,
     action: Object., each: [price-stated], satisfied by: objected, matched: about it,
     due: {after: {its: deemed, to: [holder]}, for: 10 days}, if not used: {deemed: price-final}}
  - {id: price, type: obligation, section: "21", title: Price, owed by: company, action: Pay.,
     each: [price-stated], due: 5 business days after first price-final about it,
     satisfied by: price-paid, matched: about it}
  - {id: answer, type: obligation, section: "22", title: Answer, owed by: holder, action: Answer.,
     each: [objected], due: 5 business days after it}
"""


@pytest.mark.parametrize(
    ("path", "old", "new", "void"),
    [
        # Damages accrue for what filing becomes, and are paid.
        (
            "terms.yaml",
            "30 days after closing-date",
            "45 days after closing-date",
            {"filing", "damages", "payment"},
        ),
        (
            "terms.yaml",
            "closing-date: 2026-01-14",
            "closing-date: 2026-01-15",
            {"filing", "damages", "payment"},
        ),
        ("terms.yaml", "2 trading days after it", "3 trading days after it", {"legend-removal"}),
        (
            "terms.yaml",
            "calendar: federal-reserve\n\n",
            "calendar: federal-reserve\nroll: next\n\n",
            {"filing", "damages", "payment", "legend-removal"},
        ),
        ("terms.yaml", "# A model form", "# A form", set()),
    ],
)
def test_a_check_is_void_once_the_provision_or_what_it_names_changes(
    path: str, old: str, new: str, void: set[str], tmp_path: Path
) -> None:
    folder = Path("agreements/model-pipe")
    before = read_deal(folder, None, rehearsals=False)
    for file in ("terms.yaml", "team.yaml", "facts.yaml"):
        text = (folder / file).read_text(encoding="utf-8")
        (tmp_path / file).write_text(text.replace(old, new) if file == path else text)
    after = read_deal(tmp_path, None, rehearsals=False)
    on = {"checked by": "Carla Counsel", "on": date(2026, 1, 20)}
    checks = {
        name: ProvisionCheck.model_validate({**on, "version": version})
        for name, version in versions_of(before.terms).items()
    }
    assert {*checked(before.terms, checks)} == {*checks}
    some = {"filing", "damages", "payment", "legend-removal"}
    assert some - {*checked(after.terms, checks)} == void


def test_a_loaded_deal_says_who_checked_its_terms_or_how_many_are_not_checked() -> None:
    deal = read_deal(Path("agreements/model-pipe"), None, rehearsals=False)
    versions = versions_of(deal.terms)
    by = {"checked by": "Carla Counsel", "on": date(2026, 1, 20)}
    checks = {
        name: ProvisionCheck.model_validate({**by, "version": version})
        for name, version in versions.items()
    }

    def footnote(checks: dict[str, ProvisionCheck]) -> str:
        team = deal.team.model_copy(update={"checks": checks})
        log, on = FactLog((), "America/New_York"), date(2026, 2, 2)
        view = DealView(deal.terms, log, on, terms_version=3, team=team, rehearsal=False)
        return view.footnotes()[0]

    assert "against the Agreement" not in footnote({})
    assert "against the Agreement by Carla Counsel, Tue, Jan 20, 2026." in footnote(checks)
    some = {name: check for name, check in checks.items() if name != "filing"}
    assert f"1 of {len(versions)} provisions not checked" in footnote(some)


def test_the_hash_is_that_of_the_terms_as_load_stores_them(
    dealclock: Dealclock, stack: House, tmp_path: Path
) -> None:
    folder = tmp_path / "granite"
    shutil.copytree("agreements/infocrossing-2004", folder)
    with (folder / "terms.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "amendments:\n  - id: first\n    title: First Amendment\n    effective: 2004-09-01\n"
            "    known: 2004-09-01\n    changes:\n      provisions:\n        fees-notice:\n"
            "          {type: obligation, section: '9', title: Fee, owed by: company, action: P,\n"
            "           opens: closing-date, due: 300 days after closing-date,\n"
            "           satisfied by: duty-done}\n"
        )
    assert dealclock("load", folder, "--rehearsal").code == 0
    stored = stack.store.deals.get("granite-story")
    assert stored
    assert content(stored.terms).sha256 in dealclock("proofread", folder).out.replace("\n", "")


def test_while_the_day_count_is_unset_what_accrues_says_so(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    folder = tmp_path / "granite"
    shutil.copytree("agreements/infocrossing-2004", folder)
    replace(folder / "terms.yaml", "day_count: 30/360", "day_count: null")
    ran = dealclock("proofread", folder, "--facts", "histories/story.yaml", "--as-of", "2005-06-01")
    assert "The Indenture's day count is not set" in ran.flat
    assert "between $15,416.67 and $15,833.33, due Tue, Jan 18, 2005" in ran.flat


def test_a_pdf_is_the_sheet_and_names_the_version_of_the_terms(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    to = tmp_path / "sheet.pdf"
    ran = dealclock("proofread", "agreements/camden-letter-2002", "--to", to)
    assert ran.code == 0
    assert to.read_bytes().startswith(b"%PDF-")
    assert re.search(r"sha256\s+[0-9a-f]{64}", ran.said)
