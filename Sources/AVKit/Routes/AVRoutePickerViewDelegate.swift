public import Foundation

/// Receives the start and end of a route picker's list.
@preconcurrency @MainActor
public protocol AVRoutePickerViewDelegate: NSObjectProtocol {
    func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView)
    func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView)
}

extension AVRoutePickerViewDelegate {
    public func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
    public func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
}

/// The background of a route picker's button.
public enum AVRoutePickerViewButtonStyle: Int, Sendable {
    /// A round background.
    case system = 0
    /// No background.
    case plain = 1
    /// No background and no icon: the client's own subviews are the button.
    case custom = 2
}
