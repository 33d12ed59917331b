"""Drawing pictures as SVG, on a page as wide as a phone's.

Everything is placed by hand, in points, by the widths of the shipped fonts: a plotting library's
own layout is made for paper. The same data gives the same text, on any day and machine.
`png` makes a PNG of it; it alone needs resvg.
"""

from dealclock.media.charts.drawing.accrual import draw_accrual
from dealclock.media.charts.drawing.timeline import draw_timeline

__all__ = ["draw_accrual", "draw_timeline"]
