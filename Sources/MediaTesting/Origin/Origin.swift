public import Foundation
public import MediaEngine
import Synchronization

/// A web server on loopback with the manners of a distant one: latency, a shared rate that changes over time, and faults.
///
/// HTTP/1.1 with connections that stay, ranges, gzip. Ends with its owner, with `stop()`, or after its lifetime. Safe from any thread.
///
///     let origin = try Origin(ladder) { $0.latency = 0.05 }
///     player.open(origin.url("/main.m3u8"))
public final class Origin: Sendable {
    public struct Settings: Sendable {
        /// Seconds before the first byte of each answer.
        public var latency = 0.0
        /// Seconds more on a connection's first answer: its set-up.
        public var connectionLatency = 0.0
        /// Shared by all connections, and begins with the origin; nil: as fast as it goes.
        public var trace: RateTrace?
        /// Whether the trace begins with the first request instead, so that every client sees the same of it.
        public var beginsTraceWithFirstRequest = false
        /// Whether playlists and other texts are compressed for clients that accept it.
        public var compressesText = true
        public init() {}
    }

    /// The server ends by itself after so many connections.
    public static let maximumConnections = 10_000
    /// The log keeps the first so many requests.
    public static let maximumRecords = 100_000

    private let core: OriginCore

    /// - Parameters:
    ///   - clock: what latency, rates and live playlists go by.
    ///   - port: 0 for any that is free.
    ///   - lifetime: seconds of real time after which it ends.
    /// - Throws: `POSIXError` when there is no socket to be had.
    public init(
        _ content: any OriginContent, clock: any HostClock = SystemHostClock(), port: UInt16 = 0,
        lifetime: Double = 120, _ change: (inout Settings) -> Void = { _ in }
    ) throws {
        var settings = Settings()
        change(&settings)
        core = OriginCore(
            content: content, clock: clock, settings: settings, listener: try OriginListener(port: port))
        let core = core
        Thread.detachNewThread { core.acceptAll(until: Date(timeIntervalSinceNow: min(max(lifetime, 0), 1e9))) }
    }

    deinit { core.stop() }

    public var port: UInt16 { core.listener.port }

    /// "127.0.0.1:PORT".
    public var authority: String { "127.0.0.1:\(port)" }

    /// The address of a path; a query may follow it.
    public func url(_ path: String) -> URL {
        URL(string: "http://\(authority)\(path)") ?? URL(fileURLWithPath: path)
    }

    /// Closes every connection; idempotent.
    public func stop() { core.stop() }

    public var isStopped: Bool { core.state.withLock { $0.isStopped } }

    /// Changes what the next answers obey.
    public func update(_ change: @Sendable (inout Settings) -> Void) { core.state.withLock { change(&$0.settings) } }

    /// Faults add up; of two of one kind the later counts.
    public func inject(_ fault: OriginFault) {
        core.state.withLock { $0.faults.append(OriginCore.Armed(fault: fault)) }
    }

    public func inject(_ kind: OriginFault.Kind, for match: OriginFault.Match, skipping: Int = 0, times: Int = .max) {
        inject(OriginFault(kind, for: match, skipping: skipping, times: times))
    }

    public func clearFaults() { core.state.withLock { $0.faults.removeAll() } }

    // MARK: - The log

    /// Everything asked so far, in order.
    public var records: [OriginRecord] { core.state.withLock { $0.records } }

    public func records(for match: OriginFault.Match) -> [OriginRecord] {
        records.filter { match.contains($0.path) }
    }

    /// The longest row of answers that had to come one after the other.
    public var depth: Int { records.map(\.depth).max() ?? 0 }

    /// Nanoseconds since it began: what the times of records count from.
    public var age: Int64 { core.elapsed }

    public var bytesSent: Int { records.reduce(0) { $0 + $1.bytesSent } }
}
