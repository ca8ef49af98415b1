import AVKit
import Foundation

/// The same with a window for each item, as in a program that opens and closes players.
final class WindowCycles: UIResponder, UIApplicationDelegate {
    static var plan: (count: Int, files: [URL]) = (0, [])

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Task { @MainActor in
            let (count, files) = Self.plan
            var tally = Tally(count: count)
            for cycle in 0..<count {
                if cycle == tally.warmUp { tally.settled = await calm() }
                if await !playOnce(files[cycle % files.count]) { tally.failures += 1 }
                tally.tell(cycle)
            }
            tally.finish(await calm())
        }
        return true
    }

    private func playOnce(_ url: URL) async -> Bool {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 360))
        let controller = AVPlayerViewController()
        let player = AVPlayer(url: url)
        controller.player = player
        window.rootViewController = controller
        window.makeKeyAndVisible()
        player.play()
        let hasPlayed = await wait(10) { controller.isReadyForDisplay && player.currentTime().seconds > 0.2 }
        player.pause()
        window.isHidden = true
        return hasPlayed
    }

    private func calm() async -> Use {
        _ = await wait(Use.settlingSeconds) { false }
        return Use.now()
    }

    private func wait(_ seconds: Double, until condition: () -> Bool) async -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while !condition() {
            guard Date() < end else { return false }
            try? await Task.sleep(nanoseconds: 5_000_000)
        }
        return true
    }
}
