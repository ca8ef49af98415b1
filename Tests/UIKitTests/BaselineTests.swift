import CoreGraphics
import Testing

@testable import UIKit

@MainActor
struct BaselineTests {
    private func label(_ size: CGFloat, in view: UIView) -> UILabel {
        let label = UILabel()
        label.text = "Hxg"
        label.font = .systemFont(ofSize: size)
        label.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(label)
        return label
    }

    /// The y coordinate of the baseline of a one-line label, calculated from the font.
    private func line(_ label: UILabel) -> CGFloat {
        let text = label.sizeThatFits(.zero).height
        return label.frame.minY + (label.frame.height - text) / 2 + label.font.ascender
    }

    @Test("labels of different sizes that are aligned by first baseline have the same baseline")
    func firstBaselines_meet() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        let (large, small) = (label(40, in: view), label(12, in: view))
        NSLayoutConstraint.activate([
            large.topAnchor.constraint(equalTo: view.topAnchor, constant: 20),
            large.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            small.leadingAnchor.constraint(equalTo: large.trailingAnchor),
            small.firstBaselineAnchor.constraint(equalTo: large.firstBaselineAnchor),
        ])
        view.layoutIfNeeded()
        #expect(abs(line(large) - line(small)) <= 1.5)
        #expect(small.frame.minY > large.frame.minY + 10)
    }

    @Test("the last baseline of two lines of text is below the first; a view without text uses its edges")
    func lastBaseline() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        let text = label(20, in: view)
        text.numberOfLines = 0
        text.text = "one\ntwo"
        let (first, last) = (text.firstBaseline, text.lastBaseline)
        #expect(last.offset - first.offset > 15)
        let plain = UIView()
        #expect(plain.baseline(isFirst: true).line == Baseline(heightFactor: 0, offset: 0))
        #expect(plain.baseline(isFirst: false).line == Baseline(heightFactor: 1, offset: 0))
    }

    @Test("a view can name a subview that provides its baseline")
    func forFirstBaselineLayout() {
        final class Card: UIView {
            let title = UILabel(frame: CGRect(x: 0, y: 50, width: 100, height: 30))
            override var forFirstBaselineLayout: UIView { title }
        }
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        let card = Card(frame: CGRect(x: 0, y: 10, width: 100, height: 100))
        card.title.text = "Hxg"
        card.addSubview(card.title)
        view.addSubview(card)
        let beside = label(17, in: view)
        beside.firstBaselineAnchor.constraint(equalTo: card.firstBaselineAnchor).isActive = true
        view.layoutIfNeeded()
        let title = card.title.firstBaseline.distanceFromTop(height: 30) + 60
        #expect(abs(line(beside) - title) <= 1.5)
    }

    @Test("a stack view aligned by baseline moves its smaller texts down")
    func stack() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        let (large, small) = (label(40, in: view), label(12, in: view))
        let row = UIStackView(arrangedSubviews: [large, small])
        row.alignment = .firstBaseline
        row.frame = CGRect(x: 0, y: 0, width: 200, height: 60)
        view.addSubview(row)
        row.layoutIfNeeded()
        #expect(abs(line(large) - line(small)) <= 1.5)
        #expect(small.frame.minY > 10)
    }
}
