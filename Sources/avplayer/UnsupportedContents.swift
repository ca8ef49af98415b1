import Foundation

/// What a local file is that is neither media nor a playlist.
enum UnsupportedContents {
    private static let prefixLength = 512

    /// Returns a sentence about a regular file whose first bytes are known; nil for others.
    static func description(of url: URL) -> String? {
        var status = stat()
        guard url.isFileURL, stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = try? FileHandle(forReadingFrom: url), let head = try? file.read(upToCount: prefixLength)
        else { return nil }
        return description(of: [UInt8](head))
    }

    /// Returns why a named pipe cannot be used; nil for others. Files are opened several times, which a pipe without a writer would block.
    static func pipe(_ url: URL) -> String? {
        var status = stat()
        // `/dev/stdin` and `/dev/fd` are pipes whose writer runs.
        guard url.isFileURL, !url.path.hasPrefix("/dev/"), stat(url.path, &status) == 0,
            status.st_mode & S_IFMT == S_IFIFO
        else { return nil }
        return "This is a pipe, which can be read only once. Write its contents to a file, and name that file."
    }

    static func description(of head: [UInt8]) -> String? {
        if head.starts(with: [0x1f, 0x8b]) { return "This is compressed with gzip. Decompress it first." }
        if head.starts(with: Array("PK\u{3}\u{4}".utf8)) {
            return "This is a ZIP archive. Extract the media from it first."
        }
        if head.starts(with: [0x89, 0x50, 0x4e, 0x47]) || head.starts(with: [0xff, 0xd8, 0xff]) {
            return "This is a picture, not video or audio."
        }
        let text = String(decoding: head, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        guard ["<!doctype", "<html", "<?xml"].contains(where: text.hasPrefix) else { return nil }
        return
            "This is a web page or another XML document, not video or audio. A server may have sent it in place of the media."
    }
}
