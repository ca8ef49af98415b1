public import CoreVideo
public import Foundation
public import KeyValueObserving
public import QuartzCore

/// A layer that shows the video of a player.
///
/// Used from one thread at a time, as any layer. The last frame of an item stays visible until the first frame of the next item is ready.
open class AVPlayerLayer: CALayer, KeyValueObservable {
    private let core: PlayerLayerCore
    public let keyValueObservers: KeyValueObservers
    private var shownPlayer: AVPlayer?

    public override init() {
        core = PlayerLayerCore()
        keyValueObservers = core.observers
        super.init()
        contentsGravity = .resizeAspect
        contents = core.source
    }

    public convenience init(player: AVPlayer?) {
        self.init()
        self.player = player
    }

    /// Creates a presentation copy: it shows the same frames but does not follow a player.
    public override init(layer: Any) {
        core = (layer as? AVPlayerLayer)?.core ?? PlayerLayerCore()
        keyValueObservers = core.observers
        super.init(layer: layer)
    }

    public required init?(coder: NSCoder) {
        core = PlayerLayerCore()
        keyValueObservers = core.observers
        super.init(coder: coder)
        contentsGravity = .resizeAspect
        contents = core.source
    }

    open override func makePresentationCopy() -> CALayer { AVPlayerLayer(layer: self) }

    /// The player whose video is shown. Retained. Several layers may show one player.
    open var player: AVPlayer? {
        get { observed("player") { shownPlayer } }
        set {
            guard shownPlayer !== newValue else { return }
            keyValueObservers.change("player") {
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
            keyValueObservers.change("videoGravity") {
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
    }

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
