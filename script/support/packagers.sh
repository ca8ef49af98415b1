#!/usr/bin/env bash
# Creates HLS streams with third-party packagers: packagers.sh FOLDER
#
# Writes FOLDER/streams.tsv: name, playlist, the source clips of its video, seconds, and keywords: audio, text, live, and the rules that it
# violates.
# Needs ffmpeg; Shaka Packager (SHAKA_PACKAGER, or 'packager' in PATH) and GStreamer's hlssink2 create more streams if installed.
set -euo pipefail

folder=$(mkdir -p "${1:?}" && cd "$1" && pwd)
clips=$folder/clips
list=$folder/streams.tsv
mkdir -p "$clips"
seconds=8
quiet=(-nostdin -hide_banner -loglevel error -y)

packager=${SHAKA_PACKAGER:-$(command -v packager || true)}
[[ -n $packager && -x $packager ]] || {
    packager=""
    echo "packagers: Shaka Packager was not found (put 'packager' into PATH or set SHAKA_PACKAGER): its streams are skipped" >&2
}

# --- Clips: each has a file with the checksums of its frames, from a full decode by another program.
picture() { # name, rate, arguments of the encoder
    local name=$1 rate=$2
    shift 2
    [[ -s $clips/$name.mp4 ]] || ffmpeg "${quiet[@]}" -f lavfi -i "testsrc2=s=${size:-320x180}:r=$rate:d=$seconds" \
        -pix_fmt yuv420p "$@" -tag:v "${tag:-0}" "$clips/$name.mp4"
    [[ -s $clips/$name.crc ]] || ffmpeg "${quiet[@]}" -i "$clips/$name.mp4" -an -fps_mode passthrough -f framecrc "$clips/$name.crc"
}
sound() { # name, ending, pitch, arguments of the encoder
    local name=$1 ending=$2 pitch=$3
    shift 3
    [[ -s $clips/$name.$ending ]] || ffmpeg "${quiet[@]}" -f lavfi -i "sine=f=$pitch:r=48000:d=$seconds" -ac 2 "$@" \
        "$clips/$name.$ending"
}
x264=(-c:v libx264 -preset veryfast -sc_threshold 0 -bf 2)
tag=avc1 picture h264 24 "${x264[@]}" -g 48
tag=avc1 size=192x108 picture h264-low 24 "${x264[@]}" -g 48
tag=avc1 picture h264-ntsc 24000/1001 "${x264[@]}" -g 48
tag=avc1 picture h264-50 50 "${x264[@]}" -g 100
tag=avc1 picture h264-30 30000/1001 "${x264[@]}" -g 60
tag=avc1 picture h264-open 24 -c:v libx264 -preset veryfast -x264-params keyint=48:min-keyint=48:open-gop=1:bframes=3:scenecut=0
tag=avc1 picture h264-rare 24 "${x264[@]}" -g 96
tag=hvc1 picture hevc 24 -c:v libx265 -preset ultrafast -x265-params log-level=error:keyint=48:min-keyint=48:scenecut=0:bframes=2:open-gop=0
tag=av01 picture av1 24 -c:v libsvtav1 -preset 12 -g 47
tag=vp09 picture vp9 24 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 48 -keyint_min 48
sound aac m4a 440 -c:a aac
sound german m4a 660 -c:a aac
sound he m4a 440 -c:a aac -ar 44100
sound ac3 mp4 440 -c:a ac3
sound eac3 mp4 440 -c:a eac3
sound opus mp4 440 -c:a libopus -strict -2
sound flac mp4 440 -c:a flac -strict -2
sound mp3 mp4 440 -c:a libmp3lame
cat >"$clips/en.vtt" <<'TEXT'
WEBVTT

1
00:00:00.500 --> 00:00:01.500
first

2
00:00:01.800 --> 00:00:04.200 line:10% align:start
across a <b>joint</b>

3
00:00:06.000 --> 00:00:07.500
last
TEXT

: >"$list.new"
made=0
left=0
entry() { # name, playlist, clips, words
    if [[ -s $folder/$1/$2 ]]; then
        printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$1/$2" "$3" "$seconds" "$4" >>"$list.new"
        made=$((made + 1))
    else
        left=$((left + 1))
        echo "packagers: $1 was not made" >&2
    fi
}

# --- ffmpeg's HLS muxer.
muxed() { # name, clip, words, arguments
    local name=$1 clip=$2 words=$3
    shift 3
    mkdir -p "$folder/$name"
    [[ -s $folder/$name/main.m3u8 ]] || (cd "$folder/$name" && ffmpeg "${quiet[@]}" -i "$clips/$clip.mp4" "$@" main.m3u8) || true
    entry "$name" main.m3u8 "$clip" "$words"
}
aac=(-i "$clips/aac.m4a" -map 0:v -map 1:a -c copy)
hls=(-f hls -hls_time 2 -hls_playlist_type vod)
muxed ffmpeg-ts h264 audio "${aac[@]}" "${hls[@]}"
muxed ffmpeg-ts-silent h264 "" -c copy "${hls[@]}"
muxed ffmpeg-fmp4 h264 audio "${aac[@]}" "${hls[@]}" -hls_segment_type fmp4
muxed ffmpeg-single h264 audio "${aac[@]}" "${hls[@]}" -hls_flags single_file
muxed ffmpeg-fmp4-single h264 audio "${aac[@]}" "${hls[@]}" -hls_segment_type fmp4 -hls_flags single_file
muxed ffmpeg-dates h264 audio "${aac[@]}" "${hls[@]}" -hls_flags program_date_time+independent_segments+round_durations
muxed ffmpeg-discont h264 audio "${aac[@]}" "${hls[@]}" -hls_flags discont_start
muxed ffmpeg-by-time h264-rare audio "${aac[@]}" "${hls[@]}" -hls_time 1 -hls_flags split_by_time
muxed ffmpeg-rare h264-rare audio "${aac[@]}" "${hls[@]}" -hls_time 1
muxed ffmpeg-open h264-open audio "${aac[@]}" -bsf:v h264_mp4toannexb,dump_extra=freq=keyframe "${hls[@]}"
# (For open GOPs, and cuts within GOPs, it writes fMP4 with two frames at the same time.)
muxed ffmpeg-ntsc h264-ntsc audio "${aac[@]}" "${hls[@]}"
muxed ffmpeg-ntsc-fmp4 h264-ntsc audio "${aac[@]}" "${hls[@]}" -hls_segment_type fmp4
muxed ffmpeg-50 h264-50 audio "${aac[@]}" "${hls[@]}" -hls_time 1.3
muxed ffmpeg-hevc-ts hevc audio "${aac[@]}" "${hls[@]}"
muxed ffmpeg-hevc-fmp4 hevc audio "${aac[@]}" "${hls[@]}" -hls_segment_type fmp4
muxed ffmpeg-av1 av1 audio "${aac[@]}" "${hls[@]}" -hls_segment_type fmp4
muxed ffmpeg-vp9 vp9 audio "${aac[@]}" "${hls[@]}" -hls_segment_type fmp4
for codec in ac3 eac3 mp3; do
    muxed "ffmpeg-$codec-ts" h264 audio -i "$clips/$codec.mp4" -map 0:v -map 1:a -c copy "${hls[@]}"
done
for codec in ac3 eac3 opus flac mp3; do
    muxed "ffmpeg-$codec-fmp4" h264 audio -i "$clips/$codec.mp4" -map 0:v -map 1:a -c copy "${hls[@]}" -hls_segment_type fmp4 -strict -2
done
muxed ffmpeg-44100 h264 audio -i "$clips/he.m4a" -map 0:v -map 1:a -c copy "${hls[@]}"
muxed ffmpeg-late h264 audio "${aac[@]}" "${hls[@]}" -output_ts_offset 47
muxed ffmpeg-wrap h264 audio "${aac[@]}" "${hls[@]}" -output_ts_offset 95440
muxed ffmpeg-number h264 audio "${aac[@]}" "${hls[@]}" -start_number 4711 -hls_segment_filename 'part %05d,a.ts'
muxed ffmpeg-two-streams h264 audio -i "$clips/aac.m4a" -map 0:v -map 1:a -c copy "${hls[@]}" -muxdelay 0 -muxpreload 0
printf '0123456789abcdef' >"$clips/key"
printf 'hls.key\n%s\n0123456789abcdef0123456789abcdef\n' "$clips/key" >"$clips/keyinfo"
printf 'hls.key\n%s\n' "$clips/key" >"$clips/keyinfo-implicit"
encrypted() { # name, clip, arguments
    mkdir -p "$folder/$1"
    cp "$clips/key" "$folder/$1/hls.key"
    muxed "$1" "$2" audio "${aac[@]}" "${hls[@]}" "${@:3}"
}
encrypted ffmpeg-aes h264 -hls_key_info_file "$clips/keyinfo"
encrypted ffmpeg-aes-implicit h264 -hls_key_info_file "$clips/keyinfo-implicit" -start_number 3
encrypted ffmpeg-aes-single h264 -hls_key_info_file "$clips/keyinfo" -hls_flags single_file
encrypted ffmpeg-hls-enc h264 -hls_enc 1 -hls_enc_key 0123456789abcdef
variants() { # name, words, arguments
    local name=$1 words=$2
    shift 2
    mkdir -p "$folder/$name"
    [[ -s $folder/$name/main.m3u8 ]] || (cd "$folder/$name" && ffmpeg "${quiet[@]}" -i "$clips/h264.mp4" -i "$clips/h264-low.mp4" \
        -i "$clips/aac.m4a" -i "$clips/german.m4a" "$@") || true
    entry "$name" main.m3u8 h264,h264-low "$words"
}
variants ffmpeg-ladder audio,hls.stream-inf.codecs -map 0:v -map 2:a -map 1:v -map 2:a -c copy "${hls[@]}" -master_pl_name main.m3u8 \
    -var_stream_map "v:0,a:0 v:1,a:1" 'v%v.m3u8'
variants ffmpeg-groups audio,hls.stream-inf.codecs -map 0:v -map 1:v -map 2:a -map 3:a -c copy "${hls[@]}" -hls_segment_type fmp4 -master_pl_name main.m3u8 \
    -hls_fmp4_init_filename 'init%v.mp4' \
    -var_stream_map "v:0,agroup:s v:1,agroup:s a:0,agroup:s,language:en,default:yes a:1,agroup:s,language:de" 'v%v.m3u8'
variants ffmpeg-text audio,text,early-text,hls.stream-inf.codecs -i "$clips/en.vtt" -map 0:v -map 2:a -map 4:s -c:v copy -c:a copy -c:s webvtt "${hls[@]}" \
    -master_pl_name main.m3u8 -var_stream_map "v:0,a:0,s:0,sgroup:t,language:en" 'v%v.m3u8'
# Packed audio as a separate rendition, and audio segmented at other times than video.
mkdir -p "$folder/ffmpeg-uneven"
[[ -s $folder/ffmpeg-uneven/main.m3u8 ]] || (
    cd "$folder/ffmpeg-uneven"
    ffmpeg "${quiet[@]}" -i "$clips/h264.mp4" -c copy "${hls[@]}" v.m3u8
    ffmpeg "${quiet[@]}" -i "$clips/aac.m4a" -c copy -f hls -hls_playlist_type vod -hls_time 3.1 a.m3u8
    printf '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="a.m3u8"\n' >main.m3u8
    printf '#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64000d,mp4a.40.2",AUDIO="a"\nv.m3u8\n' >>main.m3u8
) || true
entry ffmpeg-uneven main.m3u8 h264 audio

# --- GStreamer.
if gst-inspect-1.0 hlssink2 >/dev/null 2>&1; then
    mkdir -p "$folder/gst-hlssink2"
    [[ -s $folder/gst-hlssink2/main.m3u8 ]] || (cd "$folder/gst-hlssink2" && gst-launch-1.0 -q hlssink2 name=s target-duration=2 \
        playlist-length=0 max-files=0 playlist-location=main.m3u8 location=seg%03d.ts \
        filesrc location="$clips/h264.mp4" ! qtdemux ! h264parse ! s.video \
        filesrc location="$clips/aac.m4a" ! qtdemux ! aacparse ! s.audio >/dev/null 2>&1) || true
    entry gst-hlssink2 main.m3u8 h264 audio
fi
if gst-inspect-1.0 hlssink3 >/dev/null 2>&1; then
    mkdir -p "$folder/gst-hlssink3"
    [[ -s $folder/gst-hlssink3/main.m3u8 ]] || (cd "$folder/gst-hlssink3" && gst-launch-1.0 -q hlssink3 name=s target-duration=2 \
        playlist-length=0 max-files=0 playlist-type=vod playlist-location=main.m3u8 location=seg%03d.ts \
        filesrc location="$clips/h264.mp4" ! qtdemux ! h264parse ! s.video \
        filesrc location="$clips/aac.m4a" ! qtdemux ! aacparse ! s.audio >/dev/null 2>&1) || true
    entry gst-hlssink3 main.m3u8 h264 audio
fi

# --- Shaka Packager.
if [[ -n $packager ]]; then
    packed() { # name, clips, words, arguments; everything is written into the stream's folder
        local name=$1 pictures=$2 words=$3
        shift 3
        mkdir -p "$folder/$name"
        [[ -s $folder/$name/main.m3u8 ]] || (cd "$folder/$name" && "$packager" "$@" --hls_master_playlist_output main.m3u8 \
            --segment_duration "${length:-2}" --quiet >"$clips/$name.log" 2>&1) || tail -n 2 "$clips/$name.log" >&2
        entry "$name" main.m3u8 "$pictures" "$words"
    }
    fmp4() { echo "in=$clips/$1,stream=$2,init_segment=$3-init.mp4,segment_template=$3-\$Number\$.m4s,playlist_name=$3.m3u8${4:-}"; }
    ts() { echo "in=$clips/$1,stream=$2,segment_template=$3-\$Number\$.${5:-ts},playlist_name=$3.m3u8${4:-}"; }
    single() { echo "in=$clips/$1,stream=$2,output=$3.mp4,playlist_name=$3.m3u8${4:-}"; }
    sound_group=",hls_group_id=audio,hls_name=English,lang=en"
    frames=",iframe_playlist_name=v-frames.m3u8"
    for codec in h264 hevc av1 vp9; do
        packed "shaka-$codec" $codec audio "$(fmp4 $codec.mp4 video v "$frames")" "$(fmp4 aac.m4a audio a $sound_group)"
        packed "shaka-$codec-single" $codec audio "$(single $codec.mp4 video v "$frames")" "$(single aac.m4a audio a $sound_group)"
    done
    for codec in ac3 eac3 opus flac; do
        packed "shaka-$codec" h264 audio "$(fmp4 h264.mp4 video v)" "$(fmp4 $codec.mp4 audio a $sound_group)"
    done
    packed shaka-ts h264 audio "$(ts h264.mp4 video v "$frames")" "$(ts aac.m4a audio a $sound_group)"
    packed shaka-packed h264 audio "$(ts h264.mp4 video v)" "$(ts aac.m4a audio a $sound_group aac)"
    packed shaka-packed-ac3 h264 audio "$(ts h264.mp4 video v)" "$(ts ac3.mp4 audio a $sound_group ac3)"
    packed shaka-packed-eac3 h264 audio "$(ts h264.mp4 video v)" "$(ts eac3.mp4 audio a $sound_group ec3)"
    packed shaka-ts-ac3 h264 audio "$(ts h264.mp4 video v)" "$(ts ac3.mp4 audio a $sound_group)"
    for clip in h264-ntsc h264-50 h264-30 h264-open; do
        packed "shaka-$clip" $clip audio "$(fmp4 $clip.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)"
        packed "shaka-$clip-ts" $clip audio "$(ts $clip.mp4 video v)" "$(ts aac.m4a audio a $sound_group)"
    done
    packed shaka-languages h264,h264-low audio "$(fmp4 h264.mp4 video v "$frames")" \
        "$(fmp4 h264-low.mp4 video w ",iframe_playlist_name=w-frames.m3u8")" "$(fmp4 aac.m4a audio a $sound_group)" \
        "$(fmp4 german.m4a audio g ",hls_group_id=audio,hls_name=Deutsch,lang=de")" --default_language en
    packed shaka-text h264 audio,text "$(fmp4 h264.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)" \
        "$(ts en.vtt text t ",lang=en,hls_name=English,hls_group_id=text" vtt)"
    packed shaka-text-fmp4 h264 audio,text "$(fmp4 h264.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)" \
        "$(fmp4 en.vtt text t ",lang=en,hls_name=English,hls_group_id=text")"
    packed shaka-ttml h264 audio "$(fmp4 h264.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)" \
        "$(fmp4 en.vtt text t ",format=ttml+mp4,lang=en,hls_name=English,hls_group_id=text")"
    length=3 packed shaka-odd-length h264 audio "$(fmp4 h264.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)"
    packed shaka-not-aligned h264 audio "$(fmp4 h264.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)" \
        --segment_duration 1 --segment_sap_aligned=false --fragment_sap_aligned=false --fragment_duration 0.5
    packed shaka-fragments h264 audio "$(fmp4 h264.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)" --fragment_duration 0.5 \
        --fragment_sap_aligned=false
    packed shaka-sidx h264 audio "$(single h264.mp4 video v "$frames")" "$(single aac.m4a audio a $sound_group)" \
        --generate_sidx_in_media_segments=false
    packed shaka-dates h264 audio "$(fmp4 h264.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)" --add_program_date_time \
        --hls_start_time_offset 0
    key=30313233343536373839616263646566
    raw=(--enable_raw_key_encryption --keys "label=:key_id=abcdef0123456789abcdef0123456789:key=$key" --clear_lead 0 --hls_key_uri hls.key
        --protection_systems CommonSystem)
    for codec in h264 hevc; do
        mkdir -p "$folder/shaka-cbcs-$codec" && cp "$clips/key" "$folder/shaka-cbcs-$codec/hls.key"
        packed "shaka-cbcs-$codec" $codec audio "$(fmp4 $codec.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)" \
            "${raw[@]}" --protection_scheme cbcs
    done
    for name in shaka-cbcs-lead shaka-cbcs-single shaka-cbcs-ac3 shaka-sample-aes-ts shaka-sample-aes-packed shaka-sample-aes-ac3 \
        shaka-aes128 shaka-cbcs-av1 shaka-cbcs-session; do
        mkdir -p "$folder/$name" && cp "$clips/key" "$folder/$name/hls.key"
    done
    packed shaka-cbcs-lead h264 audio "$(fmp4 h264.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)" "${raw[@]}" \
        --protection_scheme cbcs --clear_lead 3
    packed shaka-cbcs-single h264 audio "$(single h264.mp4 video v "$frames")" "$(single aac.m4a audio a $sound_group)" "${raw[@]}" \
        --protection_scheme cbcs
    packed shaka-cbcs-session h264 audio,hls.version.low "$(fmp4 h264.mp4 video v)" "$(fmp4 aac.m4a audio a $sound_group)" "${raw[@]}" \
        --protection_scheme cbcs --create_session_keys
    packed shaka-cbcs-ac3 h264 audio "$(fmp4 h264.mp4 video v)" "$(fmp4 eac3.mp4 audio a $sound_group)" "${raw[@]}" \
        --protection_scheme cbcs
    packed shaka-cbcs-av1 av1 audio "$(fmp4 av1.mp4 video v)" "$(fmp4 flac.mp4 audio a $sound_group)" "${raw[@]}" --protection_scheme cbcs
    packed shaka-sample-aes-ts h264 audio "$(ts h264.mp4 video v "$frames")" "$(ts aac.m4a audio a $sound_group)" "${raw[@]}" \
        --protection_scheme cbcs
    packed shaka-sample-aes-packed h264 audio "$(ts h264.mp4 video v)" "$(ts aac.m4a audio a $sound_group aac)" "${raw[@]}" \
        --protection_scheme cbcs
    packed shaka-sample-aes-ac3 h264 audio "$(ts h264.mp4 video v)" "$(ts ac3.mp4 audio a $sound_group ac3)" "${raw[@]}" \
        --protection_scheme cbcs
    packed shaka-aes128 h264 audio "$(ts h264.mp4 video v)" "$(ts aac.m4a audio a $sound_group)" "${raw[@]}" --protection_scheme aes128
fi
mv "$list.new" "$list"
echo "packagers: $made streams, $left not made" >&2
