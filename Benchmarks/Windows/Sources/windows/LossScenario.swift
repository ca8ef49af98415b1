import AVKit
import Foundation

/// The display is lost while a window plays: playback continues without a window, and a new window works.
final class LossScenario: Scenario {
    override func run() async {
        let clips = Self.arguments.map { URL(fileURLWithPath: $0) }
        let area = Area(windowOf: 480, 270)
        let player = makePlayer(0, clips)
        var window: UIWindow? = UIWindow(frame: CGRect(x: 0, y: 0, width: area.width, height: area.height))
        let controller = AVPlayerViewController()
        controller.showsPlaybackControls = false
        controller.videoGravity = .resize
        controller.player = player
        window?.rootViewController = controller
        window?.makeKeyAndVisible()
        guard await see(0, in: area, player: player, "before the loss") else { return }
        printLine("playing")
        let screen = Screen()
        await wait(20, for: "the loss of the display") { screen?.read(area) { _ in true } == nil }
        watch.expect(nil)
        let time = player.currentTime().seconds
        await wait(10, for: "playback without a display") { player.currentTime().seconds > time + 0.5 }
        window = nil
        // Windows in memory: their pixels are not on a screen, but their layer displays the frames.
        for round in 0..<5 {
            let clip = (round + 1) % clips.count
            let view = PlayerView(frame: CGRect(x: 0, y: 0, width: area.width, height: area.height))
            let root = UIViewController()
            root.view.addSubview(view)
            let next = makePlayer(clip, clips)
            view.playerLayer.player = next
            let other = UIWindow(frame: view.frame)
            other.rootViewController = root
            other.makeKeyAndVisible()
            await wait(10, for: "a frame in window \(round) after the loss") {
                guard let buffer = view.playerLayer.displayedPixelBuffer() else { return false }
                return Self.code(of: buffer)?.clip == clip
            }
            other.isHidden = true
        }
        controller.player = nil
        player.replaceCurrentItem(with: nil)
        await wait(5, for: "the end of the render threads") { ProcessFigures.count(ofThreads: "render") == 0 }
    }

    private static func code(of buffer: CVPixelBuffer) -> Barcode? {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let row = CVPixelBufferGetBytesPerRow(buffer) * (CVPixelBufferGetHeight(buffer) / 2)
        return Barcode(row: UnsafeRawBufferPointer(start: base + row, count: CVPixelBufferGetWidth(buffer) * 4))
    }
}

/// A view whose layer is an `AVPlayerLayer`.
final class PlayerView: UIView {
    override class var layerClass: AnyClass { AVPlayerLayer.self }

    var playerLayer: AVPlayerLayer {
        guard let layer = layer as? AVPlayerLayer else { preconditionFailure("layerClass creates an AVPlayerLayer") }
        layer.videoGravity = .resize
        return layer
    }
}
