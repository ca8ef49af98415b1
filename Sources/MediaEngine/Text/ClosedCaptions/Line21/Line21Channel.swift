/// One caption channel of CTA-608: pop-on, roll-up and paint-on captions in two memories of 15 rows by 32 columns.
struct Line21Channel {
    private enum Mode: Equatable {
        /// Nothing is displayed before a code selects a mode.
        case none
        case popOn
        case rollUp(Int)
        case paintOn
        /// Text services are not captions.
        case text
    }

    private static let lastRow = Line21Memory.rows - 1
    private static let lastColumn = Line21Memory.columns - 1

    private var mode = Mode.none
    private var displayed = Line21Memory()
    private var hidden = Line21Memory()
    private var row = lastRow
    private var column = 0
    private var style = TextStyle()
    private(set) var cues = CaptionCueBuilder()

    mutating func takeDone() -> [CaptionCue] { cues.takeDone() }

    // MARK: - Codes

    /// Decodes two bytes without parity bits; a control code without the bits of its channel and field.
    mutating func take(_ first: UInt8, _ second: UInt8, at time: Nanoseconds) {
        cues.receiveCaptions(at: time)
        switch (first, second) {
        case (0x10...0x17, 0x40...0x7f): preamble(first, second, at: time)
        case (0x11, 0x20...0x2f): midRow(second, at: time)
        case (0x11, 0x30...0x3f): Line21Characters.special(second).map { type($0, at: time) }
        case (0x12...0x13, 0x20...0x3f):
            // An extended character replaces the preceding standard character, which older receivers display instead.
            backspace()
            Line21Characters.extended(first, second).map { type($0, at: time) }
        case (0x14, 0x20...0x2f): command(second, at: time)
        case (0x17, 0x21...0x23): column = min(Self.lastColumn, column + Int(second & 3))
        case (0x20..., _):
            Line21Characters.basic(first).map { type($0, at: time) }
            Line21Characters.basic(second).map { type($0, at: time) }
        // Background colors, and optional character sets, are not supported.
        default: break
        }
    }

    private mutating func command(_ code: UInt8, at time: Nanoseconds) {
        switch code {
        case 0x20: mode = .popOn
        case 0x21:
            backspace()
            if mode != .popOn { cues.show(displayed.blocks, at: time, grows: true) }
        case 0x24:
            write { $0.clear(row: $1, from: $2) }
            if mode != .popOn { cues.show(displayed.blocks, at: time, grows: true) }
        case 0x25...0x27: rollUp(Int(code) - 0x23, at: time)
        case 0x29: mode = .paintOn
        case 0x2a, 0x2b: mode = .text
        case 0x2c:
            displayed.clear()
            cues.show([], at: time)
        case 0x2d: carriageReturn(at: time)
        case 0x2e: hidden.clear()
        case 0x2f:
            mode = .popOn
            swap(&displayed, &hidden)
            cues.show(displayed.blocks, at: time)
        default: break
        }
    }

    private mutating func rollUp(_ rows: Int, at time: Nanoseconds) {
        if case .rollUp = mode {
            displayed.keep(last: rows, upTo: row)
        } else {
            displayed.clear()
            hidden.clear()
            row = Self.lastRow
            column = 0
            style = TextStyle()
        }
        mode = .rollUp(rows)
        cues.show(displayed.blocks, at: time)
    }

    private mutating func carriageReturn(at time: Nanoseconds) {
        guard case .rollUp(let rows) = mode else { return }
        displayed.rollUp(base: row, count: rows)
        column = 0
        style = TextStyle()
        cues.beginLine(displayed.blocks, at: time)
    }

    /// Sets the position and style of the next characters.
    private mutating func preamble(_ first: UInt8, _ second: UInt8, at time: Nanoseconds) {
        let isLower = second & 0x20 != 0
        let target: Int
        switch first {
        case 0x10: target = 10
        case 0x11: target = isLower ? 1 : 0
        case 0x12: target = isLower ? 3 : 2
        case 0x13: target = isLower ? 12 : 11
        case 0x14: target = isLower ? 14 : 13
        case 0x15: target = isLower ? 5 : 4
        case 0x16: target = isLower ? 7 : 6
        default: target = isLower ? 9 : 8
        }
        if case .rollUp(let rows) = mode, target != row {
            displayed.move(from: row, to: target, count: rows)
            cues.show(displayed.blocks, at: time, grows: true)
        }
        row = target
        if second & 0x10 != 0 {
            column = 4 * Int(second >> 1 & 7)
            style = TextStyle(isUnderlined: second & 1 != 0)
        } else {
            column = 0
            style = Line21Characters.style(second)
        }
    }

    /// A mid-row style code takes up one column.
    private mutating func midRow(_ code: UInt8, at time: Nanoseconds) {
        var new = Line21Characters.style(code)
        // Italics keep the current color.
        if new.isItalic { new.color = style.color }
        style = TextStyle()
        type(" ", at: time)
        style = new
    }

    // MARK: - Characters

    private mutating func write(_ body: (inout Line21Memory, Int, Int) -> Void) {
        switch mode {
        case .popOn: body(&hidden, row, column)
        case .rollUp, .paintOn: body(&displayed, row, column)
        case .none, .text: break
        }
    }

    private mutating func type(_ character: Character, at time: Nanoseconds) {
        let cell = Line21Memory.Cell(character: character, style: style)
        write { $0[$1, $2] = cell }
        guard mode != .none, mode != .text else { return }
        column = min(Self.lastColumn, column + 1)
        guard mode != .popOn else { return }
        cues.show(displayed.blocks, at: time, grows: true)
    }

    private mutating func backspace() {
        guard column > 0 else { return }
        column -= 1
        write { $0[$1, $2] = nil }
    }
}
