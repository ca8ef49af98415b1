import Foundation
import Synchronization

/// An X server without a screen to look at.
final class Display {
    let name: String
    private let server = Process()

    init?() {
        let output = Pipe()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        server.arguments = [
            "Xvfb", "-displayfd", "1", "-screen", "0", "\(Area.screen.width)x\(Area.screen.height)x24", "-nolisten",
            "tcp",
            "-noreset",
        ]
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        guard (try? server.run()) != nil else { return nil }
        let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let number = Int(number.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            server.terminate()
            return nil
        }
        name = ":\(number)"
    }

    deinit { stop() }

    func stop() {
        if server.isRunning { kill(server.processIdentifier, SIGKILL) }
    }
}

/// The text that a process writes into a pipe.
final class CollectedText: Sendable {
    let pipe = Pipe()
    private let collected = Mutex("")

    var text: String { collected.withLock { $0 } }

    func start() {
        pipe.fileHandleForReading.readabilityHandler = { [self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            collected.withLock { $0 += String(decoding: data, as: UTF8.self) }
        }
    }
}

/// One scenario in a process of its own. Each line of its output is a finding, or a report that begins with a figure's name and a colon.
final class Child {
    struct Result {
        var code: Int32
        var report: [String]
        var findings: [String]
        var errors: String
    }

    private let process = Process()
    private let output = CollectedText()
    private let errors = CollectedText()

    init(_ arguments: [String], display: Display) {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = display.name
        environment["WAYLAND_DISPLAY"] = nil
        environment["PULSE_SERVER"] = "unix:/nonexistent"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        output.start()
        errors.start()
        try? process.run()
    }

    private var lines: [String] { output.text.split(separator: "\n").map(String.init) }

    func waitForLine(_ line: String, seconds: Double) -> Bool {
        Self.wait(seconds) { [self] in lines.contains(line) || !process.isRunning } && lines.contains(line)
    }

    /// Waits for the end, or ends the process after a time.
    func finish(seconds: Double) -> Result {
        var findings: [String] = []
        if !Self.wait(seconds, until: { [self] in !process.isRunning }) {
            findings.append("still running after \(Int(seconds)) s")
            kill(process.processIdentifier, SIGABRT)
            _ = Self.wait(30) { [self] in !process.isRunning }
        }
        // The pipes are read by other threads.
        _ = Self.wait(0.2) { false }
        let isReport = { (line: String) in line.hasPrefix("report: ") }
        findings += lines.filter { !isReport($0) && $0 != "playing" }
        return Result(
            code: process.isRunning
                ? -1 : process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            report: lines.filter(isReport).map { String($0.dropFirst("report: ".count)) }, findings: findings,
            errors: errors.text)
    }

    private static func wait(_ seconds: Double, until condition: () -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while !condition() {
            guard Date() < end else { return false }
            RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.02))
        }
        return true
    }
}
