import HLS

/// Rules for attributes that describe variants and renditions to players, for pathways, interstitials, retries and requests of low latency.
extension StreamRule {
    private static func variants(_ lines: String) -> String { "#EXTM3U\n#EXT-X-VERSION:12\n" + lines }
    private static func stream(_ bandwidth: Int, _ more: String, size: String = "640x360") -> String {
        "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),CODECS=\"hvc1.1.6.L90.B0,mp4a.40.2\",RESOLUTION=\(size),"
            + "FRAME-RATE=30\(more)\n\(bandwidth).m3u8\n"
    }
    private static func audio(_ more: String, group: String = "a", name: String = "English") -> String {
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",NAME=\"\(name)\",LANGUAGE=\"en\"\(more),URI=\"\(group).m3u8\"\n"
    }
    private static func captions(_ channel: String) -> String {
        "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"\(channel)\",LANGUAGE=\"en\",INSTREAM-ID=\"CC1\"\n"
            + "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"Other\",LANGUAGE=\"es\",INSTREAM-ID=\"\(channel)\"\n"
            + stream(800_000, ",CLOSED-CAPTIONS=\"c\"")
    }
    private static func dated(_ attributes: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"a\","
            + "START-DATE=\"2026-01-01T00:00:01Z\",\(attributes)\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST"
    }

    // MARK: - Variants

    static let supplemental = StreamRule(
        "codec.supplemental", .warning,
        "Each entry of SUPPLEMENTAL-CODECS is a codec and its brands, and extends a codec of CODECS.",
        because: "Players ignore the entry, and play the base layer only.", source: "RFC 8216bis 4.4.6.2",
        fix: "Write the codec, a slash and the compatibility brand, such as dvh1.08.07/db4h beside an hvc1 entry.",
        bad: variants(stream(800_000, ",SUPPLEMENTAL-CODECS=\"dvh1.08.07\"")),
        good: variants(stream(800_000, ",SUPPLEMENTAL-CODECS=\"dvh1.08.07/db4h\"")))
    static let videoLayout = StreamRule(
        "variant.layout", .warning, "REQ-VIDEO-LAYOUT has specified values, and CH-STEREO is on MV-HEVC video.",
        because: "Players leave the variant out, or show it with the wrong projection.", source: "RFC 8216bis 4.4.6.2",
        fix: "Write CH-MONO or CH-STEREO, and a PROJ- value where the video is projected.",
        bad: variants(stream(800_000, ",REQ-VIDEO-LAYOUT=\"STEREO\"")),
        good: variants(stream(800_000, ",REQ-VIDEO-LAYOUT=\"CH-STEREO\"")))
    static let stableID = StreamRule(
        "ladder.stable-id", .warning, "A stable identifier stands for one URI in each pathway.",
        because: "Steering and analytics confuse the variants or renditions.", source: "RFC 8216bis 4.4.6.1, 4.4.6.2",
        fix: "Give each variant and each rendition an identifier of its own.",
        bad: variants(stream(800_000, ",STABLE-VARIANT-ID=\"v\"") + stream(900_000, ",STABLE-VARIANT-ID=\"v\"")),
        good: variants(stream(800_000, ",STABLE-VARIANT-ID=\"v\"") + stream(900_000, ",STABLE-VARIANT-ID=\"w\"")))
    static let scoreOrder = StreamRule(
        "ladder.score", .warning, "SCORE does not fall while size and bit rate grow.",
        because: "Players that choose by SCORE stay at the low quality.", source: "RFC 8216bis 4.4.6.2",
        fix: "Give the variant that looks best the highest SCORE.",
        bad: variants(stream(800_000, ",SCORE=9") + stream(1_600_000, ",SCORE=1", size: "1280x720")),
        good: variants(stream(800_000, ",SCORE=1") + stream(1_600_000, ",SCORE=9", size: "1280x720")))
    static let copyProtection = StreamRule(
        "variant.hdcp", .warning,
        "HDCP-LEVEL is on encrypted variants, and a larger picture does not have a lower level than a smaller one.",
        because: "Viewers without a protected output lose variants although that protects nothing.",
        source: "RFC 8216bis 4.4.6.2", fix: "Remove HDCP-LEVEL from this variant, or raise it for the larger ones.",
        bad: variants(
            stream(800_000, ",HDCP-LEVEL=TYPE-1") + stream(1_600_000, ",HDCP-LEVEL=NONE", size: "1280x720")),
        good: variants(
            stream(800_000, ",HDCP-LEVEL=NONE") + stream(1_600_000, ",HDCP-LEVEL=TYPE-1", size: "1280x720")))
    static let pathwaysDiffer = StreamRule(
        "steering.pathways-differ", .warning, "All pathways have the same variants.",
        because: "After a change of the server players have fewer qualities, or cannot find the variant they play.",
        source: "RFC 8216bis 7.1", fix: "List each variant once for each pathway, with the same STABLE-VARIANT-ID.",
        bad: variants(
            stream(800_000, ",PATHWAY-ID=\"A\"") + stream(900_000, ",PATHWAY-ID=\"A\"")
                + stream(800_000, ",PATHWAY-ID=\"B\"")),
        good: variants(
            stream(800_000, ",PATHWAY-ID=\"A\"") + stream(900_000, ",PATHWAY-ID=\"A\"")
                + stream(800_000, ",PATHWAY-ID=\"B\"") + stream(900_000, ",PATHWAY-ID=\"B\"")))
    static let mixedProtection = StreamRule(
        "encryption.mixed", .warning, "Either all variants with video are encrypted, or none is.",
        because: "The media is not protected: each viewer can load the clear variant.", source: practice,
        fix: "Encrypt all variants, or state on purpose which are clear.",
        bad: "variants 2 and 3 have keys, 1 has none",
        good: "all variants have keys")

    // MARK: - Renditions

    static let characteristics = StreamRule(
        "rendition.characteristics", .warning,
        "Characteristics that begin with “public.” are those that Apple defines.",
        because: "Players do not recognize the rendition as accessible, and do not offer it as such.",
        source: "RFC 8216bis 4.4.6.1", fix: "Correct the name, such as public.accessibility.describes-video.",
        bad: variants(
            audio(",CHARACTERISTICS=\"public.accessibility.describe-video\"") + stream(800_000, ",AUDIO=\"a\"")),
        good: variants(
            audio(",CHARACTERISTICS=\"public.accessibility.describes-video\"") + stream(800_000, ",AUDIO=\"a\"")))
    static let groupAttributes = StreamRule(
        "rendition.group-attributes", .warning,
        "Renditions of the same name have the same attributes in all groups, except URI, channels and sample format.",
        because: "The selection of the viewer changes when the player switches to another variant.",
        source: "RFC 8216bis 4.4.6.1.1", fix: "Write the same LANGUAGE, DEFAULT, AUTOSELECT and FORCED in each group.",
        bad: variants(
            audio(",DEFAULT=YES") + audio("", group: "b") + stream(800_000, ",AUDIO=\"a\"")
                + stream(900_000, ",AUDIO=\"b\"")),
        good: variants(
            audio(",DEFAULT=YES") + audio(",DEFAULT=YES", group: "b") + stream(800_000, ",AUDIO=\"a\"")
                + stream(900_000, ",AUDIO=\"b\"")))
    static let captionChannel = StreamRule(
        "caption.channel", .warning, "Each closed caption rendition of a group has a channel of its own.",
        because: "Two entries of the menu show the same captions.", source: "RFC 8216bis 4.4.6.1",
        fix: "Write the INSTREAM-ID that carries this language.", bad: variants(captions("CC1")),
        good: variants(captions("CC3")))
    static let sampleFormat = StreamRule(
        "audio.sample-format", .warning, "SAMPLE-RATE, BIT-DEPTH and codings in CHANNELS are those of the audio.",
        because: "Players choose a rendition for a device that it does not fit.", source: "RFC 8216bis 4.4.6.1",
        fix: "Write the values of the audio; BIT-DEPTH is for lossless codecs, JOC for Enhanced AC-3.",
        bad: "SAMPLE-RATE=44100, measured 48000 Hz", good: "SAMPLE-RATE=48000, measured 48000 Hz")
    static let sameContent = StreamRule(
        "rendition.same-content", .warning, "Renditions of different languages have different media.",
        because: "Viewers hear or read another language than the one they chose.", source: practice,
        fix: "Publish the media of the declared language.",
        bad: "all segments of “Deutsch” have the bytes of “English”",
        good: "segments of their own for each language")

    // MARK: - Date ranges

    static let interstitialForm = StreamRule(
        "media.interstitial", .warning, "The X- attributes of interstitials have specified values.",
        because: "Players ignore the attribute: the interstitial can be skipped, or the programme resumes elsewhere.",
        source: "RFC 8216bis D.2", fix: "Write the value in the specified form.",
        bad: dated("CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"a.m3u8\",X-RESTRICT=\"SKIPPING\""),
        good: dated("CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"a.m3u8\",X-RESTRICT=\"SKIP,JUMP\""))
    static let splice = StreamRule(
        "media.splice", .warning,
        "SCTE35-CMD, SCTE35-OUT and SCTE35-IN are whole splice sections with a valid checksum.",
        because: "Advertisement servers reject the section, and no break is filled.",
        source: "RFC 8216bis 4.4.5.1.1; SCTE 35 9.6",
        fix: "Write all bytes of splice_info_section in hexadecimal digits.",
        bad: dated("SCTE35-CMD=0xFC0012"),
        good: dated("SCTE35-CMD=0xFC301100000000000000FFF0000000007A4FBFFF"))
    static let iFrameDates = StreamRule(
        "i-frame.dates", .warning, "I-frame playlists have the dates of the variants.",
        because: "Thumbnails of a live stream are those of another time.", source: "RFC 8216bis 6.2.4",
        fix: "Write the dates of the variant.", bad: "13:00:00 in the I-frame playlist, 12:00:00 in the variant",
        good: "12:00:00 in both")
    static let tileSize = StreamRule(
        "image.size", .warning, "Thumbnail sheets have the size that EXT-X-TILES declares: tiles in rows and columns.",
        because: "Players cut the sheet at the wrong places.", source: "Image Media Playlist 1.0",
        fix: "Write RESOLUTION and LAYOUT of the sheet.", bad: "5x3 tiles of 160x90, and a sheet of 640x270",
        good: "4x3 tiles of 160x90, and a sheet of 640x270")

    static let clockReference = StreamRule(
        "segment.pcr", .warning, "Transport streams have a PCR, and frames arrive before their decode time.",
        because: "Receivers and tools that follow the clock drop the frames, or play them late.",
        source: "RFC 8216bis 3.1.1; ISO/IEC 13818-1 2.4.2.2, 2.7.2",
        fix: "Write a PCR at least every 0.1 s, earlier than the decode times of the frames after it.",
        bad: "PCR 30 s after the decode times", good: "PCR 0.7 s before the decode times")
    static let undeclaredStream = StreamRule(
        "segment.undeclared-stream", .warning, "The PMT names all packets with media.",
        because: "Players do not play the stream.", source: "RFC 8216bis 3.1.1",
        fix: "Write the packet identifier into the PMT, or remove the packets.",
        bad: "audio in packets 300, and a PMT with 256 and 257",
        good: "audio in packets 257, and a PMT with 256 and 257")

    // MARK: - Decoded

    static let pictures = StreamRule(
        "align.pictures", .warning, "All variants show the same picture at the same time.",
        because: "At each switch of the variant the picture jumps back or forth, or shows another programme.",
        source: "RFC 8216bis 6.2.4", fix: "Check the encoder of this variant: its input lags, or is another one.",
        bad: "at 12 s, variant 2 shows the picture of 10 s", good: "at 12 s, all variants show the same picture")
    static let stretches = StreamRule(
        "decode.stretch", .warning, "Video changes and audio sounds, except for a few seconds.",
        because: "Viewers take the programme for broken.", source: practice,
        fix: "Check the recording and the encoder at this time.", bad: "the same frame for 7 s",
        good: "the same frame for 1 s")
    static let channelContent = StreamRule(
        "decode.channels", .warning,
        "All channels have sound around zero, and those of stereo do not cancel each other.",
        because: "Viewers hear one side only, nothing where a device mixes stereo down, or clicks and distortion.",
        source: practice,
        fix: "Check the wiring and the channel mapping of the encoder.", bad: "the right channel is silent",
        good: "sound in both channels")

    static let levelStep = StreamRule(
        "decode.level-step", .warning, "The level of the audio does not change within a programme.",
        because: "Viewers of this language or variant have to change the volume.", source: practice,
        fix: "Check the gain of the encoder at this time.", bad: "24 dB quieter from 6 s on, in French only",
        good: "the same level throughout")

    // MARK: - Delivery

    static let retried = StreamRule(
        "http.retried", .warning, "Requests succeed at the first attempt.",
        because: "Players wait for the retry, or switch down; players without one stop.", source: practice,
        fix: "Look for the failed request in the logs of the server and the caches.",
        bad: "503, then 200 for the same segment", good: "200 at the first request")
    static let slowerThanMedia = StreamRule(
        "http.too-slow", .warning, "A segment arrives in less than three times its duration.",
        because: "Players stall, whatever their buffer.", source: practice,
        fix: "Check the server, and the limits of its bit rate.", bad: "a segment of 6 s took 31 s",
        good: "a segment of 6 s took 2 s")
    static let mediaType = StreamRule(
        "http.media-type", .info, "Segments with video do not have a content type of audio.",
        because: "Some players and caches treat the file as audio.", source: "RFC 8216bis 3.1",
        fix: "Set video/mp4 for files with video.", bad: "audio/mp4 for a segment with video",
        good: "video/mp4 for a segment with video")

    // MARK: - Live

    static let datesVanish = StreamRule(
        "live.date-vanished", .warning, "A live playlist with dates keeps them.",
        because: "Players lose the time of day, and low latency and synchronization with it.",
        source: "RFC 8216bis 6.2.1, 4.4.4.6", fix: "Write EXT-X-PROGRAM-DATE-TIME at every update.",
        bad: "dates in the first load, none in the second", good: "dates in every load")
    static let controlChanged = StreamRule(
        "live.control-changed", .warning, "EXT-X-SERVER-CONTROL stays the same.",
        because: "Players change their distance from the live edge in the middle of playback.",
        source: "RFC 8216bis 4.4.3.8", fix: "Write the same values at every update.",
        bad: "PART-HOLD-BACK=3, then PART-HOLD-BACK=4.5", good: "PART-HOLD-BACK=3 at every load")
    static let blocking = StreamRule(
        "live.blocking", .error,
        "A blocking reload responds with the requested part as soon as it is published.",
        because: "Players of low latency poll, fall behind the live edge and stall.", source: "RFC 8216bis 6.2.5.2",
        fix: "Hold the response until the playlist has the part of _HLS_msn and _HLS_part, then send it at once.",
        bad: "_HLS_msn=7&_HLS_part=2 responds at once without the part", good: "the response has part 2 of segment 7")
    static let blockingRefusal = StreamRule(
        "live.blocking-refusal", .warning, "A blocking reload for a segment of the far future is rejected with 400.",
        because: "Wrong requests hold connections of the server, and errors of players stay hidden.",
        source: "RFC 8216bis 6.2.5.2", fix: "Respond with 400 where _HLS_msn is more than two segments ahead.",
        bad: "_HLS_msn=60 segments ahead responds with 200", good: "_HLS_msn=60 segments ahead responds with 400")
    static let delta = StreamRule(
        "live.delta", .error, "A delta update continues the playlist that it abbreviates.",
        because: "Players give segments the wrong numbers, and play them twice or not at all.",
        source: "RFC 8216bis 6.2.5.1", fix: "Count the skipped segments in SKIPPED-SEGMENTS.",
        bad: "SKIPPED-SEGMENTS=5 for 4 skipped segments", good: "SKIPPED-SEGMENTS=4 for 4 skipped segments")
    static let hint = StreamRule(
        "live.hint", .error, "The part of EXT-X-PRELOAD-HINT can be loaded, and becomes the next part.",
        because: "Players request the part in advance in vain, and lose the latency that the hint saves.",
        source: "RFC 8216bis 4.4.5.3, 6.2.6", fix: "Hint at the part that is published next, and hold its response.",
        bad: "the hint names 7.3.mp4, and the next part is 7.2.mp4", good: "the hint names 7.2.mp4, the next part")
    static let reports = StreamRule(
        "live.reports", .warning, "EXT-X-RENDITION-REPORT tells the last segment and part of each other playlist.",
        because: "Players that switch request the wrong part, and wait for a reload.", source: "RFC 8216bis 4.4.5.4",
        fix: "Report the other playlists of the stream, with the numbers of their last segment and part.",
        bad: "LAST-MSN=31, and the rendition's last segment is number 11", good: "LAST-MSN=11")
    static let partRepeated = StreamRule(
        "live.part-repeated", .error, "Each part is listed once.",
        because: "Players play the part twice, and the timeline drifts.", source: "RFC 8216bis 4.4.4.9",
        fix: "List each part once, in order.", bad: "7.1.mp4 twice", good: "7.1.mp4, then 7.2.mp4")

    static let services: [StreamRule] = [
        supplemental, videoLayout, stableID, scoreOrder, copyProtection, pathwaysDiffer, mixedProtection,
        characteristics, groupAttributes, captionChannel, sampleFormat, sameContent, interstitialForm, splice,
        iFrameDates, tileSize, clockReference, undeclaredStream, pictures, stretches, channelContent, levelStep,
        retried,
        slowerThanMedia, mediaType, datesVanish, controlChanged, blocking,
        blockingRefusal, delta, hint, reports, partRepeated,
    ]
}
