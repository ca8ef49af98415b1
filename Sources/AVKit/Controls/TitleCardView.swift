import CoreGraphics
import Foundation
import UIKit

/// A card in place of the video: the cover or a symbol, and below it what the controls do not display: the title while they display none, and
/// the reason why the video is not here.
final class TitleCardView: UIView {
    /// The reason why an item with video has a card.
    enum Reason: Equatable {
        /// The video cannot be displayed, in the viewer's language.
        case problem(String)
        /// Another screen displays the video, in the viewer's language.
        case screen(String)

        var text: String {
            switch self {
            case .problem(let text), .screen(let text): text
            }
        }
    }

    private let cover = UIImageView(image: nil)
    private let symbol = UIImageView(image: UIImage(systemName: "music.note"))
    private let titleLabel = UILabel(frame: .zero)
    private let detailLabel = UILabel(frame: .zero)
    private var subtitle: String?
    private(set) var reason: Reason?
    /// Whether the controls display title and subtitle, so that the card does not.
    private var isTitleElsewhere = false
    /// The text size of the fonts; 0 before the first layout.
    private var textFactor: CGFloat = 0
    /// The areas at the edges that the controls occupy.
    private var occupied = UIEdgeInsets.zero

    private static let gap: CGFloat = 16
    private static let lineGap: CGFloat = 4
    /// The least side of a cover that has texts below.
    private static let leastCover: CGFloat = 80

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        backgroundColor = UIColor(red: 0.075, green: 0.075, blue: 0.09, alpha: 1)
        cover.contentMode = .scaleAspectFill
        cover.layer.masksToBounds = true
        cover.layer.cornerRadius = 12
        cover.backgroundColor = PlayerLook.white(0.08)
        symbol.tintColor = PlayerLook.white(0.5)
        symbol.contentMode = .scaleAspectFit
        titleLabel.textColor = .white
        detailLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        for label in [titleLabel, detailLabel] { label.textAlignment = .center }
        for view in [cover, symbol, titleLabel, detailLabel] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    /// - Parameter reason: why the item's video is not here; nil for media without video.
    func show(title: String?, subtitle: String?, cover image: UIImage?, reason: Reason? = nil) {
        self.reason = reason
        self.subtitle = subtitle
        titleLabel.text = title
        cover.image = image
        symbol.isHidden = image != nil
        symbol.image = UIImage(systemName: symbolName)
        accessibilityLabel = [title, reason?.text].compactMap { $0 }.joined(separator: ". ")
        showDetail()
    }

    private var symbolName: String {
        switch reason {
        case nil: "music.note"
        case .problem: "exclamationmark.triangle"
        case .screen: "airplayvideo"
        }
    }

    /// Adapts the card to the controls.
    /// - Parameters:
    ///   - isTitleElsewhere: whether the controls display title and subtitle.
    ///   - occupied: the areas at the edges of the card that are left to the controls.
    func adapt(isTitleElsewhere: Bool, occupied: UIEdgeInsets) {
        guard isTitleElsewhere != self.isTitleElsewhere || occupied != self.occupied else { return }
        self.isTitleElsewhere = isTitleElsewhere
        self.occupied = occupied
        showDetail()
        // The cover moves with the fade of the controls.
        layoutIfNeeded()
    }

    private func showDetail() {
        detailLabel.text = reason?.text ?? subtitle
        detailLabel.numberOfLines = reason == nil ? 1 : 3
        setNeedsLayout()
    }

    /// The labels with a text that the controls do not display.
    private var lines: [UILabel] {
        let labels = isTitleElsewhere ? (reason == nil ? [] : [detailLabel]) : [titleLabel, detailLabel]
        return labels.filter { $0.text?.isEmpty == false }
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let factor = PlayerLook.textFactor
        if factor != textFactor {
            textFactor = factor
            titleLabel.font = .systemFont(ofSize: 22 * factor, weight: .semibold)
            detailLabel.font = .systemFont(ofSize: 15 * factor, weight: .medium)
        }
        let area = bounds.inset(by: occupied)
        let width = max(0, bounds.width - 48)
        let heights = lines.map { $0.sizeThatFits(CGSize(width: width, height: 0)).height }
        var words = heights.reduce(heights.isEmpty ? 0 : Self.gap - Self.lineGap) { $0 + $1 + Self.lineGap }
        let hasWords = area.height > words + Self.leastCover
        if !hasWords { words = 0 }
        let limit = max(48, min(320, min(area.height - words - 2 * Self.gap, bounds.width - 96)))
        let size = coverSize(limit)
        let top = (area.midY - (size.height + words) / 2).rounded()
        cover.frame = CGRect(
            x: ((bounds.width - size.width) / 2).rounded(), y: top, width: size.width.rounded(),
            height: size.height.rounded())
        let mark = (min(size.width, size.height) * 0.4).rounded()
        symbol.frame = CGRect(
            x: cover.frame.midX - mark / 2, y: cover.frame.midY - mark / 2, width: mark, height: mark)
        for label in [titleLabel, detailLabel] { label.alpha = hasWords && lines.contains { $0 === label } ? 1 : 0 }
        var y = cover.frame.maxY + Self.gap
        for (label, height) in zip(lines, heights) {
            label.frame = CGRect(x: 24, y: y, width: width, height: height)
            y += height + Self.lineGap
        }
    }

    /// The largest size of the cover's shape within a square.
    private func coverSize(_ limit: CGFloat) -> CGSize {
        guard let image = cover.image, image.size.width > 0, image.size.height > 0 else {
            return CGSize(width: limit, height: limit)
        }
        let aspect = image.size.width / image.size.height
        return aspect > 1
            ? CGSize(width: limit, height: limit / aspect) : CGSize(width: limit * aspect, height: limit)
    }
}
