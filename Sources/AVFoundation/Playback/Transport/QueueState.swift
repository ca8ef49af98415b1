/// The items of a queue player in order, for any type of item (semantics section 8).
struct QueueState<ID: Hashable & Sendable>: Sendable {
    enum InsertError: Error, Sendable, Hashable { case alreadyQueued, unknownNeighbour }

    /// The effect of a change on the current item.
    enum Change: Sendable { case currentChanged, currentStays, notQueued }

    private(set) var items: [ID] = []

    /// The current item: the first one in the queue.
    var current: ID? { items.first }
    var next: ID? { items.count > 1 ? items[1] : nil }

    func canInsert(_ item: ID, after neighbour: ID?) -> Bool {
        guard !items.contains(item) else { return false }
        guard let neighbour else { return true }
        return items.contains(neighbour)
    }

    /// Inserts an item after another one; nil appends.
    mutating func insert(_ item: ID, after neighbour: ID?) throws(InsertError) -> Change {
        guard !items.contains(item) else { throw .alreadyQueued }
        if let neighbour {
            guard let index = items.firstIndex(of: neighbour) else { throw .unknownNeighbour }
            items.insert(item, at: index + 1)
        } else {
            items.append(item)
        }
        return items.count == 1 ? .currentChanged : .currentStays
    }

    /// Inserts new items before all others.
    mutating func insertFirst(_ new: [ID]) { items.insert(contentsOf: new.filter { !items.contains($0) }, at: 0) }

    mutating func remove(_ item: ID) -> Change {
        guard let index = items.firstIndex(of: item) else { return .notQueued }
        items.remove(at: index)
        return index == 0 ? .currentChanged : .currentStays
    }

    mutating func removeAll() -> [ID] {
        defer { items = [] }
        return items
    }

    /// Removes the current item; the next one, if any, takes its place.
    /// - Returns: the removed item.
    mutating func advance() -> ID? { items.isEmpty ? nil : items.removeFirst() }

    /// Replaces the current item; the rest of the queue stays.
    /// - Returns: the replaced item.
    mutating func replaceCurrent(with item: ID?) -> ID? {
        let old = advance()
        if let item {
            items.removeAll { $0 == item }
            items.insert(item, at: 0)
        }
        return old
    }
}
