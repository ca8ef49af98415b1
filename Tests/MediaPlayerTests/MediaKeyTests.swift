import AVFoundation
import BusTestSupport
import Foundation
import MediaTesting
import Testing

@testable import MediaPlayer
@testable import UIKit
@testable import WindowSystem

/// Media keys and headset buttons that arrive at a window of the program.
@Suite(.serialized)
@MainActor
struct MediaKeyTests {
    private final class Responder: UIViewController {
        var handles = false
        override var canBecomeFirstResponder: Bool { true }
        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            if !handles { super.pressesBegan(presses, with: event) }
        }
    }

    @Test(
        "R201 S18.7: a media key that no view handles is a command; one that a view handles, and the space bar, are none"
    )
    func mediaKey_unhandled_isACommand() async throws {
        UIApplication.isHeadless = true
        let program = NowPlayingProgram(NowPlayingService(busAddress: { nil }))
        let log = CommandLog(program.commandCenter)
        program.infoCenter.nowPlayingInfo = BusStage.movie
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let controller = Responder()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        defer { window.isHidden = true }
        program.prepareKeys()
        let memory = try #require(window.platform as? MemoryWindow)
        func press(_ key: MediaKey) {
            for phase in [KeyEvent.Phase.down, .up] {
                memory.inject(.key(KeyEvent(phase: phase, usage: nil, mediaKey: key)))
            }
        }
        press(.playPause)
        press(.nextTrack)
        press(.fastForward)
        controller.handles = true
        press(.stop)
        controller.handles = false
        memory.inject(.key(KeyEvent(phase: .down, usage: .space, characters: " ")))
        press(.previousTrack)
        let expected = ["togglePlayPause", "nextTrack", "seekForward begin", "seekForward end", "previousTrack"]
        #expect(await log.events.wait { $0.count >= expected.count })
        #expect(log.events.all == expected)
    }

    @Test("S18.9: a media key reaches the session that was the last to start playing, or has become the active one")
    func mediaKey_severalSessions_reachesTheActiveOne() async throws {
        UIApplication.isHeadless = true
        let program = NowPlayingProgram(NowPlayingService(busAddress: { nil }))
        let log = Reports<String>()
        program.commandCenter.stopCommand.addTarget { _ in
            log.add("app")
            return .success
        }
        let player = AVPlayer(playerItem: AVPlayerItem(url: URL(fileURLWithPath: "/nonexistent.mp4")))
        let session = MPNowPlayingSession(players: [player], program: program)
        session.remoteCommandCenter.stopCommand.addTarget { _ in
            log.add("session")
            return .success
        }
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        window.rootViewController = Responder()
        window.makeKeyAndVisible()
        defer { window.isHidden = true }
        program.prepareKeys()
        let memory = try #require(window.platform as? MemoryWindow)
        func press() async -> String? {
            let count = log.all.count
            memory.inject(.key(KeyEvent(phase: .down, usage: nil, mediaKey: .stop)))
            _ = await log.wait { $0.count > count }
            return log.all.last
        }
        program.infoCenter.nowPlayingInfo = BusStage.movie
        #expect(await press() == "app")
        session.nowPlayingInfoCenter.nowPlayingInfo = BusStage.movie
        #expect(await press() == "session")
        program.infoCenter.nowPlayingInfo = BusStage.movie
        #expect(await press() == "app")
        // An update of a paused session changes nothing.
        session.nowPlayingInfoCenter.nowPlayingInfo = BusStage.movie.merging(
            [MPNowPlayingInfoPropertyPlaybackRate: 0.0]
        ) { $1 }
        #expect(await press() == "app")
        #expect(await session.becomeActiveIfPossible())
        #expect(await press() == "session")
    }
}
