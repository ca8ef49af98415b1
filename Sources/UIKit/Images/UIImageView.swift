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

    /// Whether the image grows and casts a shadow while the view or one of the views around it is focused. In the tv idiom only. The frame of the
    /// view does not change; a view that clips to its bounds clips the larger image, too.
    open var adjustsImageWhenAncestorFocused = false {
        didSet {
            guard adjustsImageWhenAncestorFocused != oldValue else { return }
            UIView.performWithoutAnimation { updateFocusEffect() }
            endFocusEffect()
        }
    }
    /// The frame of the image while it is focused, also before it is.
    open private(set) lazy var focusedFrameGuide = UILayoutGuide(owner: self, growth: Self.focusGrowth)

    /// The view that displays the image while it is larger than its view.
    private var focusView: UIView?
    /// The layer that displays the image.
    private var pictureLayer: CALayer { focusView?.layer ?? layer }

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
        if let focusView {
            focusView.bounds.size = bounds.size
            focusView.center = CGPoint(x: bounds.midX, y: bounds.midY)
        }
        updatePicture()
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        guard adjustsImageWhenAncestorFocused else { return }
        UIView.performWithoutAnimation { updateFocusEffect() }
        endFocusEffect()
    }

    private func setNeedsPicture() {
        setNeedsLayout()
    }

    /// Symbols are rendered at the displayed size, so that they are sharp at every scale.
    private func updatePicture() {
        guard var image = current else {
            shown = nil
            pictureLayer.contents = nil
            return
        }
        let scale = pixelsPerPoint
        let tint = (tintColor ?? .black).resolvedColor(with: traitCollection)
        if let shown, shown.image === image, shown.scale == scale, shown.tint == tint,
            !image.dependsOnArea || shown.size == bounds.size, shown.isFlipped == isFlipped(image)
        {
            return
        }
        shown = (image, bounds.size, scale, tint, isFlipped(image))
        if isFlipped(image) { image = image.withHorizontallyFlippedOrientation() }
        // A resizable image keeps its own size and shape where the view does not stretch it.
        let isFixed = image.isSymbolImage ? !isStretching : contentMode != .scaleToFill
        pictureLayer.contents = image.rendered(fitting: isFixed ? image.size : bounds.size, scale: scale, tint: tint)
        pictureLayer.contentsScale = image.dependsOnArea ? scale : image.scale
        if let focusView { focusView.contentMode = contentMode }
    }

    // MARK: Focus

    /// The part of the width and the height by which the image grows at each edge.
    private static let focusGrowth: CGFloat = 0.05

    private var isInFocusedView: Bool {
        guard adjustsImageWhenAncestorFocused, let focused = window?.focusedView else { return false }
        return isDescendant(of: focused)
    }

    /// Displays the image as the focus requires. Called in the animations of a focus update.
    func updateFocusEffect() {
        guard isInFocusedView else {
            focusView?.transform = .identity
            focusView?.layer.shadowOpacity = 0
            return
        }
        let view = focusView ?? beginFocusEffect()
        let factor = 1 + 2 * Self.focusGrowth
        view.transform = CGAffineTransform(scaleX: factor, y: factor)
        view.layer.shadowOpacity = 0.5
    }

    private func beginFocusEffect() -> UIView {
        let view = UIView(frame: bounds)
        UIView.performWithoutAnimation {
            view.isUserInteractionEnabled = false
            view.contentMode = contentMode
            view.layer.shadowRadius = 12
            view.layer.shadowOffset = CGSize(width: 0, height: 10)
            moveContents(from: layer, to: view.layer)
            insertSubview(view, at: 0)
        }
        focusView = view
        return view
    }

    /// Displays the image in the view's own layer again, unless it is focused.
    func endFocusEffect() {
        guard let view = focusView, !isInFocusedView else { return }
        focusView = nil
        moveContents(from: view.layer, to: layer)
        view.removeFromSuperview()
    }

    private func moveContents(from source: CALayer, to target: CALayer) {
        target.contents = source.contents
        target.contentsScale = source.contentsScale
        source.contents = nil
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
