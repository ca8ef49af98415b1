#!/usr/bin/env python3
"""Prints where the time to a stream's first frame goes, from the events that `avplayer --json` prints (standard input)."""
import json
import sys
from urllib.parse import urlparse

rows, first_frame = [], None
for line in sys.stdin:
    try:
        event = json.loads(line)
    except ValueError:
        continue
    if event["event"] == "request":
        rows.append((event["sentMs"], event["answeredMs"], event["endedMs"], urlparse(event["url"] or "").path))
    elif event["event"] == "firstFrame" and first_frame is None:
        first_frame = event["ms"]
if first_frame is None or not rows:
    sys.exit("start-breakdown: no request or no first frame in the events")

rows = sorted(row for row in rows if row[0] <= first_frame)
print("start of a stream, ms since the program began:")
print(f"  {'sent':>6} {'answer':>7} {'end':>6}")
for sent, answered, ended, path in rows:
    late = "  (after the first frame)" if ended > first_frame else ""
    print(f"  {sent:>6} {answered:>7} {ended:>6}  {path}{late}")
needed = [row for row in rows if row[2] <= first_frame]
print(f"  {rows[0][0]:>6} ms  program, libraries and window, before the first request")
print(f"  {max(row[2] for row in needed) - rows[0][0]:>6} ms  requests that the first frame needs")
print(f"  {first_frame - max(row[2] for row in needed):>6} ms  demuxing, decoding and drawing after the last of them")
