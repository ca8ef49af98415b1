import AVKit
import Foundation
import UIKit

/// A client of the player, for tests that look at its process from outside and for the pictures of `script/storyboard`.
///
///     client-probe SCENE desktop|tv URL
///
/// Plays the URL in a window on the display of DISPLAY, and prints "ready" when the first frame is displayed. The scenes: `controller` and
/// `view` only play, in a player view controller and in a player view; `page` plays on a page in the system's colors; `proposal` proposes the next episode soon after the start; `actions`
/// has buttons over the video; `tabs` has a tab in the information panel, an overlay and a menu of its own; `channels` has other channels
/// for a live stream, of which none becomes ready.
@main
@MainActor
final class ClientProbe: UIResponder, UIApplicationDelegate {
    private static var scene = Scene.actions
    private static var url = URL(fileURLWithPath: "/")
    private let controller = AVPlayerViewController()
    var window: UIWindow?
    private var show: Show?
    private var readiness: NSKeyValueObservation?

    required override init() { super.init() }

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3, let scene = Scene(rawValue: arguments[0]) else {
            print("usage: client-probe \(Scene.allCases.map(\.rawValue).joined(separator: "|")) desktop|tv URL")
            exit(2)
        }
        let text = arguments[2]
        (self.scene, url) = (scene, text.contains("://") ? URL(string: text) ?? url : URL(fileURLWithPath: text))
        if arguments[1] == "tv" { UIDevice.current.setIdiom(.tv) }
        exit(UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "client_probe.ClientProbe"))
    }

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        self.window = window
        // Picture in Picture requires the category.
        try? AVAudioSession.sharedInstance().setCategory(.playback, mode: .moviePlayback)
        if Self.scene == .view {
            play(in: window)
            return true
        }
        window.rootViewController =
            Self.scene == .page ? Page(controller, heading: Words().title) : controller
        window.makeKeyAndVisible()
        readiness = controller.observe(\.isReadyForDisplay, options: .initial) { controller, _ in
            MainActor.assumeIsolated { if controller.isReadyForDisplay { Self.sayReady() } }
        }
        let show = Show(Self.url)
        self.show = show
        controller.delegate = show
        Task { await show.begin(Self.scene, in: controller) }
        return true
    }

    /// Plays in a view of the client's own window.
    private func play(in window: UIWindow) {
        let root = UIViewController()
        window.rootViewController = root
        let view = AVPlayerView(frame: root.view.bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.allowsPictureInPicturePlayback = true
        root.view.addSubview(view)
        window.makeKeyAndVisible()
        readiness = view.observe(\.isReadyForDisplay, options: .initial) { view, _ in
            MainActor.assumeIsolated { if view.isReadyForDisplay { Self.sayReady() } }
        }
        let player = AVPlayer(url: Self.url)
        view.player = player
        player.play()
    }

    private static func sayReady() { FileHandle.standardOutput.write(Data("ready\n".utf8)) }
}

/// What the client adds to the player.
enum Scene: String, CaseIterable { case controller, view, page, proposal, actions, tabs, channels }
