# Sourced by script/bench: creates the clips that it plays, once each, in the folder $clips.
# shellcheck shell=bash
: "${clips:?}"

# The filters of FrameMark (MediaTesting): the frame's number as black and white cells along the top.
mark_filter() { # width, height
    local width=$1 cell_height=$(($2 / 16)) filters cell bit terms
    box() { # cell, condition
        local from=$(($1 * width / 32)) to=$((($1 + 1) * width / 32))
        filters+=",drawbox=x=$from:y=0:w=$((to - from)):h=$cell_height:c=white:t=fill"
        [[ -z $2 ]] || filters+=":enable='$2'"
    }
    filters="drawbox=x=0:y=0:w=iw:h=$cell_height:c=black:t=fill"
    box 0 ""
    box 31 ""
    for bit in {0..23}; do box $((25 - bit)) "bitand(n,$((1 << bit)))"; done
    for bit in 0 1 2 3; do
        terms=""
        for cell in 0 4 8 12 16 20; do terms+="${terms:++}bitand(n,$((1 << (bit + cell))))/$((1 << (bit + cell)))"; done
        box $((29 - bit)) "mod($terms,2)"
    done
    printf '%s' "$filters"
}

# Moving, bright video with frame numbers and a tone. name, width, height, rate, seconds, key frame interval
marked_clip() {
    local file=$clips/$1.mp4
    [[ -s $file ]] || ffmpeg -nostdin -loglevel error -y -f lavfi -i "testsrc2=s=$2x$3:r=$4:d=$5" \
        -f lavfi -i "sine=f=440:r=48000:d=$5" -vf "format=gbrp,$(mark_filter "$2" "$3"),format=yuv420p" \
        -c:v libx264 -preset veryfast -crf 21 -bf 3 -x264-params "keyint=$6:min-keyint=$6:scenecut=0:b-pyramid=normal" \
        -c:a aac -b:a 96k -movflags +faststart -f mp4 "$file.new"
    [[ -s $file ]] || mv "$file.new" "$file"
}

# White and a beep for the first 80 ms of each second. name, seconds
flash_clip() {
    local file=$clips/$1.mp4
    [[ -s $file ]] || ffmpeg -nostdin -loglevel error -y \
        -f lavfi -i "color=c=black:s=1280x720:r=25:d=$2,drawbox=w=iw:h=ih:c=white:t=fill:enable='lt(mod(n,25),2)'" \
        -f lavfi -i "aevalsrc=exprs='if(lt(mod(t,1),0.08),0.8*sin(2*PI*1000*t),0)':s=48000:d=$2" \
        -c:v libx264 -preset veryfast -c:a flac -strict -2 -movflags +faststart -f mp4 "$file.new"
    [[ -s $file ]] || mv "$file.new" "$file"
}

# A grey picture that never changes, at 60 frames a second, and silence. name, seconds
still_clip() {
    local file=$clips/$1.mp4
    [[ -s $file ]] || ffmpeg -nostdin -loglevel error -y -f lavfi -i "color=c=gray:s=1280x720:r=60:d=$2" \
        -f lavfi -i "anullsrc=r=48000:cl=stereo" -t "$2" -c:v libx264 -preset veryfast -c:a aac -movflags +faststart -f mp4 "$file.new"
    [[ -s $file ]] || mv "$file.new" "$file"
}
