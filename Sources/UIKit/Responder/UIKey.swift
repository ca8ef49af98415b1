public import Foundation
public import Selectors

public struct UIKeyModifierFlags: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}

/// The position of a key on the keyboard as a USB HID usage (usage page 7).
public struct UIKeyboardHIDUsage: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    private init(_ rawValue: Int) { self.rawValue = rawValue }

    public static let keyboardA = Self(4), keyboardB = Self(5), keyboardC = Self(6), keyboardD = Self(7)
    public static let keyboardE = Self(8), keyboardF = Self(9), keyboardG = Self(10), keyboardH = Self(11)
    public static let keyboardI = Self(12), keyboardJ = Self(13), keyboardK = Self(14), keyboardL = Self(15)
    public static let keyboardM = Self(16), keyboardN = Self(17), keyboardO = Self(18), keyboardP = Self(19)
    public static let keyboardQ = Self(20), keyboardR = Self(21), keyboardS = Self(22), keyboardT = Self(23)
    public static let keyboardU = Self(24), keyboardV = Self(25), keyboardW = Self(26), keyboardX = Self(27)
    public static let keyboardY = Self(28), keyboardZ = Self(29)
    public static let keyboard1 = Self(30), keyboard2 = Self(31), keyboard3 = Self(32), keyboard4 = Self(33)
    public static let keyboard5 = Self(34), keyboard6 = Self(35), keyboard7 = Self(36), keyboard8 = Self(37)
    public static let keyboard9 = Self(38), keyboard0 = Self(39)
    public static let keyboardReturnOrEnter = Self(40), keyboardEscape = Self(41)
    public static let keyboardDeleteOrBackspace = Self(42), keyboardTab = Self(43), keyboardSpacebar = Self(44)
    public static let keyboardHyphen = Self(45), keyboardEqualSign = Self(46)
    public static let keyboardOpenBracket = Self(47), keyboardCloseBracket = Self(48)
    public static let keyboardBackslash = Self(49), keyboardSemicolon = Self(51), keyboardQuote = Self(52)
    public static let keyboardComma = Self(54), keyboardPeriod = Self(55), keyboardSlash = Self(56)
    public static let keyboardF1 = Self(58), keyboardF2 = Self(59), keyboardF3 = Self(60), keyboardF4 = Self(61)
    public static let keyboardF5 = Self(62), keyboardF6 = Self(63), keyboardF7 = Self(64), keyboardF8 = Self(65)
    public static let keyboardF9 = Self(66), keyboardF10 = Self(67), keyboardF11 = Self(68), keyboardF12 = Self(69)
    public static let keyboardInsert = Self(73), keyboardHome = Self(74), keyboardPageUp = Self(75)
    public static let keyboardDeleteForward = Self(76), keyboardEnd = Self(77), keyboardPageDown = Self(78)
    public static let keyboardRightArrow = Self(79), keyboardLeftArrow = Self(80)
    public static let keyboardDownArrow = Self(81), keyboardUpArrow = Self(82)
    public static let keypadEnter = Self(88)
}

/// A pressed key: its characters with and without modifiers, and its position on the keyboard.
@preconcurrency @MainActor open class UIKey: NSObject {
    open var characters: String { text }
    open var charactersIgnoringModifiers: String { plainText }
    open var modifierFlags: UIKeyModifierFlags { modifiers }
    open var keyCode: UIKeyboardHIDUsage { code }

    private let text: String
    private let plainText: String
    private let modifiers: UIKeyModifierFlags
    private let code: UIKeyboardHIDUsage

    init(
        characters: String, charactersIgnoringModifiers: String, modifiers: UIKeyModifierFlags, code: UIKeyboardHIDUsage
    ) {
        text = characters
        plainText = charactersIgnoringModifiers
        self.modifiers = modifiers
        self.code = code
    }
}

/// A key combination that calls a method of the responder that returns it in `keyCommands`, or of the next one up the chain that has the
/// method.
@preconcurrency @MainActor open class UIKeyCommand: NSObject {
    public static let inputUpArrow = "UIKeyInputUpArrow"
    public static let inputDownArrow = "UIKeyInputDownArrow"
    public static let inputLeftArrow = "UIKeyInputLeftArrow"
    public static let inputRightArrow = "UIKeyInputRightArrow"
    public static let inputEscape = "UIKeyInputEscape"
    public static let inputPageUp = "UIKeyInputPageUp"
    public static let inputPageDown = "UIKeyInputPageDown"
    public static let inputHome = "UIKeyInputHome"
    public static let inputEnd = "UIKeyInputEnd"
    public static let f1 = "UIKeyInputF1", f2 = "UIKeyInputF2", f3 = "UIKeyInputF3", f4 = "UIKeyInputF4"
    public static let f5 = "UIKeyInputF5", f6 = "UIKeyInputF6", f7 = "UIKeyInputF7", f8 = "UIKeyInputF8"
    public static let f9 = "UIKeyInputF9", f10 = "UIKeyInputF10", f11 = "UIKeyInputF11", f12 = "UIKeyInputF12"

    open var input: String? { key }
    open var modifierFlags: UIKeyModifierFlags { modifiers }
    open var title: String
    open var discoverabilityTitle: String?
    open var action: Selector? { selector }
    open var propertyList: Any? { values }
    private enum Call {
        case closure((UIKeyCommand) -> Void)
        case method(Selector)
    }

    private let call: Call
    private let values: Any?
    private let key: String
    private let modifiers: UIKeyModifierFlags

    private init(title: String, input: String, modifiers: UIKeyModifierFlags, values: Any?, call: Call) {
        self.title = title
        key = input
        self.modifiers = modifiers
        self.values = values
        self.call = call
        super.init()
    }

    package convenience init(
        title: String = "", input: String, modifierFlags: UIKeyModifierFlags = [],
        handler: @escaping (UIKeyCommand) -> Void
    ) {
        self.init(title: title, input: input, modifiers: modifierFlags, values: nil, call: .closure(handler))
    }

    public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
        self.init(title: "", input: input, modifiers: modifierFlags, values: nil, call: .method(action))
    }

    /// - Parameter propertyList: for the method that is called, which finds it in its argument.
    public convenience init(
        title: String = "", action: Selector, input: String, modifierFlags: UIKeyModifierFlags = [],
        propertyList: Any? = nil, discoverabilityTitle: String? = nil
    ) {
        self.init(title: title, input: input, modifiers: modifierFlags, values: propertyList, call: .method(action))
        self.discoverabilityTitle = discoverabilityTitle
    }

    private var selector: Selector? {
        if case .method(let selector) = call { selector } else { nil }
    }

    /// Runs the command for a responder that has returned it.
    func perform(from responder: UIResponder) {
        switch call {
        case .closure(let handler): handler(self)
        case .method(let selector):
            UIApplication.shared.sendAction(
                selector, to: responder.target(forAction: selector, withSender: self), from: self, for: nil)
        }
    }

    func matches(_ pressed: UIKey) -> Bool {
        let relevant: UIKeyModifierFlags = [.shift, .control, .alternate, .command]
        guard pressed.modifierFlags.intersection(relevant) == modifiers.intersection(relevant) else { return false }
        if let code = Self.codes[key] { return pressed.keyCode == code }
        return pressed.charactersIgnoringModifiers.lowercased() == key.lowercased()
    }

    private static let codes: [String: UIKeyboardHIDUsage] = [
        inputUpArrow: .keyboardUpArrow, inputDownArrow: .keyboardDownArrow, inputLeftArrow: .keyboardLeftArrow,
        inputRightArrow: .keyboardRightArrow, inputEscape: .keyboardEscape, inputPageUp: .keyboardPageUp,
        inputPageDown: .keyboardPageDown, inputHome: .keyboardHome, inputEnd: .keyboardEnd,
        "\r": .keyboardReturnOrEnter, f1: .keyboardF1, f2: .keyboardF2, f3: .keyboardF3, f4: .keyboardF4,
        f5: .keyboardF5, f6: .keyboardF6, f7: .keyboardF7, f8: .keyboardF8, f9: .keyboardF9, f10: .keyboardF10,
        f11: .keyboardF11, f12: .keyboardF12,
    ]
}
