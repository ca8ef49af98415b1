import Foundation

/// The resource in a `data:` URL (RFC 2397), in base64 or percent-encoded.
struct DataURL {
    let bytes: [UInt8]
    let mimeType: String?

    var resource: (bytes: [UInt8], mimeType: String?) { (bytes, mimeType) }

    init(_ request: ResourceRequest, _ rule: FetchPolicy.Rule) throws(MediaError) {
        // Base64 makes the data a third longer, percent-encoding up to three times.
        let text = Array(request.url.absoluteString.utf8)
        guard text.count <= rule.maximumBytes * 3 + 1_000 else {
            throw ResourceLimits.error(request, nil, rule.maximumBytes)
        }
        func damaged(_ detail: String) -> MediaError {
            MediaError(
                .malformed, "A “data:” URL in the playlist is damaged.", detail: detail,
                url: URL(string: String(request.url.absoluteString.prefix(200))))
        }
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")), comma >= 5 else { throw damaged("no comma") }
        let head = String(decoding: text[5..<comma], as: UTF8.self).lowercased()
        let parts = head.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let type = parts.first ?? ""
        mimeType = type.isEmpty ? "text/plain" : type
        guard let plain = Self.unescaped(text[(comma + 1)...].prefix { $0 != UInt8(ascii: "#") }) else {
            throw damaged("a percent sign without two digits")
        }
        var whole = plain
        if parts.dropFirst().last == "base64" {
            guard let decoded = Self.base64(plain) else { throw damaged("not base64") }
            whole = decoded
        }
        if let range = request.byteRange {
            guard range.upperBound <= whole.count else {
                throw ResourceLimits.isShort(request, max(0, Int64(whole.count) - range.lowerBound))
            }
            whole = Array(whole[Int(range.lowerBound)..<Int(range.upperBound)])
        }
        guard whole.count <= rule.maximumBytes else {
            throw ResourceLimits.error(request, Int64(whole.count), rule.maximumBytes)
        }
        bytes = whole
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes = [UInt8]()
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.flatMap { UInt8($0) }
    }

    /// Decodes base64. Whitespace is ignored and padding may be missing, as in browsers.
    private static func base64(_ bytes: [UInt8]) -> [UInt8]? {
        var text = bytes.filter { ![9, 10, 12, 13, 32].contains($0) }
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        text += Array(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: Data(text)).map { Array($0) }
    }
}
