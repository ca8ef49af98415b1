public import Foundation

extension UICollectionView {
    /// How cells of one class are filled with items of one type, in one place.
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = @MainActor (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
        let handler: Handler
        let identifier = "CellRegistration-\(UUID().uuidString)"

        public init(handler: @escaping Handler) { self.handler = handler }
    }

    /// A cell of the registration's class, filled.
    public func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        if !isRegistered(registration.identifier) {
            register(Cell.self, forCellWithReuseIdentifier: registration.identifier)
        }
        let cell = dequeueReusableCell(withReuseIdentifier: registration.identifier, for: indexPath)
        guard let own = cell as? Cell else {
            preconditionFailure("A cell of \(Cell.self) was registered and one of \(type(of: cell)) came.")
        }
        if let item { registration.handler(own, indexPath, item) }
        return own
    }
}
