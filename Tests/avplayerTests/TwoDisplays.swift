import Foundation
import MediaTesting
import Testing

/// An X server with two outputs of 1280 x 720 side by side, by Xorg's dummy driver.
final class TwoDisplays: Sendable {
    /// Xorg's driver runs without a virtual terminal only for root.
    static let isAvailable =
        getuid() == 0 && ExternalCommand.find("Xorg") != nil && ExternalCommand.find("xrandr") != nil
        && ExternalCommand.find("xwininfo") != nil
        && FileManager.default.fileExists(atPath: "/usr/lib/xorg/modules/drivers/dummy_drv.so")

    let name: String
    private let folder: URL
    private let processIdentifier: Int32

    private static let configuration = """
        Section "ServerFlags"
            Option "AutoAddDevices" "false"
            Option "AutoAddGPU" "false"
        EndSection
        Section "Device"
            Identifier "device"
            Driver "dummy"
            VideoRam 64000
        EndSection
        Section "Monitor"
            Identifier "monitor"
            HorizSync 5.0-1000.0
            VertRefresh 5.0-200.0
            Modeline "1280x720" 74.25 1280 1390 1430 1650 720 725 730 750
        EndSection
        Section "Screen"
            Identifier "screen"
            Device "device"
            Monitor "monitor"
            DefaultDepth 24
            SubSection "Display"
                Depth 24
                Modes "1280x720"
                Virtual 2560 720
            EndSubSection
        EndSection
        """

    init() async throws {
        let server: URL = try #require(ExternalCommand.find("Xorg"))
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("displays-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("xorg.conf")
        try Data(Self.configuration.utf8).write(to: file)
        let pipe = Pipe()
        let process = Process()
        process.executableURL = server
        process.arguments = [
            "-displayfd", "1", "-config", file.path, "-logfile", folder.appendingPathComponent("log").path, "-nolisten",
            "tcp", "-noreset", "-novtswitch", "-sharevts",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.runHearingSignals()
        processIdentifier = process.processIdentifier
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
        try await connectSecond()
        // A mode of 24 Hz.
        try await xrandr("--newmode", "film", "29.7", "1280", "1390", "1430", "1650", "720", "725", "730", "750")
        try await xrandr("--addmode", "DUMMY0", "film")
    }

    deinit {
        kill(processIdentifier, SIGTERM)
        try? FileManager.default.removeItem(at: folder)
    }

    @discardableResult
    func xrandr(_ arguments: String...) async throws -> String { try await output("xrandr", arguments) }

    private func output(_ program: String, _ arguments: [String]) async throws -> String {
        try await ExternalCommand.run(
            try #require(ExternalCommand.find(program)), arguments,
            environment: Program.environment.merging(["DISPLAY": name]) { $1 }, timeout: 10
        ).standardOutput
    }

    func connectSecond() async throws {
        try await xrandr("--addmode", "DUMMY1", "1280x720")
        try await xrandr("--output", "DUMMY1", "--mode", "1280x720", "--right-of", "DUMMY0")
        // The driver detects a change of its outputs only when it is queried.
        try await xrandr()
    }

    func disconnectSecond() async throws {
        try await xrandr("--output", "DUMMY1", "--off")
        try await xrandr()
    }

    /// The refresh rate of the first output.
    func refreshRate() async throws -> Double? {
        let lines = try await xrandr().split(separator: "\n").drop { !$0.hasPrefix("DUMMY0") }.dropFirst()
        let current = lines.prefix { $0.hasPrefix(" ") }.first { $0.contains("*") }
        return current?.split(separator: " ").lazy.compactMap { word in
            word.contains("*") ? Double(word.filter { $0.isNumber || $0 == "." }) : nil
        }.first
    }

    /// Waits for a visible window with this geometry, such as "1280x720+1280+0", or for its end.
    func waitForWindow(_ geometry: String, exists wanted: Bool = true) async throws -> Bool {
        for _ in 0..<200 {
            let tree = try await output("xwininfo", ["-root", "-tree"])
            if tree.contains(geometry) == wanted { return true }
            await elapse(.milliseconds(50))
        }
        return false
    }

    /// Waits until the first output has this refresh rate.
    func waitForRate(_ rate: Double) async throws -> Bool {
        for _ in 0..<100 {
            if let present = try await refreshRate(), abs(present - rate) < 0.1 { return true }
            await elapse(.milliseconds(50))
        }
        return false
    }
}
