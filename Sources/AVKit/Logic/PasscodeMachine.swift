/// The entry of a passcode: its digits and the remaining attempts. A value without side effects.
struct PasscodeMachine: Equatable, Sendable {
    static let attempts = 3

    enum Outcome: Equatable, Sendable {
        case unchanged
        case edited
        case accepted
        /// The digits were wrong and have been removed; the viewer has this many attempts left.
        case rejected(attemptsLeft: Int)
        /// The last attempt was wrong, or the viewer has cancelled.
        case failed
    }

    private let passcode: PasscodeCheck
    private(set) var entered = ""
    private(set) var attemptsLeft = Self.attempts
    private(set) var isOver = false

    init(passcode: PasscodeCheck) { self.passcode = passcode }

    var length: Int { passcode.length }

    mutating func enter(_ digit: Int) -> Outcome {
        guard !isOver, (0...9).contains(digit) else { return .unchanged }
        entered += "\(digit)"
        guard entered.count >= length else { return .edited }
        if passcode.accepts(entered) {
            isOver = true
            return .accepted
        }
        entered = ""
        attemptsLeft -= 1
        guard attemptsLeft > 0 else { return cancel() }
        return .rejected(attemptsLeft: attemptsLeft)
    }

    mutating func deleteLast() -> Outcome {
        guard !isOver, !entered.isEmpty else { return .unchanged }
        entered.removeLast()
        return .edited
    }

    mutating func cancel() -> Outcome {
        guard !isOver else { return .unchanged }
        isOver = true
        entered = ""
        return .failed
    }
}
