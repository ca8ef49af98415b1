import Foundation

/// Loads local files for a playlist that is a local file itself.
enum FileResource {
    static let blockSize = 1 << 20

    /// Reads a file or range in chunks, and checks before each chunk whether `fetch` has ended.
    static func read(
        _ request: ResourceRequest, _ rule: FetchPolicy.Rule, _ fetch: ResourceFetch
    ) throws(MediaError) -> (bytes: [UInt8], mimeType: String?) {
        let url = request.url
        let descriptor = Glibc.open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileOpening.error(errno, call: "open", url: url) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileOpening.error(errno, call: "fstat", url: url) }
        // A pipe or a device could block the queue forever.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw MediaError(
                status.st_mode & S_IFMT == S_IFDIR ? .isDirectory : .unsupported,
                "“\(url.lastPathComponent)” is not a regular file; playlists can only refer to regular files.", url: url
            )
        }
        let size = Int64(status.st_size)
        let range = request.byteRange ?? 0..<size
        let length = range.upperBound - range.lowerBound
        guard range.upperBound <= size else {
            throw ResourceLimits.isShort(request, max(0, size - range.lowerBound))
        }
        guard length <= rule.maximumBytes else { throw ResourceLimits.error(request, length, rule.maximumBytes) }
        var bytes = [UInt8]()
        bytes.reserveCapacity(Int(length))
        while bytes.count < Int(length) {
            guard !fetch.hasEnded else { throw MediaError.readingWasCancelled(url) }
            let offset = range.lowerBound + Int64(bytes.count)
            let block = try read(descriptor, at: offset, min(Int(length) - bytes.count, blockSize), url)
            guard !block.isEmpty else { throw ResourceLimits.isShort(request, Int64(bytes.count)) }
            bytes += block
            fetch.report(received: Int64(bytes.count), expected: length)
        }
        return (bytes, nil)
    }

    private static func read(_ descriptor: Int32, at offset: Int64, _ count: Int, _ url: URL) throws(MediaError)
        -> [UInt8]
    {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            var done = pread(descriptor, buffer.baseAddress, count, off_t(offset))
            while done < 0, errno == EINTR { done = pread(descriptor, buffer.baseAddress, count, off_t(offset)) }
            code = done < 0 ? errno : 0
            used = max(0, done)
        }
        guard code == 0 else { throw FileOpening.error(code, call: "pread", url: url, offset: offset) }
        return bytes
    }
}
