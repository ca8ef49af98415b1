import AVKit
import DeepLinks
import Foundation

/// The window of the probe: a page of details for links that open, the player for links that play.
@MainActor
final class ProbePages {
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 360))
    private var observation: NSKeyValueObservation?
    /// The identifier of the page that is shown.
    private(set) var current: String?

    func show() {
        let root = UIViewController()
        root.view.backgroundColor = .black
        window.rootViewController = root
        window.makeKeyAndVisible()
        Probe.log("window")
    }

    func open(_ url: URL) {
        var router = DeepLinkRouter(
            schemes: ["linkprobe"], hosts: Set(Probe.value("LINK_PROBE_DOMAIN").map { [$0] } ?? []))
        router.log = { Probe.log("router \($0)") }
        do {
            let link = try router.link(for: url)
            guard case .content(let identifier) = link.target else { return }
            current = identifier
            for parameter in link.parameters where parameter.name == "forward" {
                guard let target = URL(string: parameter.value) else { continue }
                UIApplication.shared.open(target) { Probe.log("forwarded \(parameter.value) \($0)") }
            }
            switch link.action {
            case .open: window.rootViewController = ProbeDetails(identifier)
            case .play: play(link)
            }
        } catch {
            Probe.log("router \(error)")
        }
    }

    private func play(_ link: DeepLink) {
        guard let film = Probe.value("LINK_PROBE_FILM") else { return }
        let item = AVPlayerItem(url: URL(fileURLWithPath: film))
        if let seconds = link.resumeTime, seconds > 0 {
            item.seek(
                to: CMTime(value: CMTimeValue(seconds), timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero,
                completionHandler: nil)
        }
        let player = AVPlayer(playerItem: item)
        let controller = AVPlayerViewController()
        controller.player = player
        window.rootViewController = controller
        observation = controller.observe(\.isReadyForDisplay, options: [.initial, .new]) { controller, _ in
            MainActor.assumeIsolated {
                guard controller.isReadyForDisplay else { return }
                Probe.log("firstFrame \(item.currentTime().seconds) \(Probe.clock)")
            }
        }
        player.play()
    }
}

/// A page of details, whose activity is current while the page is shown.
@MainActor
final class ProbeDetails: UIViewController {
    private let identifier: String
    private var saves = 0

    init(_ identifier: String) {
        self.identifier = identifier
        super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        let activity = NSUserActivity(activityType: "details")
        activity.title = "Film"
        userActivity = activity
        userActivity?.externalMediaContentIdentifier = identifier
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        userActivity?.invalidate()
        userActivity = nil
    }

    override func updateUserActivityState(_ activity: NSUserActivity) {
        saves += 1
        activity.addUserInfoEntries(from: ["place": 12])
    }
}
