import AVKit

/// A client whose main thread is busy for a second at a time, four times: its video goes on.
///
///     BusyClient FILE
@main
final class BusyClient: UIResponder, UIApplicationDelegate {
    /// Seconds after the launch at which the main thread is kept busy, and for how long.
    private static let busyTimes = [3.0, 7, 11, 15]
    private static let busySeconds = 1.0

    var window: UIWindow?

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        let controller = AVPlayerViewController()
        let player = AVPlayer(url: URL(fileURLWithPath: CommandLine.arguments.last ?? ""))
        controller.player = player
        window?.rootViewController = controller
        window?.makeKeyAndVisible()
        player.play()
        for time in Self.busyTimes {
            DispatchQueue.main.asyncAfter(deadline: .now() + time) { Self.work() }
        }
        return true
    }

    /// Computes until the time is over, as a client does that decodes a large image or parses a large answer on its main thread.
    private static func work() {
        let end = Date(timeIntervalSinceNow: busySeconds)
        var sum = 0.0
        while Date() < end {
            for number in 1...10_000 { sum += Double(number).squareRoot() }
        }
        precondition(sum > 0)
    }
}
