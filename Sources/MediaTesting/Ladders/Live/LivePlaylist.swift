import Foundation

/// Generates one state of one live playlist.
struct LivePlaylist {
    let live: LiveLadder
    let name: String
    var edge: LiveLadder.Edge
    var authority: String?
    /// The value of `_HLS_skip`.
    var skip: String?

    private var numberShift = 0
    private var dateShift = 0.0
    private var targetDuration: Int?
    private var isEmpty = false
    private var isGarbage = false
    private var query = ""

    init(live: LiveLadder, name: String, edge: LiveLadder.Edge) {
        self.live = live
        self.name = name
        self.edge = edge
    }

    private var recipe: LadderRecipe { live.recipe }
    private var settings: LiveLadder.Settings { live.settings }
    private var rendition: Rendition? { live.ladder.rendition(name) }
    private var hasParts: Bool { settings.isLowLatency && rendition != nil }
    private var partSeconds: Double { Double(recipe.segmentSeconds) / Double(recipe.partsPerSegment) }
    /// A part of audio may be longer by one frame.
    private var partTarget: Double { Self.partTarget(recipe) }
    static func partTarget(_ recipe: LadderRecipe) -> Double {
        Double(recipe.segmentSeconds) / Double(recipe.partsPerSegment) + 0.022
    }

    mutating func apply(_ armed: LiveLadder.Armed, now: Int64) {
        switch armed.fault {
        case .stale: edge = live.edge(at: armed.since)
        case .behind(let segments): if armed.seen % 2 == 0 { edge.segments = max(0, edge.segments - segments) }
        case .shrinking(let segments):
            edge.segments = max(0, edge.segments - segments)
            edge.parts = 0
        case .sequenceReset(let shift): numberShift = -shift
        case .contradicting: query = (recipe.token == nil ? "?" : "&") + "version=\(armed.seen)"
        case .dateJump(let seconds): dateShift = seconds
        case .targetDuration(let seconds): targetDuration = seconds
        case .empty: isEmpty = true
        case .garbage: isGarbage = true
        }
    }

    func text() throws -> PlaylistText {
        let first = live.firstSegment(at: edge)
        let skipped = skippedCount(first: first)
        var playlist = live.ladder.mediaHead(
            first: max(0, first + numberShift), version: settings.canSkipDateRanges ? 10 : settings.canSkip ? 9 : 7,
            targetDuration: targetDuration)
        if isGarbage {
            playlist = PlaylistText()
            playlist.line("<html>not found</html>")
            return playlist
        }
        putHead(first: first, &playlist)
        guard !isEmpty else { return playlist }
        if skipped > 0 { putSkip(skipped, first: first, &playlist) }
        try putSegments(first: first, skipped: skipped, &playlist)
        putEvents(first: first, skipped: skipped, &playlist)
        if edge.isEnded {
            playlist.tag("EXT-X-ENDLIST")
        } else if hasParts {
            putHintAndReports(&playlist)
        }
        return playlist
    }

    private func putHead(first: Int, _ playlist: inout PlaylistText) {
        let joints = recipe.place(of: first).discontinuities
        if joints > 0 { playlist.tag("EXT-X-DISCONTINUITY-SEQUENCE", "\(joints)") }
        if settings.window == .event { playlist.tag("EXT-X-PLAYLIST-TYPE", "EVENT") }
        if let start = recipe.start { playlist.tag("EXT-X-START", Ladder.attributes(of: start)) }
        guard !edge.isEnded else { return }
        var control = PlaylistAttributes()
        control.add("CAN-BLOCK-RELOAD", isSet: settings.canBlockReload)
        if settings.canSkip { control.add("CAN-SKIP-UNTIL", 6 * recipe.segmentSeconds) }
        control.add("CAN-SKIP-DATERANGES", isSet: settings.canSkipDateRanges)
        if hasParts { control.add("PART-HOLD-BACK", live.partHoldBack) }
        if !control.text.isEmpty { playlist.tag("EXT-X-SERVER-CONTROL", control) }
        if hasParts { playlist.tag("EXT-X-PART-INF", "PART-TARGET=\(PlaylistNumber.text(partTarget))") }
    }

    // MARK: - Delta updates

    /// Returns the number of segments that end six target durations or more before the end of the playlist.
    private func skippedCount(first: Int) -> Int {
        guard skip == "YES" || (skip == "v2" && settings.canSkipDateRanges), !edge.isEnded else { return 0 }
        return max(0, edge.segments - 6 - first)
    }

    private func putSkip(_ count: Int, first: Int, _ playlist: inout PlaylistText) {
        var attributes = PlaylistAttributes()
        attributes.add("SKIPPED-SEGMENTS", count)
        if skip == "v2" {
            let from = Double((first - 6) * recipe.segmentSeconds)
            let removed = recipe.interstitials.filter {
                $0.at >= from && Int($0.at) / recipe.segmentSeconds < first
            }
            // Present even if empty: its presence means that older date ranges are skipped.
            attributes.add("RECENTLY-REMOVED-DATERANGES", quoted: removed.map(\.id).joined(separator: "\t"))
        }
        playlist.tag("EXT-X-SKIP", attributes)
    }

    private func putEvents(first: Int, skipped: Int, _ playlist: inout PlaylistText) {
        let from = skip == "v2" ? first + skipped : first
        // Announced a segment ahead, so that players can preload.
        live.ladder.putInterstitials(
            from..<(edge.segments + 2), origin: live.date.addingTimeInterval(dateShift), authority: authority, &playlist
        )
    }

    // MARK: - Segments and parts

    private func date(of number: Int) -> Date {
        let start = rendition?.start(of: number) ?? Double(number * recipe.segmentSeconds)
        return live.date.addingTimeInterval(start + dateShift)
    }

    private func putSegments(first: Int, skipped: Int, _ playlist: inout PlaylistText) throws {
        var writer = SegmentWriter(ladder: live.ladder, name: name)
        // Tags of skipped segments still apply to the following ones.
        var unseen = PlaylistText()
        for number in first..<(first + skipped) { _ = try writer.put(number, date: nil, in: &unseen) }
        // Parts stay listed for three target durations.
        let partsFrom = hasParts ? edge.segments - 3 : .max
        for number in (first + skipped)..<max(edge.segments, first + skipped) {
            guard try writer.putState(number, date: date(of: number), in: &playlist) else { return }
            if number >= partsFrom { putParts(recipe.partsPerSegment, of: number, &playlist) }
            try writer.putSegment(number, query: query, in: &playlist)
        }
        guard hasParts, edge.parts > 0, !edge.isEnded else { return }
        guard try writer.putState(edge.segments, date: date(of: edge.segments), in: &playlist) else { return }
        putParts(edge.parts, of: edge.segments, &playlist)
    }

    private func putParts(_ count: Int, of number: Int, _ playlist: inout PlaylistText) {
        guard let rendition else { return }
        for part in 0..<count {
            var attributes = PlaylistAttributes()
            attributes.add("DURATION", rendition.duration(of: number, part: part))
            attributes.add("URI", quoted: "\(number).\(part).\(rendition.fileExtension)\(recipe.tokenQuery)\(query)")
            attributes.add("INDEPENDENT", isSet: rendition.isIndependent(number, part: part))
            attributes.add("GAP", isSet: recipe.gaps.contains(number))
            playlist.tag("EXT-X-PART", attributes)
        }
    }

    private func putHintAndReports(_ playlist: inout PlaylistText) {
        guard let rendition else { return }
        if edge.parts == 0, edge.segments > 0 {
            let next = recipe.place(of: edge.segments)
            if next.discontinuities != recipe.place(of: edge.segments - 1).discontinuities {
                var attributes = PlaylistAttributes()
                attributes.add("TYPE", "MAP")
                attributes.add("URI", quoted: "init-\(next.program).mp4\(recipe.tokenQuery)")
                playlist.tag("EXT-X-PRELOAD-HINT", attributes)
            }
        }
        var hint = PlaylistAttributes()
        hint.add("TYPE", "PART")
        hint.add("URI", quoted: "\(edge.segments).\(edge.parts).\(rendition.fileExtension)\(recipe.tokenQuery)")
        playlist.tag("EXT-X-PRELOAD-HINT", hint)
        for other in live.ladder.renditions where other.name != name {
            var report = PlaylistAttributes()
            report.add("URI", quoted: "../\(other.name)/index.m3u8\(recipe.tokenQuery)")
            // The last part, or that of the previous segment.
            report.add("LAST-MSN", edge.parts > 0 ? edge.segments : edge.segments - 1)
            report.add("LAST-PART", edge.parts > 0 ? edge.parts - 1 : recipe.partsPerSegment - 1)
            playlist.tag("EXT-X-RENDITION-REPORT", report)
        }
    }
}
