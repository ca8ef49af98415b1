public import Foundation

/// A Now Playing dictionary. A key that the app has not written is absent.
public struct NowPlayingInfo: Sendable, Hashable {
    /// All values, also those of keys that no rule concerns, by the key's name in the log.
    public var values: [String: NowPlayingValue]

    public init(_ values: [String: NowPlayingValue] = [:]) { self.values = values }

    public subscript(key: NowPlayingKey) -> NowPlayingValue? {
        get { values[key.rawValue] }
        set { values[key.rawValue] = newValue }
    }

    /// Whether the dictionary has the key, also with a value of a wrong type.
    public func has(_ key: NowPlayingKey) -> Bool { values[key.rawValue] != nil }

    /// A finite number; nil where the key is absent or has another value.
    public func number(_ key: NowPlayingKey) -> Double? {
        self[key]?.number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The text of a key, nil where it is empty.
    public func text(_ key: NowPlayingKey) -> String? { self[key]?.text.flatMap { $0.isEmpty ? nil : $0 } }

    public var contentIdentifier: String? { text(.externalContentIdentifier) }
    public var serviceIdentifier: String? { text(.serviceIdentifier) }
    /// The rate; 1 where the app has written none.
    public var rate: Double { number(.playbackRate) ?? 1 }
    /// The elapsed time in seconds.
    public var elapsed: Double? { number(.elapsedPlaybackTime) }
    /// The duration in seconds.
    public var duration: Double? { number(.playbackDuration) }
    /// The date of the frame that is displayed.
    public var date: Date? { text(.currentPlaybackDate).flatMap(NowPlayingDate.parse) }
    public var isLive: Bool { self[.isLiveStream]?.boolean ?? false }

    /// The identifier by which the system recognises the item: the content identifier, else the service identifier.
    var identity: String? { contentIdentifier ?? serviceIdentifier }
}

/// Dates of the log: ISO 8601 in UTC with milliseconds.
public enum NowPlayingDate {
    /// Returns the date of a text such as `2026-03-02T18:00:00.250Z`, with or without a fraction; nil for other texts.
    public static func parse(_ text: String) -> Date? {
        guard text.utf8.count <= 40 else { return nil }
        return (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
            ?? (try? Date.ISO8601FormatStyle().parse(text))
    }

    public static func text(_ date: Date) -> String {
        // Texts outside years 1 to 9999 could not be read again.
        let seconds = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
        // The style cuts the fraction: a tenth of a millisecond keeps rounded milliseconds from being cut to the one before.
        return Date(timeIntervalSince1970: (seconds * 1_000).rounded() / 1_000 + 0.000_1).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
