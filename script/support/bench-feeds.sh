#!/usr/bin/env bash
# Part of script/bench: checks a large catalog of real films with umc and xmllint alternately, and prints time, memory and ratios.
# FILMS is a JSON array of films (title, year, cast, genres, extract), optionally xz-compressed; FEED_BYTES is the size of the catalog
# (500000000).
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=script/support/benchmark-program.sh
source "$top/script/support/benchmark-program.sh"
# shellcheck source=script/support/release-build.sh
source "$top/script/support/release-build.sh"
films=${FILMS:-$top/../shared/data/wikipedia-films.json.xz}
[[ -s $films ]] || { echo "feeds: FILMS is not set to a list of films" >&2 && exit 2; }
command -v xmllint >/dev/null || { echo "feeds: xmllint was not found (apt-get install libxml2-utils)" >&2 && exit 2; }
work=$top/.build/bench-feeds
mkdir -p "$work"
umc=$(release_program umc "$top")
bytes=${FEED_BYTES:-500000000}
if [[ $(cat "$work/bytes" 2>/dev/null) != "$bytes" ]]; then
    program=$(benchmark_program feeds "$top")
    if [[ $films == *.xz ]]; then xz -dc "$films" >"$work/films.json"; else cp "$films" "$work/films.json"; fi
    "$program" make "$work/films.json" "$work" "$bytes" >&2
    echo "$bytes" >"$work/bytes"
fi
"$umc" schema catalog >"$work/catalog.xsd"
now=2026-03-02T12:00:00Z
cat "$work"/catalog.xml "$work"/availability.xml >/dev/null
# name, command…: the best of three runs, measured from outside; prints seconds, CPU seconds and kilobytes.
measure() {
    local name=$1 best='' line
    shift
    for _ in 1 2 3; do
        # umc has a separate exit code for findings; the measurement is on the last line.
        command time -f '%e %U %S %M' "$@" >/dev/null 2>"$work/said" || true
        line=$(tail -n 1 "$work/said")
        [[ -n $best && $(awk -v a="${line%% *}" -v b="${best%% *}" 'BEGIN { print (a < b) }') == 0 ]] || best=$line
    done
    awk -v name="$name" -v line="$best" -v size="$bytes" 'BEGIN { split(line, f, " ");
        printf "%-44s %7.2f s  %7.2f CPU s  %7.1f MB/s  %7.1f MB\n", name, f[1], f[2] + f[3], size / 1e6 / f[1], f[4] / 1024 }'
}
echo "catalog of $(stat -c %s "$work/catalog.xml") bytes, $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
measure "umc validate, every rule" "$umc" validate "$work/catalog.xml" --now $now --quiet
measure "umc validate, one thread that checks" "$umc" validate "$work/catalog.xml" --now $now --quiet --threads 1
measure "xmllint --stream --schema" xmllint --noout --stream --schema "$work/catalog.xsd" "$work/catalog.xml"
measure "xmllint --stream" xmllint --noout --stream "$work/catalog.xml"
measure "umc validate, with availability" "$umc" validate "$work/catalog.xml" "$work/availability.xml" --now $now --quiet
# The time from the start to the first finding, for a feed with one at its beginning.
sed '0,/<genre>[a-z_]*</s//<genre>no_such_genre</' "$work/catalog.xml" >"$work/faulty.xml"
start=$(date +%s%N)
"$umc" validate "$work/faulty.xml" --now $now --format github 2>/dev/null | head -n 1 >/dev/null || true
echo "first finding after $((($(date +%s%N) - start) / 1000000)) ms"
rm -f "$work/faulty.xml"
