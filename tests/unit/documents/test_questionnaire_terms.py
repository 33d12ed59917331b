"""Terms about Questionnaires with unknown or unfitting references are refused."""

import shutil
from pathlib import Path

import pytest

from dealclock.documents.deal_files import read_deal
from dealclock.errors import InvalidError
from tests.golden.wording import wording

SAMPLE = Path("agreements/infocrossing-2004")


def _refused(folder: Path, old: str, new: str) -> tuple[str, str, str]:
    """The one problem of the sample with one change: its place in the rule, and what it says."""
    deal = Path(shutil.copytree(SAMPLE, folder / "granite"))
    text = (deal / "terms.yaml").read_text(encoding="utf-8")
    assert old in text
    (deal / "terms.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InvalidError) as refused:
        read_deal(deal, deal / "facts.yaml")
    (problem,) = refused.value.problems
    return problem.where.split(".", 2)[2], problem.given, problem.allowed


@pytest.mark.parametrize(
    ("old", "new", "where", "given", "allowed"),
    [
        (
            "delivered_to: [trustee, registered-holder]",
            "delivered_to: [trustee, custodian]",
            "printed.delivered_to.1",
            "'custodian'",
            "give a party: ",
        ),
        (
            "late_after: questionnaire-deadline",
            "late_after: questionnaire-window",
            "late_after",
            "'questionnaire-window'",
            "give one of: additional-information, questionnaire-deadline.",
        ),
        (
            "entitles_to: additional-interest",
            "entitles_to: payment",
            "entitles_to",
            "'payment'",
            "give a stream: additional-interest.",
        ),
        (
            "before_intended: effectiveness-intended",
            "before_intended: registration-statement-effective",
            "before_intended",
            "'registration-statement-effective'",
            "give a kind that says which day it names: effectiveness-intended",
        ),
        (
            "leaves_time_before: effectiveness-intended",
            "leaves_time_before: questionnaire-mailed",
            "leaves_time_before",
            "'questionnaire-mailed'",
            "give a kind that says which day it names: effectiveness-intended",
        ),
        (
            "met_by: questionnaire-returned",
            "met_by: sale-notice",
            "met_by",
            "'sale-notice'",
            "give a kind that says which Holder it is of",
        ),
        (
            "counts: [holders-named-by-amendment]",
            "counts: [holders-named-by-amendment, holders-named]",
            "once_effective.counts.1",
            "'holders-named'",
            "no such kind of event; ",
        ),
        (
            "effective_with: registration-statement-effective",
            "effective_with: effective",
            "effective_with",
            "'effective'",
            "no such kind of event; ",
        ),
        (
            "period: fiscal quarter",
            "period: quarter",
            "before_effective.period",
            "'quarter'",
            "allowed: 'fiscal quarter' or 'semi-annual period'",
        ),
    ],
)
def test_a_mistake_in_a_reference_of_a_rule_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, where: str, given: str, allowed: str
) -> None:
    found = _refused(tmp_path, old, new)
    assert found[:2] == (where, given)
    assert found[2].startswith(allowed)


def test_a_limit_by_fiscal_year_needs_a_fiscal_year(tmp_path: Path) -> None:
    deal = Path(shutil.copytree(SAMPLE, tmp_path / "granite"))
    text = (deal / "terms.yaml").read_text(encoding="utf-8")
    without = text.replace("fiscal_year_ends: {month: 12, day: 31}\n", "", 1)
    assert without != text
    (deal / "terms.yaml").write_text(without, encoding="utf-8")
    with pytest.raises(InvalidError) as refused:
        read_deal(deal, deal / "facts.yaml")
    (problem,) = refused.value.problems
    wording("refusal/questionnaire-terms", problem.allowed)
