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
        var text = count > 1 ? "Ad \(index) of \(count)" : "Ad"
        if let remaining, remaining.isFinite { text += " \u{00B7} " + TimeText.text(max(0, remaining.rounded(.up))) }
        return text
    }

    var spoken: String {
        let place = count > 1 ? "Advertisement \(index) of \(count)" : "Advertisement"
        guard let remaining, remaining.isFinite else { return place }
        return "\(place), \(TimeText.spoken(max(0, remaining.rounded(.up)))) left"
    }

    /// nil: no button.
    var skipText: String? {
        switch skip {
        case .none: nil
        case .later(let seconds): "\(skipLabel ?? "Skip") in \(seconds)"
        case .now: skipLabel ?? "Skip"
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
