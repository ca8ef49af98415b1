import CoreGraphics
import Foundation
import UIKit

/// A short text on a translucent background that confirms a key press, such as the new volume, and fades out after a delay.
final class HintView: UIView {
    static let seconds = 0.9

    private let icon = UIImageView(image: nil)
    private let label = UILabel(frame: .zero)
    private let timer = MainTimer()

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isHidden = true
        backgroundColor = PlayerLook.darkGlass
        layer.cornerRadius = 20
        icon.tintColor = .white
        icon.contentMode = .scaleAspectFit
        label.textColor = .white
        label.numberOfLines = 3
        addSubview(icon)
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ text: String, symbol: String, seconds: Double) {
        icon.image = UIImage(systemName: symbol)
        label.text = text
        label.font = PlayerLook.hintFont
        backgroundColor = PlayerLook.darkGlass
        isHidden = false
        alpha = 1
        setNeedsLayout()
        timer.fire(after: .seconds(seconds)) { [weak self] in
            UIView.animate(withDuration: 0.25) {
                self?.alpha = 0
            } completion: { _ in
                if self?.alpha == 0 { self?.isHidden = true }
            }
        }
    }

    /// Places the hint at the middle of the upper edge, below the title.
    func place(in area: CGRect) {
        // A sentence, as about a file that was skipped, takes several lines.
        let text = label.sizeThatFits(CGSize(width: max(0, min(560, area.width - 92)), height: 0))
        let total = 16 + 20 + (text.width > 0 ? 8 + text.width + 1 : 0) + 16
        let height = max(PlayerLook.hintHeight, text.height + 20)
        let isLow = area.height < 260
        frame = CGRect(
            x: (area.midX - total / 2).rounded(),
            y: isLow ? max(8, (area.midY - height / 2).rounded()) : area.minY + max(66, (area.height * 0.09).rounded()),
            width: total, height: height)
        layer.cornerRadius = min(height, PlayerLook.hintHeight) / 2
    }

    /// In a right-to-left language the symbol is at the right of the text.
    override func layoutSubviews() {
        super.layoutSubviews()
        icon.frame = CGRect(x: 16, y: ((bounds.height - 20) / 2).rounded(), width: 20, height: 20)
        let width = max(0, bounds.width - 60)
        let height = label.sizeThatFits(CGSize(width: width, height: 0)).height
        label.frame = CGRect(x: 44, y: ((bounds.height - height) / 2).rounded(), width: width, height: height)
        guard StringTable.current.isRightToLeft else { return }
        for view in [icon, label] { view.frame.origin.x = bounds.width - view.frame.maxX }
    }
}
