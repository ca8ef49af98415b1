import CoreGraphics
import Foundation

/// The frames of rows and section views.
extension UITableView {
    /// The horizontal distance of rows from the edges.
    var rowInset: CGFloat { style == .insetGrouped ? TableLook(traitCollection).inset : 0 }
    /// Where headers stay while their rows are scrolled below them; nil where they scroll along.
    var floatingTop: CGFloat? { style == .plain ? bounds.minY + adjustedContentInset.top : nil }
    var floatingBottom: CGFloat? { style == .plain ? bounds.maxY - adjustedContentInset.bottom : nil }

    private func height(of lifted: LiftedRow) -> CGFloat { arrangement.strip(ofRow: lifted.source)?.height ?? 0 }

    /// The frame of a row, header or footer; nil for one that does not exist.
    func frame(of place: ListPlace, floats: Bool = true) -> CGRect? {
        let lifted = editing.mover.lifted
        let shift = lifted.map { $0.shift(of: place, height: height(of: $0)) } ?? 0
        let strip: TableArrangement.Strip? =
            switch place.kind {
            case TableKind.header:
                arrangement.strip(
                    ofHeader: place.path.section, floatingAt: floats ? floatingTop.map { $0 - shift } : nil)
            case TableKind.footer:
                arrangement.strip(
                    ofFooter: place.path.section, floatingAt: floats ? floatingBottom.map { $0 - shift } : nil)
            default: arrangement.strip(ofRow: place.path)
            }
        guard let strip else { return nil }
        let isLifted = place.kind == nil && place.path == lifted?.source
        let top = isLifted ? lifted?.top ?? strip.top : strip.top + shift
        return CGRect(x: rowInset, y: top, width: max(0, areaWidth - 2 * rowInset), height: strip.height)
    }

    func places(in area: CGRect) -> [ListPlace] {
        guard area.height > 0 else { return [] }
        let lifted = editing.mover.lifted
        // Rows that make room for a lifted row are displayed that far from their places.
        let room = lifted.map(height) ?? 0
        let range = area.minY - room...area.maxY + room
        var places = arrangement.rows(in: range).map { ListPlace(kind: nil, path: $0) }
        if let lifted {
            let own = ListPlace(kind: nil, path: lifted.source)
            if !places.contains(own) { places.append(own) }
        }
        for section in arrangement.sections(in: range) {
            for kind in [TableKind.header, TableKind.footer] {
                let place = ListPlace(kind: kind, path: IndexPath(row: 0, section: section))
                if let frame = frame(of: place), frame.maxY > area.minY, frame.minY < area.maxY { places.append(place) }
            }
        }
        return places
    }
}
