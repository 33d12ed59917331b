"""A picture as PNG, for Slack, which does not show SVG; the only module that imports resvg."""

from resvg_py import svg_to_bytes

from dealclock.documents.charts.drawing.letters import FAMILY, FONTS

PIXELS = 2  # pixels per point


def rasterized(svg: str) -> bytes:
    """The picture as PNG, two pixels per point, with the shipped fonts only.

    The same picture always gives the same bytes, whatever fonts a machine has. Raises ValueError if
    it is not SVG.
    """
    return svg_to_bytes(
        svg_string=svg,
        zoom=PIXELS,
        skip_system_fonts=True,
        font_files=[str(FONTS / "regular.ttf"), str(FONTS / "bold.ttf")],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
