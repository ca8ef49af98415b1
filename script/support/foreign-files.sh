#!/usr/bin/env bash
# Usage: script/support/foreign-files.sh FOLDER
#
# Writes media files with the metadata, chapters and tracks of other programs into FOLDER, one for each program that is installed:
# mkvmerge.mkv, AtomicParsley.m4v, MP4Box.mp4, mp4chaps.mp4, mutagen.mp3 (ID3 2.4) and eyeD3.mp3 (ID3 2.3). The programs are in Debian's
# packages mkvtoolnix, atomicparsley, gpac, mp4v2-utils, python3-mutagen and eyed3, as far as a release has them.
set -euo pipefail

folder=${1:?Name a folder}
mkdir -p "$folder"
cd "$folder"

ffmpeg() { command ffmpeg -nostdin -loglevel error -y "$@"; }
has() { command -v "$1" > /dev/null; }

ffmpeg -f lavfi -i testsrc2=s=64x36:r=24:d=3 -f lavfi -i sine=f=440:d=3 -c:v libx264 -preset ultrafast -c:a aac -shortest base.mp4
ffmpeg -f lavfi -i testsrc2=s=64x36 -frames:v 1 cover.png
ffmpeg -f lavfi -i sine=f=440:d=3 -c:a libmp3lame -id3v2_version 0 -write_xing 0 base.mp3
printf '1\n00:00:00,500 --> 00:00:01,500\nGuten Tag\n' > de.srt
printf '1\n00:00:00,000 --> 00:00:03,000\nSign\n' > forced.srt
printf '00:00:00.000 Opening\n00:00:01.500 End\n' > base.chapters.txt
cat > chapters.xml << 'XML'
<?xml version="1.0"?>
<Chapters>
  <EditionEntry><EditionFlagDefault>1</EditionFlagDefault>
    <ChapterAtom><ChapterTimeStart>00:00:00.000000000</ChapterTimeStart>
      <ChapterDisplay><ChapterString>Opening</ChapterString><ChapterLanguage>eng</ChapterLanguage></ChapterDisplay>
      <ChapterDisplay><ChapterString>Anfang</ChapterString><ChapterLanguage>ger</ChapterLanguage></ChapterDisplay></ChapterAtom>
    <ChapterAtom><ChapterTimeStart>00:00:01.500000000</ChapterTimeStart>
      <ChapterDisplay><ChapterString>End</ChapterString><ChapterLanguage>eng</ChapterLanguage></ChapterDisplay>
      <ChapterDisplay><ChapterString>Ende</ChapterString><ChapterLanguage>ger</ChapterLanguage></ChapterDisplay></ChapterAtom>
  </EditionEntry>
  <EditionEntry><EditionFlagHidden>1</EditionFlagHidden>
    <ChapterAtom><ChapterTimeStart>00:00:01.000000000</ChapterTimeStart>
      <ChapterDisplay><ChapterString>Hidden</ChapterString><ChapterLanguage>eng</ChapterLanguage></ChapterDisplay></ChapterAtom>
  </EditionEntry>
</Chapters>
XML
cat > tags.xml << 'XML'
<?xml version="1.0"?>
<Tags>
  <Tag><Targets><TargetTypeValue>50</TargetTypeValue></Targets>
    <Simple><Name>DIRECTOR</Name><String>Ada Quillfeather</String></Simple>
    <Simple><Name>SYNOPSIS</Name><String>Salz und Zeit</String><TagLanguage>ger</TagLanguage></Simple></Tag>
  <Tag><Targets><TargetTypeValue>70</TargetTypeValue></Targets>
    <Simple><Name>TITLE</Name><String>The Series</String></Simple></Tag>
</Tags>
XML

if has mkvmerge; then
    mkvmerge --quiet --disable-track-statistics-tags --output mkvmerge.mkv --title "The Salt Clock" --chapters chapters.xml --global-tags tags.xml \
        --attachment-mime-type image/png --attachment-name cover.png --attach-file cover.png --language 1:ja base.mp4 \
        --language 0:de --track-name "0:Deutsch" de.srt --language 0:en --forced-display-flag 0:yes forced.srt
fi
if has AtomicParsley; then
    cp base.mp4 AtomicParsley.m4v
    AtomicParsley AtomicParsley.m4v --title "The Salt Clock" --artist "Ada Quillfeather" --genre Drama \
        --description "Salt and time" --year 2026 --stik "TV Show" --TVShowName "Low Water" --TVSeasonNum 1 --TVEpisodeNum 2 \
        --contentRating TV-PG --artwork cover.png --rDNSatom NL-EP-1 name=contentIdentifier domain=org.openavkit \
        --overWrite > AtomicParsley.log
fi
if has MP4Box; then
    MP4Box -quiet -add base.mp4 -add de.srt:lang=de -chap base.chapters.txt \
        -itags "title=The Salt Clock:artist=Ada Quillfeather:cover=cover.png" -new MP4Box.mp4
fi
if has mp4chaps; then
    cp base.mp4 mp4chaps.mp4
    cp base.chapters.txt mp4chaps.chapters.txt
    mp4chaps --import --chapter-any mp4chaps.mp4 > mp4chaps.log
    rm mp4chaps.chapters.txt
fi
# Debian's Python, which has the package, even where another one comes first in PATH.
if /usr/bin/python3 -c 'import mutagen' 2> /dev/null; then
    cp base.mp3 mutagen.mp3
    /usr/bin/python3 - mutagen.mp3 cover.png << 'PYTHON'
import sys
from mutagen.id3 import ID3, TIT2, TPE1, TDRC, COMM, APIC, TXXX, CTOC, CHAP

path, cover = sys.argv[1:]
with open(cover, "rb") as file:
    picture = file.read()
none = 0xFFFFFFFF


def chapter(name, start, end, frames):
    return CHAP(element_id=name, start_time=start, end_time=end, start_offset=none, end_offset=none, sub_frames=frames)


tags = ID3()
tags.add(TIT2(encoding=3, text="Ein Ton"))
tags.add(TPE1(encoding=1, text=["Ada", "Jonas"]))
tags.add(TDRC(encoding=3, text="2026-11-24"))
tags.add(COMM(encoding=3, lang="deu", desc="", text="Grüße"))
tags.add(COMM(encoding=3, lang="eng", desc="", text="Greetings"))
tags.add(APIC(encoding=0, mime="image/png", type=3, desc="front", data=picture))
tags.add(APIC(encoding=0, mime="image/png", type=4, desc="back", data=picture))
tags.add(TXXX(encoding=3, desc="MOOD", text="calm"))
tags.add(CTOC(element_id="toc", flags=3, child_element_ids=["c0", "c1"], sub_frames=[]))
tags.add(chapter("c0", 0, 1500, [TIT2(encoding=3, text="One")]))
image = APIC(encoding=0, mime="image/png", type=0, desc="", data=picture)
tags.add(chapter("c1", 1500, 3000, [TIT2(encoding=3, text="Two"), image]))
tags.save(path, v2_version=4)
PYTHON
fi
if has eyeD3; then
    cp base.mp3 eyeD3.mp3
    eyeD3 --quiet --to-v2.3 --encoding utf16 --title "Ein Ton" --artist Ada --album Töne --release-year 2026 --genre Ambient \
        --add-comment "Grüße::deu" --add-image cover.png:FRONT_COVER eyeD3.mp3 > eyeD3.log 2>&1
fi
rm -f base.* cover.png de.srt forced.srt chapters.xml tags.xml ./*.log
