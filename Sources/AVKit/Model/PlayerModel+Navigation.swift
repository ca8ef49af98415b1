import AVFoundation
import Foundation

/// A drag of the scrubber: its start time, and the rate to resume with afterwards.
struct ScrubSession {
    var start: CMTime
    var rate: Float
    var isSeeking = false
    /// The latest time of the drag that no seek has been started for.
    var next: Double?
}

/// Playback and navigation by the viewer: playing, skipping, dragging, chapters and items.
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
        // A seek to positive infinity goes to the live edge.
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

    /// The playback speed: the player's default rate, and also its current rate while it plays.
    var speed: Float {
        get { player?.defaultRate ?? 1 }
        set {
            guard let player else { return }
            player.defaultRate = newValue
            if player.rate != 0 { player.rate = newValue }
        }
    }

    // MARK: Moving

    /// Whether a skip moves within the item or within the interstitial that plays.
    var canSkip: Bool { interstitials.player != nil ? !isLinear : seekEnd != nil }

    func skip(_ seconds: Double) {
        if let player = interstitials.player {
            // While an interstitial plays, a skip moves within the interstitial.
            let now = player.currentTime().seconds
            guard !isLinear, now.isFinite else { return }
            player.seek(to: CMTime(seconds: max(0, now + seconds), preferredTimescale: 600))
            return
        }
        let from = navigation.pendingTarget ?? time
        guard seekEnd != nil, from.isFinite else { return }
        seek(to: from + seconds)
    }

    /// Seeks to a time of the item on the viewer's behalf.
    /// - Parameters:
    ///   - start: the time that the navigation started from; nil: the current time.
    ///   - endsSeries: whether playback resumes there at once.
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
            case .notifyResumption(let from, let to): delegate?.modelWillResume(from: time(from), to: time(to))
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
                    self.navigation.seekCompleted(
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

    /// Seeks to a time of the drag. Only one seek runs at a time; the next one starts when it has completed.
    /// - Parameter seconds: the time on the displayed time line.
    func scrub(to seconds: Double) {
        guard let player, scrub != nil else { return }
        scrub?.next = seconds
        guard scrub?.isSeeking == false else { return }
        scrub?.isSeeking = true
        scrub?.next = nil
        var target = scale.time(ofShown: seconds)
        // The bar of a live programme is longer than the stream.
        if let live = liveTimeline { target = max(live.start, min(target, live.edge)) }
        let time = CMTime(seconds: target, preferredTimescale: 600)
        let slack = CMTime(value: 1, timescale: 2)
        player.seek(to: time, toleranceBefore: slack, toleranceAfter: slack) { [weak self] _ in
            Task { @MainActor in
                guard let self, self.scrub != nil else { return }
                self.scrub?.isSeeking = false
                if let next = self.scrub?.next { self.scrub(to: next) }
            }
        }
    }

    /// - Parameter seconds: the time on the displayed time line; nil: the drag was cancelled, so playback returns to where it began.
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

    /// Returns the index of the chapter at a time of the item; nil before the first chapter.
    func chapterIndex(at time: Double) -> Int? { chapters.lastIndex { $0.start <= time + 0.001 } }

    func goToChapter(by step: Int) -> Bool {
        guard seekEnd != nil else { return false }
        let now = navigation.pendingTarget ?? time
        guard now.isFinite, let present = chapterIndex(at: now) else { return false }
        // More than three seconds into a chapter, back goes to its start, as with items.
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

    /// Goes to the start of the item, or to the previous item during the first three seconds.
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

    /// Returns a new item with the same asset and the properties that this module adds, because an item that has played cannot be inserted
    /// again.
    private static func copy(of item: AVPlayerItem, asset: AVAsset? = nil) -> AVPlayerItem {
        let copy = AVPlayerItem(asset: asset ?? item.asset)
        copy.extensionStore.copy(from: item.extensionStore)
        return copy
    }

    /// Resumes playback after an error. A failed item is replaced by a new one at the same time, because failure is permanent (R87).
    func tryAgain() {
        guard let player, let item else { return }
        if item.status == .readyToPlay { return player.play() }
        let time = item.currentTime()
        let fresh = Self.copy(of: item, asset: (item.asset as? AVURLAsset).map { AVURLAsset(url: $0.url) })
        if time.isNumeric, time.seconds > 0 { fresh.seek(to: time, completionHandler: nil) }
        player.replaceCurrentItem(with: fresh)
        player.play()
    }

    /// Replaces the current media by files and plays them.
    /// - Returns: a new queue player for several files when the player is not a queue player; nil otherwise.
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
