import Foundation
import Testing

@testable import WindowSystem

/// Windows on a real X server, controlled and inspected by other programs.
struct DisplayWindowTests {
    @Test("decision 4: a missing display, or one without a driver, is an error that names driver and remedy")
    func chooseDriver_environment_decides() throws {
        #expect(try DisplayServer.chooseDriver(environment: ["DISPLAY": ":1"]) == "x11")
        #expect(try DisplayServer.chooseDriver(environment: ["DISPLAY": ":1", "WAYLAND_DISPLAY": "w"]) == "x11")
        let none = #expect(throws: WindowError.self) { try DisplayServer.chooseDriver(environment: ["DISPLAY": ""]) }
        #expect(none?.code == .noDisplay)
        #expect(none?.message.contains("DISPLAY") == true)
        let wayland = #expect(throws: WindowError.self) {
            try DisplayServer.chooseDriver(environment: ["WAYLAND_DISPLAY": "wayland-0"])
        }
        #expect(wayland?.code == .unsupportedDriver)
        #expect(wayland?.driver == "wayland")
        #expect(wayland?.message.contains("XWayland") == true)
        let asked = #expect(throws: WindowError.self) {
            try DisplayServer.chooseDriver(environment: ["DISPLAY": ":1", "SDL_VIDEODRIVER": "kmsdrm"])
        }
        #expect(asked?.driver == "kmsdrm")
    }

    @Test("decision 4: a display that does not answer is an error, not a black window")
    func displayWindow_deadDisplay_isAnError() async throws {
        let probe = try #require(Probe.start(["window"], environment: ["DISPLAY": ":64999"]))
        let error = try #require(await probe.line("error"))
        #expect(error.hasPrefix("displayFailed"))
        #expect(error.contains(":64999"))
        #expect(await probe.exitCode() == 3)
    }

    @Test("decision 12: without a display no window opens, and the error states the reason")
    func displayWindow_noDisplay_isAnError() async throws {
        let probe = try #require(Probe.start(["window"], removing: ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"]))
        #expect(await probe.line("error")?.hasPrefix("noDisplay") == true)
    }

    @Test(
        "decision 4: pixels, keys, clicks, wheel, resize and full screen on a display",
        .enabled(if: TestDisplay.isAvailable))
    func displayWindow_onXvfb_drawsAndReceivesInput() async throws {
        let display = try #require(await TestDisplay.start())
        defer { display.stop() }
        let probe = try #require(Probe.start(["window"], environment: display.environment))
        #expect(await probe.line("shown") == "320x240 scale 1.0")
        #expect(await display.pixel(x: 110, y: 60, becoming: 0xFF0000) == 0xFF0000)
        #expect(await display.pixel(x: 410, y: 280, becoming: 0x0000FF) == 0x0000FF)
        await display.type("mousemove", "150", "100", "click", "--repeat", "2", "--delay", "20", "1", "click", "4")
        #expect(await probe.line("pointer pressed") == "50,50 button 1 clicks 1")
        #expect(await probe.line("pointer pressed 50,50 button 1 clicks 2") != nil)
        #expect(await probe.line("wheel") == "0.0 1.0")
        await display.type("key", "space")
        #expect(await probe.line("key down") == "44 ' ' modifiers 0")
        await display.type("key", "ctrl+c")
        #expect(await probe.line("key down 6") == "'c' modifiers 2")
        #expect(await probe.line("clipboard") == "clip")
        await display.type("key", "r")
        #expect(await probe.line("resized") == "400x300")
        await display.type("key", "f")
        #expect(await probe.line("resized 800x600") != nil)
        #expect(await display.pixel(x: 2, y: 2, becoming: 0xFF0000) == 0xFF0000)
        #expect(await display.pixel(x: 790, y: 590, becoming: 0x0000FF) == 0x0000FF)
        let before = probe.lines.count
        await display.type("key", "f")
        #expect(await probe.line("resized", from: before) == "400x300")
        await display.type("key", "q")
        #expect(await probe.exitCode() == 0)
    }

    @Test("decision 5: an idle window uses no processor time", .enabled(if: TestDisplay.isAvailable))
    func displayWindow_idle_sleeps() async throws {
        let display = try #require(await TestDisplay.start())
        defer { display.stop() }
        let probe = try #require(Probe.start(["idle"], environment: display.environment))
        let used = try #require(await probe.line("idle").flatMap { Int($0) })
        #expect(used < 20_000, "microseconds in one second")
    }

    @Test(
        "HiDPI: a scale of two doubles the pixels and halves pointer coordinates",
        .enabled(if: TestDisplay.isAvailable))
    func displayWindow_scaled_pointsAreNotPixels() async throws {
        let display = try #require(await TestDisplay.start())
        defer { display.stop() }
        let environment = display.environment.merging(["GDK_SCALE": "2"]) { $1 }
        let probe = try #require(Probe.start(["window"], environment: environment))
        #expect(await probe.line("shown") == "640x480 scale 2.0")
        #expect(await display.pixel(x: 250, y: 150, becoming: 0xFF0000) == 0xFF0000)
        // The window's content begins at 200, 100 pixels.
        await display.type("mousemove", "300", "200", "click", "1")
        #expect(await probe.line("pointer pressed") == "50,50 button 1 clicks 1")
    }

    @Test(
        "opening the display changes no environment variable while another thread runs",
        .enabled(if: TestDisplay.isAvailable))
    func displayServer_withThreads_leavesEnvironment() async throws {
        let display = try #require(await TestDisplay.start())
        defer { display.stop() }
        let probe = try #require(
            Probe.start(
                ["environment", "threads"], environment: ["DISPLAY": display.name],
                removing: ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XCOMPOSEFILE"]))
        #expect(await probe.line("changes") == "0")
        #expect(await probe.exitCode() == 0)
    }

    @Test(
        "without text fields, opening the display before other threads start reads no compose table; with them, it does",
        .enabled(if: TestDisplay.isAvailable))
    func displayServer_beforeThreads_readsNoComposeTable() async throws {
        let display = try #require(await TestDisplay.start())
        defer { display.stop() }
        // The user's table is a pipe without a writer, so opening it blocks: a program that reads the table never prints the lines below.
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        try #require(mkfifo(home.path + "/.XCompose", 0o600) == 0)
        let environment = ["DISPLAY": display.name, "HOME": home.path, "LC_ALL": "C.UTF-8"]
        let removed = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XCOMPOSEFILE"]
        let probe = try #require(Probe.start(["environment"], environment: environment, removing: removed))
        #expect(await probe.line("restored", within: .seconds(10)) == "true")
        for arguments in [["environment", "threads"], ["environment", "text"]] {
            let other = try #require(Probe.start(arguments, environment: environment, removing: removed))
            #expect(await other.line("restored", within: .seconds(1)) == nil, "the pipe is not what Xlib reads")
        }
    }

    @Test("no source sets an environment variable, except where the display is opened before the first thread")
    func sources_setenv_hasOnePlace() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let sources = package.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var found: [String] = []
        for case let file as URL in files where ["swift", "c", "h"].contains(file.pathExtension) {
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.contains(/\b(setenv|unsetenv|putenv|clearenv)\s*\(/) { found.append(file.lastPathComponent) }
        }
        #expect(found == ["StartEnvironment.swift"])
    }
}
