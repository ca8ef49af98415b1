import AVKit

/// The page of a title. Playback starts from it, and leads back to it, with an offer to resume.
final class DetailViewController: PageViewController {
    private let shown: Title
    private unowned let router: Router
    /// The campaign of the link that started playback, for the service's statistics.
    private var campaign: String?
    private var playerController: AVPlayerViewController?
    private var endObserver: (any NSObjectProtocol)?

    init(_ title: Title, router: Router) {
        shown = title
        self.router = router
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        keepPosition()
        let position = Account.shared.position(in: shown)
        var choices: [Choice] = [("All Titles", { [router] in router.showMenu() })]
        if shown.offer != nil {
            choices.insert(
                (position > 0 ? "From the Beginning" : "Play", { [router, shown] in router.play(shown, at: 0) }), at: 0)
        }
        if position > 0 {
            choices.insert(("Resume at \(Int(position)) s", { [router, shown] in router.play(shown) }), at: 0)
        }
        show(shown.name, choices)
        // "Add this to my Up Next" takes the identifier from here, while the page is on the screen.
        userActivity = NSUserActivity(activityType: "example.northlight.title")
        userActivity?.title = shown.name
        userActivity?.externalMediaContentIdentifier = shown.contentIdentifier
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        userActivity?.resignCurrent()
        userActivity = nil
    }

    /// Plays at once, without questions. `time` is the link's; nil continues where the viewer stopped.
    func play(at time: Double?, campaign: String?) {
        let item = AVPlayerItem(url: Title.video)
        item.externalMetadata = metadata
        let player = AVPlayer(playerItem: item)
        let controller = AVPlayerViewController()
        controller.player = player
        (playerController, self.campaign) = (controller, campaign)
        let start = time ?? Account.shared.position(in: shown)
        if start > 0 { player.seek(to: CMTime(seconds: start, preferredTimescale: 600)) }
        endObserver = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: .main
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.dismiss(animated: true) }
        }
        present(controller, animated: false) { player.play() }
    }

    /// What AVKit cannot know. It adds duration, elapsed time and rate, and publishes all of it as Now Playing information.
    private var metadata: [AVMetadataItem] {
        var items = [
            item(.commonIdentifierTitle, NSString(string: shown.name)),
            item(.commonIdentifierArtist, NSString(string: shown.cast)),
            item(.iTunesMetadataContentRating, NSString(string: shown.rating)),
            item(
                .init(rawValue: AVKitMetadataIdentifierExternalContentIdentifier),
                NSString(string: shown.contentIdentifier)),
        ]
        if let profile = Account.shared.profile {
            items.append(
                item(.init(rawValue: AVKitMetadataIdentifierExternalUserProfileIdentifier), NSString(string: profile)))
        }
        if let credits = shown.creditsStart {
            let progress = min(1, Account.shared.position(in: shown) / credits)
            items.append(item(.init(rawValue: AVKitMetadataIdentifierPlaybackProgress), NSNumber(value: progress)))
        }
        return items
    }

    private func item(_ identifier: AVMetadataIdentifier, _ value: any NSCopying & NSObjectProtocol) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.extendedLanguageTag = "en"
        item.value = value
        return item
    }

    /// Keeps the position for "Resume", when the viewer is back from the player.
    private func keepPosition() {
        guard let player = playerController?.player, let item = player.currentItem else { return }
        player.pause()
        let seconds = item.currentTime().seconds
        // A viewer who leaves before the video is ready has watched nothing.
        if item.status == .readyToPlay, seconds.isFinite {
            Account.shared.setPosition(seconds > item.duration.seconds - 5 ? 0 : seconds, in: shown)
        }
        if let campaign { print("campaign \(campaign): \(shown.contentIdentifier) until \(seconds) s") }
        (playerController, campaign, endObserver) = (nil, nil, nil)
    }
}
