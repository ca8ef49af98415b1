import UIKit

/// A key of the screens that cover the player, from a keyboard, a remote or a gamepad.
enum ScreenKey: Equatable {
    case move(KeyGrid.Direction)
    /// Tab (1) or Shift+Tab (-1).
    case advance(Int)
    case digit(Int)
    case delete
    case activate
    case leave

    /// - Returns: nil for keys without a meaning on these screens, and for key combinations.
    @MainActor
    init?(_ press: UIPress) {
        let flags = press.key?.modifierFlags ?? []
        guard flags.isDisjoint(with: [.control, .alternate, .command]) else { return nil }
        switch press.type {
        case .leftArrow: self = .move(.left)
        case .rightArrow: self = .move(.right)
        case .upArrow: self = .move(.up)
        case .downArrow: self = .move(.down)
        case .select: self = .activate
        case .menu: self = .leave
        default:
            switch press.key?.keyCode {
            case .keyboardTab?: self = .advance(flags.contains(.shift) ? -1 : 1)
            case .keyboardDeleteOrBackspace?, .keyboardDeleteForward?: self = .delete
            case .keypadEnter?: self = .activate
            default:
                guard let text = press.key?.charactersIgnoringModifiers, text.count == 1,
                    let digit = text.first?.wholeNumberValue, (0...9).contains(digit)
                else { return nil }
                self = .digit(digit)
            }
        }
    }
}
