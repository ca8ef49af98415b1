import CoreMedia
import Foundation
import HLS
import MediaEngine

/// What a player does for the events of its current item. Where the state is a parameter it is locked.
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
                state.interlude.isReleasePending = true
                releaseIfThere(&state)
            case .finish:
                letGo(&state) { $0.endHeld() }
            case .mark(let time): markDeparture(time, &state)
            }
        }
        // After all that was decided before them.
        for answer in answers {
            perform(interstitial: state.interlude.machine.answered(answer.id, answer.content), &state)
        }
        limitCurrentItem(&state)
    }

    // MARK: What plays

    /// - Returns: what is known without asking anybody.
    private func resolve(_ event: Interstitial, _ offset: Double?, _ state: borrowing State) -> InterstitialContent?? {
        let stream = state.interlude.stream
        func address(_ uri: String) -> URL? {
            InterstitialAddress.resolve(
                uri, against: stream?.baseURL, primaryID: stream?.primaryID ?? "", startOffset: offset)
        }
        switch event.source {
        case .items(let count):
            return InterstitialContent(
                assets: (0..<count).map { .template($0) }, duration: event.duration, skipControl: event.skipControl)
        case .asset(let uri):
            return .some(
                address(uri).map {
                    InterstitialContent(assets: [.address($0)], duration: event.duration, skipControl: nil)
                })
        case .list(let uri):
            guard let url = address(uri), let session = state.current?.read({ $0.session }) else { return .some(nil) }
            let serial = state.interlude.serial
            post { [weak self] in
                session.loadAssetList(url) { [weak self] result in self?.listCame(for: event.id, result, serial) }
            }
            return nil
        }
    }

    private func listCame(for id: String, _ result: Result<LoadedAssetList, MediaError>, _ serial: UInt64) {
        update(.playback) { state in
            guard state.interlude.serial == serial, !state.life.isClosed else { return }
            let event = state.interlude.event(id)
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
                tellListStatus(.available, event, nil, state)
                let content = InterstitialContent(
                    assets: list.assets.map { .address($0.url) },
                    duration: list.assets.reduce(0) { $0 + $1.duration }, skipControl: list.skipControl)
                perform(interstitial: state.interlude.machine.answered(id, content), &state)
            case .failure(let error):
                tellListStatus(.unavailable, event, error, state)
                let core = state.current
                core?.noteFault(error)
                perform(interstitial: state.interlude.machine.answered(id, nil), &state)
            }
        }
    }

    private func enqueue(
        _ event: Interstitial, _ content: InterstitialContent, _ offset: Double?, _ state: inout State
    ) {
        makeInterludePlayer(&state)
        guard let player = state.interlude.player else { return }
        let templates = state.interlude.event(event.id)?.templateItems ?? []
        for asset in content.assets {
            let item: AVPlayerItem
            var start = 0.0
            switch asset {
            case .template(let index):
                guard templates.indices.contains(index) else { continue }
                item = templates[index].snapshot()
                item.extensionStore[TemplateItem.self] = TemplateItem(item: templates[index])
            case .address(let url):
                item = AVPlayerItem(asset: AVURLAsset(url: url), environment: environment)
                if case .asset = event.source, let offset {
                    start = offset
                    item.core.startLater(at: CMTime(interstitialSeconds: offset))
                }
            }
            state.interlude.entries.append(Interlude.Entry(item: item, eventID: event.id, start: start))
            post { player.core.appendOwn(item) }
        }
    }

    private func discard(_ id: String?, _ state: inout State) {
        let dropped = state.interlude.entries.filter { id == nil || $0.eventID == id }
        state.interlude.entries.removeAll { id == nil || $0.eventID == id }
        let player = state.interlude.player
        post { for entry in dropped { player?.core.removeOwn(entry.item) } }
    }

    func makeInterludePlayer(_ state: inout State) {
        guard state.interlude.player == nil else { return }
        let player = AVQueuePlayer(items: [], environment: environment)
        let relay = InterludeRelay(self)
        // Nothing is told of what an empty player shows: our own state is locked.
        player.core.update(.playback) { own in
            own.interlude.isInner = true
            own.queueObserver = relay
            own.pictureObservers.append(WeakPictureObserver(observer: relay))
        }
        player.volume = state.sound.volume
        player.isMuted = state.sound.isMuted
        state.interlude.player = player
        state.interlude.relay = relay
    }

    // MARK: The primary stands, and goes on

    private func holdPrimary(at time: CMTime, _ state: inout State) {
        guard let core = state.current else { return }
        state.interlude.isOn = true
        state.interlude.isReleasePending = false
        core.hold(at: time)
        perform(state.transport.hold(), &state)
        if let item = state.interlude.player?.core.currentCore { show(item, &state) }
        followRate(&state)
    }

    private func movePrimary(to time: CMTime, _ snaps: Bool, _ state: inout State) {
        guard let core = state.current else { return }
        let session = core.read { $0.session }
        let target = snaps ? session?.segmentBoundaries(nearest: time).max() ?? time : time
        state.interlude.hiddenSeeks += 1
        let serial = state.interlude.serial
        core.moveWhileHeld(to: max(target, .zero)) { [weak self] in
            self?.update(.playback) { state in
                guard let self, state.interlude.serial == serial else { return }
                state.interlude.hiddenSeeks -= 1
                self.releaseIfThere(&state)
            }
        }
        post { core.flush() }
    }

    private func releaseIfThere(_ state: inout State) {
        guard state.interlude.isReleasePending, state.interlude.hiddenSeeks == 0 else { return }
        letGo(&state) { $0.release() }
    }

    private func letGo(
        _ state: inout State, _ release: (inout TransportState) -> [TransportState.Action]
    ) {
        guard let core = state.current else { return }
        state.interlude.isOn = false
        state.interlude.isReleasePending = false
        state.interlude.shown = nil
        // The primary's own time counts before observers see the primary play.
        react(to: core.releaseHold(), of: core, &state)
        reportToPictureObservers(state) { $0.itemChanged(to: core) }
        followRate(&state)
        // Last, as another item may be current after it.
        perform(release(&state.transport), &state)
    }

    /// The interstitial player goes as fast as the primary is wanted to.
    func followRate(_ state: inout State) {
        guard let player = state.interlude.player else { return }
        let rate = state.interlude.isOn ? max(0, state.transport.rate) : 0
        post { player.core.setRate(rate) }
    }

    /// The rate of the primary became another.
    func rateChanged(from old: Float, to new: Float, _ state: inout State) {
        if state.interlude.isOn { followRate(&state) }
        if old < 0, new > 0, let core = state.current {
            perform(interstitial: state.interlude.machine.turned(at: core.currentTime()), &state)
        }
    }

    private func currentEventChanged(to event: Interstitial?, _ state: inout State) {
        guard state.interlude.current != event else { return }
        state.interlude.current = event
        let isBound = event?.restrictions.contains(.skip) ?? false
        let player = state.interlude.player
        post { player?.core.restrictAdvancement(isBound) }
        if state.interlude.isOn { followRate(&state) }
        tellMonitors(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, state)
    }

    // MARK: The interstitial player's word

    func interludeItem(_ item: AVPlayerItem, failed: Bool) {
        update(.playback) { state in
            guard let index = state.interlude.entries.firstIndex(where: { $0.item === item }) else { return }
            let entry = state.interlude.entries.remove(at: index)
            let end = item.core.endTime
            if failed {
                let player = state.interlude.player
                let error = item.core.read { $0.item.error ?? $0.item.endFailure } as? MediaError
                let core = state.current
                if let error { core?.noteFault(error) }
                post { player?.core.removeOwn(item) }
                perform(interstitial: state.interlude.machine.assetFailed(entry.eventID), &state)
                // Failing has stopped it.
                if state.interlude.isOn { followRate(&state) }
            } else {
                let seconds = end.isNumeric ? end.seconds - entry.start : 0
                perform(
                    interstitial: state.interlude.machine.assetFinished(entry.eventID, seconds: seconds), &state)
            }
            limitCurrentItem(&state)
        }
    }

    /// A client has removed items or gone on to the next one: what is gone has ended.
    func interludeQueueChanged() {
        update(.playback) { state in
            let items = state.interlude.player?.items() ?? []
            for entry in state.interlude.entries where !items.contains(where: { $0 === entry.item }) {
                state.interlude.entries.removeAll { $0.item === entry.item }
                let time = entry.item.core.currentTime()
                let seconds = time.isNumeric ? max(0, time.seconds - entry.start) : 0
                perform(
                    interstitial: state.interlude.machine.assetFinished(entry.eventID, seconds: seconds), &state)
            }
        }
    }

    func interludeChanged(to item: ItemCore?) {
        update(.playback) { state in
            guard let item, state.interlude.isOn else { return }
            show(item, &state)
            limitCurrentItem(&state)
        }
    }

    private func show(_ item: ItemCore, _ state: inout State) {
        guard state.interlude.shown !== item else { return }
        state.interlude.shown = item
        reportToPictureObservers(state) { $0.itemChanged(to: item) }
    }

    func tellInterlude(of item: ItemCore, _ body: @escaping @Sendable (any PictureObserver) -> Void) {
        update(.playback) { state in
            guard state.interlude.isOn, state.interlude.shown === item else { return }
            reportToPictureObservers(state, body)
        }
    }

    /// Ends the current item where its event's limit is, and looks out for the moments when it may be skipped.
    private func limitCurrentItem(_ state: inout State) {
        guard state.interlude.isOn, let player = state.interlude.player, let item = player.currentItem,
            let entry = state.interlude.entries.first(where: { $0.item === item }),
            entry.eventID == state.interlude.machine.current?.id, let group = state.interlude.machine.group
        else { return }
        if let left = state.interlude.machine.secondsLeft {
            let end = CMTime(interstitialSeconds: entry.start + left)
            post { if item.forwardPlaybackEndTime != end { item.forwardPlaybackEndTime = end } }
        }
        for mark in state.interlude.skipMarks { post { player.core.hub.remove(mark) } }
        state.interlude.skipMarks = []
        guard let control = state.interlude.skipControl else { return }
        let times = [control.offset, control.duration.map { control.offset + $0 }].compactMap { $0 }
            .map { $0 - group.seconds + entry.start }.filter { $0 > 0 }
        guard !times.isEmpty else { return }
        let mark = player.core.hub.add(BoundarySchedule(times: times), place: .anyThread) { [weak self] _ in
            guard let self else { return }
            update(.playback) {
                self.tellMonitors(
                    AVPlayerInterstitialEventMonitor.currentEventSkippableStateDidChangeNotification, $0)
            }
        }
        state.interlude.skipMarks = [mark]
    }

    // MARK: Ahead of time

    /// Asks for what is to be fetched ahead at a moment of its own, so that not all viewers come at once.
    func schedulePreloads(_ core: ItemCore, _ state: inout State) {
        let preloads = state.interlude.clientEvents == nil ? state.interlude.stream?.preloads ?? [] : []
        for preload in preloads where state.interlude.preloadTimers[preload.id] == nil {
            guard let now = core.currentDate(),
                let moment = preload.moment(now: now, chance: Double.random(in: 0..<1))
            else { continue }
            let wait = min(moment.timeIntervalSince(now), 86_400)
            state.interlude.preloadTimers[preload.id] = environment.schedule(
                environment.hostClock.now &+ Int64(wait * 1e9)
            ) { [weak self] in
                guard let self else { return }
                update(.playback) { state in
                    guard state.current === core else { return }
                    self.perform(interstitial: state.interlude.machine.preload(preload.targetID), &state)
                }
            }
        }
    }

    // MARK: Telling

    func tellMonitors(
        _ name: Notification.Name, _ state: borrowing State, userInfo: (@Sendable () -> [AnyHashable: Any])? = nil
    ) {
        for entry in state.interlude.monitors {
            guard let monitor = entry.monitor else { continue }
            later { [weak monitor] in
                guard let monitor else { return }
                NotificationCenter.default.post(name: name, object: monitor, userInfo: userInfo?())
            }
        }
    }

    private func tellListStatus(
        _ status: AVPlayerInterstitialEvent.AssetListResponseStatus, _ event: AVPlayerInterstitialEvent?,
        _ error: MediaError?, _ state: borrowing State
    ) {
        guard let event else { return }
        tellMonitors(AVPlayerInterstitialEventMonitor.assetListResponseStatusDidChangeNotification, state) {
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

/// The item that an item of the interstitial player is a copy of.
struct TemplateItem: Sendable { let item: AVPlayerItem }
