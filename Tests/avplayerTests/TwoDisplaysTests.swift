import Foundation
import MediaTesting
import Testing

/// The player on an X server with two outputs and several modes.
@Suite(
    .serialized,
    .enabled(if: Program.url != nil && StreamMaker.isAvailable && TwoDisplays.isAvailable), .timeLimit(.minutes(2)))
struct TwoDisplaysTests {
    @Test(
        "R6 R33 R89: a second display takes the video full screen while it is connected, and the first keeps the window"
    )
    func externalScreen() async throws {
        let displays = try await TwoDisplays()
        let clip = try await StreamMaker.shared.clip(
            .marked(frames: 480, width: 640, height: 360, framesPerSecond: 24))
        let program = try LiveProgram(
            ["--control", "--external-screen", clip.path], environment: ["DISPLAY": displays.name])
        #expect(await program.next("firstFrame") != nil)
        #expect(try await displays.waitForWindow("1280x720+1280+0"))
        try await displays.disconnectSecond()
        #expect(try await displays.waitForWindow("1280x720+1280+0", exists: false))
        try await displays.connectSecond()
        #expect(try await displays.waitForWindow("1280x720+1280+0"))
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }

    @Test("R33: a full-screen player has the new shape of its display when the display becomes upright, and back")
    func uprightDisplay() async throws {
        let displays = try await TwoDisplays()
        try await displays.disconnectSecond()
        // The dummy driver has modes of any shape, but no rotation.
        try await displays.xrandr(
            "--newmode", "upright", "74.25", "720", "830", "870", "1090", "1280", "1285", "1290", "1310")
        try await displays.xrandr("--addmode", "DUMMY0", "upright")
        let clip = try await StreamMaker.shared.clip(
            .marked(frames: 480, width: 640, height: 360, framesPerSecond: 24))
        let program = try LiveProgram(
            ["--control", "--full-screen", clip.path], environment: ["DISPLAY": displays.name])
        #expect(await program.next("firstFrame") != nil)
        #expect(try await displays.waitForWindow("1280x720+0+0"))
        try await displays.xrandr("--output", "DUMMY0", "--mode", "upright")
        #expect(try await displays.waitForWindow("720x1280+0+0"))
        try await displays.xrandr("--output", "DUMMY0", "--mode", "1280x720")
        #expect(try await displays.waitForWindow("1280x720+0+0"))
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }

    @Test(
        "a display under the full-screen player gets the video's refresh rate where the viewer allows it, until the program ends"
    )
    func refreshRate() async throws {
        let displays = try await TwoDisplays()
        let clip = try await StreamMaker.shared.clip(
            .marked(frames: 480, width: 640, height: 360, framesPerSecond: 24))
        #expect(try await displays.waitForRate(60))
        let allowed = ["DISPLAY": displays.name, "OPENAVKIT_MATCH_DISPLAY": "1"]
        let program = try LiveProgram(["--control", "--full-screen", clip.path], environment: allowed)
        #expect(await program.next("firstFrame") != nil)
        #expect(try await displays.waitForRate(24))
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
        #expect(try await displays.waitForRate(60))
        // An interrupt that ends the program restores the mode as well.
        let second = try LiveProgram(["--control", "--full-screen", clip.path], environment: allowed)
        #expect(try await displays.waitForRate(24))
        second.interrupt()
        _ = await second.exitCode()
        #expect(try await displays.waitForRate(60))
        let forbidden = try LiveProgram(
            ["--control", "--full-screen", clip.path], environment: ["DISPLAY": displays.name])
        #expect(await forbidden.next("firstFrame") != nil)
        await elapse(.milliseconds(500))
        #expect(try await displays.refreshRate().map { abs($0 - 60) < 0.1 } == true)
        #expect(try await forbidden.command("quit").error == nil)
    }
}
