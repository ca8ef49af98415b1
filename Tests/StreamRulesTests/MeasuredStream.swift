import HLS

@testable import StreamRules

/// Streams with measured segments, for tests of rules that compare segments.
enum MeasuredStream {
    /// Returns an ended playlist whose segments have one track.
    /// - Parameters:
    ///   - starts: the measured start of each segment, in seconds.
    ///   - length: the declared and measured duration of each segment, in seconds.
    ///   - last: the measured duration of the last segment, where it is another one.
    ///   - discontinuities: the positions of segments after EXT-X-DISCONTINUITY.
    ///   - isEnded: whether the playlist has EXT-X-ENDLIST.
    ///   - change: changes the facts of each segment.
    static func playlist(
        _ role: PlaylistFacts.Role, _ name: String, _ kind: TrackFacts.Kind, starts: [Double], length: Double = 6,
        last: Double? = nil, discontinuities: Set<Int> = [], isEnded: Bool = true,
        _ change: (Int, inout SegmentFacts) -> Void = { _, _ in }
    ) throws -> PlaylistFacts {
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:7\n#EXT-X-MAP:URI=\"i.mp4\"\n"
        for position in starts.indices {
            if discontinuities.contains(position) { text += "#EXT-X-DISCONTINUITY\n" }
            text += "#EXTINF:\(length),\n\(name)-\(position).m4s\n"
        }
        if isEnded { text += "#EXT-X-ENDLIST\n" }
        var facts = PlaylistFacts(role: role, name: name, document: PlaylistDocument(url: "https://a.example/\(name)"))
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { return facts }
        facts.playlist = media
        facts.segments = starts.enumerated().map { position, start in
            var segment = SegmentFacts()
            segment.container = .fragments
            segment.tracks = [TrackFacts(kind: kind, codec: kind == .video ? "h264" : "aac")]
            var span = TrackSpan(track: 0)
            span.sampleCount = 100
            span.sampleDuration = 20_000_000
            span.start = Int64(start * 1e9)
            span.end = span.start + Int64((position == starts.count - 1 ? last ?? length : length) * 1e9)
            segment.spans = [span]
            segment.digest = UInt64(1_000 + position)
            change(position, &segment)
            return segment
        }
        return facts
    }

    /// Returns a stream with a multivariant playlist of these lines.
    static func stream(_ lines: [String], _ playlists: [PlaylistFacts]) throws -> StreamFacts {
        var facts = StreamFacts()
        facts.hasMedia = true
        let text = (["#EXTM3U"] + lines).joined(separator: "\n") + "\n"
        if case .multivariant(let list) = try Playlist.parse(text: text).playlist { facts.multivariant = list }
        facts.playlists = playlists
        return facts
    }

    /// Returns the line of a rendition.
    static func rendition(_ type: String, _ name: String, _ language: String, _ rest: String = "") -> String {
        "#EXT-X-MEDIA:TYPE=\(type),GROUP-ID=\"g\",NAME=\"\(name)\",LANGUAGE=\"\(language)\"\(rest),URI=\"\(name).m3u8\""
    }

    /// Returns the lines of a variant with audio and subtitles.
    static func variant(_ bandwidth: Int, _ uri: String) -> String {
        "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),CODECS=\"avc1.64001e,mp4a.40.2\",AUDIO=\"g\"\n\(uri)"
    }
}
