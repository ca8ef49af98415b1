import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// What the controller does when the player, its item or the picture changes.
extension AVPlayerViewController {
    func connect() {
        watcher.onChange = { [weak self] in self?.update() }
        watcher.onItem = { [weak self] in self?.itemDidChange($0) }
        watcher.onEnd = { [weak self] in self?.didPlayToEnd($0) }
        watcher.onTime = { [weak self] in self?.show(time: $0) }
        watcher.onTrouble = { [weak self] in self?.tellTrouble(of: $0) }
        let layer = content.surface.playerLayer
        observations = [
            layer.observe(\.isReadyForDisplay, options: [.initial]) { [weak self] _, _ in
                Task { @MainActor in self?.readinessDidChange() }
            },
            layer.observe(\.videoRect) { [weak self] _, _ in
                Task { @MainActor in self?.updateVideoBounds() }
            },
        ]
        tokens = [
            NotificationCenter.default.addObserver(
                forName: AVPlayerItem.externalMetadataDidChange, object: nil, queue: nil
            ) { [weak self] note in
                let item = note.object as? AVPlayerItem
                Task { @MainActor in
                    guard let self, let item, item === self.watcher.item else { return }
                    self.updateDescription()
                }
            }
        ]
        connectInterstitials()
        updateGravity()
    }

    func playerDidChange() {
        cancelRamp()
        scrub = nil
        history = []
        hasEnded = false
        content.surface.playerLayer.player = player
        watcher.watch(player)
        interstitials.watch(player)
        updateSpeed()
        update()
    }

    private func itemDidChange(_ item: AVPlayerItem?) {
        hasEnded = false
        descriptionTask?.cancel()
        assetMetadata = []
        selectionGroups = []
        thumbnails = nil
        content.controls?.closeMenu()
        content.controls?.forgetThumbnail()
        content.controls?.update { $0 = ScrubberModel(width: $0.width) }
        content.showError(nil)
        showOwnCaptions { $0.showCaptions([]) }
        ownRange = nil
        captionFeed = item.map { item in
            CaptionFeed(item: item) { [weak self] texts in self?.showOwnCaptions { $0.showCaptions(texts) } }
        }
        updateDescription()
        guard let item else { return }
        let asset = item.asset
        descriptionTask = Task { [weak self] in
            let metadata = (try? await asset.load(.commonMetadata)) ?? []
            guard !Task.isCancelled, let self, item === watcher.item else { return }
            assetMetadata = metadata + ((try? await asset.load(.metadata)) ?? [])
            let groups = try? await asset.loadChapterMetadataGroups(
                bestMatchingPreferredLanguages: Locale.preferredLanguages)
            var selections: [(AVMediaCharacteristic, AVMediaSelectionGroup)] = []
            for characteristic in [AVMediaCharacteristic.legible, .audible] {
                if let group = try? await asset.loadMediaSelectionGroup(for: characteristic) {
                    selections.append((characteristic, group))
                }
            }
            guard !Task.isCancelled, item === watcher.item else { return }
            selectionGroups = selections
            mediaDescription.chapters = MediaDescription.chapters(from: groups ?? [])
            updateDescription()
        }
    }

    func updateDescription() {
        let chapters = mediaDescription.chapters
        let item = watcher.item
        mediaDescription = MediaDescription(
            external: item?.externalMetadata ?? [], asset: assetMetadata, url: (item?.asset as? AVURLAsset)?.url)
        mediaDescription.chapters = assetMetadata.isEmpty && selectionGroups.isEmpty ? [] : chapters
        if content.card != nil { content.showCard(mediaDescription, problem: pictureProblem) }
        update()
    }

    // MARK: Picture

    func readinessDidChange() {
        let isReady = content.surface.playerLayer.isReadyForDisplay
        keyValueObservers.change("isReadyForDisplay") {
            guard isReady != storedIsReady else { return false }
            storedIsReady = isReady
            return true
        }
        if isReady {
            updateGravity()
            if !hasShownPicture {
                hasShownPicture = true
                // Controls need fonts, which must not delay the first picture: they are made when it has been seen.
                controlsTimer.fire(after: .milliseconds(120)) { [weak self] in self?.showControlsFirst() }
            }
        }
        updateVideoBounds()
        update()
    }

    func updateVideoBounds() {
        let rect = content.surface.playerLayer.videoRect
        keyValueObservers.change("videoBounds") {
            guard rect != storedVideoBounds else { return false }
            storedVideoBounds = rect
            return true
        }
        content.placeCaptions()
    }

    func updateGravity() {
        let size = watcher.item?.presentationSize ?? .zero
        let gravity: AVLayerVideoGravity
        switch gravityPolicy.mode(for: size) {
        case .fit?: gravity = .resizeAspect
        case .fill?: gravity = .resizeAspectFill
        case nil: gravity = storedGravity
        }
        let layer = content.surface.playerLayer
        if layer.videoGravity != gravity { layer.videoGravity = gravity }
        updateControls()
    }

    /// R81: full screen is what covers the scene; an embedded player is inline until the viewer takes it to full screen.
    func updatePlace() {
        let before = gravityPolicy.place
        if fullScreenHost != nil {
            gravityPolicy.place = .expandedInline
        } else if let window = viewIfLoaded?.window, parent == nil || presentingViewController != nil,
            view.convert(view.bounds, to: window).insetBy(dx: -1, dy: -1).contains(window.bounds)
        {
            gravityPolicy.place = .fullScreen
        } else {
            gravityPolicy.place = .inline
        }
        if gravityPolicy.place != before { updateGravity() }
    }

    // MARK: State

    /// What the viewer means by playing: also while waiting for data, and while a film that played is scrubbed.
    var isPlaying: Bool {
        if let scrub { return scrub.rate != 0 }
        return player.map { $0.timeControlStatus != .paused } ?? false
    }

    private var failure: (any Error)? {
        if watcher.item?.status == .failed { return watcher.item?.error ?? AVError(.unknown) }
        if player?.status == .failed { return player?.error ?? AVError(.unknown) }
        return watcher.endFailure
    }

    /// Whether only the rest of the film is missing: what came before can be sought.
    private var isBrokenOff: Bool { watcher.endFailure != nil && watcher.item?.status == .readyToPlay }

    var hasVideo: Bool {
        guard let item = watcher.item else { return false }
        return item.presentationSize.width > 0 || storedIsReady || item.status != .readyToPlay
    }

    /// Why a film shows no picture though it has one; nil while nothing has been lost, and for what is sound alone.
    var pictureProblem: String? {
        guard !storedIsReady, let item = watcher.item,
            item.tracks.contains(where: { $0.assetTrack?.mediaType == .video })
        else { return nil }
        let loss = item.errorLog()?.events.last { event in
            let code = (event.error as? AVError)?.code
            return code == .decodeFailed || code == .decoderNotFound || code == .outOfMemory
        }
        return loss.map { StringTable.current.noPicture($0.errorComment ?? "") }
    }

    /// Where picture or sound is lost while the film goes on, a viewer is told why the one stands still or the other is silent.
    func tellTrouble(of item: AVPlayerItem) {
        guard storedIsReady, let event = item.errorLog()?.events.last, let comment = event.errorComment,
            (event.error as? AVError)?.code == .decodeFailed
        else { return }
        content.flash(comment, symbol: "exclamationmark.triangle", seconds: 6)
    }

    /// Brings everything that is seen in line with the player.
    func update() {
        let now = clock.now
        let failure = failure
        let item = watcher.item
        if player?.timeControlStatus == .playing { hasEnded = false }

        // Sound alone shows its cover or name; nobody should look at a black window.
        let problem = pictureProblem
        let isSoundOnly = item?.status == .readyToPlay && (!hasVideo || problem != nil)
        if isSoundOnly != (content.card != nil) || problem != shownPictureProblem {
            content.showCard(isSoundOnly ? mediaDescription : nil, problem: problem)
            shownPictureProblem = problem
        }
        if isSoundOnly || failure != nil { showControlsFirst() }

        if let failure { showFailure(failure) } else { content.showError(nil) }

        let isWaiting =
            failure == nil && item != nil
            && (interstitials.player ?? player)?.timeControlStatus == .waitingToPlayAtSpecifiedRate
        if let isShown = spinnerRule.update(isWaiting: isWaiting, at: now) { content.showSpinner(isShown) }
        schedule(spinnerTimer, spinnerRule.deadline) { [weak self] in self?.update() }

        perform(visibility.hold(.failed, failure != nil, at: now))
        perform(visibility.hold(.paused, player != nil && !isPlaying && failure == nil && hasShownPicture, at: now))
        if gravityPolicy.place != .inline { updateGravity() } else { updateControls() }
        updateSpeed()
        keepDisplayAwake(isPlaying && failure == nil && watcher.item?.presentationSize.width ?? 0 > 0 && isInWindow)
    }

    private var isInWindow: Bool { viewIfLoaded?.window != nil || fullScreenHost != nil }

    /// Nobody touches anything while a film runs, and yet the screen must not go dark.
    func keepDisplayAwake(_ isOn: Bool) {
        UIApplication.shared.keepDisplayAwake(isOn, for: ObjectIdentifier(self))
    }

    func updateSpeed() {
        let rate = player?.defaultRate ?? 1
        let match = speeds.first { abs($0.rate - rate) < 0.001 }
        keyValueObservers.change("selectedSpeed") {
            guard match !== storedSpeed else { return false }
            storedSpeed = match
            return true
        }
    }

    private func didPlayToEnd(_ item: AVPlayerItem) {
        let queued = (player as? AVQueuePlayer)?.items() ?? []
        let isLast = !queued.contains { $0 !== item }
        if !isLast {
            history.append(item)
            return
        }
        hasEnded = true
        update()
        if exitsFullScreenWhenPlaybackEnds, scrub == nil { leaveFullScreen() }
    }

    // MARK: Failure

    private func showFailure(_ error: any Error) {
        let strings = StringTable.current
        let (message, cause) = FailureText.describe(error)
        var ways: [(title: String, action: @MainActor () -> Void)] = [
            (strings[.tryAgain], { [weak self] in self?.tryAgain() })
        ]
        if let queue = player as? AVQueuePlayer, queue.items().count > 1 {
            ways.append((strings[.skip], { [weak self] in self?.run(.nextItem) }))
        }
        if presentingViewController != nil || fullScreenHost != nil {
            ways.append((strings[.close], { [weak self] in self?.run(.leave) }))
        }
        let title = mediaDescription.title
        let name = isBrokenOff ? strings.stoppedEarly(title) : strings.cannotBePlayed(title)
        let isOverPicture = isBrokenOff
        content.showError {
            $0.show(title: name, message: message, cause: cause, isOverPicture: isOverPicture, ways: ways)
        }
    }

    /// Plays on from where it stood; what has failed stays failed and needs new objects (R87).
    private func tryAgain() {
        guard let player, let item = watcher.item else { return }
        if item.status == .readyToPlay { return player.play() }
        let time = item.currentTime()
        let asset = (item.asset as? AVURLAsset).map { AVURLAsset(url: $0.url) } ?? item.asset
        let fresh = AVPlayerItem(asset: asset)
        fresh.externalMetadata = item.externalMetadata
        if time.isNumeric, time.seconds > 0 { fresh.seek(to: time, completionHandler: nil) }
        player.replaceCurrentItem(with: fresh)
        player.play()
    }

    // MARK: Controls

    /// Makes the controls on first need and shows them.
    func showControlsFirst() {
        guard showsPlaybackControls, content.controls == nil, viewIfLoaded != nil else { return }
        let controls = ControlsView(frame: content.bounds)
        controls.delegate = self
        controls.alpha = 0
        controls.isHidden = true
        content.install(controls)
        updateControls()
        perform(visibility.input(at: clock.now) ?? (visibility.isVisible ? .show(over: .milliseconds(150)) : nil))
    }

    func updateControls() {
        guard let controls = content.controls else { return }
        let item = watcher.item
        var state = ControlsContent()
        state.title = mediaDescription.title
        state.subtitle = mediaDescription.subtitle
        state.isPlaying = isPlaying
        state.hasEnded = hasEnded
        state.volume = ramp?.target ?? player?.volume ?? 1
        state.isMuted = ramp.map { $0.mutesAtEnd } ?? player?.isMuted ?? false
        state.speed = player?.defaultRate ?? 1
        state.hasSpeeds = speeds.count > 1 && !isLinear
        let queue = (player as? AVQueuePlayer)?.items() ?? []
        state.hasNext = queue.count > 1
        state.hasPrevious = !history.isEmpty
        state.hasQueue = queue.count > 1 || !history.isEmpty
        let duration = liveTimeline?.edge ?? item?.duration.seconds ?? .nan
        let now = player?.currentTime().seconds ?? 0
        state.isLive = isLiveItem
        state.isAtLiveEdge = isLiveItem && liveTimeline?.isLive(at: now) != false
        state.canSeek = !isLinear && duration.isFinite && duration > 0
        state.hasChapters = mediaDescription.chapters.count > 1
        state.hasSelection = selectionGroups.contains { offersChoice($0.group, $0.characteristic) }
        state.isSelectionActive = isCaptionOn
        state.canChangeAspect = gravityPolicy.canViewerChoose && hasVideo && storedIsReady
        state.isFilled = content.surface.playerLayer.videoGravity == .resizeAspectFill
        state.isFullScreen = isFullScreenNow
        state.canFullScreen = canGoFullScreen
        state.canClose = presentingViewController != nil && fullScreenHost == nil
        state.hasFailed = failure != nil && !isBrokenOff
        controls.content = state
        let chapters = mediaDescription.chapters
        let loaded = item.map(Self.loadedRanges) ?? []
        let (scale, marks) = (scale, scrubberMarks)
        controls.update { model in
            model.duration = scale.shown(duration)
            model.chapters = chapters.map { .init(start: scale.shown($0.start), title: $0.title) }
            model.loaded = loaded.map { scale.shown($0.lowerBound)..<scale.shown($0.upperBound) }
            model.marks = marks
            if now.isFinite { model.position = scale.shown(now) }
        }
        updateTimeObserver()
    }

    private static func loadedRanges(of item: AVPlayerItem) -> [Range<Double>] {
        item.loadedTimeRanges.compactMap { value in
            let range = value.timeRangeValue
            let (start, end) = (range.start.seconds, range.end.seconds)
            return start.isFinite && end.isFinite && start <= end ? start..<end : nil
        }
    }

    private func show(time: CMTime) {
        guard time.seconds.isFinite else { return }
        noteOwnRange(at: time.seconds)
        // What can be sought of a live programme moves on as well.
        if isLiveItem { return updateControls() }
        let shown = scale.shown(time.seconds)
        content.controls?.update { $0.position = shown }
    }

    private static let rangeInterval = 0.2

    /// The clock of the controls runs only while they are seen, as finely as the bar can show.
    func updateTimeObserver() {
        guard visibility.isVisible, let controls = content.controls, isPlaying else {
            // Whoever has set stretches apart is told when they begin, whether or not anybody sees the bar.
            guard isPlaying, watcher.item?.ownInterstitialTimeRanges.isEmpty == false else {
                watcher.stopTime()
                shownInterval = nil
                return
            }
            if shownInterval != Self.rangeInterval { watcher.startTime(every: Self.rangeInterval) }
            shownInterval = Self.rangeInterval
            return
        }
        let duration = watcher.item?.duration.seconds ?? .nan
        let width = Double(max(1, controls.bounds.width))
        let interval = duration.isFinite && duration > 0 ? max(1.0 / 30, min(0.25, duration / width)) : 0.5
        guard interval != shownInterval else { return }
        shownInterval = interval
        watcher.startTime(every: interval)
    }

    /// Takes the place of what plays now. More than one needs a queue; a plain player gets the first.
    func play(dropped urls: [URL]) -> Bool {
        guard !urls.isEmpty else { return false }
        let items = urls.map { AVPlayerItem(url: $0) }
        if let queue = player as? AVQueuePlayer {
            queue.removeAllItems()
            history = []
            for item in items where queue.canInsert(item, after: nil) { queue.insert(item, after: nil) }
            queue.play()
        } else if let player, items.count == 1 {
            player.replaceCurrentItem(with: items[0])
            player.play()
        } else {
            let volume = player?.volume
            let muted = player?.isMuted ?? false
            player?.pause()
            let queue = AVQueuePlayer(items: items)
            if let volume { queue.volume = volume }
            queue.isMuted = muted
            player = queue
            queue.play()
        }
        return true
    }
}
