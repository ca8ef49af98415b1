public import Foundation

/// Bookmarks, in which apps keep the places of downloaded assets. Foundation on Linux has none.
extension URL {
    public struct BookmarkCreationOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let minimalBookmark = BookmarkCreationOptions(rawValue: 1 << 9)
        public static let suitableForBookmarkFile = BookmarkCreationOptions(rawValue: 1 << 10)
    }

    public struct BookmarkResolutionOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let withoutUI = BookmarkResolutionOptions(rawValue: 1 << 8)
        public static let withoutMounting = BookmarkResolutionOptions(rawValue: 1 << 9)
    }

    /// Returns data that name this file or folder later. The arguments have no effect.
    ///
    /// Apple: a bookmark follows a file that is moved. Here: it names the path, and knows whether another file has taken its place.
    /// - Throws: `CocoaError.fileReadNoSuchFile` if there is no such file.
    public func bookmarkData(
        options: BookmarkCreationOptions = [], includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil,
        relativeTo url: URL? = nil
    ) throws -> Data {
        try JSONEncoder().encode(Bookmark(url: absoluteURL.standardizedFileURL, file: Bookmark.number(of: self)))
    }

    /// The file or folder of a bookmark.
    /// - Parameter bookmarkDataIsStale: becomes true if another file has taken the place; a new bookmark should then be kept.
    /// - Throws: `CocoaError.fileReadNoSuchFile` if there is no file at the place, `CocoaError.fileReadCorruptFile` if `data` is no
    ///   bookmark.
    public init(
        resolvingBookmarkData data: Data, options: BookmarkResolutionOptions = [], relativeTo url: URL? = nil,
        bookmarkDataIsStale: inout Bool
    ) throws {
        guard let bookmark = try? JSONDecoder().decode(Bookmark.self, from: data) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        bookmarkDataIsStale = try Bookmark.number(of: bookmark.url) != bookmark.file
        self = bookmark.url
    }
}

private struct Bookmark: Codable {
    let url: URL
    /// The number of the file in its file system.
    let file: UInt64

    static func number(of url: URL) throws -> UInt64 {
        guard url.isFileURL, let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
            let number = attributes[.systemFileNumber] as? NSNumber
        else { throw CocoaError(.fileReadNoSuchFile) }
        return number.uint64Value
    }
}
