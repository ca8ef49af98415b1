import CoreMedia
public import Foundation

/// A metadata item as a container stores it.
public struct ContainerTag: Sendable, Hashable {
    public enum KeySpace: String, Sendable {
        /// QuickTime metadata: reverse domain names.
        case quickTimeMetadata = "mdta"
        /// iTunes metadata: four-character codes.
        case iTunes = "itsk"
        /// The freeform atoms of iTunes metadata: a domain and a name.
        case iTunesFreeform = "itlk"
        case quickTimeUserData = "udta"
        /// The user data of ISO and 3GPP files.
        case isoUserData = "uiso"
        case id3
        /// The field names of Vorbis comments and Matroska tags.
        case fieldName
    }

    public enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case data(Data)
    }

    public var keySpace: KeySpace
    public var key: String
    public var value: Value
    /// One of the `kCMMetadataBaseDataType_…` strings.
    public var dataType: String
    /// The BCP 47 language tag; nil if the container does not state it.
    public var language: String?
    /// The description of a picture, comment or user-defined text.
    public var info: String?

    public init(
        _ keySpace: KeySpace, _ key: String, _ value: Value, dataType: String? = nil, language: String? = nil,
        info: String? = nil
    ) {
        self.keySpace = keySpace
        self.key = key
        self.value = value
        self.dataType = dataType ?? Self.defaultType(of: value)
        self.language = language
        self.info = info.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func defaultType(of value: Value) -> String {
        switch value {
        case .text: kCMMetadataBaseDataType_UTF8
        case .integer: kCMMetadataBaseDataType_SInt64
        case .number: kCMMetadataBaseDataType_Float64
        case .data(let data): ImageSignature(Array(data.prefix(64)))?.dataType ?? kCMMetadataBaseDataType_RawData
        }
    }

    /// The value as text for display: data is described by its type and size.
    public var displayValue: String {
        switch value {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .data(let data):
            ImageSignature(Array(data.prefix(4096)))?.summary(byteCount: data.count) ?? numberPair(data)
                ?? "\(data.count) bytes"
        }
    }

    /// The number and count of a track or disc: two 16-bit numbers after two bytes.
    private func numberPair(_ data: Data) -> String? {
        guard keySpace == .iTunes, key == "trkn" || key == "disk", data.count >= 6 else { return nil }
        let bytes = Array(data)
        let (number, count) = (Int(bytes[2]) << 8 | Int(bytes[3]), Int(bytes[4]) << 8 | Int(bytes[5]))
        return count > 0 ? "\(number)/\(count)" : "\(number)"
    }
}

/// A chapter as a container stores it, in one language.
struct ContainerChapter: Sendable, Hashable {
    /// The number of the chapter, shared by its titles in all languages.
    var number: Int
    /// The times in the container's timeline.
    var start: Nanoseconds
    /// Nil: the chapter ends where the next one starts.
    var end: Nanoseconds?
    var title: String?
    /// The BCP 47 language tag; nil if the container does not state it.
    var language: String?
    /// The depth of a nested chapter; 0 for the others.
    var level = 0
}

/// A picture that is displayed during a part of the media.
struct ContainerPicture: Sendable, Hashable {
    var start: Nanoseconds
    /// Nil: the picture is displayed until the next one, or until the end.
    var end: Nanoseconds?
    var content: PictureContent
}

/// The bytes of an encoded picture, or their position in the file.
public enum PictureContent: Sendable, Hashable {
    case bytes(Data)
    case file(offset: Int64, byteCount: Int)
}

/// The metadata and chapters of a container.
struct ContainerDescription: Sendable {
    var tags: [ContainerTag] = []
    var chapters: [ContainerChapter] = []
    var pictures: [ContainerPicture] = []
    /// The IDs of the tracks that only store chapters.
    var chapterTracks: Set<UInt32> = []
    /// The references from tracks, by their IDs, to other tracks.
    var references: [UInt32: [TrackAssociation]] = [:]
    /// Whether the times of chapters count from the start of playback, instead of the container's time stamps.
    var countsFromPlaybackStart = false
    /// The edition whose chapters are played in their order; nil: the file is played in its own order.
    var ordered: OrderedEdition?
    /// The editions of a Matroska file.
    var editions: [MediaEdition] = []
    /// The identifier of a Matroska file, by which other files refer to it.
    var segment: [UInt8]?
    /// The errors in the metadata, one sentence each.
    var findings: [String] = []

    /// The limits of tags, chapters and findings, and of the bytes of a value and a title; the rest is ignored.
    static let maximumTags = 1_000
    static let maximumChapters = 10_000
    static let maximumFindings = 50
    static let maximumValueBytes = 32_000_000
    static let maximumTitleBytes = 4_096

    mutating func add(_ tag: ContainerTag) {
        guard tags.count < Self.maximumTags else {
            return report("There are more than \(Self.maximumTags) metadata items; the rest is ignored.")
        }
        tags.append(tag)
    }

    /// Adds a picture; reports data that is no picture.
    mutating func addPicture(
        _ keySpace: ContainerTag.KeySpace, _ key: String, _ data: [UInt8], language: String? = nil, info: String? = nil
    ) {
        if let signature = ImageSignature(Array(data.prefix(64 << 10))) {
            if let size = signature.size, max(size.width, size.height) > ImageSignature.maximumSide {
                report(
                    "The picture in \(key) has \(size.width) x \(size.height) pixels; at most \(ImageSignature.maximumSide) are supported on a side."
                )
            }
        } else {
            report("The picture in \(key) is not in a known image format (\(data.count) bytes).")
        }
        add(ContainerTag(keySpace, key, .data(Data(data)), language: language, info: info))
    }

    mutating func report(_ finding: String) {
        guard findings.count < Self.maximumFindings, findings.last != finding else { return }
        findings.append(finding)
    }
}
