"""Draws terminal output as SVG: terminal-picture.py COMMAND-LINE WIDTH ROWS < OUTPUT > PICTURE.svg

COMMAND-LINE is drawn above the output, as the user would type it. Lines longer than WIDTH are cut, and so are lines after ROWS.
SGR sequences for bold, faint, red, green and yellow text are drawn; others are ignored.
"""

import html
import re
import sys

COLORS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "36": "#79c0ff"}
CELL, ROW, SIZE, MARGIN = 7.85, 18, 13, 16


def runs(line):
    """The parts of a line with one style each: text, colour, weight, opacity."""
    color, bold, faint = "#e6edf3", False, False
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if not code:
            if part:
                yield part, color, bold, faint
            continue
        for number in (code.group(1) or "0").split(";"):
            if number == "0":
                color, bold, faint = "#e6edf3", False, False
            elif number == "1":
                bold = True
            elif number == "2":
                faint = True
            else:
                color = COLORS.get(number, color)


def main():
    command, width, rows = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    lines = sys.stdin.read().rstrip("\n").split("\n")
    shown = ["\x1b[36m$\x1b[0m " + command] + lines[:rows] + (["\x1b[2m…\x1b[0m"] if len(lines) > rows else [])
    image = [round(width * CELL + 2 * MARGIN), len(shown) * ROW + 2 * MARGIN]
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{image[0]}" height="{image[1]}" viewBox="0 0 {image[0]} {image[1]}">')
    print(f'<rect width="{image[0]}" height="{image[1]}" rx="8" fill="#0d1117"/>')
    print(f'<g font-family="ui-monospace, DejaVu Sans Mono, monospace" font-size="{SIZE}">')
    for row, line in enumerate(shown):
        column = 0
        for text, color, bold, faint in runs(line):
            if column + len(text) > width:
                text = text[: max(0, width - column - 1)] + "…"
            x, y = MARGIN + column * CELL, MARGIN + row * ROW + SIZE
            style = (' font-weight="bold"' if bold else "") + (' opacity="0.6"' if faint else "")
            if text.strip():
                print(f'<text xml:space="preserve" x="{x:.1f}" y="{y}" textLength="{len(text) * CELL:.1f}" fill="{color}"{style}>{html.escape(text)}</text>')
            column += len(text)
            if column >= width:
                break
    print("</g>\n</svg>")


main()
