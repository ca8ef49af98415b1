import CoreMedia
import Foundation
import HLS
import MediaEngine
import StreamRules

/// Makes the requests of a player of low latency, and compares the responses with the protocol (RFC 8216bis 6.2.5, 6.2.6). Blocks.
struct LowLatencyProbe {
    /// Loads the playlist, with query parameters.
    let load: ([String: String]) -> StreamInspector.LoadedDocument
    let fetcher: StreamFetcher
    /// Loads another playlist of the stream, with query parameters.
    let loadOther: (URL, [String: String]) -> StreamInspector.LoadedDocument?
    /// The clock of waits and of the times that responses take.
    let clock: any HostClock
    /// The time of the clock after which no further request is made.
    private let deadline: Int64

    /// In seconds. Servers that hold responses for long are reported by the first of them.
    private static let mostSeconds = 30.0

    init(
        load: @escaping ([String: String]) -> StreamInspector.LoadedDocument, fetcher: StreamFetcher,
        loadOther: @escaping (URL, [String: String]) -> StreamInspector.LoadedDocument? = { _, _ in nil },
        clock: any HostClock = SystemHostClock()
    ) {
        self.load = load
        self.fetcher = fetcher
        self.loadOther = loadOther
        self.clock = clock
        deadline = clock.now &+ Int64(Self.mostSeconds * 1e9)
    }

    var isOverdue: Bool { clock.now > deadline }

    /// Blocking reloads are given this many times the part target, and the seconds after it, until the part is there.
    private static let lateFactor = 2.0
    static let lateSeconds = 0.5
    /// The number of segments by which `_HLS_msn` is ahead of the playlist: more than any server allows.
    private static let farSegments: UInt64 = 60
    /// In seconds. A longer part target, for which other rules are, does not make the inspection wait longer for a hinted part.
    private static let longestPart = 10.0

    func run() -> [ReloadProbe] {
        guard let playlist = media(load([:])), !playlist.hasEnded else { return [] }
        var probes: [ReloadProbe] = []
        if playlist.serverControl?.canSkipUntil != nil { probes += delta() }
        if playlist.partTargetDuration != nil, !isOverdue { probes += hint() + sectionHint() + listed() }
        guard playlist.serverControl?.canBlockReload == true else { return probes }
        if let problem = blocking() { probes.append(ReloadProbe(kind: .blocking, problem: problem)) }
        return probes + reports() + refusal(playlist)
    }

    func media(_ loaded: StreamInspector.LoadedDocument) -> MediaPlaylist? {
        if case .media(let playlist)? = loaded.playlist { playlist } else { nil }
    }

    // MARK: - Blocking reloads

    private struct BlockingProblem {
        var text: String
        /// Whether the response came at once without the part.
        var isUnblocked = false
        /// Whether the response came with parts that follow the requested one.
        var isHeld = false
    }

    private static let blockingRequests = 3

    /// Requests the next part several times: one response may be late for other reasons, and caches may ignore some requests.
    private func blocking() -> String? {
        var first: String?
        for request in 0..<Self.blockingRequests where !isOverdue {
            guard let problem = blockOnce() else { continue }
            if problem.isUnblocked || first != nil { return first ?? problem.text }
            first = problem.text
            if isOverdue { return first }
            if request == 1, !problem.isHeld { return nil }
        }
        return nil
    }

    private func blockOnce() -> BlockingProblem? {
        guard let playlist = media(load([:])), !playlist.hasEnded else { return nil }
        let hasParts = playlist.partTargetDuration != nil
        let number = playlist.nextSequenceNumber
        let part = playlist.parts.count
        var query = ["_HLS_msn": "\(number)"]
        if hasParts { query["_HLS_part"] = "\(part)" }
        let name = hasParts ? "part \(part) of segment number \(number)" : "segment number \(number)"
        let start = clock.now
        let loaded = load(query)
        let seconds = clock.seconds(since: start)
        guard let newer = media(loaded) else {
            let reason = loaded.document.failure?.message ?? "The response is no media playlist."
            return BlockingProblem(text: "The blocking reload for \(name) failed: \(reason)")
        }
        let isThere =
            newer.hasEnded || newer.nextSequenceNumber > number
            || hasParts && newer.nextSequenceNumber == number && newer.parts.count > part
        let target = (hasParts ? playlist.partTargetDuration : playlist.targetDuration)?.seconds ?? 1
        guard isThere else {
            return BlockingProblem(
                text: "The blocking reload for \(name) responded after \(Self.rounded(seconds)) s without it.",
                isUnblocked: seconds < target)
        }
        if hasParts, let text = Self.problem(ofHeld: newer, number, part, seconds: seconds, target: target) {
            return BlockingProblem(text: text, isHeld: true)
        }
        guard seconds > Self.lateFactor * target + Self.lateSeconds else { return nil }
        return BlockingProblem(
            text: "The blocking reload for \(name) took \(Self.rounded(seconds)) s; "
                + "\(hasParts ? "PART-TARGET" : "the target duration") is \(Self.rounded(target)) s.")
    }

    /// Responses with this many parts after the requested one were held back, where they took longer than this many part targets.
    private static let heldParts = 2
    private static let heldTargets = 1.5

    /// Returns that a response was held back beyond the requested part; nil where it was not.
    static func problem(
        ofHeld newer: MediaPlaylist, _ number: UInt64, _ part: Int, seconds: Double, target: Double
    ) -> String? {
        guard seconds > heldTargets * target else { return nil }
        let complete = newer.segments.reduce(0) { $0 + ($1.sequenceNumber >= number ? $1.parts.count : 0) }
        let own = newer.nextSequenceNumber >= number ? newer.parts.count : 0
        let count = complete + own - part - 1
        guard count >= heldParts else { return nil }
        return
            "The blocking reload for part \(part) of segment number \(number) took \(rounded(seconds)) s; its response has "
            + "\(count) further parts, so that the server waited for more than the part."
    }

    private func refusal(_ playlist: MediaPlaylist) -> [ReloadProbe] {
        let (number, isBeyondEnd) = playlist.nextSequenceNumber.addingReportingOverflow(Self.farSegments)
        guard !isBeyondEnd, !isOverdue else { return [] }
        let loaded = load(["_HLS_msn": "\(number)"])
        guard let newer = media(loaded), !newer.hasEnded, newer.nextSequenceNumber <= number else { return [] }
        let status = loaded.document.response?.status ?? 200
        let problem =
            "The blocking reload for segment number \(number), \(Self.farSegments) ahead, has status \(status)."
        return [ReloadProbe(kind: .refusal, problem: problem)]
    }

    // MARK: - Hints

    /// Returns how many seconds a hinted part may take: three part targets.
    static func hintSeconds(partTarget: Double?) -> Double { 3 * min(partTarget ?? 1, longestPart) }

    private func hint() -> [ReloadProbe] {
        guard let playlist = media(load([:])), let hint = playlist.preloadHints.first(where: { $0.kind == .part })
        else {
            return []
        }
        if let problem = Self.rangeProblem(hint, playlist) { return [ReloadProbe(kind: .hint, problem: problem)] }
        guard !hint.statesStart || hint.byteRangeStart == 0, let url = playlist.url(for: hint.uri)
        else { return [] }
        let limit = Self.hintSeconds(partTarget: playlist.partTargetDuration?.seconds)
        let bytes: [UInt8]
        do throws(MediaError) {
            bytes = try fetcher.fetch(url, .segment, seconds: max(4, limit)).bytes
        } catch {
            let problem = "The hinted part \(hint.uri.prefix(120)) cannot be loaded: \(LoadFailure(error).message)"
            return [ReloadProbe(kind: .hint, problem: problem)]
        }
        let start = clock.now
        while clock.seconds(since: start) < limit {
            guard let newer = media(load([:])) else { return [] }
            let parts = newer.segments.flatMap(\.parts) + newer.parts
            let isThere =
                newer.hasEnded || parts.contains { $0.uri == hint.uri }
                || newer.segments.contains { $0.uri == hint.uri }
            if isThere {
                return Self.order(of: hint, after: playlist, in: newer)
                    + (hint.statesStart ? [] : changed(hint, url, bytes))
            }
            clock.sleep(max(0.1, limit / 6))
        }
        let problem = "The hinted part \(hint.uri.prefix(120)) was not listed within \(Self.rounded(limit)) s."
        return [ReloadProbe(kind: .hint, problem: problem)]
    }

    static func rounded(_ seconds: Double) -> String {
        let tenths = Int(min(1e9, max(0, (seconds * 10).rounded())))
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
