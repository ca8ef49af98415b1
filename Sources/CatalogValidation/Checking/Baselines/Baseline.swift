public import Foundation
import ReportText
import UniversalMediaCatalog

/// A record of the findings that are already known. Only findings outside the baseline count.
public struct Baseline: Sendable {
    /// Maximum number of distinct findings in a baseline.
    public static let maximumEntries = 1_000_000

    struct Entry: Sendable {
        var ruleID: String
        var contentID: String?
        var xpath: String?
        var count: Int
    }

    private(set) var entries: [FindingKey: Entry] = [:]
    /// Whether findings were dropped because the baseline reached `maximumEntries`.
    public private(set) var isFull = false

    public init() {}

    /// - Parameters:
    ///   - data: the `data` of an earlier baseline.
    ///   - name: the file name for error messages.
    public init(_ data: Data, name: String) throws(ToolFileError) {
        struct File: Decodable {
            struct Entry: Decodable {
                var fingerprint: String
                var ruleId: String
                var contentId: String?
                var xpath: String?
                var count: Int
            }
            var schemaVersion: Int
            var findings: [Entry]
        }
        let file: File
        do { file = try JSONDecoder().decode(File.self, from: data) } catch {
            throw ToolFileError(name, "is not a baseline", remedy: "make one with umc validate --write-baseline")
        }
        guard file.schemaVersion == 1 else {
            throw ToolFileError(
                name, "is a baseline of version \(file.schemaVersion), which this program does not support",
                remedy: "make it again with --write-baseline")
        }
        for entry in file.findings {
            guard let key = FindingKey(entry.fingerprint), entry.count > 0 else {
                throw ToolFileError(
                    name, "holds `\(entry.fingerprint.prefix(40))`, which is not a fingerprint of a finding",
                    remedy: "make it again with --write-baseline")
            }
            entries[key] = Entry(
                ruleID: RuleCatalog.rule(named: entry.ruleId)?.id ?? entry.ruleId, contentID: entry.contentId,
                xpath: entry.xpath, count: entry.count)
        }
    }

    /// Number of findings, identical ones included.
    public var count: Int { entries.values.reduce(0) { $0 + $1.count } }

    public mutating func add(_ finding: Finding) {
        let key = FindingKey(finding)
        if entries[key] != nil {
            entries[key]?.count += 1
        } else if entries.count < Self.maximumEntries {
            entries[key] = Entry(
                ruleID: finding.ruleId, contentID: finding.contentId,
                xpath: finding.xpath.map(FindingKey.withoutPositions), count: 1)
        } else {
            isFull = true
        }
    }

    /// The baseline as JSON, with one finding on each line, sorted so that few lines change between versions.
    public var data: Data {
        let sorted = entries.sorted {
            ($0.value.ruleID, $0.value.contentID ?? "", $0.key.value)
                < ($1.value.ruleID, $1.value.contentID ?? "", $1.key.value)
        }
        var text = "{\"schemaVersion\":1,\"findings\":["
        for (index, (key, entry)) in sorted.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            JSONText.compact([
                ("ruleId", .text(entry.ruleID)), ("contentId", JSONText(entry.contentID)),
                ("xpath", JSONText(entry.xpath)), ("fingerprint", .text(key.description)),
                ("count", .integer(entry.count)),
            ]).write(to: &text)
        }
        return Data((text + (sorted.isEmpty ? "]}\n" : "\n]}\n")).utf8)
    }
}

/// The reason why a baseline or suppressions file cannot be used.
public struct ToolFileError: Error, Sendable, CustomStringConvertible {
    public var file: String
    public var message: String
    public var remedy: String

    init(_ file: String, _ message: String, remedy: String) {
        self.file = file
        self.message = message
        self.remedy = remedy
    }

    public var description: String { "\(file) \(message); \(remedy)" }
}
