import Foundation
import MediaTesting
import Testing

@Suite(
    .enabled(if: Program.url != nil && StreamMaker.isAvailable && VirtualDisplay.isAvailable), .timeLimit(.minutes(2)))
struct DisplayLossTests {
    @Test("playback continues without a window when the display is lost, and commands are still executed")
    func playbackContinues() async throws {
        let display = try await VirtualDisplay(width: 1280, height: 720)
        let clip = try await StreamMaker.shared.clip(
            .marked(frames: 500, width: 320, height: 180, framesPerSecond: 25))
        let program = try LiveProgram(["--control", clip.path], environment: ["DISPLAY": display.name])
        #expect(await program.next("firstFrame") != nil)
        display.end()
        var positions: [Double] = []
        for _ in 0..<3 {
            let (error, position) = try await program.command("pause")
            #expect(error == nil)
            positions.append(try #require(position))
            #expect(try await program.command("play").error == nil)
            await elapse(.milliseconds(200))
        }
        #expect(positions[0] < positions[1] && positions[1] < positions[2], "\(positions)")
        #expect(try await program.command("pause").error == nil)
        let target = try await program.command("seek", "\"to\":10.001,\"before\":0,\"after\":0")
        #expect(target.error == nil)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("lost-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await program.command("screenshot", "\"file\":\"\(file.path)\"").error == nil)
        let picture = try await Picture.read(file)
        #expect(FrameMark.read(from: picture.pixels, width: picture.width, height: picture.height) == 250)
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }

    @Test("a display that ends while the program connects to it ends the program with a message", arguments: [20, 600])
    func endsWhileConnecting(bytes: Int) async throws {
        let display = try await VirtualDisplay(width: 640, height: 480)
        let ending = try EndingDisplay(display, after: bytes)
        let clip = try await StreamMaker.shared.clip(
            .marked(frames: 50, width: 320, height: 180, framesPerSecond: 25))
        let outcome = try await ExternalCommand.run(
            try #require(Program.url), [clip.path, "--exit-after", "firstFrame"],
            environment: Program.environment.merging(["DISPLAY": ending.name]) { $1 }, timeout: 60)
        #expect(outcome.status == 1)
        #expect(outcome.standardError.contains("has ended while the program connected"), "\(outcome.standardError)")
    }

    @Test("a program without commands ends at the end of the item when its display is lost")
    func programEnds() async throws {
        let display = try await VirtualDisplay(width: 1280, height: 720)
        let clip = try await StreamMaker.shared.clip(
            .marked(frames: 50, width: 320, height: 180, framesPerSecond: 25))
        let program = try LiveProgram(["--json", clip.path], environment: ["DISPLAY": display.name])
        #expect(await program.next("firstFrame") != nil)
        display.end()
        #expect(await program.next("ended") != nil)
        #expect(await program.exitCode() == 0)
    }
}
