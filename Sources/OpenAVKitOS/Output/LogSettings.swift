import Foundation

/// Where messages are written, from the environment of the process.
struct LogSettings: Sendable {
    enum Destination: Sendable, Equatable {
        case journal, standardError, none
    }

    var destination: Destination
    /// Messages below this rank are not written.
    var minimumRank: Int
    var showsPrivate: Bool
    var writesSignposts: Bool

    /// Reads OPENAVKIT_LOG, OPENAVKIT_LOG_LEVEL, OPENAVKIT_LOG_PRIVATE and OPENAVKIT_LOG_SIGNPOSTS.
    ///
    /// The default destination is the journal where standard error is connected to it (JOURNAL_STREAM), otherwise standard error.
    init(_ environment: [String: String], standardErrorIsJournal: Bool) {
        destination =
            switch environment["OPENAVKIT_LOG"] {
            case "journal": .journal
            case "stderr": .standardError
            case "off": .none
            default: standardErrorIsJournal ? .journal : .standardError
            }
        minimumRank =
            switch environment["OPENAVKIT_LOG_LEVEL"] {
            case "info": OSLogType.info.rank
            case "default", "notice": OSLogType.default.rank
            case "error": OSLogType.error.rank
            case "fault": OSLogType.fault.rank
            default: OSLogType.debug.rank
            }
        showsPrivate = environment["OPENAVKIT_LOG_PRIVATE"] == "1"
        writesSignposts = environment["OPENAVKIT_LOG_SIGNPOSTS"] == "1"
    }

    /// Whether standard error is the stream that JOURNAL_STREAM names by device and inode.
    static func standardErrorIsJournal(_ environment: [String: String]) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
