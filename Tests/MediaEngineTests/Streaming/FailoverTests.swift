import Foundation
import MediaTesting
import Testing

@testable import HLS
@testable import MediaEngine

/// Servers that fail, and the resulting fallbacks (`spec/hls.md` sections 7 and 10).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct FailoverTests {
    private static let recipe = LadderRecipe.small.with { $0.segmentSeconds = 2 }

    private static func open(_ origin: Origin) throws -> StreamingReader {
        try StreamingReader.open(MediaLocator(url: origin.url("/main.m3u8")), policy: .impatient)
    }

    private static func pictures(_ reader: StreamingReader) throws -> [Nanoseconds] {
        var times: [Nanoseconds] = []
        while let packet = try reader.read() {
            if packet.trackIndex == StreamTracks.video, !packet.isLeadIn { times.append(packet.decodeTime) }
        }
        return times
    }

    private static func holes(_ times: [Nanoseconds]) -> [(Nanoseconds, Nanoseconds)] {
        zip(times, times.dropFirst()).filter { $1 - $0 > 60 * .millisecond || $1 <= $0 }
    }

    @Test(
        "hls.md section 10: servers that are down for twenty seconds are waited for, and nothing is lost [hls.md 10: network loss]"
    )
    func shortOutage() async throws {
        let run = try await LiveRun(Self.recipe) {
            $0.window = .sliding(40)
            $0.secondsBefore = 100
        }
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 82 })
        run.origin.inject(.status(503), for: .every)
        _ = run.play(20)
        #expect(!run.reported.all.isEmpty)
        #expect(run.failure == nil)
        run.origin.clearFaults()
        #expect(run.play(40) { run.reached > 110 })
        LiveTests.check(run)
    }

    @Test(
        "hls.md section 10: VOD segments that are temporarily unavailable are retried, and none is skipped [hls.md 10: 503 of a segment]"
    )
    func onDemandOutage() async throws {
        let origin = try Origin(try await Ladder.make(Self.recipe))
        defer { origin.stop() }
        origin.inject(.status(503), for: .suffix(".m4s"), skipping: 4, times: 8)
        let clock = FakeHostClock()
        let reader = try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), clock: clock, policy: .impatient)
        let reported = ReportLog()
        reader.observeEvents { if case .fault(let fault) = $0 { reported.append(fault.comment) } }
        // Advance the clock through the delays, except while a response is in flight.
        Thread.detachNewThread {
            _ = eventuallyBlocking(within: .seconds(120), every: .microseconds(500)) {
                let isPause = reader.state.withLock { state in
                    guard case .sleeping(.some) = state.thread else { return false }
                    return state.machine.renditions.values.allSatisfy { $0.loading == nil && !$0.tracker.isLoading }
                }
                if isPause { clock.advance(by: 100 * .millisecond) }
                return origin.isStopped
            }
        }
        let times = try Self.pictures(reader)
        #expect(times.count == Self.recipe.seconds * 24)
        #expect(Self.holes(times).isEmpty, "\(Self.holes(times))")
        #expect(reported.all.contains { $0.contains("requested again in") }, "\(reported.all)")
    }

    @Test(
        "hls.md section 10: servers that stay down are an error within a minute and a half [hls.md 10: servers that stay down]"
    )
    func longOutage() async throws {
        let run = try await LiveRun(Self.recipe)
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 12 })
        run.origin.inject(.status(503), for: .every)
        #expect(run.play(110) { run.failure != nil })
        #expect(run.failure?.code == .httpStatus || run.failure?.code == .networkTimedOut)
    }

    @Test("hls.md section 7: a gap in one variant is played from another [hls.md 7: gap]")
    func gapInOneVariant() async throws {
        let ladder = try await Ladder.make(Self.recipe)
        var replacements: [String: OriginReply] = [:]
        for (variant, number) in [(0, 2), (1, 4)] {
            let path = "/v\(variant)/index.m3u8"
            guard case .resource(var resource) = ladder.reply(to: OriginRequest(path: path), now: 0) else { continue }
            let text = String(decoding: resource.bytes, as: UTF8.self)
            resource.bytes = Array(
                text.replacingOccurrences(of: "\n\(number).m4s", with: "\n#EXT-X-GAP\n\(number).m4s").utf8)
            replacements[path] = .resource(resource)
        }
        let origin = try Origin(LayeredContent(ladder, replacing: replacements))
        defer { origin.stop() }
        let times = try Self.pictures(try Self.open(origin))
        #expect(times.count == Self.recipe.seconds * 24)
        #expect(Self.holes(times).isEmpty, "\(Self.holes(times))")
        let paths = Set(origin.records.map(\.path))
        #expect(!paths.contains("/v0/2.m4s") && !paths.contains("/v1/4.m4s"))
    }

    @Test("section 7: a gap in every variant is skipped and never requested [hls.md 6: GAP parts]")
    func gapEverywhere() async throws {
        let origin = try Origin(try await Ladder.make(Self.recipe.with { $0.gaps = [3] }))
        defer { origin.stop() }
        let times = try Self.pictures(try Self.open(origin))
        #expect(times.count == (Self.recipe.seconds - 2) * 24)
        #expect(Self.holes(times).count == 1)
        #expect(!origin.records.contains { $0.path.hasSuffix("/3.m4s") })
    }

    @Test(
        "hls.md section 10: a web page instead of a playlist or of segments causes a fallback [hls.md 10: segment that is a web page, hls.md 10: garbage as media playlist]"
    )
    func webPages() async throws {
        let origin = try Origin(try await Ladder.make(Self.recipe))
        defer { origin.stop() }
        origin.inject(.webPage, for: .path("/v0/index.m3u8"))
        origin.inject(.webPage, for: .path("/v1/3.m4s"), times: 1)
        let reader = try Self.open(origin)
        let times = try Self.pictures(reader)
        #expect(times.first.map { abs($0) < .second } == true)
        #expect((times.last ?? 0) > Int64(Self.recipe.seconds - 1) * .second)
        #expect(Self.holes(times).count <= 1, "\(Self.holes(times))")
    }

    @Test("section 10: web pages from all servers are a descriptive error")
    func webPagesEverywhere() async throws {
        let origin = try Origin(try await Ladder.make(Self.recipe))
        defer { origin.stop() }
        origin.inject(.webPage, for: .suffix("/index.m3u8"))
        let failure = #expect(throws: MediaError.self) { _ = try Self.open(origin) }
        #expect(failure?.code == .malformed)
        #expect(failure?.url != nil)
    }

    @Test("hls.md section 10: a segment that stalls is loaded from another variant [hls.md 10: slow segment]")
    func slowLoris() async throws {
        let origin = try Origin(try await Ladder.make(Self.recipe))
        defer { origin.stop() }
        origin.inject(.stall(after: 100, seconds: 60), for: .path("/v1/2.m4s"))
        origin.inject(.stall(after: 100, seconds: 60), for: .path("/v0/5.m4s"))
        let times = try Self.pictures(try Self.open(origin))
        #expect(times.count == Self.recipe.seconds * 24)
        #expect(Self.holes(times).isEmpty, "\(Self.holes(times))")
    }

    @Test(
        "hls.md section 13: recent segments of a live playlist that return 404 are retried, for audio and video [hls.md 13: 404 on the newest live segment]"
    )
    func earlyListing() async throws {
        let run = try await LiveRun(Self.recipe) { $0.window = .sliding(8) }
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 20 })
        // All variants and the audio, once or twice each.
        run.origin.inject(.status(404), for: .suffix(".m4s"), times: 4)
        #expect(run.play(40) { run.reached > 40 })
        #expect(run.reported.all.contains { $0.contains("requested again") }, "\(run.reported.all)")
        #expect(!run.reported.all.contains { $0.contains("skipped") }, "\(run.reported.all)")
        LiveTests.check(run)
    }

    @Test("section 10: a variant is not excluded for network failures, only for errors of its server")
    func timeoutExcludesNoVariant() async throws {
        let origin = try Origin(try await Ladder.make(Self.recipe))
        defer { origin.stop() }
        origin.inject(.stall(after: 100, seconds: 60), for: .path("/v1/3.m4s"))
        let silent = try Self.open(origin)
        _ = try Self.pictures(silent)
        #expect(origin.records.contains { $0.path == "/v1/3.m4s" })
        #expect(silent.query(\.variants.excludedUntil.isEmpty))
        origin.clearFaults()
        for number in 3..<8 { origin.inject(.stall(after: 100, seconds: 60), for: .path("/v1/\(number).m4s")) }
        // A single timeout may be the network's fault, repeated ones are not.
        let mute = try Self.open(origin)
        #expect(try Self.pictures(mute).count == Self.recipe.seconds * 24)
        #expect(!mute.query(\.variants.excludedUntil.isEmpty))
        origin.clearFaults()
        origin.inject(.status(404), for: .path("/v1/3.m4s"))
        let refused = try Self.open(origin)
        _ = try Self.pictures(refused)
        #expect(!refused.query(\.variants.excludedUntil.isEmpty))
    }

    @Test(
        "hls.md section 10: a start without a first media byte in time continues with the next lower variant [hls.md 10: 10 s without a first byte at the start]"
    )
    func silentStart() async throws {
        var recipe = Self.recipe
        recipe.variants.reverse()
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        origin.inject(.silence, for: .path("/v0/0.m4s"))
        var policy = FetchPolicy.standard
        policy.segment.firstByteSeconds = 0.3
        var preferences = StreamingPreferences()
        preferences.startsOnFirstEligible = true
        let reader = try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), preferences: preferences, policy: policy)
        defer { reader.cancel() }
        let asked = origin.records.map(\.path).filter { $0.hasSuffix(".m4s") && $0.contains("/v") }
        #expect(asked.prefix(2) == ["/v0/0.m4s", "/v1/0.m4s"])
    }

    @Test(
        "hls.md section 10: when a pathway fails the next one plays; both belong to the same ladder [hls.md 10: redundant variants]"
    )
    func pathways() async throws {
        let origin = try Origin(
            try await Ladder.make(
                Self.recipe.with {
                    $0.hasSteering = true
                    $0.redundantCopies = 1
                }))
        defer { origin.stop() }
        for number in 3..<8 {
            for variant in 0..<2 { origin.inject(.status(404), for: .path("/v\(variant)/\(number).m4s")) }
        }
        let times = try Self.pictures(try Self.open(origin))
        #expect(times.count == Self.recipe.seconds * 24)
        #expect(Self.holes(times).isEmpty, "\(Self.holes(times))")
        #expect(origin.records.contains { $0.path.hasPrefix("/b/v") && $0.path.hasSuffix(".m4s") })
    }

    @Test(
        "hls.md section 10: the steering manifest is requested after the first frame, and is applied [hls.md 10: steering start]"
    )
    func steering() async throws {
        let ladder = try await Ladder.make(
            Self.recipe.with {
                $0.hasSteering = true
                $0.redundantCopies = 1
            })
        let manifest = "{\"VERSION\":1,\"TTL\":10,\"PATHWAY-PRIORITY\":[\"B\",\"A\"]}"
        let origin = try Origin(LayeredContent(ladder, replacing: ["/steering.json": .resource(.json(manifest))]))
        defer { origin.stop() }
        let reader = try Self.open(origin)
        #expect(!origin.records.contains { $0.path == "/steering.json" })
        // The variant chosen with the first responses is known once the manifest has arrived.
        var times: [Nanoseconds] = []
        while let packet = try reader.read() {
            if packet.trackIndex == StreamTracks.video, !packet.isLeadIn { times.append(packet.decodeTime) }
            if times.count == 24 {
                _ = eventuallyBlocking(within: .seconds(LiveRun.timeout)) {
                    reader.query(\.variants.steering?.pathway) == "B"
                }
            }
        }
        #expect(times.count == Self.recipe.seconds * 24)
        #expect(Self.holes(times).isEmpty, "\(Self.holes(times))")
        let asked = try #require(origin.records.first { $0.path == "/steering.json" })
        #expect(asked.request.parameter("_HLS_pathway") == "\"A\"")
        #expect(origin.records.contains { $0.path.hasPrefix("/b/v") && $0.path.hasSuffix(".m4s") })
    }
}
