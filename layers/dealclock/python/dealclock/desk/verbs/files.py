"""`/deal proof`, `notice`, `picture` and `export`: files, made apart and sent to the asker alone.

What is asked for is looked up at once, so that a slip is answered here; the file follows in the
asker's direct message, after who may have it was checked once more.
"""

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from dealclock.answers.typed_words import (
    SEVERAL,
    TypedWords,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    one_name,
    shown,
)
from dealclock.answers.why import with_others
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.desk.verbs.why import find_matter
from dealclock.engine.conclusions import Obligation
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.documents.drafts import drafts, list_papers
from dealclock.jobs.queues import MakeFile
from dealclock.messages import dates, desk_replies, words
from dealclock.messages.view import View
from dealclock.people.people import Action, may

PICTURES = ("timeline", "accrual")
EXPORTS = ("facts", "obligations", "all", "quarter", "certificate")


def _queue_and_confirm(
    request: DeskRequest,
    view: View,
    kind: str,
    description: tuple[str, ...],
    args: Mapping[str, str],
    about: str = "",
) -> Reply:
    """Queue the file, and say that it comes."""
    _queue(request, kind, args)
    return Reply(desk_replies.render_file_requested(view, *description), about=about)


def _queue(request: DeskRequest, kind: str, args: Mapping[str, str]) -> None:
    as_of, known_at = deal_now(request.deal, request.now)
    request.services.files.send(
        MakeFile(
            kind=kind,
            deal=request.deal.meta.id,
            user=request.user,
            args=dict(args),
            as_of=as_of,
            known_at=known_at,
            request=secrets.token_hex(16),
        )
    )


def _refuse_emergency_access(request: DeskRequest) -> None:
    """Broken glass lets look, and nothing be taken away; raises UnreadableCommandError."""
    people = request.deal.team.access
    if not may(people.of_slack(request.user), Action.READ, people):
        raise UnreadableCommandError(
            "Emergency access is read-only and provides no files. Try `picture`."
        )


def _proof(request: DeskRequest) -> Reply:
    _refuse_emergency_access(request)
    view = request.view(compare=False)
    subject, others = find_matter(view, request.given)
    part = subject.part
    due = f"due {view.near(part.due)}" if isinstance(part, Obligation) else ""
    description = (f"proof pack of {subject.title}", due or dates.describe_dates(part))
    reply = _queue_and_confirm(
        request, view, "proof", description, {"obligation": subject.instance}, subject.instance
    )
    return replace(reply, message=with_others(reply.message, others, view, request.verb))


def _notice(request: DeskRequest) -> Reply:
    _refuse_emergency_access(request)
    view = request.view(compare=False)
    instances = drafts(view.assessment, view.terms)
    instance = _one_of(request.given, instances)
    args = {"obligation": instance}
    papers = list_papers(instances[instance])
    for paper in papers:
        _queue(request, paper, args)
    _, *others = (paper.replace("-", " ") for paper in papers)
    subject, _ = find_matter(view, instance)
    reply = desk_replies.render_file_requested(
        view, f"draft for {subject.title}", *([f"with {words.listed(others)}"] if others else [])
    )
    return Reply(reply, about=instance)


def _one_of(word: str | None, instances: Collection[str]) -> str:
    """The instance meant, of those that call for a draft; raises UnreadableCommandError."""
    if not instances:
        raise UnreadableCommandError("No open item requires a draft.")
    names = ", ".join(instances)
    if word is None:
        raise UnreadableCommandError(f"Name the draft: {names}.")
    matches = [i for i in instances if i == word] or [
        i for i in instances if i.startswith(f"{word}/")
    ]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UnreadableCommandError(
            f"{shown(word)} matches several. Type one of: {', '.join(matches)}.", SEVERAL
        )
    hint = hint_for(word, instances)
    raise UnreadableCommandError(
        f"{shown(word)} requires no draft.{hint} Drafts are available for {names}."
    )


def _choice(words: Collection[str], otherwise: str) -> Callable[[TypedWords], tuple[str, bool]]:
    """Reads one of some words, and whether it is to be dark."""

    def read(typed: TypedWords) -> tuple[str, bool]:
        dark = any(word.lower() == "dark" for word in typed.words)
        rest = [word for word in typed.words if word.lower() != "dark"]
        if not rest:
            return otherwise, dark
        wrong = next((word for word in rest if word.lower() not in words), rest[-1])
        if len(rest) == 1 and wrong.lower() in words:
            return wrong.lower(), dark
        if not typed.named and typed.deal is None:
            raise no_such_deal(wrong, typed.visible)
        raise UnreadableCommandError(
            f"{shown(wrong)} is not an option. Type one of: {', '.join(words)}."
        )

    return read


def _picture(request: DeskRequest) -> Reply:
    kind, dark = request.given
    args = {"dark": "yes"} if dark else {}
    view = request.view(compare=False)
    subject = "timeline" if kind == "timeline" else f"steps of {view.assessment.accrual.title}"
    return _queue_and_confirm(request, view, kind, (f"picture of the {subject}",), args)


def _export(request: DeskRequest) -> Reply:
    _refuse_emergency_access(request)
    what, _ = request.given
    title = {"all": "events and obligations", "facts": "events"}.get(what, what)
    view = request.view(compare=False)
    return _queue_and_confirm(request, view, "export", (f"export of {title}",), {"what": what})


PROOF = Verb(
    "proof [DEAL] OBLIGATION",
    Scope.DEAL,
    one_name,
    _proof,
    examples=("proof cure-window", "proof default-ii"),
)
NOTICE = Verb(
    "notice [DEAL] OBLIGATION",
    Scope.DEAL,
    one_name,
    _notice,
    action=Action.READ,
    examples=("notice cure-window", "notice payment/2005-07-15"),
)
PICTURE = Verb(
    "picture [DEAL] [timeline | accrual] [dark]",
    Scope.DEAL,
    _choice(PICTURES, PICTURES[0]),
    _picture,
    examples=("picture timeline", "picture accrual dark"),
)
EXPORT = Verb(
    "export [DEAL] [facts | obligations | all | quarter | certificate]",
    Scope.DEAL,
    _choice(EXPORTS, EXPORTS[-1]),
    _export,
    examples=("export facts", "export all"),
)
