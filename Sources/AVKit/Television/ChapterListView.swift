import CoreGraphics
import Foundation
import UIKit

/// A row of chapters with pictures, in which the present chapter is marked. Scrolls sideways.
///
/// The owner supplies the pictures: `picture` is called once for each chapter when its card first appears, and may call back at any time.
final class ChapterListView: UIView {
    struct Entry: Equatable {
        var title: String
        /// The start as text, such as `1:48`.
        var time: String
        var spokenTime: String
        var isPresent = false
    }

    /// Called with the index of the chosen chapter.
    var onSelect: @MainActor (Int) -> Void = { _ in }
    /// Requests the picture of a chapter.
    var picture: @MainActor (_ index: Int, _ completion: @escaping @MainActor (CGImage?) -> Void) -> Void = { _, _ in }

    private let look: TVLook
    private let scroll = UIScrollView(frame: .zero)
    private(set) var cards: [ChapterCard] = []
    private var entries: [Entry] = []
    private var isPlaced = false

    init(look: TVLook) {
        self.look = look
        super.init(frame: .zero)
        // The outline of a focused card lies outside of the row.
        scroll.clipsToBounds = false
        scroll.showsHorizontalScrollIndicator = false
        addSubview(scroll)
    }

    required init?(coder: NSCoder) { nil }

    static func height(_ look: TVLook) -> CGFloat { look(TVLook.panelHeight) }

    /// Replaces texts and the mark; the cards stay where the number of chapters is the same.
    func show(_ entries: [Entry]) {
        guard entries != self.entries else { return }
        if entries.count != self.entries.count {
            for card in cards { card.removeFromSuperview() }
            cards = entries.indices.map { index in
                let card = ChapterCard(look: look)
                card.addAction(
                    UIAction { [weak self] _ in self?.onSelect(index) }, for: .primaryActionTriggered)
                scroll.addSubview(card)
                return card
            }
            isPlaced = false
        }
        self.entries = entries
        for (card, entry) in zip(cards, entries) { card.show(entry) }
        setNeedsLayout()
    }

    /// The present chapter, so that the focus enters the row there.
    override var preferredFocusEnvironments: [any UIFocusEnvironment] {
        let present = zip(cards, entries).filter { $1.isPresent }.map(\.0)
        return present + cards.prefix(1)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        scroll.frame = bounds
        let pitch = look(TVLook.cardPitch)
        let size = CGSize(width: look(TVLook.cardSize.width), height: bounds.height)
        let length = max(bounds.width, CGFloat(cards.count) * pitch - (pitch - size.width))
        scroll.contentSize = CGSize(width: length, height: bounds.height)
        let isRight = isLaidOutFromRight
        for (index, card) in cards.enumerated() {
            let x = CGFloat(index) * pitch
            card.place(CGRect(origin: CGPoint(x: isRight ? length - x - size.width : x, y: 0), size: size))
        }
        guard !isPlaced, bounds.width > 0, !cards.isEmpty else { return }
        isPlaced = true
        let present = cards[entries.firstIndex(where: \.isPresent) ?? 0].frame
        let offset = isRight ? present.maxX - bounds.width : present.minX
        scroll.contentOffset = CGPoint(x: max(0, min(offset, length - bounds.width)), y: 0)
        for index in cards.indices { request(index) }
    }

    private func request(_ index: Int) {
        picture(index) { [weak self] image in
            guard let self, cards.indices.contains(index), let image else { return }
            cards[index].image = image
        }
    }
}

/// The picture, title and start of a chapter.
final class ChapterCard: FocusControl {
    private let frameView = UIView(frame: .zero)
    /// The white outline of the focused card, behind its picture.
    private let outline = UIView(frame: .zero)
    private let pictureView = UIImageView(image: nil)
    private let symbol = UIImageView(image: UIImage(systemName: "film"))
    private let titleLabel = UILabel(frame: .zero)
    private let timeLabel = UILabel(frame: .zero)

    override init(look: TVLook) {
        super.init(look: look)
        frameView.backgroundColor = UIColor(white: 0.14, alpha: 1)
        frameView.layer.cornerRadius = look(12)
        outline.backgroundColor = .white
        outline.layer.cornerRadius = look(16)
        outline.isUserInteractionEnabled = false
        addSubview(outline)
        outline.layer.shadowColor = UIColor.black.cgColor
        outline.layer.shadowRadius = look(16)
        outline.layer.shadowOffset = CGSize(width: 0, height: look(10))
        pictureView.contentMode = .scaleAspectFit
        pictureView.layer.masksToBounds = true
        pictureView.layer.cornerRadius = look(12)
        symbol.tintColor = PlayerLook.white(0.35)
        symbol.contentMode = .scaleAspectFit
        titleLabel.font = look.font(17, .semibold)
        titleLabel.textColor = .white
        timeLabel.font = look.digits(15, .medium)
        timeLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        for label in [titleLabel, timeLabel] {
            label.shadowColor = PlayerLook.textShadow
            label.shadowOffset = PlayerLook.textShadowOffset
        }
        for view in [frameView, titleLabel, timeLabel] {
            view.isUserInteractionEnabled = false
            view.isAccessibilityElement = false
            addSubview(view)
        }
        frameView.addSubview(symbol)
        frameView.addSubview(pictureView)
        showFocus(false)
    }

    required init?(coder: NSCoder) { nil }

    var image: CGImage? {
        didSet {
            pictureView.image = image.map { UIImage(cgImage: $0) }
            symbol.isHidden = image != nil
            frameView.backgroundColor = image == nil ? UIColor(white: 0.14, alpha: 1) : .black
        }
    }

    var isPresent: Bool { accessibilityTraits.contains(.selected) }
    var text: String { [titleLabel.text, timeLabel.text].compactMap { $0 }.joined(separator: " / ") }

    func show(_ entry: ChapterListView.Entry) {
        titleLabel.text = entry.title
        timeLabel.text =
            entry.isPresent ? "\(entry.time) \u{00B7} \(StringTable.current[.presentChapter])" : entry.time
        timeLabel.textColor = entry.isPresent ? .white : PlayerLook.white(PlayerLook.secondary)
        accessibilityLabel = entry.title
        accessibilityValue = entry.spokenTime
        accessibilityTraits = entry.isPresent ? [.button, .selected] : .button
        setNeedsLayout()
    }

    override func showFocus(_ isFocused: Bool) {
        let scale = isFocused && !UIAccessibility.isReduceMotionEnabled ? 1.09 : 1
        frameView.transform = CGAffineTransform(scaleX: scale, y: scale)
        outline.transform = frameView.transform
        outline.alpha = isFocused ? 1 : 0
        outline.layer.shadowOpacity = isFocused ? 0.55 : 0
        let down = scale > 1 ? look(14) : 0
        for label in [titleLabel, timeLabel] { label.transform = CGAffineTransform(translationX: 0, y: down) }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = CGSize(width: look(TVLook.cardSize.width), height: look(TVLook.cardSize.height))
        frameView.place(CGRect(origin: .zero, size: size))
        outline.place(CGRect(origin: .zero, size: size).insetBy(dx: -look(4), dy: -look(4)))
        pictureView.frame = CGRect(origin: .zero, size: size)
        let side = look(44)
        symbol.frame = CGRect(x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
        let isRight = isLaidOutFromRight
        var y = size.height + look(9)
        for label in [titleLabel, timeLabel] {
            let text = label.sizeThatFits(.zero)
            let width = min(text.width.rounded(.up), size.width)
            label.place(CGRect(x: isRight ? size.width - width : 0, y: y, width: width, height: text.height))
            y += text.height.rounded() + look(1)
        }
    }
}
