/// The passcode against which entered digits are checked: digits of the environment, or the salted hash of the settings.
struct PasscodeCheck: Equatable, Sendable, ExpressibleByStringLiteral {
    private enum Kind: Equatable, Sendable {
        case digits(String)
        case stored(Restrictions.Passcode)
    }

    private let kind: Kind
    /// The number of digits.
    let length: Int

    init(_ digits: String) {
        kind = .digits(digits)
        length = digits.count
    }

    init(_ passcode: Restrictions.Passcode) {
        kind = .stored(passcode)
        length = passcode.length
    }

    init(stringLiteral value: String) { self.init(value) }

    func accepts(_ entered: String) -> Bool {
        switch kind {
        case .digits(let digits): entered == digits
        case .stored(let passcode): passcode.matches(entered)
        }
    }
}
