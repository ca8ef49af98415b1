import Foundation
import MediaTesting
import Testing

@testable import WindowSystem

/// Windows drawn by their render thread, in separate processes on separate X servers.
@Suite(.enabled(if: TestDisplay.isAvailable), .timeLimit(.minutes(2)))
struct RenderThreadTests {
    @Test(
        "every frame of video is drawn and displayed while the main thread is blocked",
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

    @Test("when a covering window closes, the covered part is displayed again while the main thread is blocked")
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

    @Test("a client that never returns to the main loop: each frame of video is drawn, and no memory accumulates")
    func stuckMainThread() async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["stuck"], environment: display.environment))
        #expect(await probe.line("stuck") != nil)
        func perform(_ command: String, _ answer: String) async -> String? {
            let count = probe.lines.count
            probe.write(command)
            return await probe.line(answer, from: count, within: .seconds(30))
        }
        #expect(await perform("play 60", "played") == "60")
        let before = try #require(await perform("memory", "memory").flatMap { Int($0) })
        #expect(await perform("resize 1000", "resized") != nil)
        #expect(await perform("play 60", "played") == "60")
        let after = try #require(await perform("memory", "memory").flatMap { Int($0) })
        // A sanitizer's own memory grows, too.
        let allowed = ProcessInfo.processInfo.environment["OPENAVKIT_PATIENCE"] == nil ? 4_096 : 65_536
        #expect(after - before < allowed, "\(before) kB, then \(after) kB")
        // The current frame is drawn at the place that the main thread committed last.
        #expect(await perform("color 65280", "colored") != nil)
        #expect(await display.pixel(x: 400, y: 350, becoming: 0x00FF00) == 0x00FF00)
        #expect(await display.pixel(x: 400, y: 220, becoming: 0xFF0000) == 0xFF0000)
        probe.write("quit")
        #expect(await probe.exitCode() == 0)
        #expect(probe.errors == "")
    }

    @Test(
        "a client that never returns to the main loop continues when its window is destroyed or its display ends",
        arguments: [false, true])
    func stuckMainThread_withoutWindow(endsDisplay: Bool) async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["stuck"], environment: display.environment))
        let window = try #require(await probe.line("stuck"))
        if endsDisplay { await display.end() } else { await display.type("windowclose", window) }
        var drawn: String?
        for _ in 0..<20 where drawn != "0" {
            let count = probe.lines.count
            probe.write("flash 10")
            drawn = await probe.line("flashed", from: count)
        }
        #expect(drawn == "0")
        probe.write("quit")
        #expect(await probe.exitCode() == 0)
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

    @Test("a screen of another depth is an error that names the remedy, and ends nothing")
    func otherDepth() async throws {
        let display = try #require(await TestDisplay.start("-screen", "0", "640x480x16"))
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        probe.write("open a 320 240")
        #expect(await probe.line("opened a") != nil)
        probe.write("play a 1")
        #expect(await probe.line("played a") == "0")
        #expect(probe.errors.contains("depth of 24"))
    }
}
