import Foundation

/// Paths and URLs as people type them.
enum MediaAddress {
    /// A URL where the text has a scheme and no such file is here, else the path's.
    static func url(for text: String) -> URL? {
        guard !text.isEmpty else { return nil }
        if text.hasPrefix("file:") || text.contains("://"), !FileManager.default.fileExists(atPath: text) {
            return URL(string: text)
        }
        return URL(fileURLWithPath: text)
    }
}
