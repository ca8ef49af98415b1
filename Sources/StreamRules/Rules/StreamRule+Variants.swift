import HLS

/// Rules for multivariant playlists.
extension StreamRule {
    private static let list = "\(authoring), Multivariant playlist"
    private static func variant(_ attributes: String) -> String { "#EXTM3U\n#EXT-X-STREAM-INF:\(attributes)\nv.m3u8" }
    private static let usual = "BANDWIDTH=800000,CODECS=\"avc1.64001e\",RESOLUTION=640x360"
    private static let high = "BANDWIDTH=8000000,CODECS=\"hvc1.2.4.L123.B0\",RESOLUTION=1920x1080"
    /// A variant with the audio group "a".
    private static let sounding =
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"avc1.64001e,mp4a.40.2\",RESOLUTION=640x360,AUDIO=\"a\"\nv.m3u8"
    private static func two(_ first: Int, _ second: Int) -> String {
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=\(first),CODECS=\"avc1.64001e\",RESOLUTION=640x360\nv.m3u8\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=\(second),CODECS=\"avc1.64001f\",RESOLUTION=960x540\nw.m3u8"
    }
    private static func three(_ second: Int, _ third: Int) -> String {
        two(200_000, second)
            + "\n#EXT-X-STREAM-INF:BANDWIDTH=\(third),CODECS=\"avc1.640028\",RESOLUTION=1920x1080\nx.m3u8"
    }
    private static func english(_ second: String) -> String {
        "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",AUTOSELECT=YES,URI=\"a.m3u8\"\n"
            + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Comments\",LANGUAGE=\"en\",AUTOSELECT=\(second),URI=\"b.m3u8\"\n"
            + sounding
    }

    static let duplicateVariant = StreamRule(
        "variant.duplicate", .warning, "Each variant is listed once.",
        because: "Players offer the same quality twice, and retry a broken variant with itself.", source: practice,
        fix: "Remove the second entry.",
        bad: "#EXTM3U\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8",
        good:
            "#EXTM3U\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1600000,CODECS=\"avc1.64001f\",RESOLUTION=960x540\nw.m3u8"
    )
    static let sameBandwidth = StreamRule(
        "variant.same-quality", .info, "Variants differ in bit rate, size or codec.",
        because: "Players cannot tell which to prefer; as a redundant copy this is allowed.",
        source: "RFC 8216bis 6.2.4",
        fix: "Check that the second entry is meant as a redundant copy.",
        bad: "#EXTM3U\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8\n#EXT-X-STREAM-INF:\(usual)\nw.m3u8",
        good:
            "#EXTM3U\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1600000,CODECS=\"avc1.64001f\",RESOLUTION=960x540\nw.m3u8"
    )
    static let averageAbovePeak = StreamRule(
        "variant.average-above-peak", .error, "AVERAGE-BANDWIDTH is at most BANDWIDTH.",
        because: "One of the two is wrong, and players choose variants by it.", source: "RFC 8216bis 4.4.6.2",
        fix: "Write the peak into BANDWIDTH and the average into AVERAGE-BANDWIDTH.",
        bad: variant("\(usual),AVERAGE-BANDWIDTH=900000"), good: variant("\(usual),AVERAGE-BANDWIDTH=700000"))
    static let averageMissing = StreamRule(
        "variant.average-missing", .info, "Every variant has AVERAGE-BANDWIDTH.",
        because: "Players can only plan with the peak, and choose a lower quality than the network carries.",
        source: list,
        fix: "Add AVERAGE-BANDWIDTH.", bad: variant(usual), good: variant("\(usual),AVERAGE-BANDWIDTH=700000"))
    static let codecsMissing = StreamRule(
        "variant.codecs-missing", .warning, "Every variant has CODECS.",
        because: "Players must load a segment before they know whether they can play the variant.",
        source: "RFC 8216bis 4.4.6.2", fix: "Add CODECS with all codecs of the variant and its renditions.",
        bad: variant("BANDWIDTH=800000,RESOLUTION=640x360"), good: variant(usual))
    static let codecsAudio = StreamRule(
        "variant.codecs-audio", .error, "CODECS of a variant with an audio group has an audio codec.",
        because: "Players that go by CODECS play the variant without sound, or leave it out.",
        source: "RFC 8216bis 4.4.6.2", fix: "Add the codec of the audio renditions, such as mp4a.40.2.",
        bad:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-STREAM-INF:\(usual),AUDIO=\"a\"\nv.m3u8",
        good:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"avc1.64001e,mp4a.40.2\",RESOLUTION=640x360,AUDIO=\"a\"\nv.m3u8"
    )
    static let codecsUnknown = StreamRule(
        "variant.codecs-unknown", .warning, "CODECS consists of known codecs, written as in RFC 6381.",
        because: "Players leave out a variant with a codec that they do not know.", source: "RFC 6381",
        fix: "Write each codec with its parameters, such as avc1.64001e.",
        bad: variant("BANDWIDTH=800000,CODECS=\"h264\",RESOLUTION=640x360"), good: variant(usual))
    static let codecsForm = StreamRule(
        "variant.codecs-form", .warning,
        "CODECS has no blanks and capital names, and H.264 codecs have six hexadecimal digits: profile, constraints, level.",
        because: "Players cannot tell profile and level, and leave the variant out or choose it wrongly.",
        source: "RFC 6381 3.3", fix: "Write the three bytes of the configuration record: avc1.64001e.",
        bad: variant("BANDWIDTH=800000,CODECS=\"avc1.66.30\",RESOLUTION=640x360"), good: variant(usual))
    static let resolutionMissing = StreamRule(
        "variant.resolution-missing", .warning, "Every variant with video has RESOLUTION.",
        because: "Players cannot match the variant to the display, and may choose one that is too large.", source: list,
        fix: "Add RESOLUTION=WIDTHxHEIGHT.", bad: variant("BANDWIDTH=800000,CODECS=\"avc1.64001e\""),
        good: variant(usual))
    static let frameRateMissing = StreamRule(
        "variant.frame-rate-missing", .info, "Every variant with video has FRAME-RATE.",
        because: "Players cannot prefer a smooth variant, nor leave out one that the display cannot show.",
        source: list,
        fix: "Add FRAME-RATE with three decimals.", bad: variant(usual), good: variant("\(usual),FRAME-RATE=25.000"))
    static let frameRateOfHDR = StreamRule(
        "variant.frame-rate-hdr", .error, "Every variant of HDR video has FRAME-RATE.",
        because: "Apple's players reject the variant, and play nothing where all variants are of that kind.",
        source: list, fix: "Add FRAME-RATE with three decimals.", bad: variant("\(high),VIDEO-RANGE=PQ"),
        good: variant("\(high),VIDEO-RANGE=PQ,FRAME-RATE=23.976"))
    static let frameRateMixed = StreamRule(
        "variant.attributes-uneven", .warning,
        "Attributes such as FRAME-RATE, AVERAGE-BANDWIDTH, SCORE and SUBTITLES are on all variants with video, or on none.",
        because: "Players compare variants by attributes that only some have, and lose features when they switch.",
        source: list, fix: "Add the attribute to the other variants.",
        bad:
            "#EXTM3U\n#EXT-X-STREAM-INF:\(usual),FRAME-RATE=25.000\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1600000,CODECS=\"avc1.64001f\",RESOLUTION=960x540\nw.m3u8",
        good:
            "#EXTM3U\n#EXT-X-STREAM-INF:\(usual),FRAME-RATE=25.000\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1600000,CODECS=\"avc1.64001f\",RESOLUTION=960x540,FRAME-RATE=25.000\nw.m3u8"
    )
    static let frameRateHigh = StreamRule(
        "variant.frame-rate-high", .warning, "FRAME-RATE is at most 60.",
        because: "Most devices cannot decode or show more.", source: "\(authoring), Video",
        fix: "Encode at most 60 frames per second.", bad: variant("\(usual),FRAME-RATE=120.000"),
        good: variant("\(usual),FRAME-RATE=60.000"))
    static let groupMixed = StreamRule(
        "variant.groups-uneven", .warning, "All variants refer to audio groups, or none does.",
        because: "The sound, or the choice of languages, is lost when the player switches.",
        source: "RFC 8216bis 4.4.6.2.1",
        fix: "Give every variant an AUDIO group.",
        bad:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"avc1.64001e,mp4a.40.2\",RESOLUTION=640x360,AUDIO=\"a\"\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1600000,CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=960x540\nw.m3u8",
        good:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"avc1.64001e,mp4a.40.2\",RESOLUTION=640x360,AUDIO=\"a\"\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1600000,CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=960x540,AUDIO=\"a\"\nw.m3u8"
    )
    static let sizeOrder = StreamRule(
        "ladder.size-order", .warning,
        "A variant with more pixels has a higher BANDWIDTH, within one codec and frame rate.",
        because: "Players choose the smaller picture when the network gets faster.", source: "\(authoring), Video",
        fix: "Correct BANDWIDTH, or encode the larger size with more bits.",
        bad:
            "#EXTM3U\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS=\"avc1.64001f\",RESOLUTION=1280x720\nw.m3u8",
        good:
            "#EXTM3U\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1600000,CODECS=\"avc1.64001f\",RESOLUTION=1280x720\nw.m3u8"
    )
    static let steps = StreamRule(
        "ladder.steps", .info, "Neighboring variants differ by a factor of 1.5 to 2.",
        because: "Wide steps are visible, and waste the network between them; narrow ones cause needless switches.",
        source: "\(authoring), Video", fix: "Add a variant between the two, or remove one.",
        bad: two(400_000, 1_400_000), good: two(400_000, 800_000))
    static let stepMissing = StreamRule(
        "ladder.step-missing", .warning,
        "Of three variants and more, neighboring ones differ by a factor of 3.5 at most.",
        because: "Viewers whose network is just below the higher variant get the picture of a much slower one.",
        source: "\(authoring), Video", fix: "Add variants between the two.",
        bad: three(400_000, 6_000_000), good: three(400_000, 1_200_000))
    static let single = StreamRule(
        "ladder.single", .info, "There are several variants.", because: "Players cannot adapt to the network.",
        source: list, fix: "Add variants of other bit rates.", bad: variant(usual),
        good: two(800_000, 1_600_000))
    static let iFramesMissing = StreamRule(
        "ladder.i-frames-missing", .info, "There are I-frame playlists (EXT-X-I-FRAME-STREAM-INF).",
        because: "Scrubbing shows no pictures, and fast playback is coarse.", source: "\(authoring), Trick play",
        fix: "Publish an I-frame playlist, at least for one size.", bad: variant(usual),
        good: variant(usual)
            + "\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS=\"avc1.64001e\",RESOLUTION=640x360,URI=\"i.m3u8\"")
    static let independent = StreamRule(
        "variant.independent-missing", .info,
        "EXT-X-INDEPENDENT-SEGMENTS says that every segment starts with a key frame.",
        because: "Players cannot assume that they can switch at every segment.", source: list,
        fix: "Add #EXT-X-INDEPENDENT-SEGMENTS where it is true.", bad: variant(usual),
        good: "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8")
    static let groupUnused = StreamRule(
        "rendition.group-unused", .warning, "Every rendition belongs to a group that a variant refers to.",
        because: "Players never offer the rendition.", source: "RFC 8216bis 4.4.6.1.1",
        fix: "Refer to the group, or remove the rendition.",
        bad:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8",
        good: "#EXTM3U\n#EXT-X-STREAM-INF:\(usual)\nv.m3u8")
    static let language = StreamRule(
        "rendition.language-form", .error, "LANGUAGE is a language tag of RFC 5646, such as en or pt-BR.",
        because: "Players do not recognize the language: it is not selected for its viewers, and listed wrongly.",
        source: "RFC 8216bis 4.4.6.1, RFC 5646", fix: "Write the tag with hyphens, beginning with the language code.",
        bad:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en_US\",URI=\"a.m3u8\"\n\(sounding)",
        good:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en-US\",URI=\"a.m3u8\"\n\(sounding)"
    )
    static let languageMissing = StreamRule(
        "rendition.language-missing", .info, "Audio and subtitles have LANGUAGE.",
        because: "Players cannot select the viewer's language.", source: "\(authoring), Multivariant playlist",
        fix: "Add LANGUAGE.",
        bad: "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",URI=\"a.m3u8\"\n\(sounding)",
        good:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n\(sounding)"
    )
    static let languageUneven = StreamRule(
        "rendition.language-uneven", .warning, "In a group, either all renditions have LANGUAGE, or none.",
        because: "Players list the rendition as unknown, and never select it by language.", source: practice,
        fix: "Add LANGUAGE to the others.",
        bad:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",URI=\"b.m3u8\"\n\(sounding)",
        good:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"b.m3u8\"\n\(sounding)"
    )
    static let sameLanguage = StreamRule(
        "rendition.same-choice", .warning,
        "Of the renditions of a group that players may select by themselves, no two have the same language and characteristics.",
        because: "It is a matter of chance which one the viewer gets.", source: "RFC 8216bis 4.4.6.1",
        fix: "Set AUTOSELECT=NO on one, or add CHARACTERISTICS.",
        bad: english("YES"), good: english("NO"))
    static let groupsDiffer = StreamRule(
        "rendition.groups-differ", .warning, "Groups of one type have renditions of the same names.",
        because: "The viewer's choice is lost when the player switches to a variant with the other group.",
        source: "RFC 8216bis 4.4.6.1.1", fix: "Give every group the same renditions.",
        bad: "group a has English and Deutsch, group b has English", good: "both groups have English and Deutsch")
    static let sameURI = StreamRule(
        "rendition.same-uri", .warning, "Renditions of different languages have different media.",
        because: "The viewer chooses another language and hears the same.", source: practice, fix: "Correct the URI.",
        bad:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"a.m3u8\"\n\(sounding)",
        good:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"b.m3u8\"\n\(sounding)"
    )
    static let noDefault = StreamRule(
        "rendition.no-default", .info, "One rendition of an audio group has DEFAULT=YES.",
        because: "Without a match for the viewer's languages, players choose by chance.", source: list,
        fix: "Set DEFAULT=YES on the original language.",
        bad:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"b.m3u8\"\n\(sounding)",
        good:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,URI=\"a.m3u8\"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"b.m3u8\"\n\(sounding)"
    )
    static let channelsMissing = StreamRule(
        "rendition.channels-missing", .info, "Audio renditions have CHANNELS.",
        because: "Players cannot choose between stereo and surround.", source: "RFC 8216bis 4.4.6.1",
        fix: "Add CHANNELS.",
        bad:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"\n\(sounding)",
        good:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",CHANNELS=\"2\",URI=\"a.m3u8\"\n\(sounding)"
    )
    static let channelsForm = StreamRule(
        "rendition.channels-form", .error, "CHANNELS begins with the number of channels.",
        because: "Players ignore the attribute, or the rendition.", source: "RFC 8216bis 4.4.6.1",
        fix: "Write CHANNELS=\"2\" for stereo, \"6\" for 5.1.",
        bad:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",CHANNELS=\"stereo\",URI=\"a.m3u8\"\n\(sounding)",
        good:
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",CHANNELS=\"2\",URI=\"a.m3u8\"\n\(sounding)"
    )
    static let wrongMedia = StreamRule(
        "rendition.wrong-media", .error, "A rendition has media of its TYPE.",
        because: "The viewer selects it and hears or sees nothing.", source: "RFC 8216bis 4.4.6.1",
        fix: "Correct the URI of the rendition.", bad: "TYPE=AUDIO, and the segments are WebVTT",
        good: "TYPE=AUDIO, and the segments have an audio track")
    static let languageDiffers = StreamRule(
        "rendition.language-differs", .warning, "LANGUAGE is the language that the media names.",
        because: "The viewer chooses a language and hears another.", source: "RFC 8216bis 4.4.6.1",
        fix: "Correct LANGUAGE, the URI, or the language in the media.",
        bad: "LANGUAGE=\"de\", and the track is marked as eng", good: "LANGUAGE=\"en\", and the track is marked as eng")
    static let sessionKey = StreamRule(
        "encryption.session-key", .warning, "Every EXT-X-SESSION-KEY is the key of a playlist.",
        because: "Players request a key that nothing needs, and the needed one too late.",
        source: "RFC 8216bis 4.4.6.5", fix: "Write the attributes of the EXT-X-KEY tags, or remove the tag.",
        bad: "EXT-X-SESSION-KEY with old.bin, EXT-X-KEY with new.bin",
        good: "EXT-X-SESSION-KEY and EXT-X-KEY with new.bin")
    static let noVariants = StreamRule(
        "variant.none", .fatal, "A multivariant playlist has variants.", because: "There is nothing to play.",
        source: "RFC 8216bis 4.4.6", fix: "Add EXT-X-STREAM-INF.", bad: "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS",
        good: variant(usual))

    static let variants: [StreamRule] = [
        duplicateVariant, sameBandwidth, averageAbovePeak, averageMissing, codecsMissing, codecsAudio, codecsUnknown,
        codecsForm, resolutionMissing, frameRateMissing, frameRateOfHDR, frameRateMixed, frameRateHigh, groupMixed,
        sizeOrder, steps,
        stepMissing,
        single, iFramesMissing, independent, groupUnused, language, languageMissing, languageUneven, sameLanguage,
        groupsDiffer, sameURI, noDefault, channelsMissing, noVariants, channelsForm, wrongMedia, sessionKey,
        languageDiffers,
    ]
}
