import HLS

/// Rules for what multivariant playlists declare about I-frame playlists and content steering.
extension StreamRule {
    private static let list = "\(authoring), Multivariant playlist"
    private static let variant =
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"avc1.64001e\",RESOLUTION=640x360,FRAME-RATE=25.000\nv.m3u8"
    private static func iFrames(_ attributes: String) -> String {
        "\(variant)\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000\(attributes),URI=\"i.m3u8\""
    }

    static let iFrameCodecs = StreamRule(
        "i-frame.codecs-missing", .warning, "Every I-frame playlist has CODECS.",
        because: "Players cannot leave out pictures that they cannot decode, and show none while scrubbing.",
        source: list, fix: "Add CODECS with the codec of the video.", bad: iFrames(",RESOLUTION=640x360"),
        good: iFrames(",CODECS=\"avc1.64001e\",RESOLUTION=640x360"))
    static let iFrameResolution = StreamRule(
        "i-frame.resolution-missing", .warning, "Every I-frame playlist has RESOLUTION.",
        because:
            "Players cannot choose the pictures by the size of the thumbnail, and load larger ones than they show.",
        source: list, fix: "Add RESOLUTION=WIDTHxHEIGHT.", bad: iFrames(",CODECS=\"avc1.64001e\""),
        good: iFrames(",CODECS=\"avc1.64001e\",RESOLUTION=640x360"))
    static let pathwayMissing = StreamRule(
        "steering.pathway-missing", .info, "EXT-X-CONTENT-STEERING has PATHWAY-ID.",
        because: "Players start with the pathway of the first variant, whatever the steering manifest says.",
        source: list, fix: "Add the PATHWAY-ID of the variants that players start with.",
        bad: variant.replacing("#EXT-X-STREAM", with: "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s.json\"\n#EXT-X-STREAM"),
        good: variant.replacing(
            "#EXT-X-STREAM",
            with: "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s.json\",PATHWAY-ID=\".\"\n#EXT-X-STREAM"))

    static let trickPlay: [StreamRule] = [iFrameCodecs, iFrameResolution, pathwayMissing]
}
