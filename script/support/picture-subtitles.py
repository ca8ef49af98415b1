"""Writes a file of Presentation Graphics subtitles (.sup) that shows one grayscale picture.

usage: picture-subtitles.py WIDTH HEIGHT X Y PICTURE-WIDTH PICTURE-HEIGHT SECONDS < GRAY > FILE

GRAY is the picture as 8-bit gray values; black is transparent. X and Y are its place in a video of WIDTH x HEIGHT.
"""

import struct
import sys

width, height, left, top, picture_width, picture_height, seconds = map(int, sys.argv[1:])
gray = sys.stdin.buffer.read()
# 16 levels, so that runs are long; 0 is transparent.
pixels = [value >> 4 for value in gray]


def segment(kind, payload, time):
    return b"PG" + struct.pack(">IIBH", time, 0, kind, len(payload)) + payload


def runs():
    out = bytearray()
    for row in range(picture_height):
        line = pixels[row * picture_width:(row + 1) * picture_width]
        at = 0
        while at < picture_width:
            end = at
            while end < picture_width and line[end] == line[at]:
                end += 1
            count, color = end - at, line[at]
            short = count < 64
            head = bytes([count | (0x80 if color else 0)]) if short else struct.pack(">H", count | 0x4000 | (0x8000 if color else 0))
            out += b"\0" + head + (bytes([color]) if color else b"")
            at = end
        out += b"\0\0"
    return bytes(out)


def show(time, number, is_visible):
    objects = struct.pack(">HBBHH", 0, 0, 0, left, top) if is_visible else b""
    composition = struct.pack(">HHBHBBBB", width, height, 0x10, number, 0x80, 0, 0, 1 if is_visible else 0) + objects
    window = struct.pack(">BBHHHH", 1, 0, left, top, picture_width, picture_height)
    out = segment(0x16, composition, time) + segment(0x17, window, time)
    if is_visible:
        # Luma, red and blue difference, opacity.
        palette = b"".join(bytes([level, 16 + level * 219 // 15, 128, 128, 80 + level * 175 // 15]) for level in range(1, 16))
        out += segment(0x14, b"\0\0" + palette, time)
        data = runs()
        # Objects that are longer than a segment continue in further ones.
        body = struct.pack(">I", len(data) + 4)[1:] + struct.pack(">HH", picture_width, picture_height) + data
        parts = [body[at:at + 60000] for at in range(0, len(body), 60000)]
        for index, part in enumerate(parts):
            flags = (0x80 if index == 0 else 0) | (0x40 if index == len(parts) - 1 else 0)
            out += segment(0x15, struct.pack(">HBB", 0, 0, flags) + part, time)
    return out + segment(0x80, b"", time)


sys.stdout.buffer.write(show(0, 0, True) + show(seconds * 90000, 1, False))
