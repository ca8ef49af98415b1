import CoreGraphics
public import Foundation

/// A view that arranges its subviews in a row or a column.
///
/// Apple: lays out with constraints. Here: sets frames from the views' fitting sizes, within the frame of the stack
/// view.
open class UIStackView: UIView {
    public enum Distribution: Int, Sendable {
        case fill = 0
        case fillEqually = 1
        case fillProportionally = 2
        case equalSpacing = 3
        case equalCentering = 4
    }

    public enum Alignment: Int, Sendable {
        case fill = 0
        case leading = 1
        case firstBaseline = 2
        case center = 3
        case trailing = 4
        case lastBaseline = 5
        public static let top = Alignment.leading
        public static let bottom = Alignment.trailing
    }

    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
    public static let spacingUseSystem = CGFloat.greatestFiniteMagnitude / 2
    private static let systemSpacing: CGFloat = 8

    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { invalidate() } }
    open var distribution = Distribution.fill { didSet { invalidate() } }
    open var alignment = Alignment.fill { didSet { invalidate() } }
    open var spacing: CGFloat = 0 { didSet { invalidate() } }
    open var isLayoutMarginsRelativeArrangement = false { didSet { invalidate() } }

    open private(set) var arrangedSubviews: [UIView] = []
    private var customSpacing: [ObjectIdentifier: CGFloat] = [:]

    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    open func addArrangedSubview(_ view: UIView) {
        insertArrangedSubview(view, at: arrangedSubviews.filter { $0 !== view }.count)
    }

    /// Inserts a view into the arrangement. A view that is already arranged is moved; an index beyond the end appends
    /// the view.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.insert(view, at: max(0, min(stackIndex, arrangedSubviews.count)))
        if view.superview !== self { addSubview(view) }
        invalidate()
    }

    /// Removes a view from the arrangement. The view remains a subview.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        customSpacing[ObjectIdentifier(view)] = nil
        invalidate()
    }

    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        customSpacing[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
        invalidate()
    }

    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacing[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        guard arrangedSubviews.contains(where: { $0 === subview }) else { return }
        removeArrangedSubview(subview)
    }

    /// Lays out without views that are hidden.
    override func visibilityDidChange(of subview: UIView) {
        super.visibilityDidChange(of: subview)
        if arrangedSubviews.contains(where: { $0 === subview }) { invalidate() }
    }

    // MARK: Layout

    private var shown: [UIView] { arrangedSubviews.filter { !$0.isHidden } }
    private var isRow: Bool { axis == .horizontal }
    private var insets: UIEdgeInsets { isLayoutMarginsRelativeArrangement ? layoutMargins : .zero }

    private func invalidate() {
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func gap(after view: UIView) -> CGFloat {
        let value = customSpacing[ObjectIdentifier(view)] ?? spacing
        return value == Self.spacingUseSystem ? Self.systemSpacing : value
    }

    private func gaps(_ views: [UIView]) -> CGFloat {
        views.dropLast().reduce(0) { $0 + gap(after: $1) }
    }

    private func fitting(_ view: UIView, in space: CGSize) -> CGSize {
        let size = view.systemLayoutSizeFitting(space)
        return CGSize(width: min(max(0, size.width), 1e6), height: min(max(0, size.height), 1e6))
    }

    private func length(_ size: CGSize) -> CGFloat { isRow ? size.width : size.height }
    private func breadth(_ size: CGSize) -> CGFloat { isRow ? size.height : size.width }

    open override var intrinsicContentSize: CGSize { sizeThatFits(UIView.layoutFittingCompressedSize) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let views = shown
        let sizes = views.map { fitting($0, in: size) }
        let along: CGFloat
        if distribution == .fillEqually {
            along = (sizes.map(length).max() ?? 0) * CGFloat(sizes.count)
        } else {
            along = sizes.map(length).reduce(0, +)
        }
        let total = along + gaps(views)
        let tops = baselineTops(views, sizes)
        let across = zip(tops, sizes).map { $0 + breadth($1) }.max() ?? 0
        let edge = insets
        return isRow
            ? CGSize(width: total + edge.left + edge.right, height: across + edge.top + edge.bottom)
            : CGSize(width: across + edge.left + edge.right, height: total + edge.top + edge.bottom)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let views = shown
        guard !views.isEmpty else { return }
        let edge = insets
        let area = CGRect(
            x: edge.left, y: edge.top, width: max(0, bounds.width - edge.left - edge.right),
            height: max(0, bounds.height - edge.top - edge.bottom))
        let sizes = views.map { fitting($0, in: area.size) }
        let room = length(area.size)
        let lengths = fill(sizes.map(length), room: room - gaps(views), views: views)
        let starts = starts(of: views, lengths: lengths, room: room)
        let tops = baselineTops(views, sizes)
        for (index, view) in views.enumerated() {
            var across = cross(breadth(sizes[index]), room: breadth(area.size))
            if tops[index] > 0 { across.start = tops[index] }
            view.frame =
                isRow
                ? CGRect(
                    x: area.minX + starts[index], y: area.minY + across.start, width: lengths[index],
                    height: across.length)
                : CGRect(
                    x: area.minX + across.start, y: area.minY + starts[index], width: across.length,
                    height: lengths[index])
        }
    }

    /// The distance of each view from the start of the stack along its axis.
    private func starts(of views: [UIView], lengths: [CGFloat], room: CGFloat) -> [CGFloat] {
        guard views.count > 1 else { return views.map { _ in 0 } }
        if distribution == .equalCentering { return centeredStarts(of: views, lengths: lengths, room: room) }
        let spare = max(0, room - lengths.reduce(0, +) - gaps(views))
        let extra = distribution == .equalSpacing ? spare / CGFloat(views.count - 1) : 0
        var starts: [CGFloat] = [0]
        for (view, length) in zip(views, lengths).dropLast() {
            starts.append((starts.last ?? 0) + length + gap(after: view) + extra)
        }
        return starts
    }

    /// Starts that give the centers of neighbors equal distances, where that leaves the spacing between the views.
    private func centeredStarts(of views: [UIView], lengths: [CGFloat], room: CGFloat) -> [CGFloat] {
        let last = views.count - 1
        let distance = (room - lengths[0] / 2 - lengths[last] / 2) / CGFloat(last)
        var starts = lengths.indices.map { lengths[0] / 2 + CGFloat($0) * distance - lengths[$0] / 2 }
        for index in 1...last {
            starts[index] = max(starts[index], starts[index - 1] + lengths[index - 1] + gap(after: views[index - 1]))
        }
        starts[last] = min(starts[last], room - lengths[last])
        for index in (0..<last).reversed() {
            starts[index] = min(starts[index], starts[index + 1] - gap(after: views[index]) - lengths[index])
        }
        return starts
    }

    /// The distance of each view in a row from the top that aligns the baselines; zero for other alignments.
    private func baselineTops(_ views: [UIView], _ sizes: [CGSize]) -> [CGFloat] {
        guard isRow, alignment == .firstBaseline || alignment == .lastBaseline else { return views.map { _ in 0 } }
        let lines = zip(views, sizes).map { view, size in
            let (text, line) = view.baseline(isFirst: alignment == .firstBaseline)
            return text === view ? line.distanceFromTop(height: size.height) : size.height
        }
        let lowest = lines.max() ?? 0
        return lines.map { lowest - $0 }
    }

    /// Returns lengths that fill the room by the distribution. With `.fill`, the view with the least hugging priority
    /// takes the spare room. Where room is missing, the views with the least compression resistance shrink first.
    private func fill(_ wanted: [CGFloat], room: CGFloat, views: [UIView]) -> [CGFloat] {
        let total = wanted.reduce(0, +)
        switch distribution {
        case .fillEqually:
            return Array(repeating: max(0, room / CGFloat(wanted.count)), count: wanted.count)
        case .fillProportionally:
            guard total > 0 else { return wanted }
            return wanted.map { max(0, $0 / total * room) }
        case .equalSpacing, .equalCentering:
            return shrink(wanted, by: total - room, views: views)
        case .fill:
            guard room > total else { return shrink(wanted, by: total - room, views: views) }
            var result = wanted
            let hugs = views.map { $0.contentHuggingPriority(for: axis).rawValue }
            guard let least = hugs.min(), let index = hugs.lastIndex(of: least) else { return result }
            result[index] += room - total
            return result
        }
    }

    private func shrink(_ lengths: [CGFloat], by length: CGFloat, views: [UIView]) -> [CGFloat] {
        guard length > 0 else { return lengths }
        var result = lengths
        let resists = views.map { $0.contentCompressionResistancePriority(for: axis).rawValue }
        var missing = length
        for index in result.indices.sorted(by: { (resists[$0], -$0) < (resists[$1], -$1) }) where missing > 0 {
            let cut = min(result[index], missing)
            result[index] -= cut
            missing -= cut
        }
        return result
    }

    private func cross(_ wanted: CGFloat, room: CGFloat) -> (start: CGFloat, length: CGFloat) {
        switch alignment {
        case .fill: (0, room)
        case .leading, .firstBaseline: (0, min(wanted, room))
        case .center: ((room - min(wanted, room)) / 2, min(wanted, room))
        case .trailing: (room - min(wanted, room), min(wanted, room))
        case .lastBaseline: (0, min(wanted, room))
        }
    }
}
