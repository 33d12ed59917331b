"""How ambiguous Sections are read, what other choices change, and the dates safe under all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Annotated

from dealclock.answers.ask import Answer, Slash, answer
from dealclock.answers.compose import assessed, compose, terms_used
from dealclock.answers.heading import heading
from dealclock.answers.keys import KEYS
from dealclock.answers.typed_words import (
    NOT_FOUND,
    TypedWords,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    one_name,
    shown,
)
from dealclock.engine.assessment import Assessment, Difference
from dealclock.engine.look import Look
from dealclock.messages import reading, words
from dealclock.messages.message import Cell, DataTable, Message, Section, listed, rows
from dealclock.messages.tables import in_table, left_to_table
from dealclock.messages.view import DealView
from dealclock.terms.neutral_ids import shown_choice
from dealclock.terms.readings import Reading

_MOST = 4
_COLUMNS = ("Reading", "Read as", "Figures other readings change today", "Chosen by", "Why")


def _read(typed: TypedWords) -> Mapping[str, str]:
    name = one_name(typed)
    deals = [each for deal in typed.visible for each in deal.names]
    if name and not typed.named and hint_for(name, deals):  # a deal, misspelled
        raise no_such_deal(name, typed.visible)
    return {"only": name.lower()} if name else {}


@answer(
    example="agreements/infocrossing-2004 --as-of 2004-11-20",
    keys={Difference: KEYS[Difference]},
    slash=Slash(
        "readings [DEAL] [READING]",
        examples=("readings", "readings default-occurs"),
        read=_read,
    ),
)
def readings(
    look: Look,
    only: Annotated[str | None, "one reading, such as default-occurs", "READING"] = None,
) -> Answer:
    """Every reading in use on the day, and the dates safe under all together; or one, in use or
    not, in full.

    Raises UnreadableCommandError for an unknown reading, and what `assess` raises.
    """
    known = look.terms.all_readings
    if only is not None and only not in known:
        raise UnreadableCommandError(
            f"No reading is named {shown(only)}.{hint_for(only, known)} Without a name, readings "
            "lists those in use; docs/readings.md has all.",
            NOT_FOUND,
        )
    a, terms = assessed(look), look.in_force
    names = (name for name in terms.all_readings if name in a.consulted)
    used = [terms.all_readings[name] for name in (names if only is None else (only,))]
    changes = {u.id: [d for d in a.differences if d.reading == u.id] for u in used}
    # A safe obligation has the earliest due date; of a window both days are included, and the first
    # is after the last where no day is safe.
    safe = [
        (each, first, last)
        for each, first, last in (
            *((o, None, o.safe_together) for o in a.obligations),
            *((w, *(w.safe_together or (None, None))) for w in a.windows),
        )
        if last and only is None
    ]
    body = {
        **heading(look),
        "only": only,
        "readings": [
            {
                "reading": each.id,
                "question": each.question,
                "clauses": terms.clauses_of(each),
                "choice": a.readings[each.id],
                "choices": [
                    # A choice settled against by law narrows no safe date.
                    {"name": name, "meaning": text, "settled_against": name not in each.open}
                    for name, text in each.choices.items()
                ],
                "changes": changes[each.id],
            }
            for each in used
        ],
        "safe": [
            {"instance": each.instance, "title": each.title, "first": first, "last": last}
            for each, first, last in safe
        ],
    }

    def say(view: DealView) -> Message:
        def still(each: Reading) -> str:
            by = view.team.readings.get(each.id)
            choice = shown_choice(each.id, a.readings[each.id])
            return f"{each.id}: {choice}{f', chosen by {by.chosen_by}' if by else ''}"

        def moved(each: Reading) -> Section:
            choice = reading.describe_choice(each.id, a.readings[each.id], view.terms)
            whole = Section(
                title=each.id,
                rows=rows(("Read as", choice), *_why(each, a, view)),
                lines=tuple(f"• {line}" for line in _changes(changes[each.id], view)),
            )
            return left_to_table(whole)

        def row(each: Reading) -> tuple[Cell, ...]:
            moved, (chosen_by, *why) = changes[each.id], _why(each, a, view)
            return (
                Cell(each.id),
                Cell(reading.describe_choice(each.id, a.readings[each.id], view.terms)),
                Cell(str(len(moved)) if moved else "none", len(moved)),
                Cell(chosen_by[1]),
                Cell(why[0][1] if why else ""),
            )

        chosen = [each for each in used if each.id in view.team.readings]
        moving = [each for each in used if changes[each.id]]
        moves = (
            f"{len(moving)} of {words.number(len(used), 'reading')} would change a date or amount "
            "today if read otherwise"
        )
        headline: Sequence[str] = (
            moves if moving else "no date or amount today depends on a reading",
            f"{len(chosen)} chosen by the team" if chosen else "all by default",
        )
        still_read = [each for each in used if each not in moving]
        sections = (
            replace(listed("Chosen by the team", map(still, chosen)), drawn=()),
            *map(moved, moving),
            listed(
                "Safe under every reading",
                (
                    f"{each.title}: {reading.describe_safe_range(first, last, a.as_of)} "
                    f"({each.instance})"
                    for each, first, last in safe
                ),
            ),
            replace(listed("No effect today", map(still, still_read)), drawn=()),
        )
        table = DataTable("Readings", _COLUMNS, tuple(map(row, (*moving, *still_read))))
        sections = in_table(sections, table)
        more = "dealclock assess, on the command line"
        return compose(view, headline, sections, (), more=more, banners=terms_used(look))

    def say_one(view: DealView) -> Message:
        (each,) = used
        choice, clauses = a.readings[each.id], terms.clauses_of(each)
        given = [each.why] if each.why else []
        default = shown_choice(each.id, each.default)
        choices = (
            f"{shown_choice(each.id, name)}: {text}{', chosen here' * (name == choice)}"
            f"{', settled against' * (name not in each.open)}"
            for name, text in each.choices.items()
        )
        headline = [f"{each.id} is read as {shown_choice(each.id, choice)}"]
        headline += [words.clause(clauses)] if clauses else []
        sections = (
            Section(rows=rows(("Question", each.question), *_why(each, a, view))),
            listed("Choices", choices),
            *(Section(title=f"Why {default} is the default", lines=(why,)) for why in given),
            listed("What other readings would change today", _changes(changes[each.id], view)),
        )
        headline += [each.choices[choice]]
        return compose(view, headline, sections, (), banners=terms_used(look))

    return Answer(body, say if only is None else say_one, about=only or "")


def _changes(moved: Sequence[Difference], view: DealView) -> Iterator[str]:
    """What each other choice changes, in a line."""
    for (name, choice), changes in groupby(moved, key=lambda d: (d.reading, d.choice)):
        each = [f"{d.instance} {words.figure_name(d.what)} {_there(d.there)}" for d in changes]
        more = f" and {len(each) - _MOST} more" if len(each) > _MOST else ""
        described = reading.describe_choice(name, choice, view.terms)
        yield f"under {described}: {'; '.join(each[:_MOST])}{more}"


def _there(figure: str) -> str:
    return "not at all" if figure == "none" else words.figure(figure)


def _why(used: Reading, a: Assessment, view: DealView) -> tuple[tuple[str, str], ...]:
    """Who chose the reading, and why; or that it is the default."""
    chosen = view.team.readings.get(used.id)
    if chosen is None or view.team.chosen[used.id] != a.readings[used.id]:
        return (("Chosen by", "default"),)
    return (("Chosen by", chosen.chosen_by), ("Why", chosen.why))
