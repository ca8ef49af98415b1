/*
 The app's delegate: it configures the audio session and shows the player.
 */

import AVFoundation
import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {

    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let audioSession = AVAudioSession.sharedInstance()
        do {
            #if os(tvOS)
                try audioSession.setCategory(.playback, mode: .moviePlayback, options: [])
            #elseif os(iOS)
                try audioSession.setCategory(.playback, mode: .moviePlayback)
            #endif
            try audioSession.setActive(true)
        } catch {
            EventLog.shared.record("The audio session was not configured: \(error.localizedDescription)")
        }

        let playerViewController = PlayerViewController()
        #if targetEnvironment(simulator)
            playerViewController.title = "Simulator"
        #else
            playerViewController.title = "Device"
        #endif
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = playerViewController
        window?.makeKeyAndVisible()

        if let url = launchURL {
            playerViewController.play(AVURLAsset(url: url))
        } else {
            EventLog.shared.record("Pass the URL or the path of a movie.")
        }
        return true
    }

    /// The movie that was passed to the program, for UI tests.
    private var launchURL: URL? {
        guard let argument = ProcessInfo.processInfo.arguments.dropFirst().first else { return nil }
        if let url = URL(string: argument), url.scheme != nil { return url }
        return URL(fileURLWithPath: argument)
    }

    @objc func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
        EventLog.shared.record("Memory is low.")
    }
}
