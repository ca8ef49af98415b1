/// The movement of a selection among buttons in rows, by arrow keys. A value without side effects.
struct KeyGrid: Equatable, Sendable {
    enum Direction: Sendable { case left, right, up, down }

    /// The number of buttons in each row, from top to bottom.
    let rows: [Int]
    /// The index of the selected button, counted by rows; nil before the first key.
    private(set) var selection: Int?

    init(rows: [Int], selection: Int? = nil) {
        self.rows = rows
        self.selection = selection
    }

    var count: Int { rows.reduce(0, +) }

    /// Moves the selection, or selects the first button where none is selected. The selection stops at the edges.
    mutating func move(_ direction: Direction) {
        guard count > 0 else { return }
        guard let selection, let place = place(of: selection) else { return self.selection = 0 }
        var (row, column) = place
        switch direction {
        case .left: column = max(0, column - 1)
        case .right: column = min(rows[row] - 1, column + 1)
        case .up: if let next = rows[..<row].lastIndex(where: { $0 > 0 }) { row = next }
        case .down: if let next = rows[(row + 1)...].firstIndex(where: { $0 > 0 }) { row = next }
        }
        self.selection = rows[..<row].reduce(0, +) + min(column, rows[row] - 1)
    }

    /// Selects the next button in reading order, and the first after the last.
    mutating func advance(by step: Int = 1) {
        guard count > 0 else { return }
        let next = selection.map { $0 + step } ?? 0
        selection = (next % count + count) % count
    }

    mutating func select(_ index: Int?) { selection = index.flatMap { (0..<count).contains($0) ? $0 : nil } }

    private func place(of index: Int) -> (row: Int, column: Int)? {
        var first = 0
        for (row, length) in rows.enumerated() {
            if index < first + length { return (row, index - first) }
            first += length
        }
        return nil
    }
}
