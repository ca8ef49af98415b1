import Foundation

/// Parses paths and URLs from the command line.
enum MediaURL {
    /// Returns a URL if the text has a scheme and no file of that name exists, else the file URL of the path.
    static func url(for text: String) -> URL? {
        guard !text.isEmpty else { return nil }
        if text.hasPrefix("file:") || text.contains("://"), !FileManager.default.fileExists(atPath: text) {
            return URL(string: text)
        }
        return URL(fileURLWithPath: text)
    }
}
