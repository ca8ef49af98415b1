import MediaTesting
import Testing

@testable import UIKit

/// Properties of Auto Layout, checked on view trees made at random from seeds.
@MainActor
struct LayoutPropertyTests {
    private static let seeds = UInt64(1)...60

    @Test("R91: constraints with one solution place every view there, whatever their order")
    func determinedTree_hasItsSolution() {
        for seed in Self.seeds {
            for order in UInt64(1)...3 {
                let tree = ConstrainedTree(seed: seed, order: order)
                tree.root.layoutIfNeeded()
                #expect(tree.frames == tree.targets, "seed \(seed), order \(order)")
            }
        }
    }

    @Test("optional constraints that contradict required ones move nothing, added and removed again")
    func optionalConstraints_yieldToRequiredOnes() {
        for seed in Self.seeds {
            let tree = ConstrainedTree(seed: seed)
            var random = SeededGenerator(seed: seed)
            tree.root.layoutIfNeeded()
            let wishes = tree.views.flatMap { view in
                [view.widthAnchor, view.heightAnchor].map { anchor in
                    let wish = anchor.constraint(equalToConstant: CGFloat(Int.random(in: 0...900, using: &random)))
                    wish.priority = UILayoutPriority(rawValue: Float(Int.random(in: 1...999, using: &random)))
                    return wish
                }
            }
            NSLayoutConstraint.activate(wishes)
            tree.root.layoutIfNeeded()
            #expect(tree.frames == tree.targets, "seed \(seed)")
            NSLayoutConstraint.deactivate(wishes)
            tree.root.layoutIfNeeded()
            #expect(tree.frames == tree.targets, "seed \(seed)")
        }
    }

    @Test("a changed constant gives a layout that satisfies all constraints, and the former constant the former layout")
    func changedConstant_isReversible() {
        for seed in Self.seeds {
            let tree = ConstrainedTree(seed: seed)
            var random = SeededGenerator(seed: seed)
            tree.root.layoutIfNeeded()
            let changed = tree.determining.shuffled(using: &random).prefix(2)
            for constraint in changed { constraint.constant += 6 }
            tree.root.layoutIfNeeded()
            #expect(tree.determining.allSatisfy(tree.isSatisfied), "seed \(seed)")
            for constraint in changed { constraint.constant -= 6 }
            tree.root.layoutIfNeeded()
            #expect(tree.frames == tree.targets, "seed \(seed)")
        }
    }

    @Test("constraints that are removed and added again, and views that leave and return, give the former layout")
    func removedConstraints_returnToFormerLayout() {
        for seed in Self.seeds {
            let tree = ConstrainedTree(seed: seed)
            var random = SeededGenerator(seed: seed)
            tree.root.layoutIfNeeded()
            let some = tree.determining.filter { _ in Bool.random(using: &random) }
            NSLayoutConstraint.deactivate(some)
            tree.root.layoutIfNeeded()
            let rest = tree.determining.filter(\.isActive)
            #expect(rest.allSatisfy(tree.isSatisfied), "seed \(seed)")
            NSLayoutConstraint.activate(some.shuffled(using: &random))
            tree.root.layoutIfNeeded()
            #expect(tree.frames == tree.targets, "seed \(seed)")
            // A view that leaves takes its constraints with it.
            guard let view = tree.views.randomElement(using: &random), let superview = view.superview else { continue }
            view.removeFromSuperview()
            tree.root.layoutIfNeeded()
            #expect(tree.determining.filter(\.isActive).allSatisfy(tree.isSatisfied), "seed \(seed)")
            superview.addSubview(view)
            for constraint in tree.determining { constraint.isActive = true }
            tree.root.layoutIfNeeded()
            #expect(tree.frames == tree.targets, "seed \(seed)")
        }
    }

    @Test("a contradicting required constraint is ignored: every other constraint of its view tree still holds")
    func contradiction_breaksOneConstraint() {
        for seed in Self.seeds {
            let tree = ConstrainedTree(seed: seed)
            guard let view = tree.views.last else { continue }
            tree.root.layoutIfNeeded()
            // Held by the view that is visited last, so that the engine adds it after all others.
            let contradiction = view.widthAnchor.constraint(equalToConstant: view.frame.width + 25)
            contradiction.isActive = true
            tree.root.layoutIfNeeded()
            let broken = (tree.determining + [contradiction]).filter { !tree.isSatisfied($0) }
            #expect(broken.count == 1, "seed \(seed): \(broken.map(\.formula))")
            contradiction.isActive = false
            tree.root.layoutIfNeeded()
            #expect(tree.frames == tree.targets, "seed \(seed)")
        }
    }

    @Test("the fitting size of a stack of views is the sum of their lengths and gaps, and measuring moves nothing")
    func fittingSize_isSumOfParts() {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let box = UIView(frame: CGRect(x: 0, y: 0, width: 500, height: 400))
            var above = box.topAnchor
            var height = 0.0
            var width = 0.0
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let part = UIView()
                part.translatesAutoresizingMaskIntoConstraints = false
                box.addSubview(part)
                let gap = Double(Int.random(in: 0...20, using: &random))
                let size = CGSize(
                    width: Double(Int.random(in: 1...300, using: &random)),
                    height: Double(Int.random(in: 1...60, using: &random)))
                NSLayoutConstraint.activate([
                    part.topAnchor.constraint(equalTo: above, constant: gap),
                    part.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 5),
                    part.trailingAnchor.constraint(lessThanOrEqualTo: box.trailingAnchor, constant: -5),
                    part.widthAnchor.constraint(equalToConstant: size.width),
                    part.heightAnchor.constraint(equalToConstant: size.height),
                ])
                above = part.bottomAnchor
                height += gap + size.height
                width = max(width, size.width + 10)
            }
            let end = box.bottomAnchor.constraint(equalTo: above)
            end.priority = .defaultHigh
            end.isActive = true
            box.layoutIfNeeded()
            let before = box.subviews.map(\.frame)
            let fitting = box.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
            #expect(abs(fitting.width - width) < 0.001 && abs(fitting.height - height) < 0.001, "seed \(seed)")
            box.layoutIfNeeded()
            #expect(box.subviews.map(\.frame) == before, "seed \(seed)")
        }
    }
}

/// Views at random, and required constraints whose only solution is a known frame for each view.
@MainActor
private final class ConstrainedTree {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 800, height: 600))
    private(set) var views: [UIView] = []
    /// The frames that solve the constraints, in the superviews' coordinates.
    private(set) var targets: [CGRect] = []
    /// Four constraints for each view.
    private(set) var determining: [NSLayoutConstraint] = []
    /// The frames that solve the constraints, in the root's coordinates; the root's bounds first.
    private var places = [CGRect(x: 0, y: 0, width: 800, height: 600)]

    private static let axes: [(edges: [NSLayoutConstraint.Attribute], length: NSLayoutConstraint.Attribute)] = [
        ([.left, .right, .centerX], .width), ([.top, .bottom, .centerY], .height),
    ]

    /// - Parameter order: the seed of the order in which the constraints are activated; nil: as they were made.
    init(seed: UInt64, order: UInt64? = nil) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Int.random(in: 1...7, using: &random) { addView(using: &random) }
        addInequalities(using: &random)
        guard let order else { return }
        NSLayoutConstraint.deactivate(determining)
        var other = SeededGenerator(seed: order)
        NSLayoutConstraint.activate(determining.shuffled(using: &other))
    }

    var frames: [CGRect] { views.map(\.frame) }

    private func addView(using random: inout SeededGenerator) {
        let above = Int.random(in: 0...views.count, using: &random)
        let superview = above == 0 ? root : views[above - 1]
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        superview.addSubview(view)
        func length() -> Int { 2 * Int.random(in: 30...150, using: &random) }
        let place = CGRect(
            x: Int.random(in: -50...500, using: &random), y: Int.random(in: -50...400, using: &random),
            width: length(), height: length())
        targets.append(place.offsetBy(dx: -places[above].minX, dy: -places[above].minY))
        places.append(place)
        views.append(view)
        for axis in Self.axes {
            var attributes = axis.edges.shuffled(using: &random)
            if Bool.random(using: &random) { attributes[1] = axis.length }
            for attribute in attributes.prefix(2) { add(attribute, axis.length, axis.edges, using: &random) }
        }
    }

    /// Constrains an attribute of the newest view to an attribute of an earlier item.
    private func add(
        _ attribute: NSLayoutConstraint.Attribute, _ length: NSLayoutConstraint.Attribute,
        _ edges: [NSLayoutConstraint.Attribute], using random: inout SeededGenerator
    ) {
        let index = views.count
        let other = Int.random(in: 0..<index, using: &random)
        let isLength = attribute == length
        let target: NSLayoutConstraint.Attribute = isLength ? length : edges.randomElement(using: &random) ?? edges[0]
        let multiplier: CGFloat = isLength && Bool.random(using: &random) ? 0.5 : 1
        let constant = value(attribute, places[index]) - multiplier * value(target, places[other])
        let made = NSLayoutConstraint(
            item: views[index - 1], attribute: attribute, relatedBy: .equal,
            toItem: other == 0 ? root : views[other - 1],
            attribute: target, multiplier: multiplier, constant: constant)
        determining.append(made)
        made.isActive = true
    }

    /// Adds constraints that are already satisfied, some of them exactly.
    private func addInequalities(using random: inout SeededGenerator) {
        for view in views.indices where Bool.random(using: &random) {
            let slack = CGFloat([0, 0, 12].randomElement(using: &random) ?? 0)
            views[view].rightAnchor.constraint(
                lessThanOrEqualTo: root.leftAnchor, constant: places[view + 1].maxX + slack + 200
            ).isActive = true
            views[view].widthAnchor.constraint(greaterThanOrEqualToConstant: 1).isActive = true
        }
    }

    private func value(_ attribute: NSLayoutConstraint.Attribute, _ rect: CGRect) -> CGFloat {
        switch attribute {
        case .left: rect.minX
        case .right: rect.maxX
        case .centerX: rect.midX
        case .top: rect.minY
        case .bottom: rect.maxY
        case .centerY: rect.midY
        case .width: rect.width
        default: rect.height
        }
    }

    /// Whether the views' frames satisfy an equality, within the rounding to whole pixels.
    func isSatisfied(_ constraint: NSLayoutConstraint) -> Bool {
        func length(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> CGFloat {
            guard let view = item as? UIView else { return 0 }
            return value(attribute, view.convert(view.bounds, to: root))
        }
        let first = length(constraint.firstItem, constraint.firstAttribute)
        let second = length(constraint.secondItem, constraint.secondAttribute)
        return abs(first - second * constraint.multiplier - constraint.constant) <= 2
    }
}
