import CoreMedia
import Foundation
import HLS
import MediaEngine

/// Performs the actions of the interstitial machine for the player's current item. Where the state is a parameter, the caller holds its
/// lock.
extension PlayerCore {
    func perform(interstitial actions: [InterstitialMachine.Action], _ state: inout State) {
        guard !actions.isEmpty else { return }
        var answers: [(id: String, content: InterstitialContent?)] = []
        for action in actions {
            switch action {
            case .resolve(let event, let offset):
                if let answer = resolve(event, offset, state) { answers.append((event.id, answer)) }
            case .enqueue(let event, let content, let offset): enqueue(event, content, offset, &state)
            case .discard(let id): discard(id, &state)
            case .hold(let time): holdPrimary(at: time, &state)
            case .eventChanged(let event): currentEventChanged(to: event, &state)
            case .prepareReturn(let time, let snaps): movePrimary(to: time, snaps, &state)
            case .release(let time, let snaps):
                if let time { movePrimary(to: time, snaps, &state) }
                state.interstitial.isReleasePending = true
                releaseWhenSeeksComplete(&state)
            case .finish:
                releasePrimary(&state) { $0.endInterstitialAtItemEnd() }
            case .mark(let time): markDeparture(time, &state)
            }
        }
        // The answers are handled after all actions that were decided before.
        for answer in answers {
            perform(interstitial: state.interstitial.machine.contentResolved(answer.id, answer.content), &state)
        }
        limitCurrentItem(&state)
    }

    // MARK: Content

    /// - Returns: the content of the event if it is known without a request, `.some(nil)` if it cannot be loaded;
    ///   otherwise nil, and the request is started.
    private func resolve(_ event: Interstitial, _ offset: Double?, _ state: borrowing State) -> InterstitialContent?? {
        let stream = state.interstitial.stream
        func resolved(_ uri: String) -> URL? {
            InterstitialURL.resolve(
                uri, against: stream?.baseURL, primaryID: stream?.primaryID ?? "", startOffset: offset)
        }
        switch event.source {
        case .items(let count):
            return InterstitialContent(
                assets: (0..<count).map { .template($0) }, duration: event.duration, skipControl: event.skipControl)
        case .asset(let uri):
            return .some(
                resolved(uri).map {
                    InterstitialContent(assets: [.url($0)], duration: event.duration, skipControl: nil)
                })
        case .list(let uri):
            guard let url = resolved(uri), let session = state.current?.read({ $0.session }) else { return .some(nil) }
            let serial = state.interstitial.serial
            post { [weak self] in
                session.loadAssetList(url) { [weak self] result in self?.assetListLoaded(for: event.id, result, serial)
                }
            }
            return nil
        }
    }

    private func assetListLoaded(for id: String, _ result: Result<LoadedAssetList, MediaError>, _ serial: UInt64) {
        update(.playback) { state in
            guard state.interstitial.serial == serial, !state.life.isClosed else { return }
            let event = state.interstitial.event(id)
            switch result {
            case .success(let list):
                event?.update { values in
                    values.assetListResponse = [
                        "ASSETS": list.assets.map {
                            ["URI": $0.url.absoluteString, "DURATION": $0.duration] as [AnyHashable: Any]
                        }
                    ]
                    values.templateItems = list.assets.map {
                        AVPlayerItem(asset: AVURLAsset(url: $0.url), environment: environment)
                    }
                }
                notifyAssetListStatus(.available, event, nil, state)
                let content = InterstitialContent(
                    assets: list.assets.map { .url($0.url) },
                    duration: list.assets.reduce(0) { $0 + $1.duration }, skipControl: list.skipControl)
                perform(interstitial: state.interstitial.machine.contentResolved(id, content), &state)
            case .failure(let error):
                notifyAssetListStatus(.unavailable, event, error, state)
                let core = state.current
                core?.noteFault(error)
                perform(interstitial: state.interstitial.machine.contentResolved(id, nil), &state)
            }
        }
    }

    private func enqueue(
        _ event: Interstitial, _ content: InterstitialContent, _ offset: Double?, _ state: inout State
    ) {
        makeInterstitialPlayer(&state)
        guard let player = state.interstitial.player else { return }
        let templates = state.interstitial.event(event.id)?.templateItems ?? []
        for asset in content.assets {
            let item: AVPlayerItem
            var start = 0.0
            switch asset {
            case .template(let index):
                guard templates.indices.contains(index) else { continue }
                item = templates[index].snapshot()
                item.extensionStore[TemplateItem.self] = TemplateItem(item: templates[index])
            case .url(let url):
                item = AVPlayerItem(asset: AVURLAsset(url: url), environment: environment)
                if case .asset = event.source, let offset {
                    start = offset
                    item.core.startLater(at: CMTime(interstitialSeconds: offset))
                }
            }
            state.interstitial.entries.append(InterstitialPlayback.Entry(item: item, eventID: event.id, start: start))
            post { player.core.appendOwn(item) }
        }
    }

    private func discard(_ id: String?, _ state: inout State) {
        let dropped = state.interstitial.entries.filter { id == nil || $0.eventID == id }
        state.interstitial.entries.removeAll { id == nil || $0.eventID == id }
        let player = state.interstitial.player
        post { for entry in dropped { player?.core.removeOwn(entry.item) } }
    }

    func makeInterstitialPlayer(_ state: inout State) {
        guard state.interstitial.player == nil else { return }
        let player = AVQueuePlayer(items: [], environment: environment)
        let relay = InterstitialPlayerRelay(self)
        // This player's state is locked, so the relay must not be called here: an empty player reports no events.
        player.core.update(.playback) { own in
            own.interstitial.isInner = true
            own.queueObserver = relay
            own.videoObservers.append(WeakVideoObserver(observer: relay))
        }
        player.volume = state.sound.volume
        player.interfaceGain = state.sound.interfaceGain
        player.audioOutputDeviceUniqueID = state.sound.deviceID
        player.isMuted = state.sound.isMuted
        state.interstitial.player = player
        state.interstitial.relay = relay
    }

    // MARK: Holding and resuming the primary

    private func holdPrimary(at time: CMTime, _ state: inout State) {
        guard let core = state.current else { return }
        state.interstitial.isOn = true
        state.interstitial.isReleasePending = false
        core.hold(at: time)
        perform(state.transport.hold(), &state)
        if let item = state.interstitial.player?.core.currentCore { show(item, &state) }
        followRate(&state)
    }

    private func movePrimary(to time: CMTime, _ snaps: Bool, _ state: inout State) {
        guard let core = state.current else { return }
        let session = core.read { $0.session }
        let target = snaps ? session?.segmentBoundaries(nearest: time).max() ?? time : time
        state.interstitial.hiddenSeeks += 1
        let serial = state.interstitial.serial
        core.moveWhileFrozen(to: max(target, .zero)) { [weak self] in
            self?.update(.playback) { state in
                guard let self, state.interstitial.serial == serial else { return }
                state.interstitial.hiddenSeeks -= 1
                self.releaseWhenSeeksComplete(&state)
            }
        }
        post { core.flush() }
    }

    private func releaseWhenSeeksComplete(_ state: inout State) {
        guard state.interstitial.isReleasePending, state.interstitial.hiddenSeeks == 0 else { return }
        releasePrimary(&state) { $0.release() }
    }

    private func releasePrimary(
        _ state: inout State, _ release: (inout TransportState) -> [TransportState.Action]
    ) {
        guard let core = state.current else { return }
        state.interstitial.isOn = false
        state.interstitial.isReleasePending = false
        state.interstitial.shown = nil
        // The primary's time is valid again before observers see the primary play.
        react(to: core.releaseHold(), of: core, &state)
        reportVisibleItem(state)
        followRate(&state)
        // Last, because the end of the primary may make another item current.
        perform(release(&state.transport), &state)
    }

    /// Sets the interstitial player's rate to the primary's requested rate, or to 0 while no event plays.
    func followRate(_ state: inout State) {
        guard let player = state.interstitial.player else { return }
        let isHeld = state.transport.item?.isHeld ?? false
        let rate = state.interstitial.isOn && !isHeld ? max(0, state.transport.rate) : 0
        post { player.core.setRate(rate) }
    }

    /// Handles a change of the primary's rate.
    func rateChanged(from old: Float, to new: Float, _ state: inout State) {
        if state.interstitial.isOn { followRate(&state) }
        if old < 0, new > 0, let core = state.current {
            perform(interstitial: state.interstitial.machine.turnedForwards(at: core.currentTime()), &state)
        }
    }

    private func currentEventChanged(to event: Interstitial?, _ state: inout State) {
        guard state.interstitial.current != event else { return }
        state.interstitial.current = event
        let isBound = event?.restrictions.contains(.skip) ?? false
        let player = state.interstitial.player
        post { player?.core.restrictAdvancement(isBound) }
        if state.interstitial.isOn { followRate(&state) }
        notifyMonitors(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, state)
    }

    // MARK: Events of the interstitial player

    func interstitialItemEnded(_ item: AVPlayerItem, failed: Bool) {
        update(.playback) { state in
            guard let index = state.interstitial.entries.firstIndex(where: { $0.item === item }) else { return }
            let entry = state.interstitial.entries.remove(at: index)
            let end = item.core.endTime
            if failed {
                let player = state.interstitial.player
                let error = item.core.read { $0.item.error ?? $0.item.endFailure } as? MediaError
                let core = state.current
                if let error { core?.noteFault(error) }
                post { player?.core.removeOwn(item) }
                perform(interstitial: state.interstitial.machine.assetFailed(entry.eventID), &state)
                // The failed item has set the player's rate to 0.
                if state.interstitial.isOn { followRate(&state) }
            } else {
                let seconds = end.isNumeric ? end.seconds - entry.start : 0
                perform(
                    interstitial: state.interstitial.machine.assetFinished(entry.eventID, seconds: seconds), &state)
            }
            limitCurrentItem(&state)
        }
    }

    /// Handles a client removing items or advancing to the next one: the removed items count as ended.
    func interstitialQueueChanged() {
        update(.playback) { state in
            let items = state.interstitial.player?.items() ?? []
            for entry in state.interstitial.entries where !items.contains(where: { $0 === entry.item }) {
                state.interstitial.entries.removeAll { $0.item === entry.item }
                let time = entry.item.core.currentTime()
                let seconds = time.isNumeric ? max(0, time.seconds - entry.start) : 0
                perform(
                    interstitial: state.interstitial.machine.assetFinished(entry.eventID, seconds: seconds), &state)
            }
        }
    }

    func interstitialItemChanged(to item: ItemCore?) {
        update(.playback) { state in
            guard let item, state.interstitial.isOn else { return }
            show(item, &state)
            limitCurrentItem(&state)
        }
    }

    private func show(_ item: ItemCore, _ state: inout State) {
        guard state.interstitial.shown !== item else { return }
        state.interstitial.shown = item
        reportToVideoObservers(state) { $0.itemChanged(to: item) }
    }

    func forwardVideoEvent(of item: ItemCore, _ body: @escaping @Sendable (any VideoObserver) -> Void) {
        update(.playback) { state in
            guard state.interstitial.isOn, state.interstitial.shown === item else { return }
            reportToVideoObservers(state, body)
        }
    }

    /// Ends the current item at its event's playout limit, and observes the times at which the viewer may skip the event.
    private func limitCurrentItem(_ state: inout State) {
        guard state.interstitial.isOn, let player = state.interstitial.player, let item = player.currentItem,
            let entry = state.interstitial.entries.first(where: { $0.item === item }),
            entry.eventID == state.interstitial.machine.current?.id, let group = state.interstitial.machine.group
        else { return }
        if let left = state.interstitial.machine.secondsLeft {
            let end = CMTime(interstitialSeconds: entry.start + left)
            post { if item.forwardPlaybackEndTime != end { item.forwardPlaybackEndTime = end } }
        }
        for mark in state.interstitial.skipMarks { post { player.core.hub.remove(mark) } }
        state.interstitial.skipMarks = []
        guard let control = state.interstitial.skipControl else { return }
        let times = [control.offset, control.duration.map { control.offset + $0 }].compactMap { $0 }
            .map { $0 - group.seconds + entry.start }.filter { $0 > 0 }
        guard !times.isEmpty else { return }
        let mark = player.core.hub.add(BoundarySchedule(times: times), place: .anyThread) { [weak self] _ in
            guard let self else { return }
            update(.playback) {
                self.notifyMonitors(
                    AVPlayerInterstitialEventMonitor.currentEventSkippableStateDidChangeNotification, $0)
            }
        }
        state.interstitial.skipMarks = [mark]
    }

    // MARK: Preloading

    /// Schedules the preload requests, each at a random time within its window, so that the requests of all viewers are spread.
    func schedulePreloads(_ core: ItemCore, _ state: inout State) {
        let preloads = state.interstitial.clientEvents == nil ? state.interstitial.stream?.preloads ?? [] : []
        for preload in preloads where state.interstitial.preloadTimers[preload.id] == nil {
            guard let now = core.currentDate(),
                let moment = preload.moment(now: now, chance: Double.random(in: 0..<1))
            else { continue }
            let wait = min(moment.timeIntervalSince(now), 86_400)
            state.interstitial.preloadTimers[preload.id] = environment.schedule(
                environment.hostClock.now &+ Int64(wait * 1e9)
            ) { [weak self] in
                guard let self else { return }
                update(.playback) { state in
                    guard state.current === core else { return }
                    self.perform(interstitial: state.interstitial.machine.preload(preload.targetID), &state)
                }
            }
        }
    }

    // MARK: Notifications

    func notifyMonitors(
        _ name: Notification.Name, _ state: borrowing State, userInfo: (@Sendable () -> [AnyHashable: Any])? = nil
    ) {
        for entry in state.interstitial.monitors {
            guard let monitor = entry.monitor else { continue }
            later { [weak monitor] in
                guard let monitor else { return }
                NotificationCenter.default.post(name: name, object: monitor, userInfo: userInfo?())
            }
        }
    }

    private func notifyAssetListStatus(
        _ status: AVPlayerInterstitialEvent.AssetListResponseStatus, _ event: AVPlayerInterstitialEvent?,
        _ error: MediaError?, _ state: borrowing State
    ) {
        guard let event else { return }
        notifyMonitors(AVPlayerInterstitialEventMonitor.assetListResponseStatusDidChangeNotification, state) {
            var info: [AnyHashable: Any] = [
                AVPlayerInterstitialEventMonitor.assetListResponseStatusDidChangeEventKey: event,
                AVPlayerInterstitialEventMonitor.assetListResponseStatusDidChangeStatusKey: status.rawValue,
            ]
            if let error {
                info[AVPlayerInterstitialEventMonitor.assetListResponseStatusDidChangeErrorKey] = clientError(error)
            }
            return info
        }
    }
}

/// The template item of which an item of the interstitial player is a copy.
struct TemplateItem: Sendable { let item: AVPlayerItem }
