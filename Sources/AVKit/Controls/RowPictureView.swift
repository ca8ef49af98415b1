import CoreGraphics
import UIKit

/// The picture of a row of a menu, with a white outline where the row is the present one. A symbol takes its place until it is known.
final class RowPictureView: UIView {
    private let symbol = UIImageView(image: UIImage(systemName: "film"))
    private let pictureView = UIImageView(image: nil)
    /// What the picture shows, in seconds of the item.
    private(set) var place = Double.nan
    /// Whether the picture of `place` has not been requested yet.
    var needsRequest = true

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        backgroundColor = UIColor(white: 0.14, alpha: 1)
        layer.cornerRadius = 6
        layer.masksToBounds = true
        symbol.tintColor = PlayerLook.white(0.35)
        symbol.contentMode = .scaleAspectFit
        pictureView.contentMode = .scaleAspectFit
        for view in [symbol, pictureView] {
            view.isAccessibilityElement = false
            addSubview(view)
        }
    }

    required init?(coder: NSCoder) { nil }

    var image: CGImage? {
        didSet {
            pictureView.image = image.map { UIImage(cgImage: $0) }
            symbol.isHidden = image != nil
            backgroundColor = image == nil ? UIColor(white: 0.14, alpha: 1) : .black
        }
    }

    func show(place: Double, isPresent: Bool) {
        layer.borderWidth = isPresent ? 2 : 0
        layer.borderColor = UIColor.white.cgColor
        guard place != self.place else { return }
        self.place = place
        needsRequest = true
        image = nil
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        pictureView.frame = bounds
        let side = min(24, bounds.height * 0.5)
        symbol.frame = CGRect(
            x: (bounds.width - side) / 2, y: (bounds.height - side) / 2, width: side, height: side)
    }
}
