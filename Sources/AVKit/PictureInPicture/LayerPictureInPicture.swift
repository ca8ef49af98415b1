import AVFoundation
import CoreGraphics
import Foundation
import KeyValueObserving
import QuartzCore
import UIKit

/// Picture in Picture of a client's player layer or sample buffer layer: connects an `AVPictureInPictureController` with its session.
///
/// The player is observed by a model of its own from the start to the end of a session. Owned by the controller; does not retain it.
@MainActor
final class LayerPictureInPicture: PictureInPictureClient, PlayerModelDelegate {
    let session = PictureInPictureSession()
    private weak var controller: AVPictureInPictureController?
    private(set) var source: AVPictureInPictureController.ContentSource?
    private(set) var playerLayer = AVPlayerLayer()
    /// The video of a source of sample buffers.
    private var samples: SampleBufferContent?
    private(set) var isPossible = false
    private(set) var isActive = false
    private(set) var isSuspended = false
    private var model: PlayerModel?
    private var placeholder: PictureInPicturePlaceholder?
    private var layerObservations: [NSKeyValueObservation] = []
    private var tokens: [any NSObjectProtocol] = []

    var requiresLinearPlayback = false {
        didSet {
            model?.requiresLinearPlayback = requiresLinearPlayback
            session.update()
        }
    }

    func attach(_ controller: AVPictureInPictureController, _ source: AVPictureInPictureController.ContentSource) {
        self.controller = controller
        session.client = self
        session.prepare()
        func observe(_ name: Notification.Name, _ body: @escaping @MainActor (LayerPictureInPicture) -> Void) {
            let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                [weak self] _ in
                Task { @MainActor in if let self { body(self) } }
            }
            tokens.append(token)
        }
        observe(AVAudioSession.categoryWasSet) { $0.updatePossible() }
        observe(PictureInPictureSession.activityDidChange) { part in
            part.controller?._keyValueObservers.change("canStopPictureInPicture") { true }
        }
        follow(source)
    }

    isolated deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    // MARK: Source

    func setSource(_ new: AVPictureInPictureController.ContentSource?) {
        guard new !== source else { return }
        let isShown = placeholder != nil
        showPlaceholder(false)
        follow(new)
        guard session.machine.phase != .idle else { return }
        guard isReady else { return session.stopNow(.replaced) }
        model?.player = samples == nil ? playerLayer.player : nil
        samples?.query()
        showPlaceholder(isShown)
        session.update()
    }

    private func follow(_ new: AVPictureInPictureController.ContentSource?) {
        source?.sampleBufferDisplayLayer?.layoutHandler = nil
        source = new
        playerLayer = new?.playerLayer ?? playerLayer
        samples = nil
        layerObservations = []
        if let layer = new?.sampleBufferDisplayLayer { follow(layer, new?.sampleBufferPlaybackDelegate) }
        if let layer = new?.playerLayer {
            layerObservations = [
                layer.observe(\.isReadyForDisplay) { [weak self] _, _ in
                    Task { @MainActor in self?.updatePossible() }
                },
                layer.observe(\.player) { [weak self] _, _ in Task { @MainActor in self?.playerDidChange() } },
                layer.observe(\.videoRect) { [weak self] _, _ in Task { @MainActor in self?.placePlaceholder() } },
            ]
        }
        updatePossible()
    }

    private func follow(
        _ layer: AVSampleBufferDisplayLayer, _ delegate: (any AVPictureInPictureSampleBufferPlaybackDelegate)?
    ) {
        let content = SampleBufferContent(controller, layer, delegate)
        content.changeHandler = { [weak self] in self?.invalidate() }
        samples = content
        layer.layoutHandler = { [weak self] in Task { @MainActor in self?.placePlaceholder() } }
        layerObservations = [
            layer.observe(\.isReadyForDisplay) { [weak self] _, _ in
                Task { @MainActor in self?.updatePossible() }
            }
        ]
    }

    /// The layer of the source.
    private var layer: CALayer { source?.sampleBufferDisplayLayer ?? playerLayer }

    /// Whether the source has a frame to show.
    private var isReady: Bool {
        guard let source else { return false }
        return samples?.isReady ?? (source.playerLayer?.isReadyForDisplay == true)
    }

    /// Queries the state of the video again.
    func invalidate() {
        samples?.query()
        session.update()
    }

    private func playerDidChange() {
        model?.player = playerLayer.player
        updatePossible()
        session.update()
    }

    func updatePossible() {
        let isPossible = canStartPictureInPicture
        controller?._keyValueObservers.change("isPictureInPicturePossible") {
            guard isPossible != self.isPossible else { return false }
            self.isPossible = isPossible
            return true
        }
    }

    // MARK: Session

    var pictureInPictureContent: any PictureInPictureContent {
        if let samples { return samples }
        if let model { return model }
        let model = PlayerModel()
        model.requiresLinearPlayback = requiresLinearPlayback
        model.player = playerLayer.player
        self.model = model
        // Last, because the model reports its first states before it has the item.
        model.delegate = self
        return model
    }

    var canStartPictureInPicture: Bool {
        guard isReady else { return false }
        if samples == nil {
            guard let item = playerLayer.player?.currentItem, item.status != .failed else { return false }
        }
        return session.environment.isPermitted
    }

    var canContinuePictureInPicture: Bool { samples?.exists ?? model?.canStayInPictureInPicture ?? false }

    var startsPictureInPictureInBackground: Bool {
        samples?.query()
        let isPlaying = samples?.isPlaying ?? playerLayer.player.map { $0.timeControlStatus != .paused } ?? false
        return controller?.canStartPictureInPictureAutomaticallyFromInline == true && isPlaying
            && canStartPictureInPicture
    }

    /// Apple's rule: the client retains the controller.
    var pictureInPictureOwner: AnyObject? { nil }

    var sourceWindow: UIWindow? {
        var root: CALayer = layer
        while let next = root.superlayer { root = next }
        return UIApplication.shared.windows.first { $0.layer === root && !$0.isHidden }
    }

    var sourceFrame: CGRect { sourceWindow?.layer.convert(layer.bounds, from: layer) ?? .zero }

    func pictureInPictureChanged(_ notification: PictureInPictureAction.Notification) {
        defer {
            switch notification {
            case .didStop, .failedToStart: model = session.machine.phase == .idle ? nil : model
            case .willStart, .didStart, .willStop: break
            }
        }
        if notification == .willStart { samples?.query() }
        guard let controller, let delegate = controller.delegate else { return }
        switch notification {
        case .willStart: delegate.pictureInPictureControllerWillStartPictureInPicture(controller)
        case .didStart: delegate.pictureInPictureControllerDidStartPictureInPicture(controller)
        case .failedToStart:
            delegate.pictureInPictureController(
                controller, failedToStartPictureInPictureWithError: AVKitError(.pictureInPictureStartFailed))
        case .willStop: delegate.pictureInPictureControllerWillStopPictureInPicture(controller)
        case .didStop: delegate.pictureInPictureControllerDidStopPictureInPicture(controller)
        }
    }

    func pictureInPictureBecameActive(_ isActive: Bool) {
        controller?._keyValueObservers.change("isPictureInPictureActive") {
            self.isActive = isActive
            return true
        }
    }

    func pictureInPictureSuspended(_ isSuspended: Bool) {
        controller?._keyValueObservers.change("isPictureInPictureSuspended") {
            guard isSuspended != self.isSuspended else { return false }
            self.isSuspended = isSuspended
            return true
        }
    }

    func restoreUserInterface(completion: @escaping @Sendable (Bool) -> Void) {
        guard let controller, let delegate = controller.delegate else { return completion(sourceWindow != nil) }
        delegate.pictureInPictureController(
            controller, restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: completion)
    }

    // MARK: Placeholder

    func showPlaceholder(_ isShown: Bool) {
        guard isShown != (placeholder != nil) else { return }
        if isShown {
            let view = PictureInPicturePlaceholder(frame: layer.bounds)
            placeholder = view
            layer.addSublayer(view.layer)
            placePlaceholder()
        } else {
            placeholder?.layer.removeFromSuperlayer()
            placeholder = nil
        }
    }

    private func placePlaceholder() {
        guard let placeholder else { return }
        placeholder.frame = layer.bounds
        placeholder.layoutIfNeeded()
    }

    // MARK: Model

    func modelDidChange(_ change: PlayerModel.Change) { session.modelDidChange(change) }
    func modelTarget(from oldTime: CMTime, to newTime: CMTime) -> CMTime { newTime }
    func modelWillResume(from oldTime: CMTime, to newTime: CMTime) {}
    func modelDidSelect(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {}
    func modelWillPresent(_ interstitial: AVInterstitialTimeRange) {}
    func modelDidPresent(_ interstitial: AVInterstitialTimeRange) {}
}

extension PlayerModel {
    /// Whether the item has video, or may still have it.
    var canStayInPictureInPicture: Bool {
        guard player != nil, item != nil, !isAudioOnly else { return false }
        return state.fault.map(\.isEarlyEnd) ?? true
    }
}
