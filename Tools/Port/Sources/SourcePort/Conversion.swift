import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// The conversion of one source file: the converted text, and what could not be converted.
///
/// The converted text has as many lines as the original, and every byte outside the converted constructs is kept. Converting the result
/// again changes nothing. A file that does not parse is not converted.
public struct Conversion: Sendable {
    public let file: String
    public let original: String
    /// Equals `original` where nothing is converted.
    public let converted: String
    /// In the order of the lines.
    public let findings: [Finding]

    public var isChanged: Bool { !original.utf8.elementsEqual(converted.utf8) }
    /// Whether the file could not be parsed.
    public var isRejected: Bool { findings.contains { $0.rule == .syntax } }

    /// Converts one file that refers to no declarations of other files.
    public init(_ source: String, file: String = "<source>", settings: Settings = Settings()) {
        let parsed = ParsedSource(source, file: file)
        self.init(parsed, index: DeclarationIndex(of: [parsed]), settings: settings)
    }

    /// Converts a parsed file.
    /// - Parameter index: the declarations of all files that are converted together, this one included.
    public init(_ source: ParsedSource, index: DeclarationIndex, settings: Settings) {
        file = source.file
        original = source.text
        guard source.syntaxErrors.isEmpty else {
            converted = source.text
            findings = source.syntaxErrors
            return
        }
        let converter = Converter(source: source, index: index, settings: settings)
        converter.walk(source.tree)
        converter.addImports()
        converted = converter.edits.applied(to: source.text, offset: source.markLength)
        findings = converter.findings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}
