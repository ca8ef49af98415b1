import Foundation
import MediaTesting
import Testing

@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable))
struct InterstitialOutputTests {
    @Test("--json has an event when an interstitial begins and when it ends")
    func events() async throws {
        var event = LadderRecipe.Interstitial(id: "ad", at: 1)
        event.resumeOffset = 0
        event.playoutLimit = 1
        let origin = try Origin(try await Ladder.make(.small.with { $0.interstitials = [event] }))
        defer { origin.stop() }
        let program = try LiveProgram([
            "--headless", "--control", "--json", origin.url("/main.m3u8").absoluteString,
        ])
        let began = await program.next("interstitial")
        #expect(began?["id"] == .text("ad"))
        #expect(began?["state"] == .text("began"))
        #expect(began?["position"]?.number == 1)
        let ended = await program.next("interstitial")
        #expect(ended?["id"] == .text("ad"))
        #expect(ended?["state"] == .text("ended"))
        #expect(try await program.command("quit").error == nil)
    }
}
