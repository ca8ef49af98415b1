/// Decides when a wait is reported to the viewer: after two seconds of uninterrupted waiting (R231).
///
/// The reason for the wait does not matter: a change of the reason within a wait does not restart the two seconds. A value type without a
/// clock.
package struct WaitRule<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    package static var spinnerDelay: Duration { .seconds(2) }

    /// Whether the wait has lasted for `spinnerDelay`.
    package private(set) var isLong = false
    private var waitingSince: Instant?

    package init() {}

    /// When to call `update` again if nothing changes before.
    package var deadline: Instant? { isLong ? nil : waitingSince?.advanced(by: Self.spinnerDelay) }

    /// - Returns: the new value of `isLong` if it changed.
    @discardableResult
    package mutating func update(isWaiting: Bool, at now: Instant) -> Bool? {
        let before = isLong
        if isWaiting {
            let since = waitingSince ?? now
            waitingSince = since
            isLong = since.advanced(by: Self.spinnerDelay) <= now
        } else {
            waitingSince = nil
            isLong = false
        }
        return before == isLong ? nil : isLong
    }
}
