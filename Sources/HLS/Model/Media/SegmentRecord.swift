/// A segment as stored by a playlist: 96 bytes and its URI, because a window of a day has 43,200 segments.
struct SegmentRecord: Sendable {
    struct Flags: OptionSet, Sendable, Hashable {
        var rawValue: UInt16
        static let byteRange = Flags(rawValue: 1)
        static let date = Flags(rawValue: 2)
        static let discontinuity = Flags(rawValue: 4)
        static let gap = Flags(rawValue: 8)
        /// In a delta update: the value of the last skipped segment is still in force.
        static let inheritsKeys = Flags(rawValue: 16)
        static let inheritsMap = Flags(rawValue: 32)
        static let inheritsBitrate = Flags(rawValue: 64)
        /// In a delta update: the byte range starts where the last skipped one ends.
        static let continuesRange = Flags(rawValue: 128)
    }

    /// Fields that few segments have, stored out of line.
    final class Rarities: Sendable {
        let title: String?
        let parts: [PartialSegment]
        let tiles: ImageTiles?

        init?(title: String?, parts: [PartialSegment], tiles: ImageTiles?) {
            guard title != nil || !parts.isEmpty || tiles != nil else { return nil }
            self.title = title
            self.parts = parts
            self.tiles = tiles
        }
    }

    /// An initialization section, shared by all segments that it applies to.
    final class Initialization: Sendable {
        let section: InitializationSection
        init(_ section: InitializationSection) { self.section = section }
    }

    var uri: String
    /// Nanoseconds, so that sums are exact.
    var start: Int64
    var duration: Int64
    var rangeOffset: UInt64 = 0
    var rangeLength: UInt64 = 0
    /// Seconds since 2001; valid with the flag `date`.
    var date: Double = 0
    var keys: [EncryptionKey]
    var initialization: Initialization?
    var rarities: Rarities?
    /// Discontinuities since the list's origin.
    var discontinuities: UInt32
    /// Thousands of bits per second; 0 where unknown.
    var bitrate: UInt32
    var line: UInt32
    var flags: Flags

    var byteRange: ByteRange? {
        flags.contains(.byteRange) ? ByteRange(length: rangeLength, offset: rangeOffset) : nil
    }

    /// The properties that identify media. The query is ignored, because servers sign URLs again at each reload.
    struct Identity: Hashable {
        var path: Substring
        var byteRange: ByteRange?
    }

    var identity: Identity {
        Identity(path: Substring(uri.utf8.prefix { $0 != UInt8(ascii: "?") }), byteRange: byteRange)
    }

    /// Returns whether it is the same media as `other`, as overlapping segments of two loads must be.
    func isSameMedia(as other: SegmentRecord) -> Bool {
        guard byteRange == other.byteRange else { return false }
        return uri == other.uri
            || uri.utf8.prefix { $0 != UInt8(ascii: "?") }.elementsEqual(
                other.uri.utf8.prefix { $0 != UInt8(ascii: "?") })
    }
}
