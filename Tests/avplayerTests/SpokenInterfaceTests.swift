import CoreGraphics
import Foundation
import MediaTesting
import Testing

/// The player as a user of a screen reader meets it: announcements on the accessibility bus, values, panels and the error view.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(if: Program.url != nil && StreamMaker.isAvailable && DesktopSession.isAvailable), .onDesktop)
struct SpokenInterfaceTests {
    /// A clip that is large enough for a window in which every control has a place.
    private static var recipe: ClipRecipe {
        var recipe = ClipRecipe.rich(seconds: 30)
        recipe.video?.isMarked = false
        recipe.video?.width = 1280
        recipe.video?.height = 720
        return recipe
    }

    private func start(_ path: String) async throws -> (DesktopSession, LiveProgram) {
        let desktop = try #require(DesktopSession.current)
        try await desktop.input("mousemove", "5", "5")
        return (desktop, try LiveProgram(["--control", path], environment: desktop.environment))
    }

    private func finish(_ program: LiveProgram) async throws {
        #expect(try await program.command("quit").error == nil)
        _ = await program.exitCode()
    }

    @Test("pausing, playing, speed, subtitles and chapters are announced on the accessibility bus")
    func announcements() async throws {
        let clip = try await StreamMaker.shared.clip(Self.recipe)
        let desktop = try #require(DesktopSession.current)
        let speech = try await desktop.listen()
        let (_, program) = try await start(clip.path)
        #expect(await program.next("firstFrame") != nil)
        // The program has joined the bus.
        try await desktop.input("key", "Tab")
        _ = try #require(try await desktop.element(named: "Pause"))
        try await desktop.input("key", "k")
        #expect(await speech.hears("Paused"), "\(speech.all)")
        try await desktop.input("key", "k")
        #expect(await speech.hears("Playing"), "\(speech.all)")
        try await desktop.input("key", "bracketright")
        #expect(await speech.hears("Speed 1.25"), "\(speech.all)")
        try await desktop.input("key", "c")
        #expect(await speech.hears("Subtitles: "), "\(speech.all)")
        let captions = try #require(try await desktop.element(named: "Subtitles and audio"))
        #expect(await desktop.value(of: captions)?.isEmpty == false)
        try await desktop.input("key", "Next")
        #expect(await speech.hears("Chapter 2"), "\(speech.all)")
        try await finish(program)
    }

    @Test(
        "keys reach a screen reader before the player, as X numbers them, and a key that the reader takes does not act")
    func screenReaderKeys() async throws {
        let clip = try await StreamMaker.shared.clip(Self.recipe)
        let desktop = try #require(DesktopSession.current)
        // The registry of a desktop knows its listeners from the first program on.
        let keys = try await desktop.takeKeys("k")
        let (_, program) = try await start(clip.path)
        #expect(await program.next("firstFrame") != nil)
        try await desktop.input("key", "Tab")
        _ = try #require(try await desktop.element(named: "Pause"))
        try await desktop.input("key", "k")
        func key(_ symbol: Int, _ code: Int, _ text: String) -> DesktopSession.HeardKeys.Key {
            .init(isPress: true, symbol: symbol, code: code, modifiers: 0, text: text)
        }
        #expect(await keys.hears(key(0x6B, 45, "k")), "\(keys.all)")
        // The commands of a screen reader: the key of its own, and the keypad.
        try await desktop.input("key", "Insert", "KP_Begin")
        #expect(await keys.hears(key(0xFF63, 118, "Insert")), "\(keys.all)")
        #expect(await keys.hears(key(0xFF9D, 84, "KP_Begin")), "\(keys.all)")
        // K was taken, so that the space bar pauses.
        try await desktop.input("key", "space")
        #expect(await keys.hears(key(0x20, 65, "space")), "\(keys.all)")
        #expect(await program.next("paused") != nil)
        #expect(try await desktop.element(named: "Play") != nil)
        try await finish(program)
    }

    @Test(
        "an item that cannot be played has its reason and its buttons on the accessibility bus, and a button's action tries again"
    )
    func errorView() async throws {
        let (desktop, program) = try await start("/no/such/film.mp4")
        #expect(await program.next("failed") != nil)
        let button = try await desktop.element(named: "Try Again", role: "push button")
        let seen = await desktop.elements().map { "\($0.role) \($0.name)" }
        let tryAgain = try #require(button, "\(seen)")
        #expect(
            seen.contains { $0.hasPrefix("label") && $0.contains("film") && $0.contains("cannot be played") }, "\(seen)"
        )
        try await desktop.input("key", "Tab")
        #expect(try await desktop.isFocused(tryAgain))
        try await desktop.activate(tryAgain)
        #expect(await program.next("failed") != nil)
        try await finish(program)
    }

    @Test("R41: the list of chapters and the settings are operated by accessibility actions and by keys alone")
    func panels() async throws {
        let clip = try await StreamMaker.shared.clip(Self.recipe)
        let (desktop, program) = try await start(clip.path)
        #expect(await program.next("firstFrame") != nil)
        try await desktop.input("key", "Tab")
        let chapters = try #require(try await desktop.element(named: "Chapters", role: "push button"))
        try await desktop.activate(chapters)
        let row = try #require(try await desktop.element(named: "Middle", role: "push button"))
        #expect(await desktop.value(of: row)?.contains("second") == true)
        try await desktop.activate(row)
        let landed = await program.next { event in
            event["event"] == .text("seekDone") && (event["position"]?.number ?? 0) > 1
        }
        #expect(landed != nil)

        try await desktop.input("key", "ctrl+comma")
        let size = try #require(try await desktop.element(named: "Text size", role: "push button"))
        let before = await desktop.value(of: size)
        try await desktop.input("key", "Down")
        #expect(try await desktop.isFocused(size))
        try await desktop.input("key", "Right")
        // The row with the new value has the focus.
        var after: String?
        for _ in 0..<100 where after == nil || after == before {
            let present = try #require(try await desktop.element(named: "Text size", role: "push button"))
            after = await desktop.value(of: present)
        }
        #expect(after != before)
        let changed = try #require(try await desktop.element(named: "Text size", role: "push button"))
        #expect(try await desktop.isFocused(changed))
        let nameless = await desktop.elements().filter {
            ["push button", "slider"].contains($0.role) && $0.name.isEmpty
        }
        #expect(nameless.isEmpty, "\(nameless)")
        try await desktop.input("key", "Left", "Escape")
        try await finish(program)
    }
}
