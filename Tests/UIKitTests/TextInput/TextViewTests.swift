import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// Text views under key, text, composition and pointer events of a window.
@MainActor
struct TextViewTests {
    private static let lines = (1...40).map { "line \($0)" }.joined(separator: "\n")

    // MARK: Keys

    @Test(
        "Return inserts a line break, and Home and End go to the ends of the displayed line, with Ctrl to those of the text"
    )
    func keys_editLines() {
        let stage = TextViewStage("one")
        defer { stage.end() }
        stage.edit()
        stage.key(EditKey.enter)
        stage.type("two")
        #expect(stage.state == "one\ntwo|")
        stage.key(EditKey.home)
        #expect(stage.state == "one\n|two")
        stage.key(EditKey.end, .shift)
        #expect(stage.state == "one\n[two]")
        stage.key(EditKey.home, .control)
        #expect(stage.state == "|one\ntwo")
        stage.key(EditKey.left)
        stage.key(EditKey.end)
        stage.key(EditKey.right)
        #expect(stage.state == "one\n|two")
        stage.key(EditKey.left)
        #expect(stage.state == "one|\ntwo")
    }

    @Test("the down arrow keeps its column over a shorter line, and ends the text below the last line")
    func arrows_keepColumn() {
        let stage = TextViewStage("first line\nx\nthird line")
        defer { stage.end() }
        stage.edit(at: 6)
        stage.key(EditKey.down)
        #expect(stage.state == "first line\nx|\nthird line")
        stage.key(EditKey.down)
        let offset = stage.editor.buffer.head
        #expect((18...20).contains(offset))
        stage.key(EditKey.up)
        stage.key(EditKey.up, .shift)
        #expect(stage.editor.buffer.head == 6 && stage.view.selectedRange == NSRange(location: 6, length: 6))
        stage.edit(at: 14)
        stage.key(EditKey.down)
        #expect(stage.editor.buffer.head == 23)
    }

    @Test(
        "a long paragraph wraps: End stops before the space at the end of the line, Down continues in the same paragraph"
    )
    func arrows_followWrappedLines() {
        let text = "aaaa bbbb cccc dddd eeee ffff gggg hhhh"
        let stage = TextViewStage(text, width: 120)
        defer { stage.end() }
        stage.edit(at: 0)
        stage.key(EditKey.end)
        let end = stage.editor.buffer.head
        #expect(end < text.count && (text as NSString).substring(with: NSRange(location: end, length: 1)) == " ")
        #expect(stage.place(end).y == stage.place(0).y)
        stage.key(EditKey.home)
        stage.key(EditKey.down)
        #expect(stage.editor.buffer.head == end + 1 && stage.place(end + 1).y > stage.place(0).y)
    }

    @Test("Ctrl with arrows and backspace acts on words and, at the start of a paragraph, on the line break")
    func words_crossParagraphs() {
        let stage = TextViewStage("one two\nthree")
        defer { stage.end() }
        stage.edit()
        stage.key(EditKey.left, .control)
        #expect(stage.state == "one two\n|three")
        stage.key(EditKey.backspace, .control)
        #expect(stage.state == "one two|three")
        stage.key(EditKey.z, .control, "z")
        #expect(stage.view.text == "one two\nthree")
    }

    @Test("pasted text keeps its line breaks, and undo removes it at once")
    func paste_keepsLineBreaks() {
        let stage = TextViewStage("ab")
        defer { stage.end() }
        stage.clipboard.text = "1\r\n2\n"
        stage.edit(at: 1)
        stage.key(EditKey.v, .control, "v")
        #expect(stage.view.text == "a1\r\n2\nb" && stage.editor.buffer.head == 6)
        #expect(stage.place(6).y > stage.place(4).y && stage.place(4).y > stage.place(1).y)
        stage.key(EditKey.z, .control, "z")
        #expect(stage.view.text == "ab")
    }

    @Test("a composition of an input method is marked, and replaced by its result")
    func composition_isMarked() {
        let stage = TextViewStage("a\nb")
        defer { stage.end() }
        stage.edit(at: 2)
        stage.window.memory?.inject(.composition(TextComposition(text: "に", start: 1, length: 0)))
        #expect(stage.state == "a\nに|b" && stage.view.markedTextRange?.isEmpty == false)
        stage.window.memory?.inject(.text("日"))
        #expect(stage.state == "a\n日|b" && stage.view.markedTextRange == nil)
    }

    // MARK: Scrolling

    @Test("the view scrolls to the caret that leaves it, and to a range that the program names")
    func caret_isScrolledTo() {
        let stage = TextViewStage(Self.lines)
        defer { stage.end() }
        stage.edit(at: 0)
        #expect(stage.view.contentOffset.y == 0)
        stage.key(EditKey.end, .control)
        #expect(stage.view.bounds.contains(stage.editor.caret(at: stage.editor.buffer.length).insetBy(dx: 0, dy: 1)))
        stage.view.scrollRangeToVisible(NSRange(location: 0, length: 4))
        #expect(stage.view.contentOffset.y < 10)
        #expect(stage.view.contentSize.height > 500)
    }

    @Test("only the surroundings of the visible area are drawn, and scrolling within them draws nothing")
    func scrolling_drawsLittle() {
        let stage = TextViewStage(Self.lines)
        defer { stage.end() }
        let area = stage.view.display.canvas.frame
        #expect(area.height < 260 && area.contains(stage.view.bounds))
        stage.view.contentOffset.y = 30
        stage.window.layoutIfNeeded()
        #expect(stage.view.display.canvas.frame == area)
        stage.view.contentOffset.y = 400
        stage.window.layoutIfNeeded()
        #expect(stage.view.display.canvas.frame.contains(stage.view.bounds))
    }

    @Test("a view that does not scroll has the size of its text, and wraps at the width of its constraints")
    func size_followsText() {
        let stage = TextViewStage("word word word word word word word word")
        defer { stage.end() }
        stage.view.isScrollEnabled = false
        let natural = stage.view.intrinsicContentSize
        #expect(natural.width > 250 && natural.height < 50)
        let wrapped = stage.view.sizeThatFits(CGSize(width: 120, height: 0))
        #expect(wrapped.width <= 120 && wrapped.height > natural.height * 2)
        stage.view.translatesAutoresizingMaskIntoConstraints = false
        stage.view.widthAnchor.constraint(equalToConstant: 120).isActive = true
        stage.view.topAnchor.constraint(equalTo: stage.window.rootViewController!.view.topAnchor).isActive = true
        stage.window.layoutIfNeeded()
        #expect(stage.view.frame.size == CGSize(width: 120, height: wrapped.height))
    }

    @Test("a container with a maximum number of lines and without padding limits the height and moves the text")
    func container_limitsLines() {
        let stage = TextViewStage(Self.lines)
        defer { stage.end() }
        let (start, full) = (stage.place(0).x, stage.view.sizeThatFits(CGSize(width: 200, height: 0)).height)
        stage.view.textContainerInset = .zero
        stage.window.layoutIfNeeded()
        #expect(stage.place(0).x == start)
        stage.view.textContainer.maximumNumberOfLines = 2
        #expect(stage.view.display.block.lineCount == 2)
        stage.view.textContainer.lineFragmentPadding = 0
        #expect(stage.view.sizeThatFits(CGSize(width: 200, height: 0)).height < full / 10)
        #expect(stage.place(0).x == start - 5)
    }

    // MARK: Pointer and reading

    @Test("a press places the caret, a double click selects a word and a triple click a paragraph")
    func clicks_select() {
        let stage = TextViewStage("one two\nthree")
        defer { stage.end() }
        stage.click(stage.place(10))
        #expect(stage.view.isFirstResponder && stage.state == "one two\nth|ree")
        stage.click(stage.place(5), clicks: 2)
        #expect(stage.state == "one [two]\nthree")
        stage.click(stage.place(5), clicks: 3)
        #expect(stage.state == "[one two]\nthree")
        stage.pointer(.pressed, stage.place(1))
        stage.pointer(.moved, stage.place(9))
        stage.pointer(.released, stage.place(9))
        #expect(stage.state == "o[ne two\nt]hree")
    }

    @Test("a text that is only read is selected and copied, but not changed, and arrows scroll it")
    func readOnly_isSelected() {
        let stage = TextViewStage(Self.lines)
        defer { stage.end() }
        stage.view.isEditable = false
        stage.click(stage.place(2), clicks: 2)
        #expect(stage.view.isFirstResponder && stage.editor.buffer.selectedText == "line")
        stage.key(EditKey.c, .control, "c")
        #expect(stage.clipboard.text == "line")
        stage.type("x")
        stage.key(EditKey.backspace)
        stage.key(EditKey.x, .control, "x")
        #expect(stage.view.text == Self.lines)
        stage.key(EditKey.down)
        #expect(stage.view.contentOffset.y > 10)
        stage.key(EditKey.end)
        #expect(stage.view.contentOffset.y == stage.view.contentSize.height - 120)
        stage.key(EditKey.right, .shift)
        #expect(stage.editor.buffer.selectedText == "line ")
    }

    @Test("a view that is neither editable nor selectable takes neither keys nor presses")
    func inert_takesNothing() {
        let stage = TextViewStage("one")
        defer { stage.end() }
        stage.view.isEditable = false
        stage.view.isSelectable = false
        stage.click(stage.place(1))
        #expect(!stage.view.isFirstResponder && stage.view.selectedRange.length == 0)
    }
}
