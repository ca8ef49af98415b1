import Foundation

/// Parses a playlist line by line (bis sections 4 and 6.3). Both kinds are built at once, because only the tags show the kind.
struct PlaylistParser {
    /// The newest protocol version supported.
    static let supportedVersion = 13

    private var context: ParserContext
    private var media: MediaPlaylistBuilder
    private var multivariant = MultivariantPlaylistBuilder()
    private var mediaLine = 0
    private var multivariantLine = 0
    private var version: Int?
    private var hasIndependentSegments = false
    private var start: StartPoint?
    private var importLine = 0
    private var hasReportedBlanks = false
    private var hasReportedEncoding = false
    private var hasReportedControls = false
    /// The line of the first URI that precedes every tag that determines the playlist's kind.
    private var earlyURI = 0

    init(
        _ bytes: [UInt8], baseURL: URL?, importedVariables: [String: String]?, mode: ParsingMode, limits: ParsingLimits
    ) {
        context = ParserContext(
            bytes: bytes, baseURL: baseURL, imports: importedVariables, mode: mode, limits: limits,
            faults: FaultLog(limit: limits.faultCount))
        media = MediaPlaylistBuilder(byteCount: bytes.count)
    }

    mutating func parse() throws(PlaylistError) -> ParsedPlaylist {
        do throws(TagFailure) {
            try readLines()
        } catch {
            note(error)
        }
        if context.faults.fatal == nil {
            context.line = 0
            finishCommon()
            if isMultivariant { multivariant.finish(&context) } else { media.finish(&context) }
            checkVersion()
        }
        if context.faults.furtherCount > 0 {
            context.faults.close(
                "hls.limit.faults",
                "There are \(context.faults.furtherCount) more faults, which are not listed. Fix the listed ones first."
            )
        }
        if let fatal = context.faults.fatal {
            throw PlaylistError(fault: fatal, faults: context.faults.faults)
        }
        return ParsedPlaylist(
            playlist: result(), faults: context.faults.faults, furtherFaultCount: context.faults.furtherCount)
    }

    /// Whether it is a multivariant playlist, as a playlist without tags of either kind is.
    private var isMultivariant: Bool { multivariantLine > 0 || mediaLine == 0 }

    private func result() -> Playlist {
        if isMultivariant {
            var playlist = multivariant.playlist
            playlist.baseURL = context.baseURL
            playlist.version = version ?? 1
            playlist.variables = context.variables.values
            playlist.hasIndependentSegments = hasIndependentSegments
            playlist.start = start
            return .multivariant(playlist)
        }
        var playlist = media.playlist
        playlist.baseURL = context.baseURL
        playlist.version = version ?? 1
        playlist.variables = context.variables.values
        playlist.hasIndependentSegments = hasIndependentSegments
        playlist.start = start
        return .media(playlist)
    }

    private mutating func finishCommon() {
        if earlyURI > 0, multivariantLine > 0 {
            reportOrphanURI(earlyURI)
        } else if earlyURI > 0 {
            media.reportOrphanURI(earlyURI, &context)
        }
        if mediaLine == 0, multivariantLine == 0 {
            context.error(
                "hls.kind.none",
                "The playlist has neither segments nor variants, so nothing can be played. Check that it is the right file."
            )
        }
        if importLine > 0, isMultivariant {
            context.reject(
                "hls.define.import",
                "IMPORT is not allowed in a multivariant playlist. Use NAME and VALUE.",
                line: importLine)
        }
    }

    /// Checks the version, once all features that the playlist uses are known.
    private mutating func checkVersion() {
        for (feature, line) in context.features.beyond(version ?? 1) {
            context.warn(
                "hls.version.low",
                "\(feature.name) requires EXT-X-VERSION:\(feature.version) or later; the playlist declares \(version ?? 1).",
                line: line)
        }
    }

    // MARK: Lines

    private mutating func readLines() throws(TagFailure) {
        let bytes = context.bytes
        guard bytes.count <= context.limits.byteCount else {
            throw .stop(
                "hls.limit.bytes",
                "The playlist has \(bytes.count) bytes; the limit is \(context.limits.byteCount). "
                    + "Shorten its window."
            )
        }
        let start = bytes.starts(with: PlaylistURL.byteOrderMark) ? 3 : 0
        context.line = 1
        if start > 0 {
            context.rejectIfStrict("hls.bytes.bom", "The playlist begins with a byte order mark. Save it without one.")
        }
        var reader = LineReader(bytes, from: start)
        guard let first = reader.next(), bytes.equals(bytes.trimmed(first), "#EXTM3U") else {
            throw .stop("hls.header.missing", "The first line must be #EXTM3U" + Self.guess(bytes, from: start))
        }
        guard bytes.starts(first, with: "#") else {
            throw .stop(
                "hls.header.missing", "The first line must begin with #EXTM3U. Remove the blanks in front of it.")
        }
        if bytes.trimmed(first) != first {
            if context.isStrict {
                context.reject("hls.header.missing", "The first line must be #EXTM3U and nothing else.")
            }
            reportBlanks()
        }
        while let whole = reader.next() {
            context.line = reader.number
            guard reader.number <= context.limits.lineCount else {
                throw .stop(
                    "hls.limit.lines",
                    "The playlist has more than \(context.limits.lineCount) lines, which is the limit. "
                        + "Shorten its window."
                )
            }
            let line = bytes.trimmed(whole)
            guard !line.isEmpty else { continue }
            try check(whole)
            // Comments are free text.
            let isComment = bytes[line.lowerBound] == 0x23 && !bytes.starts(line, with: "#EXT")
            if line != whole, !isComment, !bytes.starts(line, with: "#EXTINF:") { reportBlanks() }
            if bytes[line.lowerBound] != 0x23 {
                readURI(line)
            } else if bytes.starts(line, with: "#EXT") {
                readTag(line.lowerBound + 1..<line.upperBound)
                if case .some = stopped { break }
            }
        }
    }

    /// The limit that a tag's reader has exceeded.
    private var stopped: TagFailure?

    private static func guess(_ bytes: [UInt8], from start: Int) -> String {
        if bytes.isEmpty { return "; the input is empty." }
        if bytes.starts(start..<bytes.count, with: "#EXTM3U ") {
            return " and nothing else; this looks like an IPTV channel list. Open one of its URLs."
        }
        let beginning = bytes[start..<min(bytes.count, start + 64)]
        if beginning.starts(with: [0x1f, 0x8b]) {
            return "; this is compressed with gzip. Decompress it, or serve it with Content-Encoding: gzip."
        }
        if looksLikeMedia(beginning) {
            return "; this looks like a media file or a segment. Open the playlist that lists it."
        }
        if beginning.starts(with: [0xff, 0xfe]) || beginning.starts(with: [0xfe, 0xff])
            || beginning.prefix(8).contains(0)
        {
            return "; this looks like UTF-16 or binary data. Write the playlist in UTF-8."
        }
        if beginning.starts(with: "#EXTM3U\r".utf8) {
            return "; its lines end in CR alone. End them in LF or CRLF."
        }
        switch beginning.first(where: { !$0.isBlank && $0 != 0x0a }) {
        case 0x3c: return "; this looks like a web page or another XML document."
        case 0x7b, 0x5b: return "; this looks like JSON."
        default: return "."
        }
    }

    /// Returns whether bytes begin like MP4, Matroska, MPEG-2 TS, Ogg, RIFF, or audio with an ID3 tag.
    private static func looksLikeMedia(_ beginning: ArraySlice<UInt8>) -> Bool {
        let boxes = ["ftyp", "styp", "moov", "moof", "sidx", "emsg"]
        let starts: [[UInt8]] = [
            [0x1a, 0x45, 0xdf, 0xa3], [0x47, 0x40], Array("OggS".utf8), Array("RIFF".utf8), Array("ID3".utf8),
        ]
        let type = beginning.dropFirst(4).prefix(4)
        return boxes.contains { type.elementsEqual($0.utf8) } || starts.contains { beginning.starts(with: $0) }
    }

    private mutating func reportBlanks(_ what: String = "The line begins or ends with blanks") {
        guard !hasReportedBlanks else { return }
        hasReportedBlanks = true
        context.warn(
            "hls.line.blanks",
            what + ", which are not allowed. Remove them, here and below.")
    }

    /// Checks that a line is UTF-8 without control characters.
    private mutating func check(_ line: Range<Int>) throws(TagFailure) {
        let scan = LineScan(context.bytes, line)
        guard scan.hasHighBytes || scan.hasControls else { return }
        var hasControls = false
        if scan.hasControls {
            // Tabs separate the identifiers of removed date ranges; at either end of a line they count as blanks.
            let inner = context.bytes.trimmed(line)
            let allowsTabs = context.bytes.starts(inner, with: "#EXT-X-SKIP:")
            hasControls = context.bytes[inner].contains { $0 < 0x20 && !($0 == 0x09 && allowsTabs) }
        }
        if scan.hasHighBytes {
            let unicode = LineScan.unicode(context.bytes, line)
            hasControls = hasControls || unicode.hasControls
            if !unicode.isValid, !hasReportedEncoding {
                hasReportedEncoding = true
                context.rejectIfStrict("hls.bytes.utf8", "The line is not UTF-8. Write the playlist in UTF-8.")
            }
        }
        if hasControls, !hasReportedControls {
            hasReportedControls = true
            context.rejectIfStrict(
                "hls.bytes.control", "The line has control characters, which are not allowed. Remove them.")
        }
    }

    private mutating func readURI(_ line: Range<Int>) {
        do throws(TagFailure) {
            if multivariant.expectsURI {
                try multivariant.readURI(line, &context)
            } else if multivariantLine > 0 {
                reportOrphanURI(context.line)
            } else if mediaLine == 0 {
                // The missing tag depends on the kind of the playlist, which is not known yet.
                if earlyURI == 0 { earlyURI = context.line }
            } else {
                try media.readURI(line, &context)
            }
        } catch {
            note(error)
        }
    }

    private mutating func reportOrphanURI(_ line: Int) {
        context.warn(
            "hls.stream-inf.missing", "The URI has no EXT-X-STREAM-INF on the previous line. It is ignored.",
            line: line)
    }

    private mutating func readTag(_ line: Range<Int>) {
        let bytes = context.bytes
        let colon = bytes.firstIndex(of: 0x3a, in: line)
        guard let tag = Tag.named(bytes, line.lowerBound..<(colon ?? line.upperBound)) else { return }
        context.tag = tag
        note(kindOf: tag)
        if tag.kind == nil { multivariant.interrupt(&context) }
        var value = (colon.map { $0 + 1 } ?? line.upperBound)..<line.upperBound
        do throws(TagFailure) {
            switch tag.shape {
            case .nothing:
                if colon != nil {
                    context.warn(
                        "hls.tag.value", "\(context.tagName) takes no value. Remove the colon and what follows.")
                }
            case .value:
                let trimmed = bytes.trimmed(value)
                if trimmed != value { reportBlanks("There are blanks around the value of \(context.tagName)") }
                value = trimmed
            case .attributes: try readAttributes(value)
            }
            switch tag {
            case .header:
                context.warn(
                    "hls.header.repeated",
                    "#EXTM3U is only allowed on the first line. Check whether two playlists "
                        + "were concatenated.")
            case .version: try readVersion(value)
            case .independentSegments:
                guard !hasIndependentSegments else { throw repeated("hls.independent-segments.repeated") }
                hasIndependentSegments = true
            case .start: try readStart()
            case .define: try readDefine()
            default:
                if tag.kind == .multivariant {
                    try multivariant.read(tag, &context)
                } else {
                    try media.read(tag, value, &context)
                }
            }
        } catch {
            if tag == .streamInformation { multivariant.dropStream() }
            note(error)
        }
    }

    private mutating func note(_ failure: TagFailure) {
        switch failure {
        case .drop(let rule, let message): context.error(rule, message)
        case .reject(let rule, let message): context.reject(rule, message)
        case .stop(let rule, let message):
            context.reject(rule, message)
            stopped = failure
        }
    }

    private mutating func note(kindOf tag: Tag) {
        switch tag.kind {
        case .media where mediaLine == 0: mediaLine = context.line
        case .multivariant where multivariantLine == 0: multivariantLine = context.line
        default: return
        }
        if mediaLine > 0, multivariantLine > 0 {
            context.reject(
                "hls.kind.mixed",
                "\(context.tagName) is not allowed here: line \(min(mediaLine, multivariantLine)) makes this a "
                    + (mediaLine < multivariantLine ? "media" : "multivariant")
                    + " playlist. Put it into a playlist of its own.")
        }
    }

    private mutating func readAttributes(_ range: Range<Int>) throws(TagFailure) {
        context.attributes.read(context.bytes, range, limit: context.limits.attributeCount)
        let name = context.tagName
        for problem in context.attributes.problems {
            switch problem {
            case .duplicate(let attribute):
                throw .reject("hls.attribute.repeated", "\(attribute) appears twice in \(name). Keep one.")
            case .unterminated(let attribute):
                throw .reject("hls.attribute.unterminated", "\(attribute) of \(name) has no closing quotation mark.")
            case .tooMany(let limit):
                throw .stop(
                    "hls.limit.attributes", "\(name) has more than \(limit) attributes, which is the limit.")
            case .malformed(let text):
                try reportMalformed(
                    text.isEmpty
                        ? "\(name) has a comma without an attribute after it. Remove the comma."
                        : "“\(text)” in \(name) is not NAME=value: names consist of uppercase letters, digits and -.")
            case .noComma(let text):
                try reportMalformed("“\(text)” in \(name) has no comma before it. Add one.")
            case .blanks:
                context.rejectIfStrict("hls.attribute.blanks", "\(name) has blanks around = or a comma. Remove them.")
            }
        }
        for entry in context.attributes.entries where context.bytes.starts(entry.name, with: "REQ-") {
            context.features.note(.requirements, context.line)
            let isStream = context.tag == .streamInformation || context.tag == .iFrameStreamInformation
            // Variants stay listed with their reason; `VariantFilter` excludes them from playback.
            guard isStream else {
                throw .drop(
                    "hls.attribute.requirement",
                    "\(context.bytes.text(entry.name)) is an unknown requirement. The tag is ignored.")
            }
        }
    }

    private mutating func reportMalformed(_ message: String) throws(TagFailure) {
        guard !context.isStrict else { throw .drop("hls.attribute.malformed", message + " The tag is ignored.") }
        context.error("hls.attribute.malformed", message + " This text is ignored.")
    }

    // MARK: Tags of both kinds

    private func repeated(_ rule: PlaylistRule) -> TagFailure {
        .reject(rule, "\(context.tagName) appears more than once. Keep one.")
    }

    private mutating func readVersion(_ value: Range<Int>) throws(TagFailure) {
        guard version == nil else { throw repeated("hls.version.repeated") }
        guard let number = DecimalText.integer(context.bytes, value), number >= 1 else {
            throw .reject("hls.version.value", "EXT-X-VERSION must be a whole number of 1 or more.")
        }
        guard number <= UInt64(Self.supportedVersion) else {
            throw .reject(
                "hls.version.unsupported",
                "Version \(number) is newer than \(Self.supportedVersion), the newest version supported. "
                    + "Update the player, or publish an "
                    + "older version.")
        }
        version = Int(number)
    }

    private mutating func readStart() throws(TagFailure) {
        guard start == nil else { throw repeated("hls.start.repeated") }
        let offset = try context.needed(context.number("TIME-OFFSET", signed: true), "TIME-OFFSET", "hls.start.offset")
        start = StartPoint(timeOffset: offset, statedPrecise: try context.yes("PRECISE"))
    }

    private mutating func readDefine() throws(TagFailure) {
        context.features.note(.variables, context.line)
        let (name, imported, parameter) = (
            try context.quoted("NAME"), try context.quoted("IMPORT"), try context.quoted("QUERYPARAM")
        )
        let kinds = [name, imported, parameter].compactMap { $0 }
        guard kinds.count == 1, let variable = kinds.first else {
            throw .reject(
                "hls.define.kinds",
                "EXT-X-DEFINE must have exactly one of NAME, IMPORT and QUERYPARAM; this has \(kinds.count).")
        }
        guard variable.utf8.allSatisfy(VariableTable.isName) else {
            throw .reject(
                "hls.define.name",
                "“\(variable.prefix(80))” is not a valid variable name: letters, digits, - and _ are allowed.")
        }
        let value: String
        if name != nil {
            guard let given = try context.quoted("VALUE", allowsEmpty: true) else {
                throw .reject("hls.define.value", "\(variable) has no VALUE. Add one; it may be empty.")
            }
            value = given
        } else if imported != nil {
            if importLine == 0 { importLine = context.line }
            guard let imports = context.imports else {
                throw .reject(
                    "hls.define.import",
                    "\(variable) is imported, but the playlist was not opened from a multivariant playlist. Open the "
                        + "multivariant playlist."
                )
            }
            guard let given = imports[variable] else {
                throw .reject(
                    "hls.define.import", "The multivariant playlist does not define \(variable). Define it there.")
            }
            value = given
        } else {
            context.features.note(.queryParameter, context.line)
            guard let given = VariableTable.parameter(variable, of: context.baseURL), !given.isEmpty else {
                throw .reject(
                    "hls.define.queryparam",
                    "The playlist's URL has no query parameter \(variable) with a value. Add it.")
            }
            guard !given.utf8.contains(where: { $0 == 0x22 || $0 == 0x0a || $0 == 0x0d }) else {
                throw .reject(
                    "hls.define.queryparam", "The query parameter \(variable) has a quotation mark or a line break.")
            }
            value = given
        }
        guard context.variables.values.count < context.limits.variableCount else {
            throw .stop(
                "hls.limit.variables",
                "The playlist defines more than \(context.limits.variableCount) variables, which is the limit.")
        }
        guard context.variables.define(variable, value) else {
            throw .reject("hls.define.repeated", "\(variable) is defined twice. Keep one.")
        }
    }
}
