"""`/deal history`: what was recorded, told, done and written about one obligation."""

from dataclasses import replace

from dealclock.answers.explain.message import with_others
from dealclock.answers.history import message as history
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.usecases.desk.verbs.explain import find_matter
from dealclock.usecases.desk.words import one_name


def _answer(request: DeskRequest) -> Reply:
    view = request.view(compare=False)
    m, others = find_matter(view, request.given)
    known_at = view.assessment.known_at
    if request.desk.of_files:  # which hold no messages
        message = with_others(history.render_history(view, m, ()), view, others, request.verb)
        return Reply(message, about=m.instance)
    about = request.services.store.outbox.about_instance(request.deal.meta.id, m.instance)
    sent = [
        history.SentDelivery(
            replace(delivery.delivery, alert=alert), delivery.state, delivery.cause
        )
        for delivery in about
        for alert in delivery.alerts
        if alert.instance == m.instance and delivery.delivery.known_at <= known_at
    ]
    replies = [
        history.MailReply(note.at, note.person, note.text, note.attachments)
        for note in request.services.store.archive.notes(request.deal.meta.id, m.instance)
    ]
    message = with_others(
        history.render_history(view, m, sent, replies), view, others, request.verb
    )
    return Reply(message, about=m.instance)


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
