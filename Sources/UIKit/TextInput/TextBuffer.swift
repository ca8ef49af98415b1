import Foundation

/// Text that is edited: its content, selection, composition and the states to which undo returns. Offsets are in UTF-16 units and never split
/// a character.
struct TextBuffer {
    private(set) var content: NSAttributedString
    /// The fixed end of the selection.
    private(set) var anchor = 0
    /// The moving end of the selection, where the caret is.
    private(set) var head = 0
    /// The part that an input method is composing.
    private(set) var marked: NSRange?

    private struct State {
        let content: NSAttributedString
        let anchor: Int
        let head: Int
    }

    /// The kinds of changes. Typed characters one after another are undone together, as are deleted ones.
    enum Change { case typing, deleting, other }

    private var past: [State] = []
    private var future: [State] = []
    private var lastChange: Change?
    private var changeEnd = 0

    /// The most states that undo returns to.
    static let mostStates = 100

    init(_ content: NSAttributedString = NSAttributedString(string: "")) {
        self.content = content
    }

    var string: String { content.string }
    var length: Int { content.length }
    var selection: NSRange { NSRange(location: min(anchor, head), length: abs(head - anchor)) }
    var selectedText: String { text(in: selection) }

    func text(in range: NSRange) -> String {
        let range = clamped(range)
        return (content.string as NSString).substring(with: range)
    }

    // MARK: Characters

    private func index(_ offset: Int) -> String.Index {
        let text = content.string
        return text.utf16.index(text.startIndex, offsetBy: max(0, offset), limitedBy: text.endIndex) ?? text.endIndex
    }

    /// Returns the start of the character before an offset; 0 without one.
    func offset(before offset: Int) -> Int {
        guard offset > 0 else { return 0 }
        let text = content.string
        return text[..<index(offset)].last.map { max(0, min(offset, length) - $0.utf16.count) } ?? 0
    }

    /// Returns the end of the character after an offset; the end of the text without one.
    func offset(after offset: Int) -> Int {
        let text = content.string
        return text[index(offset)...].first.map { min(length, max(0, offset) + $0.utf16.count) } ?? length
    }

    /// Returns the start of the character that contains an offset.
    func aligned(_ offset: Int) -> Int {
        guard offset > 0 else { return 0 }
        guard offset < length else { return length }
        let text = content.string
        // Indices inside of a character are rounded down.
        let start = text.index(before: text.index(after: index(offset)))
        return text.utf16.distance(from: text.startIndex, to: start)
    }

    /// Returns a range within the text that splits no character.
    func clamped(_ range: NSRange) -> NSRange {
        guard range.location != NSNotFound, range.location >= 0, range.length >= 0 else {
            return NSRange(location: length, length: 0)
        }
        let start = aligned(range.location)
        let (sum, isTooLong) = range.location.addingReportingOverflow(range.length)
        let end = isTooLong ? length : aligned(sum)
        return NSRange(location: start, length: max(0, end - start))
    }

    // MARK: Selection

    mutating func select(_ range: NSRange) {
        let range = clamped(range)
        (anchor, head) = (range.location, range.location + range.length)
        lastChange = nil
    }

    /// Moves the caret.
    /// - Parameter extends: whether the other end of the selection stays where it is.
    mutating func moveHead(to offset: Int, extends: Bool) {
        head = aligned(offset)
        if !extends { anchor = head }
        lastChange = nil
    }

    // MARK: Changes

    /// Replaces the whole text, as the program does. Undo does not return to the text before.
    mutating func setContent(_ text: NSAttributedString) {
        content = text
        marked = nil
        (anchor, head) = (length, length)
        (past, future, lastChange) = ([], [], nil)
    }

    /// Replaces the attributes and keeps the text.
    mutating func setAttributes(_ change: (NSMutableAttributedString) -> Void) {
        let changed = NSMutableAttributedString(attributedString: content)
        change(changed)
        guard changed.length == content.length else { return }
        content = NSAttributedString(attributedString: changed)
    }

    /// Replaces a part of the text and places the caret behind it.
    mutating func replace(
        _ range: NSRange, with text: String, attributes: [NSAttributedString.Key: Any] = [:], as change: Change = .other
    ) {
        let range = clamped(range)
        keepState(for: change, at: range.location + (change == .deleting ? range.length : 0))
        replaceContent(range, with: text, attributes: attributes)
        marked = nil
        (anchor, head) = (range.location + text.utf16.count, range.location + text.utf16.count)
        changeEnd = head
    }

    private mutating func replaceContent(
        _ range: NSRange, with text: String, attributes: [NSAttributedString.Key: Any]
    ) {
        let changed = NSMutableAttributedString(attributedString: content)
        changed.replaceCharacters(in: range, with: NSAttributedString(string: text, attributes: attributes))
        content = NSAttributedString(attributedString: changed)
    }

    private mutating func keepState(for change: Change, at place: Int) {
        future = []
        defer { lastChange = change }
        if change != .other, change == lastChange, place == changeEnd { return }
        past.append(State(content: content, anchor: anchor, head: head))
        if past.count > Self.mostStates { past.removeFirst() }
    }

    // MARK: Composition

    /// Replaces the composition, or the selection at its beginning.
    /// - Parameter caret: the selected part of the composition.
    mutating func compose(
        _ text: String, caret: NSRange, attributes: [NSAttributedString.Key: Any] = [:]
    ) {
        let range = marked ?? selection
        if marked == nil { keepState(for: .other, at: range.location) }
        replaceContent(range, with: text, attributes: attributes)
        marked = text.isEmpty ? nil : NSRange(location: range.location, length: text.utf16.count)
        let selected = clamped(
            NSRange(location: range.location + min(caret.location, text.utf16.count), length: caret.length))
        (anchor, head) = (selected.location, selected.location + selected.length)
    }

    /// Keeps the composed text as it is.
    mutating func endComposition() { marked = nil }

    /// Removes the composed text, and the state before it, to which undo would return.
    mutating func removeComposition() {
        guard let range = marked else { return }
        replaceContent(range, with: "", attributes: [:])
        marked = nil
        (anchor, head) = (range.location, range.location)
        if let last = past.last, last.content.string == content.string { past.removeLast() }
    }

    // MARK: Undo

    var canUndo: Bool { !past.isEmpty }
    var canRedo: Bool { !future.isEmpty }

    mutating func undo() {
        guard let state = past.popLast() else { return }
        future.append(State(content: content, anchor: anchor, head: head))
        restore(state)
    }

    mutating func redo() {
        guard let state = future.popLast() else { return }
        past.append(State(content: content, anchor: anchor, head: head))
        restore(state)
    }

    private mutating func restore(_ state: State) {
        (content, anchor, head) = (state.content, state.anchor, state.head)
        marked = nil
        lastChange = nil
    }
}
