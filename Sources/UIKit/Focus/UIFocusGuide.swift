import Foundation

/// An invisible rectangle that redirects the focus, for example to items that are not straight ahead.
open class UIFocusGuide: UILayoutGuide {
    private struct Weak { weak var environment: (any UIFocusEnvironment)? }
    private var preferred: [Weak] = []

    open var isEnabled = true

    /// The environments that get the focus when it reaches the guide. The first that contains a focusable item is used.
    /// Held weakly.
    open var preferredFocusEnvironments: [any UIFocusEnvironment]! {
        get { preferred.compactMap(\.environment) }
        set { preferred = (newValue ?? []).map { Weak(environment: $0) } }
    }
}
