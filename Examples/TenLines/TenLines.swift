import AVKit

@main
final class TenLines: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        let root = UIViewController()
        window?.rootViewController = root
        window?.makeKeyAndVisible()
        let player = AVPlayer(url: URL(fileURLWithPath: CommandLine.arguments.last ?? ""))
        let controller = AVPlayerViewController()
        controller.player = player
        root.present(controller, animated: true) { player.play() }
        return true
    }
}
