#!/usr/bin/env bash
# Usage: script/support/storyboard-captions.sh FOLDER
#
# Writes a film of 20 s and files with the same captions in six formats into FOLDER: captions-webvtt.mp4 and captions-vertical.mp4 with
# .vtt files, captions-srt.mkv, captions-ass.mkv, captions-text.mp4 (mov_text), captions-ttml.mp4 with a .ttml file, and captions-pgs.mkv.
# Writes the frames at 10 s of other programs beside them, where these are installed: mpv-NAME.png, chromium-NAME.png.
set -euo pipefail

support=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:?Name a folder}
mkdir -p "$folder"
cd "$folder"
ffmpeg() { command ffmpeg -nostdin -loglevel error -y "$@"; }
has() { command -v "$1" >/dev/null; }

ffmpeg -f lavfi -i "gradients=s=1280x720:c0=0x203050:c1=0x507050:x0=0:y0=0:x1=1280:y1=720:seed=1:speed=0.00001:d=20:r=25" \
    -c:v libx264 -preset veryfast -pix_fmt yuv420p -g 25 film.mp4
cat >captions-webvtt.vtt <<'VTT'
WEBVTT

REGION
id:left
width:40%
lines:3
regionanchor:0%,100%
viewportanchor:5%,60%
scroll:up

STYLE
::cue(.big) { font-size: 150%; color: gold }
::cue(v[voice="Ada"]) { color: lightgreen; font-style: italic }
::cue(.box) { background-color: rgba(128, 0, 0, 0.8) }
::cue(c:past) { color: yellow }
::cue(c:future) { color: gray }

00:00:00.000 --> 00:00:20.000 line:0 align:start position:5%
<v Ada>Ada speaks at the top left.

00:00:00.000 --> 00:00:20.000 line:20% position:90%,line-right align:center size:40%
An area of 40 % at the right,<b>
in two lines</b>

00:00:00.000 --> 00:00:20.000 region:left
The first of a region

00:00:01.000 --> 00:00:20.000 region:left
The second of the region

00:00:00.000 --> 00:00:20.000
The first line is the <u>lowest</u> &amp; last.

00:00:00.000 --> 00:00:20.000
<ruby>東京<rt>とうきょう</rt></ruby>へ<b.big>行く</b> in a <b.box>box</b>

00:00:00.000 --> 00:00:20.000 line:70%
<c>past</c> <00:00:02.000><c>and</c> <00:00:15.000><c>future</c>
VTT
cat >captions-vertical.vtt <<'VTT'
WEBVTT

00:00:00.000 --> 00:00:20.000 vertical:rl line:0
縦書きの<ruby>漢字<rt>かんじ</rt></ruby>とABC。
二行目（括弧）

00:00:00.000 --> 00:00:20.000 vertical:lr line:0
<i>左</i>から始まるー

00:00:00.000 --> 00:00:20.000 vertical:rl line:50% align:start position:10%
始め
VTT
cat >captions.srt <<'SRT'
1
00:00:00,000 --> 00:00:20,000
{\an8}<font color="#ffd060">A song</font> at the <b>top</b>

2
00:00:00,000 --> 00:00:20,000
<i>An italic line</i> and a <u>second</u> one
below & "it"
SRT
cat >captions.ass <<'ASS'
[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,DejaVu Sans,48,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,2,2,40,40,40,1
Style: Sign,DejaVu Serif,40,&H0030D0FF,&H000000FF,&H00402000,&H80000000,1,0,0,0,100,100,0,0,3,4,0,8,40,40,30,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.00,0:00:20.00,Default,,0,0,0,,The default style, with an {\i1}italic{\i0} word\Nand a second line
Dialogue: 0,0:00:00.00,0:00:20.00,Sign,,0,0,0,,A boxed sign
Dialogue: 0,0:00:00.00,0:00:20.00,Default,,0,0,0,,{\pos(320,360)\frz25\c&H60FF60&}turned{\fscx150} and wide
Dialogue: 0,0:00:00.00,0:00:20.00,Default,,0,0,0,,{\an5\pos(960,300)}{\k500}Ka{\k800}ra{\k2000}oke
Dialogue: 0,0:00:00.00,0:00:20.00,Default,,0,0,0,,{\an7\pos(900,420)\p1\bord2\c&H2020E0&}m 0 0 l 120 0 60 100 m 150 0 b 250 0 250 100 150 100{\p0}
ASS
cat >captions-ttml.ttml <<'TTML'
<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en">
  <head><layout>
    <region xml:id="top" tts:origin="10% 10%" tts:extent="80% 20%" tts:displayAlign="before" tts:textAlign="center"/>
    <region xml:id="bottom" tts:origin="10% 70%" tts:extent="80% 20%" tts:displayAlign="after" tts:textAlign="center"/>
  </layout></head>
  <body><div>
    <p region="top" begin="0s" end="20s"><span tts:color="#ffd060">A song</span> at the <span tts:fontWeight="bold">top</span></p>
    <p region="bottom" begin="0s" end="20s"><span tts:fontStyle="italic">The first paragraph</span></p>
    <p region="bottom" begin="0s" end="20s">is above the second one,<br/>which has two lines.</p>
  </div></body>
</tt>
TTML
for name in webvtt vertical ttml; do cp film.mp4 "captions-$name.mp4"; done
ffmpeg -i film.mp4 -i captions.srt -map 0:v -map 1 -c copy captions-srt.mkv
ffmpeg -i film.mp4 -i captions.ass -map 0:v -map 1 -c copy captions-ass.mkv
# Text of MP4 shows one caption at a time.
sed -n '/^2$/,$p' captions.srt >single.srt
ffmpeg -i film.mp4 -i single.srt -map 0:v -map 1 -c:v copy -c:s mov_text captions-text.mp4
ffmpeg -f lavfi -i color=black:s=640x80 -frames:v 1 -vf "drawtext=text='A picture of text':fontsize=56:fontcolor=white:x=(w-tw)/2:y=12" \
    -f rawvideo -pix_fmt gray picture.gray
python3 "$support/picture-subtitles.py" 1280 720 320 600 640 80 20 <picture.gray >captions.sup
ffmpeg -i film.mp4 -i captions.sup -map 0:v -map 1 -c copy captions-pgs.mkv
rm picture.gray single.srt

if has mpv; then
    for file in captions-srt.mkv captions-ass.mkv captions-text.mp4 captions-pgs.mkv; do
        name=${file%.*}
        mpv --no-config --no-audio --sid=1 --sub-auto=no --demuxer-mkv-subtitle-preroll=yes --start=10 --frames=1 --ovc=png "--o=mpv-${name#captions-}.png" \
            --msg-level=all=error "$file"
    done
fi
# Chromium draws the captions of a video element; its window is a screen of its own.
if has chromium && has Xvfb; then
    for name in webvtt vertical; do
        python3 - film.mp4 "captions-$name.vtt" >page.html <<'PYTHON'
import base64
import sys

film, captions = (base64.b64encode(open(path, "rb").read()).decode() for path in sys.argv[1:])
print(f"""<!doctype html><meta charset=utf-8>
<style>body {{ margin: 0; overflow: hidden }} video {{ width: 1280px; height: 720px; display: block }}</style><video muted></video>
<script>
const url = (text, type) => URL.createObjectURL(new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))], {{type}}));
const video = document.querySelector("video"), track = document.createElement("track");
video.onloadeddata = () => {{ video.currentTime = 10; }};
video.src = url("{film}", "video/mp4");
track.src = url("{captions}", "text/vtt");
video.append(track);
track.track.mode = "showing";
</script>""")
PYTHON
        rm -f display
        Xvfb -displayfd 1 -screen 0 1280x720x24 -nolisten tcp >display 2>/dev/null &
        screen=$!
        while [[ ! -s display ]]; do sleep 0.05; done
        DISPLAY=:$(cat display) chromium --no-sandbox --disable-gpu --kiosk --no-first-run "--user-data-dir=$PWD/profile" \
            --enable-blink-features=WebVTTRegions --window-position=0,0 --window-size=1280,720 "file://$PWD/page.html" >/dev/null 2>&1 &
        browser=$!
        sleep "${CHROMIUM_SECONDS:-10}"
        ffmpeg -f x11grab -video_size 1280x720 -draw_mouse 0 -i ":$(cat display)" -frames:v 1 "chromium-$name.png"
        kill "$browser" 2>/dev/null || true
        wait "$browser" 2>/dev/null || true
        kill "$screen" 2>/dev/null || true
        wait "$screen" 2>/dev/null || true
    done
    rm -rf profile page.html display
fi
