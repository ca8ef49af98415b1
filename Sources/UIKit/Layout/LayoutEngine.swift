import CoreGraphics
import Foundation

/// Translates the constraints of one view tree into a linear system, solves it, and sets the views' frames.
///
/// Owned by the root of the tree. The frames of views that are not positioned by constraints are inputs of the system;
/// when an input changes, the system is solved again.
@MainActor final class LayoutEngine {
    private unowned let root: UIView
    var isSolved = false
    private var isSolving = false
    private var solver = LayoutSolver()
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var itemCount = 0
    /// The frames of the frame-positioned views at the time of the last solution.
    private var inputs: [CGRect] = []
    /// The labels with several lines that wrap at the width that the constraints give them.
    private var wrapping: [any WrappingText] = []
    /// The heights of such labels that are narrower than their text.
    private var wrapped: [ObjectIdentifier: CGFloat] = [:]

    init(root: UIView) { self.root = root }

    static func hasConstraints(_ view: UIView) -> Bool {
        !view.heldConstraints.isEmpty || view.subviews.contains(where: hasConstraints)
    }

    func solveIfNeeded() {
        guard !isSolving else { return }
        if isSolved, currentInputs() == inputs { return }
        isSolving = true
        defer { isSolving = false }
        isSolved = true
        inputs = currentInputs()
        guard solve(open: nil) else { return }
        tell(root)
    }

    func fittingSize(_ target: CGSize) -> CGSize {
        guard solve(open: target) else { return root.intrinsicContentSize }
        let at = base(root)
        return CGSize(width: solver.value(at + 2), height: solver.value(at + 3))
    }

    /// Returns the height that the constraints require at a width.
    func fittingHeight(width: CGFloat) -> CGFloat {
        guard solve(open: CGSize(width: width, height: 0), fixesWidth: true) else { return 0 }
        return solver.value(base(root) + 3)
    }

    /// Sets the frames of one view's subviews from the solution.
    func place(subviewsOf view: UIView) {
        guard isSolved || !numbers.isEmpty else { return }
        for child in view.subviews where !child.translatesAutoresizingMaskIntoConstraints {
            guard let frame = solvedFrame(of: child) else { continue }
            let bounds = CGRect(origin: child.bounds.origin, size: frame.size)
            if child.bounds != bounds { child.bounds = bounds }
            let anchor = child.layer.anchorPoint
            let center = CGPoint(x: frame.minX + frame.width * anchor.x, y: frame.minY + frame.height * anchor.y)
            if child.center != center { child.center = center }
        }
        for guide in view.guides {
            if let frame = solvedFrame(of: guide, in: view) { guide.layoutFrame = frame }
        }
    }

    // MARK: Building the system

    /// The root's bounds, and the frames of all frame-positioned views that constraints refer to.
    private func currentInputs() -> [CGRect] {
        var frames = [root.bounds]
        func walk(_ view: UIView) {
            for child in view.subviews {
                if child.translatesAutoresizingMaskIntoConstraints, numbers[ObjectIdentifier(child)] != nil {
                    frames.append(child.frame)
                }
                walk(child)
            }
        }
        if !numbers.isEmpty { walk(root) }
        return frames
    }

    /// The index of the first of an item's four variables: left, top, width and height, in the root's coordinates.
    private func base(_ item: AnyObject) -> Int {
        let key = ObjectIdentifier(item)
        if let number = numbers[key] { return number * 4 }
        numbers[key] = itemCount
        itemCount += 1
        return (itemCount - 1) * 4
    }

    private static func collect(_ view: UIView, _ constraints: inout [NSLayoutConstraint]) {
        constraints += view.heldConstraints
        for child in view.subviews { collect(child, &constraints) }
    }

    /// Builds and solves the system.
    /// - Parameter open: the preferred size of the root, which the constraints may override; nil fixes the root at its
    ///   current size.
    /// - Returns: false where the tree has no constraints.
    private func solve(open: CGSize?, fixesWidth: Bool = false) -> Bool {
        wrapped = [:]
        guard build(open: open, fixesWidth: fixesWidth) else { return false }
        for text in wrapping {
            let width = solver.value(base(text) + 2)
            guard width > 0, width < text.intrinsicContentSize.width - 0.5 else { continue }
            wrapped[ObjectIdentifier(text)] = text.sizeThatFits(CGSize(width: width, height: 0)).height
        }
        return wrapped.isEmpty || build(open: open, fixesWidth: fixesWidth)
    }

    private func build(open: CGSize?, fixesWidth: Bool) -> Bool {
        solver = LayoutSolver()
        wrapping = []
        numbers.removeAll()
        itemCount = 0
        var constraints: [NSLayoutConstraint] = []
        Self.collect(root, &constraints)
        guard !constraints.isEmpty else { return false }
        let at = base(root)
        require([(at, 1)], 0)
        require([(at + 1, 1)], 0)
        for (offset, length) in [(2, root.bounds.width), (3, root.bounds.height)] {
            if let open, fixesWidth, offset == 2 {
                require([(at + offset, 1)], -Double(open.width))
            } else if let open {
                let wish = offset == 2 ? open.width : open.height
                let term = [LayoutSolver.Term(variable: at + offset, coefficient: 1)]
                solver.add(term, constant: 0, .greaterOrEqual, weight: nil)
                solver.add(term, constant: -Double(wish), .equal, weight: Self.weight(.fittingSizeLevel))
            } else {
                require([(at + offset, 1)], -Double(length))
            }
        }
        for constraint in constraints {
            register(Self.placed(constraint.firstItem, constraint.firstAttribute))
            register(Self.placed(constraint.secondItem, constraint.secondAttribute))
        }
        // Highest priority first, so that all required constraints are in the system before optional ones are added.
        for constraint in constraints.sorted(by: { $0.priority > $1.priority }) { add(constraint) }
        inputs = currentInputs()
        return true
    }

    /// Adds the variables and default constraints of an item and of all views above it to the system.
    private func register(_ item: AnyObject?) {
        guard let item, numbers[ObjectIdentifier(item)] == nil else { return }
        if let guide = item as? UILayoutGuide {
            guard let view = guide.owningView else { return }
            register(view)
            let at = base(guide)
            let owner = base(view)
            if guide.growth != 0 {
                let growth = Double(guide.growth)
                for axis in 0...1 {
                    let (edge, size) = (owner + axis, owner + 2 + axis)
                    require([(at + axis, 1), (edge, -1), (size, growth)], 0)
                    require([(at + 2 + axis, 1), (size, -1 - 2 * growth)], 0)
                }
                return
            }
            guard let insets = guide.insets?(view) else { return atLeastZero(at) }
            require([(at, 1), (owner, -1)], -Double(insets.left))
            require([(at + 1, 1), (owner + 1, -1)], -Double(insets.top))
            require([(at + 2, 1), (owner + 2, -1)], Double(insets.left + insets.right))
            require([(at + 3, 1), (owner + 3, -1)], Double(insets.top + insets.bottom))
            return
        }
        guard let view = item as? UIView, view !== root else { return }
        if let superview = view.superview { register(superview) }
        let at = base(view)
        let above = base(view.superview ?? root)
        if view.translatesAutoresizingMaskIntoConstraints {
            let frame = view.frame
            require([(at, 1), (above, -1)], -Double(frame.minX))
            require([(at + 1, 1), (above + 1, -1)], -Double(frame.minY))
            require([(at + 2, 1)], -Double(frame.width))
            require([(at + 3, 1)], -Double(frame.height))
            return
        }
        atLeastZero(at)
        // The current position, for items that no constraint positions.
        wish([(at, 1), (above, -1)], -Double(view.frame.minX))
        wish([(at + 1, 1), (above + 1, -1)], -Double(view.frame.minY))
        let own = view.intrinsicContentSize
        addIntrinsic(at + 2, own.width, view.hugging.0, view.resistance.0)
        addIntrinsic(at + 3, wrapped[ObjectIdentifier(view)] ?? own.height, view.hugging.1, view.resistance.1)
        if let text = view as? any WrappingText, text.wrapsLines { wrapping.append(text) }
    }

    private func addIntrinsic(
        _ variable: Int, _ length: CGFloat, _ hugging: UILayoutPriority, _ resistance: UILayoutPriority
    ) {
        guard length >= 0 else { return wish([(variable, 1)], 0) }
        let term = [LayoutSolver.Term(variable: variable, coefficient: 1)]
        solver.add(term, constant: -Double(length), .lessOrEqual, weight: Self.weight(hugging))
        solver.add(term, constant: -Double(length), .greaterOrEqual, weight: Self.weight(resistance))
    }

    private func atLeastZero(_ at: Int) {
        for offset in 2...3 {
            solver.add([.init(variable: at + offset, coefficient: 1)], constant: 0, .greaterOrEqual, weight: nil)
        }
    }

    private func require(_ terms: [(Int, Double)], _ constant: Double) {
        solver.add(terms.map { .init(variable: $0.0, coefficient: $0.1) }, constant: constant, .equal, weight: nil)
    }

    /// Adds a constraint that is weaker than every priority and only resolves ambiguity.
    private func wish(_ terms: [(Int, Double)], _ constant: Double) {
        solver.add(terms.map { .init(variable: $0.0, coefficient: $0.1) }, constant: constant, .equal, weight: 0.001)
    }

    private func add(_ constraint: NSLayoutConstraint) {
        guard let first = constraint.firstItem,
            constraint.secondItem != nil || constraint.secondAttribute == .notAnAttribute
        else { return }
        var merged: [Int: Double] = [:]
        var constant = -Double(constraint.constant)
        func count(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ factor: Double) {
            if let view = item as? UIView, attribute == .firstBaseline || attribute == .lastBaseline {
                let (text, line) = view.baseline(isFirst: attribute == .firstBaseline)
                merged[base(text) + 1, default: 0] += factor
                merged[base(text) + 3, default: 0] += Double(line.heightFactor) * factor
                constant += Double(line.offset) * factor
                return
            }
            for (offset, coefficient) in Self.parts(attribute) {
                merged[base(item) + offset, default: 0] += coefficient * factor
            }
        }
        count(first, constraint.firstAttribute, 1)
        if let second = constraint.secondItem, constraint.secondAttribute != .notAnAttribute {
            count(second, constraint.secondAttribute, -Double(constraint.multiplier))
        }
        let relation: LayoutSolver.Relation =
            switch constraint.relation {
            case .equal: .equal
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThanOrEqual: .greaterOrEqual
            }
        let terms = merged.sorted { $0.key < $1.key }.map { LayoutSolver.Term(variable: $0.key, coefficient: $0.value) }
        let weight = constraint.priority >= .required ? nil : Self.weight(constraint.priority)
        if !solver.add(terms, constant: constant, relation, weight: weight) {
            // Apple logs the conflict and breaks one of the conflicting constraints. Here, the one added last is
            // skipped.
            let line = "UIKit: ignored a constraint that conflicts with others: \(constraint.formula)\n"
            FileHandle.standardError.write(Data(line.utf8))
        }
    }

    /// Returns an attribute as a sum of an item's variables.
    private static func parts(_ attribute: NSLayoutConstraint.Attribute) -> [(Int, Double)] {
        switch attribute {
        case .left, .leading: [(0, 1)]
        case .right, .trailing: [(0, 1), (2, 1)]
        case .top, .firstBaseline: [(1, 1)]
        case .bottom, .lastBaseline: [(1, 1), (3, 1)]
        case .width: [(2, 1)]
        case .height: [(3, 1)]
        case .centerX: [(0, 1), (2, 0.5)]
        case .centerY: [(1, 1), (3, 0.5)]
        case .notAnAttribute: []
        }
    }

    /// The item that an attribute refers to: for baselines, it may be a subview.
    private static func placed(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> AnyObject? {
        guard let view = item as? UIView, attribute == .firstBaseline || attribute == .lastBaseline else { return item }
        return view.baseline(isFirst: attribute == .firstBaseline).view
    }

    /// The solver's weight of a priority. It doubles every 25 points, so that many low-priority constraints do not
    /// outweigh a high-priority one.
    private static func weight(_ priority: UILayoutPriority) -> Double {
        Double(exp2(min(max(priority.rawValue, 0), 1000) / 25))
    }

    // MARK: Reading the solution

    private func value(_ item: AnyObject) -> CGRect? {
        guard let number = numbers[ObjectIdentifier(item)] else { return nil }
        let at = number * 4
        return CGRect(
            x: solver.value(at), y: solver.value(at + 1), width: solver.value(at + 2), height: solver.value(at + 3))
    }

    /// The origin of a view's coordinates in the root's coordinates.
    private func origin(of view: UIView) -> CGPoint {
        if let solved = value(view) { return solved.origin }
        guard let superview = view.superview else { return .zero }
        let above = origin(of: superview)
        return CGPoint(x: above.x + view.frame.minX, y: above.y + view.frame.minY)
    }

    private func solvedFrame(of view: UIView) -> CGRect? {
        guard let superview = view.superview else { return nil }
        return value(view).map { local($0, in: superview) }
    }

    private func solvedFrame(of guide: UILayoutGuide, in view: UIView) -> CGRect? {
        value(guide).map { local($0, in: view) }
    }

    /// Converts a rectangle from the root's coordinates to a view's, with the edges rounded to whole pixels.
    private func local(_ rect: CGRect, in view: UIView) -> CGRect {
        let scale = max(1, view.traitCollection.displayScale)
        func snap(_ value: CGFloat) -> CGFloat { (value * scale).rounded() / scale }
        let start = origin(of: view)
        let left = snap(rect.minX - start.x)
        let top = snap(rect.minY - start.y)
        return CGRect(
            x: left + view.bounds.minX, y: top + view.bounds.minY, width: max(0, snap(rect.maxX - start.x) - left),
            height: max(0, snap(rect.maxY - start.y) - top))
    }

    /// Marks every view for layout whose subviews' frames the solution changes.
    private func tell(_ view: UIView) {
        for child in view.subviews {
            if !child.translatesAutoresizingMaskIntoConstraints, let frame = solvedFrame(of: child),
                frame != child.frame
            {
                view.setNeedsLayout()
            }
            tell(child)
        }
        if view.guides.contains(where: { numbers[ObjectIdentifier($0)] != nil }) { view.setNeedsLayout() }
    }
}
