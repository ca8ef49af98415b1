import CoreGraphics
import Foundation
import UIKit

/// The facts about an item in the information panel: artwork, title, subtitle, year, genre, rating and description, and the actions below.
final class InformationPage: UIView {
    private static let gap: CGFloat = 18
    private static let artworkHeight: CGFloat = 150

    private let artwork = UIImageView(image: nil)
    private let titleLabel = UILabel(frame: .zero)
    private let subtitleLabel = UILabel(frame: .zero)
    private let factsLabel = UILabel(frame: .zero)
    private let ratingLabel = UILabel(frame: .zero)
    private let ratingFrame = UIView(frame: .zero)
    private let summaryLabel = UILabel(frame: .zero)
    private(set) var buttons: [PillButton] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        artwork.contentMode = .scaleAspectFill
        artwork.layer.masksToBounds = true
        artwork.layer.cornerRadius = 8
        artwork.isAccessibilityElement = false
        titleLabel.textColor = .white
        titleLabel.numberOfLines = 2
        titleLabel.accessibilityTraits = .header
        subtitleLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        factsLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        ratingLabel.textColor = PlayerLook.white(0.9)
        ratingFrame.layer.borderWidth = 1
        ratingFrame.layer.borderColor = PlayerLook.white(0.6).cgColor
        ratingFrame.layer.cornerRadius = 4
        summaryLabel.textColor = PlayerLook.white(0.9)
        summaryLabel.numberOfLines = 0
        for view in [artwork, titleLabel, subtitleLabel, factsLabel, ratingFrame, ratingLabel, summaryLabel] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
    }

    required init?(coder: NSCoder) { nil }

    /// The displayed texts from top to bottom.
    var texts: [String] {
        [titleLabel, subtitleLabel, factsLabel, ratingLabel, summaryLabel].compactMap(\.text).filter { !$0.isEmpty }
    }
    var hasArtwork: Bool { artwork.image != nil }

    /// - Parameter onAction: called after one of the actions has been performed.
    func show(_ info: InfoContent, actions: [UIAction], onAction: @escaping @MainActor () -> Void) {
        artwork.image = info.artwork
        titleLabel.text = info.title
        subtitleLabel.text = info.subtitle
        factsLabel.text = info.facts.joined(separator: " \u{00B7} ")
        ratingLabel.text = info.rating
        ratingLabel.accessibilityLabel = info.rating.map { StringTable.current.ratedItem($0) }
        ratingFrame.isHidden = info.rating == nil
        summaryLabel.text = info.summary
        for button in buttons { button.removeFromSuperview() }
        buttons = actions.filter { !$0.attributes.contains(.hidden) }.prefix(InfoContent.actionLimit)
            .enumerated().map { index, action in
                let button = PillButton(title: action.title, isProminent: index == 0) {
                    action.performWithSender(nil, target: nil)
                    onAction()
                }
                button.isEnabled = !action.attributes.contains(.disabled)
                button.alpha = button.isEnabled ? 1 : 0.4
                addSubview(button)
                return button
            }
        setNeedsLayout()
    }

    // MARK: Layout

    private func updateFonts() {
        titleLabel.font = PlayerLook.headingFont
        subtitleLabel.font = PlayerLook.titleFont
        factsLabel.font = PlayerLook.chapterFont
        ratingLabel.font = PlayerLook.badgeFont
        summaryLabel.font = PlayerLook.menuFont
    }

    func height(forWidth width: CGFloat) -> CGFloat { arrange(width: width) { _, _ in } }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isMirrored = StringTable.current.isRightToLeft
        for label in [titleLabel, subtitleLabel, factsLabel, summaryLabel] {
            label.textAlignment = isMirrored ? .right : .left
        }
        _ = arrange(width: bounds.width) { view, rect in
            view.frame =
                isMirrored
                ? CGRect(x: bounds.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) : rect
        }
    }

    private var artworkSize: CGSize {
        guard let image = artwork.image, image.size.width > 0, image.size.height > 0 else { return .zero }
        let height = Self.artworkHeight
        return CGSize(width: (height * min(2, image.size.width / image.size.height)).rounded(), height: height)
    }

    /// Computes the frames from left to right.
    /// - Returns: the height.
    private func arrange(width: CGFloat, _ place: (UIView, CGRect) -> Void) -> CGFloat {
        updateFonts()
        var art = artworkSize
        // In a narrow panel the text has at least two thirds of the width.
        if art.width > width / 3 { art = CGSize(width: width / 3, height: art.height * width / 3 / max(1, art.width)) }
        place(artwork, CGRect(x: 0, y: 0, width: art.width.rounded(), height: art.height.rounded()))
        let left = art.width > 0 ? art.width.rounded() + Self.gap : 0
        let room = max(0, width - left)
        var y: CGFloat = 0
        func line(_ label: UILabel, gap: CGFloat) {
            guard let text = label.text, !text.isEmpty else { return place(label, .zero) }
            let height = label.sizeThatFits(CGSize(width: room, height: 0)).height.rounded(.up)
            place(label, CGRect(x: left, y: y, width: room, height: height))
            y += height + gap
        }
        line(titleLabel, gap: 2)
        line(subtitleLabel, gap: 6)
        y = arrangeFacts(left: left, room: room, y: y, place)
        line(summaryLabel, gap: 4)
        y = max(y, art.height)
        return arrangeButtons(width: width, y: y, place)
    }

    /// Year and genre, and the rating in a frame beside them.
    private func arrangeFacts(
        left: CGFloat, room: CGFloat, y: CGFloat, _ place: (UIView, CGRect) -> Void
    ) -> CGFloat {
        let hasFacts = !(factsLabel.text ?? "").isEmpty
        guard hasFacts || ratingLabel.text != nil else {
            for view in [factsLabel, ratingLabel, ratingFrame] { place(view, .zero) }
            return y
        }
        let facts = factsLabel.sizeThatFits(.zero)
        let rating = ratingLabel.sizeThatFits(.zero)
        let height = max(facts.height, rating.height + 4).rounded(.up)
        let box = ratingLabel.text == nil ? 0 : min(room, rating.width.rounded(.up) + 12)
        let width = hasFacts ? min(facts.width.rounded(.up), max(0, room - box - 8)) : 0
        place(
            factsLabel,
            CGRect(x: left, y: y + ((height - facts.height) / 2).rounded(), width: width, height: facts.height))
        let x = left + width + (hasFacts ? 8 : 0)
        place(ratingFrame, CGRect(x: x, y: y, width: box, height: height))
        place(
            ratingLabel,
            CGRect(
                x: x + 6, y: y + ((height - rating.height) / 2).rounded(), width: max(0, box - 12),
                height: rating.height))
        return y + height + 10
    }

    /// The actions in a row below the text, or one below the other where a row is too narrow.
    private func arrangeButtons(width: CGFloat, y: CGFloat, _ place: (UIView, CGRect) -> Void) -> CGFloat {
        guard !buttons.isEmpty else { return y }
        let sizes = buttons.map { $0.sizeThatFits(.zero) }
        let isRow = sizes.reduce(0) { $0 + $1.width } + 10 * CGFloat(buttons.count - 1) <= width
        var (x, y) = (CGFloat(0), y + Self.gap)
        for (button, size) in zip(buttons, sizes) {
            place(button, CGRect(x: x, y: y, width: isRow ? size.width : min(width, size.width), height: size.height))
            if isRow { x += size.width + 10 } else { y += size.height + 10 }
        }
        return isRow ? y + (sizes.map(\.height).max() ?? 0) : y - 10
    }
}
