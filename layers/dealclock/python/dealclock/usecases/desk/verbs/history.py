"""`/deal history`: what was recorded, told, done and written about one obligation."""

from dataclasses import replace

from dealclock.answers.explain.message import with_others
from dealclock.answers.history import message as history
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, Verb
from dealclock.usecases.desk.verbs.explain import found
from dealclock.usecases.desk.words import one_name


def _answer(ask: DeskRequest) -> Reply:
    view = ask.view(compare=False)
    m, others = found(view, ask.given)
    known_at = view.assessment.known_at
    if ask.desk.of_files:  # which hold no messages
        told = with_others(history.render_history(view, m, ()), view, others, ask.verb)
        return Reply(told, about=m.instance)
    about = ask.services.store.outbox.about_instance(ask.deal.meta.id, m.instance)
    sent = [
        history.SentDelivery(replace(each.delivery, alert=alert), each.state, each.cause)
        for each in about
        for alert in each.alerts
        if alert.instance == m.instance and each.delivery.known_at <= known_at
    ]
    replies = [
        history.MailReply(note.at, note.person, note.text, note.attachments)
        for note in ask.services.store.archive.notes(ask.deal.meta.id, m.instance)
    ]
    told = with_others(history.render_history(view, m, sent, replies), view, others, ask.verb)
    return Reply(told, about=m.instance)


VERB = Verb(
    "history",
    "history [DEAL] OBLIGATION",
    "what was recorded, sent and done about one obligation",
    Of.DEAL,
    one_name,
    _answer,
    shareable=True,
    examples=("history effectiveness", "history cure-window"),
)
