import Foundation

/// Decides when the proposal of the next item is shown, when it is accepted by itself, and when it is shown again (semantics section 12).
///
/// A value type without a clock: every input carries the moment, and `deadline` says when to call `tick(at:)` next.
struct ContentProposalMachine: Equatable, Sendable {
    /// The proposal of an item.
    struct Plan: Equatable, Sendable {
        /// Seconds of the item at which the proposal is shown; nil: at the item's end.
        var transition: Double?
        /// Seconds from the item's end to the automatic acceptance; negative: before the end. nil: never.
        var interval: Double?

        init(transition: Double?, interval: Double?) {
            self.transition = transition.flatMap { $0.isFinite ? max(0, $0) : nil }
            self.interval = interval.flatMap { $0.isFinite ? $0 : nil }
        }
    }

    /// The state of the player at the time of an input.
    struct Moment: Equatable, Sendable {
        var now: Date
        var position = 0.0
        /// Seconds of the item; not finite while unknown.
        var duration = Double.nan
        var rate = 0.0
    }

    enum Phase: Equatable, Sendable {
        case none
        case armed
        /// The delegate has been asked; `answered` follows.
        case asking
        case presented
        /// The proposal was dismissed or rejected. Seeking back arms it again.
        case finished
    }

    enum Answer: Sendable { case accept, reject, `defer` }

    enum Action: Equatable, Sendable {
        /// Ask the delegate whether the proposal may be shown.
        case ask
        case present
        case hide
        /// The date of the automatic acceptance has changed.
        case dateChanged
        case accept
        case reject
        case resume(fromStart: Bool)
    }

    private(set) var phase = Phase.none
    private(set) var plan: Plan?
    /// The date of the automatic acceptance; nil: the viewer decides.
    private(set) var date: Date?
    /// The date at which the item ended; nil while it has not ended.
    private var end: Date?
    private var isDateOfClient = false

    /// Seconds before the transition to which playback must return until the proposal is armed again: seeks are not exact.
    private static let slack = 0.25
    /// Differences of the date below this many seconds are no change: positions are estimates.
    private static let dateSlack = 0.4

    /// When to call `tick(at:)`; nil: never.
    var deadline: Date? { phase == .presented ? date : nil }

    // MARK: Inputs

    /// Handles another item, or another proposal of the item; nil: there is none.
    mutating func setPlan(_ plan: Plan?) -> [Action] {
        let actions: [Action] = phase == .presented ? [.hide] : []
        self.plan = plan
        phase = plan == nil ? .none : .armed
        end = nil
        forgetDate()
        return actions
    }

    /// Handles the time of the item, also after seeks.
    mutating func time(_ moment: Moment) -> [Action] {
        guard let plan, moment.position.isFinite else { return [] }
        let threshold = plan.transition.map { min($0, known(moment.duration) ?? $0) } ?? known(moment.duration)
        if end != nil, let duration = known(moment.duration), moment.position < duration - Self.slack { end = nil }
        let isBefore = threshold.map { moment.position < $0 - Self.slack && end == nil } ?? (end == nil)
        switch phase {
        case .none, .asking: return []
        case .armed:
            guard let transition = plan.transition, moment.position >= min(transition, threshold ?? transition) else {
                return []
            }
            // A transition at or behind the end waits for the end.
            if let duration = known(moment.duration), transition >= duration, end == nil { return [] }
            return ask()
        case .presented:
            guard isBefore else { return updateDate(moment) }
            phase = .armed
            forgetDate()
            return [.hide]
        case .finished:
            if isBefore { phase = .armed }
            return []
        }
    }

    /// Handles the end of the item.
    mutating func ended(_ moment: Moment) -> [Action] {
        guard plan != nil, end == nil else { return [] }
        end = moment.now
        switch phase {
        case .armed: return ask()
        case .presented: return updateDate(moment)
        case .none, .asking, .finished: return []
        }
    }

    /// Handles the delegate's answer to `ask`.
    mutating func answered(_ presents: Bool, _ moment: Moment) -> [Action] {
        guard phase == .asking else { return [] }
        guard presents else {
            phase = .finished
            return []
        }
        phase = .presented
        date = automaticDate(moment)
        return [.present]
    }

    /// Sets the date of the automatic acceptance on behalf of the client; nil cancels it.
    mutating func setDate(_ date: Date?) -> [Action] {
        guard phase == .presented else { return [] }
        isDateOfClient = true
        guard date != self.date else { return [] }
        self.date = date
        return [.dateChanged]
    }

    mutating func tick(_ moment: Moment) -> [Action] {
        guard phase == .presented else { return [] }
        let actions = updateDate(moment)
        guard let date, date <= moment.now else { return actions }
        return dismiss(.accept)
    }

    /// Dismisses the presented proposal by an answer of the viewer or the client.
    mutating func dismiss(_ answer: Answer) -> [Action] {
        guard phase == .presented else { return [] }
        phase = .finished
        let hasEnded = end != nil
        forgetDate()
        switch answer {
        case .accept: return [.hide, .accept]
        case .reject: return [.hide, .reject]
        case .defer: return [.hide, .resume(fromStart: hasEnded)]
        }
    }

    // MARK: Helpers

    private mutating func ask() -> [Action] {
        phase = .asking
        return [.ask]
    }

    private mutating func forgetDate() {
        date = nil
        isDateOfClient = false
    }

    private mutating func updateDate(_ moment: Moment) -> [Action] {
        guard !isDateOfClient else { return [] }
        let new = automaticDate(moment)
        if let new, let date, abs(new.timeIntervalSince(date)) < Self.dateSlack { return [] }
        guard new != date else { return [] }
        date = new
        return [.dateChanged]
    }

    /// The date by the plan's interval: counted from the item's end, which a paused item keeps at its distance.
    private func automaticDate(_ moment: Moment) -> Date? {
        guard let interval = plan?.interval else { return nil }
        if let end { return max(end, end.addingTimeInterval(interval)) }
        guard let duration = known(moment.duration), moment.position.isFinite else { return nil }
        let rate = moment.rate.isFinite && moment.rate > 0 ? moment.rate : 1
        let left = max(0, duration - moment.position) / rate + interval
        return moment.now.addingTimeInterval(moment.rate > 0 ? max(0, left) : max(1, left))
    }

    private func known(_ duration: Double) -> Double? { duration.isFinite && duration > 0 ? duration : nil }
}
