import Foundation

/// The insertions, deletions and moves of an update of a list.
///
/// As in Apple's batch updates, deletions and the sources of moves are indices before the update, insertions and the
/// destinations of moves are indices after it, in whichever order they are added.
struct ListChanges {
    var deletedItems: Set<IndexPath> = []
    var insertedItems: Set<IndexPath> = []
    /// The destinations of moved items, by their sources.
    var movedItems: [IndexPath: IndexPath] = [:]
    /// The items whose cells are made again, by their paths before the update.
    var reloadedItems: Set<IndexPath> = []
    var deletedSections = IndexSet()
    var insertedSections = IndexSet()
    /// The destinations of moved sections, by their sources.
    var movedSections: [Int: Int] = [:]
    /// The sections whose views are made again, by their indices before the update.
    var reloadedSections = IndexSet()

    /// Returns the section after the update; nil for a deleted one.
    func newSection(_ old: Int) -> Int? {
        if let target = movedSections[old] { return target }
        guard !deletedSections.contains(old) else { return nil }
        let before = deletedSections.count(in: 0..<old) + movedSections.keys.count { $0 < old }
        return Self.shift(old - before, over: insertedSections.union(IndexSet(movedSections.values)))
    }

    /// Returns the path of an item after the update; nil for a deleted item.
    func newPath(of old: IndexPath) -> IndexPath? {
        if let target = movedItems[old] { return target }
        guard !deletedItems.contains(old), let section = newSection(old.section) else { return nil }
        let before =
            deletedItems.count { $0.section == old.section && $0.item < old.item }
            + movedItems.keys.count { $0.section == old.section && $0.item < old.item }
        let arrived = (Array(insertedItems) + movedItems.values).filter { $0.section == section }.map(\.item)
        return IndexPath(item: Self.shift(old.item - before, over: IndexSet(arrived)), section: section)
    }

    /// Returns the path of a section's header or footer after the update; nil for those of deleted sections.
    func newSection(of path: IndexPath) -> IndexPath? {
        newSection(path.section).map { IndexPath(item: path.item, section: $0) }
    }

    func isReloaded(_ old: IndexPath) -> Bool { reloadedItems.contains(old) || reloadedSections.contains(old.section) }

    /// Returns an index among the remaining ones as an index among these and the inserted ones.
    private static func shift(_ index: Int, over inserted: IndexSet) -> Int {
        var index = index
        for new in inserted {
            guard new <= index else { break }
            index += 1
        }
        return index
    }

    // MARK: Checking

    /// Returns why the numbers of items before and after the update do not agree with the changes; nil where they do.
    func mismatch(from old: [Int], to new: [Int], items: String, list: String) -> String? {
        let expected = old.count - deletedSections.count + insertedSections.count
        guard expected == new.count else {
            return """
                Invalid update: invalid number of sections. The number of sections contained in the \(list) after the \
                update (\(new.count)) must be equal to the number of sections contained in the \(list) before the \
                update (\(old.count)), plus or minus the number of sections inserted or deleted \
                (\(insertedSections.count) inserted, \(deletedSections.count) deleted).
                """
        }
        for (section, count) in old.enumerated() {
            guard let target = newSection(section), new.indices.contains(target) else { continue }
            let text = mismatch(section, count, target, new[target], items)
            if let text { return text }
        }
        return nil
    }

    private func mismatch(_ section: Int, _ old: Int, _ target: Int, _ new: Int, _ items: String) -> String? {
        let deleted = deletedItems.count { $0.section == section }
        let inserted = insertedItems.count { $0.section == target }
        let arrived = movedItems.values.count { $0.section == target }
        let left = movedItems.keys.count { $0.section == section }
        guard !reloadedSections.contains(section), old - deleted - left + inserted + arrived != new else { return nil }
        return """
            Invalid update: invalid number of \(items) in section \(target). The number of \(items) contained in an \
            existing section after the update (\(new)) must be equal to the number of \(items) contained in that \
            section before the update (\(old)), plus or minus the number of \(items) inserted or deleted from that \
            section (\(inserted) inserted, \(deleted) deleted) and plus or minus the number of \(items) moved into or \
            out of that section (\(arrived) moved in, \(left) moved out).
            """
    }
}
