/// Decides when the spinner turns: after two seconds of waiting without a break, and not a moment longer than that (R231).
///
/// Why the player waits does not count, but that it waits: reasons that come and go within a wait do not start it anew.
struct SpinnerRule<Instant: InstantProtocol> where Instant.Duration == Duration {
    static var patience: Duration { .seconds(2) }

    private(set) var isShown = false
    private var waitingSince: Instant?

    init() {}

    /// When `update` has to be called again although nothing has changed.
    var deadline: Instant? { isShown ? nil : waitingSince?.advanced(by: Self.patience) }

    /// - Returns: the new state if it changed.
    mutating func update(isWaiting: Bool, at now: Instant) -> Bool? {
        let before = isShown
        if isWaiting {
            let since = waitingSince ?? now
            waitingSince = since
            isShown = since.advanced(by: Self.patience) <= now
        } else {
            waitingSince = nil
            isShown = false
        }
        return before == isShown ? nil : isShown
    }
}
