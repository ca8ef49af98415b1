import Foundation
import Testing

@testable import UIKit

/// The edited text as a value: characters, composition and undo.
struct TextBufferTests {
    private func buffer(_ text: String, at offset: Int? = nil) -> TextBuffer {
        var buffer = TextBuffer(NSAttributedString(string: text))
        buffer.moveHead(to: offset ?? text.utf16.count, extends: false)
        return buffer
    }

    @Test("offsets move by whole characters over emoji, accents and flags")
    func offset_movesByCharacters() {
        let family = "a👨‍👩‍👧e\u{301}🇩🇪"
        let buffer = buffer(family)
        var offsets: [Int] = []
        var offset = buffer.length
        while offset > 0 {
            offset = buffer.offset(before: offset)
            offsets.append(offset)
        }
        #expect(offsets == [11, 9, 1, 0])
        #expect([0, 1, 9, 11].map { buffer.offset(after: $0) } == [1, 9, 11, 15])
    }

    @Test("an offset inside of a character is moved to its start")
    func aligned_roundsDown() {
        let buffer = buffer("a👨‍👩‍👧b")
        #expect(buffer.aligned(4) == 1)
        #expect(buffer.clamped(NSRange(location: 0, length: 5)) == NSRange(location: 0, length: 1))
        #expect(buffer.clamped(NSRange(location: 3, length: Int.max)).location == 1)
        #expect(buffer.clamped(NSRange(location: NSNotFound, length: 0)) == NSRange(location: 10, length: 0))
    }

    @Test("characters that are typed one after another are undone together, and a move of the caret separates them")
    func undo_groupsTyping() {
        var buffer = buffer("")
        for letter in ["a", "b"] { buffer.replace(buffer.selection, with: letter, as: .typing) }
        buffer.moveHead(to: 0, extends: false)
        buffer.replace(buffer.selection, with: "c", as: .typing)
        #expect(buffer.string == "cab")
        buffer.undo()
        #expect(buffer.string == "ab" && buffer.head == 0)
        buffer.undo()
        #expect(buffer.string == "" && !buffer.canUndo)
        buffer.redo()
        buffer.redo()
        #expect(buffer.string == "cab" && !buffer.canRedo)
    }

    @Test("a composition replaces the selection and then itself, and its removal leaves nothing to undo")
    func compose_replacesItself() {
        var buffer = buffer("日", at: 1)
        buffer.compose("ほ", caret: NSRange(location: 1, length: 0))
        buffer.compose("ほん", caret: NSRange(location: 2, length: 0))
        #expect(buffer.string == "日ほん" && buffer.marked == NSRange(location: 1, length: 2))
        buffer.removeComposition()
        #expect(buffer.string == "日" && buffer.marked == nil && !buffer.canUndo)
    }
}
