import Foundation

/// A rectangle that is not seen and sends the focus on: to what does not lie straight ahead.
open class UIFocusGuide: UILayoutGuide {
    private struct Weak { weak var environment: (any UIFocusEnvironment)? }
    private var preferred: [Weak] = []

    open var isEnabled = true

    /// Where the focus goes when it meets the guide; the first that has something to focus on. Held weakly.
    open var preferredFocusEnvironments: [any UIFocusEnvironment]! {
        get { preferred.compactMap(\.environment) }
        set { preferred = (newValue ?? []).map { Weak(environment: $0) } }
    }
}
