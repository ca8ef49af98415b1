import CoreGraphics
import Foundation
import MediaTesting
import Testing

/// The player's interface in a real window: pointer and keys of the X server, elements on the accessibility bus, pixels of the display.
@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: Program.url != nil && StreamMaker.isAvailable && DesktopSession.isAvailable), .onDesktop)
struct InterfaceTests {
    private static let languages = ["eng", "deu"]

    /// A dark blue video of half a minute, with captions all the time and chapters.
    private static var recipe: ClipRecipe {
        var recipe = ClipRecipe.rich(seconds: 30)
        recipe.video?.picture = .solid(red: 0, green: 0, blue: 120)
        recipe.video?.isMarked = false
        recipe.video?.width = 1280
        recipe.video?.height = 720
        recipe.subtitles = languages.map {
            SubtitleRecipe(cues: [.init(from: 0, to: 29, text: $0 == "eng" ? "Words" : "Worte")], language: $0)
        }
        return recipe
    }

    private func start() async throws -> (DesktopSession, LiveProgram) {
        let desktop = try #require(DesktopSession.current)
        let clip = try await StreamMaker.shared.clip(Self.recipe)
        try await desktop.input("mousemove", "5", "5")
        let program = try LiveProgram(["--control", clip.path], environment: desktop.environment)
        #expect(await program.next("firstFrame") != nil)
        return (desktop, program)
    }

    /// The player's window on the display.
    private func window(_ desktop: DesktopSession) async throws -> CGRect {
        let frame = try await desktop.elements { $0.role == "frame" || $0.role == "window" }.first?.frame
        return try #require(frame)
    }

    private func finish(_ program: LiveProgram) async throws {
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }

    @Test("every control has a name on the accessibility bus, and is pressed by a click at its place and by its action")
    func controls_areNamedAndPressed() async throws {
        let (desktop, program) = try await start()
        let area = try await window(desktop)
        try await desktop.move(to: CGPoint(x: area.midX, y: area.midY))
        let pause = try #require(try await desktop.element(named: "Pause"))
        let controls = await desktop.elements().filter { ["push button", "slider"].contains($0.role) }
        #expect(controls.count >= 8 && controls.allSatisfy { !$0.name.isEmpty && area.contains($0.frame) })
        try await desktop.click(at: pause.center)
        #expect(await program.next("paused") != nil)
        let play = try #require(try await desktop.element(named: "Play"))
        try await desktop.activate(play)
        #expect(await program.next("playing") != nil)
        try await desktop.input("key", "space")
        #expect(await program.next("paused") != nil)
        try await finish(program)
    }

    @Test("R39: subtitles chosen in the menu by clicks are displayed, above the controls while these are visible")
    func menu_selectsCaptions() async throws {
        let (desktop, program) = try await start()
        let area = try await window(desktop)
        let middle = CGPoint(x: area.midX, y: area.midY)
        try await desktop.move(to: middle)
        let button = try #require(try await desktop.element(named: "Subtitles and audio"))
        try await desktop.click(at: button.center)
        // The rows from the top: auto, off and the subtitles; auto and the audio.
        let rows = try await desktop.elements { $0.role == "push button" && $0.frame.width > 200 }
            .sorted { $0.frame.minY < $1.frame.minY }
        #expect(rows.map(\.name).first == "Auto" && rows.count == 7, "\(rows.map(\.name))")
        try await desktop.click(at: try #require(rows.dropFirst(3).first).center)
        let caption = await program.next { $0["event"] == .text("caption") && $0["text"] == .text("Worte") }
        #expect(caption != nil)

        let slider = try #require(try await desktop.element(named: "Time", role: "slider"))
        /// The lowest row in the middle of the window with the white of letters, above a limit.
        func captionBottom(_ brightness: (Int, Int) -> Int, above limit: CGFloat) -> Int? {
            (Int(area.midY)..<Int(limit)).last { y in
                (Int(area.midX) - 40..<Int(area.midX) + 40).contains { brightness($0, y) > 220 }
            }
        }
        try await desktop.move(to: CGPoint(x: middle.x + 5, y: middle.y))
        #expect(
            try await desktop.becomes {
                captionBottom($0, above: slider.frame.minY).map { $0 > Int(area.midY) + 100 } == true
            })
        // The controls hide three seconds after the last movement; the captions then take their place.
        #expect(
            try await desktop.becomes { brightness in
                captionBottom(brightness, above: area.maxY).map { CGFloat($0) > slider.frame.minY + 10 } == true
                    && captionBottom(brightness, above: slider.frame.minY - 20) == nil
            })
        try await desktop.move(to: middle)
        #expect(try await desktop.becomes { captionBottom($0, above: slider.frame.minY) != nil })
        try await finish(program)
    }

    @Test("the pointer on the time line shows a thumbnail above it, and a click there seeks")
    func timeline_showsThumbnailAndSeeks() async throws {
        let (desktop, program) = try await start()
        let area = try await window(desktop)
        try await desktop.move(to: CGPoint(x: area.midX, y: area.midY))
        let slider = try #require(try await desktop.element(named: "Time", role: "slider"))
        let place = CGPoint(x: slider.frame.minX + slider.frame.width * 0.7, y: slider.frame.midY)
        try await desktop.move(to: place)
        // A white frame of 216 points surrounds the thumbnail: two long lines, one above the other.
        func lines(_ brightness: (Int, Int) -> Int) -> [Int] {
            (Int(slider.frame.midY) - 220..<Int(slider.frame.midY) - 20).filter { y in
                (Int(place.x) - 90..<Int(place.x) + 90).allSatisfy { brightness($0, y) > 200 }
            }
        }
        #expect(
            try await desktop.becomes {
                guard let first = lines($0).first, let last = lines($0).last else { return false }
                return (100...130).contains(last - first)
            })
        try await desktop.click(at: place)
        let landed = await program.next { event in
            event["event"] == .text("seekDone") && event["position"]?.number.map { abs($0 - 21) < 1.5 } == true
        }
        #expect(landed != nil)
        try await desktop.move(to: CGPoint(x: area.midX, y: area.midY))
        #expect(try await desktop.becomes { lines($0).isEmpty })
        try await finish(program)
    }

    @Test("F, a double click and the button enter full screen; Escape and the button leave it")
    func fullScreen_byKeysAndClicks() async throws {
        let (desktop, program) = try await start()
        let area = try await window(desktop)
        let all = CGRect(x: 0, y: 0, width: desktop.display.width, height: desktop.display.height)
        #expect(area != all)
        func becomes(_ frame: CGRect) async throws -> Bool {
            try await !desktop.elements { ["frame", "window"].contains($0.role) && $0.frame == frame }.isEmpty
        }
        try await desktop.move(to: CGPoint(x: area.midX, y: area.midY))
        try await desktop.input("key", "f")
        #expect(try await becomes(all))
        try await desktop.move(to: CGPoint(x: area.midX + 9, y: area.midY))
        let leave = try #require(try await desktop.element(named: "Leave full screen"))
        try await desktop.click(at: leave.center)
        #expect(try await becomes(area))
        try await desktop.click(at: CGPoint(x: area.midX, y: area.minY + 200), times: 2)
        #expect(try await becomes(all))
        try await desktop.input("key", "Escape")
        #expect(try await becomes(area))
        try await finish(program)
    }
}
