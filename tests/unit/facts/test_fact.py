"""Reading facts: every mistake with its line, several at once, and nothing half-loaded."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from dealclock.errors import InvalidError
from dealclock.facts.fact import FactsFile, read_facts
from dealclock.facts.kinds import KINDS, unknown_kinds
from dealclock.facts.terms_checks import list_terms_problems
from dealclock.files.source import Source, parse, parse_file

SAMPLE = Path(__file__).parents[3] / "agreements" / "infocrossing-2004"
FILED = "  - {id: F1, kind: registration-statement-filed, on: 2004-07-13}\n"


def _read(text: str) -> FactsFile:
    return read_facts(parse(text, "facts.yaml"))


def _problems(*lines: str) -> list[str]:
    with pytest.raises(InvalidError) as refused:
        _read("facts:\n" + "".join(lines))
    return [str(p).removeprefix("facts.yaml:") for p in refused.value.problems]


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "facts: []\n", "history: Before\n"])
def test_a_file_without_facts_is_zero_facts_and_no_mistake(text: str) -> None:
    assert _read(text).facts == ()


def test_a_fact_is_read_with_its_defaults() -> None:
    fact = _read("facts:\n" + FILED).facts[0]
    assert (fact.id, fact.on, fact.basis) == ("F1", date(2004, 7, 13), "deal record")
    assert (fact.recorded_at, fact.corrects, fact.given) == (None, None, ())


def test_the_sample_histories_have_the_intended_events() -> None:
    counted = {
        name: len(read_facts(parse_file(SAMPLE / name)).facts)
        for name in ("facts.yaml", "histories/story.yaml", "histories/never-effective.yaml")
    }
    assert counted == {
        "facts.yaml": 1,
        "histories/story.yaml": 15,
        "histories/never-effective.yaml": 4,
    }


def test_an_instant_is_kept_in_universal_time() -> None:
    text = "facts:\n" + FILED.replace("13}", "13, recorded_at: 2004-07-13T18:00-04:00}")
    assert _read(text).facts[0].recorded_at == datetime(2004, 7, 13, 22, tzinfo=UTC)


INSTANT = "give an instant with its offset, such as 2004-07-13T18:00-04:00"
NOTICE = "  - {id: F1, kind: trustee-notified, about: default-ii, on: 2004-11-01, given: "


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            FILED.replace("13}", "13, recorded_at: 2004-07-13T18:00}"),
            f"facts.0.recorded_at: given '2004-07-13T18:00'; {INSTANT}",
        ),
        (
            FILED.replace("13}", "13, recorded_at: 2004-07-13}"),
            f"facts.0.recorded_at: given 2004-07-13; {INSTANT}",
        ),
        (
            FILED.replace("13}", "13, recorded_at: 20040713}"),
            f"facts.0.recorded_at: given 20040713; {INSTANT}",
        ),
        (
            FILED.replace("07-13", "02-30"),
            "facts.0.on: given '2004-02-30'; give a date that exists, such as 2004-07-13",
        ),
        (
            FILED.replace("F1", "f1"),
            (
                "facts.0.id: given 'f1'; use capitals, digits and hyphens, starting with a "
                "letter, such as F7"
            ),
        ),
        (
            FILED.replace("13}", "13, basis: rumour}"),
            (
                "facts.0.basis: given 'rumour'; allowed: 'deal record', 'public record' or "
                "'hypothetical'"
            ),
        ),
        (
            FILED.replace("13}", "13, noet: x}"),
            (
                "facts.0.noet: given 'noet'; allowed here: about, amount, basis, corrects, "
                "evidence, given, holder, id, kind, lot, note, on, ratio, recorded_at, "
                "recorded_by, released, shares, target, time, to, unadjusted. Did you mean 'note'?"
            ),
        ),
        (
            FILED.replace("13}", "13, corrects: F0}"),
            "facts.0.corrects: given 'F0'; give the id of an event recorded before this one",
        ),
        (
            FILED.replace("13}", "13, corrects: F1}"),
            "facts.0.corrects: given 'F1'; give the id of an event recorded before this one",
        ),
        (
            "  - {id: F1, kind: sale-notice, on: 2004-12-13}\n",
            (
                "facts.0.given: given nothing; sale-notice needs its recipients, the method of "
                "delivery and the date"
            ),
        ),
        (
            "  - {id: F1, kind: default-confirmed, on: 2004-12-13}\n",
            (
                "facts.0.about: given nothing; default-confirmed needs the default or obligation "
                "it is about"
            ),
        ),
        (
            NOTICE + "[{to: trustee, method: pigeon, on: 2004-11-01}]}\n",
            (
                "facts.0.given.0.method: given 'pigeon'; allowed: 'hand', 'fax', "
                "'telex', 'courier', "
                "'mail' or 'e-mail'"
            ),
        ),
        (
            NOTICE + "[{to: trustee, method: fax, on: 2004-11-01, ack: 2004-11-01}]}\n",
            "facts.0.given.0.ack: given 'ack'; allowed here: acknowledged, method, on, to.",
        ),
        (
            NOTICE + "[{to: trustee, method: hand}]}\n",
            "facts.0.given.0: given nothing; give 'on'",
        ),
    ],
)
def test_a_mistake_in_an_event_is_reported_with_its_line(line: str, message: str) -> None:
    assert _problems(line) == [f"2: {message}"]


def test_a_fax_acknowledged_before_it_was_sent_is_refused() -> None:
    given = "[{to: trustee, method: fax, on: 2004-11-02, acknowledged: 2004-11-01}]}\n"
    (problem,) = _problems(NOTICE + given)
    assert problem.startswith("2: facts.0.given: given ")
    assert problem.endswith("; give a receipt date no earlier than the date the notice was sent")


def test_an_unknown_kind_is_refused_with_those_similar_and_where_all_are_listed() -> None:
    (problem,) = _problems(FILED.replace("statement-filed", "statment-filed"))
    assert problem.startswith("2: facts.0.kind: given 'registration-statment-filed'; no such kind")
    assert problem.endswith(" Did you mean 'registration-statement-filed'?")
    assert f"docs/terms.md lists all {len(KINDS)}." in problem


def test_two_facts_with_one_id_are_refused() -> None:
    assert _problems(FILED, FILED) == ["3: facts.1.id: given 'F1'; give each event its own id"]


def test_a_correction_of_another_kind_of_fact_is_refused() -> None:
    other = "  - {id: F2, kind: prospectus-usable, on: 2005-01-01, corrects: F1}\n"
    assert _problems(FILED, other) == [
        (
            "3: facts.1.corrects: given 'F1'; a correction keeps its kind; F1 is "
            "registration-statement-filed"
        )
    ]


def test_a_second_correction_of_one_fact_is_refused_with_the_one_to_correct() -> None:
    second = FILED.replace("F1", "F2").replace("13}", "14, corrects: F1}")
    third = FILED.replace("F1", "F3").replace("13}", "15, corrects: F1}")
    assert _problems(FILED, second, third) == [
        "4: facts.2.corrects: given 'F1'; F2 already corrects it; correct F2 instead"
    ]


def test_a_correction_of_a_correction_is_accepted() -> None:
    second = FILED.replace("F1", "F2").replace("13}", "14, corrects: F1}")
    third = FILED.replace("F1", "F3").replace("13}", "15, corrects: F2}")
    assert len(_read("facts:\n" + FILED + second + third).facts) == 3


def test_several_mistakes_of_different_kinds_are_reported_at_once() -> None:
    problems = _problems(
        FILED.replace("07-13", "02-30"),
        FILED.replace("F1", "F2").replace("filed", "fled"),
        FILED.replace("F1", "F3").replace("13}", "13, basis: rumour}"),
        FILED.replace("F1", "F4").replace("13}", "13, recorded_at: 2004-07-13T18:00}"),
        "  - {id: F4, kind: sale-notice, on: 2004-12-13}\n",
    )
    assert [problem.split(": given")[0] for problem in problems] == [
        "2: facts.0.on",
        "3: facts.1.kind",
        "4: facts.2.basis",
        "5: facts.3.recorded_at",
        "6: facts.4.given",
        "6: facts.4.id",
    ]


def test_a_correction_of_a_fact_that_could_not_be_read_is_not_called_unknown() -> None:
    problems = _problems(
        FILED.replace("07-13", "02-30"),
        FILED.replace("F1", "F2").replace("13}", "13, corrects: F1}"),
    )
    assert [problem.split(": given")[0] for problem in problems] == ["2: facts.0.on"]


def test_more_facts_than_a_deal_has_are_refused() -> None:
    one = {"kind": "registration-statement-filed", "on": date(2004, 7, 13)}
    many = [{"id": f"F{n}", **one} for n in range(5001)]
    with pytest.raises(InvalidError, match="at most 5000 items"):
        read_facts(Source("facts.yaml", {"facts": many}, {}))
    assert len(read_facts(Source("facts.yaml", {"facts": many[1:]}, {})).facts) == 5000


def test_the_sample_terms_name_only_kinds_of_fact_there_are() -> None:
    assert list(unknown_kinds(parse_file(SAMPLE / "terms.yaml").data)) == []


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("met_by: registration-statement-filed", "met_by: filed", "provisions.0.met_by"),
        ("cured_by: registration-statement-filed", "cured_by: x", "provisions.0.on_lapse.cured_by"),
        ("begins_with: registration", "begins_with: regstration", "provisions.2.begins_with"),
        ("opened_by: prospectus-unusable", "opened_by: unusable", "provisions.3.opened_by"),
        ("ends_with: suspension-ended", "ends_with: suspension-end", "provisions.4.ends_with"),
        ("issued: notes-issued", "issued: notes-isued", "securities.1.issued"),
    ],
)
def test_an_unknown_event_kind_in_the_terms_is_reported_with_its_line(
    old: str, new: str, where: str
) -> None:
    text = (SAMPLE / "terms.yaml").read_text(encoding="utf-8").replace(old, new, 1)
    source = parse(text, "terms.yaml")
    (problem,) = list_terms_problems(source)
    line = next(n for n, words in enumerate(text.splitlines(), 1) if new in words)
    assert (problem.line, problem.where) == (line, where)
    assert problem.allowed.startswith("no such kind of event; docs/terms.md lists all ")
