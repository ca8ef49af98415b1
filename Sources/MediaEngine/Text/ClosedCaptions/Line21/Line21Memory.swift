/// The rows of one of the two memories of a CTA-608 channel.
struct Line21Memory: Equatable {
    static let rows = 15
    static let columns = 32
    /// The margin on each side, and the size of the caption area, as fractions of the frame.
    private static let edge = 0.1
    private static let safeArea = 0.8

    struct Cell: Equatable {
        var character: Character
        var style: TextStyle
    }

    private var cells = [Cell?](repeating: nil, count: rows * columns)

    subscript(row: Int, column: Int) -> Cell? {
        get { cells[row * Self.columns + column] }
        set { cells[row * Self.columns + column] = newValue }
    }

    mutating func clear() { self = Line21Memory() }

    mutating func clear(row: Int, from column: Int = 0) {
        for at in column..<Self.columns { self[row, at] = nil }
    }

    private mutating func copy(row: Int, to other: Int) {
        for column in 0..<Self.columns { self[other, column] = self[row, column] }
    }

    /// Moves the `count` rows up to `base` up by one, and clears `base` and all other rows.
    mutating func rollUp(base: Int, count: Int) {
        let top = max(0, base - count + 1)
        for row in 0..<Self.rows where row < top || row > base { clear(row: row) }
        for row in top..<base { copy(row: row + 1, to: row) }
        clear(row: base)
    }

    /// Moves the `count` rows up to a base row to another base row.
    mutating func move(from base: Int, to other: Int, count: Int) {
        guard base != other else { return }
        let old = self
        clear()
        for step in 0..<count where base - step >= 0 && other - step >= 0 {
            for column in 0..<Self.columns { self[other - step, column] = old[base - step, column] }
        }
    }

    /// Clears the rows above the last `count` rows up to `base`.
    mutating func keep(last count: Int, upTo base: Int) {
        for row in 0..<max(0, base - count + 1) { clear(row: row) }
    }

    // MARK: - Text

    /// Adjacent rows form one block.
    var blocks: [CaptionBlock] {
        var blocks: [CaptionBlock] = []
        var row = 0
        while row < Self.rows {
            let first = row
            while row < Self.rows, extent(row) != nil { row += 1 }
            if row > first { blocks.append(block(first..<row)) }
            row += 1
        }
        return blocks
    }

    /// Returns the range from the first to the last character; nil if the row is empty.
    private func extent(_ row: Int) -> ClosedRange<Int>? {
        func isVisible(_ column: Int) -> Bool { self[row, column].map { !$0.character.isWhitespace } ?? false }
        guard let first = (0..<Self.columns).first(where: isVisible),
            let last = (0..<Self.columns).last(where: isVisible)
        else { return nil }
        return first...last
    }

    private func block(_ rows: Range<Int>) -> CaptionBlock {
        CaptionBlock(lines: rows.map(line), placement: placement(rows))
    }

    private func line(_ row: Int) -> [CaptionBlock.Run] {
        guard let extent = extent(row) else { return [] }
        var runs: [CaptionBlock.Run] = []
        for column in extent {
            let cell = self[row, column]
            let style = cell?.style ?? TextStyle()
            let letter = cell.map { $0.character.isWhitespace ? " " : $0.character } ?? " "
            if var last = runs.last, last.style == style || letter == " " {
                last.text.append(letter)
                runs[runs.count - 1] = last
            } else {
                runs.append(CaptionBlock.Run(text: String(letter), style: style))
            }
        }
        return runs
    }

    /// Returns the position of rows. Rows that are approximately centered in the grid are centered, because proportional fonts have other
    /// widths.
    private func placement(_ rows: Range<Int>) -> TextPlacement {
        let isLow = rows.lowerBound + rows.upperBound > Self.rows
        let line = Self.edge + Self.safeArea * Double(isLow ? rows.upperBound : rows.lowerBound) / Double(Self.rows)
        var placement = TextPlacement(line: line, lineAnchor: isLow ? .end : .start)
        let extents = rows.compactMap { extent($0) }
        let isCentered = extents.allSatisfy {
            abs($0.lowerBound + $0.upperBound - (Self.columns - 1)) <= 2 * Self.centering
        }
        if !isCentered, let left = extents.map(\.lowerBound).min() {
            placement.position = Self.edge + Self.safeArea * Double(left) / Double(Self.columns)
            placement.alignment = .start
        }
        return placement
    }

    /// The number of columns by which a centered line may be off-center: indents are multiples of four, tabs up to three.
    private static let centering = 2
}
