import CoreGraphics
import UIKit

/// The rotating ring of a long wait, on a dark disc: a white ring alone is invisible over a white frame of video.
final class WaitingView: UIView {
    static let side: CGFloat = 64

    private let ring = UIActivityIndicatorView(style: .large)

    override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: Self.side, height: Self.side)))
        backgroundColor = PlayerLook.darkGlass
        layer.cornerRadius = Self.side / 2
        isUserInteractionEnabled = false
        isHidden = true
        ring.color = .white
        let size = ring.intrinsicContentSize
        ring.frame = CGRect(
            x: (Self.side - size.width) / 2, y: (Self.side - size.height) / 2, width: size.width, height: size.height)
        addSubview(ring)
    }

    required init?(coder: NSCoder) { nil }

    var isAnimating: Bool { !isHidden && ring.isAnimating }

    func show(_ isOn: Bool) {
        isHidden = !isOn
        if isOn { ring.startAnimating() } else { ring.stopAnimating() }
    }
}
