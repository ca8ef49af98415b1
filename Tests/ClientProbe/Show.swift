import AVKit
import Foundation
import UIKit

/// The client's part of a scene: metadata, screens, and the answers to the player.
@MainActor
final class Show: NSObject, AVPlayerViewControllerDelegate {
    private let url: URL
    private let words = Words()
    private lazy var channel = TextScreen(words.channel, words.programme, background: UIColor(white: 0.07, alpha: 1))

    init(_ url: URL) { self.url = url }

    func begin(_ scene: Scene, in controller: AVPlayerViewController) async {
        let item = AVPlayerItem(url: url)
        item.externalMetadata = [
            text(.commonIdentifierTitle, words.title), text(.iTunesMetadataTrackSubTitle, words.subtitle),
            text(.commonIdentifierDescription, words.summary),
        ]
        switch scene {
        case .proposal: await propose(item)
        case .actions:
            controller.contextualActions = [
                UIAction(title: words.skipIntroduction) { _ in },
                UIAction(title: words.nextEpisode, image: UIImage(systemName: "forward.end.fill")) { _ in },
            ]
        case .tabs: addScreens(to: controller)
        case .controller, .view, .page, .channels: break
        }
        let player = AVPlayer(playerItem: item)
        controller.player = player
        if [.proposal, .actions, .tabs].contains(scene) {
            item.seek(
                to: CMTime(seconds: scene == .proposal ? 34 : 14, preferredTimescale: 600), toleranceBefore: .zero,
                toleranceAfter: .zero, completionHandler: nil)
        }
        player.play()
    }

    /// Proposes the next episode 12 seconds before the end, with a countdown to the end.
    private func propose(_ item: AVPlayerItem) async {
        let generator = AVAssetImageGenerator(asset: item.asset)
        let image = try? await generator.image(at: CMTime(seconds: 26, preferredTimescale: 600)).image
        let proposal = AVContentProposal(
            contentTimeForTransition: CMTime(seconds: 36, preferredTimescale: 600), title: words.nextTitle,
            previewImage: image.map { UIImage(cgImage: $0) })
        proposal.automaticAcceptanceInterval = 0
        proposal.metadata = [text(.iTunesMetadataTrackSubTitle, words.nextSubtitle)]
        item.nextContentProposal = proposal
    }

    private func addScreens(to controller: AVPlayerViewController) {
        let cast = TextScreen(words.cast, words.names, background: UIColor(white: 0.16, alpha: 0.9))
        cast.title = words.cast
        cast.preferredContentSize = CGSize(width: 0, height: 180)
        controller.customInfoViewControllers = [cast]
        let overlay = TextScreen(words.more, words.moreDetail, background: UIColor(white: 0.1, alpha: 0.86))
        overlay.isCard = true
        overlay.title = words.more
        controller.customOverlayViewController = overlay
        controller.transportBarCustomMenuItems = [
            UIMenu(
                title: words.angle, image: UIImage(systemName: "viewfinder"), options: .singleSelection,
                children: words.angles.enumerated().map { index, name in
                    UIAction(title: name, state: index == 0 ? .on : .off) { _ in }
                })
        ]
    }

    private func text(_ identifier: AVMetadataIdentifier, _ value: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = value as NSString
        item.extendedLanguageTag = "und"
        return item
    }

    // MARK: Channels

    func nextChannelInterstitialViewController(for playerViewController: AVPlayerViewController) -> UIViewController {
        channel
    }
    func previousChannelInterstitialViewController(
        for playerViewController: AVPlayerViewController
    ) -> UIViewController { channel }
    func playerViewController(
        _ playerViewController: AVPlayerViewController, skipToNextChannel completion: @escaping @Sendable (Bool) -> Void
    ) {}
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        skipToPreviousChannel completion: @escaping @Sendable (Bool) -> Void
    ) {}
}

/// A client's screen with two lines of text.
final class TextScreen: UIViewController {
    private let heading = UILabel()
    private let detail = UILabel()
    private let background = UIView()
    /// Whether the texts are on a card above the lower edge, so that the video stays visible.
    var isCard = false

    init(_ heading: String, _ detail: String, background color: UIColor) {
        super.init(nibName: nil, bundle: nil)
        self.heading.text = heading
        self.detail.text = detail
        self.heading.textColor = .white
        self.heading.font = .systemFont(ofSize: 30, weight: .bold)
        self.detail.textColor = UIColor(white: 1, alpha: 0.72)
        self.detail.font = .systemFont(ofSize: 19)
        self.detail.numberOfLines = 0
        background.backgroundColor = color
        view.addSubview(background)
        for label in [self.heading, self.detail] {
            label.textAlignment = .natural
            view.addSubview(label)
        }
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        var area = view.bounds
        if isCard { area = CGRect(x: 72, y: area.height - 250, width: max(0, area.width - 144), height: 200) }
        background.frame = area
        // A screen that covers the window has no corners.
        background.layer.cornerRadius = area.size == view.window?.bounds.size ? 0 : 16
        let width = max(0, area.width - 96)
        let title = heading.sizeThatFits(CGSize(width: width, height: 0))
        let text = detail.sizeThatFits(CGSize(width: width, height: 0))
        let top = area.minY + ((area.height - title.height - text.height - 10) / 2).rounded()
        heading.frame = CGRect(x: area.minX + 48, y: top, width: width, height: title.height)
        detail.frame = CGRect(x: area.minX + 48, y: top + title.height + 10, width: width, height: text.height)
    }
}
