"""Find a deal by its id, code name or alias; and the names by which deals are shown."""

from collections.abc import Iterable

from dealclock.errors import NotFoundError
from dealclock.files.source import MANY, nearest
from dealclock.store import Store, StoredDeal

_COMPARED = 500  # deals whose names a misspelled one is compared with


def find_deal(named: str, store: Store) -> StoredDeal:
    """The deal with that id, code name or alias; raises NotFoundError with the nearest."""
    given = named.lower()
    line = store.deals.line(given) if given else None
    ids = sorted({*store.deals.named([given]), *([line.id] if line else ())})
    deal = store.deals.get(next(iter(ids), named))
    if deal is None:
        listed, *_ = store.deals.directory_part(most=_COMPARED)
        hint = nearest(named.title(), (d.code_name for d in listed), MANY)
        raise NotFoundError(
            f"there is no deal {named!r}; give the id or code name of a loaded deal.{hint}"
        )
    return deal


def code_names(deals: Iterable[str], store: Store) -> dict[str, str]:
    """The code name of each of these deals, by its id: people are never shown an id, which may name
    the issuer.
    """
    return {deal.id: deal.code_name for deal in store.deals.listed(deals)}
