import HLS

/// Rules for what surrounds the segments: resources that playlists name, the order of variants, CMAF, clocks of live streams.
extension StreamRule {
    private static let cmaf = "ISO/IEC 23000-19 (CMAF)"
    private static func variants(_ lines: String) -> String { "#EXTM3U\n" + lines }
    private static func stream(_ bandwidth: Int, _ codecs: String, _ more: String = "") -> String {
        "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),CODECS=\"\(codecs)\",RESOLUTION=640x360\(more)\n\(bandwidth).m3u8"
    }
    private static func media(_ head: String, _ durations: [Double]) -> String {
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:8\n\(head)#EXT-X-MAP:URI=\"i.mp4\"\n"
            + durations.enumerated().map { "#EXTINF:\($1),\n\($0).m4s\n" }.joined() + "#EXT-X-ENDLIST"
    }
    private static func dated(_ attributes: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"a\","
            + "START-DATE=\"2026-01-01T00:00:01Z\",\(attributes)\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST"
    }

    // MARK: - Multivariant playlists

    static let pathway = StreamRule(
        "steering.pathway", .error, "PATHWAY-ID of EXT-X-CONTENT-STEERING is the pathway of a variant.",
        because: "Players start on a pathway without variants, and have nothing to play until the steering manifest.",
        source: "RFC 8216bis 4.4.6.6", fix: "Write the PATHWAY-ID of the variants that players start with.",
        bad: variants(
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s.json\",PATHWAY-ID=\"B\"\n"
                + stream(800_000, "avc1.64001e", ",PATHWAY-ID=\"A\"")),
        good: variants(
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s.json\",PATHWAY-ID=\"A\"\n"
                + stream(800_000, "avc1.64001e", ",PATHWAY-ID=\"A\"")))
    static let firstVariant = StreamRule(
        "ladder.first", .info, "The first variant is not the one with the highest bit rate.",
        because: "Players without a measurement start with the first variant: playback starts late.",
        source: "\(authoring), Multivariant playlist", fix: "List a variant of about 2 Mbit/s first.",
        bad: variants(stream(1_600_000, "avc1.64001f") + "\n" + stream(800_000, "avc1.64001e")),
        good: variants(stream(800_000, "avc1.64001e") + "\n" + stream(1_600_000, "avc1.64001f")))
    static let stereoMissing = StreamRule(
        "audio.aac-missing", .warning, "A stream with AC-3 or Enhanced AC-3 has variants with AAC, too.",
        because: "Devices without a decoder for it play no sound, or nothing.", source: "\(authoring), Audio",
        fix: "Add an audio group with stereo AAC, and variants that refer to it.",
        bad: variants(stream(800_000, "avc1.64001e,ec-3")),
        good: variants(stream(800_000, "avc1.64001e,ec-3") + "\n" + stream(700_000, "avc1.64001e,mp4a.40.2")))
    static let standardRange = StreamRule(
        "video.sdr-missing", .warning, "A stream with HDR has variants of standard dynamic range, too.",
        because: "Displays without HDR show nothing, or a gray picture.", source: "\(authoring) 1.24",
        fix: "Add variants with VIDEO-RANGE=SDR.",
        bad: variants(stream(800_000, "hvc1.2.4.L93.B0,mp4a.40.2", ",VIDEO-RANGE=PQ")),
        good: variants(
            stream(800_000, "hvc1.2.4.L93.B0,mp4a.40.2", ",VIDEO-RANGE=PQ") + "\n"
                + stream(700_000, "avc1.64001e,mp4a.40.2")))
    static let languageLong = StreamRule(
        "rendition.language-long", .warning, "Languages with a code of two letters are written with it.",
        because: "The registry of language tags has no longer code for them, and some players do not recognize it.",
        source: "RFC 5646 2.2.1", fix: "Write the code of two letters, such as de instead of ger or deu.",
        bad: variants(
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"ger\",URI=\"a.m3u8\"\n"
                + stream(800_000, "avc1.64001e,mp4a.40.2", ",AUDIO=\"a\"")),
        good: variants(
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"a.m3u8\"\n"
                + stream(800_000, "avc1.64001e,mp4a.40.2", ",AUDIO=\"a\"")))

    // MARK: - Media playlists

    static let typeMissing = StreamRule(
        "media.type-missing", .info, "A playlist that has ended has EXT-X-PLAYLIST-TYPE:VOD or EVENT.",
        because: "Players and caches cannot tell a complete programme from the last window of a live stream.",
        source: "\(authoring), Media playlists", fix: "Add #EXT-X-PLAYLIST-TYPE:VOD where the programme is complete.",
        bad: media("", [6, 6]), good: media("#EXT-X-PLAYLIST-TYPE:VOD\n", [6, 6]))
    static let durationsVary = StreamRule(
        "media.durations-vary", .info,
        "Segments of a CMAF track last between half and one and a half of their average.",
        because: "DASH manifests with one declared duration of segments cannot name them, and rates vary widely.",
        source: "DASH-IF IOP 4.3, 3.2.7.1", fix: "Cut the segments at a fixed number of key frame intervals.",
        bad: media("#EXT-X-PLAYLIST-TYPE:VOD\n", [6, 1.5, 6, 6]),
        good: media("#EXT-X-PLAYLIST-TYPE:VOD\n", [6, 6, 6, 1.5]))
    static let dateRangeAttribute = StreamRule(
        "media.date-range-attribute", .warning, "Attributes of EXT-X-DATERANGE that the client defines begin with X-.",
        because: "Players ignore the attribute, and a later edition of the specification may define it otherwise.",
        source: "RFC 8216bis 4.4.5.1", fix: "Begin the name with X- and a reverse domain name.",
        bad: dated("DURATION=2,OFFER=\"7\""), good: dated("DURATION=2,X-COM-EXAMPLE-OFFER=\"7\""))

    // MARK: - Measured

    static let profile = StreamRule(
        "video.profile", .warning, "H.264 video has the profile Baseline, Main or High: 4:2:0 with 8 bits.",
        because: "Hardware decoders do not decode High 10, 4:2:2 and 4:4:4.", source: "\(authoring), Video",
        fix: "Encode H.264 as 4:2:0 with 8 bits, or use HEVC for 10 bits.", bad: "avc1.6e001f (High 10)",
        good: "avc1.64001f (High)")
    static let groupCodecs = StreamRule(
        "audio.group-codecs", .warning, "The renditions of an audio group have one codec.",
        because:
            "Players choose the group by its codecs: a device without one of them loses all languages, or fails at one.",
        source: "\(authoring), Audio", fix: "Give each codec a group of its own, with all languages.",
        bad: "English as AAC and Deutsch as AC-3 in one group", good: "two groups, each with English and Deutsch")
    static let textMapJump = StreamRule(
        "subtitle.map-jump", .warning, "X-TIMESTAMP-MAP is the same in all subtitle segments of a timeline.",
        because: "The cues of the segment are displaced against the others.", source: "RFC 8216bis 3.1.4",
        fix: "Write the MPEGTS value of the other segments, or one that belongs to this segment's LOCAL.",
        bad: "MPEGTS:900000 in segments 1, 2 and 4, MPEGTS:1350000 in segment 3",
        good: "MPEGTS:900000 in all segments")
    static let sideResource = StreamRule(
        "reference.missing", .error,
        "Session data, steering manifests and interstitials that playlists name can be loaded.",
        because: "Chapters, the choice of a server, or advertisements are missing.",
        source: "RFC 8216bis 4.4.6.4, 4.4.6.6, D",
        fix: "Publish the resource, or correct its URI.",
        bad: "EXT-X-SESSION-DATA with chapters.json, which responds with 404",
        good: "chapters.json responds with 200")
    static let sideContent = StreamRule(
        "reference.content", .error, "Session data, steering manifests and interstitials are what their tags promise.",
        because: "Players ignore the resource: chapters, the choice of a server or an advertisement are missing.",
        source: "RFC 8216bis 4.4.6.4, 7.2, D", fix: "Publish valid content of its kind: JSON, or a playlist that ends.",
        bad: "chapters that are a JSON object", good: "chapters that are a JSON array")
    static let iFrameTime = StreamRule(
        "i-frame.time", .error, "Key frames of an I-frame playlist are at the times that it declares.",
        because: "Scrubbing shows the picture of another time.", source: "RFC 8216bis 4.4.3.6",
        fix: "Derive EXTINF and byte ranges from the key frames of the variant.",
        bad: "declared 6 s after the first, measured 12 s after it", good: "declared and measured 6 s after the first")
    static let iFrameAttribute = StreamRule(
        "i-frame.attribute", .warning,
        "EXT-X-I-FRAME-STREAM-INF has no FRAME-RATE and no groups of audio, subtitles and captions.",
        because: "Players ignore the attributes, or the tag.", source: "RFC 8216bis 4.4.6.3",
        fix: "Remove the attribute.",
        bad: variants(
            stream(800_000, "avc1.64001e")
                + "\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,FRAME-RATE=30,CODECS=\"avc1.64001e\",URI=\"i.m3u8\""),
        good: variants(
            stream(800_000, "avc1.64001e")
                + "\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,CODECS=\"avc1.64001e\",URI=\"i.m3u8\""))
    static let slowPlaylist = StreamRule(
        "http.slow-playlist", .info, "The server responds to requests of playlists within 3 seconds.",
        because: "Playback starts late, and live playlists are old when they arrive.", source: practice,
        fix: "Check the server, or put playlists into a cache.", bad: "response after 8 s", good: "response after 0.2 s"
    )
    static let eventRemoved = StreamRule(
        "live.event-removed", .error, "A playlist of type EVENT only grows at its end.",
        because: "Viewers cannot seek to the start, which the type promises.", source: "RFC 8216bis 4.4.3.5",
        fix: "Keep all segments, or remove EXT-X-PLAYLIST-TYPE.", bad: "EVENT, and EXT-X-MEDIA-SEQUENCE 0, then 3",
        good: "EVENT, and EXT-X-MEDIA-SEQUENCE 0, then 0")
    static let discontinuityNumber = StreamRule(
        "live.discontinuity-sequence", .error,
        "EXT-X-DISCONTINUITY-SEQUENCE grows by one for each removed EXT-X-DISCONTINUITY.",
        because: "Players match the wrong parts of variants, and stall or show them at the wrong time.",
        source: "RFC 8216bis 6.2.2", fix: "Count the removed EXT-X-DISCONTINUITY tags in EXT-X-DISCONTINUITY-SEQUENCE.",
        bad: "segment 7 has discontinuity number 1, then 0", good: "segment 7 always has discontinuity number 1")
    static let clock = StreamRule(
        "live.clock", .info, "The dates of a live stream are near the time of the server's clock.",
        because: "Players show the wrong time of day, and devices that synchronize by date differ.",
        source: "\(authoring), Live", fix: "Set the clock of the encoder, and write the time of recording in UTC.",
        bad: "the live edge is 30 days behind the Date of the response", good: "the live edge is 12 s behind it")

    // MARK: - CMAF

    static let cmafTracks = StreamRule(
        "cmaf.tracks", .info, "Each file of CMAF has one track.",
        because: "DASH players and packagers that expect CMAF do not take audio and video in one file.",
        source: "\(cmaf) 7.3.1; DASH-IF IOP 5", fix: "Package audio as renditions of their own.",
        bad: "an initialization section with a video and an audio track",
        good: "an initialization section with a video track")
    static let decodeTime = StreamRule(
        "cmaf.decode-time", .error, "Every track fragment has a decode time (tfdt).",
        because: "Players cannot place the segment on the timeline after a seek or a switch.",
        source: "RFC 8216bis 3.1.2, \(cmaf) 7.5.16", fix: "Write a tfdt box into each traf box.",
        bad: "traf with tfhd and trun",
        good: "traf with tfhd, tfdt and trun")
    static let timescale = StreamRule(
        "cmaf.timescale", .info, "Variants of one codec and frame rate have the same timescale.",
        because: "CMAF switching sets and DASH adaptation sets have one timescale.",
        source: "\(cmaf) 7.3.4; DASH-IF IOP 5",
        fix: "Set the timescale of the video tracks in the packager.", bad: "90000 and 15360 units a second",
        good: "90000 units a second in all variants")
    static let scheme = StreamRule(
        "encryption.scheme", .error,
        "The protection scheme of fragments is that of METHOD: cbcs for SAMPLE-AES, cenc for SAMPLE-AES-CTR.",
        because: "Players decrypt with the wrong cipher, and show noise or nothing.", source: "RFC 8216bis 4.4.4.4",
        fix: "Write the METHOD of the scheme, or encrypt with the scheme of the METHOD.",
        bad: "METHOD=SAMPLE-AES, and scheme cenc",
        good: "METHOD=SAMPLE-AES, and scheme cbcs")

    static let delivery: [StreamRule] = [
        pathway, firstVariant, stereoMissing, standardRange, codecContainer, stereoRate, languageLong, typeMissing,
        durationsVary,
        dateRangeAttribute, profile,
        groupCodecs,
        textMapJump, sideResource, sideContent, iFrameTime, iFrameAttribute, slowPlaylist, eventRemoved,
        discontinuityNumber, clock, cmafTracks, decodeTime,
        timescale,
        scheme,
    ]
}
