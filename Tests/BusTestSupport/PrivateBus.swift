import Foundation
import MediaTesting
import Synchronization

/// A message bus for one test or suite: it ends with this object, and with the test program.
public final class PrivateBus: Sendable {
    public let address: String
    // Foundation's Process is used under this lock only.
    private let process: Mutex<Process>
    /// The shell around the bus reads from this pipe until its end, which the end of the test program is, too.
    private let lifeline: Pipe

    /// Starts the bus, and ends it at the end of standard input. A bus with a time limit would end in the middle of a suite that takes longer.
    private static let script = """
        "$@" &
        while read -r line; do :; done
        kill "$!"
        """

    /// Whether the program that a bus needs is installed.
    public static let isAvailable = find("dbus-daemon") != nil

    /// The environment of a program whose session bus this is.
    public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// Starts a bus; nil where the program is missing or the bus does not start.
    /// - Parameters:
    ///   - address: where the bus listens; by default a new socket in the temporary folder.
    ///   - configuration: the daemon's configuration file; by default that of a session, which admits the user of the bus.
    public init?(address listening: String? = nil, configuration: String? = nil) {
        guard let daemon = Self.find("dbus-daemon") else { return nil }
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/sh")
        child.arguments = [
            "-c", Self.script, "sh", daemon.path, configuration.map { "--config-file=\($0)" } ?? "--session",
            "--nofork", "--nopidfile",
            "--print-address=1",
            "--address=\(listening ?? "unix:tmpdir=\(FileManager.default.temporaryDirectory.path)")",
        ]
        let pipe = Pipe()
        lifeline = Pipe()
        child.standardInput = lifeline
        child.standardOutput = pipe
        child.standardError = FileHandle.nullDevice
        do { try child.runHearingSignals() } catch { return nil }
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
            let more = pipe.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            text += more
        }
        address = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        process = Mutex(child)
    }

    deinit { stop() }

    /// Ends the bus as a crash would.
    public func stop() {
        process.withLock { process in
            guard process.isRunning else { return }
            // The shell leads a group with the bus in it.
            kill(-process.processIdentifier, SIGKILL)
            kill(process.processIdentifier, SIGKILL)
        }
    }

    private static func find(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

/// What handlers have reported, for a test that waits for it.
public final class Reports<Value: Sendable & Equatable>: Sendable {
    private let values = Mutex<[Value]>([])

    public init() {}
    public var all: [Value] { values.withLock { $0 } }
    public func add(_ value: Value) { values.withLock { $0.append(value) } }

    /// Waits until a condition on the reports holds.
    /// - Returns: false when the time was over first.
    public func wait(
        within limit: Duration = .seconds(10), until condition: @Sendable ([Value]) -> Bool
    ) async -> Bool {
        await eventually(within: limit) { condition(all) }
    }
}
