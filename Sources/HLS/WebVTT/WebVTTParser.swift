import CoreMedia

/// The parsing algorithm of W3C WebVTT section 6.1, for bytes that arrive in pieces, in constant memory; with limits, and with a fault for
/// everything that it drops.
public struct WebVTTParser: Sendable {
    private enum Phase { case start, header, blocks, ended }

    private let limits: WebVTTLimits
    private let headerIsElsewhere: Bool
    private var lines: WebVTTLineScanner
    private var phase = Phase.start
    private var block = WebVTTBlock()
    private var byteCount = 0
    private var cueCount = 0
    /// Whether timings of a cue have been parsed: styles and regions after them are ignored.
    private var hasSeenCue = false
    /// What has been parsed, without the cues that were taken. Styles, regions and the map are complete before the first cue.
    public private(set) var file = WebVTTFile()

    /// - Parameter headerIsElsewhere: whether an initialization section has the header, so that these bytes need none.
    public init(headerIsElsewhere: Bool = false, limits: WebVTTLimits = .standard) {
        self.limits = limits
        self.headerIsElsewhere = headerIsElsewhere
        lines = WebVTTLineScanner(
            maximum: max(limits.lineByteCount, limits.payloadByteCount, limits.blockByteCount) + 1)
    }

    /// Returns the cues that are complete and were not taken before.
    public mutating func takeCues() -> [WebVTTCue] {
        defer { file.cues.removeAll(keepingCapacity: true) }
        return file.cues
    }

    /// Parses the next bytes of the file.
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard phase != .ended else { return }
        let count = min(bytes.count, limits.byteCount - byteCount)
        byteCount += count
        // Its lines are parsed while the scanner runs.
        var scanner = lines
        scanner.append(UnsafeBufferPointer(rebasing: bytes[..<count])) { parse($0) }
        lines = scanner
        guard count < bytes.count, phase != .ended else { return }
        end()
        fault(0, "webvtt.size", "The file is longer than \(limits.byteCount) bytes; the rest is ignored.")
    }

    /// Parses the end of the file.
    public mutating func finish() {
        guard phase != .ended else { return }
        end()
    }

    private mutating func end() {
        var scanner = lines
        scanner.finish { parse($0) }
        if phase == .start, !headerIsElsewhere {
            fault(0, "webvtt.header", "The file is empty. Begin it with WEBVTT.", .warning)
        }
        endBlock()
        phase = .ended
    }

    private mutating func fault(
        _ line: Int, _ rule: PlaylistRule, _ message: String, _ level: PlaylistFault.Level = .error
    ) {
        guard file.faults.count < limits.faultCount else { return }
        file.faults.append(PlaylistFault(line: line, rule: rule, level: level, message: message))
    }

    // MARK: - Header

    private mutating func parse(_ line: WebVTTLine) {
        switch phase {
        case .start: start(line)
        case .header, .blocks: parseInBlock(line)
        case .ended: break
        }
    }

    private mutating func start(_ line: WebVTTLine) {
        var line = line
        if line.bytes.starts(with: [0xef, 0xbb, 0xbf]) { line.bytes = UnsafeBufferPointer(rebasing: line.bytes[3...]) }
        file.hasSignature =
            line.starts(with: "WEBVTT") && (line.bytes.count == 6 || line.bytes[6] == 0x20 || line.bytes[6] == 0x09)
        guard file.hasSignature else {
            if !headerIsElsewhere {
                fault(
                    1, "webvtt.header",
                    "The first line is not WEBVTT. Add it, because other players reject the file without it.")
            }
            phase = .blocks
            return parseInBlock(line)
        }
        phase = .header
        block.isHeader = true
    }

    private mutating func readMap(_ line: WebVTTLine) {
        guard line.starts(with: "X-TIMESTAMP-MAP=") else { return }
        guard line.bytes.count <= limits.lineByteCount, let map = TimestampMap(line: line.text) else {
            return fault(
                line.number, "webvtt.map",
                "X-TIMESTAMP-MAP cannot be read. Write it as LOCAL:00:00:00.000,MPEGTS:900000.")
        }
        if file.timestampMap == nil {
            file.timestampMap = map
        } else {
            fault(line.number, "webvtt.map", "There is a second X-TIMESTAMP-MAP; the first one is used.", .warning)
        }
    }

    // MARK: - Blocks

    private mutating func parseInBlock(_ line: WebVTTLine) {
        if line.bytes.isEmpty {
            // Empty lines after the header and between blocks have no meaning.
            if block.lineCount > 0 || block.isHeader { endBlock() }
            return
        }
        block.lineCount += 1
        guard let arrow = line.arrow else { return parseText(line) }
        if !block.isHeader, block.lineCount == 1 || (block.lineCount == 2 && !block.hasArrow) {
            block.hasArrow = true
            block.number = line.number
            startCue(line, arrow)
        } else {
            endBlock()
            // The timings begin the next block.
            if phase != .ended { parseInBlock(line) }
        }
    }

    private mutating func parseText(_ line: WebVTTLine) {
        if block.isHeader { return readMap(line) }
        // Some packagers write the map after an empty line.
        if block.lineCount == 1, !hasSeenCue { readMap(line) }
        if block.lineCount == 2, !hasSeenCue {
            if block.consists(of: "STYLE") {
                startBlock(.style, line)
            } else if block.consists(of: "REGION") {
                startBlock(.region, line)
            }
        }
        if case .other = block.content, block.lineCount <= 2, !block.isNote, line.hasTimesWithoutArrow {
            reportTimings(line)
        }
        block.append(line, maximum: max(limits.payloadByteCount, limits.blockByteCount))
    }

    private mutating func startBlock(_ content: WebVTTBlock.Content, _ line: WebVTTLine) {
        block.content = content
        block.number = line.number
        block.removeText()
    }

    private mutating func startCue(_ line: WebVTTLine, _ arrow: Int) {
        guard line.bytes.count <= limits.lineByteCount, block.bytes.count <= limits.lineByteCount, !block.isTooLong
        else {
            return fault(
                line.number, "webvtt.line",
                "A cue's line is longer than \(limits.lineByteCount) bytes; the cue is ignored.")
        }
        var cursor = WebVTTCursor(line.bytes)
        cursor.skipSpace()
        let start = WebVTTTime(&cursor)
        cursor.skipSpace()
        guard let start, cursor.skip(0x2d), cursor.skip(0x2d), cursor.skip(0x3e) else { return reportTimings(line) }
        cursor.skipSpace()
        guard let end = WebVTTTime(&cursor) else { return reportTimings(line) }
        hasSeenCue = true
        if start.isBeyondMaximum || end.isBeyondMaximum {
            fault(line.number, "webvtt.time", "A time is later than a million hours, and is limited to it.", .warning)
        } else if start.milliseconds >= end.milliseconds {
            fault(
                line.number, "webvtt.order", "The cue ends before it starts, and is never displayed. Fix its timings.",
                .warning)
        }
        block.content = .cue(
            WebVTTCue(
                start: .nanoseconds(start.nanoseconds), end: .nanoseconds(end.nanoseconds), identifier: block.text,
                settings: settings(cursor.rest, line.number), payload: ""))
        block.removeText()
    }

    private mutating func reportTimings(_ line: WebVTTLine) {
        fault(
            line.number, "webvtt.time",
            "The timings are invalid; the cue is ignored. Write them as 00:00:01.000 --> 00:00:02.500.")
    }

    private mutating func settings(_ bytes: UnsafeBufferPointer<UInt8>, _ number: Int) -> WebVTTCueSettings {
        guard !bytes.allSatisfy(\.isWebVTTSpace) else { return WebVTTCueSettings() }
        var text = WebVTTBlock()
        text.append(WebVTTLine(bytes: bytes, number: number), maximum: .max)
        let (settings, unknown) = WebVTTCueSettings.parse(text.text, regions: file.regions)
        for item in unknown {
            fault(number, "webvtt.setting", "The setting \(item.debugDescription) is unknown.", .warning)
        }
        return settings
    }

    private mutating func endBlock() {
        switch block.content {
        case .other: break
        case .style, .region: endStyleOrRegion()
        case .cue(let cue): endCue(cue)
        }
        block.clear()
        if phase == .header { phase = .blocks }
    }

    private mutating func endCue(_ cue: WebVTTCue) {
        guard !block.isTooLong, block.bytes.count < limits.payloadByteCount else {
            return fault(
                block.number, "webvtt.payload",
                "The cue's text is longer than \(limits.payloadByteCount) bytes; the cue is ignored.")
        }
        guard cueCount < limits.cueCount else {
            fault(
                block.number, "webvtt.cues", "There are more than \(limits.cueCount) cues; the rest is ignored.")
            phase = .ended
            return
        }
        cueCount += 1
        var cue = cue
        cue.payload = block.text
        file.cues.append(cue)
    }

    private mutating func endStyleOrRegion() {
        guard !block.isTooLong, block.bytes.count <= limits.blockByteCount,
            max(file.styles.count, file.regions.count) < limits.blockCount
        else {
            return fault(
                block.number, "webvtt.block",
                "A STYLE or REGION block is longer than \(limits.blockByteCount) bytes, or there are more than "
                    + "\(limits.blockCount) of them; the block is ignored.")
        }
        if case .style = block.content {
            file.styles.append(block.text)
            return
        }
        let (region, unknown) = WebVTTRegion.parse(block.text)
        file.regions.append(region)
        for item in unknown {
            fault(block.number, "webvtt.setting", "The setting \(item.debugDescription) is unknown.", .warning)
        }
    }
}
