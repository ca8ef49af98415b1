import CoreMedia
import HLS

@testable import StreamRules

/// Facts about streams without faults, for tests that change one of them.
struct FaultlessStream {
    private static let second: Int64 = 1_000_000_000
    private static let segmentSeconds: Int64 = 4
    private static let segmentCount = 4

    /// The texts of playlists by name: `main`, `0`, `1` and `2` for variants, `a` for audio.
    var texts: [String: String]
    var facts: StreamFacts
    /// The names of the media playlists, in the order of the facts.
    private let names: [String]

    private init(texts: [String: String], names: [String]) {
        self.texts = texts
        self.names = names
        facts = StreamFacts()
        facts.url = "https://a.example/main.m3u8"
        facts.document = PlaylistDocument(url: facts.url)
        facts.hasMedia = true
        facts.isDecoded = true
    }

    /// Three variants and a rendition of audio, on demand.
    static func onDemand() throws -> FaultlessStream {
        let media =
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
            + "#EXT-X-MAP:URI=\"init.mp4\"\n" + (0..<segmentCount).map { "#EXTINF:4,\n\($0).m4s\n" }.joined()
            + "#EXT-X-ENDLIST\n"
        var texts = ["main": multivariant, "a": media]
        for index in 0..<3 { texts["\(index)"] = media }
        var stream = FaultlessStream(texts: texts, names: ["0", "1", "2", "a"])
        try stream.parse()
        return stream
    }

    /// One live playlist with parts, loaded twice.
    static func live() throws -> FaultlessStream {
        let text =
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=2\n"
            + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=6\n#EXT-X-MEDIA-SEQUENCE:10\n"
            + "#EXT-X-MAP:URI=\"init.mp4\"\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n"
            + (10..<14).map { number in
                "#EXT-X-PART:DURATION=2,URI=\"\(number).0.m4s\",INDEPENDENT=YES\n"
                    + "#EXT-X-PART:DURATION=2,URI=\"\(number).1.m4s\"\n#EXTINF:4,\n\(number).m4s\n"
            }.joined() + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"14.0.m4s\"\n"
        var stream = FaultlessStream(texts: ["0": text], names: ["0"])
        stream.facts.isDecoded = false
        try stream.parse()
        return stream
    }

    private static let multivariant =
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n"
        + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,"
        + "CHANNELS=\"2\",URI=\"a.m3u8\"\n"
        + zip(["320x180", "640x360", "1280x720"], [200_000, 400_000, 800_000]).enumerated().map { index, variant in
            "#EXT-X-STREAM-INF:BANDWIDTH=\(variant.1),AVERAGE-BANDWIDTH=\(variant.1),CODECS=\"avc1.64001e,mp4a.40.2\","
                + "RESOLUTION=\(variant.0),FRAME-RATE=25,AUDIO=\"a\"\n\(index).m3u8\n"
        }.joined()

    /// Replaces text of a playlist, and parses all playlists again.
    mutating func replace(_ name: String, _ old: String, _ new: String) throws {
        let text = texts[name] ?? ""
        let parts = text.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        texts[name] = parts.count == 2 ? parts[0] + new + parts[1] : text
        try parse()
    }

    private mutating func parse() throws {
        if let text = texts["main"], case .multivariant(let list) = try Playlist.parse(text: text).playlist {
            facts.multivariant = list
        }
        facts.playlists = try names.enumerated().map { index, name in
            let role: PlaylistFacts.Role =
                texts["main"] == nil ? .single : name == "a" ? .rendition(0) : .variant(index)
            var playlist = PlaylistFacts(
                role: role, name: name == "a" ? "audio" : "variant \(index + 1)",
                document: PlaylistDocument(url: "https://a.example/\(name).m3u8"))
            guard case .media(let media) = try Playlist.parse(text: texts[name] ?? "").playlist else {
                return playlist
            }
            playlist.playlist = media
            playlist.segments = media.segments.indices.map { position in
                name == "a" ? Self.audioSegment(position) : Self.segment(position, size: index)
            }
            if media.hasEnded {
                if name == "a" { playlist.decoded = Self.decoded() }
            } else {
                Self.addLiveFacts(to: &playlist, media)
            }
            return playlist
        }
    }

    private static func addLiveFacts(to playlist: inout PlaylistFacts, _ media: MediaPlaylist) {
        playlist.parts = media.segments.enumerated().flatMap { position, segment in
            segment.parts.enumerated().map { index, part in
                PartFacts(
                    sequenceNumber: segment.sequenceNumber, index: index, declaredDuration: part.duration.seconds,
                    isIndependent: part.isIndependent, line: part.line,
                    facts: self.segment(2 * position + index, seconds: 2, size: 0))
            }
        }
        playlist.reloads = [0.0, 4].map { time in
            var reload = ReloadFacts(
                time: time, firstSequence: 10, segmentCount: media.segments.count, partCount: 0,
                change: .advanced(segments: 1))
            reload.windowSeconds = 16
            reload.datedCount = 1
            return reload
        }
    }

    private static let sizes = [(320, 180, 80_000), (640, 360, 180_000), (1_280, 720, 380_000)]

    /// A segment of video of one of `sizes`: width, height, and bytes in 4 s.
    private static func segment(_ position: Int, seconds: Int64 = segmentSeconds, size: Int) -> SegmentFacts {
        let (width, height, byteCount) = sizes[size]
        var track = TrackFacts(kind: .video, codec: "h264")
        track.codecParameter = "avc1.64001e"
        (track.width, track.height, track.displayWidth, track.displayHeight) = (width, height, width, height)
        track.matrix = "bt709"
        let share = Int(seconds) * byteCount / Int(segmentSeconds)
        var segment = segment(position, seconds: seconds, track, byteCount: share)
        segment.spans[0].keyTimes = [segment.spans[0].start]
        segment.digest = UInt64(4 * position + size)
        return segment
    }

    private static func audioSegment(_ position: Int) -> SegmentFacts {
        var track = TrackFacts(kind: .audio, codec: "aac")
        track.codecParameter = "mp4a.40.2"
        (track.sampleRate, track.channels, track.language) = (48_000, 2, "eng")
        return segment(position, seconds: segmentSeconds, track, byteCount: 20_000)
    }

    private static func segment(
        _ position: Int, seconds: Int64, _ track: TrackFacts, byteCount: Int
    ) -> SegmentFacts {
        var segment = SegmentFacts()
        segment.container = .fragments
        segment.byteCount = byteCount
        segment.tracks = [track]
        var span = TrackSpan(track: 0)
        span.sampleDuration = second / 25
        span.sampleCount = Int(seconds) * 25
        (span.start, span.end) = (Int64(position) * seconds * second, Int64(position + 1) * seconds * second)
        (span.firstDecodeTime, span.decodeEnd, span.byteCount) = (span.start, span.end, byteCount)
        segment.spans = [span]
        segment.fragments = FragmentFacts()
        segment.fragments?.handlers = [track.kind.rawValue]
        return segment
    }

    /// Levels that rise and fall without repeating, one for each window of 50 ms.
    static let levels: [UInt8] = (0..<320).map { index in
        let step: Int = index * (index + 7) % 23
        return UInt8(60 + step)
    }

    private static func decoded() -> DecodedFacts {
        var decoded = DecodedFacts()
        decoded.levels = levels
        decoded.crossings = levels.map { $0 / 8 }
        return decoded
    }

    // MARK: - Changes

    /// Changes each segment of a playlist.
    mutating func eachSegment(_ playlist: Int, _ change: (inout SegmentFacts) -> Void) {
        for index in facts.playlists[playlist].segments.indices {
            facts.playlists[playlist].segments[index].map { segment in
                var changed = segment
                change(&changed)
                facts.playlists[playlist].segments[index] = changed
            }
        }
    }

    /// Gives all variants the sound of one programme; the second has it at another level and another time.
    mutating func addSound(louder: Int, laterWindows: Int64) {
        for index in 0..<3 {
            let isSecond = index == 1
            facts.playlists[index].segments[0]?.sound = SoundFacts(
                firstWindow: isSecond ? laterWindows : 0,
                levels: Self.levels.map { UInt8(Int($0) + (isSecond ? louder : 0)) },
                crossings: Self.levels.map { $0 / 8 })
        }
    }

    /// A response of a web server with one change.
    static func response(_ change: (inout ResponseFacts) -> Void) -> ResponseFacts {
        var response = ResponseFacts()
        response.isHTTP = true
        response.contentType = "application/vnd.apple.mpegurl"
        change(&response)
        return response
    }
}
