import CoreGraphics
import Foundation

/// Whether the viewer drags a row of a table, and the data of the drag.
enum RowMoving {
    case idle
    case lifted(LiftedRow)

    var row: LiftedRow? {
        if case .lifted(let row) = self { row } else { nil }
    }
}

/// A row that the viewer drags. The other rows are displayed as if the row had moved to its target; the data has not changed yet.
struct LiftedRow {
    /// The path of the row in the data.
    let source: IndexPath
    /// The path that the row gets when it is dropped.
    private(set) var target: IndexPath
    /// The target before the delegate has changed it.
    var proposed: IndexPath
    /// The distance of the pointer from the upper edge of the row.
    let grip: CGFloat
    /// The upper edge of the row in the coordinates of the table.
    var top: CGFloat
    private(set) var changes = ListChanges()

    init(_ source: IndexPath, grip: CGFloat, top: CGFloat) {
        (self.source, target, proposed) = (source, source, source)
        self.grip = grip
        self.top = top
    }

    mutating func aim(at target: IndexPath) {
        self.target = target
        changes = ListChanges()
        if target != source { changes.movedItems = [source: target] }
    }

    /// Returns the path at which a row of the data is displayed.
    func displayedPath(of path: IndexPath) -> IndexPath { changes.newPath(of: path) ?? path }

    /// Returns by how many rows a section is displayed longer than it is in the data.
    func growth(ofSection section: Int) -> Int {
        (target.section == section ? 1 : 0) - (source.section == section ? 1 : 0)
    }

    /// Returns how far a row, header or footer makes room for the row.
    /// - Parameter height: that of the lifted row.
    func shift(of place: ListPlace, height: CGFloat) -> CGFloat {
        guard source != target, ListPlace(kind: nil, path: source) != place else { return 0 }
        if target > source { return isAfterSource(place) && isBeforeTarget(place) ? -height : 0 }
        return isAfterSource(place) || isBeforeTarget(place) ? 0 : height
    }

    private func isAfterSource(_ place: ListPlace) -> Bool {
        switch place.kind {
        case TableKind.header: place.path.section > source.section
        case TableKind.footer: place.path.section >= source.section
        default: place.path > source
        }
    }

    private func isBeforeTarget(_ place: ListPlace) -> Bool {
        switch place.kind {
        case TableKind.header: place.path.section <= target.section
        case TableKind.footer: place.path.section < target.section
        default: displayedPath(of: place.path) < target
        }
    }
}
