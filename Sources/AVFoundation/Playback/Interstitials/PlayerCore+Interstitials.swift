import CoreMedia
import Foundation
import HLS
import MediaEngine

/// What a player takes in for the events of its current item: semantics section 14. Decisions are `InterstitialMachine`'s.
extension PlayerCore {
    /// What plays next is made ready when so many seconds of the primary are left before it.
    static let interstitialLead = 10.0

    // MARK: The schedule

    /// The stream, the client or the item's settings say other things than before. The state is locked.
    func interstitialsChanged(_ state: inout State) {
        guard !state.interlude.isInner, let core = state.current else { return }
        let stream = core.read { $0.stream.interstitials }
        state.interlude.stream = stream
        let old = state.interlude.events
        let schedule: InterstitialSchedule
        if let client = state.interlude.clientEvents {
            let own = client.filter { $0.primaryItem === core.item }
            let session = core.read { $0.session }
            schedule = InterstitialSchedule(
                own.map { event in
                    event.interstitial(
                        timeOfDate: { session?.time(of: $0) },
                        boundaries: { session?.segmentBoundaries(nearest: $0) ?? [] })
                })
            state.interlude.events = own
        } else if let stream, core.read({ $0.settings.interstitials.areHandled }) {
            schedule = stream.schedule
            state.interlude.events = shownEvents(of: stream, core, before: old)
        } else {
            schedule = InterstitialSchedule()
            state.interlude.events = []
        }
        if !schedule.isEmpty { makeInterludePlayer(&state) }
        if !old.elementsEqual(state.interlude.events, by: ===) {
            tellMonitors(AVPlayerInterstitialEventMonitor.eventsDidChangeNotification, state)
        }
        let isNew = state.interlude.machine.schedule != schedule
        perform(
            interstitial: state.interlude.machine.setSchedule(
                schedule, isLive: stream?.isLive ?? false, position: core.currentTime()), &state)
        schedulePreloads(core, &state)
        guard isNew, !schedule.isEmpty else { return }
        if state.transport.status == .playing, !state.interlude.machine.hasBegun { enterInterstitials(&state) }
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
        // Those that say what they said stay the same objects, with what servers have answered.
        return made.map { event in
            let former = before.first { $0.identifier == event.identifier }
            return former.map { $0.saysTheSame(as: event) } == true ? former ?? event : event
        }
    }

    /// - Parameter events: nil gives the stream's their turn again.
    func setClientEvents(_ events: [AVPlayerInterstitialEvent]?) {
        update(.client) { state in
            // Of events with the same identifier the last counts, at the first one's place.
            var kept: [AVPlayerInterstitialEvent] = []
            for event in events ?? [] {
                let copy = event.frozen()
                if let place = kept.firstIndex(where: { $0.identifier == copy.identifier }) {
                    kept[place] = copy
                } else {
                    kept.append(copy)
                }
            }
            state.interlude.clientEvents = events == nil ? nil : kept
            interstitialsChanged(&state)
        }
    }

    // MARK: The primary's way

    /// Lets the transport take something in; what is due where playing begins comes before that. The state is locked.
    func take(_ state: inout State, _ input: (inout TransportState) -> [TransportState.Action]) {
        if state.transport.status != .playing, !state.transport.isHeld {
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
            interstitial: state.interlude.machine.hasBegun
                ? state.interlude.machine.reached(position) : state.interlude.machine.begin(at: position), &state)
    }

    /// More is in the buffer, or the position is another one. The state is locked.
    func lookAhead(_ core: ItemCore, _ state: inout State) {
        guard !state.interlude.machine.schedule.isEmpty, state.current === core else { return }
        let (ranges, isPlayable) = core.read { ($0.item.loadedRanges, $0.item.isPlayable) }
        guard isPlayable else { return }
        let position = core.currentTime()
        let end = ranges.first { $0.start <= position && position <= $0.end }?.end ?? position
        perform(interstitial: state.interlude.machine.buffered(through: end), &state)
        prepareIfNear(position, &state)
    }

    private func prepareIfNear(_ position: CMTime, _ state: inout State) {
        let machine = state.interlude.machine
        let isFirst = !machine.hasBegun && !machine.schedule.beforeStart.isEmpty
        guard isFirst || machine.nextDeparture.map({ ($0 - position).seconds <= Self.interstitialLead }) == true else {
            return
        }
        perform(interstitial: state.interlude.machine.prepare(), &state)
    }

    /// Marks on the primary's time line. The state is locked.
    func markDeparture(_ departure: CMTime?, _ state: inout State) {
        for mark in state.interlude.marks { post { [hub] in hub.remove(mark) } }
        state.interlude.marks = []
        guard let core = state.current, let departure, departure.isNumeric else { return }
        func add(_ time: CMTime, _ body: @escaping @Sendable (PlayerCore, CMTime) -> Void) {
            let mark = hub.add(BoundarySchedule(times: [time.seconds]), place: .anyThread) { [weak self] _ in
                guard let self else { return }
                body(self, core.currentTime())
            }
            state.interlude.marks.append(mark)
        }
        add(departure) { player, position in
            player.update(.playback) { state in
                guard state.current === core, state.transport.rate > 0 else { return }
                // A timer may be a little early; one that a seek has overtaken says nothing.
                guard abs((position - departure).seconds) < 1 else { return }
                player.perform(interstitial: state.interlude.machine.reached(max(position, departure)), &state)
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

    /// Plays an interstitial that follows the primary, which has not ended then. The state is locked.
    func playAfterEnd(_ core: ItemCore, _ state: inout State) -> EndOfPrimary {
        guard state.transport.rate > 0, state.interlude.machine.hasBegun,
            let actions = state.interlude.machine.primaryEnded(at: core.endTime)
        else { return .ends }
        perform(interstitial: actions, &state)
        return .interstitialFollows
    }

    /// A client wants to seek in an item. The state is locked.
    /// - Returns: where the seek goes; nil: it is refused.
    func seekTarget(of item: ItemCore, for time: CMTime, _ state: inout State) -> CMTime? {
        guard state.current === item else { return time }
        let position = item.currentTime()
        if state.restrictsAdvancement { return time > position ? nil : time }
        guard !state.interlude.machine.schedule.isEmpty || state.interlude.isOn else { return time }
        // The end, or a live edge, lies past what is to be played first.
        let end = item.read { $0.item.seekableRanges.last?.end } ?? time
        let aim = time == .positiveInfinity ? end : time
        let (actions, target) = state.interlude.machine.sought(from: position, to: aim)
        perform(interstitial: actions, &state)
        return target == aim ? time : target
    }

    func seekLanded(_ core: ItemCore, _ state: inout State) {
        guard !state.interlude.machine.schedule.isEmpty, state.interlude.machine.hasBegun else { return }
        perform(interstitial: state.interlude.machine.landed(at: core.currentTime()), &state)
        if state.transport.status == .playing { enterInterstitials(&state) }
        lookAhead(core, &state)
    }

    /// Another item is current: its events are others. The state is locked.
    func resetInterlude(_ state: inout State) {
        let old = state.interlude
        for mark in old.marks + old.skipMarks { post { [hub] in hub.remove(mark) } }
        var fresh = Interlude()
        fresh.isInner = state.interlude.isInner
        fresh.clientEvents = old.clientEvents
        fresh.player = old.player
        fresh.relay = old.relay
        fresh.monitors = old.monitors
        fresh.serial = old.serial &+ 1
        state.interlude = fresh
        guard let player = old.player else { return }
        let items = old.entries.map(\.item)
        post {
            player.core.setRate(0)
            for item in items { player.core.removeOwn(item) }
        }
        if old.current != nil {
            tellMonitors(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, state)
        }
    }

    // MARK: The client

    /// - Parameter offset: indefinite or invalid: as long as the event has played.
    func cancelCurrentEvent(resumingAt offset: CMTime) {
        let elapsed = interludeItemTime()
        update(.client) { state in
            let seconds = offset.isNumeric ? offset.seconds : nil
            perform(
                interstitial: state.interlude.machine.cancelCurrent(replacing: seconds, elapsed: elapsed), &state)
        }
    }

    /// Ends the current event for the viewer, if that may be now.
    func skipCurrentEvent() {
        let elapsed = interludeItemTime()
        update(.client) { state in
            guard skippability(elapsed, state) == .eligible else { return }
            let seconds = state.interlude.current?.resumeOffset
            perform(
                interstitial: state.interlude.machine.cancelCurrent(replacing: seconds, elapsed: elapsed), &state)
        }
    }

    var skippability: AVPlayerInterstitialEvent.SkippableEventState {
        let elapsed = interludeItemTime()
        return read { skippability(elapsed, $0) }
    }

    private func skippability(
        _ elapsed: Double, _ state: borrowing State
    ) -> AVPlayerInterstitialEvent.SkippableEventState {
        guard state.interlude.isOn, let group = state.interlude.machine.group,
            let control = state.interlude.skipControl
        else { return .notSkippable }
        let time = group.seconds + elapsed + 0.001
        if time < control.offset { return .notYetEligible }
        return control.duration.map { time < control.offset + $0 } ?? true ? .eligible : .noLongerEligible
    }

    /// Seconds that the current item of the interstitial player has played.
    func interludeItemTime() -> Double {
        let (core, start) = read { state -> (ItemCore?, Double) in
            let core = state.interlude.player?.core.currentCore
            return (core, state.interlude.entries.first { $0.item.core === core }?.start ?? 0)
        }
        guard let time = core?.currentTime(), time.isNumeric else { return 0 }
        return max(0, time.seconds - start)
    }
}

extension DateRange {
    /// What an event's `userDefinedAttributes` hold.
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
