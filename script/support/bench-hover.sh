#!/usr/bin/env bash
# Measures thumbnails that are requested while a film of 1080p and 60 fps with key frames every ten seconds plays. Called by script/bench.
# HOVER_SECONDS is the time of playback (default 20).
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=script/support/benchmark-program.sh
source "$top/script/support/benchmark-program.sh"
folder=$top/.build/bench
film=$folder/hover-60fps.mp4
mkdir -p "$folder"
if [[ ! -s $film ]]; then
    ffmpeg -nostdin -loglevel error -y -f lavfi -i "testsrc2=s=1920x1080:r=60:d=120" -c:v libx264 -preset ultrafast -g 600 \
        -keyint_min 600 -sc_threshold 0 -pix_fmt yuv420p "$film.part.mp4"
    mv "$film.part.mp4" "$film"
fi
"$(benchmark_program hover "$top")" "$film" "${HOVER_SECONDS:-20}"
