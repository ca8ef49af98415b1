public import AVFoundation
import CoreGraphics
public import Foundation
public import KeyValueObserving
public import UIKit

/// A view that shows a player's video, with controls along its lower edge, in a floating panel, or none.
///
/// Apple: an AppKit view. Here: a view of UIKit, over the same model, video layer and full screen as `AVPlayerViewController`. Main thread
/// only.
open class AVPlayerView: UIView, KeyValueObservable {
    public nonisolated let _keyValueObservers = KeyValueObservers()

    let controller = AVPlayerViewController()
    private let relay = PlayerViewRelay()
    private var observations: [NSKeyValueObservation] = []
    private var trimming: TrimSession?
    private let zoom = UIPinchGestureRecognizer()
    private var zoomStart: CGFloat = 1

    // MARK: Initialization

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        controller.start.isEnabled = false
        controller.viewOptions = PlayerViewOptions()
        // The view keeps its gravity in every place, as the client has set it.
        controller.videoGravity = .resizeAspect
        controller.allowsPictureInPicturePlayback = false
        relay.view = self
        controller.delegate = relay
        let video: UIView = controller.view
        video.frame = bounds
        video.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(video)
        zoom.isEnabled = false
        zoom.addAction { [weak self] _ in self?.zoomed() }
        addGestureRecognizer(zoom)
        observations = [
            controller.observe(\.player?.currentItem) { [weak self] _, _ in
                Task { @MainActor in self?.endOldTrimming() }
            }
        ]
    }

    // MARK: Player

    /// The displayed player. It may be replaced at any time.
    open var player: AVPlayer? {
        get { controller.player }
        set { controller.player = newValue }
    }

    /// The scaling of the video in the view.
    open var videoGravity: AVLayerVideoGravity {
        get { controller.videoGravity }
        set { scaleVideo(newValue) }
    }

    private func scaleVideo(_ gravity: AVLayerVideoGravity) { controller.videoGravity = gravity }

    /// Whether the first frame of the current item is visible.
    open var isReadyForDisplay: Bool { controller.isReadyForDisplay }

    /// The rectangle of the video in the view.
    open var videoBounds: CGRect { controller.videoBounds }

    /// The container of the client's own views, between the video and the controls.
    open var contentOverlayView: UIView? { controller.contentOverlayView }

    /// Whether the view publishes what it plays to the system's media controls and to other programs, and obeys their commands.
    open var updatesNowPlayingInfoCenter: Bool {
        get { controller.updatesNowPlayingInfoCenter }
        set { controller.updatesNowPlayingInfoCenter = newValue }
    }

    open weak var delegate: (any AVPlayerViewDelegate)?

    // MARK: Picture in Picture

    /// Whether the viewer can start Picture in Picture. False by default; setting it to false ends Picture in Picture that is active.
    open var allowsPictureInPicturePlayback: Bool {
        get { controller.allowsPictureInPicturePlayback }
        set { controller.allowsPictureInPicturePlayback = newValue }
    }

    open weak var pictureInPictureDelegate: (any AVPlayerViewPictureInPictureDelegate)?

    // MARK: Controls

    open var controlsStyle = AVPlayerViewControlsStyle.default {
        didSet { if controlsStyle != oldValue { updateControls() } }
    }

    /// Whether a button for full screen is among the controls. The F key enters full screen in any case.
    open var showsFullScreenToggleButton = false {
        didSet { if showsFullScreenToggleButton != oldValue { updateControls() } }
    }

    /// Whether two buttons step through single frames.
    open var showsFrameSteppingButtons = false {
        didSet { if showsFrameSteppingButtons != oldValue { updateControls() } }
    }

    /// The client's actions, which a button over the video opens.
    open var actionPopUpButtonMenu: UIMenu? { didSet { updateControls() } }

    private func updateControls() {
        var options = PlayerViewOptions()
        switch controlsStyle {
        case .floating: options.style = .floating
        case .minimal: options.style = .minimal
        case .none, .inline: options.style = .inline
        @unknown default: options.style = .inline
        }
        options.showsFullScreenButton = showsFullScreenToggleButton
        options.showsFrameStepping = showsFrameSteppingButtons
        options.menu = actionPopUpButtonMenu
        controller.viewOptions = options
        controller.showsPlaybackControls = controlsStyle != .none && trimming == nil
    }

    /// The speeds that the viewer can choose; an empty list hides the menu.
    open var speeds: [AVPlaybackSpeed] {
        get { controller.speeds }
        set { controller.speeds = newValue }
    }

    /// The entry of `speeds` that equals the player's default rate; nil if there is none.
    open var selectedSpeed: AVPlaybackSpeed? { controller.selectedSpeed }

    /// Sets the player's default rate, and its current rate while it plays. A speed that is not in `speeds` is ignored.
    open func selectSpeed(_ speed: AVPlaybackSpeed) { controller.selectSpeed(speed) }

    /// Shows the number of a chapter, and its title, over the video for a moment.
    open func flashChapterNumber(_ chapterNumber: Int, chapterTitle: String?) {
        let strings = StringTable.current
        let text = chapterTitle.map { strings.chapter(chapterNumber, title: $0) } ?? strings.chapter(chapterNumber)
        controller.content.flash(text, symbol: "list.bullet", seconds: 2)
    }

    // MARK: Magnification

    /// Whether the viewer can magnify the video with two fingers.
    open var allowsMagnification = false { didSet { zoom.isEnabled = allowsMagnification } }

    /// The magnification of the video, from 1 to 8. Points of the view beyond the video's edges are cut off.
    open var magnification: CGFloat {
        get { controller.content.surface.magnification }
        set { setMagnification(newValue, centeredAt: CGPoint(x: bounds.midX, y: bounds.midY)) }
    }

    /// Magnifies the video. The point, in the view's coordinates, stays in its place.
    open func setMagnification(_ magnification: CGFloat, centeredAt point: CGPoint) {
        guard magnification.isFinite, point.x.isFinite, point.y.isFinite else { return }
        let content = controller.content
        content.surface.magnify(
            max(1, min(magnification, 8)), around: content.convert(point, from: self), in: content.bounds)
    }

    private func zoomed() {
        if zoom.state == .began { zoomStart = magnification }
        guard zoom.state == .began || zoom.state == .changed else { return }
        setMagnification(zoomStart * zoom.scale, centeredAt: zoom.location(in: self))
    }

    // MARK: Trimming

    /// Whether the viewer can trim the current item: its duration is known, and no trimming is in progress.
    open var canBeginTrimming: Bool {
        trimming == nil && controller.model.item?.status == .readyToPlay && !controller.model.isLive
            && (trimmableDuration ?? 0) > TrimModel.shortest
    }

    private var trimmableDuration: Double? {
        controller.model.item.map(\.duration.seconds).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Shows a bar in which the viewer selects a part of the item. Afterwards the item plays this part only:
    /// `reversePlaybackEndTime` and `forwardPlaybackEndTime` are its ends.
    /// - Parameter completion: called once, with `.cancelButton` also where the item cannot be trimmed or was replaced.
    open func beginTrimming(completionHandler completion: ((AVPlayerViewTrimResult) -> Void)? = nil) {
        guard canBeginTrimming, let player, let item = player.currentItem, let duration = trimmableDuration else {
            completion?(.cancelButton)
            return
        }
        let session = TrimSession(player, item, duration: duration) { completion?($0) }
        trimming = session
        updateControls()
        session.begin(in: controller.content) { [weak self] in
            self?.trimming = nil
            self?.updateControls()
        }
    }

    /// The bar of the trimming in progress.
    var trimView: TrimView? { trimming?.bar }

    /// Cancels the trimming of an item that is not current any more.
    private func endOldTrimming() {
        guard let session = trimming, !session.isCurrent(in: controller.player) else { return }
        trimming = nil
        session.finish(.cancelButton)
        updateControls()
    }
}
