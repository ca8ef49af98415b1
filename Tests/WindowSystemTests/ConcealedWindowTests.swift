import Foundation
import Testing

@testable import WindowSystem

/// Windows of which no pixel is visible.
@Suite(.enabled(if: TestDisplay.isAvailable), .timeLimit(.minutes(2)))
struct ConcealedWindowTests {
    enum Concealment: String, CaseIterable { case covered, unmapped, markedHidden }

    @Test(
        "a window that is covered, unmapped or minimized draws no video, and shows the current frame when it is visible again",
        arguments: Concealment.allCases)
    func concealment(_ kind: Concealment) async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        probe.write("open a 320 240 50 50")
        let window = try #require(await probe.line("opened a"))
        // A busy machine draws fewer frames than are presented.
        var drawn = 0
        for _ in 0..<20 where drawn < 8 {
            let count = probe.lines.count
            probe.write("flash a 10")
            drawn = await probe.line("flashed a", from: count).flatMap { Int($0) } ?? 0
        }
        #expect(drawn >= 8)
        probe.write("color a 65280")
        #expect(await display.pixel(x: 100, y: 250, becoming: 0x00FF00) == 0x00FF00)

        let cover = try await conceal(window, kind, on: display)
        // The window system reports the change to the program asynchronously.
        drawn = 10
        for _ in 0..<20 where drawn > 0 {
            let count = probe.lines.count
            probe.write("flash a 10")
            drawn = await probe.line("flashed a", from: count).flatMap { Int($0) } ?? 10
        }
        #expect(drawn == 0)
        let count = probe.lines.count
        probe.write("color a 255")
        #expect(await probe.line("colored a", from: count) != nil)

        try await reveal(window, kind, cover, on: display)
        #expect(await display.pixel(x: 100, y: 250, becoming: 0x0000FF) == 0x0000FF)
        #expect(await display.pixel(x: 100, y: 60, becoming: 0xFF0000) == 0xFF0000)
        probe.write("flash a 10")
        #expect(await probe.line("flashed a", from: count).flatMap { Int($0) } ?? 0 >= 8)
        #expect(probe.errors == "")
    }

    /// - Returns: the program that covers the window, if one does.
    private func conceal(_ window: String, _ kind: Concealment, on display: TestDisplay) async throws -> ChildProgram? {
        switch kind {
        case .covered:
            let cover = try #require(display.run("xlogo", "-geometry", "800x600+0+0"))
            #expect(await display.pixel(x: 790, y: 5, becoming: 0xFFFFFF) == 0xFFFFFF)
            return cover
        case .unmapped: await display.type("windowunmap", window)
        case .markedHidden:
            // What a window manager writes when it minimizes the window; a compositing one leaves the window mapped.
            _ = await ChildProgram.output(
                "xprop",
                ["-id", window, "-f", "_NET_WM_STATE", "32a", "-set", "_NET_WM_STATE", "_NET_WM_STATE_HIDDEN"],
                environment: display.environment)
        }
        return nil
    }

    private func reveal(_ window: String, _ kind: Concealment, _ cover: ChildProgram?, on display: TestDisplay)
        async throws
    {
        switch kind {
        case .covered:
            cover?.signal(SIGTERM)
            #expect(await cover?.exitCode() != nil)
        case .unmapped: await display.type("windowmap", window)
        case .markedHidden:
            _ = await ChildProgram.output(
                "xprop", ["-id", window, "-remove", "_NET_WM_STATE"], environment: display.environment)
        }
    }

    @Test(
        "a window that the window manager minimizes draws no video until it is restored",
        .enabled(if: WindowManager.isAvailable))
    func minimized() async throws {
        let display = try #require(await TestDisplay.start())
        let manager = try #require(await WindowManager.start(on: display))
        defer { withExtendedLifetime(manager) {} }
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        probe.write("open a 320 240")
        let window = try #require(await probe.line("opened a"))
        probe.write("play a 3")
        #expect(await probe.line("played a") == "3")
        await display.type("windowminimize", window)
        _ = await display.property("_NET_WM_STATE", of: window) { $0?.contains("HIDDEN") == true }
        var count = probe.lines.count
        probe.write("flash a 10")
        #expect(await probe.line("flashed a", from: count) == "0")
        await display.type("windowactivate", window)
        _ = await display.property("_NET_WM_STATE", of: window) { $0?.contains("HIDDEN") != true }
        count = probe.lines.count
        probe.write("play a 3")
        #expect(await probe.line("played a", from: count) == "3")
    }

    @Test("a window that is hidden and shown again at once stays on the display and draws")
    func hiddenAndShownAtOnce() async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        probe.write("open a 320 240 50 50")
        #expect(await probe.line("opened a") != nil)
        probe.write("color a 65280")
        #expect(await display.pixel(x: 100, y: 250, becoming: 0x00FF00) == 0x00FF00)
        probe.write("blink a")
        #expect(await probe.line("blinked a") != nil)
        probe.write("color a 255")
        #expect(await display.pixel(x: 100, y: 250, becoming: 0x0000FF) == 0x0000FF)
        let count = probe.lines.count
        probe.write("state a")
        #expect(await probe.line("state a", from: count) == "visible true hidden false")
    }

    @Test("a program does not wait for a window manager that does not answer, and its window appears when it is shown")
    func silentWindowManager() async throws {
        let display = try #require(await TestDisplay.start())
        let manager = try SilentWindowManager(display)
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        probe.write("open a 320 240")
        let window = try #require(await probe.line("opened a"))
        probe.write("color a 65280")
        #expect(await probe.line("colored a") != nil)
        manager.map(window)
        #expect(await display.pixel(x: 400, y: 350, becoming: 0x00FF00) == 0x00FF00)
        #expect(await display.pixel(x: 400, y: 220, becoming: 0xFF0000) == 0xFF0000)
        #expect(probe.errors == "")
    }

    @Test("a window that the window manager has not shown yet is not reported as hidden, and can be minimized")
    func minimizedBeforeShown() async throws {
        let display = try #require(await TestDisplay.start())
        let manager = try SilentWindowManager(display)
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        probe.write("open a 320 240")
        let window = try #require(await probe.line("opened a"))
        manager.writeState(of: window)
        // The program's loop handles events of the display before each command.
        for _ in 0..<10 {
            let count = probe.lines.count
            probe.write("state a")
            #expect(await probe.line("state a", from: count) == "visible true hidden false")
        }
        probe.write("minimise a")
        #expect(await probe.line("minimised a") != nil)
        let end = ContinuousClock.now + .seconds(10)
        var isMinimizing = manager.takeMinimizing(of: window)
        while !isMinimizing, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
            isMinimizing = manager.takeMinimizing(of: window)
        }
        #expect(isMinimizing)
    }
}
