#!/usr/bin/env bash
# Compares 100 evenly spaced thumbnails of a film by AVAssetImageGenerator with one run of ffmpeg over the key frames. Called by script/bench.
#
# The film has 1080p and a key frame every ten seconds; THUMBNAIL_SECONDS is its duration (default 1200: two hours take long to make).
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=script/support/benchmark-program.sh
source "$top/script/support/benchmark-program.sh"
length=${THUMBNAIL_SECONDS:-1200}
folder=$top/.build/bench
film=$folder/keyframes-$length.mp4
mkdir -p "$folder"
if [[ ! -s $film ]]; then
    ffmpeg -nostdin -loglevel error -y -f lavfi -i "testsrc2=s=1920x1080:r=24:d=$length" -c:v libx264 -preset ultrafast -g 240 \
        -keyint_min 240 -sc_threshold 0 -pix_fmt yuv420p "$film.part.mp4"
    mv "$film.part.mp4" "$film"
fi
program=${THUMBNAIL_PROGRAM:-$(benchmark_program thumbnails "$top")}
pictures=$(mktemp -d)
trap 'rm -rf "$pictures"' EXIT
# The first run of each fills the cache of files.
for round in 1 2 3; do
    ours=$("$program" "$film" 100)
    began=$(date +%s%N)
    ffmpeg -nostdin -loglevel error -y -skip_frame nokey -i "$film" -vf "fps=100/$length,scale=320:180" "$pictures/%03d.bmp"
    theirs=$((($(date +%s%N) - began) / 1000000))
    [[ $round -gt 1 ]] || continue
    python3 -c 'import json, sys
ours, theirs = json.loads(sys.argv[1])["seconds"], int(sys.argv[2]) / 1000
print(f"100 thumbnails: {ours:.2f} s, ffmpeg {theirs:.2f} s, {theirs / ours:.2f} times as fast")' "$ours" "$theirs"
done
