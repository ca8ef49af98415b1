import Foundation

/// The reuse queue of a list: unused views by identifier, and the classes of new ones.
@MainActor struct CellPool {
    struct Key: Hashable {
        /// The supplementary view kind; nil for cells.
        var kind: String?
        var identifier: String
    }

    /// The maximum number of unused views for each key. Further views are released.
    static let maximumWaiting = 64

    private let make: (AnyClass, Key) -> UIView?
    private var classes: [Key: AnyClass] = [:]
    private var waiting: [Key: [any ReusableView]] = [:]

    /// - Parameter make: creates a view of a registered class; nil for a class that the list cannot display.
    init(make: @escaping (AnyClass, Key) -> UIView?) { self.make = make }

    mutating func register(_ type: AnyClass?, _ key: Key) {
        classes[key] = type
        waiting[key] = nil
    }

    func isRegistered(_ key: Key) -> Bool { classes[key] != nil }

    /// Returns an unused view, or a new one of the registered class. A missing registration ends the program.
    mutating func take(_ key: Key) -> UIView {
        if let view = takeWaiting(key) { return view }
        guard let type = classes[key] else {
            preconditionFailure(
                "No class is registered for the identifier \"\(key.identifier)\"; call register(_:for…) before dequeuing."
            )
        }
        guard let view = make(type, key) else {
            preconditionFailure(
                "\(type), registered for \"\(key.identifier)\", is not a subclass of the list's reusable views.")
        }
        return view
    }

    /// Returns an unused view, or a new one of the registered class; nil where neither exists.
    mutating func takeIfPossible(_ key: Key) -> UIView? {
        if let view = takeWaiting(key) { return view }
        return classes[key].flatMap { make($0, key) }
    }

    private mutating func takeWaiting(_ key: Key) -> UIView? {
        guard let view = waiting[key]?.popLast() else { return nil }
        view.prepareForReuse()
        return view
    }

    mutating func give(_ view: UIView) {
        guard let view = view as? any ReusableView, let key = view.reuseKey else { return }
        if waiting[key, default: []].count < Self.maximumWaiting { waiting[key, default: []].append(view) }
    }
}
