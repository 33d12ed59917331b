"""`/deal why`: one date or amount, step by step."""

from collections.abc import Callable
from dataclasses import replace

from dealclock.alerts.gravity import rank
from dealclock.answers.accrual import accrual
from dealclock.answers.ask import Question
from dealclock.answers.section import section
from dealclock.answers.typed_words import NOT_FOUND, SEVERAL, UnreadableCommandError
from dealclock.answers.why import (
    find_instance,
    list_instances,
    match_name,
    of_provision,
    render_matches,
    render_provisions,
    why,
    with_others,
)
from dealclock.desk.nouns import ItemWords, find_items, item_words
from dealclock.desk.verb import DeskRequest, Reply, Stored, Verb, verb_of
from dealclock.engine.assessment import Assessment
from dealclock.errors import NotFoundError
from dealclock.files.source import few
from dealclock.messages import words
from dealclock.messages.dates import is_always, is_over
from dealclock.messages.view import Matter, View, matters


def find_matter(view: View, word: str | None) -> tuple[Matter, tuple[str, ...]]:
    """What `word` names, and the others by that id: an instance, or an id with one instance or one
    that is open; raises UnreadableCommandError."""
    if word is None:
        raise UnreadableCommandError(f"Name one: {few(list_instances(view.assessment))}.")
    try:
        chosen = find_instance(word, view.terms, view.assessment)
    except NotFoundError as error:
        raise _refused(error, word, view.assessment) from None
    return next(m for m in matters(view) if m.instance == chosen.instance), chosen.others


def _refused(error: NotFoundError, name: str, assessment: Assessment) -> UnreadableCommandError:
    headline = SEVERAL if match_name(name, assessment).others else NOT_FOUND
    return UnreadableCommandError(words.sentence(str(error)), headline)


def verb_of_item(question: Question[...], stored: Stored | None = None) -> Verb:
    """The command of a question about one item: by its id, else by words of its title, kind or
    party."""
    asked = verb_of(question, stored)

    def of_item(request: DeskRequest, name: str) -> Reply:
        try:
            return asked.answer(replace(request, given={"instance": name}))
        except NotFoundError as error:
            refusal = _refused(error, name, request.view(compare=False).assessment)
            if refusal.headline == SEVERAL:
                raise refusal from None
            return answer_words(request, item_words((name,), refusal), of_item)

    def answer(request: DeskRequest) -> Reply:
        if isinstance(request.given, ItemWords):
            return answer_words(request, request.given, of_item)
        if not request.given:
            find_matter(request.view(compare=False), None)
        return of_item(request, request.given["instance"])

    return replace(asked, answer=answer)


def answer_words(
    request: DeskRequest, asked: ItemWords, answer: Callable[[DeskRequest, str], Reply]
) -> Reply:
    """The answer about the one item that the words name, by `answer`; where they name several, the
    list of these; where none has arisen, the provision under its Section.

    One open item among several is the one that is meant. Raises the refusal that `asked` holds if
    they name nothing.
    """
    view = request.view(compare=False)
    on = asked.on
    days = [request.read(on, behind=behind).day for behind in (True, False)] if on else []
    items, rules = find_items(asked, view, days)
    open_items = [m for m in items if not (is_over(m.part) or is_always(m.part))]
    meant = items if len(items) == 1 else open_items
    if asked.who and not meant:  # who did it last
        meant = sorted(items, key=lambda m: rank(m.part))[-1:]
    verb = request.verb
    if len(meant) == 1:
        instance = meant[0].instance
        reply = replace(answer(request, instance), read_as=f"{verb} {instance}")
        others = tuple(m.instance for m in items if m.instance != instance)
        return replace(reply, message=with_others(reply.message, others, view, verb))
    if items:
        return Reply(render_matches(view, asked.typed, items, verb))
    streams = {rule.id for rule in view.terms.streams}
    if any(rule.id in streams for rule in rules):
        accrues = verb_of(accrual).answer(replace(request, verb=accrual.name, given={}))
        return replace(accrues, read_as=accrual.name)
    sections = list(dict.fromkeys(rule.clause for rule in rules))
    if len(sections) == 1:
        message = section(view, sections[0]).say(view)
        return Reply(of_provision(message, view, rules), read_as=f"section {sections[0]}")
    if sections:
        return Reply(render_provisions(view, asked.typed, rules))
    raise asked.otherwise


VERB = verb_of_item(why)
