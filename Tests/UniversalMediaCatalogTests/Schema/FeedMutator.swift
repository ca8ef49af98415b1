/// Mutates XML documents at random, without knowledge of feeds.
struct FeedMutator {
    /// A seeded generator (SplitMix64), so that documents are reproducible.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var result = state
            result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
            result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
            return result ^ (result >> 31)
        }
    }

    /// The byte ranges of elements, attributes and texts.
    private struct Parts {
        var elements: [Range<Int>] = []
        /// Names in start tags, with those in the matching end tags.
        var names: [(Range<Int>, Range<Int>?)] = []
        /// Attributes with the white space before them.
        var attributes: [Range<Int>] = []
        var attributeNames: [Range<Int>] = []
        var values: [Range<Int>] = []
        var texts: [Range<Int>] = []
    }

    var generator: Generator

    init(seed: UInt64) { generator = Generator(state: seed) }

    mutating func mutated(_ document: [UInt8]) -> [UInt8] {
        var document = document
        for _ in 0..<Int.random(in: 1...3, using: &generator) { document = changed(document) }
        return document
    }

    private mutating func changed(_ document: [UInt8]) -> [UInt8] {
        let parts = Self.parts(document)
        var result = document
        switch Int.random(in: 0..<18, using: &generator) {
        case 0:
            guard let element = parts.elements.dropFirst().randomElement(using: &generator) else { break }
            result.removeSubrange(element)
        case 1:
            guard let element = parts.elements.dropFirst().randomElement(using: &generator) else { break }
            result.insert(contentsOf: document[element], at: element.upperBound)
        case 2: result = swapped(document, parts.elements) ?? document
        case 3: result = moved(document, parts.elements)
        case 4: result = renamed(document, parts)
        case 5:
            guard let attribute = parts.attributes.randomElement(using: &generator) else { break }
            result.removeSubrange(attribute)
        case 6: result = swapped(document, parts.attributeNames) ?? document
        case 7:
            guard let name = parts.attributeNames.randomElement(using: &generator) else { break }
            result.insert(UInt8(ascii: "x"), at: name.lowerBound)
        case 8: result = swapped(document, parts.values) ?? document
        case 9: result = swapped(document, parts.texts) ?? document
        case 10:
            guard let value = (parts.values + parts.texts).randomElement(using: &generator) else { break }
            result.removeSubrange(value)
        case 11:
            guard let value = (parts.values + parts.texts).randomElement(using: &generator),
                let other = (parts.values + parts.texts).randomElement(using: &generator)
            else { break }
            result.replaceSubrange(value, with: document[other])
        case 12:
            guard let value = (parts.values + parts.texts).randomElement(using: &generator) else { break }
            let times = Int.random(in: 2...300, using: &generator)
            result.replaceSubrange(value, with: (0..<times).flatMap { _ in document[value] }.prefix(6_000))
        case 13: result = namespaced(document, parts)
        default:
            // Values are changed more often, because libraries differ most in them.
            let isValue = Bool.random(using: &generator)
            guard let place = (isValue ? parts.values : parts.texts).randomElement(using: &generator) else { break }
            result.replaceSubrange(place, with: touched(Array(document[place])))
        }
        return result
    }

    /// Puts an element, an attribute or the whole document into a namespace.
    private mutating func namespaced(_ document: [UInt8], _ parts: Parts) -> [UInt8] {
        guard let (name, end) = parts.names.randomElement(using: &generator) else { return document }
        var result = document
        let declaration = Array(" xmlns=\"urn:example:other\"".utf8)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: result.insert(contentsOf: declaration, at: name.upperBound)
        case 1:
            if let end { result.insert(contentsOf: Array("p:".utf8), at: end.lowerBound) }
            result.insert(contentsOf: Array(" xmlns:p=\"urn:example:p\"".utf8), at: name.upperBound)
            result.insert(contentsOf: Array("p:".utf8), at: name.lowerBound)
        case 2:
            guard let attribute = parts.attributeNames.randomElement(using: &generator) else { return document }
            result.insert(contentsOf: Array("xml:".utf8), at: attribute.lowerBound)
        default:
            guard let root = parts.names.first?.0 else { return document }
            result.insert(contentsOf: declaration, at: root.upperBound)
        }
        return result
    }

    /// Returns a text with some bytes inserted, removed or changed.
    private mutating func touched(_ text: [UInt8]) -> [UInt8] {
        var text = text
        let pieces = [
            " ", "\n", "\t", "  ", "&#13;", "&#160;", "-", "_", ",", ", ", ",,", ".", ":", "0", "00", "1", "9", "+",
            "-",
            "Z", "T", "x", "X", "A", "zz", "é", "日本", "🎬", "/", "*", "*-", "1e3", "&amp;", "&lt;", "%", "\\", "|",
            "a-b",
        ]
        for _ in 0..<Int.random(in: 1...2, using: &generator) {
            let place = Int.random(in: 0...text.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where place < text.count: text.remove(at: place)
            case 1 where place < text.count:
                // Replace a character, usually by one of the same kind.
                let byte = text[place]
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): text[place] = .random(in: 48...57, using: &generator)
                case UInt8(ascii: "a")...UInt8(ascii: "z"): text[place] = .random(in: 97...122, using: &generator)
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): text[place] = .random(in: 65...90, using: &generator)
                default: text[place] = .random(in: 33...126, using: &generator)
                }
            case 2 where place < text.count:
                let byte = text[place]
                if byte &- 65 < 26 || byte &- 97 < 26 { text[place] ^= 0x20 }
            case 3 where place < text.count: text = Array(text[..<place])
            default:
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                text.insert(contentsOf: Array(piece.utf8), at: place)
            }
        }
        return text
    }

    private mutating func swapped(_ document: [UInt8], _ ranges: [Range<Int>]) -> [UInt8]? {
        guard let one = ranges.randomElement(using: &generator), let other = ranges.randomElement(using: &generator)
        else { return nil }
        let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
        guard first.upperBound <= second.lowerBound else { return nil }
        var result = document
        result.replaceSubrange(second, with: document[first])
        result.replaceSubrange(first, with: document[second])
        return result
    }

    private mutating func moved(_ document: [UInt8], _ elements: [Range<Int>]) -> [UInt8] {
        guard let element = elements.dropFirst().randomElement(using: &generator),
            let target = elements.dropFirst().randomElement(using: &generator),
            target.lowerBound >= element.upperBound || target.upperBound <= element.lowerBound
        else { return document }
        let place = target.lowerBound
        var result = document
        if place <= element.lowerBound {
            result.removeSubrange(element)
            result.insert(contentsOf: document[element], at: place)
        } else {
            result.insert(contentsOf: document[element], at: place)
            result.removeSubrange(element)
        }
        return result
    }

    private mutating func renamed(_ document: [UInt8], _ parts: Parts) -> [UInt8] {
        guard let (name, end) = parts.names.randomElement(using: &generator),
            let other = parts.names.randomElement(using: &generator)
        else { return document }
        let spelling = Bool.random(using: &generator) ? Array(document[other.0]) : Array(document[name]) + [120]
        var result = document
        if let end { result.replaceSubrange(end, with: spelling) }
        result.replaceSubrange(name, with: spelling)
        return result
    }

    /// Splits a document at its tags; comments and declarations are skipped.
    private static func parts(_ document: [UInt8]) -> Parts {
        var parts = Parts()
        var open: [(start: Int, name: Int)] = []
        var textStart = 0
        var next = 0
        while next < document.count {
            guard document[next] == UInt8(ascii: "<") else {
                next += 1
                continue
            }
            if !open.isEmpty, next > textStart, document[textStart..<next].contains(where: { $0 > 32 }) {
                parts.texts.append(textStart..<next)
            }
            guard let end = document[next...].firstIndex(of: UInt8(ascii: ">")) else { break }
            let first = next + 1 < document.count ? document[next + 1] : 0
            if first == UInt8(ascii: "/") {
                if let (start, name) = open.popLast() {
                    parts.elements.append(start..<end + 1)
                    parts.names[name].1 = next + 2..<end
                }
            } else if first != UInt8(ascii: "!"), first != UInt8(ascii: "?") {
                tag(document, next, end, &parts)
                if document[end - 1] == UInt8(ascii: "/") {
                    parts.elements.append(next..<end + 1)
                } else {
                    open.append((next, parts.names.count - 1))
                }
            }
            next = end + 1
            textStart = next
        }
        parts.elements.sort { $0.lowerBound < $1.lowerBound }
        return parts
    }

    private static func tag(_ document: [UInt8], _ start: Int, _ end: Int, _ parts: inout Parts) {
        var next = start + 1
        while next < end, document[next] > 32, document[next] != UInt8(ascii: "/") { next += 1 }
        parts.names.append((start + 1..<next, nil))
        while next < end {
            let space = next
            while next < end, document[next] <= 32 { next += 1 }
            let name = next
            while next < end, document[next] != UInt8(ascii: "=") { next += 1 }
            guard next + 1 < end else { return }
            let quote = document[next + 1]
            guard let close = document[(next + 2)...].firstIndex(of: quote), close < end else { return }
            parts.attributes.append(space..<close + 1)
            parts.attributeNames.append(name..<next)
            parts.values.append(next + 2..<close)
            next = close + 1
        }
    }
}
