import BusTestSupport
import CoreGraphics
import DBus
import Foundation
import MediaTesting
import Testing

/// The manners of the program in a real window with a window manager: keys and pointer of the X server.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(
        if: Program.url != nil && StreamMaker.isAvailable && DesktopSession.isAvailable
            && ExternalCommand.find("openbox") != nil && ExternalCommand.find("xdotool") != nil), .onDesktop)
struct DesktopMannersTests {
    private static func clip(seconds: Double = 4, width: Int = 640, height: Int = 360) async throws -> URL {
        var recipe = ClipRecipe.markedWithTone(seconds: seconds, width: width, height: height)
        recipe.video?.framesPerSecond = 10
        return try await StreamMaker.shared.clip(recipe)
    }

    /// A folder with settings, state and pictures of its own, and a window manager.
    private final class Stage: Sendable {
        let desktop: DesktopSession
        let home: URL
        private let manager: Process

        /// - Parameter managerKeys: keys of the window manager and its actions; empty: the ones that it has by default.
        init(_ desktop: DesktopSession, managerKeys: [String: String] = [:]) async throws {
            self.desktop = desktop
            home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            manager = Process()
            manager.executableURL = ExternalCommand.find("openbox")
            let mark = home.appendingPathComponent("window-manager-runs")
            // The window manager of the test before may still be ending.
            manager.arguments = ["--sm-disable", "--replace", "--startup", "touch \(mark.path)"]
            if !managerKeys.isEmpty {
                let configuration = home.appendingPathComponent("rc.xml")
                let keys = managerKeys.map { "<keybind key=\"\($0)\"><action name=\"\($1)\"/></keybind>" }.joined()
                try Data(
                    """
                    <openbox_config xmlns="http://openbox.org/3.4/rc"><keyboard>\(keys)</keyboard></openbox_config>
                    """.utf8
                ).write(to: configuration)
                manager.arguments? += ["--config-file", configuration.path]
            }
            manager.environment = Program.environment.merging(["DISPLAY": desktop.display.name, "HOME": home.path]) {
                $1
            }
            manager.standardOutput = FileHandle.nullDevice
            manager.standardError = FileHandle.nullDevice
            try manager.runHearingSignals()
            // A window that is mapped before this command runs gets no focus, although the root window already names the window manager.
            #expect(await Self.becomes { FileManager.default.fileExists(atPath: mark.path) })
        }

        deinit {
            manager.terminate()
            // The display has one window manager at a time: that of the next test starts after this one has ended.
            let end = ContinuousClock.now + .seconds(5)
            while manager.isRunning, ContinuousClock.now < end { usleep(2000) }
            try? FileManager.default.removeItem(at: home)
        }

        /// Waits until a condition that asks other programs comes true.
        static func becomes(_ condition: () async -> Bool) async -> Bool {
            let end = ContinuousClock.now + .seconds(20)
            while ContinuousClock.now < end {
                if await condition() { return true }
                try? await Task.sleep(for: .milliseconds(20))
            }
            return false
        }

        var environment: [String: String] {
            desktop.environment.merging([
                "HOME": home.path, "XDG_CONFIG_HOME": home.appendingPathComponent("config").path,
                "XDG_STATE_HOME": home.appendingPathComponent("state").path,
            ]) { $1 }
        }

        func play(_ arguments: [String]) throws -> LiveProgram { try LiveProgram(arguments, environment: environment) }

        static func output(_ desktop: DesktopSession, _ name: String, _ arguments: String...) async -> String {
            guard let tool = ExternalCommand.find(name) else { return "" }
            let outcome = try? await ExternalCommand.run(
                tool, arguments, environment: Program.environment.merging(["DISPLAY": desktop.display.name]) { $1 })
            return outcome?.standardOutput ?? ""
        }

        /// The line of the player's window in the tree of windows.
        func window() async -> String {
            let tree = await Self.output(desktop, "xwininfo", "-root", "-tree")
            return tree.split(separator: "\n").first { $0.contains("(\"avplayer\" \"avplayer\")") }.map(String.init)
                ?? ""
        }

        /// Waits until the player's window has the focus, without which it receives no keys.
        func awaitFocus() async -> Bool {
            await Self.becomes {
                let focused = await Self.output(desktop, "xdotool", "getwindowfocus")
                let line = await window().drop { $0 == " " }
                let number = line.prefix { $0 != " " }.dropFirst(2)
                return Int(number, radix: 16).map { String($0) == focused.filter(\.isNumber) } ?? false
            }
        }

        /// Waits until the line of the player's window contains a text.
        func windowContains(_ text: String) async -> Bool { await Self.becomes { await self.window().contains(text) } }

        /// The position of the window's content on the display.
        func place() async -> CGPoint? {
            let line = await window()
            guard let word = line.split(separator: " ").last, word.hasPrefix("+") else { return nil }
            let numbers = word.split(separator: "+").compactMap { Double($0) }
            return numbers.count == 2 ? CGPoint(x: numbers[0], y: numbers[1]) : nil
        }
    }

    private func stage(managerKeys: [String: String] = [:]) async throws -> Stage {
        try await Stage(try #require(DesktopSession.current), managerKeys: managerKeys)
    }

    private func key(_ stage: Stage, _ keys: String...) async throws {
        try #require(await stage.awaitFocus(), "the player's window has no focus")
        for key in keys { try await stage.desktop.input("key", key) }
    }

    @Test(
        "with --full-screen and in the tv idiom the window covers the display from the start, also when the item fails at once",
        arguments: ["--full-screen", "--idiom=tv"])
    func fullScreen_fromStart(option: String) async throws {
        let stage = try await stage()
        let size = "\(stage.desktop.display.width)x\(stage.desktop.display.height)"
        // Each start is another order of the program's and the window manager's requests.
        for _ in 0..<4 {
            let program = try stage.play(["--json", option, "/no/such/film.mp4"])
            #expect(await program.next("failed") != nil)
            #expect(await stage.windowContains(size))
            program.interrupt()
            _ = await program.exitCode()
        }
    }

    @Test(
        "a broken file leaves the window open with the reason and ways back, and q quits with the exit code of the error"
    )
    func brokenFile_showsError() async throws {
        let stage = try await stage()
        let file = try await StreamMaker.shared.file(named: "broken.mp4", bytes: Data("this is no film\n".utf8))
        let program = try stage.play(["--json", file.path])
        #expect(await program.next("failed") != nil)
        #expect(try await stage.desktop.element(named: "Try Again") != nil)
        #expect(try await stage.desktop.element(named: "Quit") != nil)
        #expect(try await stage.desktop.elements { $0.name.contains("cannot be played") }.isEmpty == false)
        try await key(stage, "q")
        #expect(await program.exitCode() == 1)
    }

    @Test("the error view of a server that refuses connections names the server, and a closed window returns code 3")
    func refusedConnection_isNamed() async throws {
        let stage = try await stage()
        let origin = try FaultyOrigin()
        let port = origin.port
        origin.stop()
        let program = try stage.play(["--json", "http://127.0.0.1:\(port)/film.mp4"])
        #expect(await program.next("failed") != nil)
        let texts = try await stage.desktop.elements { $0.name.contains("127.0.0.1") }
        #expect(texts.contains { $0.name.contains("does not accept connections") }, "\(texts.map(\.name))")
        try await key(stage, "ctrl+w")
        #expect(await program.exitCode() == 3)
    }

    @Test(
        "a list skips a broken file with a hint, names the item and its place in the title bar, and quits with Ctrl+Q")
    func list_skipsAndNames() async throws {
        let stage = try await stage()
        let file = try await StreamMaker.shared.file(named: "broken.mp4", bytes: Data("this is no film\n".utf8))
        let clip = try await Self.clip(seconds: 30)
        let program = try stage.play(["--json", file.path, clip.path])
        #expect(await program.next("failed") != nil)
        #expect(
            try await stage.desktop.elements { $0.name.contains("broken.mp4") && $0.name.contains("skipped") }.count > 0
        )
        #expect(await stage.windowContains("[2/2] \(clip.deletingPathExtension().lastPathComponent)"))
        try await key(stage, "ctrl+q")
        #expect(await program.exitCode() == 1)
    }

    @Test("the window has the video's size and shape, inside the work area, and a drag on the video moves it")
    func window_fitsAndMoves() async throws {
        let stage = try await stage()
        let program = try stage.play(["--json", try await Self.clip(seconds: 30, width: 640, height: 480).path])
        #expect(await program.next("firstFrame") != nil)
        #expect(await stage.windowContains("640x480"))
        let before = try #require(await stage.place())
        #expect(before.x > 0 && before.x + 640 <= 1600 && before.y > 0 && before.y + 480 <= 900)
        try await stage.desktop.input(
            "mousemove", "\(Int(before.x) + 320)", "\(Int(before.y) + 200)", "mousedown", "1", "sleep", "0.1",
            "mousemove_relative", "30", "20", "sleep", "0.1", "mousemove_relative", "30", "20", "sleep", "0.2",
            "mousemove_relative", "30", "20", "sleep", "0.1", "mouseup", "1")
        #expect(
            await Stage.becomes {
                guard let after = await stage.place() else { return false }
                return after.x > before.x + 20 && after.y > before.y + 10
            })
        // The press was a drag: playback continues, and the next click is a click.
        try await key(stage, "space")
        #expect(await program.next("paused") != nil)
        try await key(stage, "q")
        #expect(await program.exitCode() == 0)
    }

    @Test("F11 and Alt+Return enter and leave full screen")
    func keys_toggleFullScreen() async throws {
        let stage = try await stage()
        let program = try stage.play(["--json", try await Self.clip(seconds: 30).path])
        #expect(await program.next("firstFrame") != nil)
        #expect(await stage.windowContains("640x360"))
        try await key(stage, "F11")
        #expect(await stage.windowContains("1600x900"))
        try await key(stage, "alt+Return")
        #expect(await stage.windowContains("640x360"))
        try await key(stage, "q")
        #expect(await program.exitCode() == 0)
    }

    @Test("full screen that the window manager enters or leaves by itself is the player's, and its keys reverse it")
    func windowManager_togglesFullScreen() async throws {
        let stage = try await stage(managerKeys: ["C-A-f": "ToggleFullscreen"])
        let program = try stage.play(["--json", try await Self.clip(seconds: 30).path])
        #expect(await program.next("firstFrame") != nil)
        #expect(await stage.windowContains("640x360"))
        try await key(stage, "F11")
        #expect(await stage.windowContains("1600x900"))
        try await key(stage, "ctrl+alt+f")
        #expect(await stage.windowContains("640x360"))
        try await key(stage, "F11")
        #expect(await stage.windowContains("1600x900"))
        try await key(stage, "ctrl+alt+f")
        #expect(await stage.windowContains("640x360"))
        try await key(stage, "ctrl+alt+f")
        #expect(await stage.windowContains("1600x900"))
        try await key(stage, "F11")
        #expect(await stage.windowContains("640x360"))
        try await key(stage, "q")
        #expect(await program.exitCode() == 0)
    }

    @Test("s saves the frame at the video's size without controls in the pictures folder")
    func key_savesScreenshot() async throws {
        let stage = try await stage()
        let pictures = stage.home.appendingPathComponent("Pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        let program = try stage.play(["--json", try await Self.clip(seconds: 30, width: 960, height: 540).path])
        #expect(await program.next("firstFrame") != nil)
        try await key(stage, "space", "s")
        #expect(
            await eventually { (try? FileManager.default.contentsOfDirectory(atPath: pictures.path))?.count == 1 })
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: pictures.path).first)
        let picture = try await Picture.read(pictures.appendingPathComponent(name))
        #expect(picture.width == 960 && picture.height == 540)
        #expect(FrameMark.read(from: picture.pixels, width: 960, height: 540) != nil)
        try await key(stage, "q")
        #expect(await program.exitCode() == 0)
    }

    @Test("an item resumes where the viewer left off, but not with --no-resume nor after the history was switched off")
    func item_resumes() async throws {
        let stage = try await stage()
        let clip = try await Self.clip(seconds: 100, width: 128, height: 72)
        let first = try stage.play(["--json", clip.path])
        #expect(await first.next("firstFrame") != nil)
        try await key(stage, "Right", "Right")
        #expect(await first.next { $0["event"] == .text("seekDone") && ($0["position"]?.number ?? 0) > 19 } != nil)
        try await key(stage, "q")
        #expect(await first.exitCode() == 0)
        let second = try stage.play(["--json", clip.path])
        #expect((await second.next("firstFrame")?["position"]?.number ?? 0) > 15)
        #expect(try await stage.desktop.elements { $0.name.contains("Resumed at 0:2") }.isEmpty == false)
        try await key(stage, "q")
        #expect(await second.exitCode() == 0)
        let third = try stage.play(["--json", "--no-resume", clip.path])
        #expect((await third.next("firstFrame")?["position"]?.number ?? 99) < 5)
        try await key(stage, "q")
        #expect(await third.exitCode() == 0)
        let settings = stage.home.appendingPathComponent("config/openavkit/settings.json")
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(#"{"history": {"isOn": false}}"#.utf8).write(to: settings)
        let fourth = try stage.play(["--json", clip.path])
        #expect((await fourth.next("firstFrame")?["position"]?.number ?? 99) < 5)
        try await key(stage, "q")
        #expect(await fourth.exitCode() == 0)
    }

    @Test("R39: a caption file beside the video is in the subtitles menu, and its captions are displayed")
    func neighbor_isOffered() async throws {
        let stage = try await stage()
        let film = stage.home.appendingPathComponent("film.mp4")
        try FileManager.default.copyItem(at: try await Self.clip(seconds: 30), to: film)
        try Data("1\n00:00:00,000 --> 00:00:29,000\nWorte\n".utf8).write(
            to: stage.home.appendingPathComponent("film.de.srt"))
        let program = try stage.play(["--json", film.path])
        #expect(await program.next("firstFrame") != nil)
        // The button appears when the file has been read.
        let place = try #require(await stage.place())
        try await stage.desktop.move(to: CGPoint(x: place.x + 300, y: place.y + 150))
        #expect(try await stage.desktop.element(named: "Subtitles and audio") != nil)
        try await key(stage, "c")
        #expect(await program.next { $0["event"] == .text("caption") && $0["text"] == .text("Worte") } != nil)
        try await key(stage, "q")
        #expect(await program.exitCode() == 0)
    }

    @Test("the playlist marks the present item, plays the chosen one and removes another")
    func playlist_choosesAndRemoves() async throws {
        let stage = try await stage()
        var files: [String] = []
        for number in 1...3 {
            let file = stage.home.appendingPathComponent("film \(number).mp4")
            try FileManager.default.copyItem(at: try await Self.clip(seconds: 30), to: file)
            files.append(file.path)
        }
        let program = try stage.play(["--json"] + files)
        #expect(await program.next("firstFrame") != nil)
        try await key(stage, "ctrl+p")
        let row = try #require(try await stage.desktop.element(named: "film 3.mp4", role: "push button"))
        try await stage.desktop.activate(row)
        #expect(await program.next { $0["event"] == .text("ready") && $0["item"] == .number(2) } != nil)
        #expect(await stage.windowContains("[3/3] film 3"))
        try await key(stage, "ctrl+p", "Down", "Delete")
        #expect(await stage.windowContains("[2/2] film 3"))
        try await key(stage, "Escape", "q")
        #expect(await program.exitCode() == 0)
    }

    @Test("Ctrl+O opens the files that the desktop's dialog returns")
    func dialog_opensFiles() async throws {
        let stage = try await stage()
        let clip = try await Self.clip(seconds: 30)
        let other = try await Self.clip(seconds: 30, width: 800, height: 450)
        let bus = try await BusConnection.connect(
            to: try #require(stage.desktop.environment["DBUS_SESSION_BUS_ADDRESS"]))
        let portal = try await OpenPortal(bus, files: [other])
        let program = try stage.play(["--json", clip.path])
        #expect(await program.next("firstFrame") != nil)
        try await key(stage, "ctrl+o")
        #expect(await program.next { $0["event"] == .text("ready") && $0["width"] == .number(800) } != nil)
        #expect(await stage.windowContains("800x450"))
        try await key(stage, "q")
        #expect(await program.exitCode() == 0)
        withExtendedLifetime(portal) {}
    }

    @Test("Ctrl+comma opens the settings, a row changes the file, and Z and Ctrl with plus name the delays")
    func settings_areChanged() async throws {
        let stage = try await stage()
        let program = try stage.play(["--json", try await Self.clip(seconds: 30, width: 960, height: 720).path])
        #expect(await program.next("firstFrame") != nil)
        try await key(stage, "shift+z")
        #expect(try await stage.desktop.element(named: "Subtitle delay +100 ms") != nil)
        try await key(stage, "ctrl+equal")
        #expect(try await stage.desktop.element(named: "Audio delay +100 ms") != nil)
        try await key(stage, "ctrl+comma")
        let row = try #require(try await stage.desktop.element(named: "Resume where you left off"))
        try await stage.desktop.activate(row)
        let file = stage.home.appendingPathComponent("config/openavkit/settings.json")
        #expect(
            await eventually {
                (try? String(contentsOf: file, encoding: .utf8))?.contains("\"isOn\" : false") == true
            })
        try await key(stage, "Escape", "q")
        #expect(await program.exitCode() == 0)
    }

    @Test("a chosen caption file is selected at once, and Shift+L loops from A to B until it is pressed again")
    func captionFileAndLoop() async throws {
        let stage = try await stage()
        let captions = stage.home.appendingPathComponent("other.srt")
        try Data("1\n00:00:00,000 --> 00:00:29,000\nChosen\n".utf8).write(to: captions)
        let bus = try await BusConnection.connect(
            to: try #require(stage.desktop.environment["DBUS_SESSION_BUS_ADDRESS"]))
        let portal = try await OpenPortal(bus, files: [captions])
        let program = try stage.play(["--json", try await Self.clip(seconds: 30).path])
        #expect(await program.next("firstFrame") != nil)
        try await key(stage, "ctrl+o")
        #expect(await program.next { $0["event"] == .text("caption") && $0["text"] == .text("Chosen") } != nil)
        try await key(stage, "shift+l")
        #expect(try await stage.desktop.elements { $0.name.hasPrefix("Loop from") }.isEmpty == false)
        try await stage.desktop.input("sleep", "0.6", "key", "shift+l")
        // The jump to A, and then one from B to A without a key.
        for _ in 0..<2 { #expect(await program.next("seekDone") != nil) }
        try await key(stage, "shift+l", "q")
        #expect(await program.exitCode() == 0)
        withExtendedLifetime(portal) {}
    }

    @Test("the context menu has the program's commands, and the list of shortcuts names their keys")
    func commands_areListed() async throws {
        let stage = try await stage()
        let program = try stage.play(["--json", try await Self.clip(seconds: 30, width: 960, height: 720).path])
        #expect(await program.next("firstFrame") != nil)
        let place = try #require(await stage.place())
        try await stage.desktop.input("mousemove", "\(Int(place.x) + 300)", "\(Int(place.y) + 200)", "click", "3")
        let row = try #require(try await stage.desktop.element(named: "Playlist", role: "push button"))
        try await stage.desktop.activate(row)
        #expect(try await stage.desktop.elements { $0.name.hasSuffix(".mp4") && $0.role == "push button" }.count == 1)
        try await key(stage, "Escape", "q")
        #expect(await program.exitCode() == 0)
    }
}
