import Foundation

/// The displayed state of a playing interstitial event, as a value.
struct BreakContent: Equatable, Sendable {
    enum Skip: Equatable, Sendable {
        case none
        /// The event can be skipped after this number of seconds.
        case later(Int)
        case now
    }

    /// The position of the item among the consecutive interstitial items, from 1, and their number.
    var index = 1
    var count = 1
    /// Remaining seconds of the item; nil when the duration is unknown.
    var remaining: Double?
    var skip = Skip.none
    /// The event's own label for the skip button; nil: the default label.
    var skipLabel: String?

    /// The badge's text, such as "Ad 1 of 2 · 0:12".
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

    /// The title of the skip button; nil hides the button.
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
    ///   - range: the seconds of the event in which it may be skipped; nil: never.
    static func skip(elapsed: Double, range: Range<Double>?) -> Skip {
        guard let range, elapsed < range.upperBound else { return .none }
        guard elapsed < range.lowerBound else { return .now }
        return .later(max(1, Int((range.lowerBound - elapsed).rounded(.up))))
    }
}
