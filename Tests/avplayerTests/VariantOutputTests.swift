import Foundation
import MediaTesting
import Testing

@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable))
struct VariantOutputTests {
    @Test("--json reports the first variant before playback, with the reason for its selection")
    func first() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let program = try LiveProgram([
            "--headless", "--control", "--json", origin.url("/main.m3u8").absoluteString,
        ])
        let first = await program.next { ["variant", "playing"].contains($0["event"]?.text) }
        #expect(first?["event"] == .text("variant"))
        #expect(first?["url"]?.text?.hasSuffix("/index.m3u8") == true)
        #expect(first?["bandwidth"]?.number ?? 0 > 0)
        #expect(first?["reason"]?.text?.isEmpty == false)
        #expect(await program.next("playing") != nil)
        #expect(try await program.command("quit").error == nil)
    }
}
