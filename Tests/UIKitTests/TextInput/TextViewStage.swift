import CoreGraphics
import Foundation
import WindowSystem

@testable import UIKit

/// A window with a text view, whose events the test injects.
@MainActor final class TextViewStage: EditingStage {
    let window: UIWindow
    let view: UITextView
    let clipboard = FakeClipboard()
    var editor: TextEditor { view.editor }

    init(
        _ text: String = "", width: Double = 200, height: Double = 120, view: UITextView = UITextView(frame: .zero)
    ) {
        self.view = view
        let root = UIViewController()
        window = makeWindow(root)
        view.frame = CGRect(x: 50, y: 50, width: width, height: height)
        view.text = text
        root.view.addSubview(view)
        window.layoutIfNeeded()
        UIPasteboard.general.clipboard = clipboard
    }

    func end() { window.isHidden = true }

    /// Begins editing with the caret at an offset, or behind the text.
    func edit(at offset: Int? = nil) {
        view.becomeFirstResponder()
        view.selectedRange = NSRange(location: offset ?? editor.buffer.length, length: 0)
    }

    func pointer(_ phase: PointerEvent.Phase, _ point: CGPoint, clicks: Int = 1, _ modifiers: KeyModifiers = []) {
        window.memory?.inject(
            .pointer(
                PointerEvent(
                    phase: phase, location: point, button: phase == .moved ? nil : .primary,
                    heldButtons: phase == .released ? [] : [.primary], clickCount: clicks, modifiers: modifiers)))
    }

    func click(_ point: CGPoint, clicks: Int = 1, _ modifiers: KeyModifiers = []) {
        pointer(.pressed, point, clicks: clicks, modifiers)
        pointer(.released, point, clicks: clicks, modifiers)
    }

    /// The middle of the caret before an offset, in the window's coordinates.
    func place(_ offset: Int) -> CGPoint {
        let caret = view.convert(editor.caret(at: offset), to: window)
        return CGPoint(x: caret.minX, y: caret.midY)
    }
}

/// Records the calls of a text view, and vetoes what a test names.
@MainActor final class RecordingTextViewDelegate: NSObject, UITextViewDelegate {
    var log: [String] = []
    var vetoes: Set<String> = []
    var action: UIAction?

    private func note(_ name: String, _ detail: String = "") -> Bool {
        log.append(name + detail)
        return !vetoes.contains(name)
    }

    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { note("shouldBegin") }
    func textViewDidBeginEditing(_ textView: UITextView) { log.append("didBegin") }
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool { note("shouldEnd") }
    func textViewDidEndEditing(_ textView: UITextView) { log.append("didEnd") }
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
        note("change", " \(range.location) \(range.length) \(text)")
    }
    func textViewDidChange(_ textView: UITextView) { log.append("changed") }
    func textView(
        _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange,
        interaction: UITextItemInteraction
    ) -> Bool { note("link", " \(URL.absoluteString) \(characterRange.location) \(characterRange.length)") }
    func textView(
        _ textView: UITextView, primaryActionFor textItem: UITextItem, defaultAction: UIAction
    ) -> UIAction? { action }
}
