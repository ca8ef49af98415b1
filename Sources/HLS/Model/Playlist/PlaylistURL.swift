public import Foundation

/// Resolves the URIs of playlists, and recognizes playlists by URL, content type or content.
public enum PlaylistURL {
    /// Returns the absolute URL of a URI; nil where it is invalid, or relative without a base.
    public static func resolve(_ uri: String, against base: URL?) -> URL? {
        guard !uri.isEmpty, let url = URL(string: encoded(uri), relativeTo: base)?.absoluteURL, url.scheme != nil else {
            return nil
        }
        return url
    }

    /// Returns a URI whose illegal characters are encoded where it has encoded ones, too: Foundation would encode those a second time.
    private static func encoded(_ uri: String) -> String {
        let bytes = Array(uri.utf8)
        guard bytes.contains(0x25), bytes.contains(where: isIllegal) else { return uri }
        // The name of the host has an encoding of its own.
        let authority = uri.firstRange(of: "://").map { uri[$0.upperBound...].prefix { $0 != "/" && $0 != "?" } }
        let first = authority.map { uri.utf8.distance(from: uri.startIndex, to: $0.endIndex) } ?? 0
        var result = Array(bytes[..<first])
        for (index, byte) in bytes.enumerated().dropFirst(first) {
            let isStray = byte == 0x25 && !isEncoded(bytes, index)
            result += isIllegal(byte) || isStray ? escape(byte) : [byte]
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isIllegal(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte >= 0x7f || [0x22, 0x3c, 0x3e, 0x5c, 0x5e, 0x60, 0x7b, 0x7c, 0x7d].contains(byte)
    }

    private static func isEncoded(_ bytes: [UInt8], _ index: Int) -> Bool {
        index + 2 < bytes.count && bytes[index + 1...index + 2].allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    /// Returns whether a response is a playlist (bis section 4): by the path, the content type, or its first bytes.
    public static func isPlaylist(_ url: URL?, contentType: String?, prefix: [UInt8]) -> Bool {
        if let path = url?.path.lowercased(), path.hasSuffix(".m3u8") || path.hasSuffix(".m3u") { return true }
        if let contentType {
            let type = contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
            if contentTypes.contains(type) { return true }
        }
        let text = prefix.starts(with: byteOrderMark) ? prefix.dropFirst(3) : prefix[...]
        return text.starts(with: "#EXTM3U".utf8)
    }

    static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
    private static let contentTypes: Set<String> = [
        "application/vnd.apple.mpegurl", "audio/mpegurl", "application/x-mpegurl", "audio/x-mpegurl",
    ]
}
