import AVFoundation
import Foundation

/// A drag of the scrubber: where it began, and whether playback continues after it.
struct ScrubSession {
    var start: CMTime
    var rate: Float
    var isSeeking = false
    /// The newest time of the drag that no seek goes to yet.
    var next: Double?
}

/// What the viewer does with the time line: playing, skipping, dragging, chapters and items.
extension PlayerModel {
    // MARK: Playing

    /// - Returns: whether playback was started.
    @discardableResult
    func togglePlayback() -> Bool {
        guard let player else { return false }
        if isPlaying {
            player.pause()
            return false
        }
        if hasEnded {
            leaveEnd()
            player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        }
        player.play()
        return true
    }

    func goLive() {
        guard let player else { return }
        // Beyond every end is the newest that may be played.
        player.seek(to: .positiveInfinity) { [weak self] _ in Task { @MainActor in self?.update() } }
        if !isPlaying { player.play() }
    }

    func stop() {
        player?.pause()
        if seekEnd != nil, !isLive { seek(to: 0) }
    }

    func step(_ count: Int) {
        guard !isLinear, let player, let item else { return }
        if isPlaying { player.pause() }
        item.step(byCount: count)
    }

    /// The rate at which the item is played when it is played: the player's default rate, and its rate while it plays.
    var speed: Float {
        get { player?.defaultRate ?? 1 }
        set {
            guard let player else { return }
            player.defaultRate = newValue
            if player.rate != 0 { player.rate = newValue }
        }
    }

    // MARK: Moving

    func skip(_ seconds: Double) {
        if let player = interstitials.player {
            // A skip while an interstitial plays is one within the interstitial.
            let now = player.currentTime().seconds
            guard !isLinear, now.isFinite else { return }
            player.seek(to: CMTime(seconds: max(0, now + seconds), preferredTimescale: 600))
            return
        }
        let from = navigation.pendingTarget ?? time
        guard seekEnd != nil, from.isFinite else { return }
        seek(to: from + seconds)
    }

    /// Moves to a time of the item on the viewer's behalf.
    /// - Parameters:
    ///   - start: where the viewer was; nil: the present time.
    ///   - endsSeries: playback resumes from there at once.
    func seek(to seconds: Double, from start: Double? = nil, endsSeries: Bool = false) {
        guard player != nil, let end = seekEnd, seconds.isFinite else { return }
        let target = max(liveTimeline?.start ?? 0, min(seconds, end))
        perform(
            navigation.move(
                to: target, from: start ?? time, at: clock.now, endsSeries: endsSeries && isPlaying))
    }

    func perform(_ actions: [NavigationSeries<ContinuousClock.Instant>.Action]) {
        func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }
        for action in actions {
            switch action {
            case .seek(let target, let number): seek(to: time(target), number)
            case .ask(let from, let to):
                let answer = delegate?.modelTarget(from: time(from), to: time(to)).seconds ?? to
                perform(navigation.answer(answer.isFinite ? answer : to))
            case .tellResumption(let from, let to): delegate?.modelWillResume(from: time(from), to: time(to))
            }
        }
        scheduleNavigation()
    }

    private func seek(to target: CMTime, _ number: Int) {
        leaveEnd()
        report(.target(target.seconds))
        player?.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero) { [weak self] finished in
            Task { @MainActor in
                guard let self else { return }
                self.perform(
                    self.navigation.landed(
                        number, finished: finished, isPlaying: self.isPlaying, at: self.clock.now))
                if finished { self.update() }
            }
        }
    }

    private func scheduleNavigation() {
        guard let deadline = navigation.deadline, isPlaying else { return navigationTimer.cancel() }
        navigationTimer.fire(after: clock.now.duration(to: deadline)) { [weak self] in
            guard let self else { return }
            perform(navigation.tick(isPlaying: isPlaying, at: clock.now))
        }
    }

    // MARK: Dragging

    func beginScrub() {
        guard let player else { return }
        scrub = ScrubSession(start: player.currentTime(), rate: player.rate)
        player.pause()
    }

    /// Shows a time of the drag. The next seek starts when the last has landed.
    /// - Parameter seconds: on the time line that is shown.
    func scrub(to seconds: Double) {
        guard let player, scrub != nil else { return }
        scrub?.next = seconds
        guard scrub?.isSeeking == false else { return }
        scrub?.isSeeking = true
        scrub?.next = nil
        let time = CMTime(seconds: scale.time(ofShown: seconds), preferredTimescale: 600)
        let slack = CMTime(value: 1, timescale: 2)
        player.seek(to: time, toleranceBefore: slack, toleranceAfter: slack) { [weak self] _ in
            Task { @MainActor in
                guard let self, self.scrub != nil else { return }
                self.scrub?.isSeeking = false
                if let next = self.scrub?.next { self.scrub(to: next) }
            }
        }
    }

    /// - Parameter seconds: on the time line that is shown; nil: the drag was cancelled, back to where it began.
    func endScrub(at seconds: Double?) {
        guard let session = scrub else { return }
        if let seconds {
            seek(to: scale.time(ofShown: seconds), from: session.start.seconds, endsSeries: true)
        } else {
            player?.seek(to: session.start, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        }
        scrub = nil
        if session.rate != 0 { player?.rate = session.rate }
    }

    // MARK: Chapters and items

    /// The chapter of a time of the item; nil before the first.
    func chapterIndex(at time: Double) -> Int? { chapters.lastIndex { $0.start <= time + 0.001 } }

    func goToChapter(by step: Int) -> Bool {
        guard seekEnd != nil else { return false }
        let now = navigation.pendingTarget ?? time
        guard now.isFinite, let present = chapterIndex(at: now) else { return false }
        // Back leads to the start of this chapter first, as with items.
        let stays = step < 0 && now - chapters[present].start > 3
        let index = stays ? present : present + step
        guard chapters.indices.contains(index) else { return false }
        seek(to: chapters[index].start)
        return true
    }

    var hasNextItem: Bool { ((player as? AVQueuePlayer)?.items() ?? []).count > 1 }

    func goToNextItem() -> Bool {
        guard let queue = player as? AVQueuePlayer, hasNextItem else { return false }
        if let item = queue.currentItem { history.append(item) }
        queue.advanceToNextItem()
        return true
    }

    /// To the start of this item, or to the one before it within its first three seconds.
    func goToPreviousItem() -> Bool {
        guard let player else { return false }
        let now = time
        guard let queue = player as? AVQueuePlayer, let last = history.last, !(now.isFinite && now > 3) else {
            seek(to: 0)
            return true
        }
        history.removeLast()
        let current = queue.currentItem
        let again = Self.copy(of: last)
        guard queue.canInsert(again, after: current) else { return false }
        queue.insert(again, after: current)
        if let current {
            let same = Self.copy(of: current)
            if queue.canInsert(same, after: again) { queue.insert(same, after: again) }
        }
        queue.advanceToNextItem()
        return true
    }

    /// An item that has been played cannot be played again.
    private static func copy(of item: AVPlayerItem, asset: AVAsset? = nil) -> AVPlayerItem {
        let copy = AVPlayerItem(asset: asset ?? item.asset)
        copy.externalMetadata = item.externalMetadata
        return copy
    }

    /// Plays on from where playback stopped. What has failed stays failed and is replaced by new objects (R87).
    func tryAgain() {
        guard let player, let item else { return }
        if item.status == .readyToPlay { return player.play() }
        let time = item.currentTime()
        let fresh = Self.copy(of: item, asset: (item.asset as? AVURLAsset).map { AVURLAsset(url: $0.url) })
        if time.isNumeric, time.seconds > 0 { fresh.seek(to: time, completionHandler: nil) }
        player.replaceCurrentItem(with: fresh)
        player.play()
    }

    /// Plays files in place of what plays now.
    /// - Returns: the queue to play in, where several files need one and the player has none.
    func play(_ urls: [URL]) -> AVQueuePlayer? {
        let items = urls.map { AVPlayerItem(url: $0) }
        if let queue = player as? AVQueuePlayer {
            queue.removeAllItems()
            history = []
            for item in items where queue.canInsert(item, after: nil) { queue.insert(item, after: nil) }
            queue.play()
            return nil
        }
        if let player, items.count == 1 {
            player.replaceCurrentItem(with: items[0])
            player.play()
            return nil
        }
        player?.pause()
        let queue = AVQueuePlayer(items: items)
        if let player {
            queue.volume = player.volume
            queue.isMuted = player.isMuted
        }
        queue.play()
        return queue
    }
}
