import CoreGraphics
import Foundation
import UIKit

/// The preview for the pointer's position on the scrubber: a thumbnail if available, the time, and the chapter's name.
final class ScrubPreviewView: UIView {
    private let picture = UIImageView(image: nil)
    private let timeLabel = UILabel(frame: .zero)
    private let chapterLabel = UILabel(frame: .zero)

    private static let gap: CGFloat = 6
    private static let textHeight: CGFloat = 20

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        picture.contentMode = .scaleAspectFill
        picture.layer.cornerRadius = 10
        picture.layer.masksToBounds = true
        picture.layer.borderWidth = 2
        picture.layer.borderColor = UIColor.white.cgColor
        picture.backgroundColor = .black
        timeLabel.font = .monospacedDigitSystemFont(ofSize: 13, weight: .bold)
        timeLabel.textColor = .white
        chapterLabel.font = PlayerLook.chapterFont
        chapterLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        for label in [timeLabel, chapterLabel] {
            label.shadowColor = PlayerLook.textShadow
            label.shadowOffset = PlayerLook.textShadowOffset
        }
        for view in [picture, timeLabel, chapterLabel] {
            view.isAccessibilityElement = false
            addSubview(view)
        }
    }

    required init?(coder: NSCoder) { nil }

    func show(time: String, chapter: String?) {
        timeLabel.text = time
        chapterLabel.text = chapter
        setNeedsLayout()
    }

    var image: CGImage? {
        didSet {
            guard image !== oldValue else { return }
            picture.image = image.map { UIImage(cgImage: $0) }
            setNeedsLayout()
        }
    }

    /// The size that the content needs; a thumbnail keeps its aspect ratio.
    var wantedSize: CGSize {
        let text = textWidth
        guard let image, image.width > 0 else { return CGSize(width: text, height: Self.textHeight) }
        let height = pictureHeight(of: image)
        return CGSize(
            width: max(PlayerLook.thumbnailWidth, text), height: height + Self.gap + Self.textHeight)
    }

    private func pictureHeight(of image: CGImage) -> CGFloat {
        let aspect = CGFloat(image.height) / CGFloat(image.width)
        return (PlayerLook.thumbnailWidth * min(max(aspect, 0.3), 1.2)).rounded()
    }

    private var textWidth: CGFloat {
        let chapter = chapterLabel.sizeThatFits(.zero).width
        return min(320, timeLabel.sizeThatFits(.zero).width + (chapter > 0 ? chapter + 5 : 0))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        if let image {
            let height = pictureHeight(of: image)
            picture.isHidden = false
            picture.frame = CGRect(
                x: ((bounds.width - PlayerLook.thumbnailWidth) / 2).rounded(), y: 0, width: PlayerLook.thumbnailWidth,
                height: height)
        } else {
            picture.isHidden = true
        }
        let time = timeLabel.sizeThatFits(.zero)
        let width = textWidth
        let left = ((bounds.width - width) / 2).rounded()
        let top = bounds.height - Self.textHeight
        timeLabel.frame = CGRect(
            x: left, y: top + ((Self.textHeight - time.height) / 2).rounded(), width: time.width, height: time.height)
        let chapter = chapterLabel.sizeThatFits(.zero)
        chapterLabel.frame = CGRect(
            x: left + time.width + 5, y: top + ((Self.textHeight - chapter.height) / 2).rounded(),
            width: max(0, width - time.width - 5), height: chapter.height)
    }
}
