import Foundation

/// A temporary file without a name, which holds data until it is released. It leaves nothing behind when the process ends.
final class UnnamedFile: Sendable {
    private let descriptor: Int32

    /// - Throws: `POSIXError` or `CocoaError` where the file cannot be created or written.
    init(_ data: Data) throws {
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array((folder + "/audio-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        unlink(template)
        // Programs that this process starts do not receive the file.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
    }

    deinit { close(descriptor) }

    /// The file's URL in this process.
    var url: URL { URL(fileURLWithPath: "/proc/self/fd/\(descriptor)") }
}
