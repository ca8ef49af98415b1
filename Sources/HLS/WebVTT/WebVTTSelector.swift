/// A selector of a style sheet in WebVTT: `::cue`, or `::cue(…)` with compound selectors between the parentheses.
struct WebVTTSelector: Sendable, Hashable {
    /// Conditions on one element.
    struct Compound: Sendable, Hashable {
        var tag: String?
        var identifiers: [String] = []
        var classes: [String] = []
        var voices: [String] = []
        /// Exact values of the attribute `lang`.
        var languages: [String] = []
        /// Ranges of `:lang()`.
        var languageRanges: [String] = []
        /// `:past` and `:future`.
        var phases: [WebVTTTextTiming.Phase] = []
        /// Whether the element must be the child of the one before, not only within it.
        var isChild = false

        func matches(_ element: WebVTTStyledElement) -> Bool {
            if let tag, tag != "*" || element.tag == nil, element.tag?.rawValue != tag { return false }
            return identifiers.allSatisfy { element.tag == nil && element.identifier == $0 }
                && classes.allSatisfy(element.classes.contains) && voices.allSatisfy { element.voice == $0 }
                && languages.allSatisfy { element.tag == .language && element.language == $0 }
                && languageRanges.allSatisfy { Self.language(element.language, isIn: $0) }
                && phases.allSatisfy { element.phase == $0 }
        }

        private static func language(_ language: String?, isIn range: String) -> Bool {
            guard let language = language?.lowercased(), !language.isEmpty else { return false }
            return range == "*" || language == range || language.hasPrefix(range + "-")
        }
    }

    /// Empty: `::cue` without an argument, which selects the cue itself.
    var compounds: [Compound] = []

    var dependsOnTime: Bool { compounds.contains { !$0.phases.isEmpty } }

    /// Comparable numbers: identifiers count more than classes, and these more than types.
    var specificity: Int {
        compounds.reduce(1) { sum, compound in
            let attributes =
                compound.voices.count + compound.languages.count + compound.languageRanges.count + compound.phases.count
            return sum + compound.identifiers.count * 1_000_000 + (compound.classes.count + attributes) * 1_000
                + (compound.tag == nil || compound.tag == "*" ? 0 : 1)
        }
    }

    /// - Parameter path: the element and those around it, outermost first; the first one is the cue.
    func matches(_ path: ArraySlice<WebVTTStyledElement>) -> Bool {
        guard let last = compounds.last else { return path.count == 1 }
        guard let element = path.last, last.matches(element) else { return false }
        return Self.matches(compounds.dropLast(), isChild: last.isChild, path.dropLast())
    }

    private static func matches(
        _ compounds: ArraySlice<Compound>, isChild: Bool, _ path: ArraySlice<WebVTTStyledElement>
    ) -> Bool {
        guard let last = compounds.last else { return true }
        var path = path
        while let element = path.popLast() {
            if last.matches(element), matches(compounds.dropLast(), isChild: last.isChild, path) { return true }
            if isChild { return false }
        }
        return false
    }

    // MARK: - Parsing

    /// Compounds of a selector beyond this number make it invalid, because matching would take long.
    private static let maximumCompounds = 8

    /// Parses selectors that are separated by commas; nil if one of them is invalid.
    static func list(_ text: String) -> [WebVTTSelector]? {
        var selectors: [WebVTTSelector] = []
        for part in StyleScanner.split(text, at: ",") {
            var rest = part[...]
            for element in ["video", "*"] where rest.hasPrefix(element) { rest = rest.dropFirst(element.count) }
            guard rest.hasPrefix("::cue") else { return nil }
            rest = rest.dropFirst(5)
            if rest.isEmpty {
                selectors.append(WebVTTSelector())
            } else {
                guard rest.first == "(", rest.last == ")" else { return nil }
                let arguments = StyleScanner.split(String(rest.dropFirst().dropLast()), at: ",").map(readArgument)
                guard !arguments.isEmpty else { return nil }
                for argument in arguments {
                    guard let argument else { return nil }
                    selectors.append(argument)
                }
            }
        }
        return selectors.isEmpty ? nil : selectors
    }

    /// Parses selectors of regions that are separated by commas.
    /// - Returns: the identifiers of the regions, nil for all of them; nil if one of the selectors is invalid.
    static func regions(_ text: String) -> [String?]? {
        var regions: [String?] = []
        for part in StyleScanner.split(text, at: ",") {
            var rest = part[...]
            for element in ["video", "*"] where rest.hasPrefix(element) { rest = rest.dropFirst(element.count) }
            guard rest.hasPrefix("::cue-region") else { return nil }
            rest = rest.dropFirst(12)
            if rest.isEmpty {
                regions.append(nil)
                continue
            }
            guard rest.hasPrefix("(#"), rest.last == ")" else { return nil }
            var name = rest.dropFirst(2).dropLast()
            guard let identifier = readName(&name), name.isEmpty else { return nil }
            regions.append(identifier)
        }
        return regions.isEmpty ? nil : regions
    }

    private static func readArgument(_ text: String) -> WebVTTSelector? {
        var selector = WebVTTSelector()
        var rest = text[...]
        var isChild = false
        while !rest.isEmpty {
            guard selector.compounds.count < maximumCompounds, var compound = readCompound(&rest) else { return nil }
            compound.isChild = isChild
            selector.compounds.append(compound)
            let gap = rest.prefix { $0.isWhitespace || $0 == ">" }
            guard rest.isEmpty || !gap.isEmpty, gap.filter({ $0 == ">" }).count <= 1 else { return nil }
            isChild = gap.contains(">")
            rest = rest.dropFirst(gap.count)
        }
        return selector.compounds.isEmpty || isChild ? nil : selector
    }

    private static func readCompound(_ rest: inout Substring) -> Compound? {
        var compound = Compound()
        let start = rest.startIndex
        if rest.first == "*" {
            compound.tag = "*"
            rest.removeFirst()
        } else if let name = readName(&rest) {
            compound.tag = name.lowercased()
        }
        while let first = rest.first, "#.[:".contains(first) {
            rest.removeFirst()
            switch first {
            case "#":
                guard let name = readName(&rest) else { return nil }
                compound.identifiers.append(name)
            case ".":
                guard let name = readName(&rest) else { return nil }
                compound.classes.append(name)
            case "[": guard readAttribute(&rest, &compound) else { return nil }
            default:
                if let phase = readPhase(&rest) {
                    compound.phases.append(phase)
                    continue
                }
                guard rest.hasPrefix("lang("), let end = rest.firstIndex(of: ")") else { return nil }
                let range = StyleScanner.trimmed(String(rest[rest.index(rest.startIndex, offsetBy: 5)..<end]))
                guard let value = range == "*" ? range : unquoted(range), !value.isEmpty else { return nil }
                compound.languageRanges.append(value.lowercased())
                rest = rest[rest.index(after: end)...]
            }
        }
        return rest.startIndex == start ? nil : compound
    }

    /// Reads `past` or `future`; nil where another pseudo-class follows.
    private static func readPhase(_ rest: inout Substring) -> WebVTTTextTiming.Phase? {
        let name = rest.prefix { $0.isLetter || $0 == "-" || $0 == "(" }
        let phase: WebVTTTextTiming.Phase
        switch name.lowercased() {
        case "past": phase = .past
        case "future": phase = .future
        default: return nil
        }
        rest = rest.dropFirst(name.count)
        return phase
    }

    /// Reads `voice="Mary"]` or `lang="en"]`.
    private static func readAttribute(_ rest: inout Substring, _ compound: inout Compound) -> Bool {
        guard let end = rest.firstIndex(of: "]") else { return false }
        let parts = StyleScanner.split(String(rest[..<end]), at: "=")
        rest = rest[rest.index(after: end)...]
        guard parts.count == 2, let value = unquoted(parts[1]) else { return false }
        switch parts[0] {
        case "voice": compound.voices.append(value)
        case "lang": compound.languages.append(value)
        default: return false
        }
        return true
    }

    private static func unquoted(_ text: String) -> String? {
        if let quote = text.first, quote == "\"" || quote == "'" {
            guard text.count >= 2, text.last == quote else { return nil }
            return String(text.dropFirst().dropLast())
        }
        var rest = text[...]
        guard let name = readName(&rest), rest.isEmpty else { return nil }
        return name
    }

    /// Reads an identifier of CSS, with its escapes.
    private static func readName(_ rest: inout Substring) -> String? {
        var name = ""
        while let first = rest.first {
            if first == "\\" {
                rest.removeFirst()
                let digits = rest.prefix(6).prefix { $0.isHexDigit }
                if digits.isEmpty {
                    guard let escaped = rest.popFirst() else { return nil }
                    name.append(escaped)
                } else {
                    rest = rest.dropFirst(digits.count)
                    if rest.first?.isWhitespace == true { rest.removeFirst() }
                    let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{fffd}"
                    name.unicodeScalars.append(scalar)
                }
            } else if first.isLetter || first.isNumber && !name.isEmpty || first == "-" || first == "_"
                || !first.isASCII
            {
                name.append(first)
                rest.removeFirst()
            } else {
                break
            }
        }
        return name.isEmpty ? nil : name
    }
}
