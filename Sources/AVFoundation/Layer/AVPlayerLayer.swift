public import CoreVideo
public import Foundation
public import KeyValueObserving
public import QuartzCore

/// A layer that shows the video of a player.
///
/// Used from one thread at a time, as any layer. The last frame of an item stays visible until the first frame of the next item is ready.
open class AVPlayerLayer: CALayer, KeyValueObservable {
    private let core: PlayerLayerCore
    public let _keyValueObservers: KeyValueObservers
    private var shownPlayer: AVPlayer?

    public override init() {
        core = PlayerLayerCore()
        _keyValueObservers = core.observers
        super.init()
        contentsGravity = .resizeAspect
        contents = core.source
        core.canvas.attach(to: self)
    }

    public convenience init(player: AVPlayer?) {
        self.init()
        self.player = player
    }

    /// Creates a presentation copy: it shows the same frames but does not follow a player.
    public override init(layer: Any) {
        core = (layer as? AVPlayerLayer)?.core ?? PlayerLayerCore()
        _keyValueObservers = core.observers
        super.init(layer: layer)
    }

    public required init?(coder: NSCoder) {
        core = PlayerLayerCore()
        _keyValueObservers = core.observers
        super.init(coder: coder)
        contentsGravity = .resizeAspect
        contents = core.source
        core.canvas.attach(to: self)
    }

    open override func _makePresentationCopy() -> CALayer { AVPlayerLayer(layer: self) }

    open override func value(forKeyPath keyPath: String) -> Any? {
        switch keyPath {
        case "readyForDisplay", "isReadyForDisplay": return isReadyForDisplay
        case "videoRect": return videoRect
        case "videoGravity": return videoGravity.rawValue
        case "player": return player
        default: return super.value(forKeyPath: keyPath)
        }
    }

    /// The player whose video is shown. Retained. Several layers may show one player.
    open var player: AVPlayer? {
        get { observed("player") { shownPlayer } }
        set {
            guard shownPlayer !== newValue else { return }
            _keyValueObservers.change("player") {
                shownPlayer?.core.removeVideoObserver(core)
                shownPlayer = newValue
                if let newValue {
                    core.follow(newValue.core.environment)
                    newValue.core.addVideoObserver(core)
                } else {
                    core.itemChanged(to: nil)
                    core.wakefulnessChanged(to: false)
                }
                return true
            }
        }
    }

    /// How the video is fitted into the bounds.
    open var videoGravity: AVLayerVideoGravity {
        get { observed("videoGravity") { AVLayerVideoGravity(contentsGravity) } }
        set {
            guard videoGravity != newValue else { return }
            _keyValueObservers.change("videoGravity") {
                contentsGravity = newValue.contentsGravity
                core.layout(bounds: bounds, scale: contentsScale, gravity: newValue)
                return true
            }
        }
    }

    /// Whether the first frame of the player's current item is ready to be shown.
    open var isReadyForDisplay: Bool { observed("isReadyForDisplay") { core.isReadyForDisplay } }

    /// The rectangle of the video in the layer's coordinates; with `resizeAspectFill` it extends beyond the bounds. Zero without video.
    open var videoRect: CGRect { observed("videoRect") { core.videoRect } }

    open override var bounds: CGRect {
        didSet {
            guard bounds != oldValue else { return }
            layOut()
        }
    }

    open override var contentsScale: CGFloat {
        didSet { if contentsScale != oldValue { layOut() } }
    }

    private func layOut() {
        core.layout(bounds: bounds, scale: contentsScale, gravity: AVLayerVideoGravity(contentsGravity))
        core.canvas.layout(in: core.videoRect)
    }

    /// The height at the lower edge of the bounds that controls cover, in points. Drawn captions without a position of their own are placed
    /// above it.
    package var captionInset: CGFloat = 0 {
        didSet { if captionInset != oldValue { core.setCaptionInset(captionInset) } }
    }

    /// Shows drawn captions in the layer that `host` returns, which is in front of this layer in the same tree, or in this layer if it returns
    /// nil. `host` is called on the main thread when captions are shown that need a layer.
    package func showCaptions(in host: @escaping () -> CALayer?) { core.canvas.host = host }

    /// Places drawn captions again after this layer has been moved.
    package func placeCaptions() { core.canvas.layout(in: core.videoRect) }

    /// The frame that is displayed now, as 32BGRA; nil without one.
    open func displayedPixelBuffer() -> CVPixelBuffer? {
        core.displayedPixelBuffer()
    }
}

extension AVLayerVideoGravity {
    var contentsGravity: CALayerContentsGravity {
        switch self {
        case .resizeAspectFill: .resizeAspectFill
        case .resize: .resize
        default: .resizeAspect
        }
    }

    init(_ gravity: CALayerContentsGravity) {
        switch gravity {
        case .resizeAspectFill: self = .resizeAspectFill
        case .resize: self = .resize
        default: self = .resizeAspect
        }
    }
}
