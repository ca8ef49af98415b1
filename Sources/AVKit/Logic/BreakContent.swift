import Foundation

/// What is shown of an event that plays in between, as a value.
struct BreakContent: Equatable, Sendable {
    enum Skip: Equatable, Sendable {
        case none
        /// Not yet: in so many seconds.
        case later(Int)
        case now
    }

    /// Its place among those that follow each other, from 1, and their number.
    var index = 1
    var count = 1
    /// Seconds that are left of it; nil where nobody knows.
    var remaining: Double?
    var skip = Skip.none
    /// Words for the button; nil: the player's own.
    var skipLabel: String?

    /// "Ad 1 of 2 · 0:12".
    var text: String {
        var text = StringTable.current.advertisementBadge(index, of: count)
        if let remaining, remaining.isFinite { text += " \u{00B7} " + TimeText.text(max(0, remaining.rounded(.up))) }
        return text
    }

    var spoken: String {
        let strings = StringTable.current
        let place = strings.advertisement(index, of: count)
        guard let remaining, remaining.isFinite else { return place }
        return strings.timeLeft(of: place, TimeText.spoken(max(0, remaining.rounded(.up)), in: strings))
    }

    /// nil: no button.
    var skipText: String? {
        switch skip {
        case .none: nil
        case .later(let seconds):
            StringTable.current.skipLater(skipLabel ?? StringTable.current[.skip], seconds: seconds)
        case .now: skipLabel ?? StringTable.current[.skip]
        }
    }

    /// - Parameters:
    ///   - elapsed: seconds of the event that have played.
    ///   - range: when it may be skipped; nil: never.
    static func skip(elapsed: Double, range: Range<Double>?) -> Skip {
        guard let range, elapsed < range.upperBound else { return .none }
        guard elapsed < range.lowerBound else { return .now }
        return .later(max(1, Int((range.lowerBound - elapsed).rounded(.up))))
    }
}
