import BusTestSupport
import CoreGraphics
import DBus
import Foundation
import MediaTesting
import Synchronization
import Testing

/// Picture in Picture of avplayer in real windows: its place, its pixels, drags, controls and the session bus.
@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: Program.url != nil && StreamMaker.isAvailable && DesktopSession.isAvailable), .onDesktop)
struct PictureInPictureWindowTests {
    private static var recipe: ClipRecipe {
        var recipe = ClipRecipe.flashAndBeep(seconds: 60, width: 640, height: 360)
        recipe.audio = []
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

    /// Starts Picture in Picture with the keys, when the button for it is there.
    /// - Returns: the frame of its window.
    private func enter(_ desktop: DesktopSession) async throws -> CGRect {
        let area = try #require(try await desktop.elements { ["frame", "window"].contains($0.role) }.first).frame
        try await desktop.move(to: CGPoint(x: area.midX, y: area.midY))
        let button = try await desktop.element(named: "Picture in Picture", role: "push button")
        #expect(button.map { area.contains($0.frame) } == true)
        try await desktop.input("key", "shift+p")
        return try #require(try await panel(desktop) { _ in true })
    }

    /// Waits for a window of Picture in Picture whose frame satisfies a condition.
    private func panel(_ desktop: DesktopSession, where isWanted: (CGRect) -> Bool) async throws -> CGRect? {
        try await desktop.elements {
            ["frame", "window"].contains($0.role) && $0.name == "Picture in Picture" && isWanted($0.frame)
        }.first?.frame
    }

    /// Waits until there is no window of Picture in Picture.
    private func isGone(_ desktop: DesktopSession) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            let elements = await desktop.elements()
            if !elements.isEmpty,
                !elements.contains(where: { $0.name == "Picture in Picture" && $0.role != "push button" })
            {
                return true
            }
        }
        return false
    }

    private func finish(_ program: LiveProgram) async throws {
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }

    @Test(
        "Shift and P: the window is in the lower right corner in the video's ratio, its picture moves, drags snap it to corners"
    )
    func window_movesAndPlays() async throws {
        let (desktop, program) = try await start()
        let frame = try await enter(desktop)
        #expect(frame.maxX == 1580 && frame.maxY == 880 && frame.width == 400 && frame.height == 225)
        let center = (x: Int(frame.midX), y: Int(frame.midY))
        // The video is white for 80 ms of each second.
        for isWhite in [true, false, true] {
            #expect(try await desktop.becomes { ($0(center.x, center.y) > 200) == isWhite })
        }
        try await desktop.move(to: CGPoint(x: frame.midX, y: frame.midY + 60))
        try await desktop.input("mousedown", "1")
        for step in 1...6 {
            try await desktop.move(
                to: CGPoint(x: frame.midX - CGFloat(step) * 180, y: frame.midY + 60 - CGFloat(step) * 90))
        }
        try await desktop.input("mouseup", "1")
        let corner = try await panel(desktop) { $0.minX == 20 && $0.minY == 20 }
        #expect(corner?.size == frame.size)
        // The lower right corner of the window resizes it; the upper left one stays.
        let grip = CGPoint(x: 20 + frame.width - 3, y: 20 + frame.height - 3)
        try await desktop.move(to: grip)
        try await desktop.input("mousedown", "1")
        for step in 1...4 {
            try await desktop.move(to: CGPoint(x: grip.x + CGFloat(step) * 40, y: grip.y + CGFloat(step) * 22))
        }
        try await desktop.input("mouseup", "1")
        let larger = try await panel(desktop) { $0.minX == 20 && $0.minY == 20 && abs($0.width - 560) <= 2 }
        #expect(larger.map { abs($0.width * 9 - $0.height * 16) <= 16 } == true)
        #expect(try await desktop.becomes { $0(300, 150) > 200 })
        try await finish(program)
    }

    @Test(
        "the controls of the window: pause and play by click, Escape returns to the player, close pauses and closes the window"
    )
    func controls_work() async throws {
        let (desktop, program) = try await start()
        var frame = try await enter(desktop)
        try await desktop.move(to: CGPoint(x: frame.midX + 3, y: frame.midY + 70))
        for name in ["Close", "Return to the app", "Back 10 seconds", "Forward 10 seconds"] {
            let found = try await desktop.elements { $0.name == name && frame.contains($0.frame) }
            #expect(found.count == 1, "\(name)")
        }
        try await desktop.click(at: CGPoint(x: frame.midX, y: frame.midY))
        #expect(await program.next("paused") != nil)
        try await desktop.click(at: CGPoint(x: frame.midX, y: frame.midY))
        #expect(await program.next("playing") != nil)
        try await desktop.click(at: CGPoint(x: frame.midX, y: frame.midY + 70))
        try await desktop.input("key", "Escape")
        #expect(try await isGone(desktop))
        #expect(try await program.command("pause").error == nil)
        #expect(try await program.command("play").error == nil)
        #expect(await program.next("playing") != nil)
        frame = try await enter(desktop)
        try await desktop.move(to: CGPoint(x: frame.midX, y: frame.midY + 70))
        let close = try #require(
            try await desktop.elements { $0.name == "Close" && frame.contains($0.frame) }.first)
        try await desktop.click(at: close.center)
        #expect(await program.next("paused") != nil)
        #expect(try await isGone(desktop))
        try await finish(program)
    }

    @Test("R113: another program that starts Picture in Picture ends and pauses this one")
    func otherProgram_takesOver() async throws {
        let (desktop, program) = try await start()
        _ = try await enter(desktop)
        let connection = try await BusConnection.connect(
            to: try #require(desktop.environment["DBUS_SESSION_BUS_ADDRESS"]))
        let owners = Mutex<[String?]>([])
        let watch = try connection.watch(name: "org.openavkit.PictureInPicture") { owner in
            owners.withLock { $0.append(owner) }
        }
        #expect(await eventually { owners.withLock { $0.last ?? nil } != nil })
        let registration = try connection.own("org.openavkit.PictureInPicture", replacesOwner: true) { _ in }
        #expect(await program.next("paused") != nil)
        #expect(try await isGone(desktop))
        #expect(owners.withLock { $0.last ?? nil } == connection.uniqueName)
        withExtendedLifetime((watch, registration)) {}
        try await finish(program)
    }
}
