/// Decides when a wait is reported to the viewer: after two seconds without a break (R231).
///
/// The reason for the wait does not matter: reasons that change within a wait do not restart it. A value without a clock of its own.
package struct WaitRule<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    package static var patience: Duration { .seconds(2) }

    /// Whether the wait has lasted for `patience`.
    package private(set) var isLong = false
    private var waitingSince: Instant?

    package init() {}

    /// When `update` has to be called again although nothing has changed.
    package var deadline: Instant? { isLong ? nil : waitingSince?.advanced(by: Self.patience) }

    /// - Returns: the new value of `isLong` if it changed.
    @discardableResult
    package mutating func update(isWaiting: Bool, at now: Instant) -> Bool? {
        let before = isLong
        if isWaiting {
            let since = waitingSince ?? now
            waitingSince = since
            isLong = since.advanced(by: Self.patience) <= now
        } else {
            waitingSince = nil
            isLong = false
        }
        return before == isLong ? nil : isLong
    }
}
