/// What spreadsheets write into tables in place of a value.
enum SpreadsheetValue {
    /// Returns a whole number, which may be written with zeros behind a decimal point or comma.
    static func whole(_ text: String) -> Int? {
        guard let mark = text.firstIndex(where: { $0 == "." || $0 == "," }) else { return Int(text) }
        let decimals = text[text.index(after: mark)...]
        // Three digits can be a group of thousands.
        guard (1...2).contains(decimals.count), decimals.allSatisfy({ $0 == "0" }) else { return nil }
        return Int(text[..<mark])
    }

    /// Returns a Boolean as spreadsheets write it in English, German, French, Spanish, Italian, Portuguese and Dutch.
    static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "1", "wahr", "vrai", "verdadero", "vero", "verdadeiro", "waar": true
        case "false", "no", "0", "falsch", "faux", "falso", "onwaar": false
        default: nil
        }
    }

    /// Whether a text is the error of a formula.
    static func isError(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "#") && errors.contains(text) }

    /// Whether a text is a formula that the spreadsheet saved in place of its value: `=CONCAT(A1;B1)`.
    static func isFormula(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "="), text.utf8.count > 2 else { return false }
        return (try? /=[A-Z][A-Z.]+\(.*\)|=\$?[A-Z]{1,2}\$?\d+([&+*\/-].*)?/.wholeMatch(in: text)) != nil
    }

    private static let errors: Set<String> = [
        "#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#NV", "#BEZUG!",
        "#WERT!", "#ZAHL!", "#VALEUR!", "#NOM?", "#NOMBRE!", "#N/D", "#RIF!", "#VALORE!", "#NOME?", "#¡REF!",
        "#¡VALOR!", "#¿NOMBRE?", "#¡NUM!", "#¡DIV/0!", "#VALOR!", "#VERW!", "#WAARDE!", "#NAAM?", "#N/B",
    ]

    /// Whether a text is a long number that has lost its last digits, such as `1,00E+12`.
    static func isRounded(_ text: String) -> Bool {
        (try? /\d([.,]\d+)?E\+\d+/.wholeMatch(in: text)) != nil
    }

    /// What to do about a date that a spreadsheet has written in another way; nil: not recognised.
    static func remedy(date text: String) -> String? {
        if isTooNarrow(text) {
            return "the column of the spreadsheet is too narrow: widen it, and save the table again"
        }
        let days = text.split { $0 == "," || $0 == "." }
        guard days.count <= 2, !days.isEmpty, days.allSatisfy({ Int($0) != nil }), let day = Int(days[0]),
            (days.count == 1 ? 1...80_000 : 10_000...80_000).contains(day)
        else { return nil }
        return "this is the number of a day in a spreadsheet: format the column as YYYY-MM-DD and save it again"
    }

    /// What to do about a duration that a spreadsheet has written in another way; nil: not recognised.
    static func remedy(duration text: String) -> String? {
        if isTooNarrow(text) {
            return "the column of the spreadsheet is too narrow: widen it, and save the table again"
        }
        let isClock = text.contains(":") && text.last?.isLetter == true
        let isPart = (try? /0[.,]\d+/.wholeMatch(in: text)) != nil
        guard isClock || isPart else { return nil }
        return "this is a time of day in a spreadsheet: format the column as [h]:mm:ss and save it again"
    }

    private static func isTooNarrow(_ text: String) -> Bool { text.count > 2 && text.allSatisfy { $0 == "#" } }
}
