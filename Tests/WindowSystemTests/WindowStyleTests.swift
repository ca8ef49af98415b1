import Foundation
import Testing

@testable import WindowSystem

/// The properties by which a window manager learns a window's style.
@Suite(.enabled(if: TestDisplay.isAvailable), .timeLimit(.minutes(2)))
struct WindowStyleTests {
    /// Opens a window that also has these styles.
    private func open(_ styles: String, on display: TestDisplay) async throws -> (ChildProgram, String) {
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        probe.write("open a 480 270 \(styles)")
        return (probe, try #require(await probe.line("opened a")))
    }

    private func perform(_ command: String, by probe: ChildProgram) async {
        let count = probe.lines.count
        probe.write(command)
        // The answer has another verb; the command is complete when any line arrives.
        _ = await probe.line("", from: count)
    }

    @Test("a window opened without a frame and above others has these properties before a window manager sees it")
    func openedWithStyles() async throws {
        let display = try #require(await TestDisplay.start())
        let (probe, window) = try await open("frameless top", on: display)
        #expect(await display.property("_MOTIF_WM_HINTS", of: window)?.hasSuffix("0x2, 0x0, 0x0, 0x0, 0x0") == true)
        #expect(await display.property("_NET_WM_STATE", of: window)?.contains("_NET_WM_STATE_ABOVE") == true)
        #expect(await display.property("WM_TRANSIENT_FOR", of: window) == nil)
        await perform("frame a 1", by: probe)
        let framed = await display.property("_MOTIF_WM_HINTS", of: window) {
            $0?.hasSuffix("0x2, 0x0, 0x1, 0x0, 0x0") == true
        }
        #expect(framed?.hasSuffix("0x2, 0x0, 0x1, 0x0, 0x0") == true)
    }

    @Test("minimum size, aspect ratio and fixed size are hints for the window manager, in pixels, and can be changed")
    func sizeLimits() async throws {
        let display = try #require(await TestDisplay.start())
        let (probe, window) = try await open("", on: display)
        let first = await display.property("WM_NORMAL_HINTS", of: window)
        #expect(first?.contains("minimum size: 320 by 180") == true)
        #expect(first?.contains("aspect") == false)
        #expect(first?.contains("maximum size") == false)
        await perform("minimum a 200 100", by: probe)
        let smaller = await display.property("WM_NORMAL_HINTS", of: window) {
            $0?.contains("minimum size: 200 by 100") == true
        }
        #expect(smaller?.contains("minimum size: 200 by 100") == true)
        await perform("uniform a 400 225", by: probe)
        let uniform = await display.property("WM_NORMAL_HINTS", of: window) { $0?.contains("400/225") == true }
        #expect(
            uniform?.contains("minimum aspect ratio: 400/225; program specified maximum aspect ratio: 400/225") == true)
        #expect(uniform?.contains("minimum size: 200 by 100") == true)
        await perform("fixed a", by: probe)
        let fixed = await display.property("WM_NORMAL_HINTS", of: window) { $0?.contains("maximum size") == true }
        #expect(fixed?.contains("minimum size: 400 by 225; program specified maximum size: 400 by 225") == true)
        await perform("free a", by: probe)
        let free = await display.property("WM_NORMAL_HINTS", of: window) { $0?.contains("maximum size") == false }
        #expect(free?.contains("minimum size: 200 by 100") == true)
        #expect(free?.contains("aspect") == false)
    }

    @Test("limits are in pixels of the display: at a scale of two they are doubled")
    func scaledLimits() async throws {
        let display = try #require(await TestDisplay.start())
        let environment = display.environment.merging(["GDK_SCALE": "2"]) { $1 }
        let probe = try #require(Probe.start(["windows"], environment: environment))
        probe.write("open a 320 180")
        let window = try #require(await probe.line("opened a"))
        #expect(
            await display.property("WM_NORMAL_HINTS", of: window)?.contains("minimum size: 640 by 360") == true)
    }

    @Test(
        "a window manager draws no frame, keeps the window above, its aspect ratio and its minimum size",
        .enabled(if: WindowManager.isAvailable))
    func withWindowManager() async throws {
        let display = try #require(await TestDisplay.start())
        let manager = try #require(await WindowManager.start(on: display))
        defer { withExtendedLifetime(manager) {} }
        let (probe, window) = try await open("", on: display)
        let frame = await display.property("_NET_FRAME_EXTENTS", of: window) { $0 != nil }
        #expect(frame?.hasSuffix("= 0, 0, 0, 0") == false)
        await perform("frame a 0", by: probe)
        let bare = await display.property("_NET_FRAME_EXTENTS", of: window) { $0?.hasSuffix("= 0, 0, 0, 0") == true }
        #expect(bare?.hasSuffix("= 0, 0, 0, 0") == true)
        await perform("top a 1", by: probe)
        let above = await display.property("_NET_WM_STATE", of: window) { $0?.contains("ABOVE") == true }
        #expect(above?.contains("_NET_WM_STATE_ABOVE") == true)
        await perform("top a 0", by: probe)
        let normal = await display.property("_NET_WM_STATE", of: window) { $0?.contains("ABOVE") != true }
        #expect(normal?.contains("ABOVE") != true)

        await perform("uniform a 320 180", by: probe)
        #expect(await size(of: probe) { $0 == (320, 180) } == (320, 180))
        try display.requestResize(of: window, width: 500, height: 200)
        let larger = await size(of: probe) { $0.width > 320 }
        #expect(abs(larger.width * 9 - larger.height * 16) < 32, "\(larger)")
        try display.requestResize(of: window, width: 100, height: 60)
        #expect(await size(of: probe) { $0 == (320, 180) } == (320, 180))
    }

    /// Waits until the window's size satisfies the condition.
    /// - Returns: the last size in points.
    private func size(
        of probe: ChildProgram, until isWanted: ((width: Int, height: Int)) -> Bool
    ) async -> (width: Int, height: Int) {
        var size = (width: 0, height: 0)
        let end = ContinuousClock.now + .seconds(10)
        repeat {
            let count = probe.lines.count
            probe.write("size a")
            let parts = (await probe.line("size a", from: count) ?? "").split(separator: "x").compactMap { Int($0) }
            if parts.count == 2 { size = (parts[0], parts[1]) }
        } while !isWanted(size) && ContinuousClock.now < end
        return size
    }
}
