/// Decodes one service of CTA-708: the commands that define windows, and the characters in them (CTA-708 sections 7 and 8).
struct CaptionServiceDecoder {
    /// The maximum number of bytes buffered during a delay command; more end the delay.
    static let maximumDelayedBytes = 128

    private var windows = [CaptionWindow?](repeating: nil, count: 8)
    private var current: Int?
    private var rest: [UInt8] = []
    private var delayEnd: Nanoseconds?
    private var grew = false
    private var changed = false
    private(set) var cues = CaptionCueBuilder()

    mutating func takeDone() -> [CaptionCue] { cues.takeDone() }

    /// Decodes the bytes of one block.
    mutating func take(_ bytes: [UInt8], at time: Nanoseconds) {
        cues.receiveCaptions(at: time)
        while let end = delayEnd, end <= time {
            delayEnd = nil
            run(at: end)
        }
        rest += bytes
        if delayEnd != nil {
            guard rest.count > Self.maximumDelayedBytes || endsDelay(bytes) else { return }
            delayEnd = nil
        }
        run(at: time)
    }

    /// Whether the bytes contain a command that ends a delay.
    private func endsDelay(_ bytes: [UInt8]) -> Bool { bytes.contains { $0 == 0x8e || $0 == 0x8f } }

    private mutating func run(at time: Nanoseconds) {
        (grew, changed) = (false, false)
        while delayEnd == nil, let code = rest.first, let length = Self.length(of: rest[...]), length <= rest.count {
            let command = Array(rest.prefix(length))
            rest.removeFirst(length)
            carryOut(code, Array(command.dropFirst()), at: time)
        }
        // A command does not extend beyond its block.
        if delayEnd == nil { rest.removeAll(keepingCapacity: true) }
        guard grew || changed else { return }
        cues.show(windows.compactMap { $0?.block }, at: time, grows: !changed)
    }

    // MARK: - Codes

    /// Returns the length in bytes of the code at the start; nil if it cannot be determined yet.
    static func length(of bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x10:
            guard let second = bytes.dropFirst().first else { return nil }
            switch second {
            case 0x00...0x07: return 2
            case 0x08...0x0f: return 3
            case 0x10...0x17: return 4
            case 0x18...0x1f: return 5
            case 0x80...0x87: return 6
            case 0x88...0x8f: return 7
            case 0x90...0x9f: return bytes.dropFirst(2).first.map { 3 + Int($0 & 0x1f) }
            default: return 2
            }
        case 0x11...0x17: return 2
        case 0x18...0x1f: return 3
        case 0x88...0x8d: return 2
        case 0x90, 0x92: return 3
        case 0x91: return 4
        case 0x97: return 5
        case 0x98...0x9f: return 7
        default: return 1
        }
    }

    private mutating func carryOut(_ code: UInt8, _ arguments: [UInt8], at time: Nanoseconds) {
        switch code {
        case 0x08: edit { $0.backspace() }
        case 0x0c: edit(isGrowth: false) { $0.clear() }
        case 0x0d: edit { $0.carriageReturn() }
        case 0x0e: edit(isGrowth: false) { $0.clearRow() }
        case 0x10: Self.extended(arguments[0]).map { letter in edit { $0.type(letter) } }
        // A two-byte character of Unicode's basic multilingual plane.
        case 0x18:
            let value = UInt32(arguments[0]) << 8 | UInt32(arguments[1])
            if value >= 0x20, let scalar = Unicode.Scalar(value) { edit { $0.type(Character(scalar)) } }
        case 0x20...0x7e: edit { $0.type(Character(Unicode.Scalar(code))) }
        case 0x7f: edit { $0.type("♪") }
        case 0x80...0x87: current = windows[Int(code & 7)] == nil ? current : Int(code & 7)
        case 0x88: each(of: arguments[0]) { $0?.clear() }
        case 0x89: each(of: arguments[0]) { $0?.isVisible = true }
        case 0x8a: each(of: arguments[0]) { $0?.isVisible = false }
        case 0x8b: each(of: arguments[0]) { $0?.isVisible.toggle() }
        case 0x8c:
            each(of: arguments[0]) { $0 = nil }
            if let chosen = current, windows[chosen] == nil { current = nil }
        case 0x8d: delayEnd = time &+ Nanoseconds(arguments[0]) &* 100 &* .millisecond
        case 0x8f:
            each(of: 0xff) { $0 = nil }
            current = nil
        case 0x90:
            edit(isGrowth: nil) { window in
                window.style.isItalic = arguments[1] & 0x80 != 0
                window.style.isUnderlined = arguments[1] & 0x40 != 0
            }
        case 0x91: edit(isGrowth: nil) { $0.style.color = Self.color(arguments[0]) }
        case 0x92: edit(isGrowth: nil) { $0.movePen(row: Int(arguments[0] & 0xf), column: Int(arguments[1] & 0x3f)) }
        case 0x97: edit(isGrowth: nil) { $0.justification = .init(rawValue: arguments[2] & 3) ?? .left }
        case 0x98...0x9f: define(Int(code & 7), .init(arguments))
        case 0xa0...0xff: edit { $0.type(Character(Unicode.Scalar(code))) }
        default: break
        }
    }

    private mutating func define(_ index: Int, _ definition: CaptionWindow.Definition) {
        let old = windows[index]
        if windows[index] == nil {
            windows[index] = CaptionWindow(definition)
        } else {
            windows[index]?.define(definition)
        }
        if definition.penStyle != 0 { windows[index]?.style = TextStyle() }
        current = index
        if old?.block != windows[index]?.block { changed = true }
    }

    /// - Parameter isGrowth: whether characters are added to the displayed ones; nil if the display does not change.
    private mutating func edit(isGrowth: Bool? = true, _ body: (inout CaptionWindow) -> Void) {
        guard let current, var window = windows[current] else { return }
        body(&window)
        windows[current] = window
        guard let isGrowth, window.isVisible else { return }
        if isGrowth { grew = true } else { changed = true }
    }

    private mutating func each(of mask: UInt8, _ body: (inout CaptionWindow?) -> Void) {
        for index in windows.indices where mask & 1 << UInt8(index) != 0 {
            let old = windows[index]?.block
            body(&windows[index])
            if windows[index]?.block != old { changed = true }
        }
    }

    /// Converts a color with two bits for each of red, green and blue. Nil for white, which is replaced by the viewer's preference.
    private static func color(_ byte: UInt8) -> UInt32? {
        func part(_ shift: UInt8) -> UInt32 { UInt32(byte >> shift & 3) * 85 }
        let color = part(4) << 16 | part(2) << 8 | part(0)
        return color == 0xffffff ? nil : color
    }

    /// Returns an extended character after 0x10: sets G2 and G3.
    private static func extended(_ code: UInt8) -> Character? {
        switch code {
        case 0x20, 0x21: " "
        case 0x25: "…"
        case 0x2a: "Š"
        case 0x2c: "Œ"
        case 0x30: "█"
        case 0x31: "‘"
        case 0x32: "’"
        case 0x33: "“"
        case 0x34: "”"
        case 0x35: "•"
        case 0x39: "™"
        case 0x3a: "š"
        case 0x3c: "œ"
        case 0x3d: "℠"
        case 0x3f: "Ÿ"
        case 0x76: "⅛"
        case 0x77: "⅜"
        case 0x78: "⅝"
        case 0x79: "⅞"
        case 0x7a: "│"
        case 0x7b: "┐"
        case 0x7c: "└"
        case 0x7d: "─"
        case 0x7e: "┘"
        case 0x7f: "┌"
        case 0x22...0x7f: "_"
        default: nil
        }
    }
}
