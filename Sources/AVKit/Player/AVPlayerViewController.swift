public import AVFoundation
import CoreGraphics
public import Foundation
public import KeyValueObserving
public import UIKit

/// Shows a player's picture with controls over it, inline in the client's view or full screen.
///
/// The client makes, keeps and may change the player (R1). Present the controller for full screen (R76), or add it as a child and its view
/// to the client's own for inline use (R91). Main thread only. Subclassing is not supported, as on Apple's platforms.
open class AVPlayerViewController: UIViewController, KeyValueObservable {
    public nonisolated let keyValueObservers = KeyValueObservers()

    let content = PlayerContentView(frame: .zero)
    let model = PlayerModel()
    let presenter = ControlsPresenter()
    let placement = PlacementController()
    private var input: PlayerInput?
    var observations: [NSKeyValueObservation] = []
    var gravityPolicy = GravityPolicy()
    var thumbnails: ThumbnailSource?
    /// Whether any item has shown a picture here.
    var hasShownPicture = false
    /// The viewer's last choice between fit and fill, for every player of the process.
    static var viewerGravity: GravityPolicy.Mode?

    // MARK: Making

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        connect()
    }

    public convenience init() {
        self.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        connect()
    }

    isolated deinit {
        keepDisplayAwake(false)
    }

    // MARK: Player

    /// What is shown. May be changed while it is seen; a player that plays already is shown playing (R85).
    open var player: AVPlayer? {
        get {
            keyValueObservers.access("player")
            return model.player
        }
        set {
            keyValueObservers.change("player") {
                guard newValue !== model.player else { return false }
                content.surface.playerLayer.player = newValue
                model.player = newValue
                return true
            }
        }
    }

    /// Whether the viewer has controls at all (R61). Not for hiding them for a moment: they go by themselves.
    open var showsPlaybackControls = true {
        didSet {
            guard showsPlaybackControls != oldValue else { return }
            if !showsPlaybackControls { content.controls?.closeMenu() }
            presenter.setEnabled(showsPlaybackControls)
        }
    }

    /// How the picture is fitted in inline. Setting it turns the automatic zoom of full screen off (R82).
    open var videoGravity: AVLayerVideoGravity {
        get { storedGravity }
        set {
            storedGravity = newValue
            gravityPolicy.isSetByClient = true
            updateGravity()
        }
    }
    var storedGravity = AVLayerVideoGravity.resizeAspect

    /// Whether the first picture of the current item can be seen (R99). Observe it with `.initial`: it may be so already (R100).
    open var isReadyForDisplay: Bool {
        keyValueObservers.access("isReadyForDisplay")
        return storedIsReady
    }
    var storedIsReady = false

    /// Where the picture lies in `view`.
    open var videoBounds: CGRect {
        keyValueObservers.access("videoBounds")
        return storedVideoBounds
    }
    var storedVideoBounds = CGRect.zero

    /// For the client's own views: between the picture and the controls (R62, R98). Touches that they do not take reach the player (R64).
    open var contentOverlayView: UIView? { content.overlay }

    open weak var delegate: (any AVPlayerViewControllerDelegate)?

    /// Whether pressing play inline goes to full screen too (R96). Playing that the program starts does not.
    open var entersFullScreenWhenPlaybackBegins = false
    /// Whether full screen ends when the last item has played to its end (R97), unless the viewer is scrubbing.
    open var exitsFullScreenWhenPlaybackEnds = false
    /// No skipping, scrubbing, or change of speed.
    open var requiresLinearPlayback: Bool {
        get { model.requiresLinearPlayback }
        set {
            model.requiresLinearPlayback = newValue
            updateControls()
        }
    }

    /// What the viewer can choose from; an empty list hides the menu.
    open var speeds: [AVPlaybackSpeed] = AVPlaybackSpeed.systemDefaultSpeeds { didSet { updateControls() } }

    /// The entry of `speeds` that is the player's default rate; nil where there is none.
    open var selectedSpeed: AVPlaybackSpeed? {
        keyValueObservers.access("selectedSpeed")
        return storedSpeed
    }
    var storedSpeed: AVPlaybackSpeed? = AVPlaybackSpeed.systemDefaultSpeeds.first { $0.rate == 1 }

    /// Only members of `speeds` count. Sets the player's default rate, and the rate while it plays.
    open func selectSpeed(_ speed: AVPlaybackSpeed) {
        guard speeds.contains(where: { $0 === speed }), player != nil else { return }
        model.speed = speed.rate
        updateSpeed()
    }

    // MARK: View

    open override func loadView() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 640, height: 360))
        view.backgroundColor = .black
        view.clipsToBounds = true
        self.view = view
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        gravityPolicy.viewerChoice = Self.viewerGravity
        content.frame = view.bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(content)
        input = PlayerInput(controller: self)
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        if placement.host == nil { content.frame = view.bounds }
        updatePlace()
        updateVideoBounds()
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        updatePlace()
        update()
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        if isBeingPresented, let transitionCoordinator {
            delegate?.playerViewController(
                self, willBeginFullScreenPresentationWithAnimationCoordinator: transitionCoordinator)
        }
    }

    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        if isBeingDismissed, let transitionCoordinator {
            delegate?.playerViewController(
                self, willEndFullScreenPresentationWithAnimationCoordinator: transitionCoordinator)
        }
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        presenter.showPointer()
        keepDisplayAwake(false)
    }

    // MARK: Events

    open override var prefersHomeIndicatorAutoHidden: Bool { presenter.isPointerHidden }
    open override var prefersStatusBarHidden: Bool { placement.coversDisplay }
    open override var canBecomeFirstResponder: Bool { true }
    open override var preferredFocusEnvironments: [any UIFocusEnvironment] { [content] }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let left = presses.filter { !(input?.pressed($0) ?? false) }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    /// Files that are dropped on the player are played, in their order.
    open override func openDroppedURLs(_ urls: [URL]) -> Bool { play(dropped: urls) }
}
