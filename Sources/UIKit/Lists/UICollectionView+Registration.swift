public import Foundation

extension UICollectionView {
    /// A cell class and a handler that configures its cells for items of one type.
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = @MainActor (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
        let handler: Handler
        let identifier = "CellRegistration-\(UUID().uuidString)"

        public init(handler: @escaping Handler) { self.handler = handler }
    }

    /// Returns a cell of the registration's class, configured for `item`.
    public func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        if !isRegistered(registration.identifier) {
            register(Cell.self, forCellWithReuseIdentifier: registration.identifier)
        }
        let cell = dequeueReusableCell(withReuseIdentifier: registration.identifier, for: indexPath)
        guard let own = cell as? Cell else {
            preconditionFailure(
                "The registration is for \(Cell.self), but a cell of class \(type(of: cell)) was dequeued.")
        }
        if let item { registration.handler(own, indexPath, item) }
        return own
    }
}
