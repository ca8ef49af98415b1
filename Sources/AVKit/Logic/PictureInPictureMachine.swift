/// The state machine of one Picture in Picture session (`spec/semantics.md` section 11): starting, stopping, the request to restore the user
/// interface, and the failures of each step.
///
/// A value type without side effects or clock: each input returns the actions to perform, in order, and `deadline` says when to call
/// `tick(at:)` next. Every start ends with exactly one failure or one `didStop`; requests that come too late or twice change nothing.
struct PictureInPictureMachine<Instant: InstantProtocol & Sendable>: Sendable where Instant.Duration == Duration {
    typealias Action = PictureInPictureAction
    typealias StopReason = PictureInPictureStopReason

    /// The time that the client has for restoring its user interface (R109).
    static var restoreTimeLimit: Duration { .seconds(5) }
    /// The time that the window has for appearing.
    static var openTimeLimit: Duration { .seconds(5) }

    enum Phase: Equatable, Sendable {
        case idle
        /// The window is being opened. A stop that was requested meanwhile follows the start.
        case starting(deadline: Instant, stop: StopReason?)
        case active
        /// The client restores its user interface; `request` identifies its answer.
        case restoring(request: Int, deadline: Instant)
        /// The window is being closed.
        case stopping
    }

    private(set) var phase = Phase.idle
    /// Whether a start was requested while the session was ending.
    private(set) var startsAgain = false
    private var lastRequest = 0

    init() {}

    /// When `tick(at:)` has to be called; nil while nothing is awaited.
    var deadline: Instant? {
        switch phase {
        case .starting(let deadline, _), .restoring(_, let deadline): deadline
        case .idle, .active, .stopping: nil
        }
    }

    // MARK: Requests

    /// - Parameter canStart: whether Picture in Picture is possible now.
    mutating func start(canStart: Bool, at now: Instant) -> [Action] {
        switch phase {
        case .idle:
            guard canStart else { return [.notify(.failedToStart)] }
            phase = .starting(deadline: now.advanced(by: Self.openTimeLimit), stop: nil)
            return [.notify(.willStart), .openWindow]
        case .starting(let deadline, _): phase = .starting(deadline: deadline, stop: nil)
        case .active: break
        case .restoring, .stopping: startsAgain = true
        }
        return []
    }

    /// Stops the session; does nothing for one that is idle.
    mutating func stop(_ reason: StopReason, at now: Instant) -> [Action] {
        startsAgain = false
        switch phase {
        case .idle, .stopping: return []
        case .starting(let deadline, _):
            phase = .starting(deadline: deadline, stop: reason)
            return []
        case .active: return end(reason, at: now)
        case .restoring: return reason == .returnToApp ? [] : end(reason, at: now)
        }
    }

    /// Handles the client's answer to a request to restore its user interface.
    mutating func restored(request: Int, succeeded: Bool) -> [Action] {
        guard case .restoring(request, _) = phase else { return [.report(.unexpectedAnswer)] }
        return close(succeeded ? .returning : .plain)
    }

    /// Handles a change of the conditions: the item has failed or has no video, or there is no player.
    mutating func conditionsChanged(canContinue: Bool) -> [Action] {
        guard !canContinue else { return [] }
        switch phase {
        case .idle, .stopping: return []
        case .starting: return fail(discardsWindow: true)
        case .active, .restoring: return close(.plain)
        }
    }

    /// Ends the session without notifications: its client no longer exists.
    mutating func release() -> [Action] {
        startsAgain = false
        guard phase != .idle else { return [] }
        phase = .idle
        return [.setActive(false), .discardWindow]
    }

    // MARK: Events of the window

    mutating func windowOpened(at now: Instant) -> [Action] {
        guard case .starting(_, let stop) = phase else { return [] }
        phase = .active
        let started: [Action] = [.setActive(true), .notify(.didStart)]
        return started + (stop.map { end($0, at: now) } ?? [])
    }

    /// Handles that no window could be opened.
    mutating func windowFailed() -> [Action] {
        guard case .starting = phase else { return [] }
        return fail(discardsWindow: false)
    }

    /// Handles that the window has been closed as requested.
    mutating func windowClosed() -> [Action] {
        guard phase == .stopping else { return [] }
        return finish()
    }

    /// Handles that the window has ceased to exist by itself: the display was lost, or another program has destroyed it.
    mutating func windowLost() -> [Action] {
        switch phase {
        case .idle: return []
        case .starting: return fail(discardsWindow: true)
        case .active, .restoring: return [.notify(.willStop), .discardWindow] + finish()
        case .stopping: return [.discardWindow] + finish()
        }
    }

    mutating func tick(at now: Instant) -> [Action] {
        guard let deadline, deadline <= now else { return [] }
        if case .restoring = phase { return [.report(.missingAnswer)] + close(.plain) }
        return fail(discardsWindow: true)
    }

    // MARK: Steps

    private mutating func end(_ reason: StopReason, at now: Instant) -> [Action] {
        switch reason {
        case .program: return close(.returning)
        case .closedByViewer: return [.pause] + close(.plain)
        case .replaced: return close(.plain)
        case .returnToApp:
            lastRequest += 1
            phase = .restoring(request: lastRequest, deadline: now.advanced(by: Self.restoreTimeLimit))
            return [.askToRestore(request: lastRequest)]
        }
    }

    private mutating func close(_ way: Action.Closing) -> [Action] {
        phase = .stopping
        return [.notify(.willStop), .closeWindow(way)]
    }

    private mutating func fail(discardsWindow: Bool) -> [Action] {
        phase = .idle
        return (discardsWindow ? [.discardWindow] : []) + [.notify(.failedToStart)]
    }

    private mutating func finish() -> [Action] {
        phase = .idle
        let again = startsAgain
        startsAgain = false
        return [.setActive(false), .notify(.didStop)] + (again ? [.startAgain] : [])
    }
}

enum PictureInPictureStopReason: Equatable, Sendable, CaseIterable {
    /// The program has requested it.
    case program
    /// The viewer has closed the window: playback pauses, and the user interface is not restored.
    case closedByViewer
    /// The viewer returns to the app, which restores its user interface.
    case returnToApp
    /// Another session starts.
    case replaced
}

/// What the owner of a `PictureInPictureMachine` does after an input.
enum PictureInPictureAction: Equatable, Sendable {
    /// The calls of the client's delegate.
    enum Notification: Equatable, Sendable { case willStart, didStart, failedToStart, willStop, didStop }
    enum Closing: Equatable, Sendable {
        /// The window moves to the place of the video in the app, where it is visible.
        case returning
        case plain
    }
    enum Misuse: Equatable, Sendable {
        /// The client has answered twice or after the time limit.
        case unexpectedAnswer
        /// The client has not answered within the time limit.
        case missingAnswer
    }

    case notify(Notification)
    /// Open the window; `windowOpened` or `windowFailed` follows.
    case openWindow
    case setActive(Bool)
    case pause
    /// Ask the client to restore its user interface; `restored` follows.
    case askToRestore(request: Int)
    /// Close the window; `windowClosed` follows.
    case closeWindow(Closing)
    /// Close the window at once, if there is one; no event follows.
    case discardWindow
    case report(Misuse)
    /// Start anew, if that is possible.
    case startAgain
}
