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
}
