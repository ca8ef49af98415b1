import Foundation

/// An alternative rendition: a language, a commentary, a camera (EXT-X-MEDIA, bis section 4.4.6.1).
public struct Rendition: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    public var kind: Kind
    /// nil: the media is in the variant's own playlist.
    public var uri: String?
    public var groupID: String
    public var name: String
    /// BCP 47.
    public var language: String?
    public var associatedLanguage: String?
    public var stableID: String?
    /// As written, nil where the attribute is missing.
    public var statedDefault: Bool?
    public var statedAutoselect: Bool?
    public var statedForced: Bool?
    /// CC1 to CC4, SERVICE1 to SERVICE63, or another name.
    public var instreamID: String?
    public var bitDepth: Int?
    public var sampleRate: Int?
    public var characteristics: [String] = []
    /// As written, nil where the attribute is missing.
    public var statedCharacteristics: String?
    /// As written.
    public var channels: String?
    public var line: Int

    public var isDefault: Bool { statedDefault ?? false }
    /// Whether it may be selected automatically, which a default rendition always may.
    public var isAutoselect: Bool { isDefault || (statedAutoselect ?? false) }
    /// Whether the subtitles belong to the video, such as the translation of a sign.
    public var isForced: Bool { statedForced ?? false }
    public var channelLayout: ChannelLayout? { channels.flatMap(ChannelLayout.init) }
}

/// The CHANNELS attribute: `6`, `16/JOC`, `2/-/BINAURAL`.
public struct ChannelLayout: Sendable, Hashable {
    public var count: Int
    public var codings: [String]
    public var usages: [String]
    /// Whether there is a fourth part or an unknown usage: playable, but not preferred.
    public var hasUnknownParts: Bool

    private static let knownUsages: Set<String> = ["BINAURAL", "IMMERSIVE", "DOWNMIX"]

    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, let count = Int(first), count > 0, count <= 1_024 else { return nil }
        func list(_ index: Int) -> [String] {
            guard parts.count > index, parts[index] != "-" else { return [] }
            return parts[index].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        self.count = count
        codings = list(1)
        usages = list(2)
        hasUnknownParts =
            parts.count > 3
            || usages.contains { !Self.knownUsages.contains($0) && !$0.hasPrefix("BED-") && !$0.hasPrefix("DOF-") }
    }
}
