import Foundation

enum LadderDate {
    /// Formats a date in ISO 8601 with milliseconds, in UTC.
    static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
