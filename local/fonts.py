"""Makes the fonts that PDF files embed.

    python -m local.fonts FOLDER     FOLDER holds DejaVuSans.ttf and DejaVuSans-Bold.ttf, 2.37

DejaVu Sans (Bitstream Vera's license, which is kept with the fonts) cut down to the characters that
names and sentences need. Run again only to add characters; the same fonts give the same bytes.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from local.environments import CHECKOUT

FOLDER = CHECKOUT / "layers/dealclock/python/dealclock/documents/fonts"
WEIGHTS = {"regular": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}

# First and last code points, both included. None has marks that change the direction of text.
RANGES = (
    (0x20, 0x7E),  # Basic Latin
    (0xA0, 0x17F),  # Latin-1, Latin Extended-A
    (0x218, 0x21B),  # Romanian
    (0x370, 0x3FF),  # Greek
    (0x400, 0x45F),  # Cyrillic
    (0x1E00, 0x1EFF),  # Latin Extended Additional: Vietnamese, Welsh
    (0x2010, 0x2027),  # dashes, quotation marks, bullets, the ellipsis
    (0x2030, 0x203A),
    (0x2070, 0x2094),  # raised and lowered figures
    (0x20A0, 0x20BF),  # currencies
    (0x2100, 0x215E),  # the number and trademark signs, fractions
    (0x2190, 0x2195),  # arrows
    (0x2212, 0x2212),
    (0x2260, 0x2265),
    (0x2713, 0x2717),
    (0xFFFD, 0xFFFD),  # shown in place of every character outside these
)


def cut_down(source: Path) -> TTFont:
    """The font of a file with only the characters of RANGES."""
    options = Options(hinting=False, layout_features=[], notdef_outline=True, glyph_names=False)
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB", "kern"]
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[point for a, z in RANGES for point in range(a, z + 1)])
    subsetter.subset(font)
    return font


def _write(folder: Path) -> Iterator[Path]:
    for weight, name in WEIGHTS.items():
        cut_down(folder / name).save(FOLDER / f"{weight}.ttf")
        yield FOLDER / f"{weight}.ttf"


def main(arguments: Sequence[str]) -> int:
    """Write the fonts, and print their sizes."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    for file in _write(Path(arguments[0])):
        print(f"{file.relative_to(CHECKOUT)}, {file.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
