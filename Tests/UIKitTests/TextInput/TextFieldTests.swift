import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// Text fields under key, text, composition and pointer events of a window.
@MainActor
struct TextFieldTests {
    // MARK: Typing and deleting

    @Test("typed characters appear at the caret, and keys without text add nothing")
    func type_insertsAtCaret() {
        let stage = TextStage("ac")
        defer { stage.end() }
        stage.edit(at: 1)
        stage.type("b")
        stage.key(0x3A)
        #expect(stage.state == "ab|c")
    }

    @Test("backspace and delete remove whole characters, and words with Ctrl")
    func backspace_removesCharacters() {
        let stage = TextStage("one two 👨‍👩‍👧x")
        defer { stage.end() }
        stage.edit()
        stage.key(EditKey.backspace)
        stage.key(EditKey.backspace)
        #expect(stage.state == "one two |")
        stage.key(EditKey.backspace, .control)
        #expect(stage.state == "one |")
        stage.key(EditKey.home)
        stage.key(EditKey.delete)
        #expect(stage.state == "|ne ")
        stage.key(EditKey.delete, .control)
        #expect(stage.state == "| ")
    }

    @Test("arrows, Home and End move the caret, and extend the selection with Shift and by words with Ctrl")
    func arrows_moveCaret() {
        let stage = TextStage("one two")
        defer { stage.end() }
        stage.edit()
        stage.key(EditKey.left)
        #expect(stage.state == "one tw|o")
        stage.key(EditKey.left, [.shift, .control])
        #expect(stage.state == "one [tw]o")
        stage.key(EditKey.home, .shift)
        #expect(stage.state == "[one tw]o")
        stage.key(EditKey.right)
        #expect(stage.state == "one tw|o")
        stage.key(EditKey.home)
        stage.key(EditKey.right, .control)
        #expect(stage.state == "one| two")
        stage.key(EditKey.down)
        #expect(stage.state == "one two|")
    }

    @Test("in text from right to left, the left arrow moves the caret forward")
    func arrows_followDirection() {
        let stage = TextStage("שלום")
        defer { stage.end() }
        stage.edit(at: 0)
        let start = stage.place(0)
        stage.key(EditKey.left)
        #expect(stage.field.editor.buffer.head == 1)
        #expect(stage.place(1) < start)
        stage.key(EditKey.right)
        #expect(stage.field.editor.buffer.head == 0)
    }

    @Test("a line break in pasted text becomes a space")
    func paste_hasNoLineBreaks() {
        let stage = TextStage("ab")
        defer { stage.end() }
        stage.clipboard.text = "1\n2\r\n3"
        stage.edit(at: 1)
        stage.key(EditKey.v, .control, "v")
        #expect(stage.state == "a1 2 3|b")
    }

    @Test("Ctrl+A, C, X and V act on the clipboard, Ctrl+Z returns to the text before, with Shift to the one after")
    func shortcuts_useClipboard() {
        let stage = TextStage("word")
        defer { stage.end() }
        stage.edit()
        stage.key(EditKey.a, .control, "a")
        #expect(stage.state == "[word]")
        stage.key(EditKey.c, .control, "c")
        #expect(stage.clipboard.text == "word")
        stage.key(EditKey.x, .control, "x")
        #expect(stage.state == "|")
        stage.key(EditKey.v, .control, "v")
        stage.key(EditKey.v, .control, "v")
        #expect(stage.state == "wordword|")
        stage.key(EditKey.z, .control, "z")
        #expect(stage.state == "word|")
        stage.key(EditKey.z, [.control, .shift], "z")
        #expect(stage.state == "wordword|")
    }

    @Test("a character of the third level is typed, Alt with a letter is not")
    func alternate_typesThirdLevelOnly() {
        let stage = TextStage()
        defer { stage.end() }
        stage.edit()
        for (characters, text) in [("q", "@"), ("f", "f")] {
            let usage = KeyUsage(rawValue: 20)
            stage.window.memory?.inject(
                .key(KeyEvent(phase: .down, usage: usage, characters: characters, modifiers: .alternate)))
            stage.window.memory?.inject(.text(text))
            stage.window.memory?.inject(.key(KeyEvent(phase: .up, usage: usage, characters: characters)))
        }
        #expect(stage.state == "@|")
    }

    // MARK: Composition

    @Test(
        "a composition is displayed as marked text, its result replaces it, and the delegate is asked about the result only"
    )
    func composition_isReplacedByResult() {
        let stage = TextStage("x")
        defer { stage.end() }
        let delegate = RecordingDelegate()
        stage.field.delegate = delegate
        stage.edit()
        delegate.log = []
        for text in ["に", "にほ", "日本"] {
            stage.window.memory?.inject(.composition(TextComposition(text: text)))
        }
        #expect(stage.field.text == "x日本")
        #expect(stage.field.editor.buffer.marked == NSRange(location: 1, length: 2))
        #expect(!stage.field.editor.rectangles(of: NSRange(location: 1, length: 2)).isEmpty)
        #expect(!delegate.log.contains { $0.hasPrefix("change") })
        stage.window.memory?.inject(.composition(TextComposition(text: "")))
        stage.window.memory?.inject(.text("日本"))
        #expect(stage.state == "x日本|" && stage.field.editor.buffer.marked == nil)
        #expect(delegate.log.filter { $0.hasPrefix("change") } == ["change 1 0 日本"])
    }

    @Test("a composition that ends without a result leaves the text as it was")
    func composition_canBeCancelled() {
        let stage = TextStage("ab")
        defer { stage.end() }
        stage.edit(at: 1)
        stage.window.memory?.inject(.composition(TextComposition(text: "か", start: 1)))
        #expect(stage.state == "aか|b")
        stage.window.memory?.inject(.composition(TextComposition(text: "")))
        #expect(stage.state == "a|b")
    }

    // MARK: Secure entry

    @Test("a secure field displays a bullet for each character, and its text cannot be copied")
    func secure_displaysBullets() {
        let stage = TextStage("p👨‍👩‍👧ss")
        defer { stage.end() }
        stage.field.isSecureTextEntry = true
        stage.edit()
        #expect(stage.field.editor.displayed == "••••")
        #expect(stage.field.accessibleNode.accessibilityNodeRole == .passwordField)
        #expect(stage.field.accessibleNode.accessibilityNodeEditedText?.text == "••••")
        stage.key(EditKey.left)
        stage.key(EditKey.left)
        stage.key(EditKey.backspace)
        #expect(stage.state == "p|ss")
        stage.key(EditKey.a, .control, "a")
        stage.key(EditKey.c, .control, "c")
        stage.key(EditKey.x, .control, "x")
        #expect(stage.clipboard.text == nil && stage.field.text == "pss")
    }

    // MARK: Pointer

    @Test("a click places the caret at the nearest character, and a drag selects")
    func click_placesCaret() {
        let stage = TextStage("one two three")
        defer { stage.end() }
        stage.click(stage.place(3) + 1)
        #expect(stage.field.isFirstResponder)
        #expect(stage.state == "one| two three")
        stage.pointer(.pressed, stage.place(4))
        stage.pointer(.moved, stage.place(7))
        stage.pointer(.released, stage.place(7))
        #expect(stage.state == "one [two] three")
        stage.click(stage.place(13) - 1, .shift)
        #expect(stage.state == "one [two three]")
    }

    @Test("a double click selects a word, which a drag extends by words, and a triple click selects all")
    func doubleClick_selectsWord() {
        let stage = TextStage("one two three")
        defer { stage.end() }
        stage.edit()
        stage.pointer(.pressed, stage.place(5), clicks: 2)
        #expect(stage.state == "one [two] three")
        stage.pointer(.moved, stage.place(9) + 1)
        #expect(stage.state == "one [two three]")
        stage.pointer(.moved, stage.place(1))
        #expect(stage.state == "[one two] three")
        stage.pointer(.released, stage.place(1))
        stage.click(stage.place(5), clicks: 3)
        #expect(stage.state == "[one two three]")
    }

    // MARK: Geometry

    @Test("the caret advances with the text, and long text scrolls so that the caret stays inside")
    func caret_staysInside() {
        let stage = TextStage(String(repeating: "wide ", count: 40))
        defer { stage.end() }
        stage.edit()
        stage.window.layoutIfNeeded()
        let bounds = stage.field.bounds
        let end = stage.field.caretRect(for: stage.field.endOfDocument)
        #expect(end.maxX <= bounds.maxX + 0.5 && end.minX > bounds.midX)
        stage.key(EditKey.home)
        let start = stage.field.caretRect(for: stage.field.beginningOfDocument)
        #expect(abs(start.minX - bounds.minX) < 0.5)
        #expect(stage.field.caretRect(for: stage.field.endOfDocument).minX > bounds.maxX)
        #expect(start.height > 10 && start.midY > bounds.minY && start.midY < bounds.maxY)
    }

    @Test("text from right to left begins at the right edge")
    func rightToLeft_beginsAtRight() {
        let stage = TextStage("שלום")
        defer { stage.end() }
        stage.edit(at: 0)
        #expect(stage.field.caretRect(for: stage.field.beginningOfDocument).minX > stage.field.bounds.width - 5)
        stage.field.textAlignment = .left
        #expect(stage.field.caretRect(for: stage.field.endOfDocument).minX < 5)
    }

    @Test("the caret blinks while the field is edited, stays visible when idle, and is hidden for a selection")
    func caret_blinks() {
        withManualTime { time in
            let stage = TextStage("a")
            defer { stage.end() }
            stage.edit()
            stage.window.layoutIfNeeded()
            #expect(stage.field.display.canvas.isCaretVisible)
            time.advance(by: 0.6)
            #expect(!stage.field.display.canvas.isCaretVisible)
            time.advance(by: 0.5)
            #expect(stage.field.display.canvas.isCaretVisible)
            time.advance(by: 60)
            #expect(stage.field.display.canvas.isCaretVisible)
            stage.key(EditKey.a, .control, "a")
            #expect(!stage.field.display.canvas.isCaretVisible)
        }
    }

    @Test("the place of the caret is reported to the window for input methods")
    func caret_isReportedToWindow() {
        let stage = TextStage("abc")
        defer { stage.end() }
        stage.edit()
        let place = stage.window.memory?.textInputArea
        #expect(abs((place?.minX ?? 0) - stage.place(3)) < 0.5)
        stage.field.resignFirstResponder()
        #expect(stage.window.memory?.textInputArea == nil)
    }

    @Test("the pointer has the shape of a text cursor over the text only")
    func pointer_showsTextCursor() {
        let stage = TextStage("abc")
        defer { stage.end() }
        stage.pointer(.moved, 100)
        #expect(stage.window.memory?.showsTextCursor == true)
        stage.pointer(.moved, 10)
        #expect(stage.window.memory?.showsTextCursor == false)
    }
}
