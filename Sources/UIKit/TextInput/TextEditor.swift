import CoreGraphics
import Drawing
import Foundation

/// The view whose text a `TextEditor` edits.
@MainActor protocol TextEditorHost: UIView {
    /// The text that is displayed, laid out; its lines' box is at `editorOrigin`.
    var editorLayout: any EditableLayout { get }
    /// The top left corner of the lines' box in the view's coordinates.
    var editorOrigin: CGPoint { get }
    var isEditorSecure: Bool { get }
    var isEditorMultiline: Bool { get }
    var isEditorEditable: Bool { get }
    var editorTypingAttributes: [NSAttributedString.Key: Any] { get }
    /// Whether the viewer's change is allowed.
    func editorShouldChange(_ range: NSRange, to text: String) -> Bool
    /// Called after the viewer has changed the text.
    func editorDidChangeText()
    /// Called after the selection has changed, by the viewer or the program.
    func editorDidChangeSelection()
    /// Called for the Return key.
    func editorDidPressReturn()
    /// Returns the offset one line above (-1) or below (1) the caret; nil where the host has one line.
    func editorOffset(lines: Int, from offset: Int) -> Int?
    /// Returns the range of the line with the caret at an offset; nil where the host has one line.
    func editorLine(at offset: Int) -> Range<Int>?
}

/// Edits the text of a field: by typed text, compositions of input methods, keys, the pointer and the clipboard.
@MainActor final class TextEditor {
    private(set) var buffer = TextBuffer()
    private weak var host: (any TextEditorHost)?

    init(_ host: any TextEditorHost) { self.host = host }

    // MARK: What is displayed

    static let bullet: Character = "\u{2022}"

    /// The text as it is displayed: a bullet for each character of a secure text.
    var displayed: String {
        isSecure ? String(repeating: Self.bullet, count: buffer.string.count) : buffer.string
    }

    private var isSecure: Bool { host?.isEditorSecure ?? false }

    /// Returns the offset in the displayed text of an offset in the text.
    func displayedOffset(_ offset: Int) -> Int {
        guard isSecure else { return offset }
        let text = buffer.string
        let index = text.utf16.index(text.startIndex, offsetBy: max(0, offset), limitedBy: text.endIndex)
        return text.distance(from: text.startIndex, to: index ?? text.endIndex)
    }

    func displayedRange(_ range: NSRange) -> Range<Int> {
        displayedOffset(
            range.location)..<max(
                displayedOffset(range.location), displayedOffset(range.location + range.length))
    }

    /// Returns the offset in the text of an offset in the displayed text.
    func offset(displayed: Int) -> Int {
        guard isSecure else { return buffer.aligned(displayed) }
        let text = buffer.string
        let index = text.index(text.startIndex, offsetBy: max(0, displayed), limitedBy: text.endIndex)
        return text.utf16.distance(from: text.startIndex, to: index ?? text.endIndex)
    }

    /// Returns the place of the caret before an offset in the host's coordinates.
    func caret(at offset: Int) -> CGRect {
        guard let host else { return .zero }
        let caret = host.editorLayout.caret(at: displayedOffset(offset))
        return caret.offsetBy(dx: host.editorOrigin.x, dy: host.editorOrigin.y)
    }

    func offset(at point: CGPoint) -> Int {
        guard let host else { return 0 }
        let origin = host.editorOrigin
        return offset(displayed: host.editorLayout.offset(at: CGPoint(x: point.x - origin.x, y: point.y - origin.y)))
    }

    func rectangles(of range: NSRange) -> [CGRect] {
        guard let host else { return [] }
        let origin = host.editorOrigin
        return host.editorLayout.rectangles(of: displayedRange(range)).map {
            $0.offsetBy(dx: origin.x, dy: origin.y)
        }
    }

    // MARK: Changes by the program

    func setContent(_ text: NSAttributedString) {
        buffer.setContent(text)
        host?.editorDidChangeSelection()
    }

    func setAttributes(_ change: (NSMutableAttributedString) -> Void) { buffer.setAttributes(change) }

    func select(_ range: NSRange) {
        let before = buffer.selection
        buffer.select(range)
        if buffer.selection != before { host?.editorDidChangeSelection() }
    }

    /// Replaces text on behalf of the program, which is not asked for permission.
    func replace(_ range: NSRange, with text: String) {
        buffer.replace(range, with: text, attributes: host?.editorTypingAttributes ?? [:])
        finishChange()
    }

    // MARK: Changes by the viewer

    /// - Returns: whether the host allowed the change.
    @discardableResult
    func change(_ range: NSRange, to text: String, as kind: TextBuffer.Change = .other) -> Bool {
        guard let host, host.isEditorEditable, range.length > 0 || !text.isEmpty,
            host.editorShouldChange(range, to: text)
        else { return false }
        buffer.replace(range, with: text, attributes: host.editorTypingAttributes, as: kind)
        finishChange()
        return true
    }

    private func finishChange() {
        host?.editorDidChangeText()
        host?.editorDidChangeSelection()
    }

    /// Inserts text in place of the selection, or of the composition that it results from.
    func insertTyped(_ text: String) {
        if let marked = buffer.marked {
            // The host is asked about the text before the composition.
            buffer.removeComposition()
            if !change(NSRange(location: marked.location, length: 0), to: accepted(text)) { finishChange() }
            return
        }
        change(buffer.selection, to: accepted(text), as: buffer.selection.length == 0 ? .typing : .other)
    }

    /// A single line has no line breaks: spaces take their place.
    private func accepted(_ text: String) -> String {
        guard host?.isEditorMultiline != true else { return text }
        return String(text.map { $0.isNewline ? " " : $0 })
    }

    /// - Parameters:
    ///   - start: in code points, as is the length.
    func compose(_ text: String, start: Int, length: Int) {
        guard let host, host.isEditorEditable else { return }
        if text.isEmpty {
            guard buffer.marked != nil else { return }
            buffer.removeComposition()
        } else {
            let text = accepted(text)
            let scalars = text.unicodeScalars
            func place(_ count: Int) -> Int {
                let index = scalars.index(text.startIndex, offsetBy: max(0, count), limitedBy: text.endIndex)
                return text.utf16.distance(from: text.startIndex, to: index ?? text.endIndex)
            }
            // Input methods that report no caret leave both numbers at 0.
            let caret =
                start == 0 && length == 0
                ? NSRange(location: text.utf16.count, length: 0)
                : NSRange(location: place(start), length: place(start + max(0, length)) - place(start))
            buffer.compose(text, caret: caret, attributes: host.editorTypingAttributes)
        }
        finishChange()
    }

    /// Keeps a composition as text, such as when editing ends.
    func endComposition() {
        guard buffer.marked != nil else { return }
        buffer.endComposition()
        host?.editorDidChangeSelection()
    }

    // MARK: Keys

    func deleteBackward(word: Bool = false) {
        guard buffer.marked == nil else { return compose("", start: 0, length: 0) }
        let selection = buffer.selection
        guard selection.length == 0 else { return _ = change(selection, to: "") }
        let start = word ? wordStart(before: buffer.head) : buffer.offset(before: buffer.head)
        change(NSRange(location: start, length: buffer.head - start), to: "", as: word ? .other : .deleting)
    }

    func deleteForward(word: Bool = false) {
        let selection = buffer.selection
        guard selection.length == 0 else { return _ = change(selection, to: "") }
        let end = word ? wordEnd(after: buffer.head) : buffer.offset(after: buffer.head)
        change(NSRange(location: buffer.head, length: end - buffer.head), to: "")
    }

    private func wordStart(before offset: Int) -> Int {
        guard let host, !isSecure else { return 0 }
        return buffer.aligned(host.editorLayout.wordStart(before: offset))
    }

    private func wordEnd(after offset: Int) -> Int {
        guard let host, !isSecure else { return buffer.length }
        return buffer.aligned(host.editorLayout.wordEnd(after: offset))
    }

    /// Moves the caret to an offset.
    func moveCaret(to offset: Int, extends: Bool = false) {
        buffer.endComposition()
        buffer.moveHead(to: offset, extends: extends)
        host?.editorDidChangeSelection()
    }

    /// Moves the caret on the display. Without Shift, a selection ends at the side of the move.
    func moveCaret(right: Bool, word: Bool, extends: Bool) {
        guard let host else { return }
        let selection = buffer.selection
        if selection.length > 0, !extends, !word {
            let ends = [selection.location, selection.location + selection.length]
            let isForward = right != host.editorLayout.isRightToLeft(at: displayedOffset(buffer.head))
            return moveCaret(to: ends[isForward ? 1 : 0])
        }
        if word {
            let isForward = right != host.editorLayout.isRightToLeft(at: displayedOffset(buffer.head))
            return moveCaret(
                to: isForward ? wordEnd(after: buffer.head) : wordStart(before: buffer.head), extends: extends)
        }
        let start = displayedOffset(buffer.head)
        guard let end = host.editorLayout.offset(movingFrom: start, toRight: right) else {
            return moveCaret(to: buffer.head, extends: extends)
        }
        let offset = offset(displayed: end)
        // The positions of a font may be finer than characters.
        guard offset == buffer.head else { return moveCaret(to: offset, extends: extends) }
        moveCaret(to: end > start ? buffer.offset(after: offset) : buffer.offset(before: offset), extends: extends)
    }

    func use(of key: UIKey) -> TextKeyUse {
        let modifiers = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
        if modifiers.contains(.command) { return .passed }
        if Self.types(key.keyCode) {
            if modifiers.contains(.alternate) { return .takenUnlessCommand }
            guard modifiers.contains(.control) else { return .taken }
            return runShortcut(key.charactersIgnoringModifiers, shift: modifiers.contains(.shift)) ? .taken : .passed
        }
        if modifiers.contains(.alternate) { return .passed }
        return runEditingKey(
            key.keyCode, shift: modifiers.contains(.shift), control: modifiers.contains(.control))
            ? .taken : .passed
    }

    /// The keys that type characters: letters, digits and signs, and those of the keypad and of international keyboards.
    private static let typingKeys = Set(0x04...0x27).union(0x2C...0x38).union(0x54...0x57).union(0x59...0x64)
        .union([0x67, 0x85]).union(0x87...0x8F)

    /// Whether a key types a character.
    static func types(_ code: UIKeyboardHIDUsage) -> Bool { typingKeys.contains(code.rawValue) }

    private func runShortcut(_ character: String, shift: Bool) -> Bool {
        switch character {
        case "a": selectAll()
        case "c": copy()
        case "x": cut()
        case "v": paste()
        case "z": shift ? redo() : undo()
        case "y": redo()
        default: return false
        }
        return true
    }

    private func runEditingKey(_ code: UIKeyboardHIDUsage, shift: Bool, control: Bool) -> Bool {
        switch code {
        case .keyboardLeftArrow: moveCaret(right: false, word: control, extends: shift)
        case .keyboardRightArrow: moveCaret(right: true, word: control, extends: shift)
        case .keyboardUpArrow, .keyboardDownArrow: return moveLine(code == .keyboardUpArrow ? -1 : 1, extends: shift)
        case .keyboardHome: moveCaret(to: control ? 0 : lineEnds.start, extends: shift)
        case .keyboardEnd: moveCaret(to: control ? buffer.length : lineEnds.end, extends: shift)
        case .keyboardPageUp, .keyboardPageDown:
            return moveLine(code == .keyboardPageUp ? -Self.pageLines : Self.pageLines, extends: shift)
        case .keyboardDeleteOrBackspace: deleteBackward(word: control)
        case .keyboardDeleteForward: if shift { cut() } else { deleteForward(word: control) }
        case .keyboardInsert: if control { copy() } else if shift { paste() }
        case .keyboardReturnOrEnter, .keypadEnter: pressReturn()
        case .keyboardEscape:
            guard buffer.marked != nil else { return false }
            compose("", start: 0, length: 0)
        default: return false
        }
        return true
    }

    private static let pageLines = 10

    /// Moves the caret by lines.
    /// - Returns: whether the text uses the move; false where the remote's arrows leave the text.
    func moveLine(_ lines: Int, extends: Bool) -> Bool {
        guard let host else { return false }
        guard host.isEditorMultiline else {
            // The remote's arrows leave the field.
            guard host.traitCollection.userInterfaceIdiom != .tv else { return false }
            moveCaret(to: lines < 0 ? 0 : buffer.length, extends: extends)
            return true
        }
        let found = host.editorOffset(lines: lines, from: displayedOffset(buffer.head))
        let offset = found.map { self.offset(displayed: $0) } ?? (lines < 0 ? 0 : buffer.length)
        if offset == buffer.head, host.traitCollection.userInterfaceIdiom == .tv { return false }
        moveCaret(to: offset, extends: extends)
        return true
    }

    /// The ends of the displayed line with the caret.
    private var lineEnds: (start: Int, end: Int) {
        guard let line = host?.editorLine(at: buffer.head) else { return (0, buffer.length) }
        return (line.lowerBound, line.upperBound)
    }

    /// Returns the range of the paragraph at an offset, without the break at its end.
    private func paragraph(at offset: Int) -> NSRange {
        guard host?.isEditorMultiline == true else { return NSRange(location: 0, length: buffer.length) }
        var (start, end) = (0, 0)
        let place = buffer.clamped(NSRange(location: offset, length: 0))
        (buffer.string as NSString).getParagraphStart(&start, end: nil, contentsEnd: &end, for: place)
        return NSRange(location: start, length: max(0, end - start))
    }

    private func pressReturn() {
        endComposition()
        host?.editorDidPressReturn()
    }

    // MARK: Actions

    /// Whether an action of the clipboard or selection is possible at present; nil for other actions.
    func canPerform(_ action: String) -> Bool? {
        let isEditable = host?.isEditorEditable ?? false
        return switch action {
        case "copy:": canCopy
        case "cut:": canCopy && isEditable
        case "paste:": isEditable && UIPasteboard.general.hasStrings
        case "select:", "selectAll:": buffer.length > 0
        case "delete:": isEditable && buffer.selection.length > 0
        default: nil
        }
    }

    /// Removes the selection or the character before the caret, on behalf of the program.
    func deleteBackwardByProgram() {
        let selection = buffer.selection
        guard selection.length == 0 else { return replace(selection, with: "") }
        let start = buffer.offset(before: selection.location)
        guard start < selection.location else { return }
        replace(NSRange(location: start, length: selection.location - start), with: "")
    }

    // MARK: Clipboard and undo

    var canCopy: Bool { buffer.selection.length > 0 && !isSecure }

    func selectAll() { select(NSRange(location: 0, length: buffer.length)) }

    func copy() {
        guard canCopy else { return }
        UIPasteboard.general.string = buffer.selectedText
    }

    func cut() {
        guard canCopy, host?.isEditorEditable == true else { return }
        copy()
        change(buffer.selection, to: "")
    }

    func paste() {
        guard let text = UIPasteboard.general.string, !text.isEmpty else { return }
        if buffer.marked != nil { endComposition() }
        change(buffer.selection, to: accepted(text))
    }

    func undo() { restore { $0.undo() } }
    func redo() { restore { $0.redo() } }

    private func restore(_ step: (inout TextBuffer) -> Void) {
        guard host?.isEditorEditable == true else { return }
        let before = buffer.string
        step(&buffer)
        if buffer.string != before { finishChange() } else { host?.editorDidChangeSelection() }
    }

    // MARK: Pointer

    /// The word or line that a double or triple click has selected, which a drag extends.
    private var clicked = NSRange(location: 0, length: 0)

    /// - Parameters:
    ///   - point: in the host's coordinates.
    ///   - extends: whether the selection is extended, as with Shift.
    func press(at point: CGPoint, clicks: Int, extends: Bool) {
        endComposition()
        let offset = offset(at: point)
        switch clicks {
        case 1:
            moveCaret(to: offset, extends: extends)
            clicked = NSRange(location: buffer.anchor, length: 0)
        case 2:
            clicked = unit(at: offset)
            select(clicked)
        default:
            clicked = paragraph(at: offset)
            select(clicked)
        }
    }

    func drag(to point: CGPoint) {
        let offset = offset(at: point)
        guard clicked.length > 0 else { return moveCaret(to: offset, extends: true) }
        let unit = unit(at: offset)
        if offset < clicked.location {
            buffer.moveHead(to: clicked.location + clicked.length, extends: false)
            moveCaret(to: unit.location, extends: true)
        } else {
            buffer.moveHead(to: clicked.location, extends: false)
            moveCaret(
                to: max(
                    clicked.location + clicked.length,
                    offset > clicked.location + clicked.length ? unit.location + unit.length : 0),
                extends: true)
        }
    }

    private func unit(at offset: Int) -> NSRange {
        guard let host, !isSecure else { return NSRange(location: 0, length: buffer.length) }
        let word = host.editorLayout.word(at: offset)
        return buffer.clamped(NSRange(location: word.lowerBound, length: word.count))
    }
}
