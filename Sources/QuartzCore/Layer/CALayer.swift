public import CoreGraphics
import Synchronization

/// A rectangle with contents, a position in a tree, and animations: a model without drawing.
///
/// Used from one thread at a time, which is the main one for a displayed tree. Lengths are points, y points downwards. Changes are reported
/// to the compositor through the root's `LayerTreeObserver`.
open class CALayer: NSObject {
    private static let made = Atomic<UInt64>(0)
    /// A number unique in the process; presentation copies have the same one.
    package internal(set) var identity = CALayer.made.wrappingAdd(1, ordering: .relaxed).newValue

    // MARK: Tree

    open internal(set) weak var superlayer: CALayer?
    var children: [CALayer] = []
    /// The observers of the tree; only roots have any.
    var observers: [TreeObserverBox] = []

    // MARK: Geometry

    open var bounds = CGRect.zero {
        willSet { if newValue != bounds { willChange("bounds") } }
        didSet {
            guard bounds != oldValue else { return }
            if bounds.size != oldValue.size {
                setNeedsLayout()
                if needsDisplayOnBoundsChange { setNeedsDisplay() }
            }
            treeChanged()
        }
    }
    /// The position of the anchor point in the superlayer.
    open var position = CGPoint.zero {
        willSet { if newValue != position { willChange("position") } }
        didSet { if position != oldValue { treeChanged() } }
    }
    /// The point of the layer, in unit coordinates, that `position` places and that transforms are relative to.
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5) {
        willSet { if newValue != anchorPoint { willChange("anchorPoint") } }
        didSet { if anchorPoint != oldValue { treeChanged() } }
    }
    /// The bounding rectangle of the layer in the superlayer's plane. Setting it keeps the transform.
    open var frame: CGRect {
        get { frameInSuperlayer }
        set { place(in: newValue) }
    }
    /// Layers with higher values are in front; equal ones keep the order of `sublayers`.
    open var zPosition: CGFloat = 0 {
        willSet { if newValue != zPosition { willChange("zPosition") } }
        didSet { if zPosition != oldValue { treeChanged() } }
    }
    open var transform = CATransform3DIdentity {
        willSet { if newValue != transform { willChange("transform") } }
        didSet { if transform != oldValue { treeChanged() } }
    }
    /// Applied to sublayers, relative to the anchor point.
    open var sublayerTransform = CATransform3DIdentity {
        willSet { if newValue != sublayerTransform { willChange("sublayerTransform") } }
        didSet { if sublayerTransform != oldValue { treeChanged() } }
    }

    // MARK: Appearance

    /// 0 to 1, for the layer and its sublayers as a whole.
    open var opacity: Float = 1 {
        willSet { if newValue != opacity { willChange("opacity") } }
        didSet { if opacity != oldValue { treeChanged() } }
    }
    open var isHidden = false {
        willSet { if newValue != isHidden { willChange("hidden") } }
        didSet { if isHidden != oldValue { treeChanged() } }
    }
    /// Declares that the contents cover the bounds. Here: not needed, because images know whether they are opaque.
    open var isOpaque = false
    open var backgroundColor: CGColor? {
        willSet { if newValue != backgroundColor { willChange("backgroundColor") } }
        didSet { if backgroundColor != oldValue { appearanceChanged() } }
    }
    /// A `CGImage`, a `VideoFrameSource`, or nil. Other values are ignored.
    open var contents: Any? {
        willSet { willChange("contents") }
        didSet { appearanceChanged() }
    }
    open var contentsGravity = CALayerContentsGravity.resize {
        didSet { if contentsGravity != oldValue { appearanceChanged() } }
    }
    /// Pixels of `contents` per point.
    open var contentsScale: CGFloat = 1 {
        didSet { if contentsScale != oldValue { appearanceChanged() } }
    }
    /// The part of the contents to display, in unit coordinates.
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1) {
        willSet { if newValue != contentsRect { willChange("contentsRect") } }
        didSet { if contentsRect != oldValue { appearanceChanged() } }
    }
    open var magnificationFilter = CALayerContentsFilter.linear {
        didSet { if magnificationFilter != oldValue { appearanceChanged() } }
    }
    open var minificationFilter = CALayerContentsFilter.linear {
        didSet { if minificationFilter != oldValue { appearanceChanged() } }
    }
    open var cornerRadius: CGFloat = 0 {
        willSet { if newValue != cornerRadius { willChange("cornerRadius") } }
        didSet { if cornerRadius != oldValue { appearanceChanged() } }
    }
    open var cornerCurve = CALayerCornerCurve.circular {
        didSet { if cornerCurve != oldValue { appearanceChanged() } }
    }
    open var maskedCorners: CACornerMask = .all {
        didSet { if maskedCorners != oldValue { appearanceChanged() } }
    }
    /// Whether sublayers and contents are clipped to the bounds, including rounded corners.
    open var masksToBounds = false {
        didSet { if masksToBounds != oldValue { appearanceChanged() } }
    }
    open var borderWidth: CGFloat = 0 {
        willSet { if newValue != borderWidth { willChange("borderWidth") } }
        didSet { if borderWidth != oldValue { appearanceChanged() } }
    }
    open var borderColor: CGColor? = .black {
        willSet { if newValue != borderColor { willChange("borderColor") } }
        didSet { if borderColor != oldValue { appearanceChanged() } }
    }
    open var shadowColor: CGColor? = .black {
        willSet { if newValue != shadowColor { willChange("shadowColor") } }
        didSet { if shadowColor != oldValue { appearanceChanged() } }
    }
    open var shadowOpacity: Float = 0 {
        willSet { if newValue != shadowOpacity { willChange("shadowOpacity") } }
        didSet { if shadowOpacity != oldValue { appearanceChanged() } }
    }
    /// Apple: (0, -3) in its upward plane. Here: the same value, which is above the layer, as in UIKit.
    open var shadowOffset = CGSize(width: 0, height: -3) {
        willSet { if newValue != shadowOffset { willChange("shadowOffset") } }
        didSet { if shadowOffset != oldValue { appearanceChanged() } }
    }
    open var shadowRadius: CGFloat = 3 {
        willSet { if newValue != shadowRadius { willChange("shadowRadius") } }
        didSet { if shadowRadius != oldValue { appearanceChanged() } }
    }
    /// The shape that casts the shadow. nil: the filled bounds where there is a background, else the alpha of the contents.
    open var shadowPath: CGPath? {
        willSet { if newValue != shadowPath { willChange("shadowPath") } }
        didSet { if shadowPath != oldValue { appearanceChanged() } }
    }
    /// A layer in this layer's plane whose alpha masks this layer and its sublayers. It has no superlayer in the tree.
    open var mask: CALayer? {
        didSet {
            guard mask !== oldValue else { return }
            if oldValue?.superlayer === self { oldValue?.superlayer = nil }
            mask?.removeFromSuperlayer()
            mask?.superlayer = self
            treeChanged()
        }
    }
    open var shouldRasterize = false
    open var rasterizationScale: CGFloat = 1
    open var allowsGroupOpacity = true {
        didSet { if allowsGroupOpacity != oldValue { treeChanged() } }
    }
    /// Incremented with each change of the layer's own content; geometry, opacity and the tree do not count.
    package internal(set) var appearanceVersion: UInt64 = 0

    // MARK: Time

    open var beginTime: Double = 0 { didSet { treeChanged() } }
    open var timeOffset: Double = 0 { didSet { treeChanged() } }
    open var speed: Float = 1 { didSet { treeChanged() } }
    var runningAnimations: [RunningAnimation] = []

    // MARK: Client properties

    open var name: String?
    open weak var delegate: (any CALayerDelegate)?
    /// Actions for property changes, by property; looked up after the delegate.
    open var actions: [String: any CAAction]?
    var clientValues: [String: Any] = [:]
    open var needsDisplayOnBoundsChange = false
    var layoutIsNeeded = false
    /// Whether `layoutSublayers()` is running.
    var isBeingLaidOut = false
    var displayIsNeeded = false

    // MARK: Creation

    public override init() {
        super.init()
    }

    /// Creates a presentation copy: all properties except the place in the tree, the delegate and running animations.
    public init(layer: Any) {
        super.init()
        if let layer = layer as? CALayer { copyProperties(from: layer) }
    }

    /// Apple: decodes. Here: there is no archive; the layer has its default properties.
    public required init?(coder: NSCoder) {
        super.init()
    }

    /// Returns whether a change of this property requires `display()`. Subclasses override it for their own properties.
    open class func needsDisplay(forKey key: String) -> Bool { false }

    /// Returns a copy of this layer with the values of running animations at the present time; it is itself a model.
    ///
    /// Apple: `Self?`. Here: subclasses override it with their own type.
    open func presentation() -> CALayer? { presentation(at: currentTreeTime) }

    /// Returns the model of this layer. Here: layers are their own models.
    open func model() -> CALayer { self }

    /// Creates the copy that `presentation(at:)` fills in. Subclasses with their own animatable properties override it.
    open func _makePresentationCopy() -> CALayer { CALayer(layer: self) }

    // MARK: Tree

    /// In drawing order among equal `zPosition`; nil where there are none.
    open var sublayers: [CALayer]? {
        get { children.isEmpty ? nil : children }
        set { replaceChildren(with: newValue ?? []) }
    }

    open func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

    /// Inserts a sublayer; an index outside the range is clamped.
    open func insertSublayer(_ layer: CALayer, at index: UInt32) { insert(layer, at: Int(index)) }

    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        insert(layer, nextTo: sibling, above: false)
    }

    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        insert(layer, nextTo: sibling, above: true)
    }

    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, oldLayer.superlayer === self else { return }
        insert(newLayer, nextTo: oldLayer, above: true)
        oldLayer.removeFromSuperlayer()
    }

    open func removeFromSuperlayer() { detach() }

    // MARK: Layout and display

    open func setNeedsLayout() {
        guard !layoutIsNeeded else { return }
        layoutIsNeeded = true
        treeChanged()
    }

    open func needsLayout() -> Bool { layoutIsNeeded }

    /// Lays out this layer's tree, starting at the highest superlayer that needs layout.
    ///
    /// Apple: within its own `layoutSublayers()`, a layer that needs layout again is laid out at once, which may recurse without end. Here: it is
    /// laid out again after that call, at most 15 times before the next update.
    open func layoutIfNeeded() { layoutTree() }

    open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

    open func setNeedsDisplay() {
        guard !displayIsNeeded else { return }
        displayIsNeeded = true
        treeChanged()
    }

    /// Apple: only the rectangle. Here: the whole layer is displayed again.
    open func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }

    open func needsDisplay() -> Bool { displayIsNeeded }

    open func displayIfNeeded() {
        guard displayIsNeeded else { return }
        displayIsNeeded = false
        delegate?.layerWillDraw(self)
        display()
    }

    /// Creates `contents`. Called by the compositor before drawing, after `setNeedsDisplay`.
    open func display() { delegate?.display(self) }

    // MARK: Hit testing

    /// Returns the deepest visible layer at a point of the superlayer's plane; nil outside.
    open func hitTest(_ point: CGPoint) -> CALayer? { hit(point) }

    /// Returns whether a point of this layer's own plane is in its bounds.
    open func contains(_ point: CGPoint) -> Bool { bounds.contains(point) }

    // MARK: Actions and key paths

    open func action(forKey event: String) -> (any CAAction)? { lookUpAction(event) }

    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

    open func value(forKeyPath keyPath: String) -> Any? { property(keyPath) ?? clientValues[keyPath] }

    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        if !setProperty(value, keyPath) { clientValues[keyPath] = value }
    }

    open func value(forKey key: String) -> Any? { value(forKeyPath: key) }

    open func setValue(_ value: Any?, forKey key: String) { setValue(value, forKeyPath: key) }

    // MARK: Animations and geometry

    /// Converts a time; nil means the time of the tree, `CACurrentMediaTime()`.
    open func convertTime(_ t: Double, from layer: CALayer?) -> Double {
        localTime(atTreeTime: layer?.treeTime(atLocalTime: t) ?? t)
    }

    open func convertTime(_ t: Double, to layer: CALayer?) -> Double {
        let time = treeTime(atLocalTime: t)
        return layer?.localTime(atTreeTime: time) ?? time
    }

    /// Adds a copy of `animation`. It replaces one with the same key; without a key it is added to the others. A transition has its own key,
    /// `kCATransition`.
    open func add(_ animation: CAAnimation, forKey key: String?) {
        let copy = animation.copyAnimation()
        if copy.duration == 0 {
            copy.duration = (copy as? CASpringAnimation)?.settlingDuration ?? CATransaction.animationDuration()
        }
        if copy.timingFunction == nil { copy.timingFunction = CATransaction.animationTimingFunction() }
        if copy.beginTime == 0 { copy.beginTime = localTime(atTreeTime: currentTreeTime) }
        var key = key
        if let transition = copy as? CATransition {
            key = kCATransition
            transition.formerLayer = still(at: currentTreeTime)
        }
        if let key { stop(where: { $0.key == key }, finished: false) }
        let name = key ?? "unnamed-\(UUID().uuidString)"
        let completion = CATransaction.currentCompletion()
        completion?.begin()
        runningAnimations.append(RunningAnimation(key: name, animation: copy, completion: completion))
        treeChanged()
    }

    open func removeAnimation(forKey key: String) { stop(where: { $0.key == key }, finished: false) }

    open func removeAllAnimations() { stop(where: { _ in true }, finished: false) }

    /// Returns the running copy, which must not be changed.
    open func animation(forKey key: String) -> CAAnimation? {
        runningAnimations.first { $0.key == key }?.animation
    }

    /// Returns the keys of running animations; nil where there are none.
    open func animationKeys() -> [String]? {
        runningAnimations.isEmpty ? nil : runningAnimations.map(\.key)
    }

    open func affineTransform() -> CGAffineTransform { transform.affinePart }

    open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    /// Converts a point; nil means the plane around the root.
    open func convert(_ point: CGPoint, to layer: CALayer?) -> CGPoint { point.applying(mapping(to: layer)) }

    open func convert(_ point: CGPoint, from layer: CALayer?) -> CGPoint {
        point.applying(mapping(to: layer).inverted())
    }

    open func convert(_ rect: CGRect, to layer: CALayer?) -> CGRect { rect.applying(mapping(to: layer)) }

    open func convert(_ rect: CGRect, from layer: CALayer?) -> CGRect {
        rect.applying(mapping(to: layer).inverted())
    }
}
