public import Foundation

/// The client's own entries in a route picker.
///
/// Apple: the system also discovers devices for the client, and asks it to activate them. Here: no devices are discovered.
@preconcurrency @MainActor
open class AVCustomRoutingController: NSObject {
    open weak var delegate: (any AVCustomRoutingControllerDelegate)?
    /// The actions that a route picker lists after its outputs and screens.
    open var customActionItems: [AVCustomRoutingActionItem] = []
}

/// An action of the client in a route picker.
///
/// Apple: the item also has a content type, whose icon it shows.
@preconcurrency @MainActor
open class AVCustomRoutingActionItem: NSObject {
    /// The text of the action. An action without a text is not listed.
    open var overrideTitle: String?
}

/// Receives the viewer's choice of the client's entries.
@preconcurrency @MainActor
public protocol AVCustomRoutingControllerDelegate: NSObjectProtocol {
    func customRoutingController(
        _ controller: AVCustomRoutingController, didSelect customActionItem: AVCustomRoutingActionItem)
}

extension AVCustomRoutingControllerDelegate {
    public func customRoutingController(
        _ controller: AVCustomRoutingController, didSelect customActionItem: AVCustomRoutingActionItem
    ) {}
}
