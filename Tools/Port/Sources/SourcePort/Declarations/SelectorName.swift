/// Names of methods and properties in Objective-C.
enum SelectorName {
    /// Returns the selector of a Swift method: `tap(_:)` is `tap:`, `tap(sender:)` is `tapWithSender:`, `load(from:)` is `loadFrom:`.
    static func objectiveC(base: String, labels: [String]) -> String {
        let base = withoutBackticks(base)
        guard let first = labels.first.map(withoutBackticks) else { return base }
        var name = base
        if first != "_" {
            let startsWithPreposition = prepositions.contains(firstWord(first))
            let endsWithPreposition = prepositions.contains(lastWord(base))
            name += (startsWithPreposition || endsWithPreposition ? "" : "With") + capitalized(first)
        }
        name += ":"
        for label in labels.dropFirst() { name += label == "_" ? ":" : withoutBackticks(label) + ":" }
        return name
    }

    /// The last parameter that a method has for Objective-C only.
    enum Completion: Sendable {
        case error, handler

        fileprivate var label: String {
            switch self {
            case .error: "error"
            case .handler: "completionHandler"
            }
        }
    }

    /// Returns the selector of a throwing or async method: `load()` is `loadAndReturnError:` and `loadWithCompletionHandler:`, `load(_:)` is
    /// `load:error:` and `load:completionHandler:`.
    static func objectiveC(base: String, labels: [String], completion: Completion?) -> String {
        let name = objectiveC(base: base, labels: labels)
        guard let completion else { return name }
        if !labels.isEmpty { return name + completion.label + ":" }
        return name + (completion == .error ? "AndReturnError:" : "WithCompletionHandler:")
    }

    /// Returns the selector that sets a property.
    static func setter(_ property: String) -> String { "set\(capitalized(withoutBackticks(property))):" }

    /// Returns the key of a property that an Apple class declares: `isMuted` is `muted` for Objective-C.
    static func key(ofAppleProperty name: String) -> String {
        let name = withoutBackticks(name)
        let rest = name.dropFirst(2)
        guard name.hasPrefix("is"), let first = rest.first, first.isUppercase else { return name }
        if let second = rest.dropFirst().first, second.isUppercase { return String(rest) }
        return first.lowercased() + rest.dropFirst()
    }

    static func withoutBackticks(_ name: String) -> String { name.filter { $0 != "`" } }

    private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    private static func firstWord(_ name: String) -> String { String(name.prefix { !$0.isUppercase }) }

    private static func lastWord(_ name: String) -> String {
        guard let start = name.lastIndex(where: \.isUppercase) else { return name }
        return name[start...].lowercased()
    }

    private static let prepositions: Set<String> = [
        "about", "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for",
        "from", "given", "in",
        "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to", "until", "using",
        "via", "when",
        "with", "within",
    ]
}
