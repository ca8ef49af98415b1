import AVFoundation
import CoreGraphics
import Foundation
import MediaPlayer
import UIKit

/// The display of the model's state.
extension AVPlayerViewController {
    func connect() {
        model.delegate = self
        presenter.attach(self)
        placement.attach(self)
        pictureInPicture.attach(self)
        flows.attach(self)
        announcer.attach(self)
        program.attach(self)
        nowPlaying.attach(self)
        MPVolumeView.routeButtonMaker = { AVRoutePickerView(frame: .zero, session: $0) }
        SettingsBinding.shared.start()
        model.preferences = ViewerSelection()
        start.attach(self)
        television.attach(self)
        interruptionResumer = InterruptionResumer(self)
        externalScreen = ExternalScreenPlayback(self)
        let layer = content.surface.playerLayer
        observations = [
            layer.observe(\.isReadyForDisplay, options: [.initial]) { [weak self] _, _ in
                Task { @MainActor in self?.readinessDidChange() }
            },
            layer.observe(\.videoRect) { [weak self] _, _ in
                Task { @MainActor in self?.updateVideoBounds() }
            },
        ]
        updateGravity()
    }

    // MARK: Video

    private func readinessDidChange() { setReady(content.surface.playerLayer.isReadyForDisplay) }

    private func setReady(_ isReady: Bool) {
        _keyValueObservers.change("isReadyForDisplay") {
            guard isReady != storedIsReady else { return false }
            storedIsReady = isReady
            return true
        }
        model.isFrameReady = isReady
        if isReady {
            updateGravity()
            if !hasShownFrame {
                hasShownFrame = true
                start.update()
                if !start.isShown { presenter.firstFrameShown() }
            }
            television.videoDidBegin()
        }
        updateVideoBounds()
        update()
    }

    func updateVideoBounds() {
        let rect = content.videoRect
        _keyValueObservers.change("videoBounds") {
            guard rect != storedVideoBounds else { return false }
            storedVideoBounds = rect
            return true
        }
        content.placeCaptions()
    }

    func updateGravity() {
        let gravity: AVLayerVideoGravity
        switch gravityPolicy.mode(for: model.item?.presentationSize ?? .zero) {
        case .fit?: gravity = .resizeAspect
        case .fill?: gravity = .resizeAspectFill
        case nil: gravity = storedGravity
        }
        let layer = content.surface.playerLayer
        if layer.videoGravity != gravity {
            layer.videoGravity = gravity
            content.setNeedsLayout()
        }
        updateControls()
    }

    func updatePlace() {
        nowPlaying.placeDidChange()
        let place = placement.gravityPlace
        guard place != gravityPolicy.place else { return }
        gravityPolicy.place = place
        start.update()
        updateGravity()
        displayCriteria.update(self)
    }

    // MARK: State

    /// Updates all views from the model.
    func update() {
        placement.followPlayer()
        start.update()
        // Media without video shows its cover or title instead of a black window.
        let isAudioOnly = model.isAudioOnly
        let problem = model.videoProblem
        let fault = model.state.fault
        // Controls before the card, so that the card does not display a title for the time of a fade.
        if isAudioOnly || fault != nil { presenter.showControls() }
        if isAudioOnly != (content.card != nil) || problem != content.problem { showCard() }
        if let fault { showFailure(fault) } else { content.showError(nil) }
        if fault != nil { content.panels.information.close() }
        presenter.hold(.failed, fault != nil)
        presenter.hold(.audioOnly, isAudioOnly)
        presenter.hold(.paused, player != nil && !model.isPlaying && fault == nil && hasShownFrame && !start.isShown)
        if gravityPolicy.place != .inline { updateGravity() } else { updateControls() }
        updateSpeed()
        flows.update()
        let isInWindow = viewIfLoaded?.window != nil || placement.machine.isFullScreen
        let displaysVideo = fault == nil && model.item?.presentationSize.width ?? 0 > 0 && isInWindow
        keepDisplayAwake(
            model.isPlaying && displaysVideo && player?.preventsDisplaySleepDuringVideoPlayback == true)
        externalScreen?.update()
        displayCriteria.update(self)
    }

    private func showCard() {
        content.showCard(model.isAudioOnly ? model.media.description : nil, problem: model.videoProblem)
    }

    /// Inhibits screen blanking by the desktop: during playback there is no input that would keep the display awake.
    func keepDisplayAwake(_ isOn: Bool) {
        UIApplication.shared.keepDisplayAwake(isOn, for: ObjectIdentifier(self))
    }

    func updateSpeed() {
        let rate = model.speed
        let match = speeds.first { abs($0.rate - rate) < 0.001 }
        _keyValueObservers.change("selectedSpeed") {
            guard match !== storedSpeed else { return false }
            storedSpeed = match
            return true
        }
    }

    private func showFailure(_ fault: PlaybackFault) {
        let strings = StringTable.current
        let (message, cause) = FailureText.describe(fault.error)
        var ways: [(title: String, action: @MainActor () -> Void)] = [
            (strings[.tryAgain], { [weak self] in self?.model.tryAgain() })
        ]
        if model.hasNextItem { ways.append((strings[.skip], { [weak self] in self?.run(.nextItem) })) }
        if presentingViewController != nil || placement.machine.isFullScreen {
            ways.append((strings[.close], { [weak self] in self?.run(.leave) }))
        }
        ways += program.errorActions()
        let title = model.media.description.title
        let name = fault.isEarlyEnd ? strings.stoppedEarly(title) : strings.cannotBePlayed(title)
        content.showError {
            $0.show(title: name, message: message, cause: cause, isOverVideo: fault.isEarlyEnd, ways: ways)
        }
        if let errorView = content.errorView { television.focus(errorView) }
    }

    // MARK: Controls

    func updateControls() {
        guard let controls = content.controls else { return }
        var state = ControlsContent(model)
        state.hasSpeeds = speeds.count > 1 && !model.isLinear
        state.canChangeAspect = gravityPolicy.canViewerChoose && model.hasVideo && storedIsReady
        state.isFilled = content.surface.playerLayer.videoGravity == .resizeAspectFill
        state.isFullScreen = placement.coversDisplay
        state.canFullScreen = placement.canToggle
        state.pictureInPicture = pictureInPicture.button
        state.canClose = placement.surroundings.canDismissItself && !placement.machine.isFullScreen
        state.hasInformation = content.panels.information.isAvailable
        state.isInformationOpen = content.panels.information.view != nil
        state.hasClientItems = !television.isActive && !television.customSections.isEmpty
        controls.content = state
        television.offerPictureInPicture(state.pictureInPicture != .none)
        controls.update(model.fill)
        controls.updateMenu()
        updateTimeObserver()
    }

    /// Requests time updates only while the controls are visible, at the interval in which the knob moves by two points, but at most ten a
    /// second: each lays out the controls and draws the video below them once more.
    private func updateTimeObserver() {
        var interval: Double?
        if presenter.visibility.isVisible, let controls = content.controls, model.isPlaying {
            let duration = model.item?.duration.seconds ?? .nan
            let width = Double(max(1, controls.bounds.width))
            interval = duration.isFinite && duration > 0 ? max(0.1, min(0.25, 2 * duration / width)) : 0.5
        }
        model.screenInterval = interval
    }

    private func showTime() {
        // The seekable range of a live stream moves as well.
        if model.isLive { return updateControls() }
        let now = model.navigation.pendingTarget ?? model.time
        let shown = model.scale.shown(now)
        if shown.isFinite { content.controls?.update { $0.position = shown } }
    }
}

extension AVPlayerViewController: PlayerModelDelegate {
    func modelDidChange(_ change: PlayerModel.Change) {
        pictureInPicture.modelDidChange(change)
        announcer.modelDidChange(change)
        defer { nowPlaying.modelDidChange(change) }
        switch change {
        case .item: itemDidChange()
        case .properties: update()
        case .time: showTime()
        case .chapter: content.controls?.updateMenu()
        case .target(let seconds):
            let shown = model.scale.shown(seconds)
            content.controls?.update { $0.position = shown }
        case .longWait(let isLong):
            content.showSpinner(isLong)
            // Controls that are visible stay; the loading screen shows nothing but the spinner (R231).
            presenter.hold(.waiting, isLong && presenter.visibility.isVisible)
        case .momentaryVolume(let volume): content.controls?.showVolume(volume)
        case .captions(let texts):
            content.showCaptions(pictureInPicture.inlineCaptions)
            externalScreen?.showCaptions(texts)
        case .interstitial: showBreak()
        case .ended:
            if !flows.itemDidEnd(), exitsFullScreenWhenPlaybackEnds, model.scrub == nil { placement.leaveAtEnd() }
        case .errorLogged(let item): showLoss(of: item)
        case .media:
            if content.card != nil { showCard() }
            program.titleDidChange()
            television.mediaDidChange()
            content.panels.information.update()
        case .jumped: break
        }
    }

    private func itemDidChange() {
        if storedIsReady {
            // The first frame of the new item may be ready already; observers still see the change (semantics section 10).
            setReady(false)
            Task { [weak self] in self?.readinessDidChange() }
        }
        thumbnails = nil
        content.controls?.closeMenu()
        content.panels.information.close()
        content.controls?.forgetThumbnail()
        content.controls?.update { $0 = ScrubberModel(width: $0.width) }
        content.showError(nil)
        flows.itemDidChange()
        television.itemDidChange()
    }

    private func showBreak() {
        content.showBreak(model.interstitials.content) { [weak self] in
            self?.model.interstitials.skip()
            self?.presenter.noteInput()
        }
    }

    /// When decoding of video or audio fails while playback continues, a hint shows the reason.
    private func showLoss(of item: AVPlayerItem) {
        guard storedIsReady, let event = item.errorLog()?.events.last, let comment = event.errorComment,
            (event.error as? AVError)?.code == .decodeFailed
        else { return }
        content.flash(comment, symbol: "exclamationmark.triangle", seconds: 6)
    }

    func modelTarget(from oldTime: CMTime, to newTime: CMTime) -> CMTime {
        delegate?.playerViewController(self, timeToSeekAfterUserNavigatedFrom: oldTime, to: newTime) ?? newTime
    }

    func modelWillResume(from oldTime: CMTime, to newTime: CMTime) {
        delegate?.playerViewController(self, willResumePlaybackAfterUserNavigatedFrom: oldTime, to: newTime)
    }

    func modelDidSelect(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
        delegate?.playerViewController(self, didSelect: option, in: group)
    }

    func modelWillPresent(_ interstitial: AVInterstitialTimeRange) {
        delegate?.playerViewController(self, willPresent: interstitial)
    }

    func modelDidPresent(_ interstitial: AVInterstitialTimeRange) {
        delegate?.playerViewController(self, didPresent: interstitial)
    }
}
