import CoreGraphics
import Foundation
import UIKit

/// The information about an item: artwork, title, subtitle, year, genre, rating and description, with up to two buttons.
final class InfoPanelView: UIView {
    private let look: TVLook
    private let artwork = UIImageView(image: nil)
    private let titleLabel = UILabel(frame: .zero)
    private let subtitleLabel = UILabel(frame: .zero)
    private let factsLabel = UILabel(frame: .zero)
    private let ratingLabel = UILabel(frame: .zero)
    private let ratingFrame = UIView(frame: .zero)
    private let summaryLabel = UILabel(frame: .zero)
    private(set) var buttons: [TVPill] = []

    init(look: TVLook) {
        self.look = look
        super.init(frame: .zero)
        backgroundColor = PlayerLook.menuGlass
        layer.cornerRadius = look(PlayerLook.glassRadius)
        layer.borderWidth = 1
        layer.borderColor = PlayerLook.hairline.cgColor
        artwork.contentMode = .scaleAspectFit
        artwork.layer.masksToBounds = true
        artwork.layer.cornerRadius = look(8)
        titleLabel.font = look.font(24, .bold)
        titleLabel.textColor = .white
        subtitleLabel.font = look.font(17, .semibold)
        subtitleLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        factsLabel.font = look.digits(15, .medium)
        factsLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        ratingLabel.font = look.font(13, .semibold)
        ratingLabel.textColor = PlayerLook.white(0.9)
        ratingFrame.layer.borderWidth = 1
        ratingFrame.layer.borderColor = PlayerLook.white(0.6).cgColor
        ratingFrame.layer.cornerRadius = look(4)
        summaryLabel.font = look.font(16, .regular)
        summaryLabel.textColor = PlayerLook.white(0.9)
        for view in [artwork, titleLabel, subtitleLabel, factsLabel, ratingFrame, ratingLabel, summaryLabel] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
    }

    required init?(coder: NSCoder) { nil }

    static func height(_ look: TVLook) -> CGFloat { look(TVLook.panelHeight) }

    /// The displayed texts from top to bottom.
    var texts: [String] {
        [titleLabel, subtitleLabel, factsLabel, ratingLabel, summaryLabel].compactMap(\.text).filter { !$0.isEmpty }
    }

    var hasArtwork: Bool { artwork.image != nil }

    /// - Parameter onAction: called after one of the actions has been performed.
    func show(_ info: InfoContent, actions: [UIAction], onAction: @escaping @MainActor () -> Void = {}) {
        artwork.image = info.artwork
        titleLabel.text = info.title
        subtitleLabel.text = info.subtitle
        factsLabel.text = info.facts.joined(separator: " \u{00B7} ")
        ratingLabel.text = info.rating
        ratingFrame.isHidden = info.rating == nil
        summaryLabel.text = info.summary
        for button in buttons { button.removeFromSuperview() }
        buttons = actions.filter { !$0.attributes.contains(.hidden) }.prefix(InfoContent.actionLimit).map { action in
            let button = TVPill(title: action.title, image: action.image, isTab: false, look: look)
            button.isEnabled = !action.attributes.contains(.disabled)
            button.alpha = button.isEnabled ? 1 : 0.4
            button.addAction(
                UIAction { [weak button] _ in
                    action.performWithSender(button, target: nil)
                    onAction()
                }, for: .primaryActionTriggered)
            addSubview(button)
            return button
        }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isRight = isLaidOutFromRight
        func mirrored(_ rect: CGRect) -> CGRect {
            isRight
                ? CGRect(x: bounds.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) : rect
        }
        let padding = look(20)
        var left = padding
        if let image = artwork.image, image.size.width > 0, image.size.height > 0 {
            let height = max(0, bounds.height - 2 * padding)
            let width = min(height * image.size.width / image.size.height, bounds.width * 0.28).rounded()
            artwork.frame = mirrored(CGRect(x: left, y: padding, width: width, height: height))
            left += width + look(24)
        }
        let column = buttons.map(\.wantedWidth).max().map { min($0, bounds.width * 0.4) } ?? 0
        let height = look(46)
        let stack = CGFloat(buttons.count) * height + CGFloat(max(0, buttons.count - 1)) * look(12)
        for (index, button) in buttons.enumerated() {
            button.layer.cornerRadius = height / 2
            button.place(
                mirrored(
                    CGRect(
                        x: bounds.width - padding - column,
                        y: ((bounds.height - stack) / 2 + CGFloat(index) * (height + look(12))).rounded(),
                        width: column, height: height)))
        }
        let room = max(0, bounds.width - left - padding - (column > 0 ? column + look(28) : 0))
        var y = padding - look(2)
        func line(_ label: UILabel, gap: CGFloat) {
            guard let text = label.text, !text.isEmpty else { return label.frame = .zero }
            let size = label.sizeThatFits(.zero)
            let width = min(size.width.rounded(.up), room)
            label.frame = mirrored(CGRect(x: left, y: y, width: width, height: size.height))
            y += size.height.rounded() + gap
        }
        line(titleLabel, gap: look(2))
        line(subtitleLabel, gap: look(4))
        placeFacts(left: left, room: room, y: &y, mirrored)
        let rest = max(0, bounds.height - y - padding)
        let one = summaryLabel.font.lineHeight
        summaryLabel.numberOfLines = max(1, Int(rest / max(1, one)))
        summaryLabel.textAlignment = isRight ? .right : .left
        let size = summaryLabel.sizeThatFits(CGSize(width: room, height: 0))
        summaryLabel.frame = mirrored(CGRect(x: left, y: y, width: room, height: min(rest, size.height)))
        summaryLabel.isHidden = rest < one * 0.9
    }

    /// Places year and genre, and the rating in a frame beside them.
    private func placeFacts(left: CGFloat, room: CGFloat, y: inout CGFloat, _ mirrored: (CGRect) -> CGRect) {
        let facts = factsLabel.sizeThatFits(.zero)
        let rating = ratingLabel.sizeThatFits(.zero)
        let hasFacts = !(factsLabel.text ?? "").isEmpty
        guard hasFacts || ratingLabel.text != nil else {
            factsLabel.frame = .zero
            return
        }
        let height = max(facts.height, rating.height + look(4))
        let box = ratingLabel.text == nil ? 0 : rating.width.rounded(.up) + look(12)
        let width = hasFacts ? min(facts.width.rounded(.up), max(0, room - box - look(10))) : 0
        factsLabel.frame = mirrored(
            CGRect(x: left, y: y + ((height - facts.height) / 2).rounded(), width: width, height: facts.height))
        let x = left + width + (hasFacts ? look(10) : 0)
        ratingFrame.frame = mirrored(CGRect(x: x, y: y, width: box, height: height))
        ratingLabel.frame = mirrored(
            CGRect(
                x: x + look(6), y: y + ((height - rating.height) / 2).rounded(), width: max(0, box - look(12)),
                height: rating.height))
        y += height.rounded() + look(10)
    }
}
