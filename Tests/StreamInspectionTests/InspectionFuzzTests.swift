import Foundation
import HLS
import MediaTesting
import StreamRules
import Testing

@testable import StreamInspection

/// Streams with mutated playlists, segments, subtitles, keys and responses, inspected as a whole: nothing traps, nothing hangs, and every
/// report can be written.
///
/// `script/soak inspection SECONDS` runs this for longer.
@Suite("inspection of mutated streams", .enabled(if: StreamMaker.isAvailable), .serialized)
struct InspectionFuzzTests {
    private static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_INSPECTION"].flatMap(Double.init)
    private static let usualRounds = 40
    /// In seconds. The ladders are of some hundred kilobytes.
    private static let slowest = 20.0

    private static let lines = [
        "#EXTINF:4", "#EXTINF:-1,", "#EXTINF:1e308,", "#EXTINF:4,000,", "#EXT-X-ENDLIST", "#EXT-X-DISCONTINUITY",
        "#EXT-X-TARGETDURATION:99999999999", "#EXT-X-MEDIA-SEQUENCE:18446744073709551615",
        "#EXT-X-BYTERANGE:9223372036854775807@9223372036854775807", "#EXT-X-BYTERANGE:1@0",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"0.m4s\"", "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"/keys/0.key\"",
        "#EXT-X-MAP:URI=\"0.m4s\"", "#EXT-X-MAP:URI=\"/v0/init-0.mp4\",BYTERANGE=\"9223372036854775807@1\"",
        "#EXT-X-PROGRAM-DATE-TIME:9999-12-31T23:59:59Z", "#EXT-X-PROGRAM-DATE-TIME:0001-01-01T00:00:00",
        "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"9999-12-31T00:00:00Z\",DURATION=1e300", "#EXT-X-GAP",
        "#EXT-X-PART-INF:PART-TARGET=0.000000001", "#EXT-X-PART:DURATION=1e9,URI=\"0.m4s\",INDEPENDENT=YES",
        "#EXT-X-START:TIME-OFFSET=-1e300", "#EXT-X-SKIP:SKIPPED-SEGMENTS=18446744073709551615", "#EXT-X-I-FRAMES-ONLY",
        "#EXT-X-DISCONTINUITY-SEQUENCE:18446744073709551615", "main.m3u8", "file:///etc/passwd", "data:,x", "0.m4s",
        "#EXT-X-STREAM-INF:BANDWIDTH=9223372036854775807,AVERAGE-BANDWIDTH=1,AUDIO=\"a0\"", "#EXT-X-BITRATE:1",
        "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"x\"", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"{$a}\"", "\u{0}\u{202e}",
    ]

    /// Returns a reply whose body or header is damaged.
    private static func damaged(_ reply: OriginReply, path: String, _ random: inout SeededRandom) -> OriginReply {
        guard case .resource(var resource) = reply else { return reply }
        func next(_ bound: Int) -> Int { Int(random.next() % UInt64(max(1, bound))) }
        switch next(12) {
        case 0: return .status([204, 301, 404, 416, 500][next(5)])
        case 1: resource.contentType = ["text/html", "\u{7f}", "video/mp2t"][next(3)]
        case 2:
            let names = ["Cache-Control", "Age", "Access-Control-Allow-Origin", "Content-Encoding", "Content-Length"]
            resource.headers[names[next(4)]] =
                ["max-age=1e400", "-1", "*, *", "public, max-age=99999999999999999999"][
                    next(4)]
        default:
            let isText = path.hasSuffix("m3u8") || path.hasSuffix("vtt")
            if isText, next(4) > 0 {
                var text = String(decoding: resource.bytes, as: UTF8.self).components(separatedBy: "\n")
                for _ in 0...next(4) {
                    let place = next(text.count)
                    switch next(4) {
                    case 0: text.insert(lines[next(lines.count)], at: place)
                    case 1: text[place] = lines[next(lines.count)]
                    case 2: text.remove(at: place)
                    default: text.swapAt(place, next(text.count))
                    }
                    if text.isEmpty { text = [""] }
                }
                resource.bytes = Array(text.joined(separator: "\n").utf8)
            }
            guard !resource.bytes.isEmpty, !isText || next(3) == 0 else { break }
            for _ in 0...next(6) { resource.bytes[next(min(resource.bytes.count, 4_000))] = UInt8(next(256)) }
            switch next(6) {
            case 0: resource.bytes.removeLast(next(resource.bytes.count))
            case 1: resource.bytes.removeFirst(next(resource.bytes.count))
            case 2: resource.bytes += resource.bytes.prefix(next(4_000))
            default: break
            }
        }
        return .resource(resource)
    }

    @Test("every mutated stream is inspected and reported, quickly", .timeLimit(.minutes(90)))
    func mutated() async throws {
        let bases: [PlantedFault.Base] = [.fragments, .transport, .encrypted, .sampleAES, .ranges, .packed]
        var ladders: [Ladder] = []
        for base in bases { ladders.append(try await Ladder.make(base.recipe)) }
        let end = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
        var round = 0
        var longest = 0.0
        while end.map({ Date() < $0 }) ?? (round < Self.usualRounds) {
            let seed = UInt64(round)
            let content = MutatedStream(ladders[round % ladders.count], seed: seed) { reply, path, random in
                Self.damaged(reply, path: path, &random)
            }
            let start = Date()
            let (facts, findings) = try Inspection.facts(content) { options in
                options.watchSeconds = 0.3
                options.decodes = seed % 8 == 7
            }
            let seconds = Date().timeIntervalSince(start)
            longest = max(longest, seconds)
            #expect(seconds < Self.slowest, "seed \(seed)")
            let report = StreamReport(facts, findings)
            for format in StreamReport.Format.allCases {
                let text = report.text(format)
                #expect(!text.isEmpty && !text.contains("\u{1b}"), "seed \(seed), \(format)")
            }
            round += 1
        }
        if Self.seconds != nil { print("inspection: \(round) mutated streams, the slowest took \(longest) s") }
        #expect(round > 0)
    }
}

/// A stream some of whose replies are changed; equal requests of one instance are changed alike.
private final class MutatedStream: OriginContent {
    private let content: any OriginContent
    private let seed: UInt64
    private let change: @Sendable (OriginReply, String, inout SeededRandom) -> OriginReply

    init(
        _ content: any OriginContent, seed: UInt64,
        change: @escaping @Sendable (OriginReply, String, inout SeededRandom) -> OriginReply
    ) {
        self.content = content
        self.seed = seed
        self.change = change
    }

    func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        let reply = content.reply(to: request, now: now)
        let hash = request.path.utf8.reduce(seed &+ 14_695_981_039_346_656_037) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        var random = SeededRandom(seed: hash)
        // One in six resources, but the multivariant playlist less often: without it nothing else is read.
        let isMain = request.path == "/main.m3u8"
        guard random.next() % (isMain ? 8 : 6) == 0 else { return reply }
        return change(reply, request.path, &random)
    }
}
