import CoreGraphics
public import Foundation
import QuartzCore

/// A rotating ring that indicates activity of unknown duration.
open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable {
        /// Deprecated on Apple's platforms. Large and white.
        case whiteLarge = 0
        /// Deprecated on Apple's platforms. Medium and white.
        case white = 1
        /// Deprecated on Apple's platforms. Medium and gray.
        case gray = 2
        case medium = 100
        case large = 101

        fileprivate var side: CGFloat {
            switch self {
            case .whiteLarge, .large: 37
            case .white, .gray, .medium: 20
            }
        }

        fileprivate var color: UIColor {
            switch self {
            case .whiteLarge, .white: .white
            case .gray: .gray
            case .medium, .large: .systemGray
            }
        }
    }

    private static let secondsPerTurn = 0.9

    private let ring = UIView(frame: .zero)
    private var drawn: (size: CGSize, color: UIColor)?

    /// A change of the style sets the color of the new style.
    open var style: Style {
        didSet {
            color = style.color
            invalidateIntrinsicContentSize()
        }
    }
    open var color: UIColor! = .systemGray { didSet { setNeedsLayout() } }
    open var hidesWhenStopped = true { didSet { isHidden = hidesWhenStopped && !isAnimating } }
    open private(set) var isAnimating = false

    public init(style: Style) {
        self.style = style
        super.init(frame: .zero)
        color = style.color
        bounds.size = intrinsicContentSize
        setUp()
    }

    public override init(frame: CGRect) {
        style = .medium
        super.init(frame: frame)
        setUp()
    }

    private func setUp() {
        ring.isUserInteractionEnabled = false
        isUserInteractionEnabled = false
        addSubview(ring)
        isHidden = true
        isAccessibilityElement = true
    }

    public required init?(coder: NSCoder) { nil }

    open override var accessibilityLabel: String? {
        get {
            let strings = ControlStrings.current
            return super.accessibilityLabel ?? (isAnimating ? strings.inProgress : strings.progressHalted)
        }
        set { super.accessibilityLabel = newValue }
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: style.side, height: style.side)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open func startAnimating() {
        guard !isAnimating else { return }
        isAnimating = true
        isHidden = false
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        turn.fromValue = 0.0
        turn.toValue = 2 * Double.pi
        turn.duration = Self.secondsPerTurn
        turn.repeatCount = .infinity
        ring.layer.add(turn, forKey: "turn")
    }

    open func stopAnimating() {
        guard isAnimating else { return }
        isAnimating = false
        if hidesWhenStopped { isHidden = true }
        ring.layer.removeAnimation(forKey: "turn")
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let side = min(bounds.width, bounds.height)
        ring.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        ring.center = CGPoint(x: bounds.midX, y: bounds.midY)
        let now = (size: bounds.size, color: color ?? .systemGray)
        if let drawn, drawn.size == now.size, drawn.color == now.color { return }
        drawn = now
        let scale = pixelsPerPoint
        ring.layer.contents = RingRenderer.image(side: side, scale: scale, color: now.color.cgColor)
        ring.layer.contentsScale = scale
    }
}
