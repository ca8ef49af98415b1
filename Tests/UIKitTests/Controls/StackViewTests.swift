import CoreGraphics
import MediaTesting
import Testing

@testable import UIKit

/// The arrangement of stack views, also checked on stacks made at random from seeds.
@MainActor
struct StackViewTests {
    /// A view with an intrinsic size.
    private final class Box: UIView {
        var size: CGSize { didSet { invalidateIntrinsicContentSize() } }
        init(_ width: CGFloat, _ height: CGFloat) {
            size = CGSize(width: width, height: height)
            super.init(frame: .zero)
        }
        required init?(coder: NSCoder) { nil }
        override var intrinsicContentSize: CGSize { size }
    }

    private func row(_ widths: CGFloat..., room: CGFloat, distribution: UIStackView.Distribution) -> UIStackView {
        let stack = UIStackView(arrangedSubviews: widths.map { Box($0, 20) })
        stack.distribution = distribution
        stack.frame = CGRect(x: 0, y: 0, width: room, height: 40)
        stack.layoutIfNeeded()
        return stack
    }

    private func spans(_ stack: UIStackView) -> [ClosedRange<CGFloat>] {
        stack.arrangedSubviews.map { $0.frame.minX...$0.frame.maxX }
    }

    @Test(
        "fill gives the spare room to the view that hugs least, and takes missing room from the one that resists least")
    func fill_usesPriorities() {
        let stack = row(40, 40, 40, room: 180, distribution: .fill)
        #expect(spans(stack) == [0...40, 40...80, 80...180])
        stack.arrangedSubviews[0].setContentHuggingPriority(.defaultLow, for: .horizontal)
        stack.arrangedSubviews[2].setContentHuggingPriority(.required, for: .horizontal)
        stack.arrangedSubviews[1].setContentHuggingPriority(.required, for: .horizontal)
        stack.setNeedsLayout()
        stack.layoutIfNeeded()
        #expect(spans(stack) == [0...100, 100...140, 140...180])
        stack.arrangedSubviews[1].setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
        stack.frame.size.width = 90
        stack.layoutIfNeeded()
        #expect(spans(stack) == [0...40, 40...50, 50...90])
    }

    @Test("equal spacing spreads the spare room over the gaps, and shrinks the views where there is none")
    func equalSpacing_spreadsViews() {
        let stack = row(20, 60, 20, room: 200, distribution: .equalSpacing)
        #expect(spans(stack) == [0...20, 70...130, 180...200])
        stack.frame.size.width = 70
        stack.layoutIfNeeded()
        #expect(spans(stack).last?.upperBound == 70)
    }

    @Test("equal centering gives the centers of the views equal distances, and keeps the spacing between views")
    func equalCentering_spreadsCenters() {
        let stack = row(100, 20, 40, room: 400, distribution: .equalCentering)
        let centers = stack.arrangedSubviews.map(\.center.x)
        #expect(centers == [50, 215, 380])
        stack.spacing = 10
        stack.frame.size.width = 180
        stack.layoutIfNeeded()
        #expect(spans(stack) == [0...100, 110...130, 140...180])
    }

    @Test("a view that is hidden leaves the arrangement, and returns when it is visible again")
    func hiddenView_leavesArrangement() {
        let stack = row(40, 50, 60, room: 150, distribution: .equalSpacing)
        let window = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        window.addSubview(stack)
        window.layoutIfNeeded()
        stack.arrangedSubviews[1].isHidden = true
        #expect(stack.intrinsicContentSize == CGSize(width: 100, height: 20))
        window.layoutIfNeeded()
        #expect(spans(stack)[2] == 90...150)
        stack.distribution = .fillEqually
        window.layoutIfNeeded()
        #expect(spans(stack)[0] == 0...75 && spans(stack)[2] == 75...150)
        stack.arrangedSubviews[1].isHidden = false
        window.layoutIfNeeded()
        #expect(spans(stack) == [0...50, 50...100, 100...150])
    }

    @Test("a stack that is placed by constraints follows the size of its views and their visibility")
    func constrainedStack_followsContent() throws {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        let (first, second) = (Box(40, 20), Box(60, 30))
        let stack = UIStackView(arrangedSubviews: [first, second])
        stack.spacing = 10
        stack.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            stack.topAnchor.constraint(equalTo: root.topAnchor),
        ])
        root.layoutIfNeeded()
        #expect(stack.frame == CGRect(x: 0, y: 0, width: 110, height: 30))
        first.size.width = 70
        root.layoutIfNeeded()
        #expect(stack.frame.width == 140 && second.frame.minX == 80)
        second.isHidden = true
        root.layoutIfNeeded()
        #expect(stack.frame == CGRect(x: 0, y: 0, width: 70, height: 20))
    }

    @Test("spacing after a view replaces the stack's, and a removed view leaves no spacing behind")
    func customSpacing_appliesAfterView() {
        let stack = row(40, 40, 40, room: 400, distribution: .equalCentering)
        stack.spacing = 5
        stack.setCustomSpacing(30, after: stack.arrangedSubviews[0])
        #expect(stack.intrinsicContentSize.width == 155)
        let first = stack.arrangedSubviews[0]
        #expect(stack.customSpacing(after: first) == 30)
        first.removeFromSuperview()
        #expect(stack.arrangedSubviews.count == 2 && stack.intrinsicContentSize.width == 85)
        stack.insertArrangedSubview(first, at: 9)
        #expect(stack.arrangedSubviews.last === first)
        #expect(stack.customSpacing(after: first) == UIStackView.spacingUseDefault)
        #expect(stack.intrinsicContentSize.width == 130)
        stack.spacing = UIStackView.spacingUseSystem
        #expect(stack.intrinsicContentSize.width == 136)
    }

    @Test("views of any size, count and spacing lie in order, without overlap and inside a stack that has the room")
    func randomStacks_keepOrder() {
        let distributions: [UIStackView.Distribution] = [
            .fill, .fillEqually, .fillProportionally, .equalSpacing, .equalCentering,
        ]
        let alignments: [UIStackView.Alignment] = [.fill, .leading, .center, .trailing]
        for seed in UInt64(1)...200 {
            var random = SeededGenerator(seed: seed)
            let isRow = Bool.random(using: &random)
            let boxes = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                Box(
                    CGFloat(Int.random(in: 0...90, using: &random)), CGFloat(Int.random(in: 0...90, using: &random)))
            }
            let stack = UIStackView(arrangedSubviews: boxes)
            stack.axis = isRow ? .horizontal : .vertical
            stack.distribution = distributions.randomElement(using: &random)!
            stack.alignment = alignments.randomElement(using: &random)!
            stack.spacing = CGFloat(Int.random(in: 0...20, using: &random))
            for box in boxes where Int.random(in: 0..<4, using: &random) == 0 { box.isHidden = true }
            let needed = stack.intrinsicContentSize
            let extra = CGFloat(Int.random(in: 0...200, using: &random))
            stack.frame = CGRect(x: 0, y: 0, width: needed.width + extra, height: needed.height + extra)
            stack.layoutIfNeeded()
            let shown = boxes.filter { !$0.isHidden }
            let place = "seed \(seed), \(stack.distribution), \(shown.map(\.frame)) in \(stack.bounds)"
            #expect(shown.allSatisfy { stack.bounds.insetBy(dx: -0.01, dy: -0.01).contains($0.frame) }, "\(place)")
            for (one, next) in zip(shown, shown.dropFirst()) {
                let gap = isRow ? next.frame.minX - one.frame.maxX : next.frame.minY - one.frame.maxY
                #expect(gap > stack.spacing - 0.01, "\(place)")
            }
            guard let last = shown.last, shown.count > 1 else { continue }
            let end = isRow ? last.frame.maxX : last.frame.maxY
            #expect(abs(end - (isRow ? stack.bounds.width : stack.bounds.height)) < 0.01, "\(place)")
        }
    }
}
