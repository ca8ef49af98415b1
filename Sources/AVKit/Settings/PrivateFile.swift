import Foundation

/// Reads and writes small files that only their owner may read.
package enum PrivateFile {
    /// The limit of a file's size in bytes.
    package static let maximumBytes = 4 << 20

    /// Returns the content of a file; nil if the file does not exist.
    /// - Throws: if the file cannot be read or is larger than `maximumBytes`.
    package static func read(_ file: URL) throws -> Data? {
        var information = stat()
        guard stat(file.path, &information) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw problem(errno)
        }
        guard information.st_size <= maximumBytes else { throw CocoaError(.fileReadTooLarge) }
        return try Data(contentsOf: file)
    }

    /// Replaces a file in one step, so that readers see either the old or the new content. Creates missing folders.
    package static func write(_ data: Data, to file: URL) throws {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let fresh = folder.appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString)")
        let descriptor = open(fresh.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(errno) }
        do {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
            guard rename(fresh.path, file.path) == 0 else { throw problem(errno) }
        } catch {
            unlink(fresh.path)
            throw error
        }
    }

    private static func problem(_ code: Int32) -> NSError {
        NSError(
            domain: NSPOSIXErrorDomain, code: Int(code),
            userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(code))])
    }

    /// Returns a file in one of the user's folders of the XDG base directory specification.
    /// - Parameters:
    ///   - variable: the environment variable that names the folder, which must be an absolute path.
    ///   - fallback: the folder below the user's home that is used otherwise.
    package static func location(
        _ name: String, variable: String, fallback: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL? {
        let own = environment[variable].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        return (own ?? home?.appendingPathComponent(fallback))?.appendingPathComponent("openavkit")
            .appendingPathComponent(name)
    }
}
