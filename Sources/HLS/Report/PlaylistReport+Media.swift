import CoreMedia

extension PlaylistReport {
    public struct Segment: Codable, Sendable, Hashable {
        public var uri: String
        public var duration: Double
        public var title: String?
        public var byteRange: Range?
        /// Whether the tag is present: true or absent, never false. The same applies to `gap`.
        public var discontinuity: Bool?
        public var gap: Bool?
        public var programDateTime: String?
        /// The first of the keys in force; `keys` has them all where there are several.
        public var key: Key?
        public var keys: [Key]?
        public var map: Map?
        public var parts: [Part]?
        public var tiles: Tiles?
        /// Thousands of bits per second.
        public var bitrate: Int?
    }

    /// A byte range of a segment.
    public struct Range: Codable, Sendable, Hashable {
        public var length: UInt64
        /// Absent where it depends on a segment that a delta update skips.
        public var offset: UInt64?
    }

    public struct Key: Codable, Sendable, Hashable {
        public var method: String
        public var uri: String?
        public var iv: String?
        public var keyFormat: String?
        public var keyFormatVersions: String?
    }

    public struct Map: Codable, Sendable, Hashable {
        public var uri: String
        public var byteRange: ByteRange?
    }

    /// The layout of a thumbnail sheet.
    public struct Tiles: Codable, Sendable, Hashable {
        public var resolution: PixelSize
        public var columns: Int
        public var rows: Int
        /// Seconds per tile.
        public var duration: Double
    }

    public struct Part: Codable, Sendable, Hashable {
        public var uri: String
        public var duration: Double
        public var independent: Bool?
        public var gap: Bool?
        public var byteRange: ByteRange?
    }

    public struct DateRangeEntry: Codable, Sendable, Hashable {
        public var id: String
        public var `class`: String?
        public var startDate: String
        public var endDate: String?
        public var duration: Double?
        public var plannedDuration: Double?
        public var cue: [String]?
        public var endOnNext: Bool?
        public var scte35Cmd: String?
        public var scte35Out: String?
        public var scte35In: String?
        /// Custom attributes by their names, which begin with X-.
        public var attributes: [String: AttributeValue]?
    }

    /// Text or a number. Bytes are text that begins with 0x.
    public enum AttributeValue: Codable, Sendable, Hashable {
        case text(String)
        case number(Double)

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }

    public struct Control: Codable, Sendable, Hashable {
        public var canSkipUntil: Double?
        public var canSkipDateRanges: Bool?
        public var holdBack: Double?
        public var partHoldBack: Double?
        public var canBlockReload: Bool?
    }

    public struct Hint: Codable, Sendable, Hashable {
        public var type: PreloadHint.Kind
        public var uri: String
        public var byteRangeStart: UInt64?
        public var byteRangeLength: UInt64?
    }

    public struct Position: Codable, Sendable, Hashable {
        public var uri: String
        public var lastMsn: UInt64?
        public var lastPart: UInt64?
    }

    public struct Skip: Codable, Sendable, Hashable {
        public var skippedSegments: UInt64
        public var recentlyRemovedDateRanges: [String]?
    }

    mutating func fill(_ playlist: MediaPlaylist) {
        kind = .media
        version = playlist.version
        variables = playlist.variables
        independentSegments = playlist.hasIndependentSegments ? true : nil
        start = playlist.start
        targetDuration = playlist.targetDuration?.seconds
        partTarget = playlist.partTargetDuration?.seconds
        mediaSequence = playlist.mediaSequence
        discontinuitySequence = playlist.discontinuitySequence
        playlistType = playlist.kind
        endList = playlist.hasEnded
        iFramesOnly = playlist.isIFramesOnly
        imagesOnly = playlist.isImagesOnly ? true : nil
        segments = playlist.segments.map(Segment.init)
        parts = playlist.parts.isEmpty ? nil : playlist.parts.map(Part.init)
        dateRanges = playlist.dateRanges.map(DateRangeEntry.init)
        serverControl = playlist.serverControl.map(Control.init)
        preloadHints = playlist.preloadHints.map { hint in
            Hint(
                type: hint.kind, uri: hint.uri, byteRangeStart: hint.statesStart ? hint.byteRangeStart : nil,
                byteRangeLength: hint.byteRangeLength)
        }
        renditionReports = playlist.renditionReports.map {
            Position(uri: $0.uri, lastMsn: $0.lastSequenceNumber, lastPart: $0.lastPart)
        }
        skip = playlist.skip.map {
            Skip(skippedSegments: $0.count, recentlyRemovedDateRanges: $0.recentlyRemovedDateRanges)
        }
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        "0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

extension PlaylistReport.Segment {
    init(_ segment: MediaSegment) {
        uri = segment.uri
        duration = segment.duration.seconds
        title = segment.title
        byteRange = segment.byteRange.map {
            PlaylistReport.Range(length: $0.length, offset: segment.continuesSkippedRange ? nil : $0.offset)
        }
        discontinuity = segment.isDiscontinuity ? true : nil
        gap = segment.isGap ? true : nil
        programDateTime = segment.programDateTime.map(DateText.text)
        key = segment.keys.first.map(PlaylistReport.Key.init)
        keys = segment.keys.count > 1 ? segment.keys.map(PlaylistReport.Key.init) : nil
        map = segment.initialization.map { PlaylistReport.Map(uri: $0.uri, byteRange: $0.byteRange) }
        parts = segment.parts.isEmpty ? nil : segment.parts.map(PlaylistReport.Part.init)
        tiles = segment.tiles.map {
            PlaylistReport.Tiles(
                resolution: $0.size, columns: $0.columns, rows: $0.rows, duration: $0.duration.seconds)
        }
        bitrate = segment.bitsPerSecond.map { $0 / 1_000 }
    }
}

extension PlaylistReport.Key {
    init(_ key: EncryptionKey) {
        method = key.method.rawValue
        uri = key.uri
        iv = key.initializationVector.map(PlaylistReport.hexadecimal)
        keyFormat = key.statesFormat ? key.format : nil
        keyFormatVersions = key.statesVersions ? key.formatVersions.map(String.init).joined(separator: "/") : nil
    }
}

extension PlaylistReport.Part {
    init(_ part: PartialSegment) {
        uri = part.uri
        duration = part.duration.seconds
        independent = part.isIndependent ? true : nil
        gap = part.isGap ? true : nil
        byteRange = part.byteRange
    }
}

extension PlaylistReport.DateRangeEntry {
    init(_ range: DateRange) {
        id = range.id
        self.class = range.category
        startDate = DateText.text(range.start)
        endDate = range.endDate.map(DateText.text)
        duration = range.duration
        plannedDuration = range.plannedDuration
        let names: [(DateRange.Cues, String)] = [(.pre, "PRE"), (.post, "POST"), (.once, "ONCE")]
        cue = range.cues.isEmpty ? nil : names.filter { range.cues.contains($0.0) }.map(\.1)
        endOnNext = range.endsOnNext ? true : nil
        scte35Cmd = range.spliceCommand.map(PlaylistReport.hexadecimal)
        scte35Out = range.spliceOut.map(PlaylistReport.hexadecimal)
        scte35In = range.spliceIn.map(PlaylistReport.hexadecimal)
        attributes =
            range.attributes.isEmpty
            ? nil
            : range.attributes.mapValues { value in
                switch value {
                case .text(let text): .text(text)
                case .number(let number): .number(number)
                case .bytes(let bytes): .text(PlaylistReport.hexadecimal(bytes))
                }
            }
    }
}

extension PlaylistReport.Control {
    init(_ control: ServerControl) {
        canSkipUntil = control.canSkipUntil?.seconds
        canSkipDateRanges = control.canSkipDateRanges ? true : nil
        holdBack = control.holdBack?.seconds
        partHoldBack = control.partHoldBack?.seconds
        canBlockReload = control.canBlockReload ? true : nil
    }
}
