"""The registration statement, and whether its prospectus can be used."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "registration-statement-filed",
        "The Shelf Registration Statement was filed.",
        under_it=True,
        once=True,
        called=("filed", "filing", "shelf filed"),
    ),
    FactKind(
        "registration-statement-effective",
        "The Shelf Registration Statement was declared effective.",
        follows=("registration-statement-filed",),
        under_it=True,
        once=True,
        called=("effective", "effectiveness", "shelf effective", "declared effective"),
    ),
    FactKind(
        "prospectus-unusable",
        "The Prospectus became unusable for resales.",
        called=("outage", "not usable"),
    ),
    FactKind(
        "prospectus-usable",
        "The Prospectus became usable again through an effective cure.",
        follows=("prospectus-unusable",),
        called=("usable", "usable again"),
    ),
)
