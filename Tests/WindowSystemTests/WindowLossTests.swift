import Foundation
import MediaTesting
import Testing

@testable import WindowSystem

/// Windows that disappear without being closed: with their display, or by another program.
@Suite(.enabled(if: TestDisplay.isAvailable), .timeLimit(.minutes(2)))
struct WindowLossTests {
    /// Opens windows with these names beside each other and plays a frame in each.
    private func open(_ names: String..., on display: TestDisplay) async throws -> (ChildProgram, [String]) {
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        var identifiers: [String] = []
        for (index, name) in names.enumerated() {
            probe.write("open \(name) 320 240 \(index * 400) 0")
            identifiers.append(try #require(await probe.line("opened \(name)")))
            probe.write("play \(name) 1")
            #expect(await probe.line("played \(name)") == "1")
        }
        return (probe, identifiers)
    }

    /// Opens another window and checks that its video reaches the screen.
    private func checkNewWindow(_ name: String, of probe: ChildProgram, on display: TestDisplay) async {
        probe.write("open \(name) 320 240 0 0")
        #expect(await probe.line("opened \(name)") != "memory")
        probe.write("color \(name) 65280")
        #expect(await display.pixel(x: 20, y: 200, becoming: 0x00FF00) == 0x00FF00)
        #expect(await display.pixel(x: 20, y: 20, becoming: 0xFF0000) == 0xFF0000)
    }

    @Test(
        "when the display ends, two windows become hidden, one line reports it, and a window on the next display works")
    func displayLoss() async throws {
        let display = try #require(await TestDisplay.start())
        let (probe, _) = try await open("a", "b", on: display)
        await display.end()
        #expect(await eventually { !probe.errors.isEmpty })
        probe.write("state a")
        #expect(await probe.line("state a") == "visible false hidden true")
        probe.write("state b")
        #expect(await probe.line("state b") == "visible false hidden true")
        probe.write("application")
        #expect(await probe.line("application") == "background")
        #expect(probe.errors.contains("connection to the display '\(display.name)' is lost"))
        #expect(probe.errors.split(separator: "\n").count == 1, "\(probe.errors)")
        // No display accepts connections: the next window is in memory, and is drawn.
        probe.write("open c 320 240")
        #expect(await probe.line("opened c") == "memory")
        probe.write("play c 3")
        #expect(await probe.line("played c") == "3")
        for round in 1...2 {
            let next = try #require(await display.restarted())
            let before = probe.errors
            await checkNewWindow("d\(round)", of: probe, on: next)
            await next.end()
            #expect(await eventually { probe.errors.count > before.count })
        }
        // A window that was lost can be shown again.
        let last = try #require(await display.restarted())
        let count = probe.lines.count
        probe.write("show a")
        #expect(await probe.line("opened a", from: count) != "memory")
        probe.write("color a 255")
        #expect(await last.pixel(x: 20, y: 200, becoming: 0x0000FF) == 0x0000FF)
        probe.write("quit")
        #expect(await probe.exitCode() == 0)
    }

    @Test("a window that another program destroys is closed, one line reports it, and the other window plays on")
    func destroyedWindow() async throws {
        let display = try #require(await TestDisplay.start())
        let (probe, identifiers) = try await open("a", "b", on: display)
        await display.type("windowclose", identifiers[0])
        #expect(await eventually { !probe.errors.isEmpty })
        probe.write("state a")
        #expect(await probe.line("state a") == "visible false hidden false")
        probe.write("title a")
        let count = probe.lines.count
        probe.write("play b 5")
        #expect(await probe.line("played b", from: count) == "5")
        await checkNewWindow("c", of: probe, on: display)
        #expect(probe.errors.split(separator: "\n").count == 1, "\(probe.errors)")
        probe.write("quit")
        #expect(await probe.exitCode() == 0)
    }

    @Test("the last window that another program destroys ends the program like a window that is closed")
    func destroyedLastWindow() async throws {
        let display = try #require(await TestDisplay.start())
        let (probe, identifiers) = try await open("a", on: display)
        await display.type("windowclose", identifiers[0])
        #expect(await probe.exitCode() == 4)
    }

    @Test("a program whose connection another program closes, as xkill does, closes its windows without a crash")
    func killedClient() async throws {
        let display = try #require(await TestDisplay.start())
        let (probe, identifiers) = try await open("a", "b", on: display)
        // The main thread is busy, as in a program that does not answer the request to close its window.
        probe.write("pause x 600")
        await display.type("windowkill", identifiers[0])
        #expect(await probe.exitCode() == 4)
        #expect(probe.errors.split(separator: "\n").count == 1, "\(probe.errors)")
        #expect(probe.errors.contains("Another program has closed the connection"))
    }

}
