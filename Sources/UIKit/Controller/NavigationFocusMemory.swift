/// The items that had the focus when their controllers were covered.
@MainActor struct NavigationFocusMemory {
    private struct WeakItem { weak var item: (any UIFocusItem)? }
    private var items: [ObjectIdentifier: WeakItem] = [:]

    mutating func remember(_ item: any UIFocusItem, in controller: UIViewController) {
        items[ObjectIdentifier(controller)] = WeakItem(item: item)
    }

    /// Removes and returns the item of a controller; forgets those of controllers outside of the stack.
    mutating func take(_ controller: UIViewController, of stack: [UIViewController]) -> (any UIFocusItem)? {
        let item = items.removeValue(forKey: ObjectIdentifier(controller))?.item
        items = items.filter { key, _ in stack.contains { ObjectIdentifier($0) == key } }
        return item
    }
}
