package import Foundation

/// Writes files that a user has named on a command line.
package enum NamedFile {
    /// Writes a file. A regular file is replaced when its contents are complete; a device or a pipe is written directly, because a replacement
    /// would remove it. A symbolic link stays, and the file that it names is written.
    /// - Throws: an error that `FileFailure` describes.
    package static func write(_ data: Data, to path: String) throws {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        var status = stat()
        let exists = stat(file.path, &status) == 0
        guard exists, status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR else {
            return try data.write(to: file, options: .atomic)
        }
        let descriptor = open(file.path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw failure() }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private static func failure() -> NSError { NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
}
