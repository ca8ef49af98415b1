#!/usr/bin/env bash
# usage: ui-soak.sh COUNT|SECONDSs FOLDER [address|thread]   Called by script/soak ui.
# Builds the program player-fuzz and runs it with one seed after the other, each on a display of its own with a window manager.
set -euo pipefail

amount=$1
work=$(realpath -m "$2")/ui
sanitizer=${3:-}
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$top"
# Actions of one process.
actions=500
# Seconds that one process may take at most, many times the usual.
limit=300
# Of this many displays, one is lost while the program runs.
displays_per_loss=10

mkdir -p "$work/clips" "$work/reports"
rm -f "$work"/reports/*
build=(swift build --product player-fuzz)
if [[ -n $sanitizer ]]; then
    build+=("--sanitize=$sanitizer" --scratch-path "${OPENAVKIT_UI_BUILD:-$top/.build/$sanitizer-ui}")
    export OPENAVKIT_PATIENCE=${OPENAVKIT_PATIENCE:-10}
    limit=$((limit * 10))
fi
"${build[@]}" >&2

# Processes at a time. Each has a display, a folder and a share of the actions; most of their time is waiting.
jobs=${OPENAVKIT_UI_JOBS:-$((2 * $(nproc)))}
[[ $amount == *s || $jobs -le $(((amount + actions - 1) / actions)) ]] || jobs=$(((amount + actions - 1) / actions))
if [[ $jobs -gt 1 ]]; then
    share=$amount
    [[ $amount == *s ]] || share=$(((amount + jobs - 1) / jobs))
    children=()
    trap '[[ ${#children[@]} -eq 0 ]] || kill "${children[@]}" 2>/dev/null || true' EXIT
    for ((job = 0; job < jobs; job++)); do
        OPENAVKIT_UI_JOBS=1 OPENAVKIT_UI_SEED=$((${OPENAVKIT_UI_SEED:-1} + job * 10000)) "$0" "$share" "$2/job-$job" "$sanitizer" &
        children+=($!)
    done
    status=0
    for child in "${children[@]}"; do wait "$child" || status=1; done
    children=()
    exit "$status"
fi
program=$("${build[@]}" --show-bin-path 2>/dev/null)/player-fuzz
tools=$(dirname "$(realpath "$(command -v swift)")")
common="log_path=$work/reports/report:exitcode=66"
preload=()
case $sanitizer in
    address)
        export ASAN_OPTIONS="$common:detect_leaks=1" LSAN_OPTIONS="suppressions=$top/data/sanitizers/leaks.txt:print_suppressions=0"
        export ASAN_SYMBOLIZER_PATH=$tools/llvm-symbolizer SWIFT_BACKTRACE=enable=no
        ;;
    thread)
        export TSAN_OPTIONS="$common:suppressions=$top/data/sanitizers/thread.txt:history_size=4:ignore_noninstrumented_modules=1"
        TSAN_OPTIONS+=":external_symbolizer_path=$tools/llvm-symbolizer"
        export SWIFT_BACKTRACE=enable=no
        "$tools/clang" -shared -fPIC -O1 -o "$work/mutex.so" "$top/script/support/thread-sanitizer-mutex.c"
        preload=("LD_PRELOAD=$work/mutex.so")
        ;;
    *) export SWIFT_BACKTRACE=enable=yes,color=no,interactive=no,threads=all,images=none,limit=40 ;;
esac

clip() { # name, seconds, arguments of ffmpeg
    local file=$work/clips/$1 seconds=$2
    shift 2
    [[ -s $file ]] || ffmpeg -nostdin -loglevel error -y -f lavfi -i "testsrc2=s=320x180:r=24:d=$seconds" \
        -f lavfi -i "sine=f=440:r=48000:d=$seconds" "$@" "$file"
    clips+=("$file")
}
clips=()
x264=(-c:v libx264 -preset veryfast -g 24 -pix_fmt yuv420p)
printf '1\n00:00:00,000 --> 00:00:09,000\nA caption over the whole clip\n' >"$work/captions.srt"
printf ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=4\ntitle=First\n[CHAPTER]\nTIMEBASE=1/1\nSTART=4\nEND=10\ntitle=Second\n' \
    >"$work/chapters.txt"
clip plain.mp4 8 "${x264[@]}" -c:a aac -movflags +faststart
clip short.mp4 1 "${x264[@]}" -c:a aac
clip tracks.mkv 10 -i "$work/captions.srt" -i "$work/chapters.txt" -map 0 -map 1 -map 1 -map 2 -map_metadata 3 "${x264[@]}" -c:a aac -c:s srt \
    -metadata:s:a:0 language=eng -metadata:s:a:1 language=deu -metadata:s:s:0 language=eng
clip audio.m4a 6 -map 1 -c:a aac
# A file that ends early, and one with a corrupted middle.
[[ -s $work/clips/cut.mp4 ]] || head -c 60000 "$work/clips/plain.mp4" >"$work/clips/cut.mp4"
clips+=("$work/clips/cut.mp4")

export HOME=$work/home XDG_RUNTIME_DIR=$work/home XDG_CONFIG_HOME=$work/home XDG_CACHE_HOME=$work/home
mkdir -p "$HOME" && chmod 700 "$HOME"
unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
languages=(en de ar ja)

failures=0
performed=0
seed=${OPENAVKIT_UI_SEED:-1}
began=$SECONDS
isDone() {
    if [[ $amount == *s ]]; then [[ $((SECONDS - began)) -ge ${amount%s} ]]; else [[ $performed -ge $amount ]]; fi
}
server=
manager=
stop() { # process
    [[ -z $1 ]] || kill -KILL "$1" 2>/dev/null || true
}
trap 'stop "$manager"; stop "$server"' EXIT
while ! isDone; do
    log=$work/seed-$seed.log
    # The server writes the number of its display when it is ready. A program whose display is lost may connect to it again, so the number
    # must not be that of another program's display.
    rm -f "$work/display" && mkfifo "$work/display"
    Xvfb ":$((1000 + seed % 50000))" -displayfd 5 -screen 0 1000x700x24 -nolisten tcp -noreset 5>"$work/display" 2>/dev/null &
    server=$!
    read -r number <"$work/display"
    DISPLAY=:$number openbox >/dev/null 2>&1 &
    manager=$!
    rm -f "$HOME"/openavkit/settings.json
    # A session of its own, so that its audio server ends with it.
    env "DISPLAY=:$number" "LANGUAGE=${languages[seed % 4]}" "${preload[@]}" setsid "$program" "$seed" "$actions" "${clips[@]}" >"$log" 2>&1 &
    child=$!
    (
        sleep "$limit"
        echo "FINDING: the program still runs after $limit s" >>"$log"
        kill -ABRT "$child"
    ) 2>/dev/null &
    watchdog=$!
    if [[ $((seed % displays_per_loss)) -eq 7 ]]; then
        sleep "$((1 + seed % 5))"
        stop "$server"
    fi
    status=0
    wait "$child" || status=$?
    pkill -P "$watchdog" 2>/dev/null || true
    kill "$watchdog" 2>/dev/null || true
    kill -KILL -- "-$child" 2>/dev/null || true
    stop "$manager"
    stop "$server"
    wait "$watchdog" "$manager" "$server" 2>/dev/null || true
    server=
    manager=
    performed=$((performed + actions))
    if [[ $status -ne 0 ]]; then
        failures=$((failures + 1))
        echo "ui: seed $seed: exit code $status; OPENAVKIT_UI_SEED=$seed repeats it, all actions are in $log. The last ones:"
        grep -E '^([0-9]+ |FINDING|Fatal|.*Fatal error)' "$log" | tail -n 25
    else
        rm -f "$log"
    fi
    seed=$((seed + 1))
done
found=$(find "$work/reports" -name 'report.*' -size +0 | wc -l)
if [[ $found -gt 0 ]]; then
    echo "ui: reports of $found processes in $work/reports:"
    grep -h '^SUMMARY' "$work"/reports/report.* | sort | uniq -c | sort -rn | head -n 40
fi
echo "ui: $performed actions, $failures failures, the next seed is $seed"
[[ $failures -eq 0 && $found -eq 0 ]]
