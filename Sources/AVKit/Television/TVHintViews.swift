import CoreGraphics
import UIKit

/// The hint at the lower edge that a swipe up, or the Up key, shows the client's overlay (R115).
final class OverlayHintView: UIView {
    private let icon = UIImageView(image: UIImage(systemName: "chevron.up"))
    private let label = UILabel(frame: .zero)

    init(_ text: String) {
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        backgroundColor = PlayerLook.menuGlass
        icon.tintColor = .white
        icon.contentMode = .scaleAspectFit
        label.text = text
        label.textColor = .white
        addSubview(icon)
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    var text: String { label.text ?? "" }

    func place(in area: CGRect) {
        let look = TVLook(size: area.size)
        label.font = look.font(18, .semibold)
        let size = label.sizeThatFits(.zero)
        let height = look(44)
        let side = look(18)
        let total = look(20) + side + look(10) + size.width.rounded(.up) + look(22)
        frame = CGRect(
            x: (area.midX - total / 2).rounded(), y: area.maxY - look(TVLook.bottomMargin) - height, width: total,
            height: height)
        layer.cornerRadius = height / 2
        let isRight = isLaidOutFromRight
        icon.frame = CGRect(
            x: isRight ? total - look(20) - side : look(20), y: (height - side) / 2, width: side, height: side)
        label.frame = CGRect(
            x: isRight ? look(22) : look(20) + side + look(10), y: ((height - size.height) / 2).rounded(),
            width: size.width.rounded(.up), height: size.height)
    }
}

/// The hints at both sides that a horizontal swipe changes the channel, shown while a finger rests (R122).
final class ChannelHintView: UIView {
    private let sides = ["chevron.left", "chevron.right"].map { UIImageView(image: UIImage(systemName: $0)) }
    private let discs = [UIView(frame: .zero), UIView(frame: .zero)]

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        let names = [StringTable.current[.previousChannel], StringTable.current[.nextChannel]]
        for (index, disc) in discs.enumerated() {
            disc.backgroundColor = PlayerLook.menuGlass
            disc.accessibilityLabel = names[index]
            sides[index].tintColor = .white
            sides[index].contentMode = .scaleAspectFit
            disc.addSubview(sides[index])
            addSubview(disc)
        }
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let look = TVLook(size: bounds.size)
        let size = look(64)
        let side = look(28)
        for (index, disc) in discs.enumerated() {
            let x = index == 0 ? look(28) : bounds.width - look(28) - size
            disc.frame = CGRect(x: x, y: ((bounds.height - size) / 2).rounded(), width: size, height: size)
            disc.layer.cornerRadius = size / 2
            sides[index].frame = CGRect(x: (size - side) / 2, y: (size - side) / 2, width: side, height: side)
        }
    }
}
