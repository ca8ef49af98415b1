import CoreGraphics
import Foundation

/// The geometry of a table: sections below each other, each with a header, rows and a footer. Knows heights only.
struct TableArrangement {
    struct Section {
        /// The space above the header.
        var padding: CGFloat = 0
        var header: CGFloat = 0
        var rows: [CGFloat] = []
        var footer: CGFloat = 0
        /// For each row, whether its height is an estimate; empty where none is.
        var estimates: [Bool] = []
        var isHeaderEstimate = false
        var isFooterEstimate = false
    }

    /// A vertical range of the table.
    struct Strip: Equatable {
        var top: CGFloat
        var height: CGFloat
        var bottom: CGFloat { top + height }
    }

    private(set) var sections: [Section]
    /// The height of the view above the sections.
    private let head: CGFloat
    /// For each section, the tops of its rows from the section's start, and the end of the last row.
    private var tops: [[CGFloat]] = []
    /// The starts of the sections, and the end of the last one.
    private var starts: [CGFloat] = []

    init(_ sections: [Section] = [], head: CGFloat = 0) {
        self.sections = sections
        self.head = head
        tops = sections.map(Self.tops)
        placeSections()
    }

    private static func tops(_ section: Section) -> [CGFloat] {
        var tops: [CGFloat] = []
        tops.reserveCapacity(section.rows.count + 1)
        var top = section.padding + section.header
        for height in section.rows {
            tops.append(top)
            top += height
        }
        return tops + [top]
    }

    private mutating func placeSections() {
        starts = [head]
        for (section, tops) in zip(sections, tops) {
            starts.append((starts.last ?? head) + (tops.last ?? 0) + section.footer)
        }
    }

    /// The end of the last section.
    var length: CGFloat { starts.last ?? head }

    func start(of section: Int) -> CGFloat? { sections.indices.contains(section) ? starts[section] : nil }

    func strip(ofSection section: Int) -> Strip? {
        sections.indices.contains(section)
            ? Strip(top: starts[section], height: starts[section + 1] - starts[section]) : nil
    }

    func strip(ofRow path: IndexPath) -> Strip? {
        guard path.count == 2, sections.indices.contains(path.section),
            sections[path.section].rows.indices.contains(path.row)
        else { return nil }
        return Strip(
            top: starts[path.section] + tops[path.section][path.row], height: sections[path.section].rows[path.row])
    }

    /// - Parameter edge: where the header stays while its section is scrolled below it; nil for a header that scrolls along.
    func strip(ofHeader section: Int, floatingAt edge: CGFloat? = nil) -> Strip? {
        guard sections.indices.contains(section), sections[section].header > 0 else { return nil }
        let height = sections[section].header
        let top = starts[section] + sections[section].padding
        guard let edge else { return Strip(top: top, height: height) }
        let last = starts[section + 1] - sections[section].footer - height
        return Strip(top: max(top, min(edge, last)), height: height)
    }

    /// - Parameter edge: the lower edge that the footer stays at while its section continues below it; nil for a footer that scrolls along.
    func strip(ofFooter section: Int, floatingAt edge: CGFloat? = nil) -> Strip? {
        guard sections.indices.contains(section), sections[section].footer > 0 else { return nil }
        let height = sections[section].footer
        let top = starts[section + 1] - height
        guard let edge else { return Strip(top: top, height: height) }
        let first = starts[section] + sections[section].padding + sections[section].header
        return Strip(top: min(top, max(edge - height, first)), height: height)
    }

    // MARK: Finding

    /// The sections that intersect a range.
    func sections(in range: ClosedRange<CGFloat>) -> Range<Int> {
        let first = Self.firstIndex(sections.count) { starts[$0 + 1] > range.lowerBound }
        let end = Self.firstIndex(sections.count) { starts[$0] >= range.upperBound }
        return first..<max(first, end)
    }

    /// The rows that intersect a range, from the top to the bottom.
    func rows(in range: ClosedRange<CGFloat>) -> [IndexPath] {
        sections(in: range).flatMap { section -> [IndexPath] in
            let (tops, start) = (tops[section], starts[section])
            let count = sections[section].rows.count
            let first = Self.firstIndex(count) { start + tops[$0 + 1] > range.lowerBound }
            let end = Self.firstIndex(count) { start + tops[$0] >= range.upperBound }
            return (first..<max(first, end)).map { IndexPath(row: $0, section: section) }
        }
    }

    /// Returns the first index for which a condition holds that holds for all later ones, too; `count` where there is none.
    private static func firstIndex(_ count: Int, where condition: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the path that a row gets when it is dropped.
    /// - Parameters:
    ///   - top: the upper edge of the row.
    ///   - source: the path of the row, which takes no room. Other rows are before it when their middle is above its upper edge.
    func insertion(at top: CGFloat, without source: IndexPath) -> IndexPath {
        let room = strip(ofRow: source)?.height ?? 0
        // The places of rows and sections without the row.
        func place(_ place: CGFloat, isAfter: Bool) -> CGFloat { isAfter ? place - room : place }
        let next = Self.firstIndex(max(0, sections.count - 1)) { section in
            let end = starts[section] + (tops[section].last ?? 0)
            let start = starts[section + 1] + (tops[section + 1].first ?? 0)
            let middle = (end + start) / 2
            return place(middle, isAfter: section >= source.section) >= top
        }
        guard sections.indices.contains(next) else { return source }
        let isOwn = next == source.section
        let count = sections[next].rows.count - (isOwn ? 1 : 0)
        let row = Self.firstIndex(count) { row in
            let old = isOwn && row >= source.row ? row + 1 : row
            let middle = starts[next] + tops[next][old] + sections[next].rows[old] / 2
            return place(middle, isAfter: IndexPath(row: old, section: next) > source) >= top
        }
        return IndexPath(row: row, section: next)
    }

    // MARK: Changing heights

    /// Sets measured heights, which are no estimates any more.
    mutating func set(_ heights: [ListPlace: CGFloat]) {
        var changed: Set<Int> = []
        for (place, height) in heights where sections.indices.contains(place.path.section) {
            let section = place.path.section
            if self.height(at: place) != height { changed.insert(section) }
            switch place.kind {
            case TableKind.header:
                sections[section].header = height
                sections[section].isHeaderEstimate = false
            case TableKind.footer:
                sections[section].footer = height
                sections[section].isFooterEstimate = false
            default: Self.set(height, row: place.path.row, &sections[section])
            }
        }
        for section in changed { tops[section] = Self.tops(sections[section]) }
        if !changed.isEmpty { placeSections() }
    }

    private static func set(_ height: CGFloat, row: Int, _ section: inout Section) {
        guard section.rows.indices.contains(row) else { return }
        section.rows[row] = height
        if section.estimates.indices.contains(row) { section.estimates[row] = false }
    }

    /// The height of a row, header or footer.
    func height(at place: ListPlace) -> CGFloat? {
        switch place.kind {
        case TableKind.header: strip(ofHeader: place.path.section)?.height
        case TableKind.footer: strip(ofFooter: place.path.section)?.height
        default: strip(ofRow: place.path)?.height
        }
    }

    /// Whether the height at a place is an estimate.
    func isEstimate(_ place: ListPlace) -> Bool {
        guard sections.indices.contains(place.path.section) else { return false }
        let section = sections[place.path.section]
        switch place.kind {
        case TableKind.header: return section.isHeaderEstimate
        case TableKind.footer: return section.isFooterEstimate
        default: return section.estimates.indices.contains(place.path.row) && section.estimates[place.path.row]
        }
    }

    /// The height of a row that its content does not determine; nil for others.
    func fixedHeight(at place: ListPlace) -> CGFloat? {
        guard sections.indices.contains(place.path.section), sections[place.path.section].estimates.isEmpty else {
            return nil
        }
        return strip(ofRow: place.path)?.height
    }

    /// The heights of the rows that have been measured.
    var measuredRows: [(path: IndexPath, height: CGFloat)] {
        sections.enumerated().flatMap { number, section in
            section.estimates.enumerated().compactMap { row, isEstimate in
                isEstimate ? nil : (IndexPath(row: row, section: number), section.rows[row])
            }
        }
    }
}

/// The kinds of a table's supplementary views.
enum TableKind {
    static let header = "header"
    static let footer = "footer"
}
