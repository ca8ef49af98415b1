extension FeedNode {
    /// Its text without space around it; nil where there is none.
    var value: String? {
        let text = text.trimmed
        return text.isEmpty ? nil : text.string
    }

    func value(of name: ElementName) -> String? { first(name)?.value }
    func values(of name: ElementName) -> [String] { children.filter { $0.name == name }.compactMap(\.value) }
    func number(of name: ElementName) -> Int? { first(name)?.text.trimmed.decimal }
    func moment(of name: ElementName) -> FeedDateTime? { value(of: name).flatMap { FeedDateTime($0) } }

    func boolean(of name: ElementName) -> Bool? {
        switch value(of: name) {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// The parts of a list with commas.
    func list(of name: ElementName) -> [String] {
        first(name)?.text.listed.filter { !$0.isEmpty }.map(\.string) ?? []
    }

    func string(_ attribute: AttributeName) -> String? { self[attribute]?.string }

    var localizedText: LocalizedText {
        LocalizedText(
            text.trimmed.string, locale: string(.locale), type: string(.type),
            isPhonetic: self[.isPhonetic].map { $0 == "true" || $0 == "1" } ?? false)
    }

    func localizedTexts(_ name: ElementName) -> [LocalizedText] {
        children.filter { $0.name == name }.map(\.localizedText)
    }
}
