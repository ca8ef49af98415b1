import Foundation

/// A local folder that is named in place of a stream's first playlist.
enum StreamFolder {
    private static let name = "main.m3u8"
    private static let headBytes = 64 << 10

    /// Returns the first playlist of a folder with a stream: `main.m3u8`, else its only multivariant playlist, else its only playlist. Other
    /// URLs and those of downloads are returned as they are.
    static func playlist(in url: URL) -> URL {
        guard isFolder(url) else { return url }
        let names = playlists(in: url)
        let multivariant = names.filter { isMultivariant(url.appendingPathComponent($0)) }
        let choice = names.contains(name) ? name : multivariant.count == 1 ? multivariant[0] : names.first
        guard let choice, choice == name || multivariant.count == 1 || names.count == 1 else { return url }
        return url.appendingPathComponent(choice)
    }

    /// Why a folder cannot be inspected; nil for other URLs.
    static func problem(of url: URL) -> String? {
        guard isFolder(url) else { return nil }
        let names = playlists(in: url)
        let folder = "“\(url.lastPathComponent)” is a folder without \(name)"
        guard !names.isEmpty else { return folder + ", and has no other playlist. Name the stream's first playlist." }
        let multivariant = names.filter { isMultivariant(url.appendingPathComponent($0)) }
        let candidates = multivariant.isEmpty ? names : multivariant
        let list = candidates.prefix(3).joined(separator: ", ") + (candidates.count > 3 ? " and others" : "")
        return folder + ". Name one of its playlists: \(list)."
    }

    private static func isFolder(_ url: URL) -> Bool {
        url.isFileURL && url.hasDirectoryPath && url.pathExtension.lowercased() != "movpkg"
    }

    private static func playlists(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.lowercased().hasSuffix(".m3u8") }.sorted()
    }

    private static func isMultivariant(_ url: URL) -> Bool {
        guard let file = try? FileHandle(forReadingFrom: url), let head = try? file.read(upToCount: headBytes) else {
            return false
        }
        return String(decoding: head, as: UTF8.self).contains("#EXT-X-STREAM-INF")
    }
}
