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
            "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-fbdir", folder.path, "-nolisten", "tcp",
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

    /// The current pixels of the screen: B, G, R, X.
    func pixels() throws -> [UInt8] {
        let dump = try Data(contentsOf: folder.appendingPathComponent("Xvfb_screen0"), options: .mappedIfSafe)
        func word(_ offset: Int) -> Int { dump[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let start = word(0) + word(76) * 12
        return [UInt8](dump[start..<start + word(48) * height])
    }

    func mark() throws -> Int? { FrameMark.read(from: try pixels(), width: width, height: height) }
}

@Suite(
    .enabled(if: Program.url != nil && StreamMaker.isAvailable && VirtualDisplay.isAvailable), .timeLimit(.minutes(2)))
struct WindowTests {
    @Test("R5: a film's frames are on the screen, exactly those that were asked for")
    func framesOnTheScreen() async throws {
        let display = try await VirtualDisplay(width: 1280, height: 720)
        let clip = try await StreamMaker.shared.clip(
            .marked(frames: 100, width: 1280, height: 720, framesPerSecond: 25))
        let program = try LiveProgram(["--control", clip.path], environment: ["DISPLAY": display.name])
        #expect(await program.next("firstFrame") != nil)
        #expect(try await program.command("pause").error == nil)
        for target in [80, 10, 45] {
            #expect(
                try await program.command("seek", "\"to\":\(Double(target) / 25 + 0.001),\"before\":0,\"after\":0")
                    .error == nil)
            // The command is answered with the frame, but the display may show it one refresh later.
            var seen = try display.mark()
            for _ in 0..<200 where seen != target {
                try await Task.sleep(for: .milliseconds(5))
                seen = try display.mark()
            }
            #expect(seen == target)
        }
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }
}
