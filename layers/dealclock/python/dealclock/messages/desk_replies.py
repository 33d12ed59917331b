"""The replies to `/deal` besides its answers: refusals, words as they were read, a form that opens,
and what an act came to."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime

from dealclock.facts.fact import ReleasedConclusion
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.messages import words
from dealclock.messages.changes import NOTHING
from dealclock.messages.message import (
    OF_NO_DEAL,
    REHEARSAL,
    Message,
    MessageRow,
    Section,
    cut,
    first_line,
    listed,
    rows,
    with_content,
)
from dealclock.messages.outside import describe_conclusion, describe_recipient
from dealclock.messages.view import LEGAL, View
from dealclock.people.approval import Subject
from dealclock.people.outside import Recipient


def render_response(code_name: str, consequences: Iterable[str], *, rehearsal: bool) -> Message:
    """The response to an alert first; then what it stops, and when the next alert comes."""
    first, *rest = consequences
    return Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {first}",
        sections=(Section(lines=tuple(rest)),),
        footnotes=(LEGAL,),
        more="/deal history OBLIGATION",
    ).marked(rehearsal)


def render_line(text: str, preview: str = OF_NO_DEAL) -> Message:
    """A reply that is a line, such as a refusal."""
    return Message(preview=preview, headline=text)


def render_apology(request: str, paused: str = "") -> Message:
    """The answer when something unforeseen went wrong; its log names the request.

    `paused` says instead that only a newer release can read what was asked for.
    """
    return render_line(paused or f"Sorry, that did not work. Request {request}.")


def render_recorded_event(
    code_name: str,
    new_id: str,
    event: str,
    changes: Sequence[str],
    *,
    already: bool,
    rehearsal: bool,
) -> Message:
    """The reply that an event is recorded, with its changes unless it was recorded before."""
    before = "Nothing new: " if already else ""
    changed = [f"• {line}" for line in changes] or [NOTHING]
    return Message(
        preview=code_name,
        headline=f"{before}{code_name}: {new_id} is recorded.",
        sections=(
            Section(lines=(f"{event.rstrip(':.')}.",) if already else (event, *changed)),
            Section(
                lines=(
                    "Messages already sent are being updated.",
                    f"To fix a mistake: /deal correct {new_id}. The original stays on record.",
                )
            ),
        ),
    ).marked(rehearsal)


def describe_consequences(kind: str, by: str, approvers: Sequence[str]) -> Iterator[str]:
    """What recording a critical event means: whose position it is, who is notified, who must
    approve it."""
    if kind == CONFIRMED:
        yield f"On record as confirmed by {by} on counsel's advice: a position others may ask for."
    if kind == DISPUTED:
        yield f"On record as disputed by {by}."
    if kind in (CONFIRMED, DISPUTED):
        yield "Notified: the deal's channel, in the thread of its alert. Its escalation ends."
    if approvers:
        yield f"Second approval: {words.either(approvers)}. Until then it is marked as awaiting it."
    else:
        yield "Second approval: no one else on the deal can give it. Add an approver."


def render_approval(
    code_name: str, wanted: Subject, name: str, waiting: Sequence[Subject], rehearsal: bool
) -> Message:
    """The approval first; then what else in the deal awaits a second person."""
    item_lines = words.listed([str(each) for each in waiting] or ["nothing"])
    return Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {wanted.spoken} approved by {name}",
        sections=(Section(lines=(f"Awaiting second approval: {item_lines}.",)),),
        footnotes=(LEGAL,),
    ).marked(rehearsal)


HIDDEN_LINK = "[personal link, not kept]"


def render_feed_address(
    code_name: str, rehearsal: bool, url: str, until: datetime, zone: str
) -> Message:
    """The feed's address, shown once; without one, that the existing feed shows the deal."""
    ends = words.instant(until, zone)
    lines: tuple[str, ...] = (
        f"The address you have goes on until {ends}; it is not shown again.",
        f"Lost it? /deal calendar {code_name} new makes another and ends that one.",
    )
    if url:
        lines = (
            f"Subscribe to this address in your calendar: {url}",
            f"It is shown only once, is yours alone, and ends {ends}, or when your access does.",
            "It shows code names, Sections and dates, and follows when a date moves.",
            "Your calendar app decides when to refresh: rely on the alerts.",
            f"For a new address: /deal calendar {code_name} new",
            f"To stop the feed: /deal calendar {code_name} stop",
        )
    return render_reply(code_name, rehearsal, "your calendar feed shows it", lines)


def render_feed_stopped(code_name: str, rehearsal: bool, *, was_in_feed: bool) -> Message:
    """The reply that the deal is no longer in the feed."""
    text = (
        "your calendar feed no longer shows it"
        if was_in_feed
        else "your calendar feed did not show it"
    )
    return render_reply(code_name, rehearsal, text, ())


def render_reply(code_name: str, rehearsal: bool, text: str, lines: tuple[str, ...]) -> Message:
    """A reply with what was done and its effects."""
    return Message(
        preview=code_name, headline=f"{code_name}: {text}", sections=(Section(lines=lines),)
    ).marked(rehearsal)


def render_outcome(
    code_name: str,
    text: str,
    lines: Sequence[str],
    *,
    more: str,
    rehearsal: bool,
    moved: Sequence[str] = (),
) -> Message:
    """What was done to a deal's settings or to its closing, what that moves, and what follows."""
    return Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {text}",
        sections=with_content(listed("Moves", moved), Section(lines=tuple(lines))),
        footnotes=(LEGAL,),
        more=more,
    ).marked(rehearsal)


def render_file_requested(view: View, what: str, *more: str) -> Message:
    """Where the file will be, and that no one else sees it; `more` is what comes with it."""
    parts = (f"coming by direct message: {what}", *more)
    return view.marked(
        Message(
            preview=view.preview(None, view.assessment.as_of),
            headline=first_line(f"{view.team.code_name}: ", parts, rehearsal=view.rehearsal),
            sections=(
                Section(
                    lines=(
                        "This takes a few seconds.",
                        "Sent only to you. Check the deal's access list before forwarding.",
                    )
                ),
            ),
            footnotes=view.footnotes(),
        )
    )


_LONGEST = 200  # characters of the command shown


def render_shared_answer(
    answer: Message, by: str, command: str, code_name: str, as_of: date, *, rehearsal: bool
) -> Message:
    """The answer, preceded by who shares it and the command.

    Its preview shows the code name and the day, regardless of the answer itself.
    """
    command_text = Section(lines=(f"{by} shares: /deal {cut(command, _LONGEST)}",))
    shared_line = replace(
        answer,
        preview=f"{code_name}, {words.day(as_of)}",
        headline=answer.headline.removeprefix(f"{REHEARSAL}: "),
        sections=(command_text, *answer.sections),
    )
    return shared_line.marked(rehearsal)


def render_file_outcome(
    code_name: str, text: str, next_step: tuple[str, ...], *, rehearsal: bool
) -> Message:
    """Whether the file is ready; if not, why, and what to do."""
    return Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {text}",
        sections=(Section(lines=next_step),) if next_step else (),
    ).marked(rehearsal)


def render_release(
    code_name: str,
    instance: str,
    to: Recipient,
    facts: Sequence[str],
    was: ReleasedConclusion | None,
    *,
    already: bool,
    rehearsal: bool,
) -> Message:
    """The reply that a conclusion is released or, with no `was`, withdrawn, with event ids."""
    verb = "withdrawn from" if was is None else "released to"
    return Message(
        preview=OF_NO_DEAL,
        headline=(
            f"{code_name}: {verb} {describe_recipient(to)}: {was.title if was else instance} "
            f"({words.listed(facts)})"
        ),
        sections=(Section(lines=tuple(_release_lines(facts, was, already=already))),),
        footnotes=(LEGAL,),
    ).marked(rehearsal)


def _release_lines(
    facts: Sequence[str], was: ReleasedConclusion | None, *, already: bool
) -> Iterator[str]:
    if was is None:
        yield "It is shown no more from now on. What was seen before stays in the archive."
        return
    if already:
        yield "It was released just so before; nothing was recorded."
    yield f"Shown as: {describe_conclusion(was)}. A later change needs a release of its own."
    yield f"It is shown once a second person approves it: /deal approve fact:{facts[0]}"


def render_deal_list(deals: Sequence[tuple[str, bool, bool]]) -> Message:
    """The deals the person is on: code names, which are rehearsals, and which are closed."""
    if not deals:
        instead = (
            "Ask a deal's lead to add you to its team, or load a deal: dealclock load DEAL_DIR.",
            "/deal help lists what can be asked.",
        )
        return Message(
            preview=OF_NO_DEAL,
            headline="You are not on any deal's list",
            sections=(Section(lines=instead),),
        )
    lines = [
        f"• {name}{', a rehearsal' * rehearsal}{', closed' * closed}"
        for name, rehearsal, closed in deals
    ]
    count = words.number(len(lines), "deal")
    return Message(
        preview=OF_NO_DEAL, headline=f"You are on {count}", sections=(Section(lines=tuple(lines)),)
    )


def render_unknown_command(headline: str, why: str) -> Message:
    """An input that could not be read: what was typed, and what to type instead."""
    return Message(preview=OF_NO_DEAL, headline=headline, sections=(Section(lines=(why,)),))


def render_refusal(why: str) -> Message:
    """Why a valid command cannot be answered or done."""
    return Message(
        preview=OF_NO_DEAL,
        headline="No answer",
        sections=(Section(lines=(words.sentence(why),)),),
    )


def render_form_failure() -> Message:
    """The reply when Slack did not open a form; its trigger expires after three seconds."""
    return Message(
        preview=OF_NO_DEAL,
        headline="The form could not be opened. Type the command again.",
    )


def render_form_opened(code_name: str, to_do: str) -> Message:
    """The reply alongside a form that opens: what it is for."""
    return Message(preview=OF_NO_DEAL, headline=f"{code_name}: {to_do} in the form that opens.")


def render_not_allowed(verb: str, code_name: str) -> Message:
    """The reply to a command that needs another role than the person's."""
    instead = "Ask the deal's lead for another role."
    return Message(
        preview=OF_NO_DEAL,
        headline=f"Your role on {code_name} does not allow {verb}",
        sections=(Section(lines=(instead,)),),
    )


def render_not_found() -> Message:
    """The one reply to people outside a deal's team for anything not shown to them.

    It is the same whether the thing exists or not, so it repeats nothing that was typed.
    """
    instead = (
        "You can use `/deal status DEAL`, which shows what was delivered or released to you, and "
        "`/deal list`, which lists your deals."
    )
    return Message(preview=OF_NO_DEAL, headline="Not found", sections=(Section(lines=(instead,)),))


def with_dates_echoed(message: Message, read: Iterable[tuple[str, date, str]]) -> Message:
    """The answer preceded by each date it read from words, in full.

    `read` holds what was typed, the date, and the rule applied, "" if none was needed. A full
    date that the headline already shows is left out.
    """
    shown = tuple(
        MessageRow(f"{typed!r} means", f"{words.day(day)}{f', {rule}' if rule else ''}")
        for typed, day, rule in read
        if rule or words.day(day) not in message.headline
    )
    return replace(message, sections=(Section(rows=shown), *message.sections)) if shown else message


def with_command_echoed(message: Message, read_as: str) -> Message:
    """The answer preceded by the command that other words were read as; as it is without one."""
    if not read_as:
        return message
    shown = Section(rows=rows(("Read as", f"/deal {read_as}")))
    return replace(message, sections=(shown, *message.sections))
