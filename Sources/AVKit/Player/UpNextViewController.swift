import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// The built-in screen of a content proposal: the video, and beside it the picture and title of the next item, the countdown, and buttons
/// to play it or to leave the player.
final class UpNextViewController: AVContentProposalViewController {
    private var upNext: UpNextView? { viewIfLoaded as? UpNextView }
    private let timer = MainTimer()

    override func loadView() { view = UpNextView(frame: .zero) }

    override var preferredPlayerViewFrame: CGRect {
        UpNextLayout(size: view.bounds.size, isMirrored: view.isLaidOutFromRight).video
    }

    override var preferredFocusEnvironments: [any UIFocusEnvironment] { [view] }

    override func begin(_ proposal: AVContentProposal, in player: AVPlayerViewController, _ flow: ProposalFlow) {
        super.begin(proposal, in: player, flow)
        let facts = MediaDescription(external: proposal.metadata, asset: [], url: nil)
        upNext?.show(title: proposal.title, detail: facts.subtitle, image: proposal.previewImage ?? facts.cover) {
            [weak self] in self?.dismissContentProposal(for: $0, animated: true)
        }
        dateDidChange()
    }

    override func end() {
        super.end()
        timer.cancel()
    }

    override func dateDidChange() {
        guard let date = dateOfAutomaticAcceptance else {
            timer.cancel()
            upNext?.showCountdown(nil)
            return
        }
        let left = max(0, date.timeIntervalSinceNow)
        upNext?.showCountdown(Int(left.rounded(.up)))
        let next = left - (left.rounded(.up) - 1)
        timer.fire(after: .seconds(max(0.05, next))) { [weak self] in self?.dateDidChange() }
    }

    override func handle(_ press: UIPress) -> Bool { upNext?.handle(press) ?? false }
}

/// The frames of the built-in proposal screen.
struct UpNextLayout: Equatable {
    let video: CGRect
    let picture: CGRect
    /// The column of the texts; texts begin at its top.
    let column: CGRect
    let scale: CGFloat
    /// The scale of the texts, which also follow the viewer's text size.
    let textScale: CGFloat
    /// Whether the picture of the next item has room.
    let hasPicture: Bool

    @MainActor init(size: CGSize, isMirrored: Bool) {
        let isPortrait = size.width <= size.height * 0.9
        // Texts stay legible in small players, which show no picture of the next item.
        let largest: CGFloat = UIDevice.current.userInterfaceIdiom == .tv ? 6 : 1.4
        let scale = max(0.62, min(largest, isPortrait ? size.width / 520 : min(size.width / 1280, size.height / 720)))
        self.scale = scale
        textScale = scale * max(1, min(TVLook.largestGrowth, PlayerLook.textFactor))
        hasPicture = size.height >= 380
        let margin = max(12, (56 * min(scale, size.width / 1000)).rounded())
        func mirrored(_ rect: CGRect) -> CGRect {
            isMirrored
                ? CGRect(x: size.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) : rect
        }
        guard !isPortrait else {
            // Portrait: the video above, the next item below.
            let width = max(0, size.width - 2 * margin)
            let height = min(width * 9 / 16, size.height * 0.36).rounded()
            video = CGRect(x: margin, y: margin, width: width, height: height)
            let top = margin * 2 + height
            let pictureHeight = min(width * 9 / 16, size.height * 0.2).rounded()
            picture = mirrored(
                CGRect(x: margin, y: top, width: (pictureHeight * 16 / 9).rounded(), height: pictureHeight))
            let below = top + (hasPicture ? pictureHeight + margin : 0)
            column = CGRect(x: margin, y: below, width: width, height: max(0, size.height - below - margin))
            return
        }
        let videoWidth = (size.width * 0.5).rounded()
        let videoHeight = (videoWidth * 9 / 16).rounded()
        video = mirrored(
            CGRect(x: margin, y: ((size.height - videoHeight) / 2).rounded(), width: videoWidth, height: videoHeight))
        let left = margin + videoWidth + margin
        let width = max(0, size.width - left - margin)
        let pictureHeight = (min(width, 440 * scale) * 9 / 16).rounded()
        let gap = (26 * scale).rounded()
        let total = (hasPicture ? pictureHeight + gap : 0) + 210 * textScale
        let top = max(8, ((size.height - total) / 2).rounded())
        picture = mirrored(
            CGRect(x: left, y: top, width: (pictureHeight * 16 / 9).rounded(), height: pictureHeight))
        let below = top + (hasPicture ? pictureHeight + gap : 0)
        column = mirrored(CGRect(x: left, y: below, width: width, height: max(0, size.height - below)))
    }
}

/// The view of the built-in proposal screen.
final class UpNextView: UIView {
    private let heading = UILabel(frame: .zero)
    private let titleLabel = UILabel(frame: .zero)
    private let detailLabel = UILabel(frame: .zero)
    private let countdownLabel = UILabel(frame: .zero)
    private let picture = UIImageView(image: nil)
    private var buttons: [ScreenButton] = []
    private var grid = KeyGrid(rows: [2], selection: 0)

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = UIColor(red: 0.055, green: 0.055, blue: 0.066, alpha: 1)
        heading.textColor = PlayerLook.white(0.7)
        titleLabel.textColor = .white
        titleLabel.numberOfLines = 2
        titleLabel.accessibilityTraits = .header
        detailLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        countdownLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        countdownLabel.accessibilityTraits = [.staticText, .updatesFrequently]
        picture.contentMode = .scaleAspectFill
        picture.layer.masksToBounds = true
        picture.backgroundColor = PlayerLook.white(0.08)
        for view in [picture, heading, titleLabel, detailLabel, countdownLabel] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    var countdown: String? { countdownLabel.text }
    func button(_ action: AVContentProposalAction) -> ScreenButton? {
        buttons.isEmpty ? nil : buttons[action == .accept ? 0 : 1]
    }

    func show(
        title: String, detail: String?, image: UIImage?, choose: @escaping @MainActor (AVContentProposalAction) -> Void
    ) {
        let strings = StringTable.current
        heading.text = strings[.proposalHeading]
        titleLabel.text = title
        detailLabel.text = detail
        picture.image = image
        for button in buttons { button.removeFromSuperview() }
        buttons = [
            ScreenButton(title: strings[.play], image: UIImage(systemName: "play.fill")) { choose(.accept) },
            ScreenButton(title: strings[.close]) { choose(.reject) },
        ]
        for button in buttons { addSubview(button) }
        grid.select(0)
        showSelection()
        setNeedsLayout()
    }

    /// - Parameter seconds: nil: the next item does not play by itself.
    func showCountdown(_ seconds: Int?) {
        let text = seconds.map { StringTable.current.text(.playsIn, $0) }
        guard text != countdownLabel.text else { return }
        countdownLabel.text = text
        setNeedsLayout()
    }

    override var canBecomeFocused: Bool { true }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let left = presses.filter { !handle($0) }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    /// - Returns: whether the key was handled.
    func handle(_ press: UIPress) -> Bool {
        switch ScreenKey(press) {
        case .move(let direction):
            // In a language that is written from right to left, the first button is at the right.
            let isMirrored = isLaidOutFromRight
            switch direction {
            case .left where isMirrored: grid.move(.right)
            case .right where isMirrored: grid.move(.left)
            default: grid.move(direction)
            }
        case .advance(let step): grid.advance(by: step)
        case .activate:
            guard !press.isRepeat, let selection = grid.selection else { return true }
            buttons[selection].sendActions(for: .primaryActionTriggered)
        default: return false
        }
        showSelection()
        return true
    }

    private func showSelection() {
        for (index, button) in buttons.enumerated() { button.isChosen = index == grid.selection }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isMirrored = isLaidOutFromRight
        let layout = UpNextLayout(size: bounds.size, isMirrored: isMirrored)
        let scale = layout.scale
        let textScale = layout.textScale
        heading.font = .systemFont(ofSize: 17 * textScale, weight: .semibold)
        titleLabel.font = .systemFont(ofSize: 32 * textScale, weight: .bold)
        detailLabel.font = .systemFont(ofSize: 17 * textScale, weight: .medium)
        countdownLabel.font = .monospacedDigitSystemFont(ofSize: 17 * textScale, weight: .medium)
        picture.frame = layout.picture
        picture.layer.cornerRadius = 12 * scale
        picture.isHidden = picture.image == nil || !layout.hasPicture
        let isAlone = picture.image == nil && layout.hasPicture
        var y = isAlone ? layout.picture.minY + layout.picture.height * 0.3 : layout.column.minY
        let column = layout.column
        for (label, gap) in [(heading, 6.0), (titleLabel, 8.0), (detailLabel, 10.0), (countdownLabel, 0.0)] {
            label.textAlignment = isMirrored ? .right : .left
            guard label === countdownLabel || !(label.text ?? "").isEmpty else { continue }
            let height =
                label === countdownLabel
                ? 22 * textScale : label.sizeThatFits(CGSize(width: column.width, height: 0)).height
            label.frame = CGRect(x: column.minX, y: y.rounded(), width: column.width, height: height.rounded(.up))
            y += height + CGFloat(gap) * textScale
        }
        y += 22 * textScale
        var x = isMirrored ? column.maxX : column.minX
        let gap = (14 * textScale).rounded()
        for button in buttons {
            button.textSize = (17 * textScale).rounded()
            var size = button.sizeThatFits(.zero)
            size.width = min(size.width, ((column.width - gap) / 2).rounded(.down))
            if isMirrored { x -= size.width }
            button.frame = CGRect(x: x.rounded(), y: y.rounded(), width: size.width, height: size.height)
            x += isMirrored ? -gap : size.width + gap
        }
    }
}
