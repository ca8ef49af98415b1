import Foundation

/// The sections and items of a list at one time, by identifiers. Each identifier occurs once.
///
/// An identifier that does not exist, or that is added twice, is a programming error and stops the program.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
{
    private var sections: [(identifier: SectionIdentifierType, items: [ItemIdentifierType])] = []
    /// The items whose cells are made again.
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

    public init() {}

    // MARK: Reading

    public var numberOfSections: Int { sections.count }
    public var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }
    public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
    public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }

    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        itemIdentifiers(inSection: identifier).count
    }
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        sections[section(identifier)].items
    }
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        path(identifier).map { sections[$0.section].identifier }
    }
    /// Returns the index of an item among those of all sections.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { itemIdentifiers.firstIndex(of: identifier) }
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        sections.firstIndex { $0.identifier == identifier }
    }

    func path(_ identifier: ItemIdentifierType) -> IndexPath? {
        for (section, content) in sections.enumerated() {
            if let item = content.items.firstIndex(of: identifier) { return IndexPath(item: item, section: section) }
        }
        return nil
    }

    func items(inSection section: Int) -> [ItemIdentifierType] {
        sections.indices.contains(section) ? sections[section].items : []
    }

    private func section(_ identifier: SectionIdentifierType) -> Int {
        guard let index = indexOfSection(identifier) else {
            preconditionFailure("The snapshot has no section \(identifier).")
        }
        return index
    }

    private func place(_ identifier: ItemIdentifierType) -> IndexPath {
        guard let path = path(identifier) else {
            preconditionFailure("The snapshot has no item \(identifier).")
        }
        return path
    }

    // MARK: Items

    /// - Parameter sectionIdentifier: nil for the last section.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        guard !sections.isEmpty else {
            preconditionFailure("The snapshot has no sections to append items to; call appendSections(_:) before.")
        }
        let index = sectionIdentifier.map(section) ?? sections.count - 1
        insert(identifiers, at: IndexPath(item: sections[index].items.count, section: index))
    }

    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) { insert(identifiers, at: place(beforeIdentifier)) }

    public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType)
    {
        var path = place(afterIdentifier)
        path.item += 1
        insert(identifiers, at: path)
    }

    private mutating func insert(_ identifiers: [ItemIdentifierType], at path: IndexPath) {
        let present = Set(itemIdentifiers)
        guard Set(identifiers).count == identifiers.count, present.isDisjoint(with: identifiers) else {
            preconditionFailure("An item can be in a snapshot once; at least one of these is repeated: \(identifiers)")
        }
        sections[path.section].items.insert(contentsOf: identifiers, at: path.item)
    }

    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set(identifiers)
        for index in sections.indices { sections[index].items.removeAll { gone.contains($0) } }
    }

    /// Deletes all items and sections.
    public mutating func deleteAllItems() { self = Self() }

    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        guard identifier != toIdentifier else { return }
        deleteItems([identifier])
        insertItems([identifier], beforeItem: toIdentifier)
    }

    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        guard identifier != toIdentifier else { return }
        deleteItems([identifier])
        insertItems([identifier], afterItem: toIdentifier)
    }

    /// Has the cells of items made again.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { reloadedItemIdentifiers += identifiers }

    // MARK: Sections

    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        insert(identifiers, at: sections.count)
    }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) { insert(identifiers, at: section(toIdentifier)) }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) { insert(identifiers, at: section(toIdentifier) + 1) }

    private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
        guard Set(identifiers).count == identifiers.count, Set(sectionIdentifiers).isDisjoint(with: identifiers) else {
            preconditionFailure(
                "A section can be in a snapshot once; at least one of these is repeated: \(identifiers)")
        }
        sections.insert(contentsOf: identifiers.map { ($0, []) }, at: index)
    }

    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        sections.removeAll { identifiers.contains($0.identifier) }
    }

    /// Has the cells, headers and footers of sections made again.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        reloadedSectionIdentifiers += identifiers
    }

    /// Returns the snapshot without requests to reload.
    func settled() -> Self {
        var copy = self
        copy.reloadedItemIdentifiers = []
        copy.reloadedSectionIdentifiers = []
        return copy
    }

    // MARK: Comparing

    /// Returns the changes that make a list with the items of `old` one with the items of this snapshot.
    func changes(from old: Self) -> ListChanges {
        var changes = ListChanges()
        addSections(from: old, &changes)
        addItems(from: old, &changes)
        changes.reloadedSections = IndexSet(reloadedSectionIdentifiers.compactMap(old.indexOfSection))
        changes.reloadedItems = Set(reloadedItemIdentifiers.compactMap(old.path))
        return changes
    }

    private func addSections(from old: Self, _ changes: inout ListChanges) {
        let difference = sectionIdentifiers.difference(from: old.sectionIdentifiers).inferringMoves()
        for change in difference {
            switch change {
            case .remove(let offset, _, nil): changes.deletedSections.insert(offset)
            case .remove(let offset, _, let target?): changes.movedSections[offset] = target
            case .insert(let offset, _, nil): changes.insertedSections.insert(offset)
            case .insert: break
            }
        }
    }

    private func addItems(from old: Self, _ changes: inout ListChanges) {
        let before = old.paths
        let after = paths
        for (item, path) in before {
            guard let target = after[item] else {
                if !changes.deletedSections.contains(path.section) { changes.deletedItems.insert(path) }
                continue
            }
            if changes.newSection(path.section) != target.section { changes.movedItems[path] = target }
        }
        for (item, path) in after where before[item] == nil {
            if !changes.insertedSections.contains(path.section) { changes.insertedItems.insert(path) }
        }
        for section in old.sections.indices { addMoves(in: section, of: old, after, &changes) }
    }

    /// Adds the moves of items within a section.
    private func addMoves(
        in section: Int, of old: Self, _ after: [ItemIdentifierType: IndexPath], _ changes: inout ListChanges
    ) {
        guard let target = changes.newSection(section) else { return }
        let stay = Set(old.sections[section].items).intersection(sections[target].items)
        let former = old.sections[section].items.filter(stay.contains)
        let latter = sections[target].items.filter(stay.contains)
        guard former != latter else { return }
        let places = Dictionary(uniqueKeysWithValues: old.sections[section].items.enumerated().map { ($1, $0) })
        for change in latter.difference(from: former).removals {
            guard case .remove(_, let item, _) = change, let place = places[item] else { continue }
            changes.movedItems[IndexPath(item: place, section: section)] = after[item]
        }
    }

    private var paths: [ItemIdentifierType: IndexPath] {
        var paths: [ItemIdentifierType: IndexPath] = [:]
        for (section, content) in sections.enumerated() {
            for (item, identifier) in content.items.enumerated() {
                paths[identifier] = IndexPath(item: item, section: section)
            }
        }
        return paths
    }
}
