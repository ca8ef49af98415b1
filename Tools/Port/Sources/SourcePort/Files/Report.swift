import Foundation

/// The findings of a conversion as text or JSON.
public struct Report: Sendable, Codable, Equatable {
    public let files: Int
    public let lines: Int
    public let changedFiles: Int
    public let findings: [Finding]

    public init(_ conversion: FileConversion, additional: [Finding] = []) {
        files = conversion.conversions.count
        lines = conversion.conversions.reduce(0) { $0 + $1.original.utf8.count { $0 == 0x0A } }
        changedFiles = conversion.conversions.count(where: \.isChanged)
        findings = conversion.findings + additional
    }

    public var errorCount: Int { findings.count { $0.level == .error } }

    /// Whether a file could not be read, parsed or written.
    public var hasFailures: Bool { findings.contains { [.input, .output, .syntax].contains($0.rule) } }

    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Only strings and integers are encoded, which cannot fail.
        let data = (try? encoder.encode(self)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// One line for each finding, and a summary.
    public var text: String {
        let summary =
            "\(files) files, \(lines) lines: \(changedFiles) files are converted, \(errorCount) places are left as they were."
        return (findings.map(\.description) + [summary]).joined(separator: "\n")
    }
}
