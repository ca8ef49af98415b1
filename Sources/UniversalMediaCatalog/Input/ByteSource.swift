import Foundation

/// A source of a feed's bytes. Used by one thread at a time.
package protocol ByteSource: AnyObject {
    /// The name in messages: a path, a URL, or `<standard input>`.
    var name: String { get }
    /// Total number of bytes, if known.
    var byteCount: Int? { get }
    /// - Returns: the number of bytes read; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int
    /// Called once after the last byte. Throws when the source changed while it was read.
    func finish() throws(FeedInputError)
    /// Bytes taken from the file or the network so far.
    var bytesTaken: Int { get }
}

extension ByteSource {
    package func finish() throws(FeedInputError) {}
}

/// The reason why a feed's bytes cannot be read.
public struct FeedInputError: Error, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable { case missing, unreadable, unreachable, changed, compression, limit }
    public var code: Code
    public var message: String
    public var remedy: String

    public var description: String { "\(message); \(remedy)" }

    package init(_ code: Code, _ message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }
}

/// A file or standard input, read sequentially.
final class FileSource: ByteSource {
    let name: String
    let byteCount: Int?
    private(set) var bytesTaken = 0
    private let descriptor: Int32
    private let isOwned: Bool
    private let before: stat

    init(path: String) throws(FeedInputError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? FeedInputError(.missing, "\(path): no such file", remedy: Self.remedy(missing: path))
                : FeedInputError(
                    .unreadable, "\(path) cannot be opened: \(String(cString: strerror(errno)))",
                    remedy: "check the path and its permissions")
        }
        var status = stat()
        fstat(descriptor, &status)
        guard status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw FeedInputError(
                .unreadable, "\(path) is a directory", remedy: "pass the feeds in it, such as \(path)/*.xml")
        }
        // O_NONBLOCK only prevents `open` from waiting for the writer of a pipe; reads may block.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        name = path
        self.descriptor = descriptor
        isOwned = true
        before = status
        byteCount = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    private static func remedy(missing path: String) -> String {
        if path.hasPrefix("http:") || path.hasPrefix("https:") { return "write the URL as https://host/path" }
        // A shell passes on a pattern that matches no file.
        return path.contains("*") ? "no file matches the pattern, or the pattern is quoted" : "check the path"
    }

    /// Standard input.
    init() {
        name = "<standard input>"
        descriptor = 0
        isOwned = false
        before = stat()
        byteCount = nil
    }

    deinit { if isOwned { close(descriptor) } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int {
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 {
                bytesTaken += count
                return count
            }
            guard errno == EINTR else {
                throw FeedInputError(
                    .unreadable, "\(name) cannot be read further: \(String(cString: strerror(errno)))",
                    remedy: "check the disk or the connection, and try again")
            }
        }
    }

    func finish() throws(FeedInputError) {
        guard byteCount != nil else { return }
        var now = stat()
        guard fstat(descriptor, &now) == 0,
            now.st_size != before.st_size || now.st_mtim.tv_sec != before.st_mtim.tv_sec
                || now.st_mtim.tv_nsec != before.st_mtim.tv_nsec
        else { return }
        throw FeedInputError(
            .changed, "\(name) changed while it was read, so that no single version of it was checked",
            remedy: "write a feed under a temporary name and rename it when it is complete; then check again")
    }
}

/// Bytes in memory.
final class MemorySource: ByteSource {
    let name: String
    private let bytes: [UInt8]
    private(set) var bytesTaken = 0
    var byteCount: Int? { bytes.count }

    init(_ bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - bytesTaken)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[bytesTaken..<bytesTaken + count]))
        }
        bytesTaken += count
        return count
    }
}
