public import Foundation

/// Resolves the URIs of playlists, and recognizes playlists by URL, content type or content.
public enum PlaylistURL {
    /// Returns the absolute URL of a URI; nil where it is invalid, or relative without a base.
    public static func resolve(_ uri: String, against base: URL?) -> URL? {
        guard !uri.isEmpty, let url = URL(string: uri, relativeTo: base)?.absoluteURL, url.scheme != nil else {
            return nil
        }
        return url
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
