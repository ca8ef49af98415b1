/// One of the eight windows of a CTA-708 service: rows of characters with a position.
struct CaptionWindow: Equatable {
    static let maximumRows = 15
    static let maximumColumns = 64

    /// The parameters of a window definition (CTA-708 section 8.10.5.2).
    struct Definition: Equatable {
        var isVisible = false
        var isRelative = false
        var anchor = 0
        var vertical = 0
        var horizontal = 0
        var rows = 1
        var columns = 1
        var windowStyle = 0
        var penStyle = 0

        /// Parses six bytes.
        init(_ bytes: [UInt8]) {
            isVisible = bytes[0] & 0x20 != 0
            isRelative = bytes[1] & 0x80 != 0
            vertical = Int(bytes[1] & 0x7f)
            horizontal = Int(bytes[2])
            anchor = Int(bytes[3] >> 4)
            rows = min(maximumRows, Int(bytes[3] & 0xf) + 1)
            columns = Int(bytes[4] & 0x3f) + 1
            windowStyle = Int(bytes[5] >> 3 & 7)
            penStyle = Int(bytes[5] & 7)
        }
    }

    enum Justification: UInt8 { case left, right, center, full }

    private struct Cell: Equatable {
        var character: Character
        var style: TextStyle
    }

    private(set) var definition: Definition
    var isVisible: Bool
    var justification: Justification
    var style = TextStyle()
    private var lines: [[Cell]] = [[]]
    private var row = 0
    private var column = 0

    init(_ definition: Definition) {
        self.definition = definition
        isVisible = definition.isVisible
        justification = Self.justification(ofStyle: definition.windowStyle)
    }

    /// Redefines the window. Its text is kept.
    mutating func define(_ new: Definition) {
        guard new != definition else {
            isVisible = new.isVisible
            return
        }
        definition = new
        isVisible = new.isVisible
        if new.windowStyle != 0 { justification = Self.justification(ofStyle: new.windowStyle) }
        if lines.count > new.rows { lines.removeFirst(lines.count - new.rows) }
        row = min(row, new.rows - 1)
    }

    private static func justification(ofStyle style: Int) -> Justification {
        style == 3 || style == 6 ? .center : .left
    }

    // MARK: - Characters

    mutating func type(_ character: Character) {
        fill(to: row)
        let cell = Cell(character: character, style: style)
        while lines[row].count < column { lines[row].append(Cell(character: " ", style: TextStyle())) }
        if column < lines[row].count {
            lines[row][column] = cell
        } else if column < Self.maximumColumns {
            lines[row].append(cell)
        }
        column = min(column + 1, Self.maximumColumns)
    }

    mutating func backspace() {
        guard column > 0 else { return }
        column -= 1
        if lines.indices.contains(row), column < lines[row].count { lines[row].remove(at: column) }
    }

    mutating func carriageReturn() {
        column = 0
        if row + 1 < definition.rows {
            row += 1
            fill(to: row)
        } else {
            lines.append([])
            while lines.count > definition.rows { lines.removeFirst() }
            row = lines.count - 1
        }
    }

    mutating func clearRow() {
        if lines.indices.contains(row) { lines[row].removeAll() }
        column = 0
    }

    mutating func clear() {
        lines = [[]]
        (row, column) = (0, 0)
    }

    mutating func movePen(row: Int, column: Int) {
        self.row = min(row, definition.rows - 1)
        self.column = min(column, Self.maximumColumns - 1)
        fill(to: self.row)
    }

    private mutating func fill(to row: Int) { while lines.count <= row { lines.append([]) } }

    // MARK: - Text

    /// Nil if nothing is visible.
    var block: CaptionBlock? {
        guard isVisible else { return nil }
        let texts = lines.map(Self.runs).filter { !$0.isEmpty }
        return texts.isEmpty ? nil : CaptionBlock(lines: texts, placement: placement)
    }

    private static func runs(_ cells: [Cell]) -> [CaptionBlock.Run] {
        guard let first = cells.firstIndex(where: { !$0.character.isWhitespace }),
            let last = cells.lastIndex(where: { !$0.character.isWhitespace })
        else { return [] }
        var runs: [CaptionBlock.Run] = []
        for cell in cells[first...last] {
            if let before = runs.last, before.style == cell.style || cell.character == " " {
                runs[runs.count - 1].text.append(cell.character)
            } else {
                runs.append(CaptionBlock.Run(text: String(cell.character), style: cell.style))
            }
        }
        return runs
    }

    /// The position of the window. Anchors count in steps of the safe area (75 rows, and 210 columns for 16:9), or in percent; a character
    /// is five steps wide.
    private var placement: TextPlacement {
        let down = min(1, Double(definition.vertical) / (definition.isRelative ? 99 : 74))
        let across = min(1, Double(definition.horizontal) / (definition.isRelative ? 99 : 209))
        let width = Double(definition.columns) * 5 / 210
        let anchor = definition.anchor < 9 ? definition.anchor : 7
        let vertical = [TextPlacement.Anchor.start, .center, .end][anchor / 3]
        let left = across - width * Double(anchor % 3) / 2
        let (edge, alignment): (Double, TextPlacement.Anchor) =
            switch justification {
            case .left, .full: (left, .start)
            case .center: (left + width / 2, .center)
            case .right: (left + width, .end)
            }
        var placement = TextPlacement(line: Self.inset + (1 - 2 * Self.inset) * down, lineAnchor: vertical)
        if alignment != .center || abs(edge - 0.5) > Self.centering {
            placement.position = Self.inset + (1 - 2 * Self.inset) * max(0, min(1, edge))
            placement.alignment = alignment
        }
        return placement
    }

    /// Windows whose center is this close to that of the frame are treated as centered.
    private static let centering = 0.02

    /// The margin on each side, as a fraction of the frame.
    private static let inset = 0.1
}
