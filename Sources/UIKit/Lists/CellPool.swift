import Foundation

/// The reuse queue of a collection view: unused cells by identifier, and the classes of new ones.
@MainActor struct CellPool {
    struct Key: Hashable {
        /// The supplementary view kind; nil for cells.
        var kind: String?
        var identifier: String
    }

    /// The maximum number of unused views for each key. Further views are released.
    static let maximumWaiting = 64

    private var classes: [Key: AnyClass] = [:]
    private var waiting: [Key: [UICollectionReusableView]] = [:]

    mutating func register(_ type: AnyClass?, _ key: Key) {
        classes[key] = type
        waiting[key] = nil
    }

    func isRegistered(_ key: Key) -> Bool { classes[key] != nil }

    mutating func take(_ key: Key) -> UICollectionReusableView {
        if let view = waiting[key]?.popLast() {
            view.prepareForReuse()
            return view
        }
        guard let type = classes[key] else {
            preconditionFailure(
                "No class is registered for the identifier \"\(key.identifier)\"; call register(_:for…) before dequeuing."
            )
        }
        guard let view = makeInstance(of: type) as? UICollectionReusableView else {
            preconditionFailure(
                "\(type), registered for \"\(key.identifier)\", is not a subclass of UICollectionReusableView.")
        }
        view.reuseIdentifier = key.identifier
        view.elementKind = key.kind
        return view
    }

    mutating func give(_ view: UICollectionReusableView) {
        guard let identifier = view.reuseIdentifier else { return }
        let key = Key(kind: view.elementKind, identifier: identifier)
        if waiting[key, default: []].count < Self.maximumWaiting { waiting[key, default: []].append(view) }
    }
}
