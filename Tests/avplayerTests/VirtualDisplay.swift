import Foundation
import MediaTesting
import Testing

/// A virtual X server whose pixels are a mapped file.
final class VirtualDisplay: Sendable {
    static let isAvailable = ExternalCommand.find("Xvfb") != nil

    let name: String
    let width: Int
    let height: Int
    private let folder: URL
    private let processIdentifier: Int32

    init(width: Int, height: Int) async throws {
        let server: URL = try #require(ExternalCommand.find("Xvfb"))
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("display-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pipe = Pipe()
        let process = Process()
        process.executableURL = server
        process.arguments = [
            // Without -noreset the server starts anew when its last client leaves, and drops clients that connect meanwhile.
            "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-fbdir", folder.path, "-nolisten", "tcp",
            "-noreset",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.runHearingSignals()
        processIdentifier = process.processIdentifier
        self.width = width
        self.height = height
        let reader = pipe.fileHandleForReading
        // The server writes its display number at once when it is ready; a thread waits for it, so that no task blocks.
        let number = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: String(decoding: reader.availableData, as: UTF8.self).trimmingCharacters(
                        in: .whitespacesAndNewlines))
            }
        }
        name = ":" + number
    }

    deinit {
        kill(processIdentifier, SIGTERM)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Ends the display, as a crash does.
    func end() { kill(processIdentifier, SIGKILL) }

    /// The current pixels of the screen: B, G, R, X.
    func pixels() throws -> [UInt8] {
        let dump = try Data(contentsOf: folder.appendingPathComponent("Xvfb_screen0"), options: .mappedIfSafe)
        func word(_ offset: Int) -> Int { dump[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let start = word(0) + word(76) * 12
        return [UInt8](dump[start..<start + word(48) * height])
    }

    func mark() throws -> Int? { FrameMark.read(from: try pixels(), width: width, height: height) }
}
