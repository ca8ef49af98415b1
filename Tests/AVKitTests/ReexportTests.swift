import AVKit
import Testing

/// Imports AVKit alone, as the programs of Apple's guides do.
@MainActor
struct ReexportTests {
    @Test(
        "R4: with AVKit alone imported, the types of AVFoundation, CoreMedia, QuartzCore, UIKit and Foundation are visible"
    )
    func types() {
        let player = AVPlayer(playerItem: nil)
        let controller = AVPlayerViewController()
        controller.player = player
        let parent = UIViewController()
        parent.addChild(controller)
        parent.view.addSubview(controller.view)
        controller.didMove(toParent: parent)
        let layer: CALayer = AVPlayerLayer(player: player)
        #expect(layer.bounds == CGRect.zero && player.currentTime() == CMTime.zero)
        #expect(URL(string: "https://localhost/film.mp4") != nil && controller.view.superview === parent.view)
    }

    @Test("R199 S0.2: #available with Apple's versions is true, and code under it runs")
    func availability() {
        var isNew = false
        if #available(iOS 10.0, tvOS 10.0, *) { isNew = true }
        #expect(isNew)
    }
}
