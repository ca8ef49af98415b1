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
    let watcher = PlaybackWatcher()
    var observations: [NSKeyValueObservation] = []
    var tokens: [any NSObjectProtocol] = []

    var visibility = ControlsVisibility<ContinuousClock.Instant>()
    var spinnerRule = SpinnerRule<ContinuousClock.Instant>()
    let clock = ContinuousClock()
    let visibilityTimer = MainTimer()
    let spinnerTimer = MainTimer()
    let controlsTimer = MainTimer()
    let rampTimer = MainTimer()

    var gravityPolicy = GravityPolicy()
    var shownPictureProblem: String?
    var mediaDescription = MediaDescription(external: [], asset: [], url: nil)
    var descriptionTask: Task<Void, Never>?
    var assetMetadata: [AVMetadataItem] = []
    var selectionGroups: [(characteristic: AVMediaCharacteristic, group: AVMediaSelectionGroup)] = []
    var scrub: ScrubSession?
    var ramp: RampSession?
    /// Items that were in the queue and have been played, so that there is a way back.
    var history: [AVPlayerItem] = []
    var hasEnded = false
    var hasShownPicture = false
    var hoveredTarget: (any PointerTarget)?
    var fullScreenHost: FullScreenHost?
    var transition: TransitionCoordinator?
    var thumbnails: ThumbnailSource?
    var captionFeed: CaptionFeed?
    /// Shows the item's own captions, which wait while something else plays.
    var ownCaptions: @MainActor (PlayerContentView) -> Void = { $0.showCaptions([]) }
    let interstitials = InterstitialWatcher()
    var presentedBreak: (event: String, range: AVInterstitialTimeRange)?
    var ownRange: AVInterstitialTimeRange?
    var breakCaptions: CaptionFeed?
    var breakCaptionItem: AVPlayerItem?
    var input: PlayerInput?
    /// A seek of the viewer that has not landed, and where it goes.
    var isNavigating = false
    var navigationTarget = 0.0
    var shownInterval: Double?
    var isCursorHidden = false
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
        // R51: without its controller a picture does not stay on the whole screen.
        fullScreenHost?.close()
        keepDisplayAwake(false)
        descriptionTask?.cancel()
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    // MARK: Player

    /// What is shown. May be changed while it is seen; a player that plays already is shown playing (R85).
    open var player: AVPlayer? {
        get {
            keyValueObservers.access("player")
            return storedPlayer
        }
        set {
            keyValueObservers.change("player") {
                guard newValue !== storedPlayer else { return false }
                storedPlayer = newValue
                playerDidChange()
                return true
            }
        }
    }
    private var storedPlayer: AVPlayer?

    /// Whether the viewer has controls at all (R61). Not for hiding them for a moment: they go by themselves.
    open var showsPlaybackControls = true {
        didSet {
            guard showsPlaybackControls != oldValue else { return }
            if !showsPlaybackControls { content.controls?.closeMenu() }
            perform(visibility.setEnabled(showsPlaybackControls, at: clock.now))
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
    open var requiresLinearPlayback = false { didSet { updateControls() } }

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
        guard speeds.contains(where: { $0 === speed }), let player else { return }
        player.defaultRate = speed.rate
        if player.rate != 0 { player.rate = speed.rate }
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
        if fullScreenHost == nil { content.frame = view.bounds }
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
        input?.showCursor()
        keepDisplayAwake(false)
    }

    // MARK: Events

    open override var prefersHomeIndicatorAutoHidden: Bool { isCursorHidden }
    open override var prefersStatusBarHidden: Bool { isFullScreenNow }
    open override var canBecomeFirstResponder: Bool { true }
    open override var preferredFocusEnvironments: [any UIFocusEnvironment] { [content] }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let left = presses.filter { !(input?.pressed($0) ?? false) }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    /// Files that are dropped on the player are played, in their order.
    open override func openDroppedURLs(_ urls: [URL]) -> Bool { play(dropped: urls) }
}
