import CoreMedia
import Foundation
import HLS

/// The content of an event, once it has been resolved.
struct InterstitialContent: Sendable, Hashable {
    enum Asset: Sendable, Hashable {
        case url(URL)
        /// The index of an item among the app's template items.
        case template(Int)
    }

    var assets: [Asset]
    /// The total duration of the assets in seconds; nil where unknown.
    var duration: Double?
    var skipControl: Interstitial.SkipControl?
}

/// Decides which interstitials play, when they play, and where the primary resumes (hls.md section 9 and semantics section 14). A value
/// without side effects: the caller performs the returned actions.
///
/// The departure of an event is the time at which playback leaves the primary for it: its start, or a segment boundary near it (X-SNAP).
/// Events with the same departure play as a group, one after the other. While a group plays, the primary is held: paused, with a fixed
/// reported time.
struct InterstitialMachine: Sendable {
    enum Action: Sendable, Equatable {
        /// Resolve the content of an event, then call `contentResolved`.
        case resolve(Interstitial, startOffset: Double?)
        /// Create the items of an event and append them to the queue.
        case enqueue(Interstitial, InterstitialContent, startOffset: Double?)
        /// Remove the remaining items of an event; nil: of all events.
        case discard(id: String?)
        /// Pause the primary with this reported time, and play the queued items in its place.
        case hold(at: CMTime)
        case eventChanged(to: Interstitial?)
        /// Seek the held primary to this time, so that it is buffered when it resumes.
        case prepareReturn(to: CMTime, snaps: Bool)
        /// Resume the primary, at this time or (nil) at its current position.
        case release(at: CMTime?, snaps: Bool)
        /// Report the end of the primary; the events after it have ended too.
        case finish
        /// Observe this time: the primary's next departure.
        case mark(CMTime?)
    }

    /// Events that play as one group.
    struct Group: Sendable, Equatable {
        enum Place: Sendable, Equatable {
            /// Before the primary starts at this time.
            case beginning(CMTime)
            /// At this time of the primary.
            case between(CMTime)
            /// After the primary has ended.
            case end
            /// Before the primary resumes at `then`, after a seek, or after a start inside the range that an event
            /// replaces. `inside` is the start of the event whose replaced range contains the requested position.
            case detour(then: CMTime, inside: CMTime?)
        }

        var place: Place
        var events: [Interstitial]
        /// The primary's reported time while the group plays.
        var held: CMTime
        /// The primary's actual position.
        var primaryPosition: CMTime
        /// Whether the primary has been moved to the position at which it will resume.
        var isReturnPrepared = false
        var index = 0
        /// The seconds of the first event that have passed when a viewer joins a live stream inside it.
        var startOffset: Double?
        /// The number of assets of the current event that have not ended; nil before its content is known.
        var assetsLeft: Int?
        var hasCompletedAsset = false
        /// The seconds that the current event has played.
        var seconds = 0.0
        /// The primary's seconds that the events played so far replace.
        var replaced = 0.0

        init(place: Place, events: [Interstitial], held: CMTime, primaryPosition: CMTime? = nil) {
            self.place = place
            self.events = events
            self.held = held
            self.primaryPosition = primaryPosition ?? held
        }

        var current: Interstitial { events[index] }
    }

    private enum ContentState: Sendable { case requested, known(InterstitialContent), failed }

    /// Times closer together than this count as equal.
    static let tolerance = CMTime(value: 1, timescale: 1_000)
    /// The primary resumes without a seek where it is within this many seconds of the target.
    static let returnTolerance = 0.05

    /// How late the primary may report an event without the event being skipped.
    static let lateness = CMTime(value: 1, timescale: 2)

    private(set) var schedule = InterstitialSchedule()
    private(set) var isLive = false
    var group: Group?
    /// The identifiers of the events that have started at least once.
    var played: Set<String> = []
    /// Events at or before this time are in the past. nil: the primary has not started.
    var cursor: CMTime?
    private var contents: [String: ContentState] = [:]
    /// The events whose items are in the queue, in order.
    private var queued: [String] = []
    /// The number of assets, by event, that failed while they were queued but before their event started.
    private var failedAhead: [String: Int] = [:]
    /// Whether the items of the next group are created as soon as its content is known.
    private var isPreparing = false

    var hasBegun: Bool { cursor != nil }
    var current: Interstitial? { group?.current }

    /// Returns the content of an event where it is known.
    func content(of id: String) -> InterstitialContent? {
        if case .known(let content) = contents[id] { content } else { nil }
    }

    // MARK: Ahead of time

    /// Replaces the schedule.
    /// - Parameter position: the position of the primary.
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
            // The next event of the new schedule may be far away; `prepare` is called again when it is near.
            isPreparing = false
        }
        guard group == nil else { return actions }
        // An event that is announced only after its time has passed does not play.
        if let cursor, position.isNumeric { self.cursor = max(cursor, position - Self.lateness) }
        if isPreparing { enqueue(next, &actions) }
        return actions + [.mark(nextDeparture)]
    }

    /// Handles the growth of the primary's buffer: resolves the events up to its end, and none beyond.
    mutating func buffered(through end: CMTime) -> [Action] {
        guard end.isNumeric else { return [] }
        var actions: [Action] = []
        if cursor == nil { requestContent(schedule.beforeStart, &actions) }
        let from = cursor ?? CMTime(value: -1, timescale: 1)
        requestContent(schedule.due(after: from, through: end, played: played), &actions)
        return actions
    }

    /// Handles the primary approaching its next departure, or waiting to start: creates the items of the next group.
    mutating func prepare() -> [Action] {
        guard group == nil else { return [] }
        var actions: [Action] = []
        isPreparing = true
        if !next.map(\.id).starts(with: queued) { discardAll(&actions) }
        // Asset lists are requested only when the primary's buffer reaches their event.
        requestContent(next.filter { if case .list = $0.source { false } else { true } }, &actions)
        enqueue(next, &actions)
        return actions
    }

    /// Resolves an event ahead of its time (`com.apple.hls.preload`).
    mutating func preload(_ id: String) -> [Action] {
        var actions: [Action] = []
        requestContent(schedule.all.filter { $0.id == id && canPlay($0) }, &actions)
        return actions
    }

    /// Handles the resolved content of an event; nil where resolving failed.
    mutating func contentResolved(_ id: String, _ content: InterstitialContent?) -> [Action] {
        guard case .requested = contents[id] else { return [] }
        contents[id] = content.map { .known($0) } ?? .failed
        var actions: [Action] = []
        guard let group else {
            if isPreparing { enqueue(next, &actions) }
            return actions
        }
        enqueue(Array(group.events[group.index...]), &actions)
        if group.current.id == id { playContent(&actions) }
        prepareReturn(&actions)
        return actions
    }

    // MARK: Helpers

    func canPlay(_ event: Interstitial) -> Bool { !(event.cues.contains(.once) && played.contains(event.id)) }

    static func justBefore(_ time: CMTime) -> CMTime { time - CMTime(value: 1, timescale: 1_000_000_000) }

    /// The events that play next if playback continues without a seek.
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

    /// Returns the events that depart together with the first one. The events must be in order.
    func together(_ events: [Interstitial]) -> [Interstitial] {
        guard let first = events.first?.departure else { return [] }
        return events.filter { $0.departure.map { $0 - first <= Self.tolerance } ?? false }
    }

    private mutating func requestContent(_ events: [Interstitial], _ actions: inout [Action]) {
        for (position, event) in events.enumerated() where contents[event.id] == nil {
            contents[event.id] = .requested
            actions.append(.resolve(event, startOffset: position == 0 ? group?.startOffset : nil))
        }
    }

    /// Queues the events whose content is known, up to the first one whose content is not.
    private mutating func enqueue(_ events: [Interstitial], _ actions: inout [Action]) {
        for event in events where !queued.contains(event.id) {
            switch contents[event.id] {
            case .known(let content):
                queued.append(event.id)
                let offset = event.id == group?.events.first?.id ? group?.startOffset : nil
                if !content.assets.isEmpty { actions.append(.enqueue(event, content, startOffset: offset)) }
            case .failed: continue
            case .requested, nil: return
            }
        }
    }

    /// Resolves the content of the group and queues its items.
    mutating func prepareGroup(_ actions: inout [Action]) {
        guard let events = group?.events else { return }
        if !events.map(\.id).starts(with: queued) { discardAll(&actions) }
        requestContent(events, &actions)
        enqueue(events, &actions)
    }

    /// Removes the state of an event that has ended; its content is resolved again when it plays again.
    mutating func forget(_ id: String, hasLeftovers: Bool, _ actions: inout [Action]) {
        contents[id] = nil
        failedAhead[id] = nil
        queued.removeAll { $0 == id }
        if hasLeftovers { actions.append(.discard(id: id)) }
    }

    /// Counts an asset that failed before its event started.
    mutating func noteFailedAhead(_ id: String) {
        if queued.contains(id) { failedAhead[id, default: 0] += 1 }
    }

    /// Returns the number of assets of an event that are not known to have failed.
    func playableAssets(_ id: String, _ content: InterstitialContent) -> Int {
        content.assets.count - (failedAhead[id] ?? 0)
    }

    mutating func discardAll(_ actions: inout [Action]) {
        failedAhead = [:]
        if !queued.isEmpty { actions.append(.discard(id: nil)) }
        queued = []
    }

    /// Returns the content of an event: nil while it is not known, `.some(nil)` where resolving failed.
    func lookUp(_ id: String) -> InterstitialContent?? {
        switch contents[id] {
        case .known(let content): .some(content)
        case .failed: .some(nil)
        case .requested, nil: nil
        }
    }

    mutating func stopPreparing() { isPreparing = false }
}
