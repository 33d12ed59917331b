"""`/deal share VERB ...`: the answer to another verb, shown in the deal's own channel.

    answered --> may everyone in the channel read it --> archived --> posted --> audited
                                  |
                                  no: said in words, nothing is archived as shown

The channel is looked at as before every alert: private, shared with nobody, and everyone in it on
the deal's list. Nobody from outside may be on that list and receive, so all its readers may read
all of it.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dealclock import __version__
from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Later, Outcome, Refused, Sent
from dealclock.answers.catalog import FORMER_NAMES
from dealclock.answers.typed_words import (
    UNKNOWN,
    TypedWords,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    shown,
)
from dealclock.channels import Post
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.files.source import few
from dealclock.jobs.deal_day import deal_now
from dealclock.messages import desk_replies, notices, plain, slack, words
from dealclock.messages.message import Message
from dealclock.people.people import Action
from dealclock.store import ArchiveEntry, Rendition


def share_verb(verbs: Sequence[Verb]) -> Verb:
    """The verb that shows the answers of those of the others that are the deal's."""
    known = {verb.name: verb for verb in verbs}
    can = {name: verb for name, verb in known.items() if verb.shareable}

    def read(typed: TypedWords) -> tuple[Verb, Any, tuple[str, ...]]:
        verb, rest = _inner(typed, known)
        if verb.name not in can:
            raise UnreadableCommandError(
                f"The answer to {verb.name} is for you alone. You can share: {few(can)}."
            )
        return verb, verb.read(replace(typed, words=rest)), rest

    return Verb(
        "share COMMAND",
        Scope.DEAL,
        read,
        _share,
        action=Action.SHARE,
        examples=("share accrual on 2005-01-20", "share why cure-window"),
    )


def _inner(typed: TypedWords, known: Mapping[str, Verb]) -> tuple[Verb, tuple[str, ...]]:
    words = typed.words
    if not words:
        raise UnreadableCommandError("Name what to share: share accrual on 2004-11-20.")
    for parts in (1, 2):  # "what if" is "what-if"
        name = "-".join(words[:parts]).lower()
        verb = known.get(FORMER_NAMES.get(name, name))
        if verb is not None:
            return verb, words[parts:]
    if words[1:] and words[1].lower() in known and words[0].lower() != "share" and not typed.named:
        raise no_such_deal(words[0], typed.visible)
    raise UnreadableCommandError(
        f"No command is named {shown(words[0])}.{hint_for(words[0], known)}", UNKNOWN
    )


def _share(request: DeskRequest) -> Reply:
    verb, given, words_typed = request.given
    sharer, team = request.desk.sharer, request.deal.at(request.now).team
    person = team.access.of_slack(request.user)
    if sharer is None or person is None:
        raise UnreadableCommandError("Answers cannot be shared from here.")
    reply = verb.answer(replace(request, verb=verb.name, given=given, shared=True))
    read_back = ((parsed.typed, parsed.day, parsed.rule) for parsed in reply.read)
    name, rehearsal = request.deal.meta.code_name, request.deal.meta.rehearsal
    shared_message = desk_replies.render_shared_answer(
        desk_replies.with_dates_echoed(reply.message, read_back),
        person.name,
        " ".join((verb.name, *words_typed)),
        name,
        reply.as_of or request.today,
        rehearsal=rehearsal,
    )
    message = slack.render_message(shared_message)
    post = Post(secrets.token_hex(16), team.channel.id, message.text, message.blocks, team.access)
    outcome = sharer.share(post, _archive(shared_message, reply, request))
    action = "shared" if isinstance(outcome, Sent) else "not shared"
    cause = outcome.cause if isinstance(outcome, Refused) else type(outcome).__name__.lower()
    request.services.store.archive.audit(
        request.deal.meta.id,
        action,
        request.user,
        request.now,
        {"verb": verb.name, "outcome": cause},
    )
    outcome_words, next_steps = _outcome_words(outcome, team.channel.name)
    reply_message = desk_replies.render_file_outcome(
        name, outcome_words, next_steps, rehearsal=rehearsal
    )
    return Reply(reply_message, about=reply.about, as_of=reply.as_of)


def _outcome_words(outcome: Outcome, channel: str) -> tuple[str, tuple[str, ...]]:
    """How it ended, in words, and what to do."""
    match outcome:
        case Sent():
            return f"shared in #{channel}, with your name", ()
        case Refused(cause=cause):
            meaning, do = notices.explain_refusal(cause)
            return "not shared", (f"#{channel}: {meaning}.", do)
        case Later(after=after):
            wait = words.number(max(1, round(after)), "second")
            return "not shared", (f"Slack asks to wait. Try again in {wait}.",)
        case _:
            look = f"Check #{channel} before you share it again."
            return "could not confirm that it was shared", (look,)


def _archive(message: Message, reply: Reply, request: DeskRequest) -> Callable[[], None]:
    """Archives the message as the channel is shown it."""
    meta = request.deal.meta
    today, known_at = deal_now(request.deal, request.now)
    to = str(Route("slack", request.deal.team.channel.id))
    rendition = Rendition(
        text=plain.as_mail_text(message),
        terms_version=meta.terms_version,
        team_version=meta.team_version,
        engine=__version__,
        as_of=reply.as_of or today,
        known_at=known_at,
    )
    entry = ArchiveEntry("message", to, (meta.id,), rendition, reply.about)
    return lambda: request.services.store.archive.add_message(entry, request.now)
