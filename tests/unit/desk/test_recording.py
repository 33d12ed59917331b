"""Recording events by form: kind, fields, preview, confirmation; each refusal at its field."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from dealclock.desk import load
from dealclock.desk.interactions import options
from dealclock.engine.assess import assess
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS, menu
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.plan import assess_deal
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.messages.event_form import correcting, event_fields, marked
from dealclock.messages.form import ActForm, Choice, Preview
from dealclock.messages.slack_views.forms import DETAILS, modal
from dealclock.store import Bundle, Store
from local.slack.validate import view_problems
from tests.contract.store import samples
from tests.contract.store.samples import fact
from tests.golden.wording import wording
from tests.unit.desk.office import Office, texts

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
DAY = date(2005, 5, 20)
EFFECTIVE = "registration-statement-effective"


@pytest.fixture
def office(store: Store, tmp_path: Path) -> Iterator[Office]:
    """Story, a rehearsal on May 20, 2005, filed in time and not effective yet."""
    filed = fact("F1", recorded_at=datetime(2004, 7, 13, 15, tzinfo=UTC))
    store.deals.load(samples.rehearsal(filed), NOW, "tests")
    store.deals.rehearse_to("story", DAY, NOW, "tests")
    made = Office.of(store, tmp_path, NOW)
    yield made
    made.close()


def opened(office: Office, text: str = f"record {EFFECTIVE} 2005-05-16") -> str:
    office.type(text)
    return str(office.form["id"])


def submit(office: Office, view: str, **values: Any) -> dict[str, Any]:
    named = {name.replace("_", "-"): value for name, value in values.items()}
    return office.do("submit", view=view, values=named)


def read(office: Office) -> str:
    return "\n".join(texts(office.form["blocks"]))


def test_a_preview_makes_two_assessments_and_reads_the_deal_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal as it is and as it would be; the fields are filled from the first of the two."""
    view = opened(office)
    made: list[date] = []
    read_of: list[str] = []
    real_deal, real_changes = office.store.deals.get, office.store.deals.changes

    def counted(*args: Any, **more: Any) -> Any:
        made.append(args[0].as_of)
        return assess(*args, **more)

    def read_deal(deal: str, *versions: int) -> Any:
        read_of.append(deal)
        return real_deal(deal, *versions)

    def read_changes(bundle: Bundle) -> Any:
        read_of.append(bundle.id)
        return real_changes(bundle)

    monkeypatch.setattr(assess_deal, "assess", counted)
    monkeypatch.setattr(load, "assess", counted)
    monkeypatch.setattr(type(office.store.deals), "get", lambda _, *args: read_deal(*args))
    monkeypatch.setattr(type(office.store.deals), "changes", lambda _, bundle: read_changes(bundle))
    submit(office, view)
    wording("form/recording", read(office))
    assert (len(made), read_of) == (2, ["story"])


def test_future_events_of_a_rehearsal_file_are_not_offered(
    office: Office,
) -> None:
    deal = office.store.deals.get("story")
    assert deal is not None
    known = Fact.model_validate(
        {"id": "F2", "kind": "prospectus-unusable", "on": "2005-05-20", "holder": "elm"}
    )
    to_come = known.model_copy(update={"id": "F3", "on": date(2005, 5, 23), "holder": "oak"})
    told_later = known.model_copy(
        update={"id": "F4", "recorded_at": datetime(2005, 5, 21, 5, tzinfo=UTC), "holder": "ash"}
    )
    facts = (*deal.log.facts, known, to_come, told_later)
    later = replace(deal, log=replace(deal.log, facts=facts))
    today = assess_as_of(later, *deal_now(later, NOW), compare=False)
    assert options.holders(later, today) == ["elm"]
    ((heading, offered),) = options.abouts(later, KINDS["misstatement-known"], today)
    assert (heading, [each.value for each in offered]) == ("Facts", ["F2", "F1"])
    defaults = str(options.abouts(later, KINDS["default-confirmed"], today))
    assert "default-iii/F2" in defaults
    assert "default-iii/F3" not in defaults
    assert "default-iii/F4" not in defaults


def test_an_extension_may_refer_to_a_suspension_notice_still_on_its_way(
    office: Office,
) -> None:
    """A notice mailed on May 20, 2005 is deemed given on the 27th: it has no window yet."""
    deal = office.store.deals.get("story")
    assert deal is not None
    mailed = {"to": "holders", "method": "mail", "on": "2005-05-20"}
    notice = Fact.model_validate(
        {"id": "F2", "kind": "suspension-notice", "on": "2005-05-20", "given": [mailed]}
    )
    later = replace(deal, log=replace(deal.log, facts=(*deal.log.facts, notice)))
    today = assess_as_of(later, *deal_now(later, NOW), compare=False)
    for kind in ("suspension-extended", "suspension-improper"):
        ((heading, offered),) = options.abouts(later, KINDS[kind], today)
        assert heading == "Suspension Notices"
        assert [each.value for each in offered] == ["suspension/F2"]


def test_a_correction_in_a_rehearsal_is_known_only_from_its_own_day(
    office: Office,
) -> None:
    """The filing of July 13, 2004, found on May 20, 2005 to have been on July 16: a day late."""
    office.type("correct F1")
    view = office.form["id"]
    submit(office, view, on="2004-07-16")
    submit(office, view)
    deal = office.store.deals.get("story")
    assert deal is not None
    (filed, later) = deal.log.facts
    assert later.recorded_at == datetime(2005, 5, 21, 4, tzinfo=UTC)  # May 20 ends in New York
    assert filed.recorded_at == datetime(2004, 7, 13, 15, tzinfo=UTC)

    def met(known_at: datetime) -> tuple[date | None, list[str]]:
        found = assess_as_of(deal, DAY, known_at, compare=False)
        (filing,) = [o for o in found.obligations if o.instance == "shelf-filing"]
        return filing.done_on, [d.instance for d in found.defaults if d.id == "default-i"]

    before = datetime(2005, 5, 20, 3, tzinfo=UTC)
    assert met(before) == (date(2004, 7, 13), [])
    assert met(datetime(2005, 5, 21, 4, tzinfo=UTC)) == (date(2004, 7, 16), ["default-i"])


def test_typed_text_is_harmless_wherever_it_is_shown_again(office: Office) -> None:
    view = opened(office, "record notes-converted 2005-05-16")
    lot = office.store.deals.get("story").terms.securities[0].id  # type: ignore[union-attr]
    note = "<!channel> & <https://x.example|click> " * 10
    submit(office, view, lot=lot, amount="1000", note=note, evidence="<@U01MARIA>")
    for block in office.form["blocks"]:
        if block["type"] in ("section", "context"):
            assert "<!" not in str(block)
            assert "<@" not in str(block)


@pytest.mark.full
@pytest.mark.parametrize("kind", [k for k in KINDS if not KINDS[k].retracts])
def test_every_kind_has_a_form_that_slack_accepts(kind: str) -> None:
    many = [Choice(f"{'n' * 140}{i}", "&" * 500, "<" * 500) for i in range(500)]
    choices = {
        "given-to": [("", many[:100])],
        "given-method": [("", many[:6])],
        "lot": [("", many[:100])],
        "about": [("Facts & more " * 20, many), ("Other", many)],
    }
    more: dict[str, Any] = {"deemed": "d" * 4000, "holders": ["h" * 60] * 12, "previewed": True}
    wrong, notes = correcting("F1", many[:3])
    form = ActForm(
        "Correct an event",
        marked("C" * 300, rehearsal=True),
        KINDS[kind].description,
        [wrong, *event_fields(KINDS[kind], DAY, choices, **more)],
        values={"note": "n" * 5000, "on": "2005-05-16"},
        notes=notes,
        preview=Preview("<&>" * 2000, ["*moves* <!here>" * 300] * 12, ["c" * 4000] * 3),
    )
    view = modal(DETAILS, form, "{}")
    assert view_problems(view, "modal") == []
    assert len(str(view)) < 200_000


def test_every_kind_is_offered_by_some_agreement_or_concerns_a_conclusion() -> None:
    offered = {k.id for _, kinds in menu(samples.terms()) for k in kinds}
    assert len(offered) > 60
    assert offered < set(KINDS)
