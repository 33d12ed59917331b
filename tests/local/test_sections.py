"""A Section of an agreement leads to its provision, its code and its cases in one step."""

import pytest

from local import sections
from local.sections import LIBRARY, Entry, is_under, parts


def _found(section: str, provision: str) -> Entry:
    (found,) = [e for e in sections.rows(section) if e.provision == provision]
    return found


def test_the_trustee_notice_is_found_by_its_section() -> None:
    found = _found("3(b)", "trustee-notice (notice)")
    assert found.code == ("engine/obligations.py", "engine/if_missed.py")
    assert {"TN-01", "TN-02"} <= set(found.cases)


def test_a_section_includes_what_is_under_it() -> None:
    assert {e.section for e in sections.rows("3(a)")} >= {
        "3(a)",
        "3(a)(i)",
        "3(a)(ii)",
        "3(a)(iii)",
    }


def test_every_provision_leads_to_code_that_is_there() -> None:
    for entry in sections.entries():
        is_computed = not entry.provision.startswith("not modeled")
        assert bool(entry.code) is is_computed, entry
        assert all((LIBRARY / module).exists() for module in entry.code), entry


@pytest.mark.parametrize(
    ("section", "whole", "expected"),
    [
        ("3(a)(ii)", "3(a)", True),
        ("3(a)", "3(a)", True),
        ("3(a)", "3(a)(ii)", False),
        ("10(d)", "1", False),
        ("3(b)", "3", True),
    ],
)
def test_what_is_under_a_section(section: str, whole: str, expected: bool) -> None:
    assert is_under(section, whole) is expected


def test_a_list_of_sections_names_each() -> None:
    assert parts("2(b); 4(d)") == ["2(b)", "4(d)"]
    assert parts("3(a)(ii) then 2(a)(iii)") == ["3(a)(ii)", "2(a)(iii)"]


def test_a_section_that_is_not_there_is_refused_with_those_that_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["sections", "99"])
    assert sections.main() == 2
    assert "no Section '99'; there are" in capsys.readouterr().err
