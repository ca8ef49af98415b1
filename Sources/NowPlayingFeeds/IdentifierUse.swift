import Foundation

/// The use of an identifier in a log.
struct IdentifierUse: Sendable {
    enum Role: String, Sendable { case content, service }

    /// A line of the log with its date.
    struct Place: Sendable {
        var line: Int
        var date: Date
    }

    let identifier: String
    let role: Role
    /// The first and the last line with the identifier.
    let first: Place
    var last: Place
    /// The first published duration in seconds, and its line.
    var duration: (seconds: Double, line: Int)?

    // What the feeds say.

    /// Whether a catalog and an availability feed contain the identifier.
    var isInCatalog = false
    var isInAvailability = false
    /// The type of the item, such as `tv_season`.
    var typeName: String?
    /// A spelling of the feeds that differs in letter case alone.
    var otherCase: String?
    /// Whether the identifier is one of the other role.
    var isOfOtherRole = false
    /// Whether an offer is open at the first and at the last line.
    var isOpenFirst = false
    var isOpenLast = false
    /// Whether any offer was found.
    var hasOffers = false
    /// The duration of the catalog in seconds.
    var catalogDuration: Int?
}
