import CoreGraphics
import Foundation
import MediaTesting
import Testing

@testable import WindowSystem

/// Panels: small windows above all others, on every workspace.
@Suite(.enabled(if: TestDisplay.isAvailable), .timeLimit(.minutes(2)))
struct PanelTests {
    private func perform(_ command: String, by probe: ChildProgram, answer: String) async -> String? {
        let count = probe.lines.count
        probe.write(command)
        return await probe.line(answer, from: count)
    }

    private func open(on display: TestDisplay) async throws -> (ChildProgram, String) {
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        _ = await perform("open a 400 300", by: probe, answer: "opened a")
        let window = try #require(await perform("panel p 500 400 160 90", by: probe, answer: "opened p"))
        return (probe, window)
    }

    /// Waits until the panel has a frame: x, y, width, height.
    private func frame(_ wanted: [Int], of probe: ChildProgram) async -> [Int] {
        var seen: [Int] = []
        let end = ContinuousClock.now + .seconds(10)
        repeat {
            seen = (await perform("where p", by: probe, answer: "where p") ?? "").split(separator: " ")
                .compactMap { Int($0) }
        } while seen != wanted && ContinuousClock.now < end
        return seen
    }

    @Test("a panel tells the window manager that it is above others, on every workspace, in no task bar, without frame")
    func properties() async throws {
        let display = try #require(await TestDisplay.start())
        let (probe, window) = try await open(on: display)
        defer { withExtendedLifetime(probe) {} }
        let state = try #require(await display.property("_NET_WM_STATE", of: window))
        for name in ["ABOVE", "STICKY", "SKIP_TASKBAR", "SKIP_PAGER"] {
            #expect(state.contains("_NET_WM_STATE_" + name), "\(state)")
        }
        #expect(await display.property("_NET_WM_DESKTOP", of: window)?.hasSuffix("4294967295") == true)
        #expect(await display.property("_NET_WM_WINDOW_TYPE", of: window)?.contains("_UTILITY") == true)
        #expect(await display.property("_MOTIF_WM_HINTS", of: window)?.hasSuffix("0x2, 0x0, 0x0, 0x0, 0x0") == true)
        #expect(await display.property("WM_NORMAL_HINTS", of: window)?.contains("aspect ratio: 160/90") == true)
    }

    @Test(
        "with a window manager, a panel is shown at its place above other windows, on every workspace, and does not take focus",
        .enabled(if: WindowManager.isAvailable))
    func withWindowManager() async throws {
        let display = try #require(await TestDisplay.start())
        let manager = try #require(await WindowManager.start(on: display))
        defer { withExtendedLifetime(manager) {} }
        let (probe, window) = try await open(on: display)
        #expect(await frame([500, 400, 160, 90], of: probe) == [500, 400, 160, 90])
        #expect(await display.property("_NET_WM_DESKTOP", of: window)?.hasSuffix("4294967295") == true)
        #expect(await display.property("_NET_WM_STATE", of: window)?.contains("ABOVE") == true)
        #expect(await display.pixel(x: 580, y: 445, becoming: 0x0000FF) == 0x0000FF)
        // Another window that covers the whole display is opened and raised.
        _ = await perform("open b 800 600 0 0", by: probe, answer: "opened b")
        #expect(await display.pixel(x: 20, y: 60, becoming: 0xFF0000) == 0xFF0000)
        #expect(await display.pixel(x: 580, y: 445, becoming: 0x0000FF) == 0x0000FF)
        let active = await ChildProgram.output(
            "xprop", ["-root", "_NET_ACTIVE_WINDOW"], environment: display.environment)
        let number = String(try #require(Int(window)), radix: 16)
        #expect(active?.first?.contains("0x") == true && active?.first?.hasSuffix("0x" + number) == false)
    }

    @Test("a panel is moved and resized at once, without the wait for the window manager that other windows have")
    func moving() async throws {
        let display = try #require(await TestDisplay.start())
        let (probe, _) = try await open(on: display)
        #expect(await frame([500, 400, 160, 90], of: probe) == [500, 400, 160, 90])
        // With the wait of SDL's functions, ten moves take a second on every attempt; without it, only on a busy machine.
        var fastest = Duration.seconds(60)
        for _ in 0..<20 where fastest > .milliseconds(500) {
            let began = ContinuousClock.now
            for step in 40..<50 { _ = await perform("place p \(step) 20 320 180", by: probe, answer: "placed p") }
            fastest = min(fastest, began.duration(to: .now))
        }
        #expect(fastest < .milliseconds(500))
        #expect(await frame([49, 20, 320, 180], of: probe) == [49, 20, 320, 180])
        #expect(await display.pixel(x: 200, y: 100, becoming: 0x0000FF) == 0x0000FF)
    }

    @Test(
        "a panel is no window of the application, which is in the background while only the panel is visible; a close request is reported",
        .enabled(if: WindowManager.isAvailable))
    func application() async throws {
        let display = try #require(await TestDisplay.start())
        let manager = try #require(await WindowManager.start(on: display))
        defer { withExtendedLifetime(manager) {} }
        let (probe, window) = try await open(on: display)
        var state: String?
        _ = await perform("minimise a", by: probe, answer: "minimised a")
        let end = ContinuousClock.now + .seconds(10)
        repeat {
            state = await perform("application x", by: probe, answer: "application")
        } while state?.contains("background") != true && ContinuousClock.now < end
        #expect(state?.contains("background") == true)
        let count = probe.lines.count
        try display.requestClose(of: window)
        #expect(await probe.line("close requested p", from: count) != nil)
        #expect(await frame([500, 400, 160, 90], of: probe) == [500, 400, 160, 90])
    }

    @Test(
        "a minimized window that is brought forward is visible again",
        .enabled(if: WindowManager.isAvailable))
    func forward() async throws {
        let display = try #require(await TestDisplay.start())
        let manager = try #require(await WindowManager.start(on: display))
        defer { withExtendedLifetime(manager) {} }
        let (probe, _) = try await open(on: display)
        func becomes(_ wanted: String) async -> Bool {
            let end = ContinuousClock.now + .seconds(10)
            while ContinuousClock.now < end {
                if await perform("state a", by: probe, answer: "state a")?.contains(wanted) == true { return true }
            }
            return false
        }
        #expect(await becomes("visible true"))
        _ = await perform("minimise a", by: probe, answer: "minimised a")
        #expect(await becomes("visible false"))
        _ = await perform("forward a", by: probe, answer: "forwarded a")
        #expect(await becomes("visible true"))
    }
}
