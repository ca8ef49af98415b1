public import Foundation

/// A description of content that makes and updates the view which displays it.
@preconcurrency public protocol UIContentConfiguration {
    @MainActor func makeContentView() -> any UIView & UIContentView
    /// Returns the configuration for a state of the cell, such as selected.
    func updated(for state: any UIConfigurationState) -> Self
}

/// A view that displays a configuration.
@preconcurrency @MainActor public protocol UIContentView: NSObjectProtocol {
    var configuration: any UIContentConfiguration { get set }
    /// Whether the view can display another configuration. Otherwise a new view is made.
    func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
    public func supports(_ configuration: any UIContentConfiguration) -> Bool {
        type(of: configuration) == type(of: self.configuration)
    }
}

/// The state of a view that displays a configuration.
public protocol UIConfigurationState {
    init(traitCollection: UITraitCollection)
    var traitCollection: UITraitCollection { get set }
}
