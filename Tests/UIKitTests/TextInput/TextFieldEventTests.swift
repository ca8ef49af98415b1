import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// The delegate, the events, the notifications and the keys of text fields.
@MainActor
struct TextFieldEventTests {
    /// A controller with commands and presses of a player.
    private final class PlayerController: UIViewController {
        var commands: [String] = []
        var presses: [UIPress.PressType] = []

        override var keyCommands: [UIKeyCommand]? {
            [("f", []), (" ", []), ("k", UIKeyModifierFlags.control)].map { input, modifiers in
                UIKeyCommand(input: input, modifierFlags: modifiers) { [weak self] _ in self?.commands.append(input) }
            }
        }

        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            self.presses += presses.map(\.type)
        }
    }

    private func record(_ field: UITextField) -> EventLog {
        let log = EventLog()
        let names: [(String, UIControl.Event)] = [
            ("begin", .editingDidBegin), ("changed", .editingChanged), ("end", .editingDidEnd),
            ("exit", .editingDidEndOnExit), ("primary", .primaryActionTriggered),
        ]
        for (name, event) in names { field.addAction(UIAction { _ in log.events.append(name) }, for: event) }
        return log
    }

    @MainActor private final class EventLog { var events: [String] = [] }

    @Test("letters, space and arrows reach the field while it is first responder, and the player otherwise")
    func keys_belongToField() {
        let player = PlayerController()
        let stage = TextStage(root: player)
        defer { stage.end() }
        stage.type("f ")
        stage.key(EditKey.left)
        #expect(player.commands == ["f", " "] && player.presses.contains(.leftArrow))
        stage.edit()
        player.presses = []
        stage.type("f m")
        for key in [EditKey.left, EditKey.right, EditKey.up, EditKey.home] { stage.key(key) }
        #expect(stage.field.text == "f m" && player.commands.count == 2 && player.presses.isEmpty)
        stage.key(14, .control, "k")
        stage.key(EditKey.escape)
        #expect(player.commands.last == "k" && player.presses == [.menu])
        stage.field.resignFirstResponder()
        stage.type("f")
        #expect(player.commands.last == "f" && stage.field.text == "f m")
    }

    @Test("a field that a presented controller covers receives no keys, and receives them again afterwards")
    func presented_coversField() {
        withManualTime { time in
            let stage = TextStage()
            defer { stage.end() }
            stage.edit()
            let cover = UIViewController()
            cover.modalPresentationStyle = .overFullScreen
            stage.root.present(cover, animated: false)
            time.advance(by: 1)
            stage.type("a")
            #expect(stage.field.text == "")
            cover.dismiss(animated: false)
            time.advance(by: 1)
            stage.type("b")
            #expect(stage.field.text == "b")
        }
    }

    @Test("editing calls the delegate and sends the events in order")
    func editing_notifies() {
        let stage = TextStage()
        defer { stage.end() }
        let delegate = RecordingDelegate()
        stage.field.delegate = delegate
        let events = record(stage.field)
        #expect(stage.field.becomeFirstResponder())
        stage.type("a")
        #expect(stage.field.resignFirstResponder())
        #expect(
            delegate.log == ["shouldBegin", "didBegin", "change 0 0 a", "selection", "shouldEnd", "didEnd 0"])
        #expect(events.events == ["begin", "changed", "end"])
    }

    @Test("the notifications of a field are posted with the field as object")
    func editing_postsNotifications() {
        let stage = TextStage()
        defer { stage.end() }
        let log = EventLog()
        let names = [
            UITextField.textDidBeginEditingNotification, UITextField.textDidChangeNotification,
            UITextField.textDidEndEditingNotification,
        ]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: stage.field, queue: nil) { note in
                let name = note.name.rawValue
                MainActor.assumeIsolated { log.events.append(name) }
            }
        }
        stage.field.becomeFirstResponder()
        stage.type("a")
        stage.field.endEditing(false)
        tokens.forEach { NotificationCenter.default.removeObserver($0) }
        #expect(log.events == names.map(\.rawValue))
    }

    @Test("the delegate vetoes the beginning, a change, and the end, which only endEditing(true) overrides")
    func delegate_vetoes() {
        let stage = TextStage("a")
        defer { stage.end() }
        let delegate = RecordingDelegate()
        stage.field.delegate = delegate
        delegate.vetoes = ["shouldBegin"]
        stage.click(60)
        #expect(!stage.field.isFirstResponder && !stage.field.isEditing)
        delegate.vetoes = ["change", "shouldEnd"]
        stage.edit()
        stage.type("b")
        stage.key(EditKey.backspace)
        stage.clipboard.text = "x"
        stage.key(EditKey.v, .control, "v")
        #expect(stage.field.text == "a")
        #expect(!stage.field.resignFirstResponder() && stage.field.isEditing)
        #expect(!stage.root.view.endEditing(false))
        #expect(stage.root.view.endEditing(true) && !stage.field.isEditing && !stage.field.isFirstResponder)
    }

    @Test("Return asks the delegate and sends its events; an action for editingDidEndOnExit ends editing")
    func return_sendsEvents() {
        let stage = TextStage("a")
        defer { stage.end() }
        let delegate = RecordingDelegate()
        stage.field.delegate = delegate
        var primary = 0
        stage.field.addAction(UIAction { _ in primary += 1 }, for: .primaryActionTriggered)
        stage.edit()
        stage.key(EditKey.enter)
        #expect(primary == 1 && stage.field.isEditing)
        let events = record(stage.field)
        delegate.vetoes = ["return"]
        stage.key(EditKey.enter)
        #expect(events.events.isEmpty && primary == 1)
        delegate.vetoes = []
        stage.key(EditKey.enter)
        #expect(events.events == ["exit", "primary", "end"] && !stage.field.isEditing)
    }

    @Test("with enablesReturnKeyAutomatically, Return has no effect without text")
    func return_needsText() {
        let stage = TextStage()
        defer { stage.end() }
        let events = record(stage.field)
        stage.field.enablesReturnKeyAutomatically = true
        stage.edit()
        stage.key(EditKey.enter)
        #expect(events.events == ["begin"])
    }

    @Test("the clear button is displayed for its mode, and asks the delegate")
    func clearButton_asksDelegate() throws {
        let stage = TextStage("abc")
        defer { stage.end() }
        let delegate = RecordingDelegate()
        stage.field.delegate = delegate
        stage.field.clearButtonMode = .whileEditing
        stage.window.layoutIfNeeded()
        let button = try #require(stage.field.subviews.lazy.compactMap { $0 as? TextClearButton }.first)
        #expect(button.isHidden)
        stage.edit()
        stage.window.layoutIfNeeded()
        #expect(!button.isHidden && stage.field.editingRect(forBounds: stage.field.bounds).maxX <= button.frame.minX)
        let x = Double(button.convert(button.bounds, to: stage.window).midX)
        delegate.vetoes = ["clear"]
        stage.click(x)
        #expect(stage.field.text == "abc")
        delegate.vetoes = []
        stage.click(x)
        stage.window.layoutIfNeeded()
        #expect(stage.field.text == "" && stage.field.isEditing && button.isHidden)
    }

    @Test("another field takes the keys from the first one, which ends editing, and Tab moves between them")
    func tab_movesBetweenFields() {
        let stage = TextStage("a")
        defer { stage.end() }
        let second = UITextField(frame: CGRect(x: 50, y: 100, width: 200, height: 34))
        stage.root.view.addSubview(second)
        stage.window.layoutIfNeeded()
        stage.edit()
        #expect(second.becomeFirstResponder() && !stage.field.isEditing && second.isEditing)
        stage.key(EditKey.tab, .shift)
        #expect(stage.field.isEditing && stage.state == "[a]")
        stage.key(EditKey.tab)
        #expect(second.isEditing)
    }

    @Test("a field that leaves its window or is disabled ends editing")
    func removal_endsEditing() {
        let stage = TextStage()
        defer { stage.end() }
        let delegate = RecordingDelegate()
        stage.field.delegate = delegate
        stage.edit()
        stage.field.isEnabled = false
        #expect(!stage.field.isEditing && !stage.field.becomeFirstResponder())
        stage.field.isEnabled = true
        stage.edit()
        stage.field.removeFromSuperview()
        #expect(!stage.field.isEditing && delegate.log.last == "didEnd 0")
    }

    @Test("positions of UITextInput address the selection in UTF-16 units")
    func textInput_selects() throws {
        let field = UITextField(frame: .zero)
        field.text = "one two"
        let start = try #require(field.position(from: field.beginningOfDocument, offset: 4))
        #expect(field.position(from: field.endOfDocument, offset: 1) == nil)
        field.selectedTextRange = field.textRange(from: field.endOfDocument, to: start)
        let range = try #require(field.selectedTextRange)
        #expect(field.text(in: range) == "two")
        #expect(field.offset(from: field.beginningOfDocument, to: range.end) == 7)
        field.replace(range, withText: "2")
        #expect(field.text == "one 2")
    }

    @Test("assistive technology replaces parts of the text, also of a secure one, and reads the selection")
    func accessibility_editsText() {
        let stage = TextStage("a😀b")
        defer { stage.end() }
        stage.field.placeholder = "Name"
        let node = stage.field.accessibleNode
        #expect(node.accessibilityNodeRole == .textField && node.accessibilityNodeLabel == "Name")
        #expect(node.accessibilityNodeStates.contains(.editable) && node.accessibilityNodeValue == nil)
        #expect(node.selectAccessibilityNodeText(1..<2))
        #expect(stage.state == "a[😀]b" && node.accessibilityNodeEditedText?.selection == 1..<2)
        #expect(node.replaceAccessibilityNodeText(in: 1..<2, with: "xy") && stage.state == "axy|b")
        stage.field.isSecureTextEntry = true
        #expect(node.replaceAccessibilityNodeText(in: 1..<3, with: "") && stage.state == "a|b")
        #expect(node.replaceAccessibilityNodeText(in: 0..<Int.max, with: "new") && stage.field.text == "new")
    }

    @Test("a view of the client that adopts UIKeyInput receives typed text, Return and backspace")
    func keyInput_receivesText() {
        let stage = TextStage()
        defer { stage.end() }
        let view = PasscodeEntry(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
        stage.root.view.addSubview(view)
        #expect(view.becomeFirstResponder())
        stage.type("ab")
        stage.key(EditKey.backspace)
        stage.key(EditKey.enter)
        #expect(view.text == "a\n")
    }

    private final class PasscodeEntry: UIView, UIKeyInput {
        var text = ""
        override var canBecomeFirstResponder: Bool { true }
        var hasText: Bool { !text.isEmpty }
        func insertText(_ text: String) { self.text += text }
        func deleteBackward() { _ = text.popLast() }
    }

    @Test("the pasteboard reads and writes the clipboard and reports changes")
    func pasteboard_usesClipboard() {
        let clipboard = FakeClipboard()
        let pasteboard = UIPasteboard.general
        pasteboard.clipboard = clipboard
        let count = pasteboard.changeCount
        #expect(!pasteboard.hasStrings && pasteboard.string == nil)
        pasteboard.string = "https://example.org/a.m3u8"
        #expect(clipboard.text == "https://example.org/a.m3u8" && pasteboard.hasURLs)
        #expect(pasteboard.url?.host == "example.org" && pasteboard.changeCount == count + 1)
        clipboard.text = "plain words"
        #expect(pasteboard.strings == ["plain words"] && pasteboard.url == nil)
    }
}
