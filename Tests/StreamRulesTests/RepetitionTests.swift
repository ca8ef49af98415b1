import Testing

@testable import StreamRules

/// Tests the rules about samples that follow twice, overlap, or have no times of their own.
struct RepetitionTests {
    private static let frames = 200

    /// Returns the rules that the audio of two segments breaks.
    /// - Parameter change: changes the hashes of the frames of both segments.
    private func rules(_ change: (inout [UInt16], inout [UInt16]) -> Void) throws -> [String] {
        var (first, second) = (Self.different(0), Self.different(1))
        change(&first, &second)
        let playlist = try MeasuredStream.playlist(.single, "audio", .audio, starts: [0, 6]) { position, segment in
            segment.spans[0].digests = position == 0 ? first : second
        }
        var log = FindingLog()
        RepetitionChecks(facts: playlist).check(&log)
        return log.findings.map(\.rule)
    }

    private static func different(_ segment: Int) -> [UInt16] {
        (0..<frames).map { UInt16(truncatingIfNeeded: ($0 + segment * frames) &* 40_503 &+ 7) }
    }

    @Test("the end of a segment at the start of the next one is reported", arguments: [4, 5, 20, 200])
    func boundary(count: Int) throws {
        #expect(try rules { $1.replaceSubrange(..<count, with: $0.suffix(count)) } == ["time.audio-repeated"])
    }

    @Test("frames that follow twice within a segment are reported")
    func inner() throws {
        #expect(
            try rules { first, _ in first.replaceSubrange(60..<80, with: first[40..<60]) } == ["time.audio-repeated"])
    }

    @Test("fewer equal frames, and equal frames at a distance, are no finding")
    func few() throws {
        #expect(try rules { _, _ in }.isEmpty)
        #expect(try rules { $1.replaceSubrange(..<3, with: $0.suffix(3)) }.isEmpty)
        #expect(try rules { first, _ in first.replaceSubrange(120..<140, with: first[40..<60]) }.isEmpty)
    }

    @Test("silence and periodic sound are no finding")
    func periodic() throws {
        #expect(
            try rules { first, _ in first.replaceSubrange(50..<150, with: [UInt16](repeating: 9, count: 100)) }.isEmpty)
        #expect(
            try rules { first, second in
                for index in first.indices { first[index] = UInt16(index % 25) }
                for index in second.indices { second[index] = UInt16((index + Self.frames) % 25) }
            }.isEmpty)
    }

    // MARK: - Samples

    private func sampleRules(_ change: (Int, inout SegmentFacts) -> Void) throws -> [String] {
        let playlist = try MeasuredStream.playlist(.single, "video", .video, starts: [0, 6, 12]) { position, segment in
            segment.fragments = FragmentFacts()
            (segment.spans[0].firstDecodeTime, segment.spans[0].decodeEnd) = (
                segment.spans[0].start, segment.spans[0].end
            )
            (segment.spans[0].bidirectionalCount, segment.spans[0].delayedCount) = (60, 90)
            change(position, &segment)
        }
        var log = FindingLog()
        SegmentChecks(facts: playlist, isIndependent: false, isSecure: false).check(&log)
        TimeChecks(facts: playlist).check(&log)
        return log.findings.filter { $0.level > .info }.map(\.rule)
    }

    @Test("B-frames whose presentation times are their decode times are reported, and other B-frames are not")
    func composition() throws {
        #expect(try sampleRules { _, _ in }.isEmpty)
        #expect(try sampleRules { $1.spans[0].delayedCount = $0 == 1 ? 0 : 90 } == ["time.composition"])
        // Without B-frames, and with a few slices that an encoder marks so.
        #expect(try sampleRules { ($1.spans[0].delayedCount, $1.spans[0].bidirectionalCount) = ($0 * 0, 0) }.isEmpty)
        #expect(try sampleRules { ($1.spans[0].delayedCount, $1.spans[0].bidirectionalCount) = ($0 * 0, 20) }.isEmpty)
    }

    @Test("samples without a duration before the last one are reported")
    func durations() throws {
        #expect(try sampleRules { $1.fragments?.untimedCount = $0 == 1 ? 1 : 0 } == ["segment.sample-duration"])
    }

    @Test("a segment that starts a frame before the end of the one before is reported; half a frame is not")
    func overlap() throws {
        #expect(try sampleRules { if $0 == 1 { $1.spans[0].firstDecodeTime -= 20_000_000 } } == ["time.gap"])
        #expect(try sampleRules { if $0 == 1 { $1.spans[0].firstDecodeTime -= 10_000_000 } }.isEmpty)
        #expect(
            try sampleRules {
                if $0 == 1 { $1.spans[0].firstDecodeTime -= 20_000_000 }
                $1.container = .transportStream
            }.isEmpty)
    }

    // MARK: - Decoded

    private func decodedRules(_ changes: [(inout DecodedFacts) -> Void], isFullRange: Bool = false) throws -> [String] {
        let lines = changes.indices.map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)00000\nv\($0).m3u8" }
        let playlists = try changes.enumerated().map { index, change in
            var playlist = try MeasuredStream.playlist(.variant(index), "v\(index)", .video, starts: [0, 6, 12]) {
                $1.tracks[0].isFullRange = isFullRange
            }
            var decoded = DecodedFacts()
            (decoded.newFrames, decoded.videoSeconds) = (400, 18)
            change(&decoded)
            playlist.decoded = decoded
            return playlist
        }
        var stream = try MeasuredStream.stream(lines, playlists)
        stream.isDecoded = true
        var log = FindingLog()
        DecodingChecks(facts: stream).check(&log)
        return log.findings.map(\.rule)
    }

    @Test("frames shown twice in one variant are reported; in all variants, or a few of them, they are not")
    func doubledFrames() throws {
        let doubled: (inout DecodedFacts) -> Void = { ($0.newFrames, $0.repeatedFrames) = (225, 220) }
        #expect(try decodedRules([doubled, { _ in }, { _ in }]) == ["decode.repeated-frames"])
        #expect(try decodedRules([doubled, doubled, doubled]).isEmpty)
        #expect(try decodedRules([{ $0.repeatedFrames = 12 }, { _ in }]).isEmpty)
        #expect(try decodedRules([{ ($0.newFrames, $0.repeatedFrames) = (20, 20) }, { _ in }]).isEmpty)
    }

    @Test(
        "many samples outside the limited range are reported, but not of video with the full range, and no overshoots")
    func levels() throws {
        let wide: (inout DecodedFacts) -> Void = { $0.outsideShare = 0.12 }
        #expect(try decodedRules([wide]) == ["decode.levels"])
        #expect(try decodedRules([wide], isFullRange: true).isEmpty)
        #expect(try decodedRules([{ $0.outsideShare = 0.03 }]).isEmpty)
    }

    // MARK: - Pictures and cues

    private func pictureRules(_ change: @escaping ([UInt8]) -> [UInt8]) throws -> [String] {
        let cells = (0..<144).map { UInt8(truncatingIfNeeded: 40 + $0 / 16 * 16 + $0 % 16 * 3) }
        let lines = (0..<3).map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)00000\nv\($0).m3u8" }
        let playlists = try (0..<3).map { index in
            try MeasuredStream.playlist(.variant(index), "v\(index)", .video, starts: [0, 6, 12]) { position, segment in
                segment.picture = index == 0 ? change(cells) : cells
                segment.pictureTime = Int64(position) * 6_000_000_000
            }
        }
        let stream = try MeasuredStream.stream(lines, playlists)
        var log = FindingLog()
        PictureChecks(facts: stream, list: try #require(stream.multivariant)).check(&log)
        return log.findings.map(\.message)
    }

    @Test("a flipped, a mirrored and a turned variant are named; a brighter one and another picture are not")
    func turns() throws {
        func cells(_ source: [UInt8], _ place: (Int, Int) -> Int) -> [UInt8] {
            source.indices.map { source[place($0 / 16, $0 % 16)] }
        }
        #expect(
            try pictureRules { source in cells(source) { (8 - $0) * 16 + $1 } }.first?.contains("top to bottom") == true
        )
        #expect(
            try pictureRules { source in cells(source) { $0 * 16 + 15 - $1 } }.first?.contains("left to right") == true)
        #expect(try pictureRules { $0.reversed() }.first?.contains("180 degrees") == true)
        #expect(try pictureRules { $0.map { $0 + 2 } }.isEmpty)
        #expect(try pictureRules { $0.indices.map { UInt8($0 * 7 % 97) } }.allSatisfy { $0.contains("other pictures") })
    }

    private func colorRules(_ height: Int) throws -> [String] {
        let lines = (0..<3).map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)00000\nv\($0).m3u8" }
        let playlists = try (0..<3).map { index in
            try MeasuredStream.playlist(.variant(index), "v\(index)", .video, starts: [0, 6]) { _, segment in
                segment.tracks[0].height = index == 2 ? height : 288
                segment.tracks[0].matrix = index == 0 ? "smpte170m" : "bt709"
            }
        }
        var log = FindingLog()
        ColorChecks(facts: try MeasuredStream.stream(lines, playlists)).check(&log)
        return log.findings.map(\.rule)
    }

    @Test(
        "a small variant with the colors of BT.601 beside others of its size is reported; beside larger ones it is not")
    func smallVariant() throws {
        #expect(try colorRules(432) == ["align.color"])
        #expect(try colorRules(1_080).isEmpty)
    }

    private func cueRules(_ delay: Double) throws -> [String] {
        let starts = (0..<4).map { Double($0) * 6 }
        let video = try MeasuredStream.playlist(.variant(0), "v0", .video, starts: starts)
        let text = try MeasuredStream.playlist(.rendition(0), "text", .text, starts: starts) { position, segment in
            (segment.tracks, segment.spans, segment.container) = ([], [], .webVTT)
            var facts = TextFacts()
            (facts.cueCount, facts.hasMap) = (1, true)
            facts.firstStart = starts[position] + delay
            facts.lastStart = facts.firstStart
            facts.firstEnd = starts[position] + delay + 2
            facts.lastEnd = facts.firstEnd
            segment.text = facts
        }
        var log = FindingLog()
        let lines = [
            MeasuredStream.rendition("SUBTITLES", "text", "en"),
            "#EXT-X-STREAM-INF:BANDWIDTH=100000,SUBTITLES=\"g\"\nv0.m3u8",
        ]
        SyncChecks(facts: try MeasuredStream.stream(lines, [video, text])).check(&log)
        return log.findings.map(\.rule)
    }

    @Test(
        "cues that are all behind their segments are reported, also where they are near; cues that end behind them are not"
    )
    func cuesElsewhere() throws {
        #expect(try cueRules(6.5) == ["subtitle.time"])
        #expect(try cueRules(5).isEmpty)
        #expect(try cueRules(-1).isEmpty)
    }
}
