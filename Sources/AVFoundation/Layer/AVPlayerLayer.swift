public import CoreVideo
public import Foundation
public import KeyValueObserving
public import QuartzCore

/// Shows the picture of a player.
///
/// Used from one thread at a time, as any layer. The picture of an item stays until the next one's first is there.
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

    /// A copy for showing: it has the picture but follows no player.
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

    /// Retained. Several layers may show one player.
    open var player: AVPlayer? {
        get { observed("player") { shownPlayer } }
        set {
            guard shownPlayer !== newValue else { return }
            keyValueObservers.change("player") {
                shownPlayer?.core.removePictureObserver(core)
                shownPlayer = newValue
                if let newValue {
                    core.follow(newValue.core.environment)
                    newValue.core.addPictureObserver(core)
                } else {
                    core.itemChanged(to: nil)
                }
                return true
            }
        }
    }

    /// How the picture lies in the bounds.
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

    /// Whether the first picture of the player's present item can be shown.
    open var isReadyForDisplay: Bool { observed("isReadyForDisplay") { core.isReadyForDisplay } }

    /// Where the picture lies, in the layer's own plane; with `resizeAspectFill` it reaches beyond the bounds. Zero without a picture.
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

    /// The picture that is shown now, as 32BGRA; nil without one.
    open func displayedPixelBuffer() -> CVPixelBuffer? {
        core.source.picture?.copyPixels(at: nil, maximumWidth: 0, maximumHeight: 0)?.pixelBuffer
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
