/// The order of the items of a queue player: semantics section 8, over any kind of item.
struct QueueState<ID: Hashable & Sendable>: Sendable {
    enum InsertError: Error, Sendable, Hashable { case alreadyQueued, unknownNeighbour }

    /// What a change did to the item in play.
    enum Change: Sendable { case currentChanged, currentStays, notQueued }

    private(set) var items: [ID] = []

    /// The first item is the one in play.
    var current: ID? { items.first }
    var next: ID? { items.count > 1 ? items[1] : nil }

    func canInsert(_ item: ID, after neighbour: ID?) -> Bool {
        guard !items.contains(item) else { return false }
        guard let neighbour else { return true }
        return items.contains(neighbour)
    }

    /// nil appends.
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

    /// Puts items, none of which is queued, before all others.
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

    /// Drops the current item; the next one, if any, takes its place.
    /// - Returns: the dropped one.
    mutating func advance() -> ID? { items.isEmpty ? nil : items.removeFirst() }

    /// Puts `item` in the place of the current one; the rest of the queue stays.
    /// - Returns: the item that left.
    mutating func replaceCurrent(with item: ID?) -> ID? {
        let old = advance()
        if let item {
            items.removeAll { $0 == item }
            items.insert(item, at: 0)
        }
        return old
    }
}
