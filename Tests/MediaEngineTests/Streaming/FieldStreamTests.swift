import CoreMedia
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import HLS
@testable import MediaEngine

/// Streams that violate authoring rules as real streams do (`spec/hls.md` section 13).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads, .timeLimit(.minutes(5)))
struct FieldStreamTests {
    private struct Reading {
        var video: [Packet] = []
        var sound: [Packet] = []
        var reported: [String] = []
        var metadata = 0
        var info: MediaInfo

        /// Checks that every frame occurs once, and audio without a gap, in sync.
        func check(seconds: Int, reported expected: Int = 0) {
            #expect(reported.count == expected, "\(reported)")
            #expect(video.count == seconds * 24)
            let steps = zip(video, video.dropFirst()).map { $1.decodeTime - $0.decodeTime }
            #expect(steps.allSatisfy { $0 > 20 * .millisecond && $0 < 60 * .millisecond }, "\(steps)")
            let pauses = zip(sound, sound.dropFirst()).map { $1.time - $0.time }
            #expect(pauses.allSatisfy { $0 > 0 && $0 < 60 * .millisecond }, "\(pauses)")
            #expect(abs((video.map(\.time).min() ?? .max) - (sound.first?.time ?? 0)) < 100 * .millisecond)
            #expect(abs((sound.last?.time ?? 0).seconds - Double(seconds)) < 0.2)
        }
    }

    private static func read(_ recipe: LadderRecipe, _ content: (Ladder) -> any OriginContent) async throws -> Reading {
        let origin = try Origin(content(try await Ladder.make(recipe)))
        defer { origin.stop() }
        let reader = try StreamingReader.open(MediaLocator(url: origin.url("/main.m3u8")), policy: .impatient)
        let reported = ReportLog()
        let metadata = Mutex(0)
        reader.stream?.observeEvents { event in
            switch event {
            case .fault(let fault): reported.append(fault.comment)
            case .timedMetadata: metadata.withLock { $0 += 1 }
            default: break
            }
        }
        var reading = Reading(info: reader.info)
        while let packet = try reader.read() {
            if packet.trackIndex == StreamTracks.video {
                reading.video.append(packet)
            } else {
                reading.sound.append(packet)
            }
        }
        reading.reported = reported.all
        reading.metadata = metadata.withLock { $0 }
        return reading
    }

    @Test(
        "packed audio without an ID3 tag is played at its playlist time, and reported once [hls.md 13: packed audio without ID3, hls.md 5: packed audio]"
    )
    func packedAudio() async throws {
        for seconds in [2, 4] {
            let recipe = LadderRecipe.small.with { ($0.audioForm, $0.segmentSeconds) = (.packed, seconds) }
            let reading = try await Self.read(recipe) { ladder in
                EditedContent(ladder) { path, bytes in
                    // If the playlist is slightly wrong, audio still continues directly after the previous segment.
                    if path.hasPrefix("/a"), path.hasSuffix(".m3u8") {
                        return Array(Self.stretched(String(decoding: bytes, as: UTF8.self), 1.02, 0.98).utf8)
                    }
                    return path.hasSuffix(".aac") ? Array(bytes[PackedAudioTimestamp(bytes).headerLength...]) : bytes
                }
            }
            reading.check(seconds: recipe.seconds, reported: 1)
            #expect(reading.reported.first?.contains("has no timestamp") == true)
        }
    }

    @Test(
        "transport streams whose later segments have no PAT and PMT are played [hls.md 13: TS without PAT at the start]"
    )
    func tables() async throws {
        let recipe = LadderRecipe.transportStream.with {
            ($0.variants, $0.seconds, $0.hasTimedMetadata) = (LadderRecipe.small.variants, 16, true)
        }
        let reading = try await Self.read(recipe) { ladder in
            EditedContent(ladder) { path, bytes in
                guard path.hasSuffix(".ts"), !path.hasSuffix("/0.ts"), let tables = TransportTables(in: bytes) else {
                    return bytes
                }
                return Self.without(tables, bytes)
            }
        }
        reading.check(seconds: recipe.seconds)
        // Video and audio can be detected without the tables, tags cannot.
        #expect(reading.metadata == recipe.seconds / recipe.segmentSeconds)
    }

    /// Returns a transport stream without the packets of its tables.
    private static func without(_ tables: TransportTables, _ bytes: [UInt8]) -> [UInt8] {
        let size = TransportTables.packetBytes
        func pid(_ packet: ArraySlice<UInt8>) -> Int {
            Int(packet[packet.startIndex + 1] & 0x1f) << 8 | Int(packet[packet.startIndex + 2])
        }
        let gone = Set(stride(from: 0, to: tables.bytes.count, by: size).map { pid(tables.bytes[$0..<$0 + size]) })
        return stride(from: 0, to: bytes.count - size + 1, by: size).map { bytes[$0..<$0 + size] }
            .filter { !gone.contains(pid($0)) }.flatMap { $0 }
    }

    @Test(
        "durations that are off by a fifth lose no frame and cause no audio gap [hls.md 13: EXTINF off by 20 %]",
        arguments: [0.8, 1.2])
    func durations(_ factor: Double) async throws {
        let recipe = LadderRecipe.small
        let reading = try await Self.read(recipe) { ladder in
            EditedContent(
                ladder,
                playlists: { path, text in
                    guard path.hasPrefix("/v") || path.hasPrefix("/a") else { return text }
                    // Alternately too long and too short: the sum is unchanged.
                    return Self.stretched(text, factor, 2 - factor).replacingOccurrences(
                        of: "#EXT-X-TARGETDURATION:4", with: "#EXT-X-TARGETDURATION:5")
                })
        }
        reading.check(seconds: recipe.seconds)
    }

    @Test("durations that are all too long, so that the playlist drifts from its media, lose nothing")
    func allTooLong() async throws {
        let recipe = LadderRecipe.small.with { ($0.segmentSeconds, $0.seconds) = (2, 24) }
        let reading = try await Self.read(recipe) { ladder in
            EditedContent(
                ladder,
                playlists: { path, text in
                    path.hasPrefix("/v") || path.hasPrefix("/a") ? Self.stretched(text, 1.2, 1.2) : text
                })
        }
        reading.check(seconds: recipe.seconds)
    }

    /// Returns a playlist with scaled durations: by one factor for odd segments, by another for even ones.
    private static func stretched(_ text: String, _ odd: Double, _ even: Double) -> String {
        var isOdd = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard line.hasPrefix("#EXTINF:"), let seconds = Double(line.dropFirst(8).prefix { $0 != "," }) else {
                return String(line)
            }
            isOdd.toggle()
            return "#EXTINF:\(seconds * (isOdd ? odd : even)),"
        }.joined(separator: "\n")
    }

    @Test(
        "without CODECS the first segments determine the codecs; a wrong RESOLUTION is ignored [hls.md 13: missing CODECS, hls.md 13: wrong RESOLUTION]"
    )
    func declarations() async throws {
        let recipe = LadderRecipe.small
        let reading = try await Self.read(recipe) { ladder in
            EditedContent(
                ladder,
                playlists: { path, text in
                    guard path == "/main.m3u8" else { return text }
                    return text.replacingOccurrences(of: ",CODECS=\"[^\"]*\"", with: "", options: .regularExpression)
                        .replacingOccurrences(of: "RESOLUTION=384x216", with: "RESOLUTION=1920x1080")
                        .replacingOccurrences(of: "RESOLUTION=256x144", with: "RESOLUTION=640x480")
                })
        }
        // The playlist's own violation is logged.
        reading.check(seconds: recipe.seconds, reported: 1)
        let width = reading.info.tracks.first { $0.kind == .video }?.video?.width
        #expect(width == 384 || width == 256, "\(width ?? 0)")
    }

    @Test(
        "joined programs lose no frame, and audio continues over the discontinuity [hls.md 7: boundaries]",
        arguments: [LadderRecipe.Container.fragmented, .transportStream])
    func joints(_ container: LadderRecipe.Container) async throws {
        let recipe = LadderRecipe.small.with {
            ($0.seconds, $0.programs, $0.container) = (8, 2, container)
            if container == .transportStream { $0.audioForm = .transportStream }
        }
        let reading = try await Self.read(recipe) { $0 }
        reading.check(seconds: 16)
    }

    @Test("avc3 sample entries are played like avc1 [hls.md 13: parameter sets in the stream]")
    func parameterSets() async throws {
        let recipe = LadderRecipe.small
        let reading = try await Self.read(recipe) { ladder in
            EditedContent(ladder) { path, bytes in
                guard path.hasSuffix(".mp4") || path.hasSuffix(".m3u8") else { return bytes }
                var changed = bytes
                let (old, new) = (Array("avc1".utf8), Array("avc3".utf8))
                for start in 0..<max(0, bytes.count - 4) where Array(bytes[start..<start + 4]) == old {
                    changed.replaceSubrange(start..<start + 4, with: new)
                }
                return changed
            }
        }
        reading.check(seconds: recipe.seconds)
    }

    @Test(
        "audio segments that are longer than the video segments leave no gap [hls.md 13: boundaries that differ]")
    func boundaries() async throws {
        let recipe = LadderRecipe.small
        let reading = try await Self.read(recipe) { ladder in
            func bytes(_ path: String) -> [UInt8] {
                guard case .resource(let resource) = ladder.reply(to: OriginRequest(path: path), now: 0) else {
                    return []
                }
                return resource.bytes
            }
            // Groups of one, two and one segments: only the last boundary is that of the video.
            let groups = [[0], [1, 2], [3]]
            var list = String(decoding: bytes("/a0/index.m3u8"), as: UTF8.self).split(separator: "\n").map(String.init)
            let ofSegments = ["#EXTINF", "#EXT-X-PROGRAM", "#EXT-X-ENDLIST"]
            let head = list.filter { line in line.hasPrefix("#") && !ofSegments.contains { line.hasPrefix($0) } }
            list = head.map { $0.hasPrefix("#EXT-X-TARGETDURATION") ? "#EXT-X-TARGETDURATION:8" : $0 }
            var replacements: [String: OriginReply] = [:]
            for (index, group) in groups.enumerated() {
                list += ["#EXTINF:\(4 * group.count),", "joined\(index).m4s"]
                replacements["/a0/joined\(index).m4s"] = .resource(
                    OriginResource(group.flatMap { bytes("/a0/\($0).m4s") }, contentType: "audio/mp4"))
            }
            replacements["/a0/index.m3u8"] = .resource(
                OriginResource(
                    text: (list + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n"),
                    contentType: "application/vnd.apple.mpegurl"))
            return LayeredContent(ladder, replacing: replacements)
        }
        reading.check(seconds: recipe.seconds)
    }

    @Test("wrong content lengths from servers lose no media [hls.md 10: segment that ends early]")
    func lengths() async throws {
        let recipe = LadderRecipe.small
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        origin.inject(.lengthError(-100), for: .path("/v1/2.m4s"), times: 1)
        origin.inject(.lengthError(1000), for: .path("/v0/1.m4s"), times: 1)
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        var count = 0
        while let packet = try reader.read() { count += packet.trackIndex == StreamTracks.video ? 1 : 0 }
        #expect(count == recipe.seconds * 24)
    }
}
