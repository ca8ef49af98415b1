import CoreGraphics
public import Foundation

/// A row of segments, of which one is selected.
///
/// A press of a segment selects it and sends `.valueChanged`.
open class UISegmentedControl: UIControl {
    /// The index of no segment.
    public static let noSegment = -1

    private var segments: [SegmentButton] = []
    private let thumb = UIView(frame: .zero)
    private var selected = UISegmentedControl.noSegment

    /// Whether a press selects nothing: the segments then are buttons. The index of the pressed one is read in the action.
    open var isMomentary = false { didSet { if isMomentary { select(Self.noSegment) } } }
    /// Whether segments without a width have that of their content, rather than all the same.
    open var apportionsSegmentWidthsByContent = false { didSet { layoutDidChange() } }
    /// The color behind the selected segment; nil: that of the system.
    open var selectedSegmentTintColor: UIColor? { didSet { setNeedsLayout() } }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        prepare()
    }

    /// - Parameter items: titles and images; others are left out.
    public init(items: [Any]?) {
        super.init(frame: .zero)
        prepare()
        for item in items ?? [] {
            if let title = item as? String {
                insert(SegmentButton(title: title, image: nil), at: segments.count)
            } else if let image = item as? UIImage {
                insert(SegmentButton(title: nil, image: image), at: segments.count)
            }
        }
        bounds.size = intrinsicContentSize
    }

    public required init?(coder: NSCoder) { nil }

    private func prepare() {
        layer.cornerRadius = 9
        backgroundColor = .systemFill
        thumb.isUserInteractionEnabled = false
        addSubview(thumb)
    }

    // MARK: Segments

    open var numberOfSegments: Int { segments.count }

    /// The index of the selected segment, or `noSegment`. Setting it sends no event; an index beyond the segments selects none.
    open var selectedSegmentIndex: Int {
        get { selected }
        set { select(segments.indices.contains(newValue) ? newValue : Self.noSegment) }
    }

    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        insert(SegmentButton(title: title, image: nil), at: segment)
        animateLayout(animated)
    }

    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
        insert(SegmentButton(title: nil, image: image), at: segment)
        animateLayout(animated)
    }

    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment).removeFromSuperview()
        select(selected == segment ? Self.noSegment : selected > segment ? selected - 1 : selected)
        layoutDidChange()
        animateLayout(animated)
    }

    open func removeAllSegments() {
        for segment in segments { segment.removeFromSuperview() }
        segments = []
        select(Self.noSegment)
        layoutDidChange()
    }

    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        change(segment) {
            $0.title = title
            $0.image = nil
        }
    }
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
        change(segment) {
            $0.image = image
            $0.title = nil
        }
    }
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) { change(segment) { $0.isEnabled = enabled } }
    /// - Parameter width: in points; 0: that of the content, or an equal part of the control.
    open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) { change(segment) { $0.width = width } }

    open func titleForSegment(at segment: Int) -> String? { self.segment(at: segment)?.title }
    open func imageForSegment(at segment: Int) -> UIImage? { self.segment(at: segment)?.image }
    open func isEnabledForSegment(at segment: Int) -> Bool { self.segment(at: segment)?.isEnabled ?? false }
    open func widthForSegment(at segment: Int) -> CGFloat { self.segment(at: segment)?.width ?? 0 }

    private func segment(at index: Int) -> SegmentButton? { segments.indices.contains(index) ? segments[index] : nil }

    private func change(_ index: Int, _ body: (SegmentButton) -> Void) {
        guard let segment = segment(at: index) else { return }
        body(segment)
        layoutDidChange()
    }

    private func insert(_ segment: SegmentButton, at index: Int) {
        let index = max(0, min(index, segments.count))
        segments.insert(segment, at: index)
        if selected >= index { selected += 1 }
        segment.addAction(
            UIAction { [weak self, weak segment] _ in
                if let segment { self?.wasPressed(segment) }
            }, for: .primaryActionTriggered)
        addSubview(segment)
        layoutDidChange()
    }

    private func select(_ index: Int) {
        selected = index
        for (place, segment) in segments.enumerated() { segment.isCurrent = place == index }
        setNeedsLayout()
    }

    private func wasPressed(_ segment: SegmentButton) {
        guard isEnabled, let index = segments.firstIndex(where: { $0 === segment }) else { return }
        if isMomentary {
            selected = index
            sendActions(for: [.valueChanged, .primaryActionTriggered])
            selected = Self.noSegment
        } else if index != selected {
            select(index)
            animateLayout(true)
            sendActions(for: [.valueChanged, .primaryActionTriggered])
        }
    }

    // MARK: Layout

    private func layoutDidChange() {
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func animateLayout(_ animated: Bool) {
        guard animated, window != nil else { return }
        UIView.animate(withDuration: 0.2) { self.layoutIfNeeded() }
    }

    private var height: CGFloat { BarLook(traitCollection).segmentHeight }

    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let widths = segments.map(\.fittingWidth)
        let isEqual = !apportionsSegmentWidthsByContent && segments.allSatisfy { $0.width == 0 }
        let width = isEqual ? (widths.max() ?? 0) * CGFloat(widths.count) : widths.reduce(0, +)
        return CGSize(width: width.rounded(.up), height: height)
    }

    /// The widths of the segments: those that the client has set, and equal or proportional parts of the rest.
    private var widths: [CGFloat] {
        let fixed = segments.map(\.width)
        let wanted = segments.map { segment in
            segment.width > 0 ? 0 : apportionsSegmentWidthsByContent ? segment.fittingWidth : 1
        }
        let (rest, sum) = (max(0, bounds.width - fixed.reduce(0, +)), wanted.reduce(0, +))
        return zip(fixed, wanted).map { $0 > 0 ? $0 : sum > 0 ? rest * $1 / sum : 0 }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        var x: CGFloat = 0
        for (segment, width) in zip(segments, widths) {
            segment.frame = mirroredIfNeeded(CGRect(x: x, y: 0, width: width, height: bounds.height))
            x += width
        }
        thumb.backgroundColor = selectedSegmentTintColor ?? Self.thumbColor
        thumb.layer.cornerRadius = 7
        thumb.isHidden = segment(at: selected) == nil
        if let segment = segment(at: selected) { thumb.frame = segment.frame.insetBy(dx: 2, dy: 2) }
        alpha = isEnabled ? 1 : 0.45
    }

    private static let thumbColor = UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(white: 0.42, alpha: 1) : .white
    }

    open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        isEnabled ? super.hitTest(point, with: event) : nil
    }
}
