"""`/deal history`: what was recorded, sent, done and written about one obligation."""

from dataclasses import replace

from dealclock.answers.history import MailReply, SentDelivery, StoredHistory, of_assessment
from dealclock.answers.typed_words import one_name
from dealclock.desk.nouns import ItemWords
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.desk.verbs.why import answer_words, find_matter


def _answer(request: DeskRequest) -> Reply:
    if isinstance(request.given, ItemWords):
        return answer_words(request, request.given, _of_item)
    return _of_item(request, request.given)


def _of_item(request: DeskRequest, name: str | None) -> Reply:
    view = request.view(compare=False)
    m, _ = find_matter(view, name)
    stored = StoredHistory(responses=view.handled, approvals=view.approvals)
    if not request.desk.of_files:  # which hold no messages
        stored = _with_messages(stored, m.instance, request)
    found = of_assessment(view.assessment, view, name or m.instance, stored)
    return Reply(found.say(view), about=found.about)


def _with_messages(stored: StoredHistory, instance: str, request: DeskRequest) -> StoredHistory:
    deal, store = request.deal.meta.id, request.services.store
    about = store.outbox.about_instance(deal, instance)
    notes = store.archive.notes(deal, instance)
    return replace(
        stored,
        sent=tuple(
            SentDelivery(each.delivery, each.alerts, each.state, each.cause) for each in about
        ),
        replies=tuple(MailReply(n.at, n.person, n.text, n.attachments) for n in notes),
    )


VERB = Verb(
    "history",
    "history [DEAL] OBLIGATION",
    "what was recorded, sent and done about one obligation",
    Scope.DEAL,
    one_name,
    _answer,
    shareable=True,
    examples=("history effectiveness", "history cure-window"),
)
