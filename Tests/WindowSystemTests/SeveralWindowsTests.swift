import Foundation
import Testing

@testable import WindowSystem

@Suite(.enabled(if: TestDisplay.isAvailable), .timeLimit(.minutes(2)))
struct SeveralWindowsTests {
    @Test("two windows play at the same time; when one is closed, the other plays on and the program continues")
    func closeOne() async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        var identifiers: [String] = []
        for (name, x) in [("a", 0), ("b", 400)] {
            probe.write("open \(name) 320 240 \(x) 0")
            identifiers.append(try #require(await probe.line("opened \(name)")))
        }
        probe.write("play a 20")
        probe.write("play b 20")
        #expect(await probe.line("played a") == "20")
        #expect(await probe.line("played b") == "20")
        probe.write("color a 65280")
        probe.write("color b 255")
        #expect(await display.pixel(x: 20, y: 200, becoming: 0x00FF00) == 0x00FF00)
        #expect(await display.pixel(x: 420, y: 200, becoming: 0x0000FF) == 0x0000FF)
        // b plays while a is closed.
        let count = probe.lines.count
        probe.write("play b 40")
        try display.requestClose(of: identifiers[0])
        #expect(await probe.line("played b", from: count) == "40")
        #expect(await display.pixel(x: 20, y: 200, becoming: 0x000000) == 0x000000)
        probe.write("color b 16711935")
        #expect(await display.pixel(x: 420, y: 200, becoming: 0xFF00FF) == 0xFF00FF)
        // The last window ends the program.
        try display.requestClose(of: identifiers[1])
        #expect(await probe.exitCode() == 4)
        #expect(probe.errors == "")
    }

    @Test(
        "the display is kept awake while a window displays playing video, until the last such window is hidden or closed"
    )
    func wakefulness() async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        var window = ""
        for (name, x) in [("a", 0), ("b", 400)] {
            probe.write("open \(name) 320 240 \(x) 0")
            window = try #require(await probe.line("opened \(name)"))
            probe.write("play \(name) 1")
            #expect(await probe.line("played \(name)") == "1")
        }
        #expect(!probe.lines.contains("display kept awake"))
        probe.write("wakeful a 1")
        #expect(await probe.line("display kept awake") != nil)
        probe.write("wakeful b 1")
        #expect(await probe.line("set b") != nil)
        // When this command is answered, the window has been informed.
        probe.write("state b")
        #expect(await probe.line("state b") != nil)
        probe.write("close a")
        #expect(await probe.line("closed a") != nil)
        #expect(!probe.lines.contains("display may sleep"))
        probe.write("wakeful b 0")
        #expect(await probe.line("display may sleep") != nil)
        var count = probe.lines.count
        probe.write("wakeful b 1")
        #expect(await probe.line("display kept awake", from: count) != nil)
        await display.type("windowunmap", window)
        #expect(await probe.line("display may sleep", from: count) != nil)
        count = probe.lines.count
        await display.type("windowmap", window)
        #expect(await probe.line("display kept awake", from: count) != nil)
        probe.write("close b")
        #expect(await probe.line("display may sleep", from: count) != nil)
    }

    @Test("a program is in the background only while none of its windows is visible")
    func applicationState() async throws {
        let display = try #require(await TestDisplay.start())
        let probe = try #require(Probe.start(["windows"], environment: display.environment))
        probe.write("open a 320 240 0 0")
        let first = try #require(await probe.line("opened a"))
        probe.write("open b 320 240 400 0")
        let second = try #require(await probe.line("opened b"))
        // The window that is hidden first has the focus, so that the other one is visible without it.
        for (name, window, expected) in [("b", second, "inactive"), ("a", first, "background")] {
            await display.type("windowunmap", window)
            var count = probe.lines.count
            var state: String?
            for _ in 0..<200 where state != "visible false hidden false" {
                count = probe.lines.count
                probe.write("state \(name)")
                state = await probe.line("state \(name)", from: count)
            }
            #expect(state == "visible false hidden false")
            // The loss of the focus is another event.
            for _ in 0..<200 where state != expected {
                count = probe.lines.count
                probe.write("application")
                state = await probe.line("application", from: count)
            }
            #expect(state == expected)
        }
    }
}
