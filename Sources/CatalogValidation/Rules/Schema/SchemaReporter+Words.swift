import UniversalMediaCatalog

extension SchemaReporter {
    func quoted(_ text: FeedText) -> String { "\"\(cut(text.trimmed.string))\"" }

    func cut(_ text: String) -> String { text.count > 80 ? text.prefix(79) + "…" : text }

    func parentName(_ element: Int) -> String {
        shape.program.described[shape.program.parents[element]].name.rawValue
    }

    /// Returns the names of the elements that may occur in an element.
    func elementNames(_ element: Int) -> [String] {
        shape.program.described[element].slots.flatMap { $0.elements.map(\.name.rawValue) }
    }

    func unknownElement(_ mistake: SchemaMistake) -> String {
        let around = shape.program.described[mistake.element]
        let spelling = "`\(cut(mistake.node.spelling))`"
        let same = mistake.node.parent?.children.reduce(0) { $1.spelling == mistake.node.spelling ? $0 + 1 : $0 } ?? 1
        let times = same > 1 ? " (\(same) times)" : ""
        if around.slots.isEmpty {
            return "`\(around.name.rawValue)` allows only text, but contains \(spelling)\(times)"
        }
        return "`\(around.name.rawValue)` has no child element \(spelling)\(times)"
    }

    /// Returns a remedy with the most similar known name; nil if no name is similar enough.
    func unknownRemedy(_ spelling: String, _ names: [String]) -> String? {
        let near = names.map { (name: $0, distance: Self.distance(spelling, $0)) }.min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, near.name.count / 4) else { return nil }
        return "write `\(near.name)` if that was intended; `\(cut(spelling))` is ignored"
    }

    /// Returns an addition to the message that points out an obvious defect of a value.
    func hint(_ text: FeedText, _ type: LexicalType) -> String {
        switch type {
        case .locale where text.bytes.contains(UInt8(ascii: "_")),
            .localeList where text.bytes.contains(UInt8(ascii: "_")),
            .localeRanges where text.bytes.contains(UInt8(ascii: "_")):
            " (with `_` for `-`)"
        case .text(let maximum) where text.collapsedScalarCount > maximum:
            " (\(text.collapsedScalarCount) characters)"
        case .identifier where text.scalarCount > 255: " (\(text.scalarCount) characters)"
        case .identifier where text.trimmed.count < text.count: " (with leading or trailing white space)"
        default: ""
        }
    }

    /// Returns the Levenshtein distance, ignoring case; 64 when the lengths differ by four or more.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.lowercased().utf8.prefix(64))
        let right = Array(right.lowercased().utf8.prefix(64))
        guard abs(left.count - right.count) < 4 else { return 64 }
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for place in right.indices {
                let change = diagonal + (letter == right[place] ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(change, row[place] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
