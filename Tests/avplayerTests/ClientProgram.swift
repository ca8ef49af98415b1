import Foundation
import MediaTesting
import Synchronization
import Testing

/// A running `client-probe`: a client of the player in a process of its own, which ends with this object.
final class ClientProgram: Sendable {
    /// The program, next to the test binary.
    static let url: URL? = Program.url.map { $0.deletingLastPathComponent().appendingPathComponent("client-probe") }
        .flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }

    let processIdentifier: Int32
    private let output = Mutex("")

    /// - Parameters:
    ///   - scene: the scene of the program; `client-probe` without arguments lists them.
    ///   - environment: additions to the environment of the tests.
    init(_ scene: String, idiom: String = "desktop", _ media: String, environment: [String: String]) throws {
        let process = Process()
        let program: URL = try #require(Self.url)
        process.executableURL = program
        process.arguments = [scene, idiom, media]
        process.environment = Program.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.runHearingSignals()
        processIdentifier = process.processIdentifier
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let text = String(decoding: handle.availableData, as: UTF8.self)
            if text.isEmpty { handle.readabilityHandler = nil }
            self?.output.withLock { $0 += text }
        }
    }

    deinit { kill(processIdentifier, SIGKILL) }

    /// Waits until the program displays its first frame.
    func isReady() async -> Bool {
        await eventually(within: .seconds(30), every: .milliseconds(20)) { output.withLock { $0.contains("ready") } }
    }
}
