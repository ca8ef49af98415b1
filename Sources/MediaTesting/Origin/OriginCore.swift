import Foundation
import MediaEngine
import Synchronization

/// The state and the threads of an origin. Its threads keep it alive; `Origin` stops it.
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
        /// When the line is free again, in seconds of the trace.
        var lineFree = 0.0
        /// When the first request came, in nanoseconds since the start.
        var firstRequest: Int64?

        /// Nanoseconds between the start and the trace's.
        var traceDelay: Int64 { settings.beginsTraceWithFirstRequest ? firstRequest ?? 0 : 0 }
    }

    let listener: OriginListener
    let state: Mutex<State>
    private let content: any OriginContent
    private let clock: any HostClock
    private let start: Int64
    /// Only for waiting: signalled when everything ends.
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
            // Within the lock: a descriptor is closed, and its number free for others, only after it left the set.
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

    /// - Returns: the request's place in the log; nil when the log is full.
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

    /// Called before the last bytes go out: whoever has them may ask the next thing at once.
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

    func mishap(for request: OriginRequest) -> Mishap {
        state.withLock { state in
            var mishap = Mishap()
            for index in state.faults.indices where state.faults[index].fault.match.contains(request.path) {
                let armed = state.faults[index]
                state.faults[index].seen += 1
                guard armed.seen >= armed.fault.skipping, armed.seen - armed.fault.skipping < armed.fault.times else {
                    continue
                }
                mishap.add(armed.fault.kind, for: request)
            }
            return mishap
        }
    }

    // MARK: - Time

    /// - Returns: false when everything ended meanwhile.
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

    /// The most that is sent at once: short enough that connections share the line fairly.
    func portion() -> Int {
        let (trace, delay) = state.withLock { ($0.settings.trace, $0.traceDelay) }
        guard let trace else { return 65_536 }
        return min(max(Int(trace.bitsPerSecond(at: Double(elapsed - delay) / 1e9) / 8 * 0.01), 256), 16_384)
    }

    /// What a line has carried while nobody was awake to send it.
    private static let backlogSeconds = 0.5

    /// Waits until the line has carried so many bytes after all that was sent before.
    /// - Parameter isContinued: whether they follow others at once. Then the line was busy all the time, even where this thread has slept
    ///   longer than it meant to: else small portions on a busy machine would come at half the rate.
    func carry(_ byteCount: Int, isContinued: Bool) -> Bool {
        let now = elapsed
        let end: Int64? = state.withLock { state in
            guard let trace = state.settings.trace else { return nil }
            let time = Double(now - state.traceDelay) / 1e9
            let idle = isContinued ? time - Self.backlogSeconds : time
            // A line that is dead for ever is tried again in a day.
            state.lineFree = min(trace.end(of: Double(byteCount * 8), from: max(idle, state.lineFree)), time + 86_400)
            return start + state.traceDelay + Int64(state.lineFree * 1e9)
        }
        return end.map { wait(until: $0) } ?? true
    }
}
