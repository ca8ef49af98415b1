/// An action of the viewer: a sequence of events of the keyboard, the pointer or the fingers.
struct InputAction: CustomStringConvertible, Sendable {
    /// An event of the display's test devices.
    enum Step: Sendable {
        case key(UInt8, isDown: Bool)
        case button(UInt8, isDown: Bool)
        case move(x: Int, y: Int)
        case pause(milliseconds: Int)
    }

    /// An event of a touch screen. Positions are fractions of the window's size.
    struct Touch: Sendable {
        enum Phase: Sendable { case began, moved, ended }
        var phase: Phase
        var finger: Int
        var x: Double
        var y: Double
    }

    var description: String
    var steps: [Step] = []
    var touches: [Touch] = []
}

/// Creates random actions of the viewer, and remembers the keys and buttons that are down.
struct InputGenerator {
    static let screen = (width: 1000, height: 700)
    /// The codes of X keyboards with the standard layout. Shift, Control and Alt are among the modifiers.
    private static let shift: UInt8 = 50
    private static let alt: UInt8 = 64
    private static let playerKeys: [(name: String, code: UInt8)] = [
        ("space", 65), ("left", 113), ("right", 114), ("up", 111), ("down", 116), ("return", 36), ("escape", 9),
        ("tab", 23), ("home", 110), ("end", 115), ("page up", 112), ("page down", 117), ("m", 58), ("f", 41), ("c", 54),
        ("a", 38), ("i", 31), ("p", 33), ("n", 57), ("k", 45), ("j", 44), ("l", 46), ("comma", 59), ("period", 60),
        ("slash", 61), ("3", 12), ("5", 14), ("0", 19), ("bracket left", 34), ("bracket right", 35), ("menu", 135),
        ("mute", 121), ("volume down", 122), ("volume up", 123), ("play", 172), ("next", 171), ("previous", 173),
        ("stop", 174), ("backspace", 22), ("1", 10),
    ]

    private var keysDown: [UInt8] = []
    private var buttonsDown: [UInt8] = []
    private var pointer = (x: 500, y: 350)

    /// - Parameter closesWindows: whether Alt and F4 may be pressed.
    mutating func next(_ numbers: inout SeededNumbers, closesWindows: Bool) -> InputAction {
        switch numbers.integer(0...99) {
        case 0..<38: key(&numbers)
        case 38..<44: heldKey(&numbers)
        case 44..<58: move(&numbers)
        case 58..<76: click(&numbers)
        case 76..<84: drag(&numbers)
        case 84..<90: wheel(&numbers)
        case 90..<97: touch(&numbers)
        case 97: closesWindows ? combination("alt f4", [Self.alt, 70]) : key(&numbers)
        case 98: combination("alt tab", [Self.alt, 23])
        default: combination("super d", [133, 40])
        }
    }

    /// Releases all keys and buttons, and moves the pointer to a corner of the screen.
    mutating func release() -> InputAction {
        var action = InputAction(description: "release everything")
        action.steps = keysDown.map { .key($0, isDown: false) } + buttonsDown.map { .button($0, isDown: false) }
        action.steps.append(.move(x: Self.screen.width - 1, y: Self.screen.height - 1))
        pointer = (Self.screen.width - 1, Self.screen.height - 1)
        (keysDown, buttonsDown) = ([], [])
        return action
    }

    // MARK: Keys

    private func combination(_ name: String, _ codes: [UInt8]) -> InputAction {
        InputAction(
            description: name,
            steps: codes.map { .key($0, isDown: true) } + codes.reversed().map { .key($0, isDown: false) })
    }

    private func key(_ numbers: inout SeededNumbers) -> InputAction {
        let (name, code) = numbers.choose(Self.playerKeys) ?? ("space", 65)
        let codes = numbers.chance(0.2) ? [Self.shift, code] : [code]
        var action = combination("key \(codes.count > 1 ? "shift " : "")\(name)", codes)
        let count = numbers.chance(0.2) ? numbers.integer(2...6) : 1
        action.steps = Array(repeatElement(action.steps, count: count).joined())
        if count > 1 { action.description += ", \(count) times" }
        return action
    }

    /// Presses a key that a later action releases, or releases one.
    private mutating func heldKey(_ numbers: inout SeededNumbers) -> InputAction {
        if let code = keysDown.popLast() {
            return InputAction(description: "release of key \(code)", steps: [.key(code, isDown: false)])
        }
        let (name, code) = numbers.choose(Self.playerKeys) ?? ("space", 65)
        keysDown.append(code)
        return InputAction(
            description: "press of key \(name)",
            steps: [.key(code, isDown: true), .pause(milliseconds: numbers.chance(0.2) ? 700 : 0)])
    }

    // MARK: Pointer

    private static func place(_ numbers: inout SeededNumbers) -> (x: Int, y: Int) {
        (numbers.integer(0...screen.width - 1), numbers.integer(0...screen.height - 1))
    }

    private mutating func move(_ numbers: inout SeededNumbers) -> InputAction {
        let start = pointer
        pointer = Self.place(&numbers)
        let count = numbers.chance(0.5) ? 1 : 5
        return InputAction(
            description: "move to \(pointer.x),\(pointer.y)", steps: Self.line(from: start, to: pointer, count: count))
    }

    private static func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), count: Int) -> [InputAction.Step] {
        (1...count).map { step in
            .move(x: start.x + (end.x - start.x) * step / count, y: start.y + (end.y - start.y) * step / count)
        }
    }

    private mutating func click(_ numbers: inout SeededNumbers) -> InputAction {
        if let button = buttonsDown.popLast() {
            return InputAction(description: "release of button \(button)", steps: [.button(button, isDown: false)])
        }
        if numbers.chance(0.7) { pointer = Self.place(&numbers) }
        let button: UInt8 = numbers.chance(0.15) ? 3 : numbers.chance(0.05) ? 2 : 1
        var steps: [InputAction.Step] = [.move(x: pointer.x, y: pointer.y)]
        if numbers.chance(0.05) {
            buttonsDown.append(button)
            return InputAction(
                description: "press of button \(button) at \(pointer.x),\(pointer.y)",
                steps: steps + [.button(button, isDown: true)])
        }
        let count = numbers.chance(0.25) ? numbers.integer(2...3) : 1
        for _ in 0..<count { steps += [.button(button, isDown: true), .button(button, isDown: false)] }
        return InputAction(
            description: "\(count) clicks of button \(button) at \(pointer.x),\(pointer.y)", steps: steps)
    }

    private mutating func drag(_ numbers: inout SeededNumbers) -> InputAction {
        let start = Self.place(&numbers)
        var end = Self.place(&numbers)
        // Drags down dismiss, and those along a line move sliders.
        if numbers.chance(0.4) { end = (start.x, min(start.y + 300, Self.screen.height - 1)) }
        if numbers.chance(0.3) { end = (end.x, start.y) }
        pointer = end
        let name = "drag from \(start.x),\(start.y) to \(end.x),\(end.y)"
        var steps: [InputAction.Step] = [.move(x: start.x, y: start.y), .button(1, isDown: true)]
        for step in Self.line(from: start, to: end, count: 8) { steps += [step, .pause(milliseconds: 4)] }
        return InputAction(description: name, steps: steps + [.button(1, isDown: false)])
    }

    private func wheel(_ numbers: inout SeededNumbers) -> InputAction {
        let button = UInt8(numbers.integer(4...7))
        let turns = (0..<numbers.integer(1...6)).flatMap { _ in
            [InputAction.Step.button(button, isDown: true), .button(button, isDown: false)]
        }
        return InputAction(description: "wheel \(button)", steps: turns)
    }

    // MARK: Fingers

    private func touch(_ numbers: inout SeededNumbers) -> InputAction {
        let (x, y) = (numbers.number(0...1), numbers.number(0...1))
        func touch(_ phase: InputAction.Touch.Phase, _ x: Double, _ y: Double, finger: Int = 1) -> InputAction.Touch {
            .init(phase: phase, finger: finger, x: x, y: y)
        }
        switch numbers.integer(0...4) {
        case 0: return InputAction(description: "tap", touches: [touch(.began, x, y), touch(.ended, x, y)])
        case 1:
            let tap = [touch(.began, x, y), touch(.ended, x, y)]
            return InputAction(description: "double tap", touches: tap + tap)
        case 2:
            let moves = (1...8).map { touch(.moved, x, y + Double($0) * 0.06) }
            return InputAction(
                description: "swipe down", touches: [touch(.began, x, y)] + moves + [touch(.ended, x, y + 0.48)])
        case 3:
            let widens = numbers.chance(0.5)
            let distances = (0...4).map { 0.1 + Double(widens ? $0 : 4 - $0) * 0.08 }
            func both(_ phase: InputAction.Touch.Phase, _ distance: Double) -> [InputAction.Touch] {
                [touch(phase, 0.5 - distance, 0.5), touch(phase, 0.5 + distance, 0.5, finger: 2)]
            }
            let moves = distances.flatMap { both(.moved, $0) }
            return InputAction(
                description: widens ? "spread" : "pinch",
                touches: both(.began, distances[0]) + moves + both(.ended, distances[4]))
        default:
            // A finger that stays down until the next touch.
            return InputAction(description: "finger down", touches: [touch(.began, x, y)])
        }
    }
}
