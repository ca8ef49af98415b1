import CoreGraphics
import Foundation

/// The heights of a table's rows, headers and footers, from its delegate and its properties.
@MainActor struct TableHeights {
    private let table: UITableView
    private let measures: TableMeasures
    /// The arrangement before, whose heights are the best estimates.
    private let former: TableArrangement
    private let known: [IndexPath: CGFloat]
    private let look: TableLook
    private let delegate: (any UITableViewDelegate)?

    init(_ table: UITableView, measures: TableMeasures, former: TableArrangement, known: [IndexPath: CGFloat]) {
        self.table = table
        self.measures = measures
        self.former = former
        self.known = known
        look = TableLook(table.traitCollection)
        delegate = table.rowDelegate
    }

    private static func usable(_ height: CGFloat) -> CGFloat { height.isFinite ? max(0, height) : 0 }

    func section(_ number: Int, rows count: Int) -> TableArrangement.Section {
        var section = TableArrangement.Section()
        let header = delegate?.tableView(table, heightForHeaderInSection: number) ?? measures.header
        let footer = delegate?.tableView(table, heightForFooterInSection: number) ?? measures.footer
        (section.header, section.isHeaderEstimate) = height(of: TableKind.header, number, header)
        (section.footer, section.isFooterEstimate) = height(of: TableKind.footer, number, footer)
        if section.header > 0 {
            let usual = table.style == .plain ? look.headerPadding : 0
            section.padding = measures.headerPadding < 0 ? usual : Self.usable(measures.headerPadding)
        }
        addRows(count, number, &section)
        return section
    }

    private func addRows(_ count: Int, _ number: Int, _ section: inout TableArrangement.Section) {
        section.rows.reserveCapacity(count)
        var estimates: [Bool] = []
        for row in 0..<count {
            let path = IndexPath(row: row, section: number)
            let height = delegate?.tableView(table, heightForRowAt: path) ?? measures.row
            if height < 0 {
                if estimates.isEmpty { estimates = Array(repeating: false, count: count) }
                let measured = known[path]
                estimates[row] = measured == nil
                section.rows.append(measured ?? estimate(path))
            } else {
                section.rows.append(Self.usable(height))
            }
        }
        section.estimates = estimates
    }

    private func estimate(_ path: IndexPath) -> CGFloat {
        if let height = former.strip(ofRow: path)?.height, height > 0 { return height }
        let height = delegate?.tableView(table, estimatedHeightForRowAt: path) ?? measures.estimatedRow
        return height > 0 ? Self.usable(height) : look.rowHeight
    }

    /// - Parameter wanted: the height from the delegate or the table.
    /// - Returns: the height, and whether it is to be measured.
    private func height(of kind: String, _ section: Int, _ wanted: CGFloat) -> (CGFloat, Bool) {
        guard wanted < 0 else { return (Self.usable(wanted), false) }
        guard table.hasSectionView(kind, section) else { return (table.style == .plain ? 0 : look.groupGap, false) }
        let isHeader = kind == TableKind.header
        let own =
            isHeader
            ? delegate?.tableView(table, estimatedHeightForHeaderInSection: section) ?? measures.estimatedHeader
            : delegate?.tableView(table, estimatedHeightForFooterInSection: section) ?? measures.estimatedFooter
        return (own > 0 ? Self.usable(own) : look.rowHeight, true)
    }
}
