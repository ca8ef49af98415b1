import Foundation

/// Watches a folder for files that are replaced, by any process, until the last reference.
final class FolderWatch: Sendable {
    // A dispatch source may be used on any thread.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// - Parameter handler: called on a queue of its own after a file of the name has been moved into the folder.
    /// - Returns: nil where the system has no watch left.
    init?(_ folder: URL, file name: String, handler: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder.path, UInt32(IN_MOVED_TO)) >= 0 else {
            close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "subscription"))
        source.setEventHandler { if Self.hasEvent(descriptor, of: name) { handler() } }
        source.setCancelHandler { close(descriptor) }
        source.activate()
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
