import Foundation
import MediaTesting
import StreamRules
import Testing

@testable import StreamInspection

@Suite("inspection of streams without faults")
struct CleanLadderTests {
    static let recipes: [(String, LadderRecipe)] = [
        ("fragments", .inspected),
        (
            "transport streams with muxed audio",
            .inspected.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
            }
        ),
        (
            "transport streams with separate audio",
            .inspected.with {
                $0.container = .transportStream
                $0.audioForm = .transportStream
            }
        ),
        ("packed audio", .inspected.with { $0.audioForm = .packed }),
        ("byte ranges", .inspected.with { $0.addressing = .byteRanges }),
        ("AES-128", .inspected.with { $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: false) }),
        ("SAMPLE-AES in fragments", .inspected.with { $0.encryption = .sampleAES }),
        (
            "SAMPLE-AES in transport streams",
            .inspected.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
                $0.encryption = .sampleAES
            }
        ),
        ("two programmes", .inspected.with { $0.programs = 2 }),
        (
            "timestamps that wrap around",
            .inspected.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
                $0.firstStamp = (1 << 33) - 6 * 90_000
            }
        ),
        ("HEVC", .inspected.with { $0.encode(as: .hevc) }),
        (
            "captions, tiles, variables, bit rate tags",
            .inspected.with {
                $0.closedCaptions = [.init("CC1", language: "en", name: "English CC")]
                $0.captionDeclaration = .group
                $0.hasTiles = true
                $0.usesVariables = true
                $0.hasBitrateTags = true
            }
        ),
        (
            "audio only",
            LadderRecipe(variants: []).with {
                $0.declaresMeasuredRates = true
                $0.seconds = 16
                $0.subtitles = []
                $0.audio = [.init(language: "en", name: "English")]
            }
        ),
        (
            "redundant pathways",
            .inspected.with {
                $0.hasSteering = true
                $0.redundantCopies = 1
            }
        ),
    ]

    @Test("a ladder without faults has no finding above info", arguments: recipes.map(\.0))
    func clean(name: String) async throws {
        let recipe = try #require(Self.recipes.first { $0.0 == name }?.1)
        let (facts, findings) = try Inspection.facts(try await Ladder.make(recipe))
        let faults = findings.filter { $0.level > .info }
        #expect(faults.isEmpty, "\(faults.map { "\($0.rule): \($0.message)" })")
        #expect(facts.playlists.allSatisfy { $0.segments.allSatisfy { $0 != nil } })
        let report = StreamReport(facts, findings)
        #expect(report.verdict.hasPrefix("No faults found") && report.exitCode == 0)
    }

    @Test("decoding finds nothing in a ladder without faults, and measures its loudness")
    func decoded() async throws {
        let recipe = LadderRecipe.inspected.with {
            $0.closedCaptions = [.init("CC1", language: "en", name: "English CC")]
            $0.captionDeclaration = .group
        }
        let (facts, findings) = try Inspection.facts(try await Ladder.make(recipe)) { $0.decodes = true }
        let faults = findings.filter { $0.level > .info }
        #expect(faults.isEmpty, "\(faults.map { "\($0.rule): \($0.message)" })")
        #expect(facts.playlists.contains { $0.loudness.map { (-60...0).contains($0) } ?? false })
        let frames = facts.playlists.flatMap { $0.segments.compactMap { $0?.decoding?.frameCount } }.reduce(0, +)
        // The last frames of each variant are decoded after its last segment.
        #expect((740...768).contains(frames), "\(frames)")
    }

    @Test("a live stream without faults has no finding above info, and its new segments are measured")
    func live() async throws {
        let recipe = LadderRecipe.inspected.with {
            $0.segmentSeconds = 1
            $0.keyFrameSeconds = 1
        }
        let live = try LiveLadder(try await Ladder.make(recipe)) { $0.window = .sliding(6) }
        let (facts, findings) = try Inspection.facts(live) { $0.watchSeconds = 4 }
        let faults = findings.filter { $0.level > .info }
        #expect(faults.isEmpty, "\(faults.map { "\($0.rule): \($0.message)" })")
        let variant = try #require(facts.playlists.first)
        #expect(variant.reloads.count > 3 && variant.segments.count > 7, "\(variant.segments.count)")
        #expect(facts.isLive && variant.segments.allSatisfy { $0?.spans.isEmpty == false })
    }

    @Test("a low-latency stream without faults has no finding above info, and its parts are measured")
    func lowLatency() async throws {
        let (facts, findings) = try Inspection.facts(try await Self.lowLatencyLadder()) { $0.watchSeconds = 5 }
        let faults = findings.filter { $0.level > .info }
        #expect(faults.isEmpty, "\(faults.map { "\($0.rule): \($0.message)" })")
        let parts = try #require(facts.playlists.first).parts
        #expect(parts.count > 4 && parts.allSatisfy { !$0.facts.spans.isEmpty }, "\(parts.count)")
    }

    @Test(
        "faults of parts are found",
        arguments: [
            ("live.part-duration", "DURATION=0.", "DURATION=0.1"), ("live.part-missing", "URI=\"", "URI=\"gone-"),
        ])
    func parts(rule: String, old: String, new: String) async throws {
        let edited = EditedStream(
            try await Self.lowLatencyLadder(),
            [
                .lines("/v0/index.m3u8") { lines in
                    for place in lines.indices where lines[place].hasPrefix("#EXT-X-PART:") {
                        lines[place] = lines[place].replacingOccurrences(of: old, with: new)
                    }
                }
            ])
        let found = try Inspection.findings(edited) { $0.watchSeconds = 4 }.map(\.rule)
        #expect(found.contains(rule), "\(found)")
    }

    private static func lowLatencyLadder() async throws -> LiveLadder {
        let recipe = LadderRecipe.inspected.with {
            $0.segmentSeconds = 2
            $0.keyFrameSeconds = 1
        }
        return try LiveLadder(try await Ladder.make(recipe)) {
            $0.window = .sliding(6)
            $0.isLowLatency = true
        }
    }

    @Test(
        "each fault of a live playlist is found",
        arguments: [
            // Not `.contradicting`, which changes the query of a URL: that is a new token rather than another segment.
            (LiveFault.stale, "live.stale"), (.sequenceReset(by: 3), "live.sequence"),
            (.targetDuration(3), "live.target-changed"), (.garbage, "live.reload-failed"),
            (.shrinking(segments: 3), "live.older"),
        ])
    func liveFaults(fault: LiveFault, rule: String) async throws {
        let recipe = LadderRecipe.inspected.with {
            $0.segmentSeconds = 1
            $0.keyFrameSeconds = 1
        }
        let live = try LiveLadder(try await Ladder.make(recipe)) { $0.window = .sliding(6) }
        let origin = try Origin(live)
        defer { origin.stop() }
        var options = InspectionOptions()
        options.watchSeconds = 6
        // On a thread of its own: the inspections of this and other tests block those of tasks.
        let arming = Thread {
            let end = Date(timeIntervalSinceNow: 60)
            while origin.records(for: .suffix("v1/index.m3u8")).count < 3, Date() < end {
                Thread.sleep(forTimeInterval: 0.02)
            }
            live.inject(fault, for: .suffix("v1/index.m3u8"))
        }
        arming.start()
        let facts = try StreamInspector(origin.url("/main.m3u8"), options: options).run()
        let found = StreamLint().check(facts).filter { $0.level > .info }.map(\.rule)
        #expect(found.contains(rule), "\(found)")
    }
}
