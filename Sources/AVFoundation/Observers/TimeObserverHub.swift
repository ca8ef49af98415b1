import CoreMedia
import Foundation
import Synchronization

/// What a client holds for an observer of time.
final class TimeObserverToken: Sendable {
    enum Place: Sendable {
        case main
        case queue(DispatchQueue)
        /// Where the time was looked at: for the player's own needs.
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

    /// On the observer's queue.
    func call(at time: CMTime) {
        guard !isRemoved.load(ordering: .sequentiallyConsistent) else { return }
        block(time)
    }
}

/// The time observers of one player: one timer for all of them, and none while nothing can happen by itself.
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
        /// Grows with each timer, so that a late one is known as such.
        var serial: UInt64 = 0
        var isInvalid = false
    }

    private enum Occasion { case jump, startOrStop, movement }

    private let state = Mutex(State())
    private let environment: PlaybackEnvironment
    /// Where the player's time is.
    private let anchor: @Sendable () -> (anchor: TimeAnchor, time: CMTime)

    init(environment: PlaybackEnvironment, anchor: @escaping @Sendable () -> (anchor: TimeAnchor, time: CMTime)) {
        self.environment = environment
        self.anchor = anchor
    }

    /// - Parameter callsSoon: the observer is told of the present time once, whatever happens.
    func add(
        _ schedule: any TimeSchedule, place: TimeObserverToken.Place, callsSoon: Bool = false,
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
        if callsSoon { deliver([token], at: time) }
        reschedule(from: now)
        return token
    }

    enum Removal: Sendable { case removed, unknown }

    /// - Returns: unknown where the token is none of this hub's, or was removed before.
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

    /// The position moved other than by playing, or another item is played.
    func timeJumped() { evaluate(.jump) }

    /// Time has begun, or ceased, to move, or moves at another rate.
    func rateChanged() { evaluate(.startOrStop) }

    /// The end, which time may have stopped just short of, was reached.
    func reachedEnd(at end: CMTime) { evaluate(.movement, at: end) }

    /// No observer is called any more.
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
