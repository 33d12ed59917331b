"""Every error is reported at once, and none that another one only causes."""

from pathlib import Path

import pytest

from tests.golden.wording import wording
from tests.unit.documents.test_deal_files import change, facts, folder, only, problems

__all__ = ["folder"]


def told(folder: Path) -> list[tuple[str, int, str]]:
    """File, line and place of each problem of the deal."""
    return [(Path(p.file).name, p.line, p.where) for p in problems(folder)]


def test_eight_errors_in_four_files_are_reported_at_once_each_with_its_line(folder: Path) -> None:
    terms, team = folder / "terms.yaml", folder / "team.yaml"
    story, never = folder / "histories/story.yaml", folder / "histories/never-effective.yaml"
    planted = [
        ("facts.yaml", change(folder / "facts.yaml", "2004-07-13", "2004-02-30"), "facts.0.on"),
        ("never-effective.yaml", change(never, "kind: trustee-", "kind: truste-"), ""),
        ("story.yaml", change(story, "to: trustee,", "to: truste,"), "facts.2.given.0.to"),
        ("story.yaml", change(story, "on: 2004-12-06", "on: 2004-12-36"), "facts.3.on"),
        ("team.yaml", change(team, "  holder: {", "  holdr: {"), "owners.holdr"),
        ("terms.yaml", change(terms, "calendar: federal-reserve", "calendar: fed"), "calendar"),
        ("terms.yaml", change(terms, "met_by: registration-statement-filed", "met_by: filing"), ""),
        ("terms.yaml", change(terms, "after: closing-date", "after: closing-day"), ""),
    ]
    found = told(folder)
    assert sorted((file, line) for file, line, _ in found) == sorted((f, n) for f, n, _ in planted)
    assert {where for *_, where in planted if where} < {where for *_, where in found}


def test_an_invalid_shape_in_the_team_does_not_hide_an_unknown_person(folder: Path) -> None:
    team = folder / "team.yaml"
    planted = [
        change(team, "role: editor", "role: editr"),
        change(team, "owner: maria", "owner: mario"),
        change(team, "email: [maria, tom]", "email: [maria, tim]"),
    ]
    assert [line for _, line, _ in told(folder)] == planted


def test_a_person_with_a_refused_id_is_not_also_reported_as_unknown(folder: Path) -> None:
    line = change(folder / "team.yaml", "{id: tom,", "{id: Tom,")
    assert only(problems(folder)).line == line


def test_an_invalid_date_does_not_hide_other_errors_of_the_event(folder: Path) -> None:
    facts(
        folder,
        "  - id: F1\n    kind: trustee-notifed\n    on: 2004-02-30\n    lot: bas\n"
        "    given: [{to: truste, method: hnd, on: 1904-11-01}]\n",
    )
    assert told(folder) == [
        ("facts.yaml", 3, "facts.0.kind"),
        ("facts.yaml", 4, "facts.0.on"),
        ("facts.yaml", 5, "facts.0.lot"),
        ("facts.yaml", 6, "facts.0.given.0.method"),
        ("facts.yaml", 6, "facts.0.given.0.on"),
        ("facts.yaml", 6, "facts.0.given.0.to"),
    ]


def test_an_invalid_date_does_not_hide_a_duplicate_id_or_a_missing_detail(folder: Path) -> None:
    facts(
        folder,
        "  - {id: F1, kind: sale-notice, on: 2004-02-30}\n"
        "  - {id: F1, kind: prospectus-usable, on: 2004-02-31}\n",
    )
    assert [(line, where) for _, line, where in told(folder)] == [
        (2, "facts.0.given"),
        (2, "facts.0.on"),
        (3, "facts.1.id"),
        (3, "facts.1.on"),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  trustee: {name", "  Trustee: {name"),
        ("- id: option", "- id: Option"),
        ("type: deadline", "type: deadlin"),
        ("type: protected period", "type: protected perod"),
        ("type: outage with cure", "type: outage"),
        ("type: day budget", "type: budget"),
        ("type: rate schedule", "type: rates"),
        ("type: payment", "type: paymnt"),
        ("type: notice", "type: notise"),
        ("opened_by: prospectus-unusable", "opened_by: unusable"),
        ("met_by: additional-interest-paid", "met_by: interest-paid"),
        ("met_by: additional-interest-paid", "met_by: prospectus-usable"),
        ("id: default-ii\n", "id: Default-ii\n"),
        ("id: default-iii\n", "id: default-i\n"),
        ("interest_payment_dates: [{month: 1,", "interest_payment_dates: [{month: 13,"),
        ("  closing-date:", "  Closing-date:"),
        ("provisions:\n", "provisons:\n"),
        ("id: infocrossing-2004", "id: Infocrossing"),
    ],
)
def test_one_error_in_the_terms_causes_no_other(folder: Path, old: str, new: str) -> None:
    line = change(folder / "terms.yaml", old, new)
    found = problems(folder)
    assert {Path(p.file).name for p in found} == {"terms.yaml"}
    if "provisons" not in new:  # which is one unknown key, and one that is missing
        assert only(found).line == line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("on: 2005-01-10", "on: 2005-01-32"),
        ("id: F5", "id: f5"),
        ("kind: prospectus-unusable", "kind: prospectus-unuseable"),
    ],
)
def test_a_default_opened_by_a_refused_event_is_not_also_reported_as_unknown(
    folder: Path, old: str, new: str
) -> None:
    line = change(folder / "histories/story.yaml", old, new)
    assert only(problems(folder)).line == line


def test_a_correction_of_an_event_of_unknown_kind_is_not_reported_as_changing_the_kind(
    folder: Path,
) -> None:
    facts(
        folder,
        "  - {id: F1, kind: prospectus-usble, on: 2005-01-10}\n"
        "  - {id: F2, kind: prospectus-usable, on: 2005-01-11, corrects: F1}\n",
    )
    assert only(problems(folder)).where == "facts.0.kind"


def test_references_to_parties_are_checked_even_if_the_parties_are_invalid(folder: Path) -> None:
    text = (folder / "terms.yaml").read_text(encoding="utf-8")
    start, end = text.index("parties:"), text.index("# Each lot")
    (folder / "terms.yaml").write_text(f"{text[:start]}parties: {{}}\n{text[end:]}", "utf-8")
    assert {"provisions.0.owed_by", "provisions.1.owed_by"} < {where for *_, where in told(folder)}


def test_empty_terms_are_one_problem(folder: Path) -> None:
    (folder / "terms.yaml").write_text("# nothing yet\n", encoding="utf-8")
    found = only(problems(folder))
    assert (found.where, found.given) == ("the file", "nothing")
    wording("refusal/everything-wrong", found.allowed)


def test_events_of_the_wrong_type_are_refused_without_a_crash(folder: Path) -> None:
    facts(folder, "  - just text\n  - {1: 2, id: [F1], kind: {a: b}, on: 3, given: {}}\n")
    assert {file for file, *_ in told(folder)} == {"facts.yaml"}


def test_terms_of_the_wrong_type_are_refused_without_a_crash(folder: Path) -> None:
    (folder / "terms.yaml").write_text("provisions: [1, {type: [x], id: {}}]\n", "utf-8")
    assert {file for file, *_ in told(folder)} == {"terms.yaml"}
