import AVKit
import Foundation

/// A client that never returns to the main loop: its video continues, follows a new player, and disappears with its window.
final class BlockedScenario: Scenario {
    private static let watchedSeconds = 3.0
    /// The share of the frames that must be seen; the screen is sampled on a machine that also does other work.
    private static let leastShare = 0.6

    override func run() async {
        let clips = Self.arguments.map { URL(fileURLWithPath: $0) }
        let area = Area(windowOf: 480, 270)
        let player = makePlayer(0, clips)
        var window: UIWindow? = UIWindow(frame: CGRect(x: 0, y: 0, width: area.width, height: area.height))
        let view = PlayerView(frame: CGRect(x: 0, y: 0, width: area.width, height: area.height))
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.playerLayer.player = player
        var root: UIViewController? = UIViewController()
        root?.view.frame = view.frame
        root?.view.addSubview(view)
        window?.rootViewController = root
        window?.makeKeyAndVisible()
        guard await see(0, in: area, player: player, "before the client blocks") else { return }
        // From here on this thread does not return to the main loop.
        let before = watch.counts.changes
        usleep(UInt32(Self.watchedSeconds * 1_000_000))
        let seen = Double(watch.counts.changes - before) / (Self.watchedSeconds * Barcode.framesPerSecond)
        printLine("report: \(Int(seen * 100)) % of the frames while the main thread was blocked")
        if seen < Self.leastShare, !Windows.isSanitized {
            watch.add("frames are missing while the main thread is blocked")
        }
        for round in 1...20 {
            let clip = round % clips.count
            // In turn another player, and another item of the first player.
            let next = round.isMultiple(of: 2) ? makePlayer(clip, clips) : player
            watch.expect(ScreenWatch.Expectation(area: area, clip: clip, rows: ScreenWatch.openRows, player: next))
            if next === player { player.replaceCurrentItem(with: AVPlayerItem(url: clips[clip])) }
            view.playerLayer.player = next
            if !blockUntil(10, { watch.isSeen }) {
                watch.add("player \(round) is not on the screen of a blocked client")
            }
        }
        watch.expect(ScreenWatch.Expectation(area: area, clip: -1, rows: ScreenWatch.openRows))
        view.playerLayer.player = nil
        root = nil
        window = nil
        if !blockUntil(5, { watch.isBlank }) { watch.add("the window of a blocked client is still on the screen") }
        for _ in 0..<50 {
            let other = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
            let controller = AVPlayerViewController()
            controller.player = player
            other.rootViewController = controller
            other.makeKeyAndVisible()
            usleep(UInt32.random(in: 0...20_000))
        }
        if !blockUntil(5, { ProcessFigures.count(ofThreads: "render") == 0 }) {
            watch.add("\(ProcessFigures.count(ofThreads: "render")) render threads of closed windows")
        }
        withExtendedLifetime((view, root, window)) {}
    }

    /// Waits on this thread.
    private func blockUntil(_ seconds: Double, _ condition: () -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds * Windows.timeoutFactor)
        while !condition() {
            guard Date() < end else { return false }
            usleep(1000)
        }
        return true
    }
}
