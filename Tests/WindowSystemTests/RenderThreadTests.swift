import Foundation
import MediaTesting
import Testing

@testable import WindowSystem

/// Windows drawn by their render thread, in separate processes on separate X servers.
@Suite(.enabled(if: TestDisplay.isAvailable), .timeLimit(.minutes(2)))
struct RenderThreadTests {
    @Test(
        "every frame of video is drawn and shown while the main thread is blocked",
        arguments: [[], ["-extension", "MIT-SHM"]])
    func busyMainThread(options: [String]) async throws {
        let display = try #require(
            await options.isEmpty ? TestDisplay.start() : TestDisplay.start(options[0], options[1]))
        let probe = try #require(Probe.start(["busy"], environment: display.environment))
        for round in 1...4 {
            let before = probe.lines.count
            #expect(await probe.line("hold \(round)") != nil)
            #expect(await probe.line("drawn", from: max(0, before - 1)) == "60")
            let color = 0x0000FF - UInt32(round) * 0x10
            #expect(await display.pixel(x: 400, y: 350, becoming: color) == color)
            #expect(await display.pixel(x: 400, y: 220, becoming: 0xFF0000) == 0xFF0000)
            probe.write("next")
        }
        #expect(await probe.exitCode() == 0)
    }

    @Test("a part of a window that another window covered is shown again while the main thread is blocked")
    func exposedWindow_blockedMain_isShownAgain() async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["busy"], environment: display.environment))
        #expect(await probe.line("hold 1") != nil)
        // The upper part of the window is red.
        #expect(await display.pixel(x: 300, y: 200, becoming: 0xFF0000) == 0xFF0000)
        let cover = try #require(Probe.start(["window"], environment: display.environment))
        #expect(await display.pixel(x: 300, y: 200, becoming: 0x0000FF) == 0x0000FF)
        cover.signal(SIGTERM)
        #expect(await display.pixel(x: 300, y: 200, becoming: 0xFF0000) == 0xFF0000)
    }

    @Test("windows that are resized, changed and closed while they are drawn leave nothing behind")
    func races() async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["races", "150"], environment: display.environment))
        #expect(await probe.line("alive", within: .seconds(60)) == "0")
        #expect(await probe.line("renderThreads") == "0")
        let descriptors = try #require(await probe.line("descriptors").flatMap { Int($0) })
        #expect(descriptors < 40)
        #expect(await probe.exitCode() == 0)
        #expect(probe.errors == "")
    }

    @Test("when the display goes away the program continues, reports it, and draws the next window in memory")
    func displayLoss() async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["loss"], environment: display.environment))
        #expect(await probe.line("drawn") == "3")
        display.stop()
        #expect(await eventually { !probe.errors.isEmpty })
        probe.write("next")
        #expect(await probe.line("visible") == "false")
        #expect(await probe.line("inMemory") == "true")
        #expect(await probe.line("again") == "3")
        #expect(await probe.exitCode() == 0)
        // One line for the lost window, one for the window that could not be opened on the display.
        #expect(probe.errors.split(separator: "\n").count == 2, "\(probe.errors)")
    }

    @Test("a screen of another depth is an error that names the remedy, and ends nothing")
    func otherDepth() async throws {
        let display = try #require(await TestDisplay.start("-screen", "0", "640x480x16"))
        let probe = try #require(Probe.start(["loss"], environment: display.environment))
        #expect(await probe.line("drawn") == "0")
        #expect(probe.errors.contains("depth of 24"))
    }
}
