import Foundation
import Synchronization

/// Watches a folder for files that are replaced, by any process, until the last reference.
///
/// The file system reports each change. Where the user's programs have taken all watches of the system (128 by default, which desktops
/// reach), the file is compared every second.
final class FolderWatch: Sendable {
    // A dispatch source may be used on any thread.
    nonisolated(unsafe) private let source: any DispatchSourceProtocol

    /// - Parameters:
    ///   - isReported: whether to let the file system report changes if it can.
    ///   - handler: called on a queue of its own after a file of the name has been moved into the folder.
    init(_ folder: URL, file name: String, isReported: Bool = true, handler: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "subscription")
        if isReported, let descriptor = Self.reports(of: folder) {
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { if Self.hasEvent(descriptor, of: name) { handler() } }
            source.setCancelHandler { close(descriptor) }
        } else {
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
            let file = folder.appendingPathComponent(name)
            let last = Mutex(FileVersion(file))
            timer.setEventHandler {
                let version = FileVersion(file)
                let isNew = last.withLock { last in
                    defer { last = version }
                    return version != nil && version != last
                }
                if isNew { handler() }
            }
            source = timer
        }
        source.activate()
    }

    /// Opens a descriptor that reports files moved into a folder; nil where the system has no watch left.
    private static func reports(of folder: URL) -> Int32? {
        let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder.path, UInt32(IN_MOVED_TO)) >= 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    deinit { source.cancel() }

    /// Reads all pending events.
    /// - Returns: whether one concerns the file, or events were lost.
    private static func hasEvent(_ descriptor: Int32, of name: String) -> Bool {
        let header = MemoryLayout<inotify_event>.size
        var isConcerned = false
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return isConcerned }
            var offset = 0
            while offset + header <= count {
                let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
                let end = min(offset + header + Int(event.len), count)
                let text = buffer[(offset + header)..<end].prefix { $0 != 0 }
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || text.elementsEqual(name.utf8) { isConcerned = true }
                offset = end
            }
        }
    }
}

/// What tells a file from the one that replaces it.
private struct FileVersion: Equatable {
    private let number: UInt
    private let seconds: Int
    private let nanoseconds: Int

    /// Returns nil where there is no file.
    init?(_ file: URL) {
        var information = stat()
        guard stat(file.path, &information) == 0 else { return nil }
        number = UInt(information.st_ino)
        (seconds, nanoseconds) = (information.st_ctim.tv_sec, information.st_ctim.tv_nsec)
    }
}
