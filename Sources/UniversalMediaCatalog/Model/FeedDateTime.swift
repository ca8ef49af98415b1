public import Foundation

/// A date-time with its original UTC offset (umc-catalog.md 4).
public struct FeedDateTime: Sendable, Hashable, Codable, CustomStringConvertible {
    public var date: Date
    /// UTC offset; nil: none was written, which means UTC.
    public var offsetSeconds: Int?

    public init(_ date: Date, offsetSeconds: Int? = 0) {
        self.date = date
        self.offsetSeconds = offsetSeconds
    }

    /// - Parameter text: `YYYY-MM-DDThh:mm:ss[.s+][Z|+hh:mm|-hh:mm]`; other texts give nil.
    public init?(_ text: String) {
        var text = text
        let parsed = text.withUTF8 { bytes in FeedTime(FeedText(bytes: bytes)) }
        guard let parsed else { return nil }
        date = Date(timeIntervalSince1970: parsed.seconds)
        guard parsed.hasOffset else { return }
        let zone = text.suffix(6)
        guard text.last != "Z", let hours = Int(zone.dropFirst().prefix(2)), let minutes = Int(zone.suffix(2)) else {
            offsetSeconds = 0
            return
        }
        offsetSeconds = (hours * 3_600 + minutes * 60) * (zone.first == "-" ? -1 : 1)
    }

    /// The date-time as feeds write it, to the second, with an offset.
    public var description: String {
        let offset = offsetSeconds ?? 0
        let local = Int(date.timeIntervalSince1970.rounded(.down).clamped(to: -1e11...1e11)) + offset
        let day = Int((Double(local) / 86_400).rounded(.down))
        let second = local - day * 86_400
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let zone =
            offset == 0
            ? "Z" : "\(offset < 0 ? "-" : "+")\(two(abs(offset) / 3_600)):\(two(abs(offset) / 60 % 60))"
        return
            "\(FeedTime.date(ofDay: day))T\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))\(zone)"
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
