public import Foundation

/// URIs of playlists as addresses, and what tells that an address is a playlist's.
public enum PlaylistAddress {
    /// The absolute address of a URI; nil where it is none, or relative to nothing.
    public static func resolve(_ uri: String, against base: URL?) -> URL? {
        guard !uri.isEmpty, let url = URL(string: uri, relativeTo: base)?.absoluteURL, url.scheme != nil else {
            return nil
        }
        return url
    }

    /// Whether an answer is a playlist (bis section 4): by the path, the content type, or its first bytes.
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
