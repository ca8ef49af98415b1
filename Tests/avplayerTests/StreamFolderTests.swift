import Foundation
import Testing

@testable import avplayer

/// Folders that are named in place of a stream's first playlist.
struct StreamFolderTests {
    private static let multivariant = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n"
    private static let media = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-ENDLIST\n"

    /// Makes a folder with playlists, and passes it on as a URL.
    private func with(_ playlists: [String: String], _ check: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "folder-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in playlists { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try check(folder)
    }

    @Test("main.m3u8 is the first playlist of a folder, also beside other multivariant playlists")
    func main() throws {
        try with(["main.m3u8": Self.media, "other.m3u8": Self.multivariant]) {
            #expect(StreamFolder.playlist(in: $0).lastPathComponent == "main.m3u8")
        }
    }

    @Test("without main.m3u8, the only multivariant playlist is the first, else the only playlist")
    func others() throws {
        try with(["master.m3u8": Self.multivariant, "a.m3u8": Self.media, "b.m3u8": Self.media]) {
            #expect(StreamFolder.playlist(in: $0).lastPathComponent == "master.m3u8")
        }
        try with(["a.m3u8": Self.media]) { #expect(StreamFolder.playlist(in: $0).lastPathComponent == "a.m3u8") }
    }

    @Test("a folder with several candidates, or with none, is rejected with their names")
    func rejected() throws {
        try with(["a.m3u8": Self.media, "b.m3u8": Self.media]) {
            #expect(StreamFolder.playlist(in: $0) == $0)
            #expect(StreamFolder.problem(of: $0)?.contains("a.m3u8, b.m3u8") == true)
        }
        try with([:]) {
            #expect(StreamFolder.playlist(in: $0) == $0)
            #expect(StreamFolder.problem(of: $0)?.contains("no other playlist") == true)
        }
        #expect(StreamFolder.problem(of: URL(fileURLWithPath: "/no/such/file.m3u8")) == nil)
    }

    @Test("URLs of files, servers and downloads stay as they are")
    func unchanged() throws {
        for text in ["https://example.com/", "file:///a/b.m3u8", "file:///a/Film.movpkg/"] {
            let url = try #require(URL(string: text))
            #expect(StreamFolder.playlist(in: url) == url)
        }
        try with(["main.m3u8": Self.multivariant]) {
            let url = try #require(URL(string: "https://example.com\($0.path)/"))
            #expect(StreamFolder.playlist(in: url) == url && StreamFolder.problem(of: url) == nil)
        }
    }
}
