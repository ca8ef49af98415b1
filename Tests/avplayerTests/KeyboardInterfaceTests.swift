import CoreGraphics
import Foundation
import MediaTesting
import Testing

/// The player operated by keys and by the secondary button in a real window, as assistive technology sees it.
@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: Program.url != nil && StreamMaker.isAvailable && DesktopSession.isAvailable), .onDesktop)
struct KeyboardInterfaceTests {
    @Test(
        "R41: Tab gives the focus to a control on the accessibility bus, Return presses it, and the ring is in the pixels"
    )
    func tabAndReturn_operateControls() async throws {
        let desktop = try #require(DesktopSession.current)
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 30))
        try await desktop.input("mousemove", "5", "5")
        let program = try LiveProgram(["--control", clip.path], environment: desktop.environment)
        #expect(await program.next("firstFrame") != nil)
        try await desktop.input("key", "Tab")
        let pause = try #require(try await desktop.element(named: "Pause"))
        #expect(try await desktop.isFocused(pause))
        let ring = CGPoint(x: pause.frame.midX, y: pause.frame.minY - 2)
        #expect(try await desktop.becomes { brightness in brightness(Int(ring.x), Int(ring.y)) > 200 })
        try await desktop.input("key", "Return")
        #expect(await program.next("paused") != nil)
        try await desktop.input("key", "Tab")
        let back = try #require(try await desktop.element(named: "Back 10 seconds"))
        #expect(try await desktop.isFocused(back))
        try await desktop.input("key", "shift+Tab", "Return")
        #expect(await program.next("playing") != nil)

        // The secondary button opens the menu of functions and does not pause.
        let frames = try await desktop.elements { ["frame", "window"].contains($0.role) }
        let area = try #require(frames.first?.frame)
        try await desktop.input("mousemove", "\(Int(area.midX))", "\(Int(area.midY))", "click", "3")
        let row = try #require(try await desktop.element(named: "Statistics", role: "push button"))
        // The menu is longer than the window, so that the row may be outside its visible part.
        try await desktop.activate(row)
        #expect(try await !desktop.elements { $0.name.hasPrefix("Dropped frames: ") }.isEmpty)
        try await desktop.input("key", "space")
        #expect(await program.next("paused") != nil)
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }
}
