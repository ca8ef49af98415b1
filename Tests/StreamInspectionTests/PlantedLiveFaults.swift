import Foundation
import MediaEngine
import MediaTesting
import StreamRules
import Synchronization
import Testing

@testable import StreamInspection

/// A fault of a live stream, which begins some time after the first load, and the rule that must report it.
struct PlantedLiveFault: Sendable, CustomTestStringConvertible {
    /// A time of the inspection.
    enum Phase: Sendable { case early, middle, late }

    let name: String
    let rule: String
    /// Changes the lines of a playlist; `phase` is that of the clock.
    var lines: @Sendable (_ path: String, _ lines: inout [String], _ phase: Phase) -> Void = { _, _, _ in }
    /// Returns the status of a segment, by its number, the number of the first listed one, and the phase; nil: it is sent.
    var status: @Sendable (_ number: Int, _ first: Int, _ phase: Phase) -> Int? = { _, _, _ in nil }
    /// Whether the bytes of segments change.
    var changesBytes = false
    /// Changes the response to any request; `count` is the number of requests of the path so far.
    var reply: @Sendable (_ path: String, _ reply: inout OriginReply, _ phase: Phase, _ count: Int) -> Void = {
        _, _, _, _ in
    }
    /// A fault of the live ladder in the first variant, from the middle of the inspection on.
    var live: LiveFault?
    /// Changes the ladder.
    var ladder: @Sendable (_ recipe: inout LadderRecipe) -> Void = { _ in }

    var testDescription: String { name }

    static func media(
        _ name: String, _ rule: String,
        _ change: @escaping @Sendable (_ lines: inout [String], _ phase: Phase) -> Void
    ) -> PlantedLiveFault {
        PlantedLiveFault(
            name: name, rule: rule,
            lines: { path, lines, phase in if path == "/v1/index.m3u8" { change(&lines, phase) } })
    }

    static func set(_ tag: String, _ lines: inout [String], _ change: (Int) -> Int) {
        for place in lines.indices where lines[place].hasPrefix(tag + ":") {
            lines[place] = "\(tag):\(change(Int(lines[place].dropFirst(tag.count + 1)) ?? 0))"
        }
    }

    static let none = PlantedLiveFault(name: "no fault", rule: "")

    static let all: [PlantedLiveFault] = [
        media("EXTINF of listed segments changes", "live.duration-changed") { lines, phase in
            for place in lines.indices where phase == .late && lines[place].hasPrefix("#EXTINF:") {
                lines[place] = "#EXTINF:0.9,"
            }
        },
        media("the target duration changes", "live.target-changed") { lines, phase in
            if phase == .late { set("#EXT-X-TARGETDURATION", &lines) { $0 + 1 } }
        },
        media("the version changes", "live.header-changed") { lines, phase in
            if phase == .late { set("#EXT-X-VERSION", &lines) { $0 + 1 } }
        },
        media("the type changes", "live.header-changed") { lines, phase in
            if phase != .late { lines.insert("#EXT-X-PLAYLIST-TYPE:EVENT", at: 1) }
        },
        media("the sequence numbers jump", "live.sequence") { lines, phase in
            if phase == .late { set("#EXT-X-MEDIA-SEQUENCE", &lines) { $0 + 100 } }
        },
        media("EXT-X-ENDLIST is removed", "live.target-changed") { lines, phase in
            if phase == .middle { lines.append("#EXT-X-ENDLIST") }
        },
        media("the start point is near the live edge", "live.start-near-edge") { lines, _ in
            lines.insert("#EXT-X-START:TIME-OFFSET=-1", at: 1)
        },
        PlantedLiveFault(
            name: "without dates, the sequence numbers of one variant are other ones", rule: "align.sequence",
            lines: { path, lines, _ in
                lines.removeAll { $0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME") }
                if path == "/v1/index.m3u8" { set("#EXT-X-MEDIA-SEQUENCE", &lines) { $0 + 1 } }
            }),
        media("the discontinuity numbers of one variant are other ones", "align.discontinuities") { lines, _ in
            lines.removeAll { $0.hasPrefix("#EXT-X-DISCONTINUITY-SEQUENCE") }
            lines.insert("#EXT-X-DISCONTINUITY-SEQUENCE:5", at: 2)
        },
        media("the dates are removed", "live.date-vanished") { lines, phase in
            if phase == .late { lines.removeAll { $0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME") } }
        },
        media("a date range moves", "live.date-range") { lines, phase in
            let date = phase == .late ? "2026-01-01T00:00:02Z" : "2026-01-01T00:00:00Z"
            lines.insert("#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"\(date)\",DURATION=4", at: 1)
        },
        media("reloads are no playlists", "live.reload-failed") { lines, phase in
            if phase == .late { lines = ["<html>"] }
        },
        PlantedLiveFault(
            name: "the multivariant playlist loses a variant", rule: "http.playlist-changed",
            lines: { path, lines, phase in
                guard path == "/main.m3u8", phase == .late,
                    let place = lines.firstIndex(where: { $0.hasPrefix("#EXT-X-STREAM-INF") })
                else { return }
                lines.removeSubrange(place...(place + 1))
            }),
        PlantedLiveFault(
            name: "segments are deleted when they leave the playlist", rule: "live.removed-early",
            status: { number, first, _ in number < first ? 404 : nil }),
        PlantedLiveFault(
            name: "listed segments are missing", rule: "segment.missing",
            status: { _, _, phase in phase == .late ? 404 : nil }),
        PlantedLiveFault(name: "listed segments change", rule: "http.changed", changesBytes: true),
    ]
}

/// A live ladder with a fault, on a clock that advances when all playlists wait for their next reload.
private final class FaultyLiveStream: OriginContent {
    private static let window = 6
    private static let lateSeconds = 3.0
    private static let middleSeconds = 1.2

    private let live: LiveLadder
    private let fault: PlantedLiveFault
    private let clock: FakeHostClock
    private let start: Int64
    /// How often each segment was requested.
    private let requests = Mutex<[String: Int]>([:])

    init(_ ladder: Ladder, _ fault: PlantedLiveFault, _ clock: FakeHostClock) throws {
        live = try LiveLadder(ladder, clock: clock) { $0.window = .sliding(Self.window) }
        self.fault = fault
        self.clock = clock
        start = clock.now
    }

    private let replies = Mutex<[String: Int]>([:])
    private let isInjected = Mutex(false)

    private func inject(_ phase: PlantedLiveFault.Phase) {
        guard let fault = fault.live, phase != .early else { return }
        isInjected.withLock { isInjected in
            if !isInjected { live.inject(fault, for: .prefix("/v1/")) }
            isInjected = true
        }
    }

    func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        let seconds = Double(clock.now - start) / 1e9
        let phase: PlantedLiveFault.Phase =
            seconds > Self.lateSeconds ? .late : seconds > Self.middleSeconds ? .middle : .early
        inject(phase)
        var reply = changed(live.reply(to: request, now: now), request, phase)
        let count = replies.withLock { replies in
            replies[request.path, default: 0] += 1
            return replies[request.path, default: 0]
        }
        fault.reply(request.path, &reply, phase, count)
        return reply
    }

    private func changed(
        _ reply: OriginReply, _ request: OriginRequest, _ phase: PlantedLiveFault.Phase
    ) -> OriginReply {
        guard case .resource(var resource) = reply else { return reply }
        if request.path.hasSuffix(".m3u8") {
            var lines = String(decoding: resource.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            fault.lines(request.path, &lines, phase)
            resource.bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
            return .resource(resource)
        }
        guard let name = request.path.split(separator: "/").last, let number = Int(name.prefix { $0 != "." }) else {
            return reply
        }
        if let status = fault.status(number, Int(live.publishedSeconds) - Self.window, phase) { return .status(status) }
        let count = requests.withLock { requests in
            requests[request.path, default: 0] += 1
            return requests[request.path, default: 0]
        }
        if fault.changesBytes, count > 1, let last = resource.bytes.indices.last { resource.bytes[last] ^= 1 }
        return .resource(resource)
    }
}

/// Tests that each planted fault of a live stream is found. The clock is not the machine's: nothing waits for live media.
@Suite("inspection of live streams with planted faults")
struct PlantedLiveFaultTests {
    /// Inspects a live stream for eight seconds of a clock that advances while all its playlists wait.
    private static func findings(_ fault: PlantedLiveFault) async throws -> [StreamFinding] {
        let recipe = LadderRecipe.inspected.with {
            $0.segmentSeconds = 1
            $0.keyFrameSeconds = 1
            fault.ladder(&$0)
        }
        let clock = FakeHostClock()
        let origin = try Origin(try FaultyLiveStream(try await Ladder.make(recipe), fault, clock), clock: clock)
        defer { origin.stop() }
        let isDone = Mutex(false)
        let driver = Thread {
            var idle = 0
            while !isDone.withLock({ $0 }) {
                Thread.sleep(forTimeInterval: 0.002)
                idle += 1
                let lists = Set(origin.records.map(\.path).filter { $0.hasSuffix(".m3u8") }).count - 1
                // A playlist that has ended waits no longer.
                guard clock.isAwaited, clock.waiterCount >= lists || idle > Self.mostIdle,
                    let next = clock.pendingDeadlines.first
                else { continue }
                idle = 0
                clock.advance(by: next - clock.now)
            }
        }
        driver.start()
        defer { isDone.withLock { $0 = true } }
        var options = InspectionOptions()
        options.watchSeconds = 8
        options.clock = clock
        let facts = try StreamInspector(origin.url("/main.m3u8"), options: options).run()
        return StreamLint().check(facts).filter { $0.level > .info }
    }

    /// Steps of the driver after which the clock advances although not all playlists wait: half a second.
    private static let mostIdle = 250

    @Test(
        "each planted fault of a live stream is found",
        arguments: PlantedLiveFault.all + PlantedLiveFault.delivery + PlantedLiveFault.numbers
            + PlantedLiveFault.services)
    func planted(fault: PlantedLiveFault) async throws {
        let found = try await Self.findings(fault)
        #expect(found.contains { $0.rule == fault.rule }, "\(fault.name): \(Set(found.map(\.rule)))")
    }

    @Test("a live stream with a permitted deviation has no finding above info", arguments: PlantedLiveFault.permitted)
    func permitted(fault: PlantedLiveFault) async throws {
        let found = try await Self.findings(fault)
        #expect(found.isEmpty, "\(fault.name): \(found.map { "\($0.rule): \($0.message)" })")
    }

    @Test("a live stream without a fault has no finding above info while the clock of the test advances")
    func clean() async throws {
        let found = try await Self.findings(.none)
        #expect(found.isEmpty, "\(found.map { "\($0.rule): \($0.message)" })")
    }
}
