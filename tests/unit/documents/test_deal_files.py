"""A deal's folder is read as a whole: every problem of every file, or none."""

import shutil
from pathlib import Path

import pytest

from dealclock.documents.deal_files import read_deal
from dealclock.errors import DealclockError, InvalidError, Problem, RefusedError
from dealclock.facts.cross_checks import list_fact_problems, list_team_problems
from dealclock.facts.names_in_terms import outline
from dealclock.facts.terms_checks import list_terms_problems
from dealclock.files.source import parse
from tests.golden.values import shows, values
from tests.golden.wording import wording

SAMPLE = Path("agreements/infocrossing-2004")
LETTER = Path("agreements/camden-letter-2002")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sample deal to break."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "granite"))


def change(path: Path, old: str, new: str) -> int:
    """Replace the first `old` in a file; the line it stood on."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def problems(folder: Path, facts: str | None = "facts.yaml") -> tuple[Problem, ...]:
    """What is wrong with the deal; fails when nothing is."""
    with pytest.raises(InvalidError) as refused:
        read_deal(folder, folder / facts if facts else None)
    return refused.value.problems


def only(found: tuple[Problem, ...]) -> Problem:
    """The one problem there is."""
    assert len(found) == 1, [str(p) for p in found]
    return found[0]


def facts(folder: Path, body: str) -> None:
    """Give the deal a history of its own."""
    (folder / "facts.yaml").write_text(f"facts:\n{body}", encoding="utf-8")


def test_the_sample_deal_is_read_with_both_rehearsals() -> None:
    deal = read_deal(SAMPLE, SAMPLE / "facts.yaml")
    assert deal.terms.id == "infocrossing-2004"
    assert deal.team.code_name == "Granite"
    assert [f.id for f in deal.log().facts] == ["F1"]
    assert deal.log().zone == "America/New_York"
    names = [(r.id, h.file) for r, h in deal.rehearsals]
    assert names == [
        ("granite-story", SAMPLE / "histories/story.yaml"),
        ("granite-never", SAMPLE / "histories/never-effective.yaml"),
    ]
    assert len(deal.log(deal.rehearsals[1][1]).facts) == 4


@pytest.mark.parametrize("zone", ["EST", "Etc/GMT+5"])
def test_a_zone_without_daylight_saving_is_refused_for_a_place(folder: Path, zone: str) -> None:
    line = change(folder / "terms.yaml", "America/New_York", zone)
    found = only(problems(folder))
    assert (found.line, found.where, found.given) == (line, "agreement.time_zone", repr(zone))
    wording("refusal/deal-files", found.allowed)


@pytest.mark.parametrize("zone", ["America/Phoenix", "UTC"])
def test_a_zone_that_never_changes_by_nature_is_accepted(folder: Path, zone: str) -> None:
    change(folder / "terms.yaml", "America/New_York", zone)
    assert read_deal(folder, None, rehearsals=False).terms.agreement.time_zone == zone


def test_an_absent_history_is_an_empty_one() -> None:
    deal = read_deal(SAMPLE, None)
    assert deal.history.file is None
    assert deal.log().facts == ()


def test_rehearsals_are_not_read_when_only_the_deal_is_needed(folder: Path) -> None:
    shutil.rmtree(folder / "histories")
    assert read_deal(folder, None, rehearsals=False).rehearsals == ()


def test_problems_of_every_file_are_reported_at_once(folder: Path) -> None:
    change(folder / "terms.yaml", "count: 15", "count: 0")
    change(folder / "team.yaml", "owner: maria", "owner: mario")
    change(folder / "facts.yaml", "2004-07-13", "2004-07-32")
    change(folder / "histories/story.yaml", "kind: sale-notice", "kind: sale-notise")
    found = problems(folder)
    assert {Path(p.file).name for p in found} == {
        "terms.yaml",
        "team.yaml",
        "facts.yaml",
        "story.yaml",
    }


def test_a_missing_folder_suggests_the_nearest_name() -> None:
    with pytest.raises(RefusedError, match="Did you mean 'infocrossing-2004'"):
        read_deal(Path("agreements/infocrosing-2004"), None)


def test_a_file_in_place_of_a_folder_is_refused() -> None:
    with pytest.raises(RefusedError, match="is a file; give the folder"):
        read_deal(SAMPLE / "terms.yaml", None)


def test_a_folder_of_deals_suggests_the_deal_in_it() -> None:
    with pytest.raises(RefusedError) as refused:
        read_deal(SAMPLE.parent, None)
    assert values(wording("refusal/deal-files", str(refused.value))) == ["2002", "2004"]


def test_a_folder_inside_a_deal_suggests_the_deal(folder: Path) -> None:
    with pytest.raises(RefusedError, match=f"Did you mean '{folder}'"):
        read_deal(folder / "histories", None)


def test_a_folder_far_from_any_deal_suggests_none(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"which holds terms\.yaml\.$"):
        read_deal(tmp_path, None)


def test_a_missing_history_file_is_a_problem(folder: Path) -> None:
    found = only(problems(folder, "other.yaml"))
    assert str(found) == (
        f"{folder}/other.yaml: the file: given a file that does not exist; give one that exists"
    )


def test_an_event_kind_that_no_history_can_hold_is_refused_with_its_line(folder: Path) -> None:
    line = change(folder / "terms.yaml", "met_by: registration-statement-filed", "met_by: filing")
    found = only(problems(folder))
    assert (found.line, found.where) == (line, "provisions.0.met_by")
    assert "no such kind of event" in found.allowed


def test_a_notice_satisfied_by_an_event_without_addressee_is_refused(folder: Path) -> None:
    change(folder / "terms.yaml", "met_by: trustee-notified", "met_by: prospectus-usable")
    found = only(problems(folder))
    wording("refusal/deal-files", found.allowed)


def test_terms_without_a_rate_schedule_are_refused(folder: Path) -> None:
    text = (folder / "terms.yaml").read_text(encoding="utf-8")
    start, end = text.index("  - id: additional-interest"), text.index("  - id: payment")
    text = (text[:start] + text[end:]).replace("    entitles_to: additional-interest\n", "")
    (folder / "terms.yaml").write_text(text, encoding="utf-8")
    assert only(problems(folder)).given == "'no rate schedule'"


def test_a_second_rate_schedule_is_refused(folder: Path) -> None:
    text = (folder / "terms.yaml").read_text(encoding="utf-8")
    start, end = text.index("  - id: additional-interest"), text.index("  - id: payment")
    again = text[start:end].replace("additional-interest", "more-interest")
    (folder / "terms.yaml").write_text(text[:end] + again + text[end:], encoding="utf-8")
    wording("refusal/deal-files", only(problems(folder)).given)


def test_duplicate_ids_of_lots_or_defaults_are_refused(folder: Path) -> None:
    change(folder / "terms.yaml", "id: option", "id: base")
    change(folder / "terms.yaml", "id: default-ii\n", "id: default-i\n")
    found = [p.where for p in problems(folder, None) if p.file.endswith("terms.yaml")]
    assert found == ["securities.1.id", "provisions.1.on_lapse.id"]


def test_a_notice_method_that_no_event_can_have_is_refused(folder: Path) -> None:
    change(folder / "terms.yaml", "  e-mail: {", "  email: {")
    found = only(problems(folder))
    assert found.where == "deemed_notice.email"
    wording("refusal/deal-files", found.allowed)


def test_an_owner_for_an_unknown_party_is_refused(folder: Path) -> None:
    line = change(folder / "team.yaml", "  holder: {", "  holdr: {")
    found = only(problems(folder))
    assert (found.line, found.where) == (line, "owners.holdr")
    wording("refusal/deal-files", found.allowed)


def test_a_deal_without_a_company_has_its_owners_all_the_same() -> None:
    """They answer for what no other party owes: a covenant of a borrower and an agent."""
    terms = outline({"parties": {"borrower": {}, "agent": {}}})
    team = parse("owners: {company: {}, borrower: {}, holder: {}}", "team.yaml")
    assert [p.where for p in list_team_problems(team, terms)] == ["owners.holder"]


def test_duplicate_rehearsal_ids_are_refused(folder: Path) -> None:
    change(folder / "team.yaml", "id: granite-never", "id: granite-story")
    assert only(problems(folder)).where == "rehearsals.1.id"


def test_alerts_that_would_reach_no_one_are_refused(folder: Path) -> None:
    change(folder / "team.yaml", "email: [maria, tom]", "email: []")
    found = only(problems(folder))
    assert (found.where, found.allowed) == (
        "email",
        "give at least one team member who can receive email",
    )


def test_a_reading_that_does_not_exist_is_refused(folder: Path) -> None:
    change(folder / "team.yaml", "choice: LAPSE", "choice: LAPSED")
    assert "LAPSE, NEXT-DAY" in only(problems(folder)).allowed


@pytest.mark.parametrize("about", ["default-two", "default-iii/F9", "default-iii", "shelf-filing"])
def test_a_notice_about_an_unknown_default_is_refused(folder: Path, about: str) -> None:
    change(folder / "histories/story.yaml", "about: default-ii\n", f"about: {about}\n")
    found = only(problems(folder))
    assert (found.where, found.given) == ("facts.2.about", repr(about))
    assert "default-i, default-ii, default-iii/F5" in found.allowed


@pytest.mark.parametrize("about", ["payment/2005-01-18", "payment", "paymnt/2005-01-15"])
def test_a_payment_not_on_an_interest_payment_date_is_refused(folder: Path, about: str) -> None:
    change(folder / "histories/story.yaml", "payment/2005-01-15", about)
    assert shows(wording("refusal/deal-files", only(problems(folder)).allowed), "payment/YYYY")


def test_an_addressee_who_is_not_a_party_is_refused(folder: Path) -> None:
    line = change(folder / "histories/story.yaml", "to: trustee,", "to: truste,")
    found = only(problems(folder))
    assert (found.line, found.where) == (line, "facts.2.given.0.to")
    wording("refusal/deal-files", found.allowed)


def test_an_unknown_lot_is_refused(folder: Path) -> None:
    facts(folder, "  - {id: F1, kind: notes-issued, on: 2004-07-08, lot: optn}\n")
    wording("refusal/deal-files", only(problems(folder)).allowed)


def test_an_event_outside_the_holiday_tables_is_refused(folder: Path) -> None:
    facts(folder, "  - {id: F1, kind: registration-statement-filed, on: 1904-07-13}\n")
    assert values(wording("refusal/deal-files", only(problems(folder)).allowed)) == ["1995", "2060"]


def test_problems_of_a_history_used_twice_are_reported_once(folder: Path) -> None:
    change(folder / "histories/story.yaml", "to: trustee,", "to: truste,")
    assert len(problems(folder, "histories/story.yaml")) == 1


@pytest.mark.parametrize(
    ("start", "end", "given"),
    [
        ("securities:\n", "coupon:", ["no securities"]),
        ("indenture:\n", "calendar:", ["no indenture"]),
        ("deemed_notice:\n", "provisions:", ["no deemed_notice"]),
        ("  interest_payment_dates: 1, Add", "\ndates:", ["no clauses.interest_payment_dates"]),
    ],
)
def test_missing_terms_that_a_rule_needs_are_reported(
    folder: Path, start: str, end: str, given: list[str]
) -> None:
    text = (folder / "terms.yaml").read_text(encoding="utf-8")
    at = text.index(start)
    (folder / "terms.yaml").write_text(text[:at] + text[text.index(end, at) :], encoding="utf-8")
    found = [p.given.strip("'") for p in problems(folder, None) if p.given.startswith("'no ")]
    assert found == given


@pytest.mark.parametrize(
    ("counts", "given"),
    [
        ("counts_from: receipt", []),
        ("counts_from: date, to: [company]", ["no deemed_notice", "no clauses.deemed_notice"]),
    ],
)
def test_only_a_request_given_to_a_person_needs_notice_methods(
    counts: str, given: list[str]
) -> None:
    text = (
        f"provisions:\n- {{id: more, type: request, {counts}, clause: 4(a), title: Answer, "
        "owed_by: holders, action: Answer., opened_by: questionnaire-mailed, "
        "within: {count: 5, unit: business days}, met_by: questionnaire-returned}\n"
    )
    found = [p.given.strip("'") for p in list_terms_problems(parse(text, "terms.yaml"))]
    assert found == given


def test_an_agreement_without_notes_is_accepted() -> None:
    deal = read_deal(LETTER, LETTER / "facts.yaml")
    assert (deal.terms.securities, deal.terms.indenture, deal.terms.coupon) == ((), None, None)
    with pytest.raises(DealclockError, match="camden-letter-2002 have no indenture"):
        _ = deal.terms.indenture_sheet


def test_an_event_about_an_unrecorded_exercise_is_refused() -> None:
    source = parse(
        "facts:\n"
        "- {id: EX-ONE, kind: warrants-exercised, on: 2003-06-30, holder: a, shares: 5}\n"
        "- {id: ISS, kind: true-up-issued, on: 2003-07-30, about: EX-OLD, shares: 5}\n",
        "facts.yaml",
    )
    (problem,) = list_fact_problems(source, outline(None))
    assert values(wording("refusal/deal-files", str(problem))) == ["3", "1"]


NOTICE = (
    "- {id: SUS, kind: suspension-notice, on: 2004-11-01, "
    "given: [{to: holders, method: mail, on: 2004-11-01}]}\n"
)
EXTENDED = (
    "- {id: EXT, kind: suspension-extended, on: 2004-11-03, about: %s, "
    "given: [{to: holders, method: hand, on: 2004-11-03}]}\n"
)
IMPROPER = "- {id: IMP, kind: suspension-improper, on: 2004-11-03, about: %s}\n"


@pytest.mark.parametrize("fact", [EXTENDED, IMPROPER], ids=["extended", "improper"])
@pytest.mark.parametrize("about", ["suspension/SUS", "SUS"])
def test_a_suspension_is_named_by_its_instance_or_by_its_notice(
    folder: Path, fact: str, about: str
) -> None:
    facts(folder, NOTICE + fact % about)
    assert len(read_deal(folder, folder / "facts.yaml").log().facts) == 2


@pytest.mark.parametrize("fact", [EXTENDED, IMPROPER], ids=["extended", "improper"])
@pytest.mark.parametrize(
    "about", ["suspension/SUSS", "FILED", "default-iv-a/SUS", "effectiveness/SUS", "suspension"]
)
def test_an_event_about_an_unrecorded_suspension_is_refused(
    folder: Path, fact: str, about: str
) -> None:
    filed = "- {id: FILED, kind: registration-statement-filed, on: 2004-07-13}\n"
    facts(folder, filed + NOTICE + fact % about)
    found = only(problems(folder))
    assert found.where == "facts.2.about"
    assert shows(wording("refusal/deal-files", found.allowed), "suspension/SUS")


def test_contradicting_events_are_refused_at_their_lines(folder: Path) -> None:
    facts(
        folder,
        "  - {id: F1, kind: registration-statement-filed, on: 2004-07-13}\n"
        "  - {id: F2, kind: registration-statement-effective, on: 2004-07-12}\n",
    )
    problem = only(problems(folder))
    assert (problem.line, problem.where) == (3, "facts.1.on")
    assert shows(wording("refusal/deal-files", problem.allowed), "F2", "2004-07-12", "F1")


def test_the_nearest_subjects_of_a_waiver_are_listed_seven_at_most(folder: Path) -> None:
    facts(folder, "- {id: W, kind: waiver, on: 2004-10-20, about: nonsense}\n")
    says = only(problems(folder)).allowed
    listed = says.removeprefix("give an instance of one of ").rstrip(".").split(", ")
    assert len(listed) == len(set(listed)) == 7
    assert "listing" not in listed  # an undated duty


def test_an_extension_of_an_unknown_provision_is_refused_with_the_nearest(
    folder: Path,
) -> None:
    facts(
        folder,
        "  - {id: F1, kind: extension, on: 2004-10-01, about: efectiveness, target: 2004-11-30}\n"
        "  - {id: F2, kind: waiver, on: 2004-10-01, about: default-iii/F9}\n",
    )
    problem, other = problems(folder)
    assert (problem.line, problem.where) == (2, "facts.0.about")
    wording("refusal/deal-files", problem.allowed)
    assert (other.line, other.where) == (3, "facts.1.about")
    assert other.allowed.startswith("there is no default-iii/F9")


def test_an_unknown_channel_is_refused(folder: Path) -> None:
    change(folder / "terms.yaml", "channel: edgar", "channel: edgr")
    found = only(problems(folder))
    assert found.where == "provisions.0.channel"
    wording("refusal/deal-files", found.allowed)


def test_a_channel_that_closes_before_it_opens_is_refused(folder: Path) -> None:
    change(folder / "terms.yaml", 'opens: "06:00"', 'opens: "18:00"')
    wording("refusal/deal-files", only(problems(folder)).allowed)


def test_an_unknown_kind_in_a_list_of_kinds_is_refused_at_its_line(folder: Path) -> None:
    line = change(folder / "terms.yaml", "      - stop-order", "      - stop-ordr")
    found = only(problems(folder))
    assert (found.line, found.where) == (line, "provisions.15.opened_by.6")
    wording("refusal/deal-files", found.allowed)


def test_a_duty_satisfied_by_an_event_without_subject_is_refused(folder: Path) -> None:
    change(folder / "terms.yaml", "met_by: holders-advised", "met_by: prospectus-usable")
    wording("refusal/deal-files", only(problems(folder)).allowed)


def test_a_target_for_anything_but_an_undated_duty_is_refused(folder: Path) -> None:
    change(folder / "team.yaml", "  correcting-filing:", "  shelf-filing:")
    found = only(problems(folder))
    assert found.where == "targets.shelf-filing"
    assert "correcting-filing" in found.allowed


def test_a_target_by_a_calendar_that_dealclock_does_not_know_is_refused(folder: Path) -> None:
    given = "correcting-filing: {count: 2, unit: business days"
    line = change(folder / "team.yaml", given, f"{given}, calendar: london")
    found = only(problems(folder))
    assert (found.line, found.where) == (line, "targets.correcting-filing.calendar")
    assert found.given == "'london'"
    assert found.allowed.startswith("give one of federal-reserve, gcl-24, nyse")


def test_a_target_in_hours_is_refused_at_its_unit(folder: Path) -> None:
    given = "correcting-filing: {count: 2, unit: business days"
    line = change(folder / "team.yaml", given, "correcting-filing: {count: 2, unit: hours")
    found = only(problems(folder))
    assert (found.line, found.where) == (line, "targets.correcting-filing.unit")
    assert found.given == "'hours'"


def test_an_event_about_an_unrecorded_event_is_refused(folder: Path) -> None:
    change(folder / "histories" / "story.yaml", "about: F3", "about: F33")
    found = only(problems(folder, None))
    assert found.where == "facts.14.about"
    assert shows(wording("refusal/deal-files", found.allowed), "F3")
