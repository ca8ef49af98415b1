import CoreGraphics
import Foundation
import WindowSystem

@testable import UIKit

/// A clipboard of a test.
@MainActor final class FakeClipboard: Clipboard {
    var text: String? { didSet { handler() } }
    private var handler: @MainActor () -> Void = {}
    func onChange(_ handler: @escaping @MainActor () -> Void) { self.handler = handler }
}

/// A window with a text field, whose events the test injects.
@MainActor final class TextStage: EditingStage {
    var editor: TextEditor { field.editor }
    let window: UIWindow
    let root: UIViewController
    let field: UITextField
    let clipboard = FakeClipboard()

    init(_ text: String = "", width: Double = 200, root: UIViewController = UIViewController()) {
        self.root = root
        window = makeWindow(root)
        field = UITextField(frame: CGRect(x: 50, y: 50, width: width, height: 34))
        field.text = text
        root.view.addSubview(field)
        window.layoutIfNeeded()
        UIPasteboard.general.clipboard = clipboard
    }

    func end() { window.isHidden = true }

    /// Begins editing with the caret at an offset, or behind the text.
    func edit(at offset: Int? = nil) {
        field.becomeFirstResponder()
        let offset = offset ?? field.editor.buffer.length
        field.editor.select(NSRange(location: offset, length: 0))
    }

    func pointer(_ phase: PointerEvent.Phase, _ x: Double, clicks: Int = 1, _ modifiers: KeyModifiers = []) {
        window.memory?.inject(
            .pointer(
                PointerEvent(
                    phase: phase, location: CGPoint(x: x, y: 67), button: phase == .moved ? nil : .primary,
                    heldButtons: phase == .released ? [] : [.primary], clickCount: clicks, modifiers: modifiers)))
    }

    func click(_ x: Double, clicks: Int = 1, _ modifiers: KeyModifiers = []) {
        pointer(.pressed, x, clicks: clicks, modifiers)
        pointer(.released, x, clicks: clicks, modifiers)
    }

    /// The horizontal place of the caret before an offset, in the window's coordinates.
    func place(_ offset: Int) -> Double {
        field.convert(field.editor.caret(at: offset), to: window).minX
    }
}

/// The usages of the keys that edit text.
enum EditKey {
    static let enter: UInt16 = 0x28, escape: UInt16 = 0x29, backspace: UInt16 = 0x2A, tab: UInt16 = 0x2B
    static let home: UInt16 = 0x4A, delete: UInt16 = 0x4C, end: UInt16 = 0x4D
    static let right: UInt16 = 0x4F, left: UInt16 = 0x50, down: UInt16 = 0x51, up: UInt16 = 0x52
    static let a: UInt16 = 4, c: UInt16 = 6, v: UInt16 = 25, x: UInt16 = 27, z: UInt16 = 29
}
