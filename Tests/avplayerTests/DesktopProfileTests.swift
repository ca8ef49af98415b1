import CoreGraphics
import DBus
import Foundation
import MediaTesting
import Testing

/// The functions of a client's player on a desktop, each used from outside the process: by keys, by assistive technology, over the session bus
/// and on the audio server.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(
        if: ClientProgram.url != nil && StreamMaker.isAvailable && DesktopSession.isAvailable && SoundServer.isAvailable
    ),
    .onDesktop)
struct DesktopProfileTests {
    /// A clip with two languages, in a size in which every control has a place.
    private static var recipe: ClipRecipe {
        var recipe = ClipRecipe.rich(seconds: 60)
        recipe.video?.isMarked = false
        recipe.video?.width = 1280
        recipe.video?.height = 720
        return recipe
    }

    /// A client that plays, and what surrounds it.
    private struct Stage {
        let desktop: DesktopSession
        let sound: SoundServer
        let client: ClientProgram
        let bus: BusConnection

        /// Shows the controls by movements of the pointer until one of them is there, and returns it.
        func control(_ name: String, role: String? = "push button") async throws -> DesktopSession.Element {
            let end = ContinuousClock.now + .seconds(20)
            var x = 700
            while ContinuousClock.now < end {
                // Only another position is a movement.
                x = x == 700 ? 720 : 700
                try await desktop.input("mousemove", "\(x)", "300")
                try await desktop.input("mousemove", "\(x + 5)", "300")
                let found = await desktop.elements().first { $0.name == name && (role == nil || $0.role == role) }
                if let found { return found }
            }
            return try #require(nil as DesktopSession.Element?, "\(name)")
        }

        /// Presses a control by its accessibility action.
        func press(_ name: String) async throws { try await desktop.activate(try await control(name)) }

        /// The name of the client's player on the session bus; nil without one.
        func player() async throws -> String? {
            let names = try await bus.call(
                "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "ListNames")
            return (names.first?.elements ?? []).compactMap(\.stringValue)
                .first { $0.hasPrefix("org.mpris.MediaPlayer2.") }
        }

        func status() async throws -> String? {
            guard let player = try await player() else { return nil }
            return try await bus.call(
                player, path: "/org/mpris/MediaPlayer2", interface: "org.freedesktop.DBus.Properties", method: "Get",
                arguments: [.string("org.mpris.MediaPlayer2.Player"), .string("PlaybackStatus")]
            ).first?.unwrapped.stringValue
        }

        func isPublished(_ status: String) async throws -> Bool {
            try await holds { try await self.status() == status }
        }

        func command(_ method: String) async throws {
            _ = try await bus.call(
                try #require(try await player()), path: "/org/mpris/MediaPlayer2",
                interface: "org.mpris.MediaPlayer2.Player", method: method)
        }

        /// The name of the sink on which the client plays.
        func sink() async throws -> String? {
            let stream = try await sound.control("list", "short", "sink-inputs").split(separator: "\n").first
            let number = stream?.split(separator: "\t").dropFirst().first
            return try await sound.control("list", "short", "sinks").split(separator: "\n")
                .map { $0.split(separator: "\t") }.first { $0.first == number }?.dropFirst().first.map(String.init)
        }

        /// Waits until a condition on other processes holds.
        func holds(_ condition: () async throws -> Bool) async throws -> Bool {
            let end = ContinuousClock.now + .seconds(15)
            while try await !condition() {
                guard ContinuousClock.now < end else { return false }
            }
            return true
        }
    }

    private func stage(_ scene: String) async throws -> Stage {
        let desktop = try #require(DesktopSession.current)
        let sound = try SoundServer()
        try #require(try await sound.isReady())
        _ = try await sound.addSink("television", properties: "device.description=Television")
        let clip = try await StreamMaker.shared.clip(Self.recipe)
        let environment = desktop.environment
        let client = try ClientProgram(
            scene, clip.path, environment: environment.merging(["PULSE_SERVER": sound.address]) { $1 })
        try #require(await client.isReady())
        let bus = try await BusConnection.connect(to: environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
        return Stage(desktop: desktop, sound: sound, client: client, bus: bus)
    }

    /// Uses the functions that the desktop profile names.
    private func useDesktop(_ stage: Stage) async throws {
        // Now Playing, without code of the client.
        #expect(try await stage.isPublished("Playing"))
        try await stage.command("Pause")
        _ = try await stage.control("Play")
        // The keyboard, without a click.
        try await stage.desktop.input("key", "space")
        _ = try await stage.control("Pause")
        #expect(try await stage.isPublished("Playing"))
        // The choice of the audio's language.
        try await stage.press("Subtitles and audio")
        let german = try #require(try await stage.desktop.elements { $0.name.hasPrefix("German") }.last)
        try await stage.desktop.activate(german)
        try await stage.press("Subtitles and audio")
        let chosen = try #require(try await stage.desktop.elements { $0.name.hasPrefix("German") }.last)
        #expect(await stage.desktop.value(of: chosen) == "selected")
        try await stage.desktop.input("key", "Escape")
        // The choice of its output.
        #expect(try await stage.holds { try await stage.sink() == "quiet" })
        try await stage.press("Audio output")
        try await stage.desktop.activate(try #require(try await stage.desktop.element(named: "Television")))
        #expect(try await stage.holds { try await stage.sink() == "television" })
        // Picture in Picture.
        try await stage.press("Picture in Picture")
        let panel = try await stage.desktop.elements {
            ["frame", "window"].contains($0.role) && $0.name == "Picture in Picture"
        }
        #expect(!panel.isEmpty)
    }

    @Test(
        """
        R9 R10: a player view controller, without further code of the client, and a player view have Picture in Picture, the keyboard, Now \
        Playing, and the choice of the audio and its output
        """, arguments: ["controller", "view"])
    func desktopProfile(scene: String) async throws {
        try await useDesktop(try await stage(scene))
    }

    @Test(
        """
        R33: the full-screen interface has every function of Apple's that a desktop has: transport, time, volume with mute, zoom, subtitles and \
        audio, speed, output, Picture in Picture, commands of other programs, and the way back
        """)
    func fullScreen() async throws {
        let stage = try await stage("controller")
        let desktop = stage.desktop
        let all = CGRect(x: 0, y: 0, width: desktop.display.width, height: desktop.display.height)
        try await desktop.input("key", "f")
        #expect(try await !desktop.elements { ["frame", "window"].contains($0.role) && $0.frame == all }.isEmpty)
        _ = try await stage.control("Leave full screen")
        let controls = await desktop.elements().filter { ["push button", "slider"].contains($0.role) }
        let names = Set(controls.map(\.name))
        let wanted: Set = [
            "Pause", "Back 10 seconds", "Forward 10 seconds", "Mute", "Volume", "Time", "Chapters",
            "Subtitles and audio",
            "Speed", "Fill the screen", "Picture in Picture", "Leave full screen", "Audio output",
        ]
        #expect(names.isSuperset(of: wanted), "missing: \(wanted.subtracting(names)) of \(names)")
        #expect(controls.allSatisfy { all.contains($0.frame) && !$0.frame.isEmpty })
        // Mute and zoom act, by pointer and by key.
        try await desktop.click(at: try await stage.control("Mute").center)
        _ = try await stage.control("Unmute")
        try await desktop.click(at: try await stage.control("Fill the screen").center)
        _ = try await stage.control("Show the whole picture")
        try await useDesktop(stage)
    }

    @Test(
        "R33: a client's page follows the desktop's dark mode while its player plays, and the player's panels stay dark"
    )
    func darkMode() async throws {
        let desktop = try #require(DesktopSession.current)
        let bus = try await BusConnection.connect(to: desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
        let portal = try await SettingsPortal(bus, .light)
        let clip = try await StreamMaker.shared.clip(Self.recipe)
        let client = try ClientProgram("page", clip.path, environment: desktop.environment)
        try #require(await client.isReady())
        let windows = try await desktop.elements { ["frame", "window"].contains($0.role) }
        let window = try #require(windows.first).frame
        // Beside the player, which fills three quarters of the page's width.
        let place = (x: Int(window.maxX) - 40, y: Int(window.midY))
        #expect(try await desktop.becomes { $0(place.x, place.y) > 235 })
        try portal.set(.dark)
        #expect(try await desktop.becomes { $0(place.x, place.y) < 40 })
        try portal.set(.light)
        #expect(try await desktop.becomes { $0(place.x, place.y) > 235 })
        try await desktop.input("key", "shift+i")
        let close = try #require(try await desktop.element(named: "Close", role: "push button"))
        let beside = (x: Int(close.frame.minX) - 6, y: Int(close.frame.midY))
        #expect(try await desktop.becomes { $0(beside.x, beside.y) < 120 })
    }
}
