import Foundation

/// The place of a cell or of a supplementary view in a list.
struct ListPlace: Hashable {
    /// The supplementary view kind; nil for cells.
    var kind: String?
    var path: IndexPath

    /// Whether a list with the given numbers of items has the place.
    func isIn(_ counts: [Int]) -> Bool {
        guard path.count == 2, counts.indices.contains(path.section) else { return false }
        return kind != nil || (0..<counts[path.section]).contains(path.item)
    }
}
