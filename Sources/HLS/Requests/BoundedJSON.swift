import Foundation

/// Decodes JSON from servers after checking its size and nesting depth.
enum BoundedJSON {
    enum Failure: Error { case tooLong, tooDeep, malformed(String) }

    static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], limits: ParsingLimits
    ) throws(Failure) -> Value {
        guard bytes.count <= limits.byteCount else { throw .tooLong }
        guard depth(bytes) <= limits.nesting else { throw .tooDeep }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw .malformed("\(error)")
        }
    }

    /// Returns the maximum nesting depth of brackets outside strings.
    private static func depth(_ bytes: [UInt8]) -> Int {
        var (open, most, inText, isEscaped) = (0, 0, false, false)
        for byte in bytes {
            if inText {
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5c {
                    isEscaped = true
                } else if byte == 0x22 {
                    inText = false
                }
            } else if byte == 0x22 {
                inText = true
            } else if byte == 0x7b || byte == 0x5b {
                open += 1
                most = max(most, open)
            } else if byte == 0x7d || byte == 0x5d {
                open -= 1
            }
        }
        return most
    }
}

/// An array that drops invalid elements.
struct LossyList<Element: Decodable>: Decodable {
    var elements: [Element] = []
    var brokenCount = 0

    private struct Anything: Decodable {}

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            if let element = try? container.decode(Element.self) {
                elements.append(element)
            } else {
                brokenCount += 1
                _ = try container.decode(Anything.self)
            }
        }
    }
}
