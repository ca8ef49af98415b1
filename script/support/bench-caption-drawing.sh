#!/usr/bin/env bash
# usage: script/support/bench-caption-drawing.sh AVPLAYER [ROUNDS]
#
# Plays a film of 720p for 20 s in a window on a separate Xvfb without captions, with SubRip captions, and with a script of 200 lines of
# karaoke at once, and prints the processor time of each: medians of ROUNDS (default 5) in which they take turns. Called by script/bench.
set -euo pipefail

player=${1:?Name avplayer}
rounds=${2:-5}
seconds=20
work=$(mktemp -d)
started=()
cleanup() {
    [[ ${#started[@]} -eq 0 ]] || kill "${started[@]}" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT
python3 - "$work" <<'PYTHON'
import sys

def time(seconds, point):
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}000"

with open(sys.argv[1] + "/text.srt", "w") as file:
    for number in range(15):
        file.write(f"{number + 1}\n{time(2 * number, ',')} --> {time(2 * number + 2, ',')}\n<i>A caption</i> of two lines,\nnumber {number}\n\n")
with open(sys.argv[1] + "/script.ass", "w") as file:
    file.write("""[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,DejaVu Sans,22,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,7,0,0,0,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
""")
    for line in range(200):
        x, y = 10 + line % 8 * 158, 10 + line // 8 * 28
        file.write("Dialogue: 0,0:00:00.00,0:01:00.00,Default,,0,0,0,,{\\pos(%d,%d)}{\\kf150}ka{\\kf250}ra{\\kf3000}oke %d\n" % (x, y, line))
PYTHON
ffmpeg() { command ffmpeg -nostdin -loglevel error -y "$@"; }
ffmpeg -f lavfi -i testsrc2=s=1280x720:r=30:d=30 -c:v libx264 -preset veryfast -pix_fmt yuv420p "$work/none.mp4"
ffmpeg -i "$work/none.mp4" -i "$work/text.srt" -map 0 -map 1 -c copy "$work/text.mkv"
ffmpeg -i "$work/none.mp4" -i "$work/script.ass" -map 0 -map 1 -c copy "$work/script.mkv"
# The same container without captions.
ffmpeg -i "$work/none.mp4" -c copy "$work/none.mkv"

Xvfb -displayfd 1 -screen 0 1440x810x24 -nolisten tcp -noreset >"$work/display" 2>/dev/null &
started+=($!)
while [[ ! -s $work/display ]]; do sleep 0.05; done
DISPLAY=:$(cat "$work/display")
export DISPLAY PULSE_SERVER=unix:/nonexistent LANGUAGE=en XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_DATA_HOME=$work/data
unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
mkfifo "$work/commands"
exec 4<>"$work/commands"
ticks=$(getconf CLK_TCK)
measure() { # name: appends the processor seconds from the second second on
    "$player" play --control --no-resume "$work/$1.mkv" >"$work/events" 2>/dev/null <&4 &
    local running=$!
    started+=("$running")
    until grep -qE '"event":"(firstFrame|failed)"' "$work/events"; do sleep 0.05; done
    [[ $1 == none ]] || echo '{"id": 1, "command": "select", "group": "legible", "option": 0}' >&4
    sleep 2
    local before after
    before=$(awk '{print $14 + $15}' "/proc/$running/stat")
    sleep "$seconds"
    after=$(awk '{print $14 + $15}' "/proc/$running/stat")
    [[ $1 != text ]] || grep -q '"event":"caption"' "$work/events" || { echo "no captions were displayed" >&2 && exit 1; }
    echo '{"id": 2, "command": "quit"}' >&4
    wait "$running" 2>/dev/null || true
    awk "BEGIN {print ($after - $before) / $ticks}" >>"$work/cpu-$1"
}
for ((round = 1; round <= rounds; round++)); do
    for name in none text script; do measure "$name"; done
done
python3 - "$work" "$seconds" <<'PYTHON'
import json
import statistics
import sys

folder, seconds = sys.argv[1], int(sys.argv[2])
none, text, script = (statistics.median(map(float, open(f"{folder}/cpu-{name}"))) for name in ("none", "text", "script"))
print(json.dumps({
    "cpu without captions (s)": none, "cpu with captions (s)": text, "captions add (%)": round((text / none - 1) * 100, 1),
    "cpu with 200 lines of karaoke (s)": script, "karaoke adds per frame (ms)": round((script - none) / (seconds * 30) * 1000, 2)}))
PYTHON
