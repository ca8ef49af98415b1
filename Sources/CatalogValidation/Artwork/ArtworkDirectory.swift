import Foundation

/// A folder of image files, found by the path of the artwork's URL or by the last component of that path.
struct ArtworkDirectory: Sendable {
    let path: String

    init(_ url: URL) { path = url.path }

    /// Returns the file for an artwork URL, or nil when the folder has none.
    func file(for address: String) -> ArtworkInspector.File? {
        for candidate in Self.candidates(address) {
            if let file = Self.read("\(path)/\(candidate)") { return file }
        }
        return nil
    }

    /// Returns the relative paths to try for a URL. None of them leads out of the folder.
    static func candidates(_ address: String) -> [String] {
        var rest = address[...]
        if let scheme = rest.range(of: "://") {
            rest = rest[scheme.upperBound...]
            guard let slash = rest.firstIndex(of: "/") else { return [] }
            rest = rest[slash...]
        }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        let parts = rest.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        guard let last = parts.last,
            parts.allSatisfy({ $0 != ".." && $0 != "." && !$0.contains("/") && !$0.contains("\0") })
        else { return [] }
        return parts.count > 1 ? [parts.joined(separator: "/"), last] : [last]
    }

    private static func read(_ path: String) -> ArtworkInspector.File? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let size = Int(status.st_size)
        var reading = ImageHeader.Reading.needsMore
        for limit in ImageHeader.headBytes {
            let head = bytes(descriptor, from: 0, count: min(limit, size))
            reading = head.withUnsafeBufferPointer { ImageHeader.read($0, isWhole: head.count >= size) }
            if reading != .needsMore { break }
        }
        var file = ArtworkInspector.File(reading: reading, byteCount: size)
        if case .image(let header) = reading {
            file.isCut = !header.endsProperly(bytes(descriptor, from: max(0, size - 1_024), count: min(1_024, size)))
        }
        return file
    }

    private static func bytes(_ descriptor: Int32, from start: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            while used < count {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + used }, count - used, start + used)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                used += got
            }
        }
    }
}
