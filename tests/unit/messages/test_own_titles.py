"""What accrues and what defaults are called: as the terms call them."""

import json
from dataclasses import asdict
from datetime import date

from dealclock.answers.accrual import render_accrual
from dealclock.answers.status import render_status
from dealclock.documents import pdf
from dealclock.documents.drafts.text import TEXT
from dealclock.documents.paper import Lines, Paper, PartTitle
from dealclock.engine.assess import assess
from dealclock.engine.changes import compare
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.files.source import parse_file
from dealclock.messages import mail, plain, slack
from dealclock.messages.changes import render_lines
from dealclock.messages.headline import describe_default
from dealclock.messages.view import View, matters
from dealclock.people.team import read_team
from tests.unit.engine.deals import LETTER, ZONE
from tests.unit.messages.asking import lines
from tests.unit.messages.views import assessed_view
from tests.unit.terms.test_streams import PAYMENT, STREAM, terms_with

TWO_STEPS = {**STREAM, "title": "Late fee", "by age": [[1, 1.00], [91, 2.00]]}


def view(as_of: str) -> View:
    """The letter with a late fee for a filing due March 1, 2026, and nothing recorded."""
    terms, log = terms_with(TWO_STEPS, PAYMENT), FactLog((), ZONE)
    team = read_team(parse_file(LETTER / "team.yaml"))
    found = assess(Look(terms, log, date.fromisoformat(as_of)))
    return assessed_view(found, terms, 1, team, log, False)


def test_what_accrues_and_what_defaults_have_the_names_that_the_terms_give_them() -> None:
    now, later = view("2026-05-01"), view("2026-05-02")
    (default,) = now.assessment.defaults
    assert describe_default(default, now.terms) == "Possible Default"
    assert "Rate of Late fee" in [m.title for m in matters(now)]
    changed = render_lines(compare(now.assessment, later.assessment))
    said = "\n".join((*lines(render_status(now)), *lines(render_accrual(now)), *changed))
    assert "Late fee" in changed[0]
    assert "Additional Interest" not in said
    assert "Registration Default" not in said


MARKUP = "Late <!channel> *fee* <b>&</b> <https://x.example|pay>"


def test_a_title_with_markup_is_shown_as_it_is_written() -> None:
    terms, log = terms_with({**TWO_STEPS, "title": MARKUP}, PAYMENT), FactLog((), ZONE)
    team = read_team(parse_file(LETTER / "team.yaml"))
    found = assess(Look(terms, log, date(2026, 5, 1)))
    seen = assessed_view(found, terms, 1, team, log, False)
    for message in (render_status(seen), render_accrual(seen)):
        in_slack = json.dumps(asdict(slack.render_message(message)))
        in_email = mail.render_html(message)
        assert MARKUP in plain.as_text(message)
        for text in (in_slack, in_email):
            assert "&lt;!channel&gt;" in text
            assert "<!channel>" not in text
            assert "<https:" not in text
        assert "<b>" not in in_email
    sheet = Paper(MARKUP, (MARKUP,), (PartTitle(MARKUP), Lines((MARKUP,))), (MARKUP,))
    assert pdf.PDF.made(sheet).startswith(b"%PDF")
    assert MARKUP in TEXT.made(sheet).decode()
