import AVFAudio
import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit

@MainActor
@Suite(.serialized, .enabled(if: StreamMaker.isAvailable))
struct InterruptionResumptionTests {
    @Test(
        "S16.3: a player in a controller resumes after an interruption with shouldResume, and stays paused without it")
    func resumption() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 8), starts: true)
        defer { stage.end() }
        let session = AVAudioSession.sharedInstance()
        try session.setActive(true)
        defer { try? session.setActive(false) }
        #expect(await eventually { stage.player.timeControlStatus == .playing })
        session.handle(.interruptionBegan(.default))
        #expect(stage.player.rate == 0)
        session.handle(.interruptionEnded(shouldResume: true))
        #expect(await eventually { stage.player.rate == 1 })
        #expect(await eventually { session.isActive })
        session.handle(.interruptionBegan(.default))
        session.handle(.interruptionEnded(shouldResume: false))
        for _ in 0..<20 { await Task.yield() }
        #expect(stage.player.rate == 0)
    }
}
