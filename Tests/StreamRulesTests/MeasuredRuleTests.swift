import HLS
import Testing

@testable import StreamRules

/// Tests that one changed fact about a stream without faults is reported by the rule about it.
struct MeasuredRuleTests {
    struct Change: Sendable, CustomTestStringConvertible {
        var rule: String
        var apply: @Sendable (inout FaultlessStream) throws -> Void

        init(_ rule: String, _ apply: @escaping @Sendable (inout FaultlessStream) throws -> Void) {
            self.rule = rule
            self.apply = apply
        }

        var testDescription: String { rule }
    }

    private static func rules(_ stream: FaultlessStream) -> Set<String> {
        Set(StreamLint().check(stream.facts).map(\.rule))
    }

    @Test("streams without faults have no errors and no warnings")
    func clean() throws {
        for stream in [try FaultlessStream.onDemand(), try FaultlessStream.live()] {
            let found = StreamLint().check(stream.facts).filter { $0.level > .info }
            #expect(found.isEmpty, "\(found.map(\.message))")
        }
    }

    @Test("a change of a stream on demand is reported by its rule", arguments: changesOnDemand)
    func onDemand(change: Change) throws {
        var stream = try FaultlessStream.onDemand()
        try #require(!Self.rules(stream).contains(change.rule))
        try change.apply(&stream)
        #expect(Self.rules(stream).contains(change.rule), "\(Self.rules(stream).sorted())")
    }

    @Test("a change of a live stream is reported by its rule", arguments: changesOfLiveStreams)
    func live(change: Change) throws {
        var stream = try FaultlessStream.live()
        try #require(!Self.rules(stream).contains(change.rule))
        try change.apply(&stream)
        #expect(Self.rules(stream).contains(change.rule), "\(Self.rules(stream).sorted())")
    }

    @Test("a missing FRAME-RATE is a warning where the video has more than 30 frames per second")
    func missingFrameRate() throws {
        var stream = try FaultlessStream.onDemand()
        for _ in 0..<3 { try stream.replace("main", ",FRAME-RATE=25", "") }
        func levels() -> Set<StreamRule.Level> {
            Set(StreamLint().check(stream.facts).filter { $0.rule == "variant.frame-rate-missing" }.map(\.level))
        }
        #expect(levels() == [.info])
        stream.eachSegment(1) { $0.spans[0].sampleDuration /= 2 }
        #expect(levels() == [.info, .warning])
    }

    private static let halfSecond: Int64 = 500_000_000

    private static let changesOnDemand: [Change] = [
        // Variants with each other.
        Change("align.segments") { stream in
            stream.eachSegment(1) { segment in
                segment.spans[0].start += halfSecond
                segment.spans[0].end += halfSecond
                segment.spans[0].keyTimes = [segment.spans[0].start]
            }
        },
        Change("align.key-frames") { stream in
            stream.eachSegment(1) { $0.spans[0].keyTimes.append($0.spans[0].start + 4 * halfSecond) }
        },
        Change("align.color") { stream in stream.eachSegment(1) { $0.tracks[0].isFullRange = true } },
        Change("align.sound-level") { stream in stream.addSound(louder: 12, laterWindows: 0) },
        Change("align.sound-lag") { stream in stream.addSound(louder: 0, laterWindows: 14) },
        Change("video.aspect") { stream in stream.eachSegment(1) { $0.tracks[0].displayWidth = 480 } },
        Change("video.interlaced") { stream in stream.eachSegment(1) { $0.tracks[0].isInterlaced = true } },
        // Renditions.
        Change("rendition.language-differs") { stream in stream.eachSegment(3) { $0.tracks[0].language = "deu" } },
        Change("rendition.groups-differ") { stream in
            try stream.replace(
                "main", "#EXT-X-STREAM-INF",
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"b\",NAME=\"German\",LANGUAGE=\"de\",URI=\"b.m3u8\"\n#EXT-X-STREAM-INF"
            )
        },
        Change("segment.empty-track") { stream in
            stream.eachSegment(1) { $0.fragments?.handlers = ["video", "audio"] }
        },
        Change("codec.dolby-vision") { stream in
            try stream.replace("main", "avc1.64001e", "dvh1.05.01")
            stream.eachSegment(0) { $0.fragments?.hasDolbyVision = false }
        },
        Change("audio.objects") { stream in
            try stream.replace("main", "CHANNELS=\"2\"", "CHANNELS=\"16/JOC\"")
            stream.eachSegment(3) { $0.fragments?.hasJointObjects = false }
        },
        // Playlists.
        Change("i-frame.flag-misplaced") { stream in
            try stream.replace("1", "#EXT-X-MAP", "#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP")
        },
        Change("media.same-vector") { stream in
            try stream.replace(
                "1", "#EXT-X-MAP",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x\(String(repeating: "1", count: 32))\n#EXT-X-MAP")
        },
        Change("media.range-empty") { stream in
            try stream.replace("1", "#EXTINF:4,\n2.m4s", "#EXTINF:4,\n#EXT-X-BYTERANGE:0@0\n2.m4s")
        },
        Change("encryption.format-version") { stream in
            try stream.replace(
                "1", "#EXT-X-MAP",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"identity\",KEYFORMATVERSIONS=\"2\"\n#EXT-X-MAP")
        },
        Change("encryption.not-examined") { stream in
            try stream.replace("1", "#EXT-X-MAP", "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\"\n#EXT-X-MAP")
            stream.facts.playlists[1].segments[0]?.problems = [.protected("The packets are scrambled.")]
        },
        Change("i-frame.range") { stream in
            stream.facts.playlists[1].role = .iFrames(0)
            stream.eachSegment(1) { segment in
                segment.spans[0].followingCount = 24
                segment.spans[0].followingByteCount = 90_000
            }
        },
        // Responses.
        Change("http.compression") { stream in
            stream.facts.document.byteCount = 50_000
            stream.facts.document.response = FaultlessStream.response { $0.isCompressed = false }
        },
        Change("http.insecure") { stream in
            try stream.replace("1", "2.m4s", "http://a.example/2.m4s")
            stream.facts.playlists[1].segments[2]?.response = FaultlessStream.response { $0.contentType = "video/mp4" }
        },
        Change("http.resource-type") { stream in
            stream.facts.resources.append(
                ResourceFacts(
                    url: "https://a.example/steering", kind: .steering,
                    response: FaultlessStream.response { $0.contentType = "text/html" }))
        },
        // What decoding shows.
        Change("decode.clipping") { stream in
            stream.facts.playlists[3].loudness = -7
            stream.facts.playlists[3].truePeak = 1.5
        },
        Change("decode.channels") { stream in stream.facts.playlists[3].decoded?.silentChannels = [1] },
        Change("decode.dropout") { stream in
            stream.facts.playlists[0] = stream.facts.playlists[3]
            stream.facts.playlists[0].document.url = "https://a.example/other.m3u8"
            for index in 100..<140 { stream.facts.playlists[0].decoded?.levels[index] = 0 }
        },
    ]

    private static let changesOfLiveStreams: [Change] = [
        Change("live.date-missing") { stream in
            try stream.replace("0", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n", "")
        },
        Change("http.live-cache") { stream in
            stream.facts.playlists[0].document.response = FaultlessStream.response { $0.cacheControl = "max-age=3600" }
        },
        Change("http.stale") { stream in
            stream.facts.playlists[0].document.response = FaultlessStream.response { $0.age = 30 }
        },
        Change("live.control-changed") { stream in
            stream.facts.playlists[0].reloads[1].changedControls = ["PART-HOLD-BACK"]
        },
        // Parts.
        Change("live.parts") { stream in
            try stream.replace("0", "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"14.0.m4s\"\n", "")
        },
        Change("live.gap-parts") { stream in
            try stream.replace("0", "URI=\"11.1.m4s\"", "URI=\"11.1.m4s\",GAP=YES")
        },
        Change("live.part-repeated") { stream in try stream.replace("0", "12.1.m4s", "12.0.m4s") },
        Change("live.part-sum") { stream in
            try stream.replace("0", "#EXT-X-PART:DURATION=2,URI=\"12.1.m4s\"\n", "")
        },
        Change("live.part-target") { stream in
            stream.facts.playlists[0].parts[3].facts.spans[0].decodeEnd += 2 * halfSecond
        },
        Change("live.part-independent") { stream in
            stream.facts.playlists[0].parts[2].facts.spans[0].startsWithKey = false
        },
    ]
}
