import CoreGraphics
import UIKit

/// The frame, time and chapter of the time that the viewer chooses on the transport bar.
final class TVPreviewView: UIView {
    private let look: TVLook
    private let picture = UIImageView(image: nil)
    private let timeLabel = UILabel(frame: .zero)
    private let chapterLabel = UILabel(frame: .zero)

    init(look: TVLook) {
        self.look = look
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        picture.contentMode = .scaleAspectFit
        picture.backgroundColor = .black
        picture.layer.cornerRadius = look(10)
        picture.layer.masksToBounds = true
        picture.layer.borderWidth = look(2)
        picture.layer.borderColor = UIColor.white.cgColor
        timeLabel.font = look.digits(19, .bold)
        chapterLabel.font = look.font(17, .medium)
        for label in [timeLabel, chapterLabel] {
            label.textColor = .white
            label.shadowColor = PlayerLook.textShadow
            label.shadowOffset = PlayerLook.textShadowOffset
        }
        for view in [picture, timeLabel, chapterLabel] {
            view.isAccessibilityElement = false
            addSubview(view)
        }
    }

    required init?(coder: NSCoder) { nil }

    var image: CGImage? {
        didSet {
            guard image !== oldValue else { return }
            picture.image = image.map { UIImage(cgImage: $0) }
            setNeedsLayout()
        }
    }

    var time: String { timeLabel.text ?? "" }

    func show(time: String, chapter: String?) {
        timeLabel.text = time
        chapterLabel.text = chapter
        setNeedsLayout()
    }

    /// The size for the present picture, which keeps its aspect ratio.
    var wantedSize: CGSize {
        CGSize(width: look(TVLook.previewWidth), height: pictureHeight + look(34))
    }

    private var pictureHeight: CGFloat {
        guard let image, image.width > 0 else { return 0 }
        let aspect = CGFloat(image.height) / CGFloat(image.width)
        return (look(TVLook.previewWidth) * min(max(aspect, 0.3), 0.8)).rounded()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        picture.isHidden = image == nil
        picture.frame = CGRect(x: 0, y: 0, width: bounds.width, height: pictureHeight)
        let time = timeLabel.sizeThatFits(.zero)
        let chapter = chapterLabel.text == nil ? .zero : chapterLabel.sizeThatFits(.zero)
        let gap = chapter.width > 0 ? look(8) : 0
        let name = min(chapter.width.rounded(.up), max(0, bounds.width - time.width - gap))
        let left = ((bounds.width - time.width - gap - name) / 2).rounded()
        let y = bounds.height - look(26)
        timeLabel.frame = CGRect(x: left, y: y, width: time.width.rounded(.up), height: time.height)
        chapterLabel.frame = CGRect(
            x: left + time.width + gap, y: y + ((time.height - chapter.height) / 2).rounded(), width: name,
            height: chapter.height)
    }
}
