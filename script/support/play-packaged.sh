#!/usr/bin/env bash
# Plays every stream of packagers.sh headless to its end: play-packaged.sh PROGRAMS FOLDER, where PROGRAMS has avplayer and hls-origin.
# A failure, an unexpected entry in the error log, a stall or a wrong duration is printed, and makes the exit code 1.
set -euo pipefail
programs=${1:?}
folder=${2:?}
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
export PULSE_SERVER=unix:/nonexistent
work=$(mktemp -d)
"$programs/hls-origin" --folder "$folder" --lifetime 3600 >"$work/address" 2>"$work/origin" &
origin=$!
trap 'kill $origin 2>/dev/null; rm -rf "$work"' EXIT
for ((wait = 0; wait < 200; wait++)); do [[ -s $work/address ]] && break || sleep 0.1; done
base=$(sed 's|/main.m3u8||' "$work/address")

play() { # a line of the list
    local name path clips seconds words said complaints word status=0
    IFS=$'\t' read -r name path clips seconds words <<<"$1"
    said=$(timeout -k 1 60 "$programs/avplayer" play --headless --json --exit-after end "$base/$path" 2>/dev/null) || status=$?
    complaints=$(grep -E '"event":"(warning|failed|stalled)"' <<<"$said" || true)
    # The expected rule violations are listed, and must be reported.
    for word in ${words//,/ }; do
        [[ $word != hls.* ]] || { grep -qF "($word)" <<<"$complaints" || status=untold; complaints=$(grep -vF "($word)" <<<"$complaints" || true); }
    done
    if [[ $status != 0 || -n $complaints ]]; then
        echo "$name: exit code $status, $(head -n 1 <<<"$complaints")"
    elif ! awk -v want="$seconds" -v end="$(sed -n 's/.*"event":"ended".*"position":\([0-9.]*\).*/\1/p' <<<"$said")" \
        'BEGIN { exit !(end > want - 0.15 && end < want + 0.15) }'; then
        echo "$name: it does not end at $seconds s"
    fi
}
export -f play
export programs base
complaints=$(xargs -d '\n' -P 6 -I '{}' bash -c 'play "$1"' _ '{}' <"$folder/streams.tsv")
count=$(wc -l <"$folder/streams.tsv")
echo "packagers: avplayer played $count streams, $(grep -c . <<<"$complaints" || true) badly"
[[ -z $complaints ]] || { echo "$complaints" && exit 1; }
