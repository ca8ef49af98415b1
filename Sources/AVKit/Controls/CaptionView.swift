import CoreGraphics
import Foundation
import UIKit

/// Captions over the picture: white on boxes of 55 % black, 5 % of the picture's height, lifted above the controls while these show.
final class CaptionView: UIView {
    private static let heightPart: CGFloat = 0.05
    private static let smallest: CGFloat = 13
    private static let largest: CGFloat = 64

    private var lines: [String] = []
    private var boxes: [(ground: UIView, label: UILabel)] = []

    /// Where the picture lies in this view, and how high the controls are.
    var pictureRect = CGRect.zero { didSet { if pictureRect != oldValue { setNeedsLayout() } } }
    var controlsHeight: CGFloat = 0 { didSet { if controlsHeight != oldValue { setNeedsLayout() } } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isHidden = true
    }

    required init?(coder: NSCoder) { nil }

    /// One string for each caption; each of their lines gets a box of its own. Nothing hides the view, so that it costs nothing.
    func show(_ texts: [String]) {
        let all = texts.flatMap { $0.components(separatedBy: .newlines) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        guard all != lines else { return }
        lines = all
        isHidden = all.isEmpty
        for box in boxes { box.ground.removeFromSuperview() }
        boxes = all.map { line in
            let ground = UIView(frame: .zero)
            ground.backgroundColor = UIColor(white: 0, alpha: 0.55)
            ground.layer.cornerRadius = 4
            let label = UILabel(frame: .zero)
            label.text = line
            label.textColor = .white
            label.textAlignment = .center
            label.numberOfLines = 0
            ground.addSubview(label)
            addSubview(ground)
            return (ground, label)
        }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard !boxes.isEmpty else { return }
        let area = pictureRect.isEmpty ? bounds : pictureRect.intersection(bounds)
        let size = max(Self.smallest, min(Self.largest, area.height * Self.heightPart))
        let limit = max(40, area.width * 0.86)
        var bottom = min(area.maxY - area.height * Self.heightPart, bounds.height - max(controlsHeight, 12))
        for (ground, label) in boxes.reversed() {
            label.font = .systemFont(ofSize: size, weight: .medium)
            let text = label.sizeThatFits(CGSize(width: limit, height: 0))
            let (padX, padY) = ((size * 0.35).rounded(), (size * 0.12).rounded())
            let box = CGSize(width: min(text.width, limit) + 2 * padX, height: text.height + 2 * padY)
            ground.frame = CGRect(
                x: (area.midX - box.width / 2).rounded(), y: (bottom - box.height).rounded(), width: box.width,
                height: box.height)
            label.frame = CGRect(x: padX, y: padY, width: box.width - 2 * padX, height: text.height)
            bottom -= box.height + 2
        }
    }
}
