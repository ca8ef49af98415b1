import Foundation

/// Where the bytes of a feed come from. Used by one thread at a time.
package protocol ByteSource: AnyObject {
    /// What people call it: a path, a URL, or `<standard input>`.
    var name: String { get }
    /// Bytes of the whole, where that is known.
    var byteCount: Int? { get }
    /// - Returns: how many bytes came; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int
    /// Called once behind the last byte: what was read may not have been one thing.
    func finish() throws(FeedInputError)
    /// Bytes taken from the file or the network so far.
    var bytesTaken: Int { get }
}

extension ByteSource {
    package func finish() throws(FeedInputError) {}
}

/// Why bytes of a feed cannot be had.
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

/// A file, read from its beginning to its end.
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
                .unreadable, "\(path) is a directory", remedy: "name the feeds inside it, such as \(path)/*.xml")
        }
        // Not blocking was for pipes that nobody writes to; from here on reading may wait.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        name = path
        self.descriptor = descriptor
        isOwned = true
        before = status
        byteCount = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    private static func remedy(missing path: String) -> String {
        if path.hasPrefix("http:") || path.hasPrefix("https:") { return "write the address as https://host/path" }
        // Where nothing fits a pattern, shells hand on the pattern.
        return path.contains("*") ? "no file fits the pattern, or it stands in quotation marks" : "check the path"
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
            .changed, "\(name) was changed while it was read, so that what was checked is no one state of it",
            remedy: "write feeds to another name and rename them when they are whole; then check again")
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
