import UniversalMediaCatalog

/// Some rating systems (umc-catalog.md 3.6), each a bit. Those that the table does not know share one.
struct RatingSystemSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt64

    /// Systems outside the table.
    static let other = RatingSystemSet(rawValue: 1 << 63)

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// - Parameter code: in any case.
    init(_ code: FeedText) {
        let code = code.trimmed
        if let place = RatingSystem.table.ignoringCase(code), place < 63 {
            rawValue = 1 << UInt64(place)
        } else {
            self = code.isEmpty ? [] : .other
        }
    }

    /// The systems of a territory; empty where the table has none.
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
