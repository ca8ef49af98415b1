import CoreMedia
import Foundation
import Synchronization

/// The token of a time observer.
final class TimeObserverToken: Sendable {
    enum Place: Sendable {
        case main
        case queue(DispatchQueue)
        /// The thread that evaluated the schedule: for the player's internal observers.
        case anyThread
    }

    private let isRemoved = Atomic(false)
    let place: Place
    private let block: @Sendable (CMTime) -> Void

    init(place: Place, block: @escaping @Sendable (CMTime) -> Void) {
        self.place = place
        self.block = block
    }

    func remove() { isRemoved.store(true, ordering: .sequentiallyConsistent) }

    /// Calls the observer's block, on its queue, unless the observer was removed.
    func call(at time: CMTime) {
        guard !isRemoved.load(ordering: .sequentiallyConsistent) else { return }
        block(time)
    }
}

/// The time observers of one player. One timer serves all of them, and none runs while time does not move.
///
/// Any thread may call it.
final class TimeObserverHub: Sendable {
    private struct Entry {
        let token: TimeObserverToken
        var schedule: any TimeSchedule
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var order: [ObjectIdentifier] = []
        var timer: (any PlaybackTimer)?
        /// Incremented with each timer, so that the event of a cancelled timer is ignored.
        var serial: UInt64 = 0
        var isInvalid = false
    }

    private enum Occasion { case jump, startOrStop, movement }

    private let state = Mutex(State())
    private let environment: PlaybackEnvironment
    /// Returns the current time of the player.
    private let anchor: @Sendable () -> (anchor: TimeAnchor, time: CMTime)

    init(environment: PlaybackEnvironment, anchor: @escaping @Sendable () -> (anchor: TimeAnchor, time: CMTime)) {
        self.environment = environment
        self.anchor = anchor
    }

    /// - Parameter callsInitially: whether the observer is called once with the current time when it is added.
    func add(
        _ schedule: any TimeSchedule, place: TimeObserverToken.Place, callsInitially: Bool = false,
        block: @escaping @Sendable (CMTime) -> Void
    ) -> TimeObserverToken {
        let token = TimeObserverToken(place: place, block: block)
        let (now, time) = anchor()
        var schedule = schedule
        _ = schedule.jumped(to: now)
        state.withLock { [schedule] state in
            let key = ObjectIdentifier(token)
            state.entries[key] = Entry(token: token, schedule: schedule)
            state.order.append(key)
        }
        if callsInitially { deliver([token], at: time) }
        reschedule(from: now)
        return token
    }

    enum Removal: Sendable { case removed, unknown }

    /// - Returns: `unknown` where the token belongs to another hub or was removed before.
    @discardableResult
    func remove(_ token: TimeObserverToken) -> Removal {
        token.remove()
        return state.withLock { state in
            let key = ObjectIdentifier(token)
            guard state.entries.removeValue(forKey: key) != nil else { return .unknown }
            state.order.removeAll { $0 == key }
            if state.entries.isEmpty { Self.stopTimer(&state) }
            return .removed
        }
    }

    /// Handles a jump of the position, or a change of the current item.
    func timeJumped() { evaluate(.jump) }

    /// Handles time starting to move, stopping, or changing its rate.
    func rateChanged() { evaluate(.startOrStop) }

    /// Handles the end of the item; the last reported time may be slightly before it.
    func reachedEnd(at end: CMTime) { evaluate(.movement, at: end) }

    /// Removes all observers permanently.
    func invalidate() {
        state.withLock { state in
            state.isInvalid = true
            Self.stopTimer(&state)
            for entry in state.entries.values { entry.token.remove() }
            state.entries = [:]
            state.order = []
        }
    }

    private static func stopTimer(_ state: inout State) {
        state.timer?.cancel()
        state.timer = nil
        state.serial &+= 1
    }

    private func evaluate(_ occasion: Occasion, at end: CMTime? = nil) {
        var (now, time) = anchor()
        if let end, end.isNumeric, end.seconds > now.seconds {
            now.seconds = end.seconds
            time = end
        }
        let due = state.withLock { [now] state -> [TimeObserverToken] in
            var due: [TimeObserverToken] = []
            for key in state.order {
                guard var entry = state.entries[key] else { continue }
                let fires =
                    switch occasion {
                    case .jump: entry.schedule.jumped(to: now)
                    case .startOrStop: entry.schedule.startedOrStopped(at: now)
                    case .movement: entry.schedule.moved(to: now)
                    }
                state.entries[key] = entry
                if fires == .call { due.append(entry.token) }
            }
            return due
        }
        deliver(due, at: time)
        reschedule(from: now)
    }

    private func deliver(_ tokens: [TimeObserverToken], at time: CMTime) {
        for token in tokens {
            switch token.place {
            case .main: environment.onMain { token.call(at: time) }
            case .queue(let queue): queue.async { token.call(at: time) }
            case .anyThread: token.call(at: time)
            }
        }
    }

    private func reschedule(from now: TimeAnchor) {
        state.withLock { state in
            Self.stopTimer(&state)
            guard !state.isInvalid,
                let wake = state.entries.values.compactMap({ $0.schedule.nextWake(after: now) }).min()
            else { return }
            let serial = state.serial
            state.timer = environment.schedule(wake) { [weak self] in
                guard let self, self.state.withLock({ $0.serial == serial }) else { return }
                self.evaluate(.movement)
            }
        }
    }
}
