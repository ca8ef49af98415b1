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

    private var shown: (image: UIImage, size: CGSize, scale: CGFloat, tint: UIColor)?

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

    private var current: UIImage? { isHighlighted ? highlightedImage ?? image : image }

    open override var intrinsicContentSize: CGSize {
        current?.size ?? CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { current?.size ?? .zero }

    open override var contentMode: UIView.ContentMode {
        didSet { setNeedsPicture() }
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
        guard let image = current else {
            shown = nil
            layer.contents = nil
            return
        }
        let scale = pixelsPerPoint
        let tint = tintColor ?? .black
        if let shown, shown.image === image, shown.scale == scale, shown.tint == tint,
            !image.isSymbolImage || shown.size == bounds.size
        {
            return
        }
        shown = (image, bounds.size, scale, tint)
        let isFixed = image.isSymbolImage && !isStretching
        layer.contents = image.rendered(fitting: isFixed ? image.size : bounds.size, scale: scale, tint: tint)
        layer.contentsScale = image.isSymbolImage ? scale : image.scale
    }

    private var isStretching: Bool {
        contentMode == .scaleToFill || contentMode == .scaleAspectFit || contentMode == .scaleAspectFill
    }
}
