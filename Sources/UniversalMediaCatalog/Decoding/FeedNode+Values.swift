extension FeedNode {
    /// The node's text without surrounding space; nil if empty.
    package var value: String? {
        let text = text.trimmed
        return text.isEmpty ? nil : text.string
    }

    package func value(of name: ElementName) -> String? { first(name)?.value }
    package func values(of name: ElementName) -> [String] { children.filter { $0.name == name }.compactMap(\.value) }
    package func number(of name: ElementName) -> Int? { first(name)?.text.trimmed.decimal }
    package func moment(of name: ElementName) -> FeedDateTime? { value(of: name).flatMap { FeedDateTime($0) } }

    package func boolean(of name: ElementName) -> Bool? {
        switch value(of: name) {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// Returns the entries of a comma-separated list.
    package func list(of name: ElementName) -> [String] {
        first(name)?.text.listed.filter { !$0.isEmpty }.map(\.string) ?? []
    }

    package func string(_ attribute: AttributeName) -> String? { self[attribute]?.string }

    package var localizedText: LocalizedText {
        LocalizedText(
            text.trimmed.string, locale: string(.locale), type: string(.type),
            isPhonetic: self[.isPhonetic].map { $0 == "true" || $0 == "1" } ?? false)
    }

    package func localizedTexts(_ name: ElementName) -> [LocalizedText] {
        children.filter { $0.name == name }.map(\.localizedText)
    }
}
