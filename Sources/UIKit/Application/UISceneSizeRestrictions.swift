public import Foundation

/// The sizes of a scene's windows that the user can choose. Changes apply to the windows on the screen.
@preconcurrency @MainActor open class UISceneSizeRestrictions: NSObject {
    private weak var scene: UIWindowScene?

    init(scene: UIWindowScene) { self.scene = scene }

    open var minimumSize = CGSize(width: 320, height: 180) {
        didSet { if minimumSize != oldValue { scene?.sizeRestrictionsChanged() } }
    }
    open var maximumSize = CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude) {
        didSet { if maximumSize != oldValue { scene?.sizeRestrictionsChanged() } }
    }
    /// Whether the viewer of a player can enter full screen.
    open var allowsFullScreen = true
}
