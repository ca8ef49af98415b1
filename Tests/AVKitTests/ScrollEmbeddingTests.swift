import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit

/// Players in a page that scrolls.
@MainActor
struct ScrollEmbeddingTests {
    /// Much shorter than the time after which the engine gives up an unanswered request.
    private static let longestStep = Duration.seconds(5)

    @Test("R11: creating, attaching, scrolling and detaching players never waits for media that does not arrive")
    func unansweredMedia_blocksNothing() async throws {
        let origin = try FaultyOrigin()
        var faults = FaultyOrigin.Faults()
        faults.staysSilent = true
        origin.serve([0], at: "/film.mp4", faults: faults)
        let root = UIViewController()
        let window = makeWindow(root)
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        scroll.contentSize = CGSize(width: 1280, height: 400 * 12)
        root.view.addSubview(scroll)
        var controllers: [AVPlayerViewController] = []
        var longest = Duration.zero
        func step(_ body: () -> Void) {
            longest = max(longest, ContinuousClock().measure(body))
        }
        func detach(_ controller: AVPlayerViewController) {
            controller.willMove(toParent: nil)
            controller.view.removeFromSuperview()
            controller.removeFromParent()
        }
        for row in 0..<12 {
            step {
                let controller = AVPlayerViewController()
                let player = AVPlayer(url: origin.url("/film.mp4"))
                player.isMuted = true
                controller.player = player
                root.addChild(controller)
                scroll.addSubview(controller.view)
                controller.view.frame = CGRect(x: 0, y: 400 * row, width: 640, height: 360)
                controller.didMove(toParent: root)
                player.play()
                controllers.append(controller)
                window.layoutIfNeeded()
            }
            // Requests are sent meanwhile.
            try await Task.sleep(for: .milliseconds(5))
            step {
                scroll.contentOffset.y = CGFloat(row) * 400
                if row >= 3 { detach(controllers[row - 3]) }
                window.layoutIfNeeded()
                window.renderNow()
            }
        }
        #expect(await eventually { !origin.requests.isEmpty })
        #expect(controllers.allSatisfy { $0.player?.currentItem?.status == .unknown })
        step {
            for controller in controllers {
                controller.player = nil
                if controller.parent != nil { detach(controller) }
            }
            controllers = []
        }
        #expect(longest < Self.longestStep)
        window.isHidden = true
    }
}
