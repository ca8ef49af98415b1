import CoreMedia
import Foundation

/// Builds a media playlist from its tags and URIs. Tags since the last URI apply to the next URI.
struct MediaPlaylistBuilder {
    var playlist = MediaPlaylist()

    // Properties of the next segment.
    var duration: Int64?
    var durationLine = 0
    private var byteRangeLine = 0
    var title: String?
    private var byteRange: (length: UInt64, offset: UInt64?)?
    var flags: SegmentRecord.Flags = []
    var date: Double = 0
    var parts: [PartialSegment] = []

    // Properties of all following segments.
    private var keys: [EncryptionKey] = []
    private var initialization: SegmentRecord.Initialization?
    private var bitrate: UInt32 = 0
    var tiles: ImageTiles?
    var tilesLine = 0
    private var inherited: SegmentRecord.Flags = []
    private var elapsed: Int64 = 0
    var discontinuities: UInt32 = 0
    private var hasDiscontinuity = false
    var hasDate = false

    private var seen: Set<UInt8> = []
    private var dateRangeIndex: [String: Int] = [:]
    var serverControlLine = 0
    var mapLine = 0
    var partLine = 0
    var hintLine = 0
    var sequenceLine = 0
    var partInformationLine = 0
    private let expectedCount: Int

    init(byteCount: Int) {
        // A segment takes at least 40 bytes in real playlists; a wrong estimate only costs a reallocation.
        expectedCount = min(byteCount / 80, 100_000)
    }

    // MARK: Tags

    mutating func read(_ tag: Tag, _ value: Range<Int>, _ context: inout ParserContext) throws(TagFailure) {
        switch tag {
        case .segmentDuration: try readDuration(value, &context)
        case .byteRange: try readByteRange(value, &context)
        case .discontinuity:
            flags.insert(.discontinuity)
            hasDiscontinuity = true
            // Every tag counts, including a second one before the same segment (hls.md section 7).
            discontinuities &+= 1
        case .gap: flags.insert(.gap)
        case .programDateTime:
            guard let date = DateText.date(context.bytes, value) else {
                throw .drop(
                    "hls.program-date-time.value",
                    "“\(context.bytes.text(value).prefix(80))” is not a date such as 2026-11-21T12:00:00.000Z. The "
                        + "tag is ignored."
                )
            }
            self.date = date.timeIntervalSinceReferenceDate
            flags.insert(.date)
            hasDate = true
        case .bitrate:
            guard let number = DecimalText.integer(context.bytes, value), number > 0 else {
                throw .drop(
                    "hls.bitrate.value",
                    "EXT-X-BITRATE must be a whole number of kbit/s above 0. The tag is "
                        + "ignored.")
            }
            bitrate = UInt32(clamping: number)
            inherited.remove(.inheritsBitrate)
        case .key: try readKey(&context)
        case .map: try readMap(&context)
        case .part: try readPart(&context)
        case .targetDuration: try readTargetDuration(value, &context)
        case .mediaSequence, .discontinuitySequence: try readSequence(tag, value, &context)
        case .endList: playlist.hasEnded = true
        case .playlistType:
            once(tag, &context)
            guard let kind = MediaPlaylist.Kind(rawValue: context.bytes.text(value)) else {
                throw .drop(
                    "hls.playlist-type.value",
                    "EXT-X-PLAYLIST-TYPE must be EVENT or VOD. The tag is "
                        + "ignored.")
            }
            playlist.kind = kind
        case .iFramesOnly:
            context.features.note(.iFramesOnly, context.line)
            playlist.isIFramesOnly = true
        case .imagesOnly: playlist.isImagesOnly = true
        case .tiles: try readTiles(&context)
        case .partInformation:
            once(tag, &context)
            partInformationLine = context.line
            let target = try context.needed(context.nanoseconds("PART-TARGET"), "PART-TARGET", "hls.part-inf.target")
            guard target > 0 else {
                throw .drop("hls.part-inf.target", "PART-TARGET must be more than 0. The tag is ignored.")
            }
            playlist.partTargetDuration = .nanoseconds(target)
        case .serverControl: try readServerControl(&context)
        case .dateRange: try readDateRange(&context)
        case .skip: try readSkip(&context)
        case .preloadHint: try readPreloadHint(&context)
        case .renditionReport: try readRenditionReport(&context)
        default: break
        }
    }

    /// Reports a tag that appears more than once. Where the mode allows it, the last one is used.
    private mutating func once(_ tag: Tag, _ context: inout ParserContext) {
        if !seen.insert(tag.rawValue).inserted {
            context.rejectIfStrict("hls.tag.repeated", "\(context.tagName) appears more than once. Keep one.")
        }
    }

    private mutating func readDuration(_ value: Range<Int>, _ context: inout ParserContext) throws(TagFailure) {
        let bytes = context.bytes
        let comma = bytes.firstIndex(of: 0x2c, in: value)
        let number = bytes.trimmed(value.lowerBound..<(comma ?? value.upperBound))
        guard let nanoseconds = DecimalText.nanoseconds(bytes, number) else {
            // Continue as if a duration were present, so that the URI is not reported as well.
            duration = 0
            durationLine = context.line
            throw .reject(
                "hls.extinf.value",
                "EXTINF must be a number of seconds of 0 or more, such as #EXTINF:6.006, and not "
                    + "“\(bytes.text(number).prefix(40))”."
                    + (bytes.starts(number, with: "-1")
                        ? " If this is an IPTV channel list, open one of its URLs." : "")
            )
        }
        if duration != nil {
            context.warn("hls.extinf.repeated", "The previous EXTINF has no URI. It is ignored.")
        }
        duration = nanoseconds
        durationLine = context.line
        if bytes.firstIndex(of: 0x2e, in: number) != nil { context.features.note(.floatDuration, context.line) }
        title = nil
        if let comma {
            if comma + 1 < value.upperBound { title = bytes.text(comma + 1..<value.upperBound) }
        } else if context.isStrict {
            context.warn("hls.extinf.comma", "EXTINF has no comma after the duration. Write #EXTINF:6.006,")
        }
    }

    private mutating func readByteRange(_ value: Range<Int>, _ context: inout ParserContext) throws(TagFailure) {
        context.features.note(.byteRange, context.line)
        guard let range = Self.range(context.bytes, value) else {
            throw .reject("hls.byterange.value", "EXT-X-BYTERANGE must be a length and an offset such as 75232@0.")
        }
        byteRange = range
        byteRangeLine = context.line
    }

    /// Parses `n[@o]`. The end of the range must not overflow.
    private static func range(_ bytes: [UInt8], _ value: Range<Int>) -> (length: UInt64, offset: UInt64?)? {
        let at = bytes.firstIndex(of: 0x40, in: value)
        guard let length = DecimalText.integer(bytes, value.lowerBound..<(at ?? value.upperBound)), length <= Int64.max
        else {
            return nil
        }
        guard let at else { return (length, nil) }
        guard let offset = DecimalText.integer(bytes, at + 1..<value.upperBound), offset <= Int64.max else {
            return nil
        }
        return (length, offset)
    }

    private mutating func range(
        attribute name: StaticString, _ context: inout ParserContext, _ rule: PlaylistRule
    ) throws(TagFailure) -> (length: UInt64, offset: UInt64?)? {
        guard let text = try context.quoted(name) else { return nil }
        let bytes = Array(text.utf8)
        guard let range = Self.range(bytes, 0..<bytes.count) else {
            throw .reject(rule, "\(name) of \(context.tagName) must be a length and an offset such as \"720@0\".")
        }
        return range
    }

    private mutating func readKey(_ context: inout ParserContext) throws(TagFailure) {
        let key = try KeyReader.read(&context)
        if key.method == .none {
            keys = []
            inherited.remove(.inheritsKeys)
        } else {
            let others = keys.filter { $0.format != key.format }
            guard others.count < context.limits.keyFormatCount else {
                throw .stop(
                    "hls.limit.key-formats",
                    "More than \(context.limits.keyFormatCount) KEYFORMATs are in force at once, which is the "
                        + "maximum."
                )
            }
            keys = others + [key]
        }
    }

    private mutating func readMap(_ context: inout ParserContext) throws(TagFailure) {
        context.features.note(.map, context.line)
        if mapLine == 0 { mapLine = context.line }
        let uri = try context.demanded(try context.quoted("URI"), "URI", "hls.map.uri")
        var range: ByteRange?
        if let written = try self.range(attribute: "BYTERANGE", &context, "hls.map.byterange") {
            if written.offset == nil {
                context.rejectIfStrict(
                    "hls.map.byterange", "BYTERANGE of EXT-X-MAP has no offset. Write \"\(written.length)@0\".")
            }
            range = ByteRange(length: written.length, offset: written.offset ?? 0)
        }
        if keys.contains(where: { $0.method == .aes128 && $0.initializationVector == nil }) {
            context.warn(
                "hls.map.iv",
                "EXT-X-MAP is encrypted with AES-128, but the EXT-X-KEY before it has no IV, which is required. "
                    + "Add one.")
        }
        initialization = .init(InitializationSection(uri: uri, byteRange: range, keys: keys))
        inherited.remove(.inheritsMap)
    }

    private mutating func readTiles(_ context: inout ParserContext) throws(TagFailure) {
        if tilesLine == 0 { tilesLine = context.line }
        // The previous tiles no longer apply, even where this tag is dropped.
        tiles = nil
        let size = try context.needed(context.resolution("RESOLUTION"), "RESOLUTION", "hls.tiles.resolution")
        let layout = try context.needed(context.resolution("LAYOUT"), "LAYOUT", "hls.tiles.layout")
        let duration = try context.needed(context.nanoseconds("DURATION"), "DURATION", "hls.tiles.duration")
        guard let read = ImageTiles(size: size, columns: layout.width, rows: layout.height, duration: duration) else {
            throw .drop(
                "hls.tiles.layout",
                "\(layout.width)x\(layout.height) tiles of \(size.width)x\(size.height) pixels for "
                    + "\(Double(duration) / 1e9) s each are not valid: at least one tile of a positive duration, and at most "
                    + "\(ImageTiles.maximumCount) tiles and \(ImageTiles.maximumSide) pixels per side. "
                    + "The tag is ignored.")
        }
        tiles = read
    }

    private mutating func readPart(_ context: inout ParserContext) throws(TagFailure) {
        if partLine == 0 { partLine = context.line }
        let uri = try context.demanded(try context.quoted("URI"), "URI", "hls.part.uri")
        let duration = try context.demanded(context.nanoseconds("DURATION"), "DURATION", "hls.part.duration")
        var range: ByteRange?
        if let written = try self.range(attribute: "BYTERANGE", &context, "hls.part.byterange") {
            var offset = written.offset
            if offset == nil, let last = parts.last, last.uri == uri { offset = last.byteRange?.end }
            guard let offset else {
                throw .reject(
                    "hls.part.byterange",
                    "BYTERANGE has no offset, and the previous part is not a range of the same URI. Write "
                        + "\"\(written.length)@0\"."
                )
            }
            guard offset <= Int64.max else { throw .reject("hls.part.byterange", "BYTERANGE ends beyond 2^63 - 1.") }
            range = ByteRange(length: written.length, offset: offset)
        }
        parts.append(
            PartialSegment(
                uri: uri, duration: .nanoseconds(duration), isIndependent: try context.yes("INDEPENDENT") ?? false,
                isGap: try context.yes("GAP") ?? false, byteRange: range, keys: keys,
                initialization: initialization?.section,
                line: context.line, inherited: inherited))
    }

    private mutating func readTargetDuration(_ value: Range<Int>, _ context: inout ParserContext) throws(TagFailure) {
        once(.targetDuration, &context)
        guard let seconds = DecimalText.integer(context.bytes, value), seconds >= 1, seconds <= 1_000_000_000 else {
            throw .reject(
                "hls.targetduration.value",
                "EXT-X-TARGETDURATION must be a whole number of seconds from 1 to 1000000000, not "
                    + "“\(context.bytes.text(value).prefix(40))”."
            )
        }
        playlist.targetDuration = CMTime(value: Int64(seconds), timescale: 1)
    }

    private mutating func readSequence(
        _ tag: Tag, _ value: Range<Int>, _ context: inout ParserContext
    ) throws(TagFailure) {
        once(tag, &context)
        guard let number = DecimalText.integer(context.bytes, value) else {
            throw .reject("hls.sequence.value", "\(context.tagName) must be a whole number below 2^64.")
        }
        if !playlist.segments.isEmpty || !parts.isEmpty || duration != nil {
            context.rejectIfStrict(
                "hls.sequence.late", "\(context.tagName) must precede the first segment. Move it up.")
        } else if tag == .discontinuitySequence, hasDiscontinuity {
            context.rejectIfStrict(
                "hls.sequence.late", "\(context.tagName) must precede the first EXT-X-DISCONTINUITY. Move it up.")
        }
        if tag == .mediaSequence {
            playlist.mediaSequence = number
            sequenceLine = context.line
        } else {
            playlist.discontinuitySequence = number
        }
    }

    private mutating func readServerControl(_ context: inout ParserContext) throws(TagFailure) {
        once(.serverControl, &context)
        serverControlLine = context.line
        var control = ServerControl()
        control.canSkipUntil = context.nanoseconds("CAN-SKIP-UNTIL").map(CMTime.nanoseconds)
        control.canSkipDateRanges = try context.yes("CAN-SKIP-DATERANGES") ?? false
        control.holdBack = context.nanoseconds("HOLD-BACK").map(CMTime.nanoseconds)
        control.partHoldBack = context.nanoseconds("PART-HOLD-BACK").map(CMTime.nanoseconds)
        control.canBlockReload = try context.yes("CAN-BLOCK-RELOAD") ?? false
        if control.canSkipDateRanges, control.canSkipUntil == nil {
            control.canSkipDateRanges = false
            context.warn(
                "hls.server-control.skip", "CAN-SKIP-DATERANGES requires CAN-SKIP-UNTIL. It is ignored.")
        }
        playlist.serverControl = control
    }

    private mutating func readDateRange(_ context: inout ParserContext) throws(TagFailure) {
        try DateRangeReader.read(into: &playlist.dateRanges, index: &dateRangeIndex, &context)
    }

    private mutating func readSkip(_ context: inout ParserContext) throws(TagFailure) {
        context.features.note(.skip, context.line)
        guard playlist.skip == nil else {
            throw .reject("hls.skip.repeated", "EXT-X-SKIP appears more than once. Keep one.")
        }
        let count = try context.demanded(context.integer("SKIPPED-SEGMENTS"), "SKIPPED-SEGMENTS", "hls.skip.count")
        var removed: [String]?
        if context.has("RECENTLY-REMOVED-DATERANGES") {
            context.features.note(.skipDateRanges, context.line)
            removed = (try context.quoted("RECENTLY-REMOVED-DATERANGES", allowsEmpty: true) ?? "")
                .split(separator: "\t").map(String.init)
        }
        if !playlist.segments.isEmpty {
            context.rejectIfStrict(
                "hls.skip.late",
                "EXT-X-SKIP replaces the oldest segments: it must precede the others. Move "
                    + "it up.")
        }
        sequenceLine = context.line
        playlist.skip = SkippedSegments(count: count, recentlyRemovedDateRanges: removed)
        inherited = [.inheritsKeys, .inheritsMap, .inheritsBitrate]
        (keys, initialization, bitrate) = ([], nil, 0)
    }

    private mutating func readPreloadHint(_ context: inout ParserContext) throws(TagFailure) {
        if hintLine == 0 { hintLine = context.line }
        let type = try context.demanded(context.word("TYPE"), "TYPE", "hls.preload-hint.type")
        let uri = try context.demanded(try context.quoted("URI"), "URI", "hls.preload-hint.uri")
        guard let kind = PreloadHint.Kind(rawValue: type) else {
            throw .drop(
                "hls.preload-hint.type",
                "TYPE of EXT-X-PRELOAD-HINT must be PART or MAP. The tag is "
                    + "ignored.")
        }
        let hint = PreloadHint(
            kind: kind, uri: uri, byteRangeStart: context.integer("BYTERANGE-START") ?? 0,
            byteRangeLength: context.integer("BYTERANGE-LENGTH"), statesStart: context.has("BYTERANGE-START"),
            line: context.line)
        guard hint.byteRangeStart <= Int64.max, hint.byteRangeLength ?? 0 <= Int64.max else {
            throw .drop("hls.preload-hint.byterange", "The range exceeds 2^63 - 1. The tag is ignored.")
        }
        guard !playlist.preloadHints.contains(where: { $0.kind == kind }) else {
            context.warn("hls.preload-hint.repeated", "There is already a hint of this TYPE. Only the first is used.")
            return
        }
        playlist.preloadHints.append(hint)
    }

    private mutating func readRenditionReport(_ context: inout ParserContext) throws(TagFailure) {
        let uri = try context.needed(try context.quoted("URI"), "URI", "hls.rendition-report.uri")
        playlist.renditionReports.append(
            RenditionReport(
                uri: uri, lastSequenceNumber: context.integer("LAST-MSN"), lastPart: context.integer("LAST-PART"),
                line: context.line))
    }

    // MARK: Segments

    mutating func readURI(_ line: Range<Int>, _ context: inout ParserContext) throws(TagFailure) {
        defer { forget() }
        guard let duration else { return reportOrphanURI(context.line, &context) }
        let uri = try context.text(line)
        var record = SegmentRecord(
            uri: uri, start: elapsed, duration: duration, keys: keys, initialization: initialization,
            rarities: .init(title: title, parts: parts, tiles: tiles), discontinuities: discontinuities,
            bitrate: bitrate,
            line: UInt32(clamping: context.line), flags: flags.union(inherited))
        record.date = date
        if let byteRange {
            guard place(byteRange, of: &record, &context) else { return }
        }
        let (end, overflowed) = elapsed.addingReportingOverflow(duration)
        guard !overflowed else {
            throw .reject("hls.extinf.value", "The durations add up to more than 292 years. Correct the EXTINF tags.")
        }
        elapsed = end
        if playlist.segments.records.isEmpty { playlist.segments.records.reserveCapacity(expectedCount) }
        playlist.segments.records.append(record)
    }

    /// Reports a URI without EXTINF.
    func reportOrphanURI(_ line: Int, _ context: inout ParserContext) {
        let message = "The URI has no EXTINF before it. Add #EXTINF:seconds, before it."
        if context.isStrict {
            context.reject("hls.extinf.missing", message, line: line)
        } else {
            context.warn("hls.extinf.missing", message + " The segment is ignored.", line: line)
        }
    }

    /// - Returns: whether the range is known.
    private func place(
        _ range: (length: UInt64, offset: UInt64?), of record: inout SegmentRecord, _ context: inout ParserContext
    ) -> Bool {
        record.flags.insert(.byteRange)
        record.rangeLength = range.length
        if let offset = range.offset {
            record.rangeOffset = offset
            return true
        }
        var reason = "the previous segment is not a range of the same URI. Write \(range.length)@0."
        if let last = playlist.segments.records.last {
            if last.uri == record.uri, last.flags.contains(.byteRange) {
                let (offset, overflowed) = last.rangeOffset.addingReportingOverflow(last.rangeLength)
                if !overflowed, offset <= Int64.max {
                    record.rangeOffset = offset
                    // The offset is relative to a range that itself depends on the previous playlist.
                    if last.flags.contains(.continuesRange) { record.flags.insert(.continuesRange) }
                    return true
                }
                reason = "the range of the previous segment ends beyond 2^63 - 1. Correct that range."
            }
        } else if playlist.skip != nil {
            record.flags.insert(.continuesRange)
            return true
        }
        context.reject("hls.byterange.offset", "EXT-X-BYTERANGE has no offset, and " + reason, line: byteRangeLine)
        return false
    }

    /// Resets the properties of the next segment after a URI.
    private mutating func forget() {
        duration = nil
        title = nil
        byteRange = nil
        flags = []
        date = 0
        if !parts.isEmpty { parts = [] }
    }
}
