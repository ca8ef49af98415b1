import SwiftSyntax

/// The replacements that turn a source text into the converted text.
struct Edits {
    private struct Edit {
        let range: Range<Int>
        let text: String
    }

    private var edits: [Edit] = []

    mutating func replace(_ node: some SyntaxProtocol, with text: String) {
        replace(
            node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset,
            with: text)
    }

    mutating func insert(_ text: String, before node: some SyntaxProtocol) {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        replace(start..<start, with: text)
    }

    mutating func insert(_ text: String, after node: some SyntaxProtocol) {
        let end = node.endPositionBeforeTrailingTrivia.utf8Offset
        replace(end..<end, with: text)
    }

    /// Removes a word together with the spaces that separate it from the next one on its line.
    mutating func remove(_ node: some SyntaxProtocol) {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        var end = node.endPositionBeforeTrailingTrivia.utf8Offset
        separators: for piece in node.trailingTrivia {
            switch piece {
            case .spaces(let count), .tabs(let count): end += count
            default: break separators
            }
        }
        replace(start..<end, with: "")
    }

    private mutating func replace(_ range: Range<Int>, with text: String) {
        edits.append(Edit(range: range, text: text))
    }

    /// Returns `text` with the edits applied.
    ///
    /// The number of lines is kept: where a replacement has fewer line breaks than the replaced text, the missing ones are inserted before
    /// its last character. An edit inside a range that is replaced as a whole has no effect.
    /// - Parameter offset: the number of bytes of `text` before the syntax tree.
    func applied(to text: String, offset: Int) -> String {
        guard !edits.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + edits.count * 32)
        var position = 0
        for edit in inOrder {
            let start = edit.range.lowerBound + offset
            let end = edit.range.upperBound + offset
            guard start >= position else { continue }
            output += bytes[position..<start]
            output += Self.replacement(edit.text, for: bytes[start..<end])
            position = end
        }
        output += bytes[position...]
        return String(decoding: Self.withoutEmptiedLines(output, original: bytes), as: UTF8.self)
    }

    /// The edits by their start; those of one place in the order in which they were made.
    private var inOrder: [Edit] {
        edits.enumerated()
            .sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
            .map(\.element)
    }

    private static func replacement(_ text: String, for replaced: ArraySlice<UInt8>) -> [UInt8] {
        var result = Array(text.utf8)
        let missing = replaced.count { $0 == newline } - result.count { $0 == newline }
        guard missing > 0 else { return result }
        let lineBreak = replaced.contains(carriageReturn) ? [carriageReturn, newline] : [newline]
        let breaks = Array(repeating: lineBreak, count: missing).joined()
        result.insert(contentsOf: breaks, at: max(0, result.count - 1))
        return result
    }

    /// Removes the indentation of lines that held nothing but removed words.
    private static func withoutEmptiedLines(_ output: [UInt8], original: [UInt8]) -> [UInt8] {
        let before = original.split(separator: newline, omittingEmptySubsequences: false)
        let after = output.split(separator: newline, omittingEmptySubsequences: false)
        guard before.count == after.count else { return output }
        var result: [UInt8] = []
        result.reserveCapacity(output.count)
        for (number, (old, new)) in zip(before, after).enumerated() {
            if number > 0 { result.append(newline) }
            if old != new, new.allSatisfy(isBlank), !old.allSatisfy(isBlank) {
                if new.last == carriageReturn { result.append(carriageReturn) }
            } else {
                result += new
            }
        }
        return result
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == carriageReturn }

    private static let newline: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
}
