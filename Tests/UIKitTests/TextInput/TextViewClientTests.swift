import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// What clients of text views set and follow: the delegate, attributes, links and accessibility.
@MainActor
struct TextViewClientTests {
    private final class LargeTextView: UITextView {
        var size = UIContentSizeCategory.large
        override var traitCollection: UITraitCollection {
            super.traitCollection.merging(UITraitCollection(preferredContentSizeCategory: size))
        }
    }

    private final class MirroredTextView: UITextView {
        override var traitCollection: UITraitCollection {
            super.traitCollection.merging(UITraitCollection(layoutDirection: .rightToLeft))
        }
    }

    @Test("the delegate is asked before editing begins, changes and ends, and can veto each")
    func delegate_decides() {
        let stage = TextViewStage("a")
        defer { stage.end() }
        let delegate = RecordingTextViewDelegate()
        stage.view.delegate = delegate
        delegate.vetoes = ["shouldBegin"]
        #expect(!stage.view.becomeFirstResponder() && !stage.view.isFirstResponder)
        delegate.vetoes = ["shouldEnd", "change"]
        delegate.log = []
        stage.edit()
        stage.type("b")
        #expect(stage.view.text == "a" && !stage.view.resignFirstResponder())
        delegate.vetoes = []
        stage.type("b")
        stage.view.resignFirstResponder()
        #expect(
            delegate.log == [
                "shouldBegin", "didBegin", "change 1 0 b", "shouldEnd", "change 1 0 b", "changed", "shouldEnd",
                "didEnd",
            ])
        #expect(stage.view.text == "ab")
    }

    @Test("typed text has the attributes that are set for it, and those of the character before it afterwards")
    func typingAttributes_apply() {
        let stage = TextViewStage("a")
        defer { stage.end() }
        stage.edit()
        stage.view.typingAttributes = [.foregroundColor: UIColor.red]
        stage.type("bc")
        func color(_ offset: Int) -> UIColor? {
            guard let text = stage.view.attributedText, offset < text.length else { return nil }
            return text.attribute(.foregroundColor, at: offset, effectiveRange: nil) as? UIColor
        }
        #expect(color(0) == .label && color(1) == .red && color(2) == .red)
        stage.view.textColor = .green
        #expect(color(1) == .green)
    }

    @Test(
        "a link is drawn in the tint color; a click on it calls the delegate, which can replace or prevent its action")
    func link_isFollowed() throws {
        let stage = TextViewStage()
        defer { stage.end() }
        let text = NSMutableAttributedString(string: "see the terms now")
        text.addAttribute(.link, value: "https://example.com/terms", range: NSRange(location: 8, length: 5))
        stage.view.attributedText = text
        stage.view.isEditable = false
        stage.view.tintColor = .red
        stage.window.layoutIfNeeded()
        #expect(stage.view.display.runs.map(\.text) == ["see the ", "terms", " now"])
        #expect(stage.view.display.runs[1].color == UIColor.red.resolvedColor(with: stage.view.traitCollection))

        let delegate = RecordingTextViewDelegate()
        stage.view.delegate = delegate
        var runs = 0
        delegate.action = UIAction { _ in runs += 1 }
        stage.click(stage.place(10))
        #expect(delegate.log == ["link https://example.com/terms 8 5"] && runs == 1)
        #expect(!stage.view.isFirstResponder)
        delegate.vetoes = ["link"]
        stage.click(stage.place(10))
        #expect(runs == 1)
        delegate.log = []
        stage.pointer(.pressed, stage.place(10))
        stage.pointer(.moved, stage.place(2))
        stage.pointer(.released, stage.place(2))
        stage.click(stage.place(2))
        #expect(delegate.log.isEmpty && stage.view.isFirstResponder)
    }

    @Test("a paragraph with a style of its own keeps its alignment, the others have that of the view")
    func paragraphs_haveOwnAlignment() {
        let stage = TextViewStage("one\ntwo")
        defer { stage.end() }
        let text = NSMutableAttributedString(string: "one\ntwo")
        let style = NSMutableParagraphStyle()
        style.alignment = .right
        text.addAttribute(.paragraphStyle, value: style, range: NSRange(location: 4, length: 3))
        stage.view.attributedText = text
        stage.window.layoutIfNeeded()
        #expect(stage.place(4).x > stage.place(0).x + 100)
        stage.view.textAlignment = .center
        stage.window.layoutIfNeeded()
        #expect(abs((stage.place(0).x + stage.place(3).x) / 2 - 150) < 2)
    }

    @Test("a font with a text style follows the size that the viewer has chosen")
    func font_followsContentSize() {
        let view = LargeTextView(frame: .zero)
        view.font = .preferredFont(forTextStyle: .body)
        view.adjustsFontForContentSizeCategory = true
        let before = view.font?.pointSize ?? 0
        view.size = .accessibilityExtraLarge
        view.traitsChanged()
        #expect((view.font?.pointSize ?? 0) > before)
    }

    @Test("in a right-to-left interface, an empty text begins at the right")
    func rightToLeft_beginsAtRight() {
        let stage = TextViewStage("", view: MirroredTextView(frame: .zero))
        defer { stage.end() }
        stage.edit()
        #expect(stage.place(0).x > 230)
        stage.view.text = "שלום\nabc"
        stage.window.layoutIfNeeded()
        #expect(stage.place(0).x > 230 && stage.place(5).x < 80)
    }

    @Test("assistive technology reads, selects and changes the text, and sees whether it can be edited")
    func accessibility_editsText() {
        let stage = TextViewStage("one\ntwo")
        defer { stage.end() }
        let node = stage.view.accessibleNode
        #expect(node.accessibilityNodeRole == .textField && node.accessibilityNodeStates.contains(.editable))
        #expect(node.replaceAccessibilityNodeText(in: 4..<7, with: "2"))
        #expect(stage.view.text == "one\n2" && node.accessibilityNodeEditedText?.text == "one\n2")
        stage.view.isEditable = false
        #expect(!node.accessibilityNodeStates.contains(.editable))
        #expect(!node.replaceAccessibilityNodeText(in: 0..<1, with: ""))
    }

    @Test("the layouts of unchanged paragraphs are kept when another one changes")
    func layouts_areKept() {
        let stage = TextViewStage("one\ntwo\nthree")
        defer { stage.end() }
        let before = stage.view.display.block.paragraphs.map { ObjectIdentifier($0.text) }
        stage.edit(at: 7)
        stage.type("x")
        stage.key(EditKey.enter)
        let after = stage.view.display.block.paragraphs.map { ObjectIdentifier($0.text) }
        #expect(after.count == 4 && after[0] == before[0] && after[3] == before[2])
        #expect(stage.view.display.block.paragraphs.map(\.start) == [0, 4, 9, 10])
    }
}
