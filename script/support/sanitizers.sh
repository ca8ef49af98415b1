#!/usr/bin/env bash
# usage: sanitizers.sh address|thread CYCLES CLIP…   Called by script/soak.
# Builds the programs of 'soak faults' and 'soak windows' and test suites with a sanitizer, and runs them.
set -euo pipefail

kind=$1
cycles=$2
shift 2
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$top"
scratch=$top/.build/$kind
reports=$scratch/reports
rm -rf "$reports"
mkdir -p "$reports"
# Suites that use threads and windows; the suites that play real media would take hours.
suites='CompositorTests|WindowSystemTests|AVKitTests|PlaybackMachine|StreamMachine'
export OPENAVKIT_TEST_TARGETS=CompositorTests,WindowSystemTests,AVKitTests,MediaEngineTests
# Seconds for which streams are played while their servers have faults.
stream_seconds=60

tools=$(dirname "$(realpath "$(command -v swift)")")
common="log_path=$reports/report:exitcode=66"
preload=()
case $kind in
    address)
        export ASAN_OPTIONS="$common:detect_leaks=1" LSAN_OPTIONS="suppressions=$top/data/sanitizers/leaks.txt:print_suppressions=0"
        export ASAN_SYMBOLIZER_PATH=$tools/llvm-symbolizer
        ;;
    thread)
        export TSAN_OPTIONS="$common:suppressions=$top/data/sanitizers/thread.txt:history_size=4:ignore_noninstrumented_modules=1"
        TSAN_OPTIONS+=":external_symbolizer_path=$tools/llvm-symbolizer"
        "$tools/clang" -shared -fPIC -O1 -o "$scratch/mutex.so" "$top/script/support/thread-sanitizer-mutex.c"
        preload=(env "LD_PRELOAD=$scratch/mutex.so")
        ;;
esac
# Programs are several times slower.
export OPENAVKIT_PATIENCE=10
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
export PULSE_SERVER=unix:/nonexistent

failures=0
run() { # name, command…
    local name=$1 status=0
    shift
    "${preload[@]}" "$@" >"$reports/$name.log" 2>&1 || status=$?
    [[ $status -ne 0 ]] || return 0
    failures=$((failures + 1))
    echo "$kind: $name: exit code $status; the end of $reports/$name.log:"
    tail -n 5 "$reports/$name.log"
}

build=(swift build "--sanitize=$kind" --scratch-path "$scratch")
for product in windows faults; do "${build[@]}" --package-path Benchmarks --product "$product" >&2; done
programs=$("${build[@]}" --package-path Benchmarks --show-bin-path 2>/dev/null)
# The slower program loses frames, so that its verdict does not count here, only the reports of the sanitizer.
"${preload[@]}" "$programs/faults" $stream_seconds >"$reports/faults.log" 2>&1 || true
run windows "$programs/windows" "$cycles" "$@"
# Leaks are checked in the programs above: the suites start hundreds of processes, and Foundation leaks each Process. A test of memory allows
# for a smaller store of freed memory than the address sanitizer's usual 256 MB.
export ASAN_OPTIONS=$common:detect_leaks=0:quarantine_size_mb=32
# Two packages cannot share a folder.
swift build "--sanitize=$kind" --scratch-path "$scratch-tests" --build-tests >&2
run tests swift test "--sanitize=$kind" --scratch-path "$scratch-tests" --skip-build --no-parallel --filter "$suites" --skip _traps

found=$(find "$reports" -name 'report.*' -size +0 | wc -l)
if [[ $found -gt 0 ]]; then
    echo "$kind: reports of $found processes in $reports:"
    grep -h '^SUMMARY' "$reports"/report.* | sort | uniq -c | sort -rn | head -n 40
fi
[[ $failures -eq 0 && $found -eq 0 ]]
