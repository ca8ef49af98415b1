import CoreGraphics
public import Foundation

/// A view that displays one image.
open class UIImageView: UIView {
    open var image: UIImage? {
        didSet {
            guard image !== oldValue else { return }
            invalidateIntrinsicContentSize()
            setNeedsPicture()
        }
    }
    open var highlightedImage: UIImage? { didSet { setNeedsPicture() } }
    open var isHighlighted = false { didSet { setNeedsPicture() } }

    /// What symbols without a configuration of their own take theirs from.
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
        didSet {
            guard preferredSymbolConfiguration != oldValue else { return }
            configured = nil
            invalidateIntrinsicContentSize()
            setNeedsPicture()
        }
    }

    /// The last image that took the preferred configuration, with the image that it was made from.
    private var configured: (source: UIImage, image: UIImage)?
    private var shown: (image: UIImage, size: CGSize, scale: CGFloat, tint: UIColor, isFlipped: Bool)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    public init(image: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        isUserInteractionEnabled = false
        self.image = image
    }

    public init(image: UIImage?, highlightedImage: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        isUserInteractionEnabled = false
        self.image = image
        self.highlightedImage = highlightedImage
    }

    public required init?(coder: NSCoder) { nil }

    private var current: UIImage? {
        guard let source = isHighlighted ? highlightedImage ?? image : image else { return nil }
        guard preferredSymbolConfiguration != nil, source.isSymbolImage else { return source }
        if let configured, configured.source === source { return configured.image }
        let image = source.preferring(preferredSymbolConfiguration)
        configured = (source, image)
        return image
    }

    open override var intrinsicContentSize: CGSize {
        current?.size ?? CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { current?.size ?? .zero }

    open override var contentMode: UIView.ContentMode {
        didSet {
            shown = nil
            setNeedsPicture()
        }
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsPicture()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        updatePicture()
    }

    private func setNeedsPicture() {
        setNeedsLayout()
    }

    /// Symbols are rendered at the displayed size, so that they are sharp at every scale.
    private func updatePicture() {
        guard var image = current else {
            shown = nil
            layer.contents = nil
            return
        }
        let scale = pixelsPerPoint
        let tint = tintColor ?? .black
        if let shown, shown.image === image, shown.scale == scale, shown.tint == tint,
            !image.dependsOnArea || shown.size == bounds.size, shown.isFlipped == isFlipped(image)
        {
            return
        }
        shown = (image, bounds.size, scale, tint, isFlipped(image))
        if isFlipped(image) { image = image.withHorizontallyFlippedOrientation() }
        // A resizable image keeps its own size and shape where the view does not stretch it.
        let isFixed = image.isSymbolImage ? !isStretching : contentMode != .scaleToFill
        layer.contents = image.rendered(fitting: isFixed ? image.size : bounds.size, scale: scale, tint: tint)
        layer.contentsScale = image.dependsOnArea ? scale : image.scale
    }

    private func isFlipped(_ image: UIImage) -> Bool {
        image.flipsForRightToLeftLayoutDirection && traitCollection.layoutDirection == .rightToLeft
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        setNeedsPicture()
    }

    private var isStretching: Bool {
        contentMode == .scaleToFill || contentMode == .scaleAspectFit || contentMode == .scaleAspectFill
    }
}
