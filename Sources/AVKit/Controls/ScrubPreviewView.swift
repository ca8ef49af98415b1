import CoreGraphics
import Foundation
import UIKit

/// The preview for the pointer's position on the scrubber: a thumbnail if available, the time, and the chapter's name.
///
/// The thumbnail shows the whole frame at its aspect ratio. A dark outline and a dark ground keep its white edge and the texts legible over
/// white video.
final class ScrubPreviewView: UIView {
    private let picture = UIImageView(image: nil)
    private let edge = UIView(frame: .zero)
    private let ground = UIView(frame: .zero)
    private let timeLabel = UILabel(frame: .zero)
    private let chapterLabel = UILabel(frame: .zero)

    private static let gap: CGFloat = 6
    private static var textHeight: CGFloat { (22 * max(1, PlayerLook.textFactor)).rounded() }
    private static let padding: CGFloat = 8
    /// The largest size of the preview.
    var limit = CGSize(width: 1280, height: 720)

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        // The frame has the image's aspect ratio: nothing is cropped.
        picture.contentMode = .scaleToFill
        picture.layer.cornerRadius = 10
        picture.layer.masksToBounds = true
        picture.layer.borderWidth = 2
        picture.layer.borderColor = UIColor.white.cgColor
        picture.backgroundColor = .black
        edge.backgroundColor = PlayerLook.darkEdge
        edge.layer.cornerRadius = 11.5
        timeLabel.textColor = .white
        for view in [edge, picture, ground, timeLabel, chapterLabel] {
            view.isAccessibilityElement = false
            addSubview(view)
        }
    }

    required init?(coder: NSCoder) { nil }

    func show(time: String, chapter: String?) {
        timeLabel.font = PlayerLook.timeFont
        chapterLabel.font = PlayerLook.chapterFont
        chapterLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        ground.backgroundColor = PlayerLook.menuGlass
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

    /// The size that the content needs.
    var wantedSize: CGSize {
        let text = textWidth + 2 * Self.padding
        guard let size = pictureSize else { return CGSize(width: text, height: Self.textHeight) }
        return CGSize(width: max(size.width, text), height: size.height + Self.gap + Self.textHeight)
    }

    /// The size of the thumbnail: its aspect ratio, fitted into the largest thumbnail and the room above the scrubber. nil without a
    /// thumbnail, and where there is no room for one.
    private var pictureSize: CGSize? {
        guard let image, image.width > 0, image.height > 0 else { return nil }
        let room = CGSize(
            width: min(PlayerLook.thumbnailWidth, limit.width),
            height: min(PlayerLook.thumbnailHeight, limit.height - Self.gap - Self.textHeight))
        guard room.width >= 40, room.height >= 30 else { return nil }
        let scale = min(room.width / CGFloat(image.width), room.height / CGFloat(image.height))
        return CGSize(
            width: max(1, (CGFloat(image.width) * scale).rounded()),
            height: max(1, (CGFloat(image.height) * scale).rounded()))
    }

    private var textWidth: CGFloat {
        let chapter = chapterLabel.sizeThatFits(.zero).width
        let width = timeLabel.sizeThatFits(.zero).width + (chapter > 0 ? chapter + 5 : 0)
        return max(0, min(320, limit.width - 2 * Self.padding, width))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        picture.isHidden = true
        if let size = pictureSize {
            picture.isHidden = false
            picture.frame = CGRect(
                x: ((bounds.width - size.width) / 2).rounded(), y: 0, width: size.width, height: size.height)
            edge.frame = picture.frame.insetBy(dx: -1.5, dy: -1.5)
        }
        edge.isHidden = picture.isHidden
        let time = timeLabel.sizeThatFits(.zero)
        let width = textWidth
        let left = ((bounds.width - width) / 2).rounded()
        let top = bounds.height - Self.textHeight
        ground.frame = CGRect(
            x: left - Self.padding, y: top, width: width + 2 * Self.padding, height: Self.textHeight)
        ground.layer.cornerRadius = Self.textHeight / 2
        let timeWidth = min(time.width, width)
        timeLabel.frame = CGRect(
            x: left, y: top + ((Self.textHeight - time.height) / 2).rounded(), width: timeWidth, height: time.height)
        let chapter = chapterLabel.sizeThatFits(.zero)
        chapterLabel.frame = CGRect(
            x: left + timeWidth + 5, y: top + ((Self.textHeight - chapter.height) / 2).rounded(),
            width: max(0, width - timeWidth - 5), height: chapter.height)
    }
}
