import Foundation

/// The variables defined by EXT-X-DEFINE so far (bis sections 4.3 and 4.4.2.3).
struct VariableTable {
    private(set) var values: [String: String] = [:]
    /// Total size in bytes of all substituted values so far.
    private(set) var substitutedByteCount = 0

    mutating func define(_ name: String, _ value: String) -> Bool {
        guard values[name] == nil else { return false }
        values[name] = value
        return true
    }

    enum Failure: Error {
        case undefined(String)
        case tooLong
    }

    /// Returns the text of a range with each `{$name}` replaced by its value. Values are not substituted again.
    mutating func substitute(
        _ bytes: [UInt8], _ range: Range<Int>, limit: Int
    ) throws(Failure) -> String {
        guard var open = Self.reference(bytes, range) else { return bytes.text(range) }
        var result: [UInt8] = []
        var copied = range.lowerBound
        while true {
            let name = bytes.text(open.lowerBound + 2..<open.upperBound - 1)
            guard let value = values[name] else { throw .undefined(name) }
            result.append(contentsOf: bytes[copied..<open.lowerBound])
            result.append(contentsOf: value.utf8)
            substitutedByteCount += value.utf8.count
            guard substitutedByteCount <= limit else { throw .tooLong }
            copied = open.upperBound
            guard let next = Self.reference(bytes, copied..<range.upperBound) else { break }
            open = next
        }
        result.append(contentsOf: bytes[copied..<range.upperBound])
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the range of the first `{$name}`.
    static func reference(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        var start = range.lowerBound
        while let open = bytes.firstIndex(of: 0x7b, in: start..<range.upperBound) {
            start = open + 1
            guard start < range.upperBound, bytes[start] == 0x24 else { continue }
            var end = start + 1
            while end < range.upperBound, isName(bytes[end]) { end += 1 }
            if end > start + 1, end < range.upperBound, bytes[end] == 0x7d { return open..<end + 1 }
        }
        return nil
    }

    static func isName(_ byte: UInt8) -> Bool {
        byte.isUppercase || byte.isLowercase || byte.isDigit || byte == 0x5f || byte == 0x2d
    }

    /// Returns the percent-decoded value of a query parameter; nil where the URL has none or an empty one.
    static func parameter(_ name: String, of url: URL?) -> String? {
        guard let url, let query = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQuery else {
            return nil
        }
        for pair in query.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, String(halves[0]).removingPercentEncoding == name else { continue }
            return String(halves[1]).removingPercentEncoding
        }
        return nil
    }
}
