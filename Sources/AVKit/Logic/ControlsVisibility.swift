/// Decides when the controls over the video are visible: any input shows them, and they hide after a period without input unless a hold is
/// active.
///
/// A value type without a clock: every input carries the time, and `deadline` says when to call `tick(at:)` next. The times are from
/// `spec/semantics.md` section 10 (3 s) and the player's visual design (150 ms in, 300 ms out).
struct ControlsVisibility<Instant: InstantProtocol> where Instant.Duration == Duration {
    typealias Action = ControlsAction
    typealias Holds = ControlsHolds

    static var idleTime: Duration { .seconds(3) }
    static var fadeInTime: Duration { .milliseconds(150) }
    static var fadeOutTime: Duration { .milliseconds(300) }

    private(set) var isVisible = false
    private(set) var holds: Holds = []
    /// Whether the client has enabled the controls; while false, nothing is shown or scheduled.
    private(set) var isEnabled: Bool
    private var lastInput: Instant?

    init(isEnabled: Bool = true) { self.isEnabled = isEnabled }

    /// When the controls hide by themselves; nil while they are hidden or a hold is active.
    var deadline: Instant? {
        guard isVisible, holds.isEmpty, let lastInput else { return nil }
        return lastInput.advanced(by: Self.idleTime)
    }

    /// Handles input by the viewer: a pointer move, a key press or a touch.
    mutating func input(at now: Instant) -> Action? {
        guard isEnabled else { return nil }
        lastInput = now
        guard !isVisible else { return nil }
        isVisible = true
        return .show(over: Self.fadeInTime)
    }

    /// Begins or ends a hold. A hold that begins shows the controls; the three seconds are counted from its end.
    mutating func hold(_ reason: Holds, _ isOn: Bool, at now: Instant) -> Action? {
        let before = holds
        if isOn { holds.insert(reason) } else { holds.remove(reason) }
        guard isEnabled, holds != before else { return nil }
        lastInput = now
        guard isOn, !isVisible else { return nil }
        isVisible = true
        return .show(over: Self.fadeInTime)
    }

    /// Hides the controls at once: a click on the video outside the controls. Of the holds, only that of a paused player allows it.
    mutating func dismiss(at now: Instant) -> Action? {
        guard isVisible, holds.isSubset(of: .paused) else { return nil }
        isVisible = false
        return .hide(over: Self.fadeOutTime)
    }

    /// Hides the controls at once regardless of holds: in the television idiom the viewer's Menu button does.
    mutating func conceal() -> Action? {
        guard isVisible else { return nil }
        isVisible = false
        return .hide(over: Self.fadeOutTime)
    }

    mutating func tick(at now: Instant) -> Action? {
        guard let deadline, deadline <= now else { return nil }
        isVisible = false
        return .hide(over: Self.fadeOutTime)
    }

    mutating func setEnabled(_ enabled: Bool, at now: Instant) -> Action? {
        guard enabled != isEnabled else { return nil }
        isEnabled = enabled
        lastInput = now
        if enabled {
            isVisible = true
            return .show(over: Self.fadeInTime)
        }
        guard isVisible else { return nil }
        isVisible = false
        return .hide(over: .zero)
    }
}

/// The action that the owner of the controls performs after an input.
enum ControlsAction: Equatable, Sendable {
    case show(over: Duration)
    case hide(over: Duration)
}

/// The reasons that keep the controls visible regardless of the time.
struct ControlsHolds: OptionSet, Sendable {
    let rawValue: Int
    static let paused = ControlsHolds(rawValue: 1)
    static let hovering = ControlsHolds(rawValue: 2)
    static let menu = ControlsHolds(rawValue: 4)
    static let scrubbing = ControlsHolds(rawValue: 8)
    static let failed = ControlsHolds(rawValue: 16)
    /// A control has the ring of the keyboard, or the focus of assistive technology.
    static let keyFocus = ControlsHolds(rawValue: 32)
    /// The item has only audio: there is no video that the controls could cover.
    static let audioOnly = ControlsHolds(rawValue: 64)
    static let waiting = ControlsHolds(rawValue: 128)
    /// An external screen displays the video.
    static let external = ControlsHolds(rawValue: 256)
    /// The information panel is open.
    static let information = ControlsHolds(rawValue: 512)
}
