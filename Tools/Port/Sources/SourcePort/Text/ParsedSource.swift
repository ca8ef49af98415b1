import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// A source file with its syntax tree.
public struct ParsedSource: Sendable {
    /// At most this number of syntax errors is reported for a file: the first one usually causes the others.
    static let maximumSyntaxErrors = 5

    public let file: String
    let text: String
    let tree: SourceFileSyntax
    let locations: SourceLocationConverter
    /// The number of bytes of the byte order mark, which is not part of the tree.
    let markLength: Int
    let syntaxErrors: [Finding]

    public init(_ text: String, file: String) {
        self.file = file
        self.text = text
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if let place = Self.deepBracket(in: text) {
            tree = Parser.parse(source: "")
            locations = SourceLocationConverter(fileName: file, tree: tree)
            markLength = 0
            syntaxErrors = [
                Finding(
                    .error, .syntax, file: file, line: place.line, column: place.column,
                    message: "the file is left as it was: \(Self.maximumBracketDepth) brackets and more are nested",
                    suggestion: "name the inner arrays by constants of their own, then convert again")
            ]
            return
        }
        markLength = text.utf8.starts(with: mark) ? mark.count : 0
        let tree = Parser.parse(
            source: markLength > 0 ? String(decoding: text.utf8.dropFirst(markLength), as: UTF8.self) : text)
        let locations = SourceLocationConverter(fileName: file, tree: tree)
        self.tree = tree
        self.locations = locations
        guard tree.hasError else {
            syntaxErrors = []
            return
        }
        let errors = ParseDiagnosticsGenerator.diagnostics(for: tree).filter { $0.diagMessage.severity == .error }
        syntaxErrors = errors.prefix(Self.maximumSyntaxErrors).map { error in
            let place = locations.location(for: error.position)
            return Finding(
                .error, .syntax, file: file, line: place.line, column: place.column,
                message: "the file does not parse and is left as it was: \(error.message)",
                suggestion: "correct the syntax at this place, then convert again")
        }
    }

    /// The parser's time doubles with each of the brackets that follow each other, because each could begin a type or a literal.
    private static let maximumBracketDepth = 16

    /// The place of the first bracket that is nested too deeply.
    private static func deepBracket(in text: String) -> (line: Int, column: Int)? {
        var depth = 0
        var line = 1
        var column = 0
        for byte in text.utf8 {
            column += 1
            switch byte {
            case UInt8(ascii: "["):
                depth += 1
                if depth > maximumBracketDepth { return (line, column) }
            case UInt8(ascii: "\n"):
                line += 1
                column = 0
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: depth = 0
            }
        }
        return nil
    }
}
