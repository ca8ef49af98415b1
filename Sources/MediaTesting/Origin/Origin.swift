public import Foundation
public import MediaEngine
import Synchronization

/// A web server on loopback that simulates a remote one: latency, a shared rate that changes over time, and faults.
///
/// HTTP/1.1 with persistent connections, ranges and gzip. It stops with its owner, with `stop()`, or after its lifetime. Thread-safe.
///
///     let origin = try Origin(ladder) { $0.latency = 0.05 }
///     player.open(origin.url("/main.m3u8"))
public final class Origin: Sendable {
    public struct Settings: Sendable {
        /// Seconds before the first byte of each response.
        public var latency = 0.0
        /// Additional seconds for a connection's first response, for the connection setup.
        public var connectionLatency = 0.0
        /// The rate of the link shared by all connections, starting with the origin; nil: unlimited.
        public var trace: RateTrace?
        /// Whether the trace starts with the first request instead, so that every client gets the same trace.
        public var beginsTraceWithFirstRequest = false
        /// Whether playlists and other text is compressed for clients that accept it.
        public var compressesText = true
        public init() {}
    }

    /// The number of connections after which the server stops by itself.
    public static let maximumConnections = 10_000
    /// The number of requests that the log keeps, from the first.
    public static let maximumRecords = 100_000

    private let core: OriginCore

    /// - Parameters:
    ///   - clock: the clock of latency, rates and live playlists.
    ///   - port: 0 for any free port.
    ///   - lifetime: seconds of real time after which it stops.
    /// - Throws: `POSIXError` when no socket is available.
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

    /// Returns the URL of a path, which may have a query.
    public func url(_ path: String) -> URL {
        URL(string: "http://\(authority)\(path)") ?? URL(fileURLWithPath: path)
    }

    /// Closes every connection; idempotent.
    public func stop() { core.stop() }

    public var isStopped: Bool { core.state.withLock { $0.isStopped } }

    /// Changes the settings for the following responses.
    public func update(_ change: @Sendable (inout Settings) -> Void) { core.state.withLock { change(&$0.settings) } }

    /// Adds a fault. Of two faults of the same kind the later one applies.
    public func inject(_ fault: OriginFault) {
        core.state.withLock { $0.faults.append(OriginCore.Armed(fault: fault)) }
    }

    public func inject(_ kind: OriginFault.Kind, for match: OriginFault.Match, skipping: Int = 0, times: Int = .max) {
        inject(OriginFault(kind, for: match, skipping: skipping, times: times))
    }

    public func clearFaults() { core.state.withLock { $0.faults.removeAll() } }

    // MARK: - The log

    /// All requests so far, in order.
    public var records: [OriginRecord] { core.state.withLock { $0.records } }

    public func records(for match: OriginFault.Match) -> [OriginRecord] {
        records.filter { match.contains($0.path) }
    }

    /// The length of the longest sequence of responses that each had to wait for the previous one.
    public var depth: Int { records.map(\.depth).max() ?? 0 }

    /// Nanoseconds since the origin started; the records' times are relative to the start.
    public var age: Int64 { core.elapsed }

    public var bytesSent: Int { records.reduce(0) { $0 + $1.bytesSent } }
}
