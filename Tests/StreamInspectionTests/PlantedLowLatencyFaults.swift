import Foundation
import MediaEngine
import MediaTesting
import StreamRules
import Synchronization
import Testing

@testable import StreamInspection

/// A fault of a low-latency stream and the rule that must report it, or a permitted deviation without a rule.
struct PlantedLowLatencyFault: Sendable, CustomTestStringConvertible {
    let name: String
    /// nil: nothing above info may be reported.
    var rule: String?
    /// A part of the message.
    var message = ""
    /// Changes the lines of the playlist.
    var lines: @Sendable (_ request: OriginRequest, _ lines: inout [String]) -> Void = { _, _ in }
    /// Changes a request before the stream responds to it.
    var request: @Sendable (inout OriginRequest) -> Void = { _ in }
    /// Returns when the origin responds to a request for what is published at `moment`.
    var response: @Sendable (_ request: OriginRequest, _ moment: Int64) -> Int64 = { $1 }
    var status: @Sendable (_ request: OriginRequest) -> Int? = { _ in nil }

    var testDescription: String { name }

    private static func edit(
        _ name: String, _ rule: String?, _ message: String = "",
        _ lines: @escaping @Sendable (_ lines: inout [String]) -> Void
    ) -> PlantedLowLatencyFault {
        PlantedLowLatencyFault(name: name, rule: rule, message: message, lines: { lines(&$1) })
    }

    private static func isBlocking(_ request: OriginRequest) -> Bool { request.parameter("_HLS_msn") != nil }

    private static func isDelta(_ request: OriginRequest) -> Bool { request.parameter("_HLS_skip") != nil }

    /// Replaces the text of all lines of one tag.
    private static func replace(_ tag: String, _ old: String, _ new: String, _ lines: inout [String]) {
        for place in lines.indices where lines[place].hasPrefix(tag) {
            lines[place] = lines[place].replacing(old, with: new)
        }
    }

    private static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }

    /// Changes a number of an attribute, such as LAST-MSN.
    private static func add(_ count: Int, to attribute: String, _ lines: inout [String]) {
        for place in lines.indices {
            guard let range = lines[place].range(of: attribute + "=") else { continue }
            let number = lines[place][range.upperBound...].prefix { $0.isNumber }
            guard let value = Int(number) else { continue }
            lines[place] = lines[place].replacing("\(attribute)=\(number)", with: "\(attribute)=\(value + count)")
        }
    }

    static let faults: [PlantedLowLatencyFault] = [
        edit("the parts are longer than PART-TARGET", "live.part-target", "PART-TARGET is 0.15") {
            replace("#EXT-X-PART-INF", "PART-TARGET=0.272", "PART-TARGET=0.15", &$0)
            replace("#EXT-X-PART:", "DURATION=0.25,", "DURATION=0.15,", &$0)
        },
        edit("DURATION of parts is longer than their media", "live.part-duration", "DURATION=0.4") {
            replace("#EXT-X-PART-INF", "PART-TARGET=0.272", "PART-TARGET=0.4", &$0)
            replace("#EXT-X-SERVER-CONTROL", "PART-HOLD-BACK=0.816", "PART-HOLD-BACK=1.2", &$0)
            replace("#EXT-X-PART:", "DURATION=0.25,", "DURATION=0.4,", &$0)
        },
        edit("PART-HOLD-BACK is below three part targets", "live.parts", "PART-HOLD-BACK is 0.6 s") {
            replace("#EXT-X-SERVER-CONTROL", "PART-HOLD-BACK=0.816", "PART-HOLD-BACK=0.6", &$0)
        },
        edit("the playlist has no preload hint", "live.parts", "no EXT-X-PRELOAD-HINT") { lines in
            lines.removeAll { $0.hasPrefix("#EXT-X-PRELOAD-HINT") }
        },
        edit("the hinted part does not exist", "live.hint", "cannot be loaded") {
            replace("#EXT-X-PRELOAD-HINT", "URI=\"", "URI=\"absent/", &$0)
        },
        edit("the hinted part is never listed", "live.hint", "was not listed") {
            replace("#EXT-X-PRELOAD-HINT", "URI=\"", "URI=\"../v1/", &$0)
        },
        edit("no part is marked as independent", "live.parts", "INDEPENDENT=YES") {
            replace("#EXT-X-PART:", ",INDEPENDENT=YES", "", &$0)
        },
        edit("parts are marked as gaps", "live.gap-parts", "GAP=YES") { lines in
            for place in lines.indices where lines[place].hasPrefix("#EXT-X-PART:") && lines[place].contains(".1.") {
                lines[place] += ",GAP=YES"
            }
        },
        edit("the rendition report names a segment of the future", "live.reports", "the server refuses") {
            add(5, to: "LAST-MSN", &$0)
        },
        PlantedLowLatencyFault(
            name: "blocking reloads are answered at once", rule: "live.blocking", message: "without it",
            request: { if isBlocking($0) { $0.query = nil } }),
        PlantedLowLatencyFault(
            name: "blocking reloads are answered with the next segment", rule: "live.blocking",
            message: "further parts",
            response: { isBlocking($0) ? ($1 + 999_999_999) / 1_000_000_000 * 1_000_000_000 : $1 }),
        PlantedLowLatencyFault(
            name: "blocking reloads are answered a second late", rule: "live.blocking", message: "took 1.3 s",
            response: { isBlocking($0) ? $1 + milliseconds(1_000) : $1 }),
        PlantedLowLatencyFault(
            name: "blocking reloads are answered with 503", rule: "live.blocking", message: "503",
            status: { isBlocking($0) ? 503 : nil }),
        PlantedLowLatencyFault(
            name: "a delta update skips segments within CAN-SKIP-UNTIL", rule: "live.delta", message: "CAN-SKIP-UNTIL",
            lines: { request, lines in
                guard isDelta(request) else { return }
                add(2, to: "SKIPPED-SEGMENTS", &lines)
                for _ in 0..<2 {
                    guard let place = lines.firstIndex(where: { $0.hasPrefix("#EXTINF") }) else { return }
                    lines.removeSubrange(place...place + 1)
                }
            }),
        PlantedLowLatencyFault(
            name: "a delta update counts one skipped segment too many", rule: "live.delta",
            message: "the whole playlist has",
            lines: { if isDelta($0) { add(1, to: "SKIPPED-SEGMENTS", &$1) } }),
        PlantedLowLatencyFault(
            name: "a delta update has no EXT-X-PART-INF", rule: "live.delta", message: "EXT-X-PART-INF",
            lines: { if isDelta($0) { $1.removeAll { $0.hasPrefix("#EXT-X-PART-INF") } } }),
        PlantedLowLatencyFault(
            name: "a delta update does not allow blocking reloads", rule: "live.delta", message: "CAN-BLOCK-RELOAD",
            lines: { if isDelta($0) { replace("#EXT-X-SERVER-CONTROL", "CAN-BLOCK-RELOAD=YES,", "", &$1) } }),
        PlantedLowLatencyFault(
            name: "the oldest listed part is deleted", rule: "live.part-missing", message: "cannot be loaded",
            lines: { _, lines in
                guard let place = lines.firstIndex(where: { $0.hasPrefix("#EXT-X-PART:") }) else { return }
                lines[place] = lines[place].replacing("URI=\"", with: "URI=\"absent/")
            }),
    ]

    static let permitted: [PlantedLowLatencyFault] = [
        PlantedLowLatencyFault(name: "no fault"),
        edit("PART-TARGET is a little longer than the parts", nil) {
            replace("#EXT-X-PART-INF", "PART-TARGET=0.272", "PART-TARGET=0.251", &$0)
        },
        edit("PART-HOLD-BACK is longer than three part targets", nil) {
            replace("#EXT-X-SERVER-CONTROL", "PART-HOLD-BACK=0.816", "PART-HOLD-BACK=1.5", &$0)
        },
        edit("only one part of each segment is marked as independent", nil) { lines in
            for place in lines.indices where lines[place].hasPrefix("#EXT-X-PART:") && !lines[place].contains(".0.") {
                lines[place] = lines[place].replacing(",INDEPENDENT=YES", with: "")
            }
        },
        edit("parts are listed for one segment only", nil) { lines in
            var (found, seen) = ([String](), 0)
            for line in lines.reversed() {
                if line.hasPrefix("#EXTINF") { seen += 1 }
                if seen < 2 || !line.hasPrefix("#EXT-X-PART:") { found.append(line) }
            }
            lines = found.reversed()
        },
        edit("the rendition report names the part that is published next", nil) { add(1, to: "LAST-PART", &$0) },
        edit("the preload hint has BYTERANGE-START=0", nil) { lines in
            for place in lines.indices where lines[place].hasPrefix("#EXT-X-PRELOAD-HINT") {
                lines[place] += ",BYTERANGE-START=0"
            }
        },
        PlantedLowLatencyFault(
            name: "blocking reloads are answered with the part after the requested one",
            response: { isBlocking($0) ? $1 + milliseconds(250) : $1 }),
        PlantedLowLatencyFault(
            name: "blocking reloads are answered 0.4 s late",
            response: { isBlocking($0) ? $1 + milliseconds(400) : $1 }),
        PlantedLowLatencyFault(
            name: "a delta update skips one segment less than it may",
            lines: { request, lines in
                guard isDelta(request), let place = lines.firstIndex(where: { $0.hasPrefix("#EXT-X-SKIP") }),
                    let extent = lines.firstIndex(where: { $0.hasPrefix("#EXTINF") }), extent + 1 < lines.count,
                    let number = Int(lines[extent + 1].prefix { $0.isNumber })
                else { return }
                lines.insert(
                    contentsOf: [lines[extent], lines[extent + 1].replacing("\(number)", with: "\(number - 1)")],
                    at: place + 1)
                add(-1, to: "SKIPPED-SEGMENTS", &lines)
            }),
    ]
}

/// A low-latency stream with a fault.
private final class FaultyLowLatencyStream: OriginContent {
    private static let window = 10

    private let live: LiveLadder
    private let fault: PlantedLowLatencyFault

    init(_ ladder: Ladder, _ fault: PlantedLowLatencyFault, _ clock: FakeHostClock) throws {
        live = try LiveLadder(ladder, clock: clock) {
            $0.window = .sliding(Self.window)
            $0.isLowLatency = true
            $0.canSkip = true
        }
        self.fault = fault
    }

    func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        if let status = fault.status(request) { return .status(status) }
        var changed = request
        fault.request(&changed)
        switch live.reply(to: changed, now: now) {
        case .later(let moment): return .later(fault.response(request, moment))
        case .resource(var resource) where request.path == "/v1/index.m3u8":
            var lines = String(decoding: resource.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            fault.lines(request, &lines)
            resource.bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
            return .resource(resource)
        case let reply: return reply
        }
    }
}

/// Tests that each planted fault of a low-latency stream is found, by the requests that players make, too. Parts are published by a clock
/// that advances when the inspection waits for it: in its own waits, or in those of the server.
@Suite("inspection of low-latency streams with planted faults")
struct PlantedLowLatencyFaultTests {
    /// Inspects one playlist of a low-latency stream for three seconds of the clock.
    private static func findings(_ fault: PlantedLowLatencyFault) async throws -> [StreamFinding] {
        let recipe = LadderRecipe.inspected.with {
            $0.segmentSeconds = 1
            $0.keyFrameSeconds = 1
        }
        let clock = FakeHostClock()
        let origin = try Origin(try FaultyLowLatencyStream(try await Ladder.make(recipe), fault, clock), clock: clock)
        defer { origin.stop() }
        let driver = ClockDriver(clock)
        defer { driver.stop() }
        var options = InspectionOptions()
        options.watchSeconds = 3
        options.clock = clock
        let facts = try StreamInspector(origin.url("/v1/index.m3u8"), options: options).run()
        return StreamLint().check(facts).filter { $0.level > .info }
    }

    @Test("each planted fault of a low-latency stream is found", arguments: PlantedLowLatencyFault.faults)
    func planted(fault: PlantedLowLatencyFault) async throws {
        let found = try await Self.findings(fault)
        #expect(
            found.contains { $0.rule == fault.rule && $0.message.contains(fault.message) },
            "\(fault.name): \(found.map { "\($0.rule): \($0.message)" })")
    }

    @Test(
        "a low-latency stream with a permitted deviation has no finding above info",
        arguments: PlantedLowLatencyFault.permitted)
    func permitted(fault: PlantedLowLatencyFault) async throws {
        let found = try await Self.findings(fault)
        #expect(found.isEmpty, "\(fault.name): \(found.map { "\($0.rule): \($0.message)" })")
    }
}

/// Advances a clock to the next deadline whenever a thread waits for one. For one inspected playlist: while a thread waits, nothing else
/// runs.
final class ClockDriver: Sendable {
    private let isDone = Mutex(false)

    init(_ clock: FakeHostClock) {
        let thread = Thread { [self] in
            while !isDone.withLock({ $0 }) {
                Thread.sleep(forTimeInterval: 0.001)
                guard clock.isAwaited, let next = clock.pendingDeadlines.first else { continue }
                clock.advance(by: next - clock.now)
            }
        }
        thread.start()
    }

    func stop() { isDone.withLock { $0 = true } }
}
