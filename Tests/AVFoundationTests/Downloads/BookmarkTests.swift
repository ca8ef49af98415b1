import AVFoundation
import Foundation
import Testing

struct BookmarkTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bookmarks-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    @Test("a bookmark names its file, and is stale when another file has taken the place")
    func resolving() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("film 1.movpkg")
        try Data("a".utf8).write(to: file)
        let bookmark = try file.bookmarkData()
        var isStale = true
        let found = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &isStale)
        #expect(found.path == file.standardizedFileURL.path)
        #expect(!isStale)
        // The first file stays, so that the second one cannot get its number.
        try FileManager.default.moveItem(at: file, to: folder.appendingPathComponent("moved"))
        try Data("b".utf8).write(to: file)
        _ = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &isStale)
        #expect(isStale)
    }

    @Test("a missing file and data that are no bookmark are errors")
    func errors() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("film")
        #expect(throws: CocoaError.self) { try file.bookmarkData() }
        try Data("a".utf8).write(to: file)
        let bookmark = try file.bookmarkData()
        try FileManager.default.removeItem(at: file)
        var isStale = false
        #expect(throws: CocoaError.self) { try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &isStale) }
        #expect(throws: CocoaError.self) {
            try URL(resolvingBookmarkData: Data("film".utf8), bookmarkDataIsStale: &isStale)
        }
    }
}
