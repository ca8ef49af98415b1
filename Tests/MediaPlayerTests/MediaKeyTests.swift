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

    @Test("R201: a media key that no view handles is a command; one that a view handles, and the space bar, are none")
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
}
