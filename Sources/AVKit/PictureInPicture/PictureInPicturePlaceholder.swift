import CoreGraphics
import UIKit

/// The view at the place of a video that plays in Picture in Picture: an icon and a sentence on black.
final class PictureInPicturePlaceholder: UIView {
    private let icon = UIImageView(image: UIImage(systemName: "pip.enter"))
    private let label = UILabel(frame: .zero)

    private static let iconSide: CGFloat = 56
    private static let gap: CGFloat = 14
    private static let margin: CGFloat = 16

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .black
        isUserInteractionEnabled = false
        icon.tintColor = PlayerLook.white(0.55)
        icon.contentMode = .scaleAspectFit
        label.font = PlayerLook.titleFont
        label.textColor = PlayerLook.white(PlayerLook.secondary)
        label.text = StringTable.current[.playsInPictureInPicture]
        label.textAlignment = .center
        label.numberOfLines = 0
        addSubview(icon)
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let width = max(0, bounds.width - 2 * Self.margin)
        let text = label.sizeThatFits(CGSize(width: width, height: bounds.height))
        let side = min(Self.iconSide, bounds.height / 3)
        let total = side + Self.gap + text.height
        // Where there is no room for both, the icon alone is shown.
        label.isHidden = total > bounds.height
        let top = ((bounds.height - (label.isHidden ? side : total)) / 2).rounded()
        icon.frame = CGRect(x: ((bounds.width - side) / 2).rounded(), y: top, width: side, height: side)
        label.frame = CGRect(
            x: ((bounds.width - min(width, text.width)) / 2).rounded(), y: top + side + Self.gap,
            width: min(width, text.width).rounded(.up), height: text.height)
    }
}
