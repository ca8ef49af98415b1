import Foundation

/// The program's lines on standard output and standard error.
enum OriginOutput {
    /// Writes a line to standard output at once.
    /// - Returns: false if it could not be written, which has been reported on standard error. A closed pipe is no failure: its reader has
    ///   read what it needs.
    static func write(_ line: String) -> Bool {
        guard let problem = failure(of: line, on: STDOUT_FILENO), problem != EPIPE else { return true }
        report("hls-origin: standard output cannot be written: \(String(cString: strerror(problem)))")
        return false
    }

    /// Writes a line to standard error.
    static func report(_ line: String) { _ = failure(of: line, on: STDERR_FILENO) }

    /// - Returns: the number of the error; nil where the whole line was written.
    private static func failure(of line: String, on descriptor: Int32) -> Int32? {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return errno }
            rest = rest.dropFirst(max(0, count))
        }
        return nil
    }
}
