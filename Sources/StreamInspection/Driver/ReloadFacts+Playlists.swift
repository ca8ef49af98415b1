import CoreMedia
import Foundation
import HLS
import StreamRules

extension ReloadFacts {
    /// The first load of a watched playlist.
    init(first playlist: MediaPlaylist) {
        self.init(
            time: 0, firstSequence: playlist.mediaSequence, segmentCount: playlist.segments.count,
            partCount: playlist.parts.count, change: .unchanged)
        windowSeconds = playlist.segments.duration.seconds
        datedCount = playlist.segments.count { $0.programDateTime != nil }
    }

    /// A load without a playlist.
    init(failed document: PlaylistDocument, at time: Double) {
        self.init(time: time, firstSequence: 0, segmentCount: 0, partCount: 0, change: .unchanged)
        failure =
            document.failure
            ?? LoadFailure(.other, document.faults.first { $0.level == .error }?.message ?? "It is no playlist.")
    }

    /// A load that is compared with the one before.
    init(
        _ newer: MediaPlaylist, after last: MediaPlaylist, at time: Double, _ loaded: StreamInspector.LoadedDocument
    ) {
        self.init(
            time: time, firstSequence: newer.mediaSequence, segmentCount: newer.segments.count,
            partCount: newer.parts.count,
            change: PlaylistChange.from(last, to: newer))
        faults = newer.faults(comparedWith: last)
        movedDiscontinuity = Self.movedDiscontinuity(from: last, to: newer)
        renumberedDiscontinuity = Self.renumberedDiscontinuity(from: last, to: newer)
        windowSeconds = newer.segments.duration.seconds
        responseSeconds = loaded.seconds
        parserFaults = loaded.document.faults
        hasEnded = newer.hasEnded
        datedCount = newer.segments.count { $0.programDateTime != nil }
        changedRanges = Self.changedRanges(from: last.dateRanges, to: newer.dateRanges)
        changedControls = Self.changedControls(from: last.serverControl, to: newer.serverControl)
        earlierFailure = loaded.document.response?.earlierFailure
        contentType = loaded.document.response.flatMap { $0.isHTTP ? $0.contentType : nil }
        lacksAllowedOrigin = loaded.document.response.map { $0.isHTTP && $0.allowedOrigin == nil } ?? false
        if change != .older { differences = ReloadDifferences(from: last, to: newer) }
        partSeconds = Self.partSeconds(newer)
    }

    /// Returns the seconds from the first listed part to the end; nil without parts of a target duration.
    private static func partSeconds(_ playlist: MediaPlaylist) -> Double? {
        guard playlist.partTargetDuration != nil, playlist.skip == nil, !playlist.hasEnded else { return nil }
        let own = playlist.parts.reduce(0) { $0 + $1.duration.seconds }
        guard let first = playlist.segments.firstIndex(where: { !$0.parts.isEmpty }) else { return own }
        let segment = playlist.segments[first]
        let listed = segment.parts.reduce(0) { $0 + $1.duration.seconds }
        return own + listed + playlist.segments.duration.seconds - segment.end.seconds
    }

    /// Returns the identifiers of date ranges that have another start, class, duration or end. Attributes may be added.
    private static func changedRanges(from last: [DateRange], to newer: [DateRange]) -> [String] {
        func differ<Value: Equatable>(_ old: Value?, _ new: Value?) -> Bool { old != nil && new != nil && old != new }
        let known = Dictionary(last.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return newer.filter { range in
            known[range.id].map { old in
                old.start != range.start || differ(old.category, range.category) || differ(old.duration, range.duration)
                    || differ(old.endDate, range.endDate)
            } ?? false
        }.map(\.id)
    }

    /// Returns the names of the attributes of EXT-X-SERVER-CONTROL that differ.
    private static func changedControls(from last: ServerControl?, to newer: ServerControl?) -> [String] {
        [
            ("CAN-SKIP-UNTIL", last?.canSkipUntil == newer?.canSkipUntil),
            ("CAN-SKIP-DATERANGES", last?.canSkipDateRanges == newer?.canSkipDateRanges),
            ("HOLD-BACK", last?.holdBack == newer?.holdBack),
            ("PART-HOLD-BACK", last?.partHoldBack == newer?.partHoldBack),
            ("CAN-BLOCK-RELOAD", last?.canBlockReload == newer?.canBlockReload),
        ].filter { !$0.1 }.map(\.0)
    }

    /// Returns the number of the first segment in both states of a playlist that has EXT-X-DISCONTINUITY in one of them only.
    private static func movedDiscontinuity(from last: MediaPlaylist, to newer: MediaPlaylist) -> UInt64? {
        guard newer.skip == nil else { return nil }
        var known: [UInt64: (uri: String, isDiscontinuity: Bool)] = [:]
        for segment in last.segments { known[segment.sequenceNumber] = (segment.uri, segment.isDiscontinuity) }
        // The tag before the first listed segment may be removed with the segment before it.
        return newer.segments.dropFirst().first { segment in
            known[segment.sequenceNumber].map { $0.uri == segment.uri && $0.isDiscontinuity != segment.isDiscontinuity }
                ?? false
        }?.sequenceNumber
    }

    /// Returns the number of the first segment in both states of a playlist that belongs to different discontinuities.
    private static func renumberedDiscontinuity(from last: MediaPlaylist, to newer: MediaPlaylist) -> UInt64? {
        guard newer.skip == nil else { return nil }
        var known: [UInt64: (uri: String, discontinuity: UInt64)] = [:]
        for segment in last.segments {
            known[segment.sequenceNumber] = (segment.uri, UInt64(segment.discontinuitySequence))
        }
        // A tag that was added or removed inside the window is reported as such.
        guard movedDiscontinuity(from: last, to: newer) == nil else { return nil }
        return newer.segments.first { segment in
            known[segment.sequenceNumber].map {
                $0.uri == segment.uri && $0.discontinuity != UInt64(segment.discontinuitySequence)
            } ?? false
        }?.sequenceNumber
    }
}
