"""How a digest reads: what its preview gives away, what is cut, and how it stands in Slack."""

from dataclasses import replace
from datetime import date, datetime

import pytest

from dealclock.alerts.digest import Digest, digest
from dealclock.alerts.responses import AlertResponse
from dealclock.render import digest as render
from dealclock.render import mail, plain, slack
from dealclock.render.message import Message
from tests.golden.values import shows, values
from tests.golden.wording import items, wording
from tests.unit.engine.deals import history
from tests.unit.render.messages import SECRET, team, view_of

WORDS_OF_THE_BODY = (*SECRET, "$", "default", "Default")


def part(on: str, who: str = "maria", code_name: str = "Granite") -> render.DigestPart:
    of = team().model_copy(update={"code_name": code_name})
    view = view_of(history("story"), on, of=of, rehearsal=False)
    person = of.access.person(who)
    assert person is not None
    return render.DigestPart(view, digest(view.assessment, of, person, view.calendar))


def told(
    *parts: render.DigestPart, not_assessed: tuple[str, ...] = (), rehearsal: bool = False
) -> Message:
    return render.compose_digest(parts, not_assessed, parts[0].view.assessment.as_of, rehearsal)


def body(said: Message) -> list[str]:
    return plain.as_mail_text(said).splitlines()


def test_a_morning_after_a_missed_target_reads_from_the_gravest_to_what_accrues() -> None:
    said = body(told(part("2004-11-08")))
    # Oct 29 to Nov 8, excluded, is 9 days of 30/360: 9 x $60,000,000 x 0.25% / 360.
    assert values(wording("message/digest", said)) == [
        *("2004-11-08",),
        *("2004-10-28", "2(a)(ii)", "Maria Lopez"),
        *("$3,750.00", "$3,750.00", "0.25%", "3(a)"),
        *("3(a)(ii)", "2004-10-28", "2004-10-29", "default-ii"),
    ]


def test_several_deals_stand_together_the_soonest_first_each_by_its_code_name() -> None:
    said = told(part("2004-10-27", code_name="Granite"), part("2004-10-27", code_name="Basalt"))
    assert values(wording("message/digest", said.preview)) == ["2004-10-27"]
    assert values(wording("message/digest", said.headline, "second")) == ["2"]
    named = [line for line in body(said) if "(effectiveness)" in line]
    assert [values(line)[0] for line in named] == ["2004-10-28", "2004-10-28"]


@pytest.mark.parametrize("on", ["2004-10-29", "2004-11-08", "2005-01-03", "2005-02-07"])
@pytest.mark.parametrize("deals", [1, 2])
def test_nothing_of_the_matter_is_seen_before_it_is_opened(on: str, deals: int) -> None:
    said = told(*(part(on, code_name=f"Granite-{'AB'[i]}") for i in range(deals)))
    first = slack.message(said)
    for seen in (said.preview, said.headline, first.text, str(first.blocks[0])):
        assert not [word for word in WORDS_OF_THE_BODY if word in seen]


def test_no_party_is_named_anywhere() -> None:
    for on in ("2004-10-29", "2005-01-19", "2005-02-07"):
        assert not [word for word in SECRET if word in plain.as_mail_text(told(part(on)))]


def test_a_rehearsal_says_so_first() -> None:
    said = told(part("2004-11-08"), rehearsal=True)
    assert values(wording("message/digest", said.preview)) == ["2004-11-08"]
    assert said.headline == "REHEARSAL: Morning digest"


def test_a_deal_not_assessed_is_named_first_and_counts_among_the_deals() -> None:
    said = told(part("2004-11-08"), not_assessed=("Basalt",))
    assert values(wording("message/digest", said.preview)) == ["2004-11-08"]
    assert said.sections[0].title == "Not assessed today"
    wording("message/digest", said.sections[0].lines, "second")


def _handled(due: date | None, until: date) -> tuple[AlertResponse, ...]:
    at = datetime.fromisoformat("2004-10-26T10:00:00-04:00")
    return (AlertResponse("effectiveness", due, 0, "snoozed", "tom", at, until),)


def test_an_answer_is_marked_while_it_holds_and_for_the_date_it_was_given_to() -> None:
    one = part("2004-10-26")
    due = date(2004, 10, 28)

    def mark(handled: tuple[AlertResponse, ...]) -> str:
        view = replace(one.view, handled=handled)
        lines = body(told(render.DigestPart(view, one.digest)))
        return next(line for line in lines if "(effectiveness)" in line).rpartition(" - ")[2]

    assert values(wording("message/digest", mark(_handled(due, date(2004, 10, 27))))) == [
        "Tom Becker",
        "2004-10-27",
    ]
    assert "snoozed" not in mark(_handled(due, date(2004, 10, 26)))
    assert "snoozed" not in mark(_handled(date(2004, 10, 27), date(2004, 10, 27)))


def test_five_hundred_matters_of_two_hundred_deals_are_cut_visibly_and_fit_in_slack() -> None:
    one = part("2004-10-27")
    three = render.DigestPart(
        one.view, Digest(missed=one.digest.due[:1], due=one.digest.due[:2] * 1)
    )
    parts = []
    for i in range(200):
        of = one.view.team.model_copy(update={"code_name": f"Deal{i:03}"})
        parts.append(render.DigestPart(replace(one.view, team=of), three.digest))
    said = told(*parts)
    assert sum(len(p.digest.missed) + len(p.digest.due) for p in parts) >= 500
    text = plain.as_mail_text(said)
    assert shows(wording("message/digest", items(text, "160")), "160")
    assert shows(wording("message/digest", items(text, "360"), "second"), "360")
    message = slack.message(said)
    assert len(message.blocks) <= 50
    assert len(str(message.blocks)) < 20_000
    for block in message.blocks:
        if block["type"] == "section":
            assert len(block["text"]["text"]) <= 3000
    assert "`/deal next`" in str(message.blocks[-3:])


def test_the_mail_says_the_same_as_its_text() -> None:
    said = told(part("2004-11-08"))
    page = mail.html(said)
    for section in said.sections:
        for line in section.lines:
            assert line in page
