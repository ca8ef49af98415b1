public import Foundation

/// Runs another program without blocking the task that awaits it.
public enum ExternalCommand {
    public struct Outcome: Sendable {
        /// The exit status, or 128 plus the signal's number, as in shells.
        public var status: Int32
        public var standardOutput: String
        public var standardError: String
    }

    /// Returns the program's path from the search path; nil where it is not installed.
    public static func find(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        for folder in path.split(separator: ":") {
            let url = URL(fileURLWithPath: String(folder)).appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: url.path) { return url }
        }
        return nil
    }

    /// Runs `program` with empty standard input and waits for its end. Output goes through files, so its length is unlimited.
    /// - Parameter timeout: seconds after which it is killed.
    public static func run(
        _ program: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String]? = nil,
        timeout: Double = 120
    ) async throws -> Outcome {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let outputURL = scratch.appendingPathComponent("output")
        let errorURL = scratch.appendingPathComponent("error")
        try Data().write(to: outputURL)
        try Data().write(to: errorURL)

        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        if let environment { process.environment = environment }
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: outputURL)
        let error = try FileHandle(forWritingTo: errorURL)
        process.standardOutput = output
        process.standardError = error
        let identifier = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Ended, any Error>) in
            process.terminationHandler = { ended in
                let signalled = ended.terminationReason == .uncaughtSignal
                continuation.resume(
                    returning: Ended(status: signalled ? 128 + ended.terminationStatus : ended.terminationStatus))
            }
            do { try process.runHearingSignals() } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
                return
            }
            let identifier = process.processIdentifier
            let started = ProcessMark(identifier)
            DispatchQueue.global().asyncAfter(deadline: .now() + timeout) {
                // The process identifier may have been reused by then.
                if started == ProcessMark(identifier), started != nil { kill(identifier, SIGKILL) }
            }
        }
        try? output.close()
        try? error.close()
        return Outcome(
            status: identifier.status,
            standardOutput: String(decoding: (try? Data(contentsOf: outputURL)) ?? Data(), as: UTF8.self),
            standardError: String(decoding: (try? Data(contentsOf: errorURL)) ?? Data(), as: UTF8.self))
    }

    private struct Ended { var status: Int32 }

    /// A process identifier with its start time, which distinguishes it from later processes with the same identifier.
    private struct ProcessMark: Sendable, Equatable {
        private let start: Substring

        init?(_ identifier: Int32) {
            guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return nil }
            let fields = text[end...].split(separator: " ")
            guard fields.count > 20 else { return nil }
            start = fields[20]
        }
    }
}
