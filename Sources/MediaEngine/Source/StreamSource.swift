import Foundation
import Synchronization

/// A pipe, terminal or character device: read once, from its start.
///
/// Forward seeks skip by reading; backward seeks fail, because the bytes are no longer available.
final class StreamSource: ByteSource {
    private let descriptor: Int32
    /// A pipe that contains a byte while cancelled, which ends a `poll` on both descriptors.
    private let wakeUp: (read: Int32, write: Int32)
    private let url: URL
    private let position = Atomic<Int64>(0)
    private let target = Atomic<Int64>(0)

    let size: Int64? = nil
    let isSeekable = false
    let mimeType: String? = nil
    let bufferedAhead: Int? = nil

    init(descriptor: Int32, url: URL) {
        self.descriptor = descriptor
        self.url = url
        var ends: [Int32] = [-1, -1]
        self.wakeUp = pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(descriptor)
        if wakeUp.read >= 0 { close(wakeUp.read) }
        if wakeUp.write >= 0 { close(wakeUp.write) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        while true {
            let skip = target.load(ordering: .relaxed) - position.load(ordering: .relaxed)
            let wanted = skip > 0 ? min(Int(clamping: skip), buffer.count) : buffer.count
            let count = try readOnce(base, wanted)
            position.add(Int64(count), ordering: .relaxed)
            if count == 0 { return 0 }
            if skip <= 0 {
                target.store(position.load(ordering: .relaxed), ordering: .relaxed)
                return count
            }
        }
    }

    private func readOnce(_ base: UnsafeMutableRawPointer, _ wanted: Int) throws(MediaError) -> Int {
        while true {
            var waiting = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeUp.read, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&waiting, 2, -1)
            if ready < 0 && errno == EINTR { continue }
            if waiting[1].revents != 0 { throw MediaError.readingWasCancelled(url) }
            let count = Glibc.read(descriptor, base, wanted)
            if count >= 0 { return count }
            if errno == EINTR || errno == EAGAIN { continue }
            throw FileOpening.error(errno, call: "read", url: url, offset: position.load(ordering: .relaxed))
        }
    }

    func seek(to offset: Int64) throws(MediaError) {
        guard offset >= position.load(ordering: .relaxed) else {
            throw MediaError(
                .rangesNotSupported, "This stream can only be read from start to end; save it to a file to seek in it.",
                url: url, byteOffset: offset)
        }
        target.store(offset, ordering: .relaxed)
    }

    func cancel() {
        var byte: UInt8 = 1
        _ = write(wakeUp.write, &byte, 1)
    }

    func resume() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while Glibc.read(wakeUp.read, &bytes, bytes.count) > 0 {}
    }
}
