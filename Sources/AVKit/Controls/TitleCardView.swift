import CoreGraphics
import Foundation
import UIKit

/// A card for media without video: the cover, or a symbol with the title. For an item whose video cannot be displayed, the card shows the
/// reason.
final class TitleCardView: UIView {
    private let cover = UIImageView(image: nil)
    private let symbol = UIImageView(image: UIImage(systemName: "music.note"))
    private let titleLabel = UILabel(frame: .zero)
    private let subtitleLabel = UILabel(frame: .zero)
    /// The displayed reason why the video is missing; nil for media without video.
    private(set) var problem: String?

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
        titleLabel.font = .systemFont(ofSize: 22 * PlayerLook.textFactor, weight: .semibold)
        titleLabel.textColor = .white
        subtitleLabel.font = .systemFont(ofSize: 15 * PlayerLook.textFactor, weight: .medium)
        subtitleLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        for label in [titleLabel, subtitleLabel] {
            label.textAlignment = .center
            label.numberOfLines = 1
        }
        for view in [cover, symbol, titleLabel, subtitleLabel] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    /// - Parameter problem: the reason why the video is missing; nil for media without video.
    /// - Parameter name: the symbol in place of a missing cover.
    func show(
        title: String?, subtitle: String?, cover image: UIImage?, problem: String? = nil,
        symbol name: String = "music.note"
    ) {
        self.problem = problem
        titleLabel.text = title
        subtitleLabel.text = problem ?? subtitle
        subtitleLabel.numberOfLines = problem == nil ? 1 : 3
        cover.image = image
        symbol.isHidden = image != nil
        symbol.image = UIImage(systemName: problem == nil ? name : "exclamationmark.triangle")
        accessibilityLabel = [title, problem].compactMap { $0 }.joined(separator: ". ")
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let room = max(0, bounds.height - 2 * (PlayerLook.buttonRowFromBottom + 60))
        let textHeight = 70 * max(1, PlayerLook.textFactor)
        let hasWords = room > textHeight + 80
        let words: CGFloat = hasWords ? textHeight : 0
        let limit = max(48, min(320, min(room - words, bounds.width - 96)))
        var size = CGSize(width: limit, height: limit)
        if let image = cover.image, image.size.width > 0, image.size.height > 0 {
            let aspect = image.size.width / image.size.height
            size =
                aspect > 1 ? CGSize(width: limit, height: limit / aspect) : CGSize(width: limit * aspect, height: limit)
        }
        let top = ((bounds.height - size.height - words) / 2).rounded()
        cover.frame = CGRect(
            x: ((bounds.width - size.width) / 2).rounded(), y: top, width: size.width.rounded(),
            height: size.height.rounded())
        let mark = (min(size.width, size.height) * 0.4).rounded()
        symbol.frame = CGRect(
            x: cover.frame.midX - mark / 2, y: cover.frame.midY - mark / 2, width: mark, height: mark)
        var y = cover.frame.maxY + 16
        for label in [titleLabel, subtitleLabel] {
            label.isHidden = !hasWords
            let width = max(0, bounds.width - 48)
            let height = label.sizeThatFits(CGSize(width: width, height: 0)).height
            label.frame = CGRect(x: 24, y: y, width: width, height: height)
            y += height + 4
        }
    }
}
