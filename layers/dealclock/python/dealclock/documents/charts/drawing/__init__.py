"""Drawing pictures as SVG, on a page as wide as a phone's screen.

Each element is positioned explicitly, in points: plotting libraries lay out for paper. The same
data gives the same SVG on any day and machine, and `documents/pdf_picture` draws it as PDF.
"""

from dealclock.documents.charts.drawing.accrual import draw_accrual
from dealclock.documents.charts.drawing.timeline import draw_timeline

__all__ = ["draw_accrual", "draw_timeline"]
