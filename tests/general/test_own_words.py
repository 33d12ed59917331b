"""A deal speaks in its own words: no answer, alert, form or document of a model agreement has a
word of other agreements, such as Trustee in a credit agreement.

Everything that is made of a deal on a day is made (`tests/comparer/outputs.py`) and searched.
"""

import re
from dataclasses import dataclass
from datetime import date

import pytest

from dealclock.facts.fact import Fact
from dealclock.facts.kinds import menu
from dealclock.files.source import parse_file
from dealclock.terms.terms import Terms
from tests.comparer import asked
from tests.comparer.outputs import Output, outputs
from tests.comparer.rendering import rendering
from tests.comparer.scenes import AGREEMENTS, Scene, sample_team, terms_of

NOT_SHOWN = ("json", "file", "manifest", "ics")
"""Formats of data, whose keys are the same for every deal."""
OF_THE_DESK = ("/deal help",)
"""What is the same for every deal: the list of commands."""


@dataclass(frozen=True)
class Model:
    """A model agreement on a day of its story, its items and Sections that are asked about, and the
    words that it does not have.
    """

    agreement: str
    day: date
    items: tuple[str, ...]
    sections: tuple[str, ...]
    typed: tuple[str, ...]
    foreign: tuple[str, ...]

    def __str__(self) -> str:
        return self.agreement

    @property
    def scene(self) -> Scene:
        """The model's story on the day."""
        story = parse_file(AGREEMENTS / self.agreement / "histories" / "story.yaml").data
        facts = tuple(map(Fact.model_validate, story["facts"]))
        terms, team = terms_of(self.agreement), sample_team(self.agreement)
        return Scene(self.agreement, terms, team, facts, (self.day,), whole_on=(self.day,))


MODELS = (
    Model(
        "model-covenants",
        date(2026, 7, 2),
        (
            *("quarterly-statements/2026-06-30", "remedy/F5", "interest/F9", "interest-grace/F9"),
            *("commitment-fee-payment/2026-09-30", "equity-cure/2026-06-30", "accrual"),
        ),
        ("5.01", "7.03", "2.12", "7.01(e)"),
        ("certificate", "commitment fee", "interest", "equity cures"),
        (
            *("of Notes", "the Notes", "Lot of", "Holder", "Holders", "Trustee", "Indenture"),
            *("Registration", "Prospectus", "Questionnaire", "Initial Purchaser", "CUSIP"),
            *("Additional Interest", "[Rr]ecord date", "Interest Payment Date", "principal"),
            *("suspended", "interest to but excluding", "interest accrues"),
        ),
    ),
    Model(
        "model-pipe",
        date(2026, 6, 22),
        (
            *("effectiveness", "suspension/F11", "payment/2026-06-20", "long-suspension/F11"),
            *("legend-removal/F9", "accrual"),
        ),
        ("2(d)", "4", "2(b)"),
        ("damages", "liquidated damages", "legend", "final prospectus"),
        (
            *("of Notes", "the Notes", "Lot of", "Trustee", "Indenture", "Questionnaire", "CUSIP"),
            *("Additional Interest", "[Rr]ecord date", "Interest Payment Date", "principal"),
            *("interest to but excluding", "interest accrues", "a closed day[;)]"),
        ),
    ),
)


def shown_kinds(terms: Terms) -> set[str]:
    """The kinds of event that the deal's forms offer."""
    return {kind.id for _, kinds in menu(terms) for kind in kinds}


def is_of_the_deal(output: Output, kinds: set[str]) -> bool:
    """Whether a person of the deal sees it: a form of a kind that is offered, or anything else."""
    name, _, kind = output.answer.partition(" ")
    if name in ("form", "preview") and not kind.startswith(("of", "to")):
        return kind in kinds
    return not output.answer.startswith(OF_THE_DESK)


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_everything_is_in_the_deals_own_words(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    items, scene = model.items, model.scene
    everywhere = {
        "assess": ({},),
        "why": tuple({"instance": each} for each in items),
        "section": tuple({"section": each} for each in model.sections),
        "roll-forward": ({"from": "2026-02-02", "to": str(model.day)},),
        "changes": ({"from": "2026-05-01"},),
        **{name: ({},) for name in ("readings", "payments", "holders")},
        **{name: ({},) for name in ("suspension", "timeline", "consent", "true-up")},
    }
    commands = ("next", "status", "accrual", "record", "settings", "picture accrual", *model.typed)
    monkeypatch.setattr(asked, "QUESTIONS", everywhere)
    monkeypatch.setattr(
        asked, "COMMANDS", (*commands, *(f"{verb} {items[0]}" for verb in ("history", "done")))
    )
    monkeypatch.setattr(asked, "OVER_ALL", ())
    monkeypatch.setattr(asked, "DRAFTED", ())
    monkeypatch.setattr(asked, "PROVED", items[:1])
    kinds, words = shown_kinds(scene.terms), re.compile(rf"\b({'|'.join(model.foreign)})\b")
    found, made = [], 0
    with rendering():
        for output in outputs(scene, 0):
            if not is_of_the_deal(output, kinds):
                continue
            for key, text in output.rendered().items():
                made += 1
                if key.format not in NOT_SHOWN and (foreign := words.search(text)):
                    place = text[max(0, foreign.start() - 60) : foreign.end() + 40]
                    found.append(f"{key}: {foreign[0]!r} in ...{place}...")
    assert not found, "\n".join(found)
    assert made > 90
