public import Foundation
import UniversalMediaCatalog

/// Findings that are accepted, each with a reason and an expiry date.
///
/// The file is JSON: `{"suppressions": [{"rule": "STY-CAPS", "contentId": "acme.*", "file": "catalog*.xml", "reason": "…",
/// "expires": "2026-12-31"}]}`. `contentId` and `file` are optional; in them and in `rule`, `*` stands for any characters. `expires` is
/// the last day on which the entry applies, in UTC.
public struct Suppressions: Sendable {
    struct Entry: Sendable {
        var rule: String
        var contentID: String?
        var file: String?
        var reason: String
        var expires: String
        /// The last day on which the entry applies, in days since 1970.
        var lastDay: Int

        func covers(_ finding: Finding) -> Bool {
            guard coversRule(finding.ruleId) else { return false }
            if let contentID {
                guard let id = finding.contentId, GlobPattern.matches(contentID, id) else { return false }
            }
            guard let file else { return true }
            return GlobPattern.matches(file, finding.file)
                || GlobPattern.matches(file, finding.file.split(separator: "/").last.map(String.init) ?? "")
        }

        private func coversRule(_ id: String) -> Bool {
            if GlobPattern.matches(rule, id) { return true }
            guard let former = FormerRuleIDs.former(of: id) else { return false }
            return GlobPattern.matches(rule, former)
        }
    }

    let name: String
    let entries: [Entry]

    private static let keys: Set<String> = ["rule", "contentId", "file", "reason", "expires"]

    /// - Parameter name: the file name for error messages and findings.
    public init(_ data: Data, name: String) throws(ToolFileError) {
        self.name = name
        let root = try? JSONSerialization.jsonObject(with: data)
        guard let list = (root as? [String: Any])?["suppressions"] as? [Any] else {
            throw ToolFileError(
                name, "is not a suppressions file",
                remedy:
                    "write {\"suppressions\": [{\"rule\": …, \"contentId\": …, \"reason\": …, \"expires\": \"YYYY-MM-DD\"}]}"
            )
        }
        var entries: [Entry] = []
        for (index, value) in list.enumerated() { entries.append(try Self.entry(value, index + 1, name)) }
        self.entries = entries
    }

    private static func entry(_ value: Any, _ number: Int, _ name: String) throws(ToolFileError) -> Entry {
        func fault(_ words: String, _ remedy: String) -> ToolFileError {
            ToolFileError(name, "entry \(number) \(words)", remedy: remedy)
        }
        guard let members = value as? [String: Any] else { throw fault("is not an object", "see umc help validate") }
        // A misspelt key would suppress more findings than intended.
        if let unknown = members.keys.sorted().first(where: { !keys.contains($0) }) {
            throw fault("has `\(unknown.prefix(40))`", "only \(keys.sorted().joined(separator: ", ")) are allowed")
        }
        func text(_ key: String) throws(ToolFileError) -> String? {
            guard let value = members[key] else { return nil }
            guard let text = value as? String, !text.allSatisfy(\.isWhitespace) else {
                throw fault("has a `\(key)` that is not a string", "write it in quotation marks, or leave it out")
            }
            return text
        }
        guard let rule = try text("rule") else { throw fault("has no `rule`", "name the rule, such as STY-CAPS") }
        guard rule.contains("*") || RuleCatalog.rule(named: rule) != nil else {
            let near = RuleCatalog.namesNear(rule)
            throw fault(
                "names the rule `\(rule.prefix(60))`, which does not exist",
                near.isEmpty ? "see umc rules" : "did you mean \(near.joined(separator: ", "))?")
        }
        guard let reason = try text("reason") else {
            throw fault("has no `reason`", "state why the finding is acceptable")
        }
        guard let expires = try text("expires") else {
            throw fault("has no `expires`", "give the last day on which the entry applies, YYYY-MM-DD")
        }
        var day = expires
        let days = day.withUTF8 { FeedTime.days(FeedText(bytes: $0)) }
        guard let days else { throw fault("expires on `\(expires.prefix(40))`", "write a day as YYYY-MM-DD") }
        return Entry(
            rule: RuleCatalog.rule(named: rule)?.id ?? rule, contentID: try text("contentId"), file: try text("file"),
            reason: reason, expires: expires, lastDay: days)
    }
}

/// Matching of patterns in which `*` stands for any characters.
enum GlobPattern {
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let text = Array(text.unicodeScalars)
        var (atPattern, atText) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while atText < text.count {
            if atPattern < pattern.count, pattern[atPattern] == "*" {
                star = (atPattern, atText)
                atPattern += 1
            } else if atPattern < pattern.count, pattern[atPattern] == text[atText] {
                atPattern += 1
                atText += 1
            } else if let last = star {
                atPattern = last.pattern + 1
                atText = last.text + 1
                star = (last.pattern, atText)
            } else {
                return false
            }
        }
        return pattern[atPattern...].allSatisfy { $0 == "*" }
    }
}
