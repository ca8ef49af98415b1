import CoreMedia
import Foundation
import HLS
import MediaEngine

/// Passes the inputs of a player to the interstitial machine of its current item (semantics section 14). `InterstitialMachine` decides.
extension PlayerCore {
    /// The items of the next event are created when the primary is this many seconds before the event.
    static let interstitialLead = 10.0

    // MARK: The schedule

    /// Handles a change of the events, by the stream, the client or the item's settings. The state is locked.
    func interstitialsChanged(_ state: inout State) {
        guard !state.interstitial.isInner, let core = state.current else { return }
        let stream = core.read { $0.stream.interstitials }
        state.interstitial.stream = stream
        let old = state.interstitial.events
        let schedule: InterstitialSchedule
        if let client = state.interstitial.clientEvents {
            let own = client.filter { $0.primaryItem === core.item }
            let session = core.read { $0.session }
            schedule = InterstitialSchedule(
                own.map { event in
                    event.interstitial(
                        timeOfDate: { session?.time(of: $0) },
                        boundaries: { session?.segmentBoundaries(nearest: $0) ?? [] })
                })
            state.interstitial.events = own
        } else if let stream, core.read({ $0.settings.interstitials.areHandled }) {
            schedule = stream.schedule
            state.interstitial.events = shownEvents(of: stream, core, before: old)
        } else {
            schedule = InterstitialSchedule()
            state.interstitial.events = []
        }
        if !schedule.isEmpty { makeInterstitialPlayer(&state) }
        if !old.elementsEqual(state.interstitial.events, by: ===) {
            notifyMonitors(AVPlayerInterstitialEventMonitor.eventsDidChangeNotification, state)
        }
        let isNew = state.interstitial.machine.schedule != schedule
        perform(
            interstitial: state.interstitial.machine.setSchedule(
                schedule, isLive: stream?.isLive ?? false, position: core.currentTime()), &state)
        schedulePreloads(core, &state)
        guard isNew, !schedule.isEmpty else { return }
        if state.transport.status == .playing, !state.interstitial.machine.hasBegun { enterInterstitials(&state) }
        lookAhead(core, &state)
    }

    private func shownEvents(
        of stream: StreamInterstitials, _ core: ItemCore, before: [AVPlayerInterstitialEvent]
    ) -> [AVPlayerInterstitialEvent] {
        let attributes = Dictionary(core.read { $0.stream.dateRanges }.map { ($0.id, $0.clientAttributes) }) { $1 }
        let item = core.item
        let made = stream.schedule.all.map { event in
            AVPlayerInterstitialEvent(event, of: item, attributes: attributes[event.id] ?? [:])
        }
        // Unchanged events keep their objects, which have the responses of servers.
        return made.map { event in
            let former = before.first { $0.identifier == event.identifier }
            return former.map { $0.hasSameSchedule(as: event) } == true ? former ?? event : event
        }
    }

    /// - Parameter events: nil restores the stream's events.
    func setClientEvents(_ events: [AVPlayerInterstitialEvent]?) {
        update(.client) { state in
            // Of events with the same identifier the last counts, at the position of the first.
            var kept: [AVPlayerInterstitialEvent] = []
            for event in events ?? [] {
                let copy = event.frozen()
                if let place = kept.firstIndex(where: { $0.identifier == copy.identifier }) {
                    kept[place] = copy
                } else {
                    kept.append(copy)
                }
            }
            state.interstitial.clientEvents = events == nil ? nil : kept
            interstitialsChanged(&state)
        }
    }

    // MARK: Position of the primary

    /// Passes an input to the transport. Where the input starts playback, the events that are due at the current position play first. The
    /// state is locked.
    func take(_ state: inout State, _ input: (inout TransportState) -> [TransportState.Action]) {
        if state.transport.status != .playing, !state.transport.playsInterstitial {
            var probe = state.transport
            _ = input(&probe)
            if probe.status == .playing { enterInterstitials(&state) }
        }
        perform(input(&state.transport), &state)
    }

    private func enterInterstitials(_ state: inout State) {
        guard let core = state.current else { return }
        let position = core.currentTime()
        perform(
            interstitial: state.interstitial.machine.hasBegun
                ? state.interstitial.machine.reached(position) : state.interstitial.machine.begin(at: position), &state)
    }

    /// Handles a change of the buffer or the position. The state is locked.
    func lookAhead(_ core: ItemCore, _ state: inout State) {
        guard !state.interstitial.machine.schedule.isEmpty, state.current === core else { return }
        let (ranges, isPlayable) = core.read { ($0.item.loadedRanges, $0.item.isPlayable) }
        guard isPlayable else { return }
        let position = core.currentTime()
        let end = ranges.first { $0.start <= position && position <= $0.end }?.end ?? position
        perform(interstitial: state.interstitial.machine.buffered(through: end), &state)
        prepareIfNear(position, &state)
    }

    private func prepareIfNear(_ position: CMTime, _ state: inout State) {
        let machine = state.interstitial.machine
        let isFirst = !machine.hasBegun && !machine.schedule.beforeStart.isEmpty
        guard isFirst || machine.nextDeparture.map({ ($0 - position).seconds <= Self.interstitialLead }) == true else {
            return
        }
        perform(interstitial: state.interstitial.machine.prepare(), &state)
    }

    /// Observes the departure from the primary, and the time at which the next event is prepared. The state is locked.
    func markDeparture(_ departure: CMTime?, _ state: inout State) {
        for mark in state.interstitial.marks { post { [hub] in hub.remove(mark) } }
        state.interstitial.marks = []
        guard let core = state.current, let departure, departure.isNumeric else { return }
        func add(_ time: CMTime, _ body: @escaping @Sendable (PlayerCore, CMTime) -> Void) {
            let mark = hub.add(BoundarySchedule(times: [time.seconds]), place: .anyThread) { [weak self] _ in
                guard let self else { return }
                body(self, core.currentTime())
            }
            state.interstitial.marks.append(mark)
        }
        add(departure) { player, position in
            player.update(.playback) { state in
                guard state.current === core, state.transport.rate > 0 else { return }
                // A timer may fire a little early; a timer that a seek has made obsolete is ignored.
                guard abs((position - departure).seconds) < 1 else { return }
                player.perform(interstitial: state.interstitial.machine.reached(max(position, departure)), &state)
            }
        }
        let lead = departure - CMTime(interstitialSeconds: Self.interstitialLead)
        guard lead > core.currentTime() else { return lookAhead(core, &state) }
        add(lead) { player, position in
            player.update(.playback) { state in
                guard state.current === core else { return }
                player.prepareIfNear(position, &state)
            }
        }
    }

    enum EndOfPrimary: Sendable { case ends, interstitialFollows }

    /// Plays the events that follow the primary, if there are any; the primary ends after them. The state is locked.
    func playAfterEnd(_ core: ItemCore, _ state: inout State) -> EndOfPrimary {
        guard state.transport.rate > 0, state.interstitial.machine.hasBegun,
            let actions = state.interstitial.machine.primaryEnded(at: core.endTime)
        else { return .ends }
        perform(interstitial: actions, &state)
        return .interstitialFollows
    }

    /// Handles a client's seek in an item. The state is locked.
    /// - Returns: the target of the seek; nil: the seek is rejected.
    func seekTarget(of item: ItemCore, for time: CMTime, _ state: inout State) -> CMTime? {
        guard state.current === item else { return time }
        let position = item.currentTime()
        if state.restrictsAdvancement { return time > position ? nil : time }
        guard !state.interstitial.machine.schedule.isEmpty || state.interstitial.isOn else { return time }
        // The end or the live edge may lie after events that must be played first.
        let end = item.read { $0.item.seekableRanges.last?.end } ?? time
        let aim = time == .positiveInfinity ? end : time
        let (actions, target) = state.interstitial.machine.seekRequested(from: position, to: aim)
        perform(interstitial: actions, &state)
        return target == aim ? time : target
    }

    func seekCompleted(_ core: ItemCore, _ state: inout State) {
        guard !state.interstitial.machine.schedule.isEmpty, state.interstitial.machine.hasBegun else { return }
        perform(interstitial: state.interstitial.machine.seekCompleted(at: core.currentTime()), &state)
        if state.transport.status == .playing { enterInterstitials(&state) }
        lookAhead(core, &state)
    }

    /// Removes the events of the previous item after a change of the current item. The state is locked.
    func resetInterstitials(_ state: inout State) {
        let old = state.interstitial
        for mark in old.marks + old.skipMarks { post { [hub] in hub.remove(mark) } }
        var fresh = InterstitialPlayback()
        fresh.isInner = state.interstitial.isInner
        fresh.clientEvents = old.clientEvents
        fresh.player = old.player
        fresh.relay = old.relay
        fresh.monitors = old.monitors
        fresh.serial = old.serial &+ 1
        state.interstitial = fresh
        guard let player = old.player else { return }
        let items = old.entries.map(\.item)
        post {
            player.core.setRate(0)
            for item in items { player.core.removeOwn(item) }
        }
        if old.current != nil {
            notifyMonitors(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, state)
        }
    }

    // MARK: Client calls

    /// - Parameter offset: indefinite or invalid: the played duration of the event.
    func cancelCurrentEvent(resumingAt offset: CMTime) {
        let elapsed = interstitialItemTime()
        update(.client) { state in
            let seconds = offset.isNumeric ? offset.seconds : nil
            perform(
                interstitial: state.interstitial.machine.cancelCurrent(replacing: seconds, elapsed: elapsed), &state)
        }
    }

    /// Ends the current event for the viewer, where it may be skipped now.
    func skipCurrentEvent() {
        let elapsed = interstitialItemTime()
        update(.client) { state in
            guard skippability(elapsed, state) == .eligible else { return }
            let seconds = state.interstitial.current?.resumeOffset
            perform(
                interstitial: state.interstitial.machine.cancelCurrent(replacing: seconds, elapsed: elapsed), &state)
        }
    }

    var skippability: AVPlayerInterstitialEvent.SkippableEventState {
        let elapsed = interstitialItemTime()
        return read { skippability(elapsed, $0) }
    }

    private func skippability(
        _ elapsed: Double, _ state: borrowing State
    ) -> AVPlayerInterstitialEvent.SkippableEventState {
        guard state.interstitial.isOn, let group = state.interstitial.machine.group,
            let control = state.interstitial.skipControl
        else { return .notSkippable }
        let time = group.seconds + elapsed + 0.001
        if time < control.offset { return .notYetEligible }
        return control.duration.map { time < control.offset + $0 } ?? true ? .eligible : .noLongerEligible
    }

    /// Returns the seconds that the current item of the interstitial player has played.
    func interstitialItemTime() -> Double {
        let (core, start) = read { state -> (ItemCore?, Double) in
            let core = state.interstitial.player?.core.currentCore
            return (core, state.interstitial.entries.first { $0.item.core === core }?.start ?? 0)
        }
        guard let time = core?.currentTime(), time.isNumeric else { return 0 }
        return max(0, time.seconds - start)
    }
}

extension DateRange {
    /// The attributes as in an event's `userDefinedAttributes`.
    fileprivate var clientAttributes: [AnyHashable: Any] {
        var values: [AnyHashable: Any] = [:]
        for (name, value) in attributes {
            switch value {
            case .text(let text): values[name] = text
            case .number(let number): values[name] = number
            case .bytes(let bytes): values[name] = Data(bytes)
            }
        }
        return values
    }
}
