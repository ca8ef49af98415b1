import CoreMedia
import Foundation
import HLS

/// Entering, playing and leaving groups of interstitial events.
extension InterstitialMachine {
    // MARK: Events of the primary

    /// Starts the machine when the primary is about to play for the first time.
    mutating func begin(at position: CMTime) -> [Action] {
        guard cursor == nil, group == nil, position.isNumeric else { return [] }
        cursor = Self.justBefore(position)
        let first = schedule.beforeStart.filter(canPlay)
        guard first.isEmpty else { return start(Group(place: .beginning(position), events: first, held: position)) }
        return enter(at: position) + (group == nil ? [.mark(nextDeparture)] : [])
    }

    /// Handles the primary's time reaching its next departure, or playback starting there.
    mutating func reached(_ time: CMTime) -> [Action] {
        guard group == nil, let cursor, time.isNumeric else { return [] }
        let due = together(schedule.due(after: cursor, through: time + Self.tolerance, played: played))
        guard let first = due.first else { return [] }
        let start = first.start ?? time
        return self.start(Group(place: .between(start), events: due, held: first.departure ?? start))
    }

    /// Handles the primary playing forwards again after reverse playback.
    mutating func turnedForwards(at position: CMTime) -> [Action] {
        guard group == nil, cursor != nil, position.isNumeric else { return [] }
        cursor = Self.justBefore(position)
        return [.mark(nextDeparture)]
    }

    /// Handles the end of the primary.
    /// - Returns: nil where no event follows it.
    mutating func primaryEnded(at end: CMTime) -> [Action]? {
        guard group == nil else { return [] }
        let late = schedule.events.filter { event in
            guard let departure = event.departure, let cursor, canPlay(event) else { return false }
            return departure > cursor && departure - end <= Self.tolerance
        }
        let events = late + schedule.afterEnd.filter(canPlay)
        guard !events.isEmpty else { return nil }
        return start(Group(place: .end, events: events, held: end))
    }

    /// Handles a seek of the primary by the viewer. The primary seeks to the returned target, which may differ from the requested one.
    mutating func seekRequested(from: CMTime, to target: CMTime) -> (actions: [Action], target: CMTime) {
        guard target.isNumeric, hasBegun else { return ([], target) }
        var actions: [Action] = []
        if let playing = group {
            let isBound = playing.events[playing.index...].contains { !$0.restrictions.isEmpty }
            if isBound, target > playing.held, playing.place != .end {
                // A restricted event must be played to its end; only the time at which the primary resumes changes.
                cursor = Self.justBefore(target)
                group?.place = .detour(then: target, inside: nil)
                group?.primaryPosition = target
                group?.isReturnPrepared = true
                return ([], target)
            }
            discardAll(&actions)
            stopPreparing()
            group = nil
            actions += [.eventChanged(to: nil), .release(at: nil, snaps: false)]
        }
        let origin = from.isNumeric ? from : target
        switch schedule.seek(from: origin, to: target, played: played) {
        case .primary(let time):
            cursor = Self.justBefore(time)
            return (actions + [.mark(nextDeparture)], time)
        case .interstitial(let event, let then):
            let isInside = event.start.map { $0 < target && target < then } ?? false
            cursor = Self.justBefore(then)
            let detour = Group(
                place: .detour(then: then, inside: isInside ? event.start : nil), events: [event],
                held: event.departure ?? then, primaryPosition: then)
            return (actions + start(detour), then)
        }
    }

    /// Handles a seek that ended at another position than requested.
    mutating func seekCompleted(at position: CMTime) -> [Action] {
        guard group == nil, cursor != nil, position.isNumeric else { return [] }
        cursor = Self.justBefore(position)
        return [.mark(nextDeparture)]
    }

    // MARK: Events of the interstitial player

    /// Handles the end of one asset of an event.
    mutating func assetFinished(_ id: String, seconds: Double) -> [Action] {
        guard group?.current.id == id else { return [] }
        var actions: [Action] = []
        group?.seconds += seconds.isFinite ? max(0, seconds) : 0
        group?.hasCompletedAsset = true
        assetEnded(&actions)
        return actions
    }

    /// Handles an asset that cannot be played; the other assets of the event still play.
    mutating func assetFailed(_ id: String) -> [Action] {
        guard group?.current.id == id, group?.assetsLeft != nil else {
            noteFailedAhead(id)
            return []
        }
        var actions: [Action] = []
        assetEnded(&actions)
        return actions
    }

    /// Ends the current event.
    /// - Parameters:
    ///   - seconds: the primary's seconds that the event replaces; nil: as many as it has played.
    ///   - elapsed: the seconds that its current asset has played.
    mutating func cancelCurrent(replacing seconds: Double?, elapsed: Double) -> [Action] {
        guard let group else { return [] }
        var actions: [Action] = []
        finishEvent(replacing: seconds ?? group.seconds + max(0, elapsed), hasLeftovers: true, &actions)
        return actions
    }

    /// The seconds that the current event may still play before its limit; nil: no limit.
    var secondsLeft: Double? {
        guard let group, let limit = group.current.playoutLimit else { return nil }
        return max(0, limit - group.seconds - (group.index == 0 ? group.startOffset ?? 0 : 0))
    }

    // MARK: Groups

    /// Starts the events that are due at a position where the primary starts or resumes.
    private mutating func enter(at position: CMTime) -> [Action] {
        let due = reached(position)
        guard due.isEmpty, group == nil else { return due }
        // At a position inside the range that an event replaces, the event plays first; in a live stream only its remaining part.
        guard case .interstitial(let event, let then) = schedule.seek(from: position, to: position, played: played),
            let start = event.start, start < position
        else { return [] }
        cursor = Self.justBefore(then)
        var group = Group(place: .detour(then: then, inside: start), events: [event], held: position)
        if isLive { group.startOffset = (position - start).seconds }
        return self.start(group)
    }

    private mutating func start(_ new: Group) -> [Action] {
        group = new
        var actions: [Action] = [.hold(at: new.held)]
        prepareGroup(&actions)
        stopPreparing()
        enterEvent(&actions)
        prepareReturn(&actions)
        return actions
    }

    private mutating func enterEvent(_ actions: inout [Action]) {
        guard let event = group?.current else { return }
        played.insert(event.id)
        group?.assetsLeft = nil
        group?.seconds = 0
        group?.hasCompletedAsset = false
        actions.append(.eventChanged(to: event))
        playContent(&actions)
    }

    /// Plays the current event once its content is known, and ends it where it has no playable content.
    mutating func playContent(_ actions: inout [Action]) {
        guard let event = group?.current, group?.assetsLeft == nil, let found = lookUp(event.id) else { return }
        guard let content = found, playableAssets(event.id, content) > 0, secondsLeft != 0 else {
            return finishEvent(replacing: event.resumeOffset ?? 0, hasLeftovers: found != nil, &actions)
        }
        let count = playableAssets(event.id, content)
        group?.assetsLeft = count
    }

    private mutating func assetEnded(_ actions: inout [Action]) {
        guard let group, let left = group.assetsLeft else { return }
        self.group?.assetsLeft = left - 1
        let isAtLimit = secondsLeft.map { $0 < Self.tolerance.seconds } ?? false
        guard left <= 1 || isAtLimit else { return }
        let event = group.current
        // A viewer who joined late has missed a part of the range that the event replaces; that part counts as replaced.
        let missed = group.index == 0 ? group.startOffset ?? 0 : 0
        let replaced =
            group.hasCompletedAsset ? event.replacedSeconds(played: group.seconds + missed) : event.resumeOffset ?? 0
        finishEvent(replacing: replaced, hasLeftovers: left > 1, &actions)
    }

    private mutating func finishEvent(replacing seconds: Double, hasLeftovers: Bool, _ actions: inout [Action]) {
        guard let group else { return }
        forget(group.current.id, hasLeftovers: hasLeftovers, &actions)
        self.group?.replaced += seconds
        guard group.index + 1 < group.events.count else { return finishGroup(&actions) }
        self.group?.index += 1
        enterEvent(&actions)
    }

    private mutating func finishGroup(_ actions: inout [Action]) {
        guard let over = group else { return }
        group = nil
        actions.append(.eventChanged(to: nil))
        let snaps = over.events.last?.snap.contains(.in) ?? false
        let offset = Self.time(over.replaced)
        switch over.place {
        case .end:
            actions.append(.finish)
        case .beginning(let position):
            // A live primary has advanced meanwhile; an on-demand primary starts at its position, unless the event states a resume offset.
            let isExplicit = over.events.contains { $0.resumeOffset != nil }
            resumePrimary(from: over, at: isLive || isExplicit ? position + offset : position, snaps, &actions)
        case .between(let start):
            cursor = max(over.held, Self.justBefore(start + offset))
            resumePrimary(from: over, at: start + offset, snaps, &actions)
        case .detour(let then, let inside):
            let isOpen = inside != nil && over.events.last?.resumeOffset == nil && over.replaced > 0
            resumePrimary(from: over, at: isOpen ? inside.map { $0 + offset } ?? then : then, snaps, &actions)
        }
    }

    private mutating func resumePrimary(from over: Group, at time: CMTime, _ snaps: Bool, _ actions: inout [Action]) {
        // Events that are due at the same position play before the primary resumes.
        let due = cursor.map { schedule.due(after: $0, through: time + Self.tolerance, played: played) } ?? []
        let follower = together(due)
        if let first = follower.first, let start = first.start {
            let held = first.departure ?? start
            actions += self.start(
                Group(place: .between(start), events: follower, held: held, primaryPosition: over.primaryPosition))
            return
        }
        let isThere = abs((time - over.primaryPosition).seconds) <= Self.returnTolerance
        actions += [.release(at: isThere ? nil : time, snaps: snaps), .mark(nextDeparture)]
    }

    /// Seeks the held primary to the position at which it will resume, as soon as that position is known.
    mutating func prepareReturn(_ actions: inout [Action]) {
        // The segments at which a live stream will resume do not exist yet.
        guard let group, !group.isReturnPrepared, !isLive else { return }
        let start: CMTime
        switch group.place {
        case .between(let time): start = time
        case .detour(let then, _): return movePrimary(to: then, &actions)
        case .beginning, .end: return
        }
        var total = group.replaced
        for event in group.events[group.index...] {
            if let offset = event.resumeOffset {
                total += offset
            } else if let seconds = content(of: event.id)?.duration ?? event.duration {
                total += event.replacedSeconds(played: seconds)
            } else {
                return
            }
        }
        movePrimary(to: start + Self.time(total), &actions)
    }

    private mutating func movePrimary(to target: CMTime, _ actions: inout [Action]) {
        guard let group else { return }
        self.group?.isReturnPrepared = true
        guard abs((target - group.primaryPosition).seconds) > Self.returnTolerance else { return }
        self.group?.primaryPosition = target
        actions.append(.prepareReturn(to: target, snaps: group.events.last?.snap.contains(.in) ?? false))
    }

    private static func time(_ seconds: Double) -> CMTime {
        guard seconds.isFinite, abs(seconds) < 1e9 else { return .zero }
        return CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }
}
