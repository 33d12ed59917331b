"""Titles safe for any reader: no party's name, no amount, never the word default."""

from dataclasses import replace

import pytest

from dealclock.messages.safe_title import is_safe, safe_name, safe_title
from tests.unit.engine.deals import sample_terms
from tests.unit.messages.messages import every_message, message


def test_a_title_is_the_provisions_own_with_its_section() -> None:
    said = message("Granite-Story", "2004-11-01", "trustee-notice/default-ii")
    assert safe_title(said.alert, said.view) == "Trustee notice, Section 3(b)"


@pytest.mark.parametrize(
    "title",
    [
        "Notice of Default",
        "Notice to Wells Fargo",
        "Payment to infocrossing, inc.",
        "Payment of $8,750.00",
        "Payment of 285,000",
        "Step to 1.00",
        "Step to 3%",
    ],
)
def test_an_unsafe_title_becomes_the_plain_word_of_its_kind(title: str) -> None:
    said = message("Granite-Story", "2004-11-01", "trustee-notice/default-ii")
    assert not is_safe(title, sample_terms())
    assert safe_title(replace(said.alert, title=title), said.view) == "Notice, Section 3(b)"


def test_a_description_of_a_class_is_not_a_name() -> None:
    # the party "the Holders of Transfer Restricted Securities" is a class
    assert is_safe("Filing to name a late Holder", sample_terms())
    assert is_safe("Transfer of the Notes", sample_terms())


def test_every_title_of_the_histories_is_safe_and_a_default_is_only_to_be_confirmed() -> None:
    for said in every_message():
        title = safe_title(said.alert, said.view)
        assert is_safe(title, sample_terms())
        assert title.startswith("Event to confirm, ") == (said.alert.kind == "default")


def test_calendars_and_subjects_show_the_same_title() -> None:
    assert safe_name("notice", "Trustee notice", sample_terms()) == "Trustee notice"
    assert safe_name("notice", "Notice of Default", sample_terms()) == "Notice"
    assert safe_name("anything new", "", sample_terms()) == "Date"
