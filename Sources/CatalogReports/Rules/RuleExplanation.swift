import Foundation
public import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// The explanation of one rule as text.
public enum RuleExplanation {
    /// - Parameter name: the name by which the rule was requested; nil: its id.
    public static func text(_ rule: RuleInfo, requestedAs name: String? = nil, isColored: Bool = false) -> String {
        let style = TextStyle(isColored: isColored)
        var text = ""
        if let former = rule.aliases.first(where: { $0.uppercased() == name?.uppercased() }) {
            text += "\(former) is now \(rule.id).\n\n"
        }
        text += "\(style.bold(rule.id)): \(rule.title)\n\n"
        func field(_ name: String, _ value: String) {
            let lines = DisplayText.wrapped(value, width: 90).split(separator: "\n", omittingEmptySubsequences: false)
            text +=
                DisplayText.padded(name, 12) + lines.joined(separator: "\n" + String(repeating: " ", count: 12)) + "\n"
        }
        field("reason", rule.reason)
        field("level", level(rule))
        field("class", rule.reviewClass.title)
        field("evidence", evidence(rule))
        field("source", rule.pages)
        field("remedy", HTMLReport.sentence(rule.remedy))
        let profiles = ValidationProfile.allCases.filter { $0.includes(rule) }.map(\.rawValue)
        field("profiles", profiles.joined(separator: ", "))
        if !rule.aliases.isEmpty { field("former id", rule.aliases.joined(separator: ", ")) }
        if !rule.consequences.isEmpty {
            field("see also", "the same mistake may also be found by \(rule.consequences.joined(separator: ", "))")
        }
        if let list = CodeList.of(rule: rule.id) {
            let codes = list.entries.map(\.code)
            field(
                "accepts",
                codes.prefix(maximumCodes).joined(separator: ", ")
                    + (codes.count > maximumCodes ? " and \(codes.count - maximumCodes) more" : "")
                    + " (umc codes \(list.name))")
        }
        // Each wrong example is followed by the same lines without the mistake, so that the two differ only in it.
        var hasRight = false
        for example in rule.bad.prefix(3) {
            // Of a deleted line, both examples show the neighbours.
            let margin = example.isDeletion ? 1 : 0
            text += show(example, style.red("wrong"), style, margin: margin)
            guard example.isOfSameLines, !hasRight || example.isElsewhere(than: rule.bad[0]) else { continue }
            hasRight = true
            text += show(example.corrected, style.green("right"), style, margin: margin)
        }
        if !hasRight { for example in rule.good.prefix(1) { text += show(example, style.green("right"), style) } }
        for example in rule.nearMisses.prefix(2) { text += show(example, style.green("also right"), style) }
        return text
    }

    /// Maximum number of codes in an explanation.
    private static let maximumCodes = 40

    /// The evidence, which states once that a rule is not Apple's.
    private static func evidence(_ rule: RuleInfo) -> String {
        let sentence = " This is not Apple's rule."
        let isStated = rule.tag.isKnown || rule.tag.meaning.contains("not Apple's rule")
        return "\(rule.tag): \(rule.tag.meaning).\(isStated ? "" : sentence)"
    }

    private static func level(_ rule: RuleInfo) -> String {
        switch rule.level {
        case .error: "error: fails a run by default"
        case .warning: "warning: fails a run with --fail-on warning"
        case .info: "info: advice; fails a run with --fail-on info only"
        }
    }

    private static func show(_ example: RuleExample, _ word: String, _ style: TextStyle, margin: Int = 0) -> String {
        guard let snippet = example.snippet(margin: margin) else { return "" }
        let lines = snippet.map { style.dim("    | ") + DisplayText.line($0) }
        let images = example.images.values.map { ", with \($0.title)" }.joined()
        let title = "\(word), in \(example.feed.title)\(images)\(example.circumstances)"
        return "\n\(title):\n\(lines.joined(separator: "\n"))\n"
    }
}

extension SampleFeed {
    var title: String {
        switch self {
        case .catalog: "a catalog"
        case .sportsCatalog: "a catalog of sports"
        case .availability: "an availability feed of an app"
        case .channelAvailability: "an availability feed of a channel"
        case .eventAvailability: "an availability feed of event streams"
        case .linearAvailability: "an availability feed of a linear channel"
        case .manifest: "a partner manifest"
        }
    }
}

extension RuleExample {
    static let maximumLines = 12
    static let maximumColumns = 180
    static let maximumPart = 300
    /// The characters that are shown before the replaced text.
    static let context = 30
    /// Of the further replacements, which usually are alike.
    static let maximumFurther = 2

    /// Whether the replaced text and its replacement are lines that can be compared.
    var isOfSameLines: Bool {
        func lines(_ text: String) -> Int { text.reduce(1) { $1 == "\n" ? $0 + 1 : $0 } }
        return !original.isEmpty && lines(replacement) <= lines(original) + 2
    }

    /// Whether it replaces another part of the samples.
    func isElsewhere(than other: RuleExample) -> Bool { feed != other.feed || original != other.original }

    /// The sample without the mistake, in the same circumstances.
    var corrected: RuleExample {
        RuleExample(
            feed, original, fulfilled ?? original, also: further.map { ($0.0, $0.0) }, beside: beside,
            previously: previously, territory: territory, registeredTiers: registeredTiers)
    }

    /// Whether it lacks text of the sample: only the neighbouring lines show what is missing.
    var isDeletion: Bool { !original.isEmpty && replacement.allSatisfy(\.isWhitespace) }

    /// What decides besides the shown lines: other feeds, the territory, the registered tiers. Two examples of equal lines differ in it.
    var circumstances: String {
        var text = ""
        if !beside.isEmpty { text += ", together with \(beside.map(\.title).joined(separator: " and "))" }
        if !previously.isEmpty {
            let isOther = previously != [feed]
            text += ", after " + (isOther ? previously.map(\.title).joined(separator: " and ") : "a previous build")
        }
        if let territory { text += ", for the territory \(territory)" }
        if let registeredTiers {
            let tiers = registeredTiers.sorted().joined(separator: ", ")
            text += registeredTiers.isEmpty ? ", of an app without tiers" : ", of an app that registers \(tiers)"
        }
        return text
    }

    /// The lines around each replaced text; nil if one of the texts is not in the sample.
    /// - Parameter margin: the number of neighbouring lines before and after the first replaced text.
    func snippet(margin: Int = 0) -> [String]? {
        guard var lines = firstSnippet(margin) else { return nil }
        for (original, replacement) in further.prefix(Self.maximumFurther) {
            let other = RuleExample(feed, original, replacement)
            guard let more = other.firstSnippet(other.isDeletion ? 1 : 0) else { continue }
            lines += ["…"] + more
        }
        if further.count > Self.maximumFurther { lines.append("… (and \(further.count - Self.maximumFurther) more)") }
        return lines
    }

    /// The lines around the first replaced text.
    private func firstSnippet(_ margin: Int) -> [String]? {
        guard let document else { return nil }
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var range = lines.startIndex..<min(lines.count, Self.maximumLines)
        var isCut = lines.count > Self.maximumLines
        if !original.isEmpty {
            let before = feed.text.components(separatedBy: original)[0]
            let first = before.count { $0 == "\n" }
            let last = first + replacement.count { $0 == "\n" }
            let start = max(0, first - margin)
            range = start..<min(lines.count, last + 1 + margin, start + Self.maximumLines)
            isCut = range.upperBound < min(lines.count, last + 1 + margin)
        }
        guard !range.isEmpty else { return nil }
        // A deletion leaves the white space around it.
        let shown = lines[range].filter { !isDeletion || !$0.allSatisfy(\.isWhitespace) }
        let indent = shown.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return shown.map { Self.cut(String($0.dropFirst(indent)), around: replacement) } + (isCut ? ["…"] : [])
    }

    /// Shortens a line so that the given part stays visible.
    private static func cut(_ line: String, around part: String) -> String {
        let first = part.split(separator: "\n").first.map(String.init) ?? part
        // The replaced text is shown whole, because two examples may differ in its end only.
        let maximumColumns = max(maximumColumns, min(first.count + 2 * context, maximumPart))
        guard line.count > maximumColumns else { return line }
        guard let range = line.firstRange(of: first) else { return line.prefix(maximumColumns) + " …" }
        let before = line.distance(from: line.startIndex, to: range.lowerBound)
        let start = min(max(0, before - context), max(0, line.count - maximumColumns))
        let rest = line.dropFirst(start)
        return (start > 0 ? "… " : "") + rest.prefix(maximumColumns) + (rest.count > maximumColumns ? " …" : "")
    }
}

extension RuleInfo {
    /// The pages of this repository that state the rule, with their sections: `docs/spec/umc-catalog.md 3.2`.
    var pages: String {
        section.split(separator: ", ").map { $0.hasPrefix("umc-") ? "docs/spec/\($0)" : String($0) }
            .joined(separator: ", ")
    }
}
