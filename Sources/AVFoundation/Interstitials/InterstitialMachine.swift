import CoreMedia
import Foundation
import HLS

/// What an event plays, once that is known.
struct InterstitialContent: Sendable, Hashable {
    enum Asset: Sendable, Hashable {
        case address(URL)
        /// A template of the app, by its position.
        case template(Int)
    }

    var assets: [Asset]
    /// Seconds of all of them; nil where nobody says.
    var duration: Double?
    var skipControl: Interstitial.SkipControl?
}

/// What plays in between, when, and where the primary goes on: hls.md section 9 and semantics section 14, as a value that performs nothing.
///
/// Events that depart at one time play as a group, one after the other. While a group plays, the primary is held.
struct InterstitialMachine: Sendable {
    enum Action: Sendable, Equatable {
        /// Find out what an event plays, and say so with `answered`.
        case resolve(Interstitial, startOffset: Double?)
        /// Make what an event plays ready, behind what is there.
        case enqueue(Interstitial, InterstitialContent, startOffset: Double?)
        /// Drop what is left of an event; nil: of all.
        case discard(id: String?)
        /// The primary stands from now on, as if at this time, and what is queued plays instead.
        case hold(at: CMTime)
        case eventChanged(to: Interstitial?)
        /// Take the primary there while it is held, so that it is ready when it goes on.
        case prepareReturn(to: CMTime, snaps: Bool)
        /// The primary goes on, there or (nil) where it stands.
        case release(at: CMTime?, snaps: Bool)
        /// The primary has ended, and so has what follows it.
        case finish
        /// The primary is to be left there next.
        case mark(CMTime?)
    }

    /// Events that play as one.
    struct Group: Sendable, Equatable {
        enum Place: Sendable, Equatable {
            /// Before the primary has begun.
            case beginning(CMTime)
            case between(CMTime)
            /// After the primary has ended.
            case end
            /// A seek leads through it. `inside` is the start of an event, where the seek led to what that replaces.
            case detour(then: CMTime, inside: CMTime?)
        }

        var place: Place
        var events: [Interstitial]
        /// What the primary's time is said to be meanwhile.
        var held: CMTime
        /// Where the primary really is.
        var stands: CMTime
        /// Whether it has been taken to where it will go on.
        var isReturnPrepared = false
        var index = 0
        /// Seconds of the first event that are over for who joins a live stream inside it.
        var startOffset: Double?
        /// Assets of the current event that have not ended; nil before they are known.
        var assetsLeft: Int?
        var hasCompletedAsset = false
        /// Seconds that the current event has played.
        var seconds = 0.0
        /// Seconds of the primary that the events so far have taken the place of.
        var replaced = 0.0

        init(place: Place, events: [Interstitial], held: CMTime, stands: CMTime? = nil) {
            self.place = place
            self.events = events
            self.held = held
            self.stands = stands ?? held
        }

        var current: Interstitial { events[index] }
    }

    private enum Knowledge: Sendable { case asked, known(InterstitialContent), failed }

    /// Times closer than this are one.
    static let tolerance = CMTime(value: 1, timescale: 1_000)
    /// Returning so close to where the primary has been taken already needs no seek.
    static let returnTolerance = 0.05

    /// An event may be noticed so late.
    static let lateness = CMTime(value: 1, timescale: 2)

    private(set) var schedule = InterstitialSchedule()
    private(set) var isLive = false
    var group: Group?
    /// Events that have begun to play at least once.
    var played: Set<String> = []
    /// Events at or before this time are behind. nil: the primary has not begun.
    var cursor: CMTime?
    private var contents: [String: Knowledge] = [:]
    /// Events whose items have been made, in order.
    private var queued: [String] = []
    /// Assets that could not be played when they were made ready, by event.
    private var failedAhead: [String: Int] = [:]
    /// Whether the next group is to be made ready as soon as what it plays is known.
    private var isPreparing = false

    var hasBegun: Bool { cursor != nil }
    var current: Interstitial? { group?.current }

    /// What is known of what an event plays.
    func content(of id: String) -> InterstitialContent? {
        if case .known(let content) = contents[id] { content } else { nil }
    }

    // MARK: Ahead of time

    /// - Parameter position: of the primary.
    mutating func setSchedule(_ new: InterstitialSchedule, isLive: Bool, position: CMTime) -> [Action] {
        let sources = Dictionary(schedule.all.map { ($0.id, $0.source) }) { first, _ in first }
        schedule = new
        self.isLive = isLive
        let kept = Dictionary(new.all.map { ($0.id, $0.source) }) { first, _ in first }
        let playing = Set(group?.events.map(\.id) ?? [])
        contents = contents.filter { playing.contains($0.key) || kept[$0.key] == sources[$0.key] }
        var actions: [Action] = []
        if group == nil, !queued.isEmpty, !next.map(\.id).starts(with: queued) {
            discardAll(&actions)
            // What comes now may be far away; the primary says when it is near.
            isPreparing = false
        }
        guard group == nil else { return actions }
        // What is announced only when its time is over does not play.
        if let cursor, position.isNumeric { self.cursor = max(cursor, position - Self.lateness) }
        if isPreparing { enqueue(next, &actions) }
        return actions + [.mark(nextDeparture)]
    }

    /// The primary's buffer reaches so far: what plays up to there is found out now, and not earlier.
    mutating func buffered(through end: CMTime) -> [Action] {
        guard end.isNumeric else { return [] }
        var actions: [Action] = []
        if cursor == nil { ask(schedule.beforeStart, &actions) }
        let from = cursor ?? CMTime(value: -1, timescale: 1)
        ask(schedule.due(after: from, through: end, played: played), &actions)
        return actions
    }

    /// The primary comes near to where it will be left, or waits before its beginning: what plays then is made ready.
    mutating func prepare() -> [Action] {
        guard group == nil else { return [] }
        var actions: [Action] = []
        isPreparing = true
        if !next.map(\.id).starts(with: queued) { discardAll(&actions) }
        // Servers are asked no earlier than the buffer is there.
        ask(next.filter { if case .list = $0.source { false } else { true } }, &actions)
        enqueue(next, &actions)
        return actions
    }

    /// An event is to be fetched ahead (`com.apple.hls.preload`).
    mutating func preload(_ id: String) -> [Action] {
        var actions: [Action] = []
        ask(schedule.all.filter { $0.id == id && canPlay($0) }, &actions)
        return actions
    }

    /// What an event plays is known now, or (nil) cannot be found out.
    mutating func answered(_ id: String, _ content: InterstitialContent?) -> [Action] {
        guard case .asked = contents[id] else { return [] }
        contents[id] = content.map { .known($0) } ?? .failed
        var actions: [Action] = []
        guard let group else {
            if isPreparing { enqueue(next, &actions) }
            return actions
        }
        enqueue(Array(group.events[group.index...]), &actions)
        if group.current.id == id { takeContent(&actions) }
        prepareReturn(&actions)
        return actions
    }

    // MARK: Inside

    func canPlay(_ event: Interstitial) -> Bool { !(event.cues.contains(.once) && played.contains(event.id)) }

    static func justBefore(_ time: CMTime) -> CMTime { time - CMTime(value: 1, timescale: 1_000_000_000) }

    /// The events that play next, if all goes on as it does.
    var next: [Interstitial] {
        guard let cursor else {
            let first = schedule.beforeStart.filter(canPlay)
            return first.isEmpty ? together(schedule.events.filter(canPlay)) : first
        }
        let due = schedule.events.filter { event in
            guard let departure = event.departure, canPlay(event) else { return false }
            return departure > cursor
        }
        let group = together(due)
        return group.isEmpty ? schedule.afterEnd.filter(canPlay) : group
    }

    var nextDeparture: CMTime? {
        let from = cursor ?? CMTime(value: -1, timescale: 1)
        return schedule.events.lazy.filter { [self] in canPlay($0) }.compactMap(\.departure).first { $0 > from }
    }

    /// Of events in order those that depart with the first.
    func together(_ events: [Interstitial]) -> [Interstitial] {
        guard let first = events.first?.departure else { return [] }
        return events.filter { $0.departure.map { $0 - first <= Self.tolerance } ?? false }
    }

    private mutating func ask(_ events: [Interstitial], _ actions: inout [Action]) {
        for (position, event) in events.enumerated() where contents[event.id] == nil {
            contents[event.id] = .asked
            actions.append(.resolve(event, startOffset: position == 0 ? group?.startOffset : nil))
        }
    }

    /// Makes events ready as far as it is known what they play: an answer that is missing holds up those behind it.
    private mutating func enqueue(_ events: [Interstitial], _ actions: inout [Action]) {
        for event in events where !queued.contains(event.id) {
            switch contents[event.id] {
            case .known(let content):
                queued.append(event.id)
                let offset = event.id == group?.events.first?.id ? group?.startOffset : nil
                if !content.assets.isEmpty { actions.append(.enqueue(event, content, startOffset: offset)) }
            case .failed: continue
            case .asked, nil: return
            }
        }
    }

    /// Asks for what the group plays and makes it ready.
    mutating func readyGroup(_ actions: inout [Action]) {
        guard let events = group?.events else { return }
        if !events.map(\.id).starts(with: queued) { discardAll(&actions) }
        ask(events, &actions)
        enqueue(events, &actions)
    }

    /// The current event is over: what it plays is found out anew the next time.
    mutating func forget(_ id: String, hasLeftovers: Bool, _ actions: inout [Action]) {
        contents[id] = nil
        failedAhead[id] = nil
        queued.removeAll { $0 == id }
        if hasLeftovers { actions.append(.discard(id: id)) }
    }

    /// An asset of an event whose turn has not come cannot be played.
    mutating func noteFailedAhead(_ id: String) {
        if queued.contains(id) { failedAhead[id, default: 0] += 1 }
    }

    /// How many assets of an event can be played, as far as is known.
    func playableAssets(_ id: String, _ content: InterstitialContent) -> Int {
        content.assets.count - (failedAhead[id] ?? 0)
    }

    mutating func discardAll(_ actions: inout [Action]) {
        failedAhead = [:]
        if !queued.isEmpty { actions.append(.discard(id: nil)) }
        queued = []
    }

    /// nil: not known yet.
    func lookUp(_ id: String) -> InterstitialContent?? {
        switch contents[id] {
        case .known(let content): .some(content)
        case .failed: .some(nil)
        case .asked, nil: nil
        }
    }

    mutating func stopPreparing() { isPreparing = false }
}
