import CoreMedia
import Foundation

/// The checks of a media playlist after all of it has been read.
extension MediaPlaylistBuilder {
    mutating func finish(_ context: inout ParserContext) {
        playlist.parts = parts
        playlist.discontinuityCountBeforeParts =
            discontinuities &- (playlist.segments.records.last?.discontinuities ?? 0)
        playlist.partsProgramDateTime =
            flags.contains(.date) ? Date(timeIntervalSinceReferenceDate: date) : nil
        playlist.segments.firstSequenceNumber = playlist.mediaSequence &+ (playlist.skip?.count ?? 0)
        playlist.segments.discontinuityOrigin = playlist.discontinuitySequence
        DateRange.resolveEnds(&playlist.dateRanges)
        checkSequence(&context)
        checkTarget(&context)
        checkParts(&context)
        checkServerControl(&context)
        if mapLine > 0, !playlist.isIFramesOnly { context.features.note(.mapOutsideIFrames, mapLine) }
        if tilesLine > 0, !playlist.isImagesOnly {
            context.warn(
                "hls.tiles.kind",
                "EXT-X-TILES is only valid in a playlist with EXT-X-IMAGES-ONLY. Add that tag.",
                line: tilesLine)
        }
        if playlist.isImagesOnly, playlist.isIFramesOnly {
            context.warn(
                "hls.images-only.i-frames",
                "EXT-X-IMAGES-ONLY and EXT-X-I-FRAMES-ONLY contradict each other. Thumbnail sheets are assumed.")
        }
        if playlist.hasEnded, !playlist.preloadHints.isEmpty {
            playlist.preloadHints = []
            context.warn(
                "hls.preload-hint.ended",
                "A playlist with EXT-X-ENDLIST must not have EXT-X-PRELOAD-HINT. The hint is "
                    + "ignored.",
                line: hintLine)
        }
        if duration != nil {
            context.warn("hls.extinf.uri", "The last EXTINF has no URI. It is ignored.", line: durationLine)
        }
        checkDateRanges(&context)
    }

    private func checkDateRanges(_ context: inout ParserContext) {
        if let first = playlist.dateRanges.first, !hasDate, playlist.skip == nil {
            context.warn(
                "hls.daterange.no-date",
                "There are date ranges, but no EXT-X-PROGRAM-DATE-TIME to place them on the timeline. Add one.",
                line: first.line)
        }
        for range in playlist.dateRanges where range.category == Interstitial.category {
            let (uri, list) = (range.attributes["X-ASSET-URI"] != nil, range.attributes["X-ASSET-LIST"] != nil)
            guard uri == list else { continue }
            context.warn(
                "hls.daterange.interstitial",
                "An interstitial must have either X-ASSET-URI or X-ASSET-LIST; this one has "
                    + (uri ? "both." : "neither, so nothing is played."), line: range.line)
        }
    }

    private mutating func checkSequence(_ context: inout ParserContext) {
        let (afterSkip, overflowed) = playlist.mediaSequence.addingReportingOverflow(playlist.skip?.count ?? 0)
        if overflowed || afterSkip > UInt64.max - UInt64(playlist.segments.count) {
            context.reject(
                "hls.sequence.value",
                "The media sequence numbers exceed 2^64 - 1 after the last segment. Start with a smaller "
                    + "EXT-X-MEDIA-SEQUENCE.", line: sequenceLine)
        }
    }

    private mutating func checkTarget(_ context: inout ParserContext) {
        guard let target = playlist.targetDuration else {
            if !playlist.segments.isEmpty || !playlist.parts.isEmpty || playlist.skip != nil {
                context.reject(
                    "hls.targetduration.missing",
                    "EXT-X-TARGETDURATION is missing. Add it with the longest EXTINF, rounded to whole seconds.")
            }
            return
        }
        // EXTINF is rounded to whole seconds for the comparison.
        let most = target.value * 1_000_000_000 + 499_999_999
        var longest: SegmentRecord?
        var count = 0
        for record in playlist.segments.records where record.duration > most {
            count += 1
            if record.duration > longest?.duration ?? 0 { longest = record }
        }
        if let longest {
            context.warn(
                "hls.targetduration.exceeded",
                (count == 1 ? "One of the segments is" : "\(count) of the segments are")
                    + " longer than the target duration of \(target.value) s; the longest has "
                    + "\(Double(longest.duration) / 1e9) s. Raise EXT-X-TARGETDURATION.", line: Int(longest.line))
        }
    }

    private mutating func checkParts(_ context: inout ParserContext) {
        guard partLine > 0 else { return }
        guard let target = playlist.partTargetDuration else {
            context.warn(
                "hls.part-inf.missing",
                "The playlist has EXT-X-PART but no EXT-X-PART-INF. The parts are "
                    + "ignored.", line: partLine
            )
            playlist.parts = []
            for index in playlist.segments.records.indices {
                guard let rarities = playlist.segments.records[index].rarities, !rarities.parts.isEmpty else {
                    continue
                }
                playlist.segments.records[index].rarities = .init(
                    title: rarities.title, parts: [], tiles: rarities.tiles)
            }
            return
        }
        let all = playlist.segments.records.lazy.compactMap(\.rarities).flatMap(\.parts) + playlist.parts
        if let long = all.first(where: { $0.duration > target }) {
            context.warn(
                "hls.part.duration",
                "The part is \(long.duration.seconds) s long, more than the PART-TARGET of \(target.seconds) s.",
                line: long.line)
        }
        // The last part of a segment may be shorter, and the last listed part may be the last one of its segment.
        let inner =
            playlist.segments.records.lazy.compactMap(\.rarities).flatMap { $0.parts.dropLast() }
            + playlist.parts.dropLast()
        let least = CMTime(value: target.value / 100 * 85, timescale: target.timescale)
        if let short = inner.first(where: { $0.duration < least && !$0.isIndependent && !$0.isGap }) {
            context.warn(
                "hls.part.short",
                "The part is \(short.duration.seconds) s long, less than 85 % of the PART-TARGET of \(target.seconds) s, and is "
                    + "neither independent nor the last of its segment.", line: short.line)
        }
    }

    private mutating func checkServerControl(_ context: inout ParserContext) {
        if playlist.partTargetDuration != nil, playlist.serverControl?.partHoldBack == nil {
            context.warn(
                "hls.server-control.part-hold-back",
                "A playlist with parts needs PART-HOLD-BACK in EXT-X-SERVER-CONTROL. Three times PART-TARGET is assumed.",
                line: serverControlLine > 0 ? serverControlLine : partInformationLine)
        }
        guard var control = playlist.serverControl else { return }
        func raise(_ value: inout CMTime?, _ name: String, _ times: Int64, of base: CMTime?, _ what: String) {
            guard let base, let given = value else { return }
            let (least, overflowed) = base.value.multipliedReportingOverflow(by: times)
            guard !overflowed, given < CMTime(value: least, timescale: base.timescale) else { return }
            value = CMTime(value: least, timescale: base.timescale)
            context.warn(
                "hls.server-control.low",
                "\(name) is less than \(times) times the \(what). "
                    + "\(CMTime(value: least, timescale: base.timescale).seconds) s is used.",
                line: serverControlLine)
        }
        raise(&control.canSkipUntil, "CAN-SKIP-UNTIL", 6, of: playlist.targetDuration, "target duration")
        raise(&control.holdBack, "HOLD-BACK", 3, of: playlist.targetDuration, "target duration")
        raise(&control.partHoldBack, "PART-HOLD-BACK", 2, of: playlist.partTargetDuration, "part target")
        playlist.serverControl = control
    }
}
