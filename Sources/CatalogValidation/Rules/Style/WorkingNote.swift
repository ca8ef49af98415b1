import UniversalMediaCatalog

/// Notes that editors write around titles and names: `TEST - …`, `… - DO NOT USE`, `… (staging)`.
enum WorkingNote {
    /// Returns whether a text begins or ends with a note, separated from the rest.
    static func isMarked(_ text: FeedText) -> Bool {
        guard text.count > 6, text.count <= 255 else { return false }
        let last = text[text.count - 1]
        if last == UInt8(ascii: ")") || last == UInt8(ascii: "]") {
            var start = text.count - 1
            while start > 0, text[start] != UInt8(ascii: "("), text[start] != UInt8(ascii: "[") { start -= 1 }
            if start > 0, notes.ignoringCase(text[start + 1..<text.count - 1].trimmed) != nil { return true }
        }
        return endsInNote(text) || beginsWithNote(text)
    }

    /// `… - DO NOT USE`: notes behind a dash are in capitals, so that no subtitle is mistaken for one.
    private static func endsInNote(_ text: FeedText) -> Bool {
        var index = text.count - 1
        while index > 1 {
            if text[index] == 32, text[index - 1] == UInt8(ascii: "-") || text[index - 1] == UInt8(ascii: "_"),
                text[index - 2] == 32
            {
                return capitals[text[index + 1..<text.count]] != nil
            }
            index -= 1
        }
        return false
    }

    /// `TEST - …`, `TEST: …`, `[TEST] …`.
    private static func beginsWithNote(_ text: FeedText) -> Bool {
        if text[0] == UInt8(ascii: "[") || text[0] == UInt8(ascii: "(") {
            guard
                let close = text.bytes.firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ")") }),
                close + 1 < text.count
            else { return false }
            return notes.ignoringCase(text[1..<close].trimmed) != nil
        }
        for index in 3..<min(text.count - 1, 20) {
            if text[index] == UInt8(ascii: ":"), text[index + 1] == 32 { return capitals[text[0..<index]] != nil }
            if text[index] == 32, text[index + 1] == UInt8(ascii: "-") { return capitals[text[0..<index]] != nil }
        }
        return false
    }

    /// Returns a note in square brackets before or behind a description, such as `[NEEDS REVIEW]`.
    static func bracketed(_ text: FeedText) -> FeedText? {
        guard text.count > 6 else { return nil }
        if text[0] == UInt8(ascii: "[") {
            guard let close = text.bytes.prefix(60).firstIndex(of: UInt8(ascii: "]")) else { return nil }
            if isEditorial(text[1..<close]) { return text[0..<close + 1] }
        }
        guard text[text.count - 1] == UInt8(ascii: "]") else { return nil }
        var start = text.count - 1
        while start > max(0, text.count - 60), text[start] != UInt8(ascii: "[") { start -= 1 }
        guard text[start] == UInt8(ascii: "["), isEditorial(text[start + 1..<text.count - 1]) else { return nil }
        return text[start..<text.count]
    }

    private static func isEditorial(_ note: FeedText) -> Bool {
        notes.ignoringCase(note.trimmed) != nil || editorial.ignoringCase(note.trimmed) != nil
    }

    private static let editorial = WordTable([
        "needs review", "review", "to review", "to be reviewed", "under review", "pending review", "for review",
        "translate", "to translate", "to be translated", "needs translation", "translation needed", "todo", "to do",
        "tbd", "tbc", "tba", "fixme", "check", "to check", "please check", "check spelling", "edit", "needs edit",
        "to be edited", "update", "to be updated", "update needed", "to be confirmed", "confirm", "pending",
        "not final", "final", "approved", "not approved", "proofread", "needs proofreading", "mt",
        "machine translation",
        "machine translated", "auto translated", "auto-generated", "xxx", "insert here", "note", "editor's note",
    ])
    private static let capitals = WordTable([
        "TEST", "DO NOT USE", "DO NOT PUBLISH", "DO NOT DELETE", "DELETE", "DELETED", "DRAFT", "DUPLICATE", "DUMMY",
        "WIP", "TEMP", "COPY", "STAGING", "DEV", "QA", "UAT", "OLD", "EXPIRED", "INACTIVE", "HOLD", "ON HOLD",
        "TBD", "TBA", "TBC",
    ])
    private static let notes = WordTable([
        "test", "do not use", "do not publish", "draft", "duplicate", "dummy", "wip", "temp", "copy", "staging", "dev",
        "qa", "uat", "deleted", "placeholder", "on hold", "sandbox", "preprod",
    ])
}
