import Foundation
import UniversalMediaCatalog

/// An output file that gets its name only when it is complete.
final class ReportFile {
    let descriptor: Int32
    private let path: String
    private let draft: String?

    /// Opens the file; nil is standard output.
    init(_ path: String?) throws {
        guard let path, path != "-" else {
            (descriptor, self.path, draft) = (1, "-", nil)
            return
        }
        self.path = path
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT == S_IFDIR { throw ReportFileError("\(path) is a directory") }
        // Devices and pipes are written directly.
        let isPlain = !isThere || status.st_mode & S_IFMT == S_IFREG
        let draft = isPlain ? "\(path).\(getpid()).part" : nil
        if let draft { Interruption.removes(draft) }
        descriptor = open(draft ?? path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        self.draft = draft
        guard descriptor >= 0 else {
            throw ReportFileError("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    /// Renames the file if everything was written.
    /// - Parameter failure: the system error that ended writing; nil: none. A closed pipe is no failure: its reader has seen enough.
    func close(failure: Int32?) throws {
        guard path != "-" else { return }
        var problem = failure
        if Foundation.close(descriptor) != 0, problem == nil { problem = errno }
        defer { Interruption.removes(nil) }
        if let draft {
            if problem == nil, rename(draft, path) != 0 { problem = errno }
            if problem != nil { unlink(draft) }
        } else if problem == EPIPE {
            return
        }
        guard let problem else { return }
        throw ReportFileError("\(path) cannot be written: \(String(cString: strerror(problem)))")
    }

    /// Removes the incomplete file.
    func discard() {
        guard path != "-" else { return }
        _ = Foundation.close(descriptor)
        if let draft { unlink(draft) }
        Interruption.removes(nil)
    }
}

struct ReportFileError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
