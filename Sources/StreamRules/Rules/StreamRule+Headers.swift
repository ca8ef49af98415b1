/// Rules for what decoders and demuxers need before the first sample.
extension StreamRule {
    static let fileType = StreamRule(
        "init.brand", .error, "The initialization section begins with ftyp, and states iso6 or a later brand.",
        because: "Players that check brands reject the stream.", source: "RFC 8216bis 3.1.2",
        fix: "Write an ftyp box with the brand iso6 or cmfc.", bad: "ftyp with isom and mp41",
        good: "ftyp with iso5, iso6 and mp41")
    static let movieExtends = StreamRule(
        "init.extends", .error, "moov has mvex, with a trex for each track.",
        because: "Demuxers take the file for one without fragments, and read no samples.",
        source: "RFC 8216bis 3.1.2, ISO 14496-12 8.8.3", fix: "Write mvex with a trex for each track into moov.",
        bad: "moov without mvex", good: "moov with mvex and a trex for each track")
    static let colorDescription = StreamRule(
        "init.color", .warning, "The colr box states the colors of the video.",
        because: "Players that follow the box show other colors than players that follow the video.",
        source: "ISO 14496-12 12.1.5", fix: "Write the color properties of the encoder into the colr box.",
        bad: "colr with smpte2084, and video with bt709", good: "smpte2084 in both")
    static let packetParameterSets = StreamRule(
        "segment.parameter-sets", .error, "The first key frame of a transport stream segment has its parameter sets.",
        because: "Decoders cannot start with the segment: the picture stays black after a seek or a switch.",
        source: "RFC 8216bis 3", fix: "Repeat SPS and PPS, for HEVC also VPS, before each key frame.",
        bad: "an IDR frame without SPS", good: "an IDR frame after SPS and PPS")
    static let stereoRate = StreamRule(
        "audio.rate-low", .info, "Stereo audio in AAC has 32 kbit/s or more.",
        because: "Music and speech have audible faults of the encoder.", source: "\(authoring) 2.9",
        fix: "Encode the audio with 64 to 160 kbit/s.", bad: "24 kbit/s", good: "96 kbit/s")
    static let codecContainer = StreamRule(
        "codec.container", .warning, "HEVC is in fragmented MP4.",
        because: "Apple's devices and most web players do not play HEVC in transport streams.",
        source: "\(authoring) 1.5", fix: "Package HEVC as fragmented MP4.", bad: "HEVC in MPEG-TS",
        good: "HEVC in fragmented MP4, with the sample entry hvc1")
}
