import CoreGraphics
public import Foundation

/// A bar that shows the progress of a task.
open class UIProgressView: UIView {
    public enum Style: Int, Sendable { case `default` = 0, bar = 1 }

    private static let thickness: CGFloat = 4

    private let track = UIView(frame: .zero)
    private let bar = UIView(frame: .zero)

    open var progressViewStyle = Style.default
    /// The progress from 0 to 1; values outside are clamped.
    open var progress: Float = 0 {
        didSet {
            progress = progress.isFinite ? max(0, min(1, progress)) : 0
            setNeedsLayout()
        }
    }
    open var progressTintColor: UIColor? { didSet { updateColors() } }
    open var trackTintColor: UIColor? { didSet { updateColors() } }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        for view in [track, bar] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        isAccessibilityElement = true
        updateColors()
    }

    public required init?(coder: NSCoder) { nil }

    public convenience init(progressViewStyle style: Style) {
        self.init(frame: .zero)
        progressViewStyle = style
    }

    open func setProgress(_ progress: Float, animated: Bool) {
        self.progress = progress
        guard animated else { return }
        UIView.animate(withDuration: 0.25) { self.layoutIfNeeded() }
    }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? ControlStrings.current.percent(Double(progress)) }
        set { super.accessibilityValue = newValue }
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: Self.thickness)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let area = CGRect(
            x: 0, y: (bounds.height - Self.thickness) / 2, width: bounds.width, height: Self.thickness)
        track.frame = area
        bar.frame = CGRect(
            x: area.minX, y: area.minY, width: area.width * CGFloat(progress), height: area.height)
        for view in [track, bar] { view.layer.cornerRadius = Self.thickness / 2 }
    }

    private func updateColors() {
        track.backgroundColor = trackTintColor ?? .systemFill
        bar.backgroundColor = progressTintColor ?? tintColor
    }
}
