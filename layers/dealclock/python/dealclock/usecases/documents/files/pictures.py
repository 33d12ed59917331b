"""Pictures of a deal as files: the timeline, and the accrual steps."""

from dealclock.engine.assess import assess
from dealclock.engine.in_force import in_force
from dealclock.engine.query import Query
from dealclock.usecases.approvals import approvals_of
from dealclock.usecases.deal_day import own_day
from dealclock.usecases.documents.files.file_request import CannotMake, FileRequest, GeneratedFile
from dealclock.usecases.documents.pictures import NoPicture, picture
from dealclock.usecases.plan.assess_deal import deal_view


def timeline(asked: FileRequest) -> GeneratedFile:
    """The timeline; `months` before and after the day, `dark` for a dark ground."""
    return _picture("timeline", asked)


def accrual(asked: FileRequest) -> GeneratedFile:
    """The accrual steps; `dark` for a dark ground."""
    return _picture("accrual", asked)


def _picture(kind: str, asked: FileRequest) -> GeneratedFile:
    deal = asked.deal
    chosen = deal.team.chosen
    assessment = assess(
        Query(deal.terms, deal.log, asked.as_of, asked.known_at, chosen, deal.team.targets),
        deal=deal.meta.id,
        together=kind == "accrual",
    )
    view = deal_view(
        deal,
        assessment,
        today=own_day(deal.meta.day, deal.terms.agreement.time_zone, asked.now),
        approvals=approvals_of(deal, asked.store),
    )
    given = in_force(deal.terms, deal.log, asked.as_of, asked.known_at, chosen)
    try:
        drawn = picture(kind, view, given, asked.args)
        png = drawn.png()
    except NoPicture as error:
        raise CannotMake(str(error)) from None
    return GeneratedFile(f"{drawn.name}.png", drawn.title, png, drawn.alt_text)
