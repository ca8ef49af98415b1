import Foundation
import Synchronization

/// The outcome of a remote command.
package enum CommandOutcome: Sendable, Hashable {
    case finished(MPRemoteCommandHandlerStatus)
    /// The main thread did not start the command in time; the command is dropped.
    case dropped
    /// The handler did not return in time. It continues to run.
    case unfinished
    /// Too many commands wait.
    case refused
}

/// Runs commands on the main thread, one after the other, and answers each within a time limit.
final class CommandQueue: Sendable {
    /// The maximum number of commands that wait or run.
    static let capacity = 32
    /// The seconds in which a command must begin and end.
    static let limit = 5.0

    private let timers: DispatchQueue
    private let count = Atomic<Int>(0)
    private let limit: Double

    init(_ timers: DispatchQueue, limit: Double = CommandQueue.limit) {
        self.timers = timers
        self.limit = limit
    }

    /// A command between its arrival and its end.
    private final class Ticket: Sendable {
        private enum Phase { case waiting, running, answered }
        private let phase = Mutex(Phase.waiting)
        private let reply: @Sendable (CommandOutcome) -> Void

        init(_ reply: @escaping @Sendable (CommandOutcome) -> Void) { self.reply = reply }

        /// - Returns: false if the time is over.
        func begin() -> Bool {
            phase.withLock { phase in
                guard phase == .waiting else { return false }
                phase = .running
                return true
            }
        }

        func finish(_ status: MPRemoteCommandHandlerStatus) {
            let isFirst = phase.withLock { phase in
                defer { phase = .answered }
                return phase != .answered
            }
            if isFirst { reply(.finished(status)) }
        }

        func expire() {
            let outcome = phase.withLock { phase -> CommandOutcome? in
                defer { phase = .answered }
                switch phase {
                case .waiting: return .dropped
                case .running: return .unfinished
                case .answered: return nil
                }
            }
            if let outcome { reply(outcome) }
        }
    }

    /// - Parameter reply: called once, on any thread.
    func submit(
        _ reply: @escaping @Sendable (CommandOutcome) -> Void,
        _ body: @escaping @MainActor @Sendable () -> MPRemoteCommandHandlerStatus
    ) {
        guard count.add(1, ordering: .relaxed).newValue <= Self.capacity else {
            count.subtract(1, ordering: .relaxed)
            return reply(.refused)
        }
        let ticket = Ticket(reply)
        let timer = DispatchWorkItem { ticket.expire() }
        // The work item is only cancelled, which any thread may do.
        nonisolated(unsafe) let expiry = timer
        timers.asyncAfter(deadline: .now() + limit, execute: timer)
        DispatchQueue.main.async { [self] in
            if ticket.begin() { ticket.finish(MainActor.assumeIsolated(body)) }
            expiry.cancel()
            count.subtract(1, ordering: .relaxed)
        }
    }
}
