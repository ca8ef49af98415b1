import HLS
import Testing

@testable import StreamRules

/// Tests the rules that compare colors, brightness and speed of pictures, and frequencies and peaks of audio, between variants.
struct VariantContentTests {
    // MARK: - Colors

    /// Means of Cb and Cr of a colorful frame: of the frame, their distance from gray, and of six parts.
    private static let colors: [UInt8] = [113, 133, 25, 73, 135, 130, 116, 164, 147, 72, 142, 126, 123, 178, 109]

    private func colorMessages(_ change: ([UInt8]) -> [UInt8]) throws -> [String] {
        let lines = (0..<3).map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)00000\nv\($0).m3u8" }
        let playlists = try (0..<3).map { index in
            try MeasuredStream.playlist(.variant(index), "v\(index)", .video, starts: [0, 6, 12]) { position, segment in
                segment.colors = index == 1 ? change(Self.colors) : Self.colors
                segment.pictureTime = Int64(position) * 6_000_000_000
            }
        }
        var log = FindingLog()
        ColorChecks(facts: try MeasuredStream.stream(lines, playlists)).check(&log)
        return log.findings.filter { $0.rule == "align.colors" && $0.level == .warning }.map(\.message)
    }

    /// Exchanges Cb and Cr of the frame and of its parts.
    private func exchanged(_ values: [UInt8]) -> [UInt8] {
        [values[1], values[0], values[2]]
            + stride(from: 3, to: values.count, by: 2).flatMap { [values[$0 + 1], values[$0]] }
    }

    @Test("exchanged Cb and Cr in one of three variants are named; colors that differ a little are not reported")
    func exchange() throws {
        #expect(try colorMessages(exchanged).first?.hasPrefix("Cb and Cr are exchanged") == true)
        #expect(try colorMessages { $0.map { $0 + 2 } }.isEmpty)
        // Colors that are the same after the exchange tell nothing.
        let even: [UInt8] = [120, 120, 8] + [UInt8](repeating: 120, count: 12)
        #expect(try colorMessages { _ in even }.allSatisfy { !$0.hasPrefix("Cb and Cr") })
    }

    @Test("a cast in all parts of the picture is named with its color; another color in one part is not a cast")
    func cast() throws {
        let blue = try colorMessages { values in
            values.enumerated().map {
                $0.offset == 0 || $0.offset > 2 && $0.offset % 2 == 1 ? $0.element + 30 : $0.element
            }
        }
        #expect(blue.first?.hasSuffix("with a cast of blue in all parts.") == true, "\(blue)")
        let green = try colorMessages { values in
            values.enumerated().map { $0.offset == 2 ? $0.element : $0.element - 25 }
        }
        #expect(green.first?.contains("a cast of green") == true, "\(green)")
        let part = try colorMessages { values in
            [values[0] + 30, values[1], values[2], values[3] + 90, values[4], values[5] - 40] + values[6...]
        }
        #expect(part.count == 1 && part.first?.contains("cast") == false, "\(part)")
    }

    @Test("colors twice or half as strong are reported; those of another grading are not", arguments: [10, 25, 40, 60])
    func strength(distance: UInt8) throws {
        let found = try colorMessages { [$0[0], $0[1], distance] + $0[3...] }
        #expect(found.isEmpty == (distance == 25), "\(found)")
        #expect(try colorMessages { [$0[0], $0[1], 31] + $0[3...] }.isEmpty)
        #expect(try colorMessages { [$0[0], $0[1], 18] + $0[3...] }.isEmpty)
    }

    @Test("values of an older journal, without the parts, are compared by their means")
    func olderJournal() throws {
        #expect(try colorMessages { Array($0.prefix(3)) }.isEmpty)
        #expect(try colorMessages { [$0[0] + 40, $0[1], $0[2]] }.count == 1)
    }

    // MARK: - Pictures

    /// A bar that moves by a column in each second over a gradient.
    private func cells(_ second: Double) -> [UInt8] {
        (0..<144).map { index in
            let distance = abs(Double(index % 16) - (second * 0.7).truncatingRemainder(dividingBy: 16))
            return UInt8(40 + index / 16 * 5 + (distance < 1.5 ? 120 : 0))
        }
    }

    private func pictureMessages(_ count: Int = 3, _ picture: @escaping (Double) -> [UInt8]) throws -> [String] {
        let lines = (0..<count).map {
            "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)00000,RESOLUTION=\(320 * ($0 + 1))x\(180 * ($0 + 1))\nv\($0).m3u8"
        }
        let starts = (0..<6).map { Double($0) * 4 }
        let playlists = try (0..<count).map { index in
            try MeasuredStream.playlist(.variant(index), "v\(index)", .video, starts: starts, length: 4) {
                position, segment in
                let second = Double(position) * 4
                segment.picture = index == 1 ? picture(second) : cells(second)
                segment.pictureTime = Int64(second * 1e9)
            }
        }
        let stream = try MeasuredStream.stream(lines, playlists)
        var log = FindingLog()
        PictureChecks(facts: stream, list: try #require(stream.multivariant)).check(&log)
        return log.findings.map(\.message)
    }

    @Test(
        "a variant at double or half speed is named; one at the same speed and a still picture are not",
        arguments: [2, 3])
    func speed(count: Int) throws {
        #expect(try pictureMessages(count) { cells($0 * 2) } == ["The pictures are those of v0 at double speed."])
        #expect(try pictureMessages(count) { cells($0 / 2) } == ["The pictures are those of v0 at half speed."])
        #expect(try pictureMessages(count) { cells($0) }.isEmpty)
        #expect(try pictureMessages(count) { cells($0 * 1.02) }.allSatisfy { !$0.contains("speed") })
    }

    @Test("a negative and a much darker variant are named; one that is a little darker is not reported")
    func brightness() throws {
        #expect(try pictureMessages { cells($0).map { 255 - $0 } } == ["The pictures are negatives of those of v0."])
        let dark = try pictureMessages { cells($0).map { $0 < 70 ? 0 : $0 - 70 } }
        #expect(dark.first?.contains("darker on average") == true, "\(dark)")
        #expect(try pictureMessages { cells($0).map { $0 - 12 } }.isEmpty)
    }

    // MARK: - Audio

    /// Returns 24 s of decoded audio with high frequencies in every fifth window.
    private func audio(high: UInt8, level: UInt8 = 70) -> DecodedFacts {
        var facts = DecodedFacts()
        for window in 0..<480 {
            facts.levels.append(level + UInt8(window * 7 % 20))
            facts.crossings.append(window % 5 == 0 ? high : 8)
        }
        return facts
    }

    private func soundFindings(
        _ sounds: [(decoded: DecodedFacts, loudness: Double, peak: Double)], languages: [String] = ["en", "en", "en"]
    ) throws -> [StreamFinding] {
        let lines =
            sounds.indices.map { MeasuredStream.rendition("AUDIO", "r\($0)", languages[$0]) }
            + [MeasuredStream.variant(800_000, "v.m3u8")]
        let playlists = try sounds.enumerated().map { index, sound in
            var playlist = try MeasuredStream.playlist(.rendition(index), "r\(index)", .audio, starts: [0, 6, 12, 18])
            (playlist.decoded, playlist.loudness, playlist.truePeak) = (sound.decoded, sound.loudness, sound.peak)
            return playlist
        }
        var facts = try MeasuredStream.stream(lines, playlists)
        facts.isDecoded = true
        var log = FindingLog()
        DecodingChecks(facts: facts).check(&log)
        return log.findings.filter { ["align.sound", "decode.clipping"].contains($0.rule) }
    }

    @Test(
        "audio without the high frequencies of the other variants is reported; a little less, and another language, are not"
    )
    func frequencies() throws {
        let (full, dull, less) = (audio(high: 40), audio(high: 12), audio(high: 28))
        #expect(
            try soundFindings([(full, -20, -3), (dull, -20, -3), (full, -20, -3)]).map(\.place.name) == ["r1"])
        #expect(try soundFindings([(full, -20, -3), (less, -20, -3), (full, -20, -3)]).isEmpty)
        #expect(try soundFindings([(full, -20, -3), (dull, -20, -3)], languages: ["en", "de"]).isEmpty)
    }

    @Test("peaks near the loudness are reported where those of others are far from it; test tones are not")
    func limiter() throws {
        let speech = audio(high: 40)
        let found = try soundFindings([(speech, -20, -3), (speech, -8, -3)], languages: ["en", "de"])
        #expect(found.map(\.rule) == ["decode.clipping"] && found.first?.place.name == "r1", "\(found)")
        #expect(try soundFindings([(speech, -20, -3), (speech, -14, -3)], languages: ["en", "de"]).isEmpty)
        #expect(try soundFindings([(speech, -8, -3), (speech, -8, -3)], languages: ["en", "de"]).isEmpty)
        var tone = speech
        tone.levels = tone.levels.map { _ in 80 }
        #expect(try soundFindings([(speech, -20, -3), (tone, -20, -20)], languages: ["en", "de"]).isEmpty)
    }
}
