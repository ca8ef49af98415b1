import Foundation
import MediaTesting
import Testing

@Suite(
    .enabled(if: Program.url != nil && StreamMaker.isAvailable && VirtualDisplay.isAvailable), .timeLimit(.minutes(2)))
struct WindowTests {
    @Test("R5: after exact seeks, the screen shows exactly the requested frames")
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
            var seen: Int?
            _ = try await eventually {
                seen = try display.mark()
                return seen == target
            }
            #expect(seen == target)
        }
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }

    @Test("fonts are not loaded before the first frame is shown, nor without a window, but for the controls")
    func fonts() async throws {
        let display = try await VirtualDisplay(width: 1280, height: 720)
        let clip = try await StreamMaker.shared.clip(.marked(frames: 50, width: 320, height: 180, framesPerSecond: 25))
        // Fontconfig reports the missing file when the first font is loaded.
        let environment = Program.environment.merging([
            "DISPLAY": display.name, "FONTCONFIG_FILE": "/nonexistent/fonts.conf",
        ]) { $1 }
        // The shell joins both outputs, so that the order of their lines is known: the program may load the fonts of the controls while it
        // ends after the first frame.
        func printedLines(_ arguments: String...) async throws -> [String] {
            let program = try #require(Program.url)
            let outcome = try await ExternalCommand.run(
                URL(fileURLWithPath: "/bin/sh"),
                ["-c", "exec \"$0\" \"$@\" 2>&1", program.path, "--json"] + arguments + [clip.path],
                environment: environment, timeout: 60)
            #expect(outcome.status == 0)
            return outcome.standardOutput.split(separator: "\n").map(String.init)
        }
        func line(_ text: String, in lines: [String]) -> Int? { lines.firstIndex { $0.contains(text) } }
        for condition in ["firstFrame", "end"] {
            let lines = try await printedLines("--exit-after", condition)
            let frame = try #require(line("firstFrame", in: lines))
            let fonts = line("Fontconfig error", in: lines)
            if let fonts { #expect(fonts > frame, "\(lines)") } else { #expect(condition == "firstFrame") }
        }
        #expect(line("Fontconfig error", in: try await printedLines("--headless", "--exit-after", "end")) == nil)
    }

    @Test(
        "--borderless, --always-on-top and --keep-aspect-ratio: the window manager is told, and the window has the video's ratio",
        .enabled(if: ExternalCommand.find("xprop") != nil && ExternalCommand.find("xwininfo") != nil))
    func styles() async throws {
        let display = try await VirtualDisplay(width: 1600, height: 900)
        let wide = try await StreamMaker.shared.clip(.marked(frames: 10, width: 320, height: 180, framesPerSecond: 25))
        let narrow = try await StreamMaker.shared.clip(
            .marked(frames: 10, width: 320, height: 240, framesPerSecond: 25))
        let square = try await StreamMaker.shared.clip(
            .marked(frames: 10, width: 256, height: 256, framesPerSecond: 25))
        let styles = ["--borderless", "--always-on-top", "--keep-aspect-ratio"]
        let program = try LiveProgram(
            ["--control"] + styles + [narrow.path, wide.path, square.path], environment: ["DISPLAY": display.name])
        for item in 0..<3 { #expect(await program.next("ended")?["item"] == .number(Double(item))) }
        // The smallest window in the video's shape: each video determines the size anew.
        let window = try await waitForWindow(on: display, size: "480x480")
        let properties = try await output("xprop", "-display", display.name, "-id", window)
        #expect(properties.contains("_MOTIF_WM_HINTS(_MOTIF_WM_HINTS) = 0x2, 0x0, 0x0, 0x0, 0x0"), "\(properties)")
        #expect(properties.contains("_NET_WM_STATE_ABOVE"), "\(properties)")
        #expect(properties.contains("minimum aspect ratio: 480/480"), "\(properties)")
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }

    /// Waits for a window of avplayer with this size.
    /// - Returns: the window's X11 ID.
    private func waitForWindow(on display: VirtualDisplay, size: String) async throws -> String {
        var tree = ""
        for _ in 0..<400 {
            tree = try await output("xwininfo", "-display", display.name, "-root", "-tree")
            let line = tree.split(separator: "\n").first { $0.contains("\"avplayer\"") && $0.contains(size) }
            if let line, let window = line.split(separator: " ").first { return String(window) }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("no window of \(size): \(tree)")
        return ""
    }

    private func output(_ name: String, _ arguments: String...) async throws -> String {
        try await ExternalCommand.run(
            try #require(ExternalCommand.find(name)), arguments, environment: Program.environment, timeout: 20
        ).standardOutput
    }
}
