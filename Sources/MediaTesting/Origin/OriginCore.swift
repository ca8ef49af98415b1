import Foundation
import MediaEngine
import Synchronization

/// The state and the threads of an origin. Its threads retain it; `Origin` stops it.
final class OriginCore: Sendable {
    struct Armed: Sendable {
        var fault: OriginFault
        var seen = 0
    }

    struct State: Sendable {
        var settings: Origin.Settings
        var faults: [Armed] = []
        var records: [OriginRecord] = []
        var deepest = 0
        var connections: Set<Int32> = []
        var connectionCount = 0
        var isStopped = false
        /// When the link is free again, in seconds of the trace.
        var lineFree = 0.0
        /// When the first request arrived, in nanoseconds since the start.
        var firstRequest: Int64?

        /// Nanoseconds between the start of the origin and that of the trace.
        var traceDelay: Int64 { settings.beginsTraceWithFirstRequest ? firstRequest ?? 0 : 0 }
    }

    let listener: OriginListener
    let state: Mutex<State>
    private let content: any OriginContent
    private let clock: any HostClock
    private let start: Int64
    /// For waiting only: signalled when the origin stops.
    private let gate = Condition()

    init(content: any OriginContent, clock: any HostClock, settings: Origin.Settings, listener: OriginListener) {
        self.content = content
        self.clock = clock
        self.listener = listener
        start = clock.now
        state = Mutex(State(settings: settings))
    }

    var elapsed: Int64 { clock.now - start }

    func stop() {
        let open: Set<Int32>? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            // Inside the lock, because a descriptor is closed, and can be reused, only after it was removed from the set.
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
            return state.connections
        }
        guard open != nil else { return }
        gate.withLock { gate.broadcast() }
    }

    // MARK: - Connections

    func acceptAll(until end: Date) {
        while Date() < end {
            let (isStopped, count) = state.withLock { ($0.isStopped, $0.connectionCount) }
            guard !isStopped, count < Origin.maximumConnections else { break }
            guard let connection = listener.accept() else { continue }
            let number: Int? = state.withLock { state in
                guard !state.isStopped else { return nil }
                state.connections.insert(connection.descriptor)
                state.connectionCount += 1
                return state.connectionCount
            }
            guard let number else {
                close(connection.descriptor)
                break
            }
            Thread.detachNewThread { [self] in
                serve(connection, number: number)
                state.withLock { _ = $0.connections.remove(connection.descriptor) }
                close(connection.descriptor)
            }
        }
        close(listener.descriptor)
        stop()
    }

    private func serve(_ accepted: OriginConnection, number: Int) {
        var connection = accepted
        var isFirst = true
        while let request = connection.readHead() {
            let exchange = OriginExchange(
                core: self, connection: connection, request: request, index: record(request, connection: number),
                isFirst: isFirst)
            isFirst = false
            guard exchange.run(content) else { return }
        }
    }

    /// - Returns: the request's index in the log; nil when the log is full.
    private func record(_ request: OriginRequest, connection: Int) -> Int? {
        let arrived = elapsed
        return state.withLock { state in
            state.firstRequest = state.firstRequest ?? arrived
            guard state.records.count < Origin.maximumRecords else { return nil }
            state.records.append(
                OriginRecord(request: request, connection: connection, depth: state.deepest + 1, arrived: arrived))
            return state.records.count - 1
        }
    }

    func note(_ index: Int?, _ change: (inout OriginRecord) -> Void) {
        guard let index else { return }
        state.withLock { change(&$0.records[index]) }
    }

    /// Must be called before the last bytes are sent, because the client may send its next request at once.
    func finish(_ index: Int?) {
        guard let index else { return }
        let now = elapsed
        state.withLock { state in
            state.records[index].finished = now
            state.deepest = max(state.deepest, state.records[index].depth)
        }
    }

    // MARK: - Faults and settings

    var settings: Origin.Settings { state.withLock { $0.settings } }

    func faults(for request: OriginRequest) -> RequestFaults {
        state.withLock { state in
            var faults = RequestFaults()
            for index in state.faults.indices where state.faults[index].fault.match.contains(request.path) {
                let armed = state.faults[index]
                state.faults[index].seen += 1
                guard armed.seen >= armed.fault.skipping, armed.seen - armed.fault.skipping < armed.fault.times else {
                    continue
                }
                faults.add(armed.fault.kind, for: request)
            }
            return faults
        }
    }

    // MARK: - Time

    /// - Returns: false when the origin has stopped meanwhile.
    func wait(until deadline: Int64) -> Bool {
        gate.withLock {
            while true {
                if state.withLock({ $0.isStopped }) { return false }
                if clock.now >= deadline { return true }
                clock.wait(on: gate, until: deadline)
            }
        }
    }

    func wait(seconds: Double) -> Bool {
        guard seconds > 0 else { return true }
        return wait(until: clock.now + Int64((min(seconds, 1e9) * 1e9).rounded()))
    }

    var now: Int64 { clock.now }

    /// Returns the maximum bytes sent at once: small enough that connections share the link fairly.
    func portion() -> Int {
        let (trace, delay) = state.withLock { ($0.settings.trace, $0.traceDelay) }
        guard let trace else { return 65_536 }
        return min(max(Int(trace.bitsPerSecond(at: Double(elapsed - delay) / 1e9) / 8 * 0.01), 256), 16_384)
    }

    /// The transmission time in seconds that a thread may catch up after it has slept too long.
    private static let backlogSeconds = 0.5

    /// Waits until the link has transmitted so many bytes after all bytes sent before.
    /// - Parameter isContinued: whether these bytes directly follow others. The link then counts as busy in between, even where this thread
    ///   slept longer than intended; otherwise small portions on a busy machine would be sent at half the rate.
    func carry(_ byteCount: Int, isContinued: Bool) -> Bool {
        let now = elapsed
        let end: Int64? = state.withLock { state in
            guard let trace = state.settings.trace else { return nil }
            let time = Double(now - state.traceDelay) / 1e9
            let idle = isContinued ? time - Self.backlogSeconds : time
            // A link that stays at rate 0 is tried again after a day.
            state.lineFree = min(trace.end(of: Double(byteCount * 8), from: max(idle, state.lineFree)), time + 86_400)
            return start + state.traceDelay + Int64(state.lineFree * 1e9)
        }
        return end.map { wait(until: $0) } ?? true
    }
}
