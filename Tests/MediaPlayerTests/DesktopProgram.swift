import BusTestSupport
import Foundation
import MediaTesting

/// Programs of a desktop that read and control players.
enum DesktopProgram {
    static func find(_ name: String) -> URL? { ExternalCommand.find(name) }

    /// Debian's own Python has the modules python3-dbus and python3-gi.
    static let python: URL? = {
        let python = URL(fileURLWithPath: "/usr/bin/python3")
        return FileManager.default.isExecutableFile(atPath: python.path) ? python : nil
    }()

    static func hasPythonModule(_ name: String) -> Bool {
        python != nil && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/\(name)")
    }

    /// Runs a program on the bus and returns its output.
    static func run(_ program: URL, _ arguments: [String], on bus: PrivateBus) async throws -> (
        text: String, code: Int32
    ) {
        let process = Process()
        process.executableURL = find("timeout")
        process.arguments = ["30", program.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(bus.environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.runHearingSignals()
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let data = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
                continuation.resume(returning: (text, process.terminationStatus))
            }
        }
    }

}
