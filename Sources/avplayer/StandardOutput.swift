import Foundation
import ReportText
import Synchronization

/// Writes to standard output without a buffer, and remembers a failure, which the exit code states.
enum StandardOutput {
    private static let failure = Mutex<String?>(nil)

    /// Why something could not be written; nil where everything was written, or the reader of a pipe has closed it.
    static var problem: String? { failure.withLock(\.self) }

    static func write(_ data: Data) {
        do { try FileHandle.standardOutput.write(contentsOf: data) } catch {
            guard !isClosedPipe(error) else { return }
            failure.withLock { $0 = $0 ?? FileFailure.reason(error) }
        }
    }

    private static func isClosedPipe(_ error: any Error) -> Bool {
        var next: NSError? = error as NSError
        while let current = next {
            if current.domain == NSPOSIXErrorDomain { return current.code == Int(EPIPE) }
            next = current.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        return false
    }
}
