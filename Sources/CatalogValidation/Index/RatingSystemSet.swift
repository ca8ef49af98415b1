import UniversalMediaCatalog

/// A set of rating systems (umc-catalog.md 3.6), one bit each. All systems outside the table share one bit.
struct RatingSystemSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt64

    /// Systems outside the table.
    static let other = RatingSystemSet(rawValue: 1 << 63)

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// - Parameter code: a system code, in any letter case.
    init(_ code: FeedText) {
        let code = code.trimmed
        if let place = RatingSystem.table.ignoringCase(code), place < 63 {
            rawValue = 1 << UInt64(place)
        } else {
            self = code.isEmpty ? [] : .other
        }
    }

    /// Returns the systems of a territory; empty when the table has none.
    static func of(territory: String) -> RatingSystemSet {
        var result: RatingSystemSet = []
        for (place, system) in RatingSystem.all.enumerated() where system.territory == territory && place < 63 {
            result.insert(RatingSystemSet(rawValue: 1 << UInt64(place)))
        }
        return result
    }

    var codes: [String] {
        RatingSystem.all.enumerated().filter { $0.offset < 63 && rawValue & (1 << UInt64($0.offset)) != 0 }
            .map(\.element.code) + (contains(.other) ? ["others"] : [])
    }
}
