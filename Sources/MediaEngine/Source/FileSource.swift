import Foundation
import Synchronization

/// A regular file or block device, read in place.
///
/// `size` follows a file that is still being written; a read at the end returns 0, and returns more after the file has grown.
final class FileSource: ByteSource {
    private let descriptor: Int32
    private let url: URL
    private let fixedSize: Int64?
    private let offset = Atomic<Int64>(0)
    private let isCancelled = Atomic<Bool>(false)

    let isSeekable = true
    let mimeType: String? = nil
    let bufferedAhead: Int? = nil

    /// Takes ownership of `descriptor`.
    /// - Parameter fixedSize: the size, if `fstat` does not report it, as for block devices.
    init(descriptor: Int32, url: URL, fixedSize: Int64? = nil) {
        self.descriptor = descriptor
        self.url = url
        self.fixedSize = fixedSize
    }

    deinit { close(descriptor) }

    var size: Int64? {
        if let fixedSize { return fixedSize }
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        let start = offset.load(ordering: .relaxed)
        while true {
            if isCancelled.load(ordering: .acquiring) { throw MediaError.readingWasCancelled(url) }
            let count = pread(descriptor, base, buffer.count, off_t(start))
            if count >= 0 {
                offset.store(start &+ Int64(count), ordering: .relaxed)
                return count
            }
            if errno == EINTR { continue }
            throw FileOpening.error(errno, call: "pread", url: url, offset: start)
        }
    }

    func seek(to target: Int64) throws(MediaError) {
        guard target >= 0 else { throw MediaError.negativeOffset(target, url) }
        offset.store(target, ordering: .relaxed)
    }

    func cancel() { isCancelled.store(true, ordering: .releasing) }
    func resume() { isCancelled.store(false, ordering: .releasing) }
}

extension MediaError {
    static func readingWasCancelled(_ url: URL?) -> MediaError {
        MediaError(.cancelled, "Reading was cancelled.", url: url)
    }

    static func negativeOffset(_ offset: Int64, _ url: URL?) -> MediaError {
        MediaError(
            .malformed, "The media refers to an offset before its start; it is damaged.",
            detail: "seek to \(offset)", url: url, byteOffset: 0)
    }
}
