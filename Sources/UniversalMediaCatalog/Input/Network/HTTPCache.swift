import Foundation

/// The cached body of one URL, with its validators for conditional requests. Not thread-safe.
final class HTTPCache {
    private struct Facts: Codable {
        var address: String
        var etag: String?
        var lastModified: String?
    }

    private let address: String
    private let name: String
    private let body: URL
    private let facts: URL
    private let draft: URL
    private var file: FileHandle?
    private var fresh: Facts?

    init(folder: URL, address: String, name: String) throws(FeedInputError) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw FeedInputError(
                .unreadable, "the folder \(folder.path) cannot be created: \(error.localizedDescription)",
                remedy: "give another one with --cache")
        }
        var key: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in address.utf8 { key = (key ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let stem = key.sixteenDigits
        self.address = address
        self.name = name
        body = folder.appending(path: "\(stem).feed")
        facts = folder.appending(path: "\(stem).json")
        draft = folder.appending(path: "\(stem).\(ProcessInfo.processInfo.processIdentifier).part")
    }

    deinit { if file != nil { try? FileManager.default.removeItem(at: draft) } }

    /// Header fields that make the request conditional on a change of the cached body.
    var conditions: [String] {
        guard let data = try? Data(contentsOf: facts), let known = try? JSONDecoder().decode(Facts.self, from: data),
            known.address == address, FileManager.default.isReadableFile(atPath: body.path)
        else { return [] }
        var result: [String] = []
        if let etag = known.etag { result.append("If-None-Match: \(etag)") }
        if let date = known.lastModified { result.append("If-Modified-Since: \(date)") }
        return result
    }

    /// Returns the cached body, after the server has responded with 304.
    func source() throws(FeedInputError) -> any ByteSource { KeptSource(try FileSource(path: body.path), name: name) }

    /// Starts to store a new body.
    func begin(etag: String?, lastModified: String?) {
        func safe(_ text: String?) -> String? {
            text.flatMap { text in text.unicodeScalars.contains { $0.value < 32 } || text.count > 500 ? nil : text }
        }
        guard safe(etag) != nil || safe(lastModified) != nil,
            FileManager.default.createFile(atPath: draft.path, contents: nil)
        else { return }
        fresh = Facts(address: address, etag: safe(etag), lastModified: safe(lastModified))
        file = try? FileHandle(forWritingTo: draft)
    }

    /// Appends bytes to the new body. A write error ends caching of this body; reading continues.
    func keep(_ bytes: UnsafeRawBufferPointer) {
        guard let file else { return }
        do { try file.write(contentsOf: Data(bytes)) } catch {
            try? FileManager.default.removeItem(at: draft)
            self.file = nil
        }
    }

    /// Replaces the cached body by the new one, which is complete.
    func finish() {
        guard let file, let fresh else { return }
        try? file.close()
        self.file = nil
        // A body is only used with its metadata: after a failure between the steps, the whole body is requested again.
        try? FileManager.default.removeItem(at: facts)
        guard rename(draft.path, body.path) == 0, let data = try? JSONEncoder().encode(fresh) else {
            try? FileManager.default.removeItem(at: draft)
            return
        }
        try? data.write(to: facts, options: .atomic)
    }
}

/// A cached body under the name of its URL.
final class KeptSource: ByteSource {
    private let file: FileSource
    let name: String

    init(_ file: FileSource, name: String) {
        self.file = file
        self.name = name
    }

    var byteCount: Int? { file.byteCount }
    var bytesTaken: Int { file.bytesTaken }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int { try file.read(into: buffer) }
    func finish() throws(FeedInputError) { try file.finish() }
}
