public import Foundation

/// The state of a scene's status bar, as the topmost view controller requests it.
///
/// Apple: the system draws the bar. Here: no bar is drawn, so `statusBarFrame` is always empty.
@preconcurrency @MainActor open class UIStatusBarManager: NSObject {
    private weak var scene: UIWindowScene?

    init(scene: UIWindowScene) { self.scene = scene }

    /// `prefersStatusBarHidden` of the topmost controller, or of its `childForStatusBarHidden`.
    open var isStatusBarHidden: Bool { controller(\.childForStatusBarHidden)?.prefersStatusBarHidden ?? false }
    /// `preferredStatusBarStyle` of the topmost controller, or of its `childForStatusBarStyle`.
    open var statusBarStyle: UIStatusBarStyle {
        controller(\.childForStatusBarStyle)?.preferredStatusBarStyle ?? .default
    }
    open var statusBarFrame: CGRect { .zero }

    private func controller(_ child: KeyPath<UIViewController, UIViewController?>) -> UIViewController? {
        var controller = (scene?.keyWindow ?? scene?.windows.first)?.topController
        while let next = controller?[keyPath: child] { controller = next }
        return controller
    }
}
