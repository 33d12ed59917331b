"""A digest as its reader sees it: its preview, what is cut, and its Slack layout."""

from dataclasses import replace
from datetime import date, datetime

import pytest

from dealclock.alerts.digest import CheckedMornings, Digest, compose_digest
from dealclock.messages import digest as render
from dealclock.messages import mail, plain, slack
from dealclock.messages.message import Message
from dealclock.people.acts import Act
from tests.golden.values import shows, values
from tests.golden.wording import items, wording
from tests.unit.engine.deals import history
from tests.unit.messages.messages import SECRET, team, view_of

WORDS_OF_THE_BODY = (*SECRET, "$", "default", "Default")


def part(on: str, who: str = "maria", code_name: str = "Granite") -> render.DigestPart:
    of = team().model_copy(update={"code_name": code_name})
    view = view_of(history("story"), on, of=of, rehearsal=False)
    person = of.access.person(who)
    assert person is not None
    return render.DigestPart(view, compose_digest(view.assessment, of, person, view.calendar), who)


def digest_message(
    *parts: render.DigestPart,
    not_assessed: tuple[str, ...] = (),
    rehearsal: bool = False,
    week: render.WeeklyLine | None = None,
) -> Message:
    day = parts[0].view.assessment.as_of
    return render.compose_digest(parts, not_assessed, day, rehearsal, week)


def body(said: Message) -> list[str]:
    return plain.as_mail_text(said).splitlines()


def test_a_morning_after_an_overdue_target_reads_from_the_most_serious_to_what_accrues() -> None:
    said = body(digest_message(part("2004-11-08")))
    # Oct 29 to Nov 8, excluded, is 9 days of 30/360: 9 x $60,000,000 x 0.25% / 360.
    assert values(wording("message/digest", said)) == [
        *("11-08", "11-08"),
        *("$3,750.00", "0.25%", "3(a)"),
        *("10-28", "3(a)(ii)"),
        *("10-28", "2(a)(ii)"),
    ]


def sections(*parts: render.DigestPart) -> list[list[str]]:
    """The Sections that each part of a digest's message names, in order."""
    found = [line for section in digest_message(*parts).sections for line in section.lines]
    return [[v for v in values(line) if "(" in v] for line in found]


def test_what_becomes_a_default_leads_what_is_due_on_the_same_day() -> None:
    assert sections(part("2004-10-21")) == [["2(a)(ii)"], ["4(b)(xiv)"], ["4(b)(xvii)"]]


def test_a_digest_ends_with_the_teams_own_targets() -> None:
    one = part("2005-01-14")
    duty = next(u for u in one.view.assessment.duties if u.id == "correcting-filing")
    passed = replace(duty, target=date(2005, 1, 12))  # the team's own day, of Section 4(b)(i)
    late = replace(one, digest=replace(one.digest, targets=(passed,)))
    said = wording("message/digest", body(digest_message(late)))
    assert [v for v in values(said) if "(" in v] == ["3(a)(iii)", "3(b)", "4(b)(i)"]


def test_only_what_is_due_today_is_due_today() -> None:
    one = part("2004-10-22")  # a Friday
    (owed,) = [o for o in one.digest.due if o.instance == "effectiveness"]
    for due, safe, left in (
        (22, None, "due today"),
        (23, None, "last Business Day is today"),
        (25, None, "due in 1 Business Day"),
        (25, 21, "may be overdue"),
    ):
        end = date(2004, 10, safe) if safe else None
        moved = replace(owed, due=date(2004, 10, due), safe_together=end)
        (section,) = digest_message(replace(one, digest=Digest(due=(moved,)))).sections
        assert left in section.lines[0]


def test_several_deals_are_ordered_by_date_each_with_its_code_name() -> None:
    said = digest_message(
        part("2004-10-27", code_name="Granite"), part("2004-10-27", code_name="Basalt")
    )
    assert values(wording("message/digest", said.preview)) == ["10-27", "2"]
    named = [line for line in body(said) if "2(a)(ii)" in line]
    assert [line.rpartition(" ")[2] for line in named] == ["(Basalt)", "(Granite)"]
    assert all(shows(line, "10-28") for line in named)


@pytest.mark.parametrize("on", ["2004-10-29", "2004-11-08", "2005-01-03", "2005-02-07"])
@pytest.mark.parametrize("deals", [1, 2])
def test_the_preview_reveals_nothing_of_the_matter(on: str, deals: int) -> None:
    said = digest_message(*(part(on, code_name=f"Granite-{'AB'[i]}") for i in range(deals)))
    first = slack.render_message(said)
    for seen in (said.preview, said.headline, first.text, str(first.blocks[0])):
        assert not [word for word in WORDS_OF_THE_BODY if word in seen]


def test_no_party_is_named() -> None:
    for on in ("2004-10-29", "2005-01-19", "2005-02-07"):
        assert not [word for word in SECRET if word in plain.as_mail_text(digest_message(part(on)))]


def test_a_rehearsal_says_so_first() -> None:
    said = digest_message(part("2004-11-08"), rehearsal=True)
    assert values(wording("message/digest", said.preview)) == ["11-08"]
    assert said.headline.startswith("REHEARSAL: ")


def test_a_deal_not_assessed_is_named_first_and_counts_among_the_deals() -> None:
    said = digest_message(part("2004-11-08"), not_assessed=("Basalt",))
    assert values(wording("message/digest", said.preview)) == ["11-08", "2"]
    assert said.sections[0].title == "Not assessed today"
    wording("message/digest", said.sections[0].lines, "second")


def _handled(due: date | None, until: date) -> tuple[Act, ...]:
    at = datetime.fromisoformat("2004-10-26T10:00:00-04:00")
    return (Act("snoozed", "effectiveness", "0", "tom", at, due=due, until=until),)


def test_an_acknowledgment_is_marked_while_active_and_for_the_date_it_was_given_for() -> None:
    one = part("2004-10-26")
    due = date(2004, 10, 28)

    def mark(handled: tuple[Act, ...]) -> str:
        view = replace(one.view, handled=handled)
        lines = body(digest_message(render.DigestPart(view, one.digest, "maria")))
        return next(line for line in lines if "2(a)(ii)" in line).rpartition(" - ")[2]

    assert values(wording("message/digest", mark(_handled(due, date(2004, 10, 27))))) == [
        "Tom Becker",
        "10-27",
    ]
    assert "snoozed" not in mark(_handled(due, date(2004, 10, 26)))
    assert "snoozed" not in mark(_handled(date(2004, 10, 27), date(2004, 10, 27)))


def of_two_hundred(on: str) -> Message:
    """Three items of each of two hundred deals."""
    one = part(on)
    parts = []
    for i in range(200):
        of = one.view.team.model_copy(update={"code_name": f"Deal{i:03}"})
        parts.append(render.DigestPart(replace(one.view, team=of), Digest(due=one.digest.due[:3])))
    return digest_message(*parts)


@pytest.mark.full
def test_six_hundred_items_of_two_hundred_deals_are_cut_visibly_and_fit_in_slack() -> None:
    said = of_two_hundred("2004-10-20")
    text = plain.as_mail_text(said)
    assert shows(wording("message/digest", items(text, "560")), "560")
    message = slack.render_message(said)
    assert len(message.blocks) <= 50
    assert len(str(message.blocks)) < 20_000
    for block in message.blocks:
        if block["type"] == "section":
            assert len(block["text"]["text"]) <= 3000
    assert "+560 more" in str(message.blocks)


@pytest.mark.full
@pytest.mark.parametrize("on", ["2004-10-27", "2004-10-28", "2004-10-29"])
def test_no_item_due_within_a_business_day_or_overdue_is_cut(on: str) -> None:
    """All six hundred are due on Thu, Oct 28, 2004: tomorrow, today, yesterday."""
    one = part(on)
    open_ = (one.digest.missed + one.digest.due)[:1]
    parts = [replace(one, digest=Digest(due=open_)) for _ in range(200)]
    text = plain.as_mail_text(digest_message(*parts))
    lines = [line for line in text.splitlines() if line.startswith("•")]
    assert len([line for line in lines if shows(line, "10-28")]) == 200


def test_five_items_are_a_line_each_and_little_more() -> None:
    one = part("2004-10-27")
    due = tuple(replace(one.digest.due[0], instance=f"due-{n}") for n in range(5))
    said = digest_message(replace(one, digest=Digest(due=due)))
    assert len([line for line in body(said) if line]) == 2 + 1 + 5 + 2  # quiet, title, items, feet
    assert max(map(len, body(said))) <= 90


def week(*missed: date, items: int = 0, deals: int = 1) -> render.WeeklyLine:
    names = tuple(f"Deal{n}" for n in range(deals))
    return render.WeeklyLine(CheckedMornings(5, missed), names, items)


def test_a_weekly_line_alone_says_what_was_checked_and_that_nothing_is_due() -> None:
    said = render.compose_digest((), (), date(2005, 1, 10), False, week(deals=4))
    assert values(wording("message/digest", said.preview)) == ["01-10", "4"]
    assert values(wording("message/digest", said.sections[0].lines, "second")) == ["5", "5", "4"]


def test_a_weekly_line_names_the_mornings_that_were_not_checked() -> None:
    one = week(date(2005, 1, 4), items=1)
    said = render.compose_digest((), (), date(2005, 1, 10), False, one)
    assert values(wording("message/digest", said.sections[0].lines)) == [
        "4",
        "5",
        "1",
        "1",
        "01-04",
    ]
    seven = week(*(date(2005, 1, n) for n in range(3, 10)), items=2)
    whole = replace(seven, mornings=replace(seven.mornings, total=9))
    said = render.compose_digest((), (), date(2005, 1, 17), False, whole)
    assert values(wording("message/digest", said.sections[0].lines, "second"))[-2:] == [
        "01-07",
        "2",
    ]


def test_the_owner_is_named_to_readers_who_are_not_the_owner() -> None:
    one = part("2004-10-27")
    (to_maria,) = [line for line in body(digest_message(one)) if "2(a)(ii)" in line]
    assert not shows(to_maria, "Maria Lopez")
    (to_tom,) = [
        line for line in body(digest_message(replace(one, reader="tom"))) if "2(a)(ii)" in line
    ]
    assert shows(to_tom, "Maria Lopez")


def test_the_email_says_the_same_as_its_text() -> None:
    said = digest_message(part("2004-11-08"))
    page = mail.render_html(said)
    for section in said.sections:
        for line in section.lines:
            assert line in page
