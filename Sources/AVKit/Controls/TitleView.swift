import CoreGraphics
import UIKit

/// The item's title above a second line. In a right-to-left language both are aligned at the right.
final class TitleView: UIView {
    private let titleLabel = UILabel(frame: .zero)
    private let subtitleLabel = UILabel(frame: .zero)

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        for label in [titleLabel, subtitleLabel] {
            label.shadowColor = PlayerLook.textShadow
            label.shadowOffset = PlayerLook.textShadowOffset
            addSubview(label)
        }
        updateLook()
    }

    required init?(coder: NSCoder) { nil }

    /// Applies the viewer's text size and contrast.
    func updateLook() {
        titleLabel.font = PlayerLook.titleFont
        titleLabel.textColor = .white
        subtitleLabel.font = PlayerLook.subtitleFont
        subtitleLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        setNeedsLayout()
    }

    func show(title: String?, subtitle: String?) {
        titleLabel.text = title
        subtitleLabel.text = subtitle
        setNeedsLayout()
    }

    var isEmpty: Bool { (titleLabel.text ?? "").isEmpty && (subtitleLabel.text ?? "").isEmpty }
    var wantedHeight: CGFloat { titleLabel.sizeThatFits(.zero).height + subtitleLabel.sizeThatFits(.zero).height }

    /// The area of the text in the superview.
    var textFrame: CGRect {
        layoutIfNeeded()
        let frames = [titleLabel, subtitleLabel].map(\.frame).filter { !$0.isEmpty }
        return frames.reduce(CGRect.null) { $0.union($1) }.offsetBy(dx: frame.minX, dy: frame.minY)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        var top: CGFloat = 0
        for label in [titleLabel, subtitleLabel] {
            let size = label.sizeThatFits(.zero)
            let width = min(bounds.width, size.width)
            label.frame = CGRect(
                x: StringTable.current.isRightToLeft ? bounds.width - width : 0, y: top, width: width,
                height: size.height)
            top += size.height
        }
    }
}
