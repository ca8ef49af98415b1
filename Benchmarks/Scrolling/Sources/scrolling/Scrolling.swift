import AVKit
import Foundation

/// Scrolls a page of 30 inline players, and measures how long the main thread is occupied.
///
///     scrolling URL
///
/// Prints JSON: `ready`, the milliseconds until every player shows its first frame; `threads`, all threads of the process while every
/// player is paused; `stall` and `work`, the longest wall time and the longest CPU time in milliseconds that the main thread needed between
/// two answers while the page scrolled; `stalls`, the number of waits of more than 16 ms; `playing` and `playingWork`, the same while the player in the middle
/// of the window plays.
@main
struct Scrolling {
    static func main() {
        guard CommandLine.arguments.count == 2 else {
            print("usage: scrolling URL")
            exit(2)
        }
        exit(UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "scrolling.Page"))
    }
}

/// The page and the course of the measurement.
final class Page: UIResponder, UIApplicationDelegate {
    private static let count = 30
    private static let size = CGSize(width: 640, height: 800)
    private static let rowHeight: CGFloat = 376
    private static let timeout = 60.0
    /// Seconds after which libdispatch has ended idle workers (after five seconds).
    private static let settlingSeconds = 8.0
    private static let pointsPerSecond: CGFloat = 1500

    private let window = UIWindow(frame: CGRect(origin: .zero, size: size))
    private let root = UIViewController()
    private var controllers: [AVPlayerViewController] = []

    required override init() { super.init() }

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let address = CommandLine.arguments[1]
        guard let url = address.contains("://") ? URL(string: address) : URL(fileURLWithPath: address) else {
            fail("'\(address)' is not a URL")
        }
        Task { @MainActor in await measure(url) }
        return true
    }

    private func measure(_ url: URL) async {
        let scroll = build(url)
        let begun = Date()
        guard await wait(until: { self.controllers.allSatisfy(\.isReadyForDisplay) }) else {
            fail("not every player became ready")
        }
        let ready = Int(Date().timeIntervalSince(begun) * 1000)
        try? await Task.sleep(for: .seconds(Self.settlingSeconds))
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
        let paused = await pass(scroll)
        let middle = controllers[Self.count / 2].player
        middle?.isMuted = true
        middle?.play()
        guard await wait(until: { middle?.timeControlStatus == .playing }) else { fail("the player does not play") }
        let playing = await pass(scroll)
        print(
            "{\"ready\":\(ready),\"threads\":\(threads),\"stall\":\(paused.stall),\"stalls\":\(paused.stalls),"
                + "\"work\":\(paused.work),\"playing\":\(playing.stall),\"playingWork\":\(playing.work)}")
        exit(0)
    }

    private func build(_ url: URL) -> UIScrollView {
        window.rootViewController = root
        window.makeKeyAndVisible()
        root.view.backgroundColor = .darkGray
        let scroll = UIScrollView(frame: window.bounds)
        scroll.contentSize = CGSize(width: Self.size.width, height: CGFloat(Self.count) * Self.rowHeight)
        root.view.addSubview(scroll)
        for index in 0..<Self.count {
            let controller = AVPlayerViewController()
            let item = AVPlayerItem(url: url)
            // Every player pauses at a different second. The first three seconds are skipped, because many films begin black.
            item.seek(to: CMTime(value: CMTimeValue(3 + index % 25), timescale: 1), completionHandler: nil)
            controller.player = AVPlayer(playerItem: item)
            root.addChild(controller)
            let view: UIView = controller.view
            view.frame = CGRect(
                x: 20, y: CGFloat(index) * Self.rowHeight + 8, width: Self.size.width - 40, height: Self.rowHeight - 16)
            scroll.addSubview(view)
            controller.didMove(toParent: root)
            controllers.append(controller)
        }
        return scroll
    }

    /// Scrolls to the end and back.
    private func pass(_ scroll: UIScrollView) async -> StallWatch.Figures {
        let watch = StallWatch()
        watch.start()
        let length = scroll.contentSize.height - scroll.bounds.height
        for isDown in [true, false] {
            let begun = Date()
            var way: CGFloat = 0
            while way < length {
                way = min(length, CGFloat(Date().timeIntervalSince(begun)) * Self.pointsPerSecond)
                scroll.contentOffset.y = isDown ? way : length - way
                try? await Task.sleep(for: .milliseconds(8))
            }
        }
        return watch.stop()
    }

    private func wait(until condition: () -> Bool) async -> Bool {
        let end = Date(timeIntervalSinceNow: Self.timeout)
        while !condition() {
            guard Date() < end else { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }

    private func fail(_ message: String) -> Never {
        print("scrolling: \(message)")
        exit(1)
    }
}
