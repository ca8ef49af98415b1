import AVFoundation
import Foundation
import UIKit

/// A drag of the scrubber: where it began, and whether playing goes on after it.
struct ScrubSession {
    var start: CMTime
    var rate: Float
    var isSeeking = false
    var wanted: Double?
}

/// A change of loudness under way.
struct RampSession {
    var ramp: VolumeRamp
    var begun: ContinuousClock.Instant
    /// What the slider shows, and what the volume is in the end.
    var target: Float
    var mutesAtEnd: Bool
}

/// What the viewer can do with keys, pointer and controls.
extension AVPlayerViewController {
    /// - Returns: whether the command meant something here.
    @discardableResult
    func run(_ command: PlayerCommand) -> Bool {
        if content.controls?.menu != nil, command == .leave {
            content.controls?.closeMenu()
            return true
        }
        if command == .leave { return leave() }
        guard let player else { return false }
        switch command {
        case .togglePlayback: togglePlayback(player)
        case .skip(let seconds): skip(seconds)
        case .changeVolume(let step): changeVolume(by: step)
        case .toggleMute: setMuted(!(ramp.map { $0.mutesAtEnd } ?? player.isMuted))
        case .toggleFullScreen:
            guard canGoFullScreen else { return false }
            toggleFullScreen()
        case .leave: break
        case .step(let count): step(count)
        case .seekToTenth(let tenth):
            guard let duration else { return false }
            seek(to: scale.time(ofShown: scale.shown(duration) * Double(tenth) / 10))
        case .seekToEnd:
            guard let duration else { return false }
            if isLiveItem { goLive(player) } else { seek(to: duration) }
        case .stop:
            player.pause()
            if duration != nil, !isLiveItem { seek(to: 0) }
        case .goLive:
            guard isLiveItem, !isLinear else { return false }
            goLive(player)
        case .nextItem:
            guard goToNextItem() else { return false }
        case .previousItem:
            guard goToPreviousItem() else { return false }
        case .nextChapter: return goToChapter(by: 1)
        case .previousChapter: return goToChapter(by: -1)
        case .nextTrack: return run(.nextItem) || run(.nextChapter)
        case .previousTrack:
            let hasChapters = mediaDescription.chapters.count > 1 && history.isEmpty
            return hasChapters && run(.previousChapter) || run(.previousItem)
        case .toggleAspect:
            guard gravityPolicy.canViewerChoose, hasVideo else { return false }
            toggleAspect()
        case .cycleCaptions: return cycleCaptions()
        case .changeSpeed(let step): return changeSpeed(by: step)
        }
        noteInput()
        return true
    }

    /// Where what can be sought ends.
    private var duration: Double? {
        guard !isLinear else { return nil }
        if let live = liveTimeline { return live.edge }
        guard let seconds = watcher.item?.duration.seconds, seconds.isFinite, seconds > 0 else { return nil }
        return seconds
    }

    /// Whether the item has begun and nobody knows its end.
    var isLiveItem: Bool {
        guard let item = watcher.item, item.status == .readyToPlay else { return false }
        return !item.duration.seconds.isFinite
    }

    /// What of a live programme can be sought; nil for films, and where it is too little.
    var liveTimeline: LiveTimeline? {
        guard isLiveItem, let last = watcher.item?.seekableTimeRanges.last?.timeRangeValue else { return nil }
        let (start, end) = (last.start.seconds, last.end.seconds)
        return LiveTimeline(start.isFinite && end.isFinite && start < end ? start..<end : nil)
    }

    var scale: ScrubberScale { ScrubberScale(map: timeMap, live: liveTimeline) }

    private func goLive(_ player: AVPlayer) {
        // Beyond every end is the newest that may be played.
        player.seek(to: .positiveInfinity) { [weak self] _ in Task { @MainActor in self?.update() } }
        if !isPlaying { player.play() }
    }

    private func togglePlayback(_ player: AVPlayer) {
        if isPlaying {
            player.pause()
            return
        }
        if hasEnded {
            hasEnded = false
            player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        }
        player.play()
        if entersFullScreenWhenPlaybackBegins, gravityPolicy.place == .inline { enterFullScreen() }
    }

    // MARK: Moving

    private func skip(_ seconds: Double) {
        if let player = interstitials.player {
            // What is seen is what one skips in.
            let now = player.currentTime().seconds
            guard !isLinear, now.isFinite else { return }
            player.seek(to: CMTime(seconds: max(0, now + seconds), preferredTimescale: 600))
            return
        }
        guard duration != nil, let player else { return }
        let from = pendingTarget ?? player.currentTime().seconds
        guard from.isFinite else { return }
        seek(to: from + seconds)
    }

    /// Where the viewer has asked to go, while the player is still on its way there: skips add up.
    private var pendingTarget: Double? { isNavigating ? navigationTarget : nil }

    func seek(to seconds: Double) {
        guard let player, let duration else { return }
        let old = player.currentTime()
        let first = liveTimeline?.start ?? 0
        let wanted = CMTime(seconds: max(first, min(seconds, duration)), preferredTimescale: 600)
        let target = delegate?.playerViewController(self, timeToSeekAfterUserNavigatedFrom: old, to: wanted) ?? wanted
        guard target.isNumeric else { return }
        hasEnded = false
        isNavigating = true
        navigationTarget = target.seconds
        let shown = scale.shown(target.seconds)
        content.controls?.update { $0.position = shown }
        player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero) { [weak self] finished in
            Task { @MainActor in
                guard let self, finished else { return }
                self.isNavigating = false
                self.delegate?.playerViewController(self, willResumePlaybackAfterUserNavigatedFrom: old, to: target)
                self.update()
            }
        }
    }

    private func step(_ count: Int) {
        guard !isLinear, let player, let item = watcher.item else { return }
        if isPlaying { player.pause() }
        item.step(byCount: count)
    }

    private func goToNextItem() -> Bool {
        guard let queue = player as? AVQueuePlayer, queue.items().count > 1 else { return false }
        if let item = queue.currentItem { history.append(item) }
        queue.advanceToNextItem()
        return true
    }

    /// To the start of this item, or to the one before it within its first three seconds.
    private func goToPreviousItem() -> Bool {
        guard let player else { return false }
        let now = player.currentTime().seconds
        guard let queue = player as? AVQueuePlayer, let last = history.last, !(now.isFinite && now > 3) else {
            seek(to: 0)
            return true
        }
        history.removeLast()
        let current = queue.currentItem
        let again = AVPlayerItem(asset: last.asset)
        again.externalMetadata = last.externalMetadata
        guard queue.canInsert(again, after: current) else { return false }
        queue.insert(again, after: current)
        if let current {
            let same = AVPlayerItem(asset: current.asset)
            same.externalMetadata = current.externalMetadata
            if queue.canInsert(same, after: again) { queue.insert(same, after: again) }
        }
        queue.advanceToNextItem()
        return true
    }

    private func goToChapter(by step: Int) -> Bool {
        guard !isLinear, let player else { return false }
        let chapters = mediaDescription.chapters
        let now = player.currentTime().seconds
        guard now.isFinite, let present = chapters.lastIndex(where: { $0.start <= now + 0.001 }) else { return false }
        // Back goes to the start of this chapter first, as with items.
        let stays = step < 0 && now - chapters[present].start > 3
        let index = stays ? present : present + step
        guard chapters.indices.contains(index) else { return false }
        seek(to: chapters[index].start)
        noteInput()
        return true
    }

    // MARK: Sound

    private func changeVolume(by step: Float) {
        guard let player else { return }
        cancelRamp()
        let base = player.isMuted ? 0 : player.volume
        setVolume(base + step)
        let now = player.volume
        content.flash(
            StringTable.current.percent(Int((now * 100).rounded())),
            symbol: now <= 0.001 ? "speaker.slash.fill" : "speaker.wave.2.fill")
    }

    func setVolume(_ volume: Float) {
        guard let player, volume.isFinite else { return }
        cancelRamp()
        let value = max(0, min(1, (volume * 100).rounded() / 100))
        player.volume = value
        if player.isMuted, value > 0 { player.isMuted = false }
        updateControls()
    }

    /// R30: the sound goes down before it is cut, and comes up after it is let in again; the slider moves with it.
    func setMuted(_ muted: Bool) {
        guard let player else { return }
        let loudness = ramp?.target ?? player.volume
        let now = player.isMuted ? 0 : player.volume
        rampTimer.cancel()
        if !muted {
            player.volume = now
            player.isMuted = false
        }
        let wanted = loudness > 0.001 ? loudness : 0.5
        ramp = RampSession(
            ramp: VolumeRamp(from: now, to: muted ? 0 : wanted), begun: clock.now, target: wanted, mutesAtEnd: muted)
        stepRamp()
    }

    private func stepRamp() {
        guard let ramp, let player else { return }
        let time = ramp.begun.duration(to: clock.now)
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        if ramp.ramp.isOver(after: seconds) {
            finishRamp()
            return
        }
        player.volume = ramp.ramp.value(after: seconds)
        content.controls?.showVolume(ramp.ramp.value(after: seconds))
        rampTimer.fire(after: .seconds(VolumeRamp.stepSeconds)) { [weak self] in self?.stepRamp() }
    }

    /// Muted players keep their volume, so that it is there again afterwards.
    private func finishRamp() {
        guard let ramp, let player else { return }
        self.ramp = nil
        if ramp.mutesAtEnd { player.isMuted = true }
        player.volume = ramp.target
        content.controls?.showVolume(ramp.mutesAtEnd ? 0 : ramp.target)
        updateControls()
    }

    func cancelRamp() {
        rampTimer.cancel()
        finishRamp()
    }

    // MARK: Picture and speed

    private func toggleAspect() {
        gravityPolicy.toggle(for: watcher.item?.presentationSize ?? .zero)
        Self.viewerGravity = gravityPolicy.viewerChoice
        updateGravity()
    }

    private func changeSpeed(by step: Int) -> Bool {
        let sorted = speeds.sorted { $0.rate < $1.rate }
        guard let player, !isLinear, sorted.count > 1 else { return false }
        let now = player.defaultRate
        let next = step > 0 ? sorted.first { $0.rate > now + 0.001 } : sorted.last { $0.rate < now - 0.001 }
        guard let next else { return true }
        selectSpeed(next)
        content.flash(next.localizedNumericName, symbol: "gauge.with.dots.needle.67percent")
        noteInput()
        return true
    }
}

extension AVPlayerViewController: ControlsViewDelegate {
    func controlsPerform(_ command: PlayerCommand) { run(command) }
    func controlsSetVolume(_ volume: Float) {
        noteInput()
        setVolume(volume)
    }

    func controlsBeginScrub() {
        guard let player else { return }
        scrub = ScrubSession(start: player.currentTime(), rate: player.rate)
        hold(.scrubbing, true)
        player.pause()
    }

    /// While the knob moves the picture follows as fast as it can: the next seek starts when the last has landed.
    func controlsScrub(to seconds: Double) {
        guard var session = scrub, let player else { return }
        session.wanted = seconds
        guard !session.isSeeking else {
            scrub = session
            return
        }
        session.isSeeking = true
        session.wanted = nil
        scrub = session
        let time = CMTime(seconds: scale.time(ofShown: seconds), preferredTimescale: 600)
        let slack = CMTime(value: 1, timescale: 2)
        player.seek(to: time, toleranceBefore: slack, toleranceAfter: slack) { [weak self] _ in
            Task { @MainActor in
                guard let self, self.scrub != nil else { return }
                self.scrub?.isSeeking = false
                if let next = self.scrub?.wanted { self.controlsScrub(to: next) }
            }
        }
    }

    func controlsEndScrub(at seconds: Double?) {
        guard let session = scrub else { return }
        scrub = nil
        hold(.scrubbing, false)
        seek(to: seconds.map(scale.time(ofShown:)) ?? session.start.seconds)
        if session.rate != 0 { player?.rate = session.rate }
    }

    func controlsCoverCaptions(_ covers: Bool) { content.captions?.alpha = covers ? 0.2 : 1 }

    func controlsWantThumbnail(at seconds: Double, completion: @escaping @MainActor (CGImage?) -> Void) {
        guard let item = watcher.item, hasVideo, !isLiveItem, let duration else { return completion(nil) }
        if thumbnails == nil {
            thumbnails = ThumbnailSource(
                asset: item.asset, duration: duration, scale: content.traitCollection.displayScale
            ) { [weak item] in
                item.map { $0.isPlaybackLikelyToKeepUp || $0.isPlaybackBufferFull } ?? false
            }
        }
        thumbnails?.picture(at: scale.time(ofShown: seconds), completion: completion)
    }

    func controlsMenu(_ kind: ControlsView.MenuKind) -> [MenuSection] { menu(kind) }

    func controlsMenuDidChange(isOpen: Bool) { hold(.menu, isOpen) }
}
