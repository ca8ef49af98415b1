public import AVFoundation
import CoreGraphics
public import Foundation
public import KeyValueObserving
import MediaPlayer
public import UIKit

/// A view controller that shows a player's video with controls over it, inline in the client's view or full screen.
///
/// The client creates, owns and may replace the player (R1). Present the controller for full screen (R76), or add it as a child and its
/// view to the client's own for inline use (R91). Main thread only.
open class AVPlayerViewController: UIViewController, KeyValueObservable {
    public nonisolated let _keyValueObservers = KeyValueObservers()

    let content = PlayerContentView(frame: .zero)
    let model = PlayerModel()
    let presenter = ControlsPresenter()
    let placement = PlacementController()
    private(set) var input: PlayerInput?
    let pictureInPicture = PlayerPictureInPicture()
    let flows = PlayerFlows()
    let announcer = PlayerAnnouncer()
    package let program = ProgramHooks()
    let nowPlaying: PlayerNowPlaying
    let start = StartButtonPresenter()
    /// The arrangement of the controls in an `AVPlayerView`; nil elsewhere.
    var viewOptions: PlayerViewOptions? { didSet { if viewOptions != oldValue { presenter.renewControls() } } }
    let television = TelevisionController()
    var observations: [NSKeyValueObservation] = []
    var interruptionResumer: InterruptionResumer?
    var externalScreen: ExternalScreenPlayback?
    let displayCriteria = AutomaticDisplayCriteria()
    var gravityPolicy = GravityPolicy()
    var thumbnails: ThumbnailSource?
    /// Whether a frame of any item has been displayed.
    var hasShownFrame = false
    /// The viewer's last choice between fit and fill, for every player of the process.
    static var viewerGravity: GravityPolicy.Mode?

    // MARK: Initialization

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nowPlaying = PlayerNowPlaying(program: Self.programOfNew)
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        connect()
    }

    /// Creates a controller that publishes what it plays as another program, for tests.
    convenience init(program: NowPlayingProgram) {
        Self.programOfNew = program
        defer { Self.programOfNew = .shared }
        self.init(nibName: nil, bundle: nil)
    }

    /// The program of the next controller. An initializer of its own for tests would be a second designated initializer, which clients'
    /// subclasses cannot override, so that they would not inherit the others.
    private static var programOfNew = NowPlayingProgram.shared

    public convenience init() {
        self.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) {
        nowPlaying = PlayerNowPlaying()
        super.init(coder: coder)
        connect()
    }

    isolated deinit {
        keepDisplayAwake(false)
    }

    // MARK: Player

    /// The displayed player. It may be replaced at any time; a player that is already playing continues (R85).
    open var player: AVPlayer? {
        get {
            _keyValueObservers.access("player")
            return model.player
        }
        set {
            _keyValueObservers.change("player") {
                guard newValue !== model.player else { return false }
                flows.playerWillChange(to: newValue)
                content.surface.playerLayer.player = newValue
                model.player = newValue
                return true
            }
        }
    }

    /// Whether the controls are enabled (R61). Not meant for hiding the controls temporarily: they hide by themselves.
    open var showsPlaybackControls = true {
        didSet {
            guard showsPlaybackControls != oldValue else { return }
            content.hasControls = showsPlaybackControls
            if !showsPlaybackControls {
                content.controls?.closeMenu()
                content.panels.closeShortcuts()
                content.panels.information.close()
            }
            updateControlsAvailability()
            start.update()
        }
    }

    /// The scaling of the video inline. Setting the property disables the automatic zoom of full screen (R82).
    open var videoGravity: AVLayerVideoGravity {
        get { storedGravity }
        set {
            storedGravity = newValue
            gravityPolicy.isSetByClient = true
            updateGravity()
        }
    }
    var storedGravity = AVLayerVideoGravity.resizeAspect

    /// Whether the first frame of the current item is visible (R99). Observe with `.initial`, because the value may already be true (R100).
    open var isReadyForDisplay: Bool {
        _keyValueObservers.access("isReadyForDisplay")
        return storedIsReady
    }
    var storedIsReady = false

    /// The rectangle of the video in `view`.
    open var videoBounds: CGRect {
        _keyValueObservers.access("videoBounds")
        return storedVideoBounds
    }
    var storedVideoBounds = CGRect.zero

    /// The container of the client's own views, between the video and the controls (R62, R98). Touches that the client's views do not
    /// handle reach the player (R64).
    open var contentOverlayView: UIView? { content.overlay }

    open weak var delegate: (any AVPlayerViewControllerDelegate)?

    /// Whether the controller publishes what it plays to the system's media controls and to other programs, and obeys their commands (R171).
    open var updatesNowPlayingInfoCenter: Bool {
        get { nowPlaying.isEnabled }
        set { nowPlaying.isEnabled = newValue }
    }

    /// Whether pressing play inline also enters full screen (R96). Playback that the program starts does not.
    open var entersFullScreenWhenPlaybackBegins = false
    /// Whether full screen ends when the last item has played to its end (R97), unless the viewer is scrubbing.
    open var exitsFullScreenWhenPlaybackEnds = false
    /// Whether skipping, scrubbing and speed changes are disabled.
    open var requiresLinearPlayback: Bool {
        get { model.requiresLinearPlayback }
        set {
            model.requiresLinearPlayback = newValue
            updateControls()
        }
    }

    /// The speeds that the viewer can choose; an empty list hides the menu.
    open var speeds: [AVPlaybackSpeed] = AVPlaybackSpeed.systemDefaultSpeeds { didSet { updateControls() } }

    /// The entry of `speeds` that equals the player's default rate; nil if there is none.
    open var selectedSpeed: AVPlaybackSpeed? {
        _keyValueObservers.access("selectedSpeed")
        return storedSpeed
    }
    var storedSpeed: AVPlaybackSpeed? = AVPlaybackSpeed.systemDefaultSpeeds.first { $0.rate == 1 }

    /// Sets the player's default rate, and its current rate while it plays. A speed that is not in `speeds` is ignored.
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
        placement.viewDidLoad()
        television.addGestures()
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        if placement.keepsContentInView { content.frame = view.bounds }
        content.safeAreaMayHaveChanged()
        television.contentDidLayOut()
        updatePlace()
        updateVideoBounds()
    }

    open override func viewSafeAreaInsetsDidChange() {
        super.viewSafeAreaInsetsDidChange()
        content.safeAreaMayHaveChanged()
        television.contentDidLayOut()
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        updatePlace()
        update()
        flows.didAppear()
        nowPlaying.appeared()
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
        if isBeingDismissed || isMovingFromParent {
            television.dismissed()
            nowPlaying.dismissed()
        }
        presenter.showPointer()
        keepDisplayAwake(false)
        externalScreen?.update()
        displayCriteria.reset()
    }

    // MARK: Events

    open override var prefersHomeIndicatorAutoHidden: Bool { presenter.isPointerHidden }
    open override var prefersStatusBarHidden: Bool {
        placement.coversDisplay || parent == nil && presentingViewController != nil
    }
    open override var canBecomeFirstResponder: Bool { true }
    open override var preferredFocusEnvironments: [any UIFocusEnvironment] { [content] }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let left = presses.filter {
            !program.pressed($0) && !flows.pressed($0) && !(input?.pressed($0) ?? false)
        }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    /// Plays files that are dropped on the player, in the order of the drop.
    open override func _openDroppedURLs(_ urls: [URL]) -> Bool { program.openURLs?(urls) ?? play(dropped: urls) }

    // MARK: Picture in Picture, proposals and display

    /// Whether the viewer can start Picture in Picture. False hides the button and stops Picture in Picture that is running (R105).
    open var allowsPictureInPicturePlayback: Bool {
        get { pictureInPicture.isAllowed }
        set { pictureInPicture.isAllowed = newValue }
    }

    /// Whether Picture in Picture starts by itself when the scene of an inline player enters the background during playback (R102).
    ///
    /// Apple: the viewer leaves the app. Here: all windows of the scene are hidden or minimized. Picture in Picture that has started by itself
    /// ends when the scene enters the foreground. A full-screen presentation starts Picture in Picture without this property.
    open var canStartPictureInPictureAutomaticallyFromInline: Bool {
        get { pictureInPicture.startsAutomatically }
        set { pictureInPicture.startsAutomatically = newValue }
    }

    /// The client's buttons over the video, such as "Skip Intro". They appear half a second after they are set, in the lower corner above
    /// the controls, and are hidden during interstitials and while another screen covers the video. Set an empty list to remove them.
    open var contextualActions: [UIAction] {
        get { flows.actions.actions }
        set { flows.actions.actions = newValue }
    }

    /// The screen that presents content proposals. Setting nil restores the built-in one.
    open var contentProposalViewController: AVContentProposalViewController! {
        get { flows.proposals.clientScreen ?? flows.proposals.builtInScreen }
        set { flows.proposals.clientScreen = newValue === flows.proposals.builtInScreen ? nil : newValue }
    }

    /// Whether the display under the full-screen player is matched to the item, and restored afterwards. True by default.
    open var appliesPreferredDisplayCriteriaAutomatically: Bool {
        get { displayCriteria.isEnabled }
        set {
            displayCriteria.isEnabled = newValue
            displayCriteria.update(self)
        }
    }

    /// The area of the content that the playback controls never cover, whether they are visible or not. Without playback controls, the safe
    /// area.
    ///
    /// Constrain views of `contentOverlayView` to this guide. The insets are updated when the player's view is laid out.
    open var unobscuredContentGuide: UILayoutGuide { content.unobscured.guide }

    // MARK: Television

    /// A controller that is shown over the playing video after a swipe up or a press of Up (R114).
    open var customOverlayViewController: UIViewController? {
        get { television.settings.overlay }
        set { television.change { $0.overlay = newValue } }
    }

    /// Controllers that are tabs beside the information and the chapters (R220). A tab has its controller's title, and its panel the height
    /// of `preferredContentSize`.
    open var customInfoViewControllers: [UIViewController] {
        get { television.settings.infoControllers }
        set { television.change { $0.infoControllers = newValue } }
    }

    @available(*, deprecated, renamed: "customInfoViewControllers")
    open var customInfoViewController: UIViewController? {
        get { television.settings.infoController }
        set { television.change { $0.infoController = newValue } }
    }

    /// The buttons of the information panel, of which two are shown. Default: play from the beginning; nil restores the default.
    open var infoViewActions: [UIAction]! {
        get { television.infoActions }
        set { television.change { $0.infoActions = newValue } }
    }

    /// Buttons beside those for subtitles and audio: an action, or a menu of actions (R219). Menus inside a menu are ignored.
    open var transportBarCustomMenuItems: [UIMenuElement] {
        get { television.settings.menuItems }
        set { television.change { $0.menuItems = newValue } }
    }

    /// Whether title and subtitle are shown above the transport bar, from its next appearance on.
    open var transportBarIncludesTitleView: Bool {
        get { television.settings.includesTitle }
        set { television.settings.includesTitle = newValue }
    }

    /// Whether the controls include the transport bar, from their next appearance on.
    open var playbackControlsIncludeTransportBar: Bool {
        get { television.settings.includesBar }
        set { television.settings.includesBar = newValue }
    }

    /// Whether the controls include information, chapters and the client's tabs, from their next appearance on.
    open var playbackControlsIncludeInfoViews: Bool {
        get { television.settings.includesTabs }
        set { television.settings.includesTabs = newValue }
    }

    /// The languages of the subtitles that the viewer can choose and that are selected automatically, in BCP 47; nil: all.
    open var allowedSubtitleOptionLanguages: [String]? {
        get { television.settings.subtitleLanguages }
        set {
            television.change { $0.subtitleLanguages = newValue }
            model.preferences?.allowedCaptionLanguages = newValue
        }
    }

    /// Whether the viewer has to choose one of the subtitles: the menu offers neither Off nor Auto, and subtitles are selected from the beginning.
    open var requiresFullSubtitles: Bool {
        get { television.settings.requiresSubtitles }
        set {
            television.change { $0.requiresSubtitles = newValue }
            model.preferences?.requiresCaptions = newValue
        }
    }

    /// What skipping does. `skipItem` calls `skipToNextItem(for:)` and `skipToPreviousItem(for:)` of the delegate.
    open var skippingBehavior: AVPlayerViewControllerSkippingBehavior {
        get { television.settings.skipping }
        set { television.change { $0.skipping = newValue } }
    }

    /// Whether the viewer can skip to the next item where `skippingBehavior` is `skipItem`.
    open var isSkipForwardEnabled: Bool {
        get { television.settings.canSkipForward }
        set { television.change { $0.canSkipForward = newValue } }
    }

    /// Whether the viewer can skip to the previous item where `skippingBehavior` is `skipItem`.
    open var isSkipBackwardEnabled: Bool {
        get { television.settings.canSkipBackward }
        set { television.change { $0.canSkipBackward = newValue } }
    }
}

// MARK: Names

extension AVPlayerViewController {
    /// Properties of the main actor are read by their names on the main actor only.
    public nonisolated static var _namedProperties: _NamedProperties { MainActor.assumeIsolated { namedProperties } }

    private static let namedProperties = _NamedProperties(
        of: AVPlayerViewController.self,
        [
            "isReadyForDisplay": \.isReadyForDisplay, "player": \.player, "selectedSpeed": \.selectedSpeed,
            "videoBounds": \.videoBounds,
        ])
}
