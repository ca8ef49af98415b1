import Foundation
import Synchronization

/// The process's output of messages: the journal's socket or standard error.
///
/// Each message is written by one system call, so that lines of several threads do not mix. Failures are ignored: a full pipe or a missing
/// journal must not stop the caller.
final class LogOutput: Sendable {
    static let shared = LogOutput(
        LogSettings(
            ProcessInfo.processInfo.environment,
            standardErrorIsJournal: LogSettings.standardErrorIsJournal(ProcessInfo.processInfo.environment)),
        journal: "/run/systemd/journal/socket", descriptor: STDERR_FILENO)

    let settings: LogSettings
    private let journalPath: String
    private let descriptor: Int32
    private let process: String
    /// The connected socket of the journal; nil before the first message, -1 after a failure.
    private let journal = Mutex<Int32?>(nil)

    init(
        _ settings: LogSettings, journal: String, descriptor: Int32,
        process: String = ProcessInfo.processInfo.processName
    ) {
        self.settings = settings
        journalPath = journal
        self.descriptor = descriptor
        self.process = process
    }

    deinit {
        if let socket = journal.withLock({ $0 }), socket >= 0 { close(socket) }
    }

    func isEnabled(_ type: OSLogType) -> Bool {
        settings.destination != .none && type.rank >= settings.minimumRank
    }

    var writesSignposts: Bool { settings.writesSignposts && settings.destination != .none }

    func write(_ record: LogRecord) {
        let record = record.truncated()
        let thread = Int(_openavkit_thread_identifier())
        if settings.destination == .journal, send(record.datagram(process: process, thread: thread)) { return }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let line = record.line(time: time, process: process, identifiers: "\(getpid()):\(thread)")
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }

    /// - Returns: false if the journal cannot be reached.
    private func send(_ bytes: [UInt8]) -> Bool {
        let socket = journal.withLock { socket -> Int32 in
            if let socket { return socket }
            let connected = Self.connect(journalPath)
            socket = connected
            return connected
        }
        guard socket >= 0 else { return false }
        return bytes.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } >= 0
    }

    private static func connect(_ path: String) -> Int32 {
        let socket = Foundation.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return -1 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < capacity else {
            close(socket)
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            close(socket)
            return -1
        }
        return socket
    }
}
